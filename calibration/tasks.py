"""Doors for the worker: ids in, one call each."""

from celery import shared_task

from calibration import freezing, reporting
from calibration.health import snapshots as health


@shared_task
def build_report(report_id: int) -> None:
    reporting.build_report(report_id)


@shared_task
def freeze_regression_set(request_id: int) -> None:
    freezing.answer_freeze(request_id)


@shared_task
def resume_reports() -> None:
    reporting.resume_reports()


@shared_task
def build_health(snapshot_id: int) -> None:
    health.build_health(snapshot_id)


@shared_task
def resume_health() -> None:
    health.resume_health()
