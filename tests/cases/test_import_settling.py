"""What an import has brought that did not come to its end: it has items, and weights it has not."""

from pathlib import Path

import pytest

from cases import tasks
from cases.errors import BadInput
from cases.importing import cancel_import, resume_imports, run_import, settle_import
from cases.models import Case, ImportRun, Item, Study
from tests.cases.small_store import SmallStore, talk
from tests.cases.test_import_resuming import Killed, begin, kill_after, lapse


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cases.import_running.SESSIONS_PER_BATCH", 2)


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Ids that were sent to be settled; each is settled at once, as by a worker."""
    ids: list[int] = []

    def deliver(import_run_id: int) -> None:
        ids.append(import_run_id)
        settle_import(import_run_id)

    monkeypatch.setattr(tasks.settle_import, "delay", deliver)
    return ids


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    store = SmallStore(tmp_path / "store.db")
    for number in range(7):
        store.add(f"s{number}", talk(f"order {number}"))
    return store


def is_settled() -> bool:
    """Whether every case has an item and none a weight."""
    weights = set(Case.objects.values_list("weight", flat=True))
    return Item.objects.count() == Case.objects.count() and weights == {None}


def test_what_a_failed_import_has_brought_can_be_rated(study: Study, store: SmallStore) -> None:
    run = begin(study, store, sample=6)
    run_import(run.pk, lambda done, total: done == 2 and store.path.unlink())
    run.refresh_from_db()
    assert (run.state, Case.objects.count()) == (ImportRun.State.FAILED, 2)
    assert is_settled()
    assert run.claimed_until is None


def test_a_cancelled_import_whose_worker_is_dead_is_settled_by_another(
    study: Study, store: SmallStore, sent: list[int]
) -> None:
    run = begin(study, store, sample=6)
    with pytest.raises(Killed):
        run_import(run.pk, kill_after(4))
    run.refresh_from_db()
    assert cancel_import(run=run, actor=None)
    resume_imports()
    # Its worker may be at it, for all that anybody knows.
    assert sent == []
    lapse(run)
    resume_imports()
    assert sent == [run.pk]
    assert is_settled()
    resume_imports()
    assert sent == [run.pk]


def test_an_import_that_is_cancelled_while_it_fails_is_settled(
    study: Study, store: SmallStore, sent: list[int]
) -> None:
    run = begin(study, store, sample=6)

    def cancel_and_fail(done: int, total: int) -> None:
        cancel_import(run=ImportRun.objects.get(pk=run.pk), actor=None)
        raise BadInput("the store is odd")

    run_import(run.pk, cancel_and_fail)
    run.refresh_from_db()
    assert (run.state, Case.objects.count()) == (ImportRun.State.CANCELLED, 2)
    lapse(run)
    resume_imports()
    assert sent == [run.pk]
    assert is_settled()


def test_settling_leaves_a_finished_import_alone(study: Study, store: SmallStore) -> None:
    run = begin(study, store, sample=6)
    run_import(run.pk)
    lapse(run)
    settle_import(run.pk)
    assert set(Case.objects.values_list("weight", flat=True)) == {7 / 6}
