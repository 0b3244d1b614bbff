"""Claims of imports and previews: kept by a living process, given up where a process dies."""

import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from cases.claims import (
    MAX_ATTEMPTS,
    Claim,
    ClaimLost,
    claim,
    claimed_fields,
    queued_fields,
    take_due,
)
from cases.models import ImportRun, Source
from tests.elsewhere import elsewhere
from tests.make import make_study

SOON = timedelta(seconds=0.05)


def make_run(**fields: object) -> ImportRun:
    source = Source.objects.create(uri="sqlite:////nowhere.db", app_name="a")
    return ImportRun.objects.create(study=make_study(), source=source, **fields)


def until_renewed(run: ImportRun) -> None:
    """Wait for the claim's end to be pushed behind the moment at which this was called."""
    now = timezone.now()
    ImportRun.objects.filter(pk=run.pk).update(claimed_until=now)
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        run.refresh_from_db()
        if run.claimed_until is not None and run.claimed_until > now:
            return
        time.sleep(0.02)
    pytest.fail("the claim lapsed while its process lived")


@pytest.mark.django_db(transaction=True)
def test_a_living_process_keeps_its_claim_however_long_a_step_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cases.claims.BEAT", SOON)
    run = make_run(**claimed_fields())
    threads = threading.active_count()
    with Claim(ImportRun, run.pk, run.claim).kept_alive():
        until_renewed(run)
        until_renewed(run)
    assert threading.active_count() == threads


@pytest.mark.django_db(transaction=True)
def test_a_writer_that_locks_the_database_for_a_while_ends_no_claim(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from django.db import connection, transaction

    monkeypatch.setattr("cases.claims.BEAT", SOON)
    run = make_run(**claimed_fields())
    begun, enough = threading.Event(), threading.Event()

    def write() -> None:
        with transaction.atomic():
            ImportRun.objects.select_for_update().filter(pk=run.pk).update(sessions_done=1)
            begun.set()
            enough.wait(30)
            connection.cursor().execute("SELECT 1")

    with Claim(ImportRun, run.pk, run.claim).kept_alive():
        other = elsewhere(write)
        assert begun.wait(30)
        time.sleep(3 * SOON.total_seconds())
        enough.set()
        other.result(30)
        until_renewed(run)


@pytest.mark.django_db(transaction=True)
def test_a_claim_that_is_lost_is_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cases.claims.BEAT", SOON)
    run = make_run(**claimed_fields())
    held = Claim(ImportRun, run.pk, run.claim)
    with held.kept_alive():
        thread = next(one for one in threading.enumerate() if one.name == f"claim {run.claim}")
        ImportRun.objects.update(claim="of another", claimed_until=None)
        thread.join(30)
        assert not thread.is_alive()
        with pytest.raises(ClaimLost):
            held.renew()
    run.refresh_from_db()
    assert (run.claim, run.claimed_until) == ("of another", None)


@pytest.mark.django_db
def test_attempts_are_counted_until_it_gets_further() -> None:
    run = make_run(**queued_fields())
    for attempt in range(1, MAX_ATTEMPTS + 2):
        held = claim(ImportRun, run.pk)
        assert held is not None
        held.renew(sessions_total=5)
        run.refresh_from_db()
        assert run.attempts == attempt
        ImportRun.objects.update(claimed_until=timezone.now())
        assert take_due(ImportRun) == [run.pk]
    held = claim(ImportRun, run.pk)
    assert held is not None
    held.get_further(sessions_done=1)
    run.refresh_from_db()
    assert run.attempts == 1
