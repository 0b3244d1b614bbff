from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig


class CalibrationConfig(AppConfig):
    name = "calibration"

    def ready(self) -> None:
        worker_ready.connect(_resume, dispatch_uid="calibration.resume_reports")


def _resume(**_: Any) -> None:
    """The broker hands a killed worker's task on only after its visibility time-out."""
    from calibration.tasks import resume_reports

    resume_reports.delay()
