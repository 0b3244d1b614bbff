from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig


class CasesConfig(AppConfig):
    name = "cases"

    def ready(self) -> None:
        worker_ready.connect(_resume, dispatch_uid="cases.resume_imports")


def _resume(**_: Any) -> None:
    """The broker hands a killed worker's task on only after its visibility time-out."""
    from cases.tasks import resume_imports

    resume_imports.delay()
