from typing import Any

from celery.signals import worker_ready
from django.apps import AppConfig

# How often a worker looks for requests that nobody works on any more.
RESUME_SECONDS = 10.0


class JudgesConfig(AppConfig):
    name = "judges"

    def ready(self) -> None:
        from cases.signals import items_replaced
        from judges.keeping import keep_judged

        items_replaced.connect(keep_judged, dispatch_uid="judges.keep_judged")
        worker_ready.connect(resume_now_and_then, dispatch_uid="judges.resume_runs")


def resume_now_and_then(sender: Any, **kwargs: Any) -> None:
    """Queue what an earlier worker left behind, now and every RESUME_SECONDS.

    Runs on the worker's own timer: however a worker is started, it needs no scheduler beside it.
    `sender` is the worker's consumer, which is ready again after a lost connection.
    """
    from judges.tasks import resume_runs

    resume_runs.delay(everything=True)
    if entry := _timers.pop("resume", None):
        entry.cancel()
    _timers["resume"] = sender.timer.call_repeatedly(
        RESUME_SECONDS, resume_runs.apply_async, kwargs={"expires": RESUME_SECONDS}
    )


_timers: dict[str, Any] = {}
