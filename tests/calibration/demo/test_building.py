"""The steps of the worked example where an earlier run was killed among them."""

import shutil
from pathlib import Path

import pytest
from django.utils import timezone

from calibration.demo import building
from calibration.demo.building import Demo, build_demo
from calibration.demo.folder import Folder
from calibration.demo.scenarios import scenarios
from cases.import_running import SESSIONS_PER_BATCH
from cases.models import Case, ImportRun, Item

BEFORE = (
    ("Sessions", building.write_sessions),
    ("People", building.add_people),
    ("Study", building.add_study),
)
IMPORT = ("Import", building.import_cases)
SESSIONS = 2 * SESSIONS_PER_BATCH + 5


class Killed(BaseException):
    """Ends a run as SIGKILL does: nothing of the import catches it, so nothing is put in order."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sessions, written once, which takes longest."""
    demo = Demo(Folder(tmp_path_factory.mktemp("store")), script=scenarios()[:SESSIONS])
    building.write_sessions(demo, lambda *_: None)
    return demo.folder.store


@pytest.fixture
def demo(db: None, store: Path, tmp_path: Path) -> Demo:
    demo = Demo(Folder(tmp_path), script=scenarios()[:SESSIONS])
    shutil.copy(store, demo.folder.store)
    build_demo(demo, steps=BEFORE, tell=lambda *_: None, done=lambda *_: None)
    return demo


def kill_inside_the_import(demo: Demo, after: int) -> ImportRun:
    """Leave the example as a command does that dies `after` so many sessions were imported."""

    def tell(step: str, done: int, of: int) -> None:
        if done >= after:
            raise Killed

    with pytest.raises(Killed):
        build_demo(demo, steps=(IMPORT,), tell=tell, done=lambda *_: None)
    return ImportRun.objects.get()


@pytest.mark.parametrize("after", [SESSIONS_PER_BATCH, 2 * SESSIONS_PER_BATCH, SESSIONS])
def test_it_goes_on_where_a_run_was_killed_inside_the_import(demo: Demo, after: int) -> None:
    left = kill_inside_the_import(demo, after)
    assert left.state == ImportRun.State.RUNNING
    assert left.claimed_until is not None
    assert left.claimed_until > timezone.now()
    assert (Case.objects.count(), Item.objects.count()) == (after, 0)
    brought = {case.pk: case.created_at for case in Case.objects.all()}

    results = build_demo(demo, steps=(*BEFORE, IMPORT), tell=lambda *_: None, done=lambda *_: None)

    assert results["Import"] == f"{SESSIONS} cases, redacted"
    assert Case.objects.count() == Item.objects.count() == SESSIONS
    assert Case.objects.values("session_key").distinct().count() == SESSIONS
    assert not ImportRun.objects.live().exists()
    left.refresh_from_db()
    assert left.state == ImportRun.State.CANCELLED
    kept = Case.objects.filter(pk__in=brought)
    assert {case.pk: case.created_at for case in kept} == brought


def test_it_goes_on_where_a_run_was_killed_before_its_first_session(demo: Demo) -> None:
    left = kill_inside_the_import(demo, SESSIONS_PER_BATCH)
    # As it is recorded before anything is read: no progress, no checkpoint, a claim that holds.
    Case.objects.all().delete()
    ImportRun.objects.update(sessions_done=0, sessions_total=0, checkpoint={}, report={})
    results = build_demo(demo, steps=(IMPORT,), tell=lambda *_: None, done=lambda *_: None)
    assert results["Import"] == f"{SESSIONS} cases, redacted"
    assert Case.objects.count() == Item.objects.count() == SESSIONS
    left.refresh_from_db()
    assert left.state == ImportRun.State.CANCELLED


def test_a_finished_import_is_left_alone(demo: Demo) -> None:
    for _ in range(2):
        build_demo(demo, steps=(IMPORT,), tell=lambda *_: None, done=lambda *_: None)
    assert [run.state for run in ImportRun.objects.all()] == [ImportRun.State.FINISHED]
