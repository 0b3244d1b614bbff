from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig

# How often a worker looks for imports that nobody works on any more.
RESUME_SECONDS = 10.0


class CasesConfig(AppConfig):
    name = "cases"

    def ready(self) -> None:
        worker_ready.connect(resume_now_and_then, dispatch_uid="cases.resume_imports")


def resume_now_and_then(sender: Any, **_: Any) -> None:
    """Queue what an earlier worker left behind, now and every RESUME_SECONDS.

    The broker hands a killed worker's task on only after its visibility time-out. Runs on the
    worker's own timer; `sender` is the worker's consumer, which is ready again after a lost
    connection.
    """
    from cases.tasks import resume_imports

    resume_imports.delay(everything=True)
    if entry := _timers.pop("resume", None):
        entry.cancel()
    _timers["resume"] = sender.timer.call_repeatedly(
        RESUME_SECONDS, resume_imports.apply_async, kwargs={"expires": RESUME_SECONDS}
    )


_timers: dict[str, Any] = {}
