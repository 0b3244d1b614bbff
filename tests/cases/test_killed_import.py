"""A worker that is killed in the middle of an import loses nothing and doubles nothing."""

import shutil
from pathlib import Path

import pytest

from cases.importing import queue_import
from cases.models import Case, ImportRun, Item
from tests.judges.test_killed_worker import Worker, queue_url, wait_for, worker
from tests.make import make_study

__all__ = ["queue_url", "worker"]  # fixtures

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

FIXTURE = Path(__file__).parents[1] / "data" / "adk_sessions_v1.db"


def test_a_killed_workers_import_goes_on_within_a_minute(
    worker: Worker,
    tmp_path: Path,
) -> None:
    store = shutil.copy(FIXTURE, tmp_path / "sessions.db")
    run = queue_import(
        study=make_study(), source_uri=f"sqlite:///{store}", app_name="refund_support"
    )

    def is_now(state: str) -> bool:
        run.refresh_from_db()
        return run.state == state

    worker.start()
    wait_for("import", lambda: is_now(ImportRun.State.RUNNING), 60)
    worker.kill()
    assert is_now(ImportRun.State.RUNNING)
    dead = run.claim
    worker.start()
    took = wait_for("new claim", lambda: run.claim not in {dead, ""} or is_now("finished"), 60)
    print(f"taken up {took:.1f} s after the restart")
    wait_for("end of the import", lambda: is_now(ImportRun.State.FINISHED), 60)
    assert Case.objects.count() == Item.objects.count() == 56
