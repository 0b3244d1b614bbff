"""The Celery application. Tasks live in each app's tasks.py."""

import os
import signal
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import beat_embedded_init, worker_process_init, worker_ready

from config.parent import ask_kernel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("calibrant")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@worker_ready.connect
def _say_ready(**_: Any) -> None:
    """Tell whoever started this worker that it takes tasks now."""
    if path := os.environ.get("CALIBRANT_READY_FILE"):
        Path(path).write_text(str(os.getpid()), encoding="ascii")


@worker_process_init.connect
@beat_embedded_init.connect
def _end_with_the_worker(**_: Any) -> None:
    """A killed worker must not leave its pool behind: Linux ends these children with it."""
    ask_kernel(signal.SIGKILL)
