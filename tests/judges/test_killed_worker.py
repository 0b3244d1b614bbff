"""A worker that is killed in the middle of a run loses nothing and doubles nothing."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings as django_settings
from django.db import connection

from cases.models import Study
from config.embedded.lifecycle import point_at
from config.embedded.processes import free_port, valkey_binary
from judges.models import JudgeRequest, JudgeRun, Verdict
from judges.running import create_version, start_run
from tests.make import make_item, make_study

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parent.parent.parent
ITEMS = 40


def wait_for(what: str, true: Callable[[], bool], seconds: float) -> float:
    """Seconds it took until `true()`."""
    started = time.monotonic()
    while not true():
        waited = time.monotonic() - started
        assert waited < seconds, f"no {what} after {seconds} s"
        time.sleep(0.05)
    return time.monotonic() - started


@pytest.fixture
def queue_url(tmp_path: Path) -> Iterator[str]:
    """A Valkey of its own that forgets nothing."""
    port = free_port()
    argv = [valkey_binary(), "--port", str(port), "--bind", "127.0.0.1"]
    argv += ["--dir", str(tmp_path), "--appendonly", "yes", "--save", ""]
    url = f"redis://127.0.0.1:{port}/0"
    with open(tmp_path / "valkey.log", "wb") as log:
        server = subprocess.Popen(argv, stdout=log, stderr=log)
    client = redis.Redis.from_url(url)

    def answers() -> bool:
        try:
            return bool(client.ping())
        except redis.ConnectionError:
            return False

    try:
        wait_for("queue", answers, 20)
        point_at(url)
        yield url
    finally:
        point_at(django_settings.REDIS_URL)
        client.close()
        server.terminate()
        server.wait(timeout=20)


class Worker:
    """`celery worker` with prefork children in a process group that can be killed whole."""

    def __init__(self, url: str, folder: Path) -> None:
        self.env = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "CALIBRANT_DATA": str(folder),
            "DATABASE_URL": database_url(),
            "REDIS_URL": url,
            "CALIBRANT_JUDGE_PROVIDERS": "slow/=tests.judges.scripted:build",
            "JUDGE_CONCURRENCY": "2",
        }
        self.log = folder / "worker.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        argv = [sys.executable, "-m", "celery", "-A", "config", "worker", "--pool=prefork"]
        argv += ["--concurrency=2", "--loglevel=INFO", "--without-gossip", "--without-mingle"]
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                argv, cwd=ROOT, env=self.env, stdout=log, stderr=log, start_new_session=True
            )

    def kill(self) -> None:
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(timeout=20)
            self.process = None


def database_url() -> str:
    entry = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{entry['NAME']}"
    login = f"{entry['USER']}:{entry['PASSWORD']}@{entry['HOST']}:{entry['PORT']}"
    return f"postgresql://{login}/{entry['NAME']}"


@pytest.fixture
def worker(queue_url: str, tmp_path: Path) -> Iterator[Worker]:
    worker = Worker(queue_url, tmp_path)
    yield worker
    worker.kill()


def start(study: Study) -> JudgeRun:
    for _ in range(ITEMS):
        make_item(study)
    version = create_version(study=study, name="slow", model="slow/300")
    return start_run(version=version)


def done(run: JudgeRun) -> int:
    return run.requests.filter(state=JudgeRequest.State.DONE).count()


def test_a_killed_workers_run_finishes_within_a_minute_of_restart(
    worker: Worker, settings: Any
) -> None:
    settings.JUDGE_PROVIDERS = ["slow/=tests.judges.scripted:build"]
    study = make_study()
    run = start(study)
    worker.start()
    wait_for("verdicts", lambda: done(run) >= 5, 60)
    worker.kill()
    before = done(run)
    assert before < ITEMS
    claimed = run.requests.filter(state=JudgeRequest.State.CLAIMED)
    assert claimed.exists()
    kept = set(Verdict.objects.values_list("pk", flat=True))

    worker.start()

    def finished() -> bool:
        run.refresh_from_db()
        return run.state == JudgeRun.State.FINISHED

    took = wait_for("end of the run", finished, 60)
    print(f"finished {took:.1f} s after the restart, {before}/{ITEMS} were done before")
    assert done(run) == ITEMS
    pairs = list(Verdict.objects.values_list("request__item_id", "criterion_id", "value"))
    criteria = study.rubric_version.criteria.count()
    assert len(pairs) == len({pair[:2] for pair in pairs}) == ITEMS * criteria
    assert {value for *_, value in pairs} == {"PASS"}
    assert kept <= set(Verdict.objects.values_list("pk", flat=True))
    assert not run.requests.exclude(outcome="ok").exists()
