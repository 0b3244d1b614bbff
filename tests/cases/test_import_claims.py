from types import SimpleNamespace
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from kombu.asynchronous.timer import Timer

from cases import tasks
from cases.apps import RESUME_SECONDS, resume_now_and_then
from cases.claims import LAPSE, Claim, ClaimLost, claim, queued_fields
from cases.models import ImportRun, Source
from tests.elsewhere import elsewhere
from tests.make import make_study


def make_run() -> ImportRun:
    source = Source.objects.create(uri="sqlite:////nowhere.db", app_name="a")
    return ImportRun.objects.create(study=make_study(), source=source, **queued_fields())


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_at_once_one_gets_the_import() -> None:
    run = make_run()
    with transaction.atomic():
        first = claim(ImportRun, run.pk)
        second = elsewhere(lambda: claim(ImportRun, run.pk))
        assert not second.done()
    assert first is not None
    assert second.result(timeout=30) is None
    run.refresh_from_db()
    assert (run.state, run.claim) == (ImportRun.State.RUNNING, first.key)


@pytest.mark.django_db
def test_a_claim_that_was_taken_over_writes_nothing() -> None:
    run = make_run()
    first = claim(ImportRun, run.pk)
    assert first is not None
    ImportRun.objects.update(claimed_until=timezone.now())
    second = claim(ImportRun, run.pk)
    assert isinstance(second, Claim)
    with pytest.raises(ClaimLost):
        first.renew(sessions_done=7)
    with pytest.raises(ClaimLost):
        first.finish(ImportRun.State.FINISHED, "")
    second.finish(ImportRun.State.FINISHED, "")
    with pytest.raises(ClaimLost):
        second.renew()
    run.refresh_from_db()
    assert (run.state, run.sessions_done) == (ImportRun.State.FINISHED, 0)


def test_a_worker_looks_for_imports_at_once_and_then_again_and_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.resume_imports, "apply_async", lambda *a, **kw: sent.append(kw))
    timer = Timer()
    try:
        for _ in range(2):  # the consumer is ready again after a lost connection
            resume_now_and_then(SimpleNamespace(timer=timer))
        entries = [entry for _, _, entry in timer.schedule.queue if not entry.canceled]
        assert len(entries) == 1
        entries[0]()
        assert sent[-1]["expires"] == RESUME_SECONDS
    finally:
        timer.stop()
    # A message may wait for one round more before the import of a killed worker goes on.
    assert LAPSE.total_seconds() + 2 * RESUME_SECONDS <= 60
