from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig


class CalibrationConfig(AppConfig):
    name = "calibration"

    def ready(self) -> None:
        from calibration.earlier_labels import expected_spreads, keep_settled
        from cases.signals import items_replaced, spreads_asked

        items_replaced.connect(keep_settled, dispatch_uid="calibration.keep_settled")
        spreads_asked.connect(expected_spreads, dispatch_uid="calibration.expected_spreads")
        worker_ready.connect(_resume, dispatch_uid="calibration.resume_reports")


def _resume(**_: Any) -> None:
    """The broker hands a killed worker's task on only after its visibility time-out."""
    from calibration.tasks import resume_health, resume_reports

    resume_reports.delay()
    resume_health.delay()
