"""A claim is kept while its import does nothing but read a store."""

import itertools
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from cases.claims import LAPSE, Claim, ClaimLost, claimed_fields
from cases.import_claims import KeptStore
from cases.models import ImportRun, Source, Study
from cases.sources import open_store
from tests.cases.test_import_command import FIXTURE

APP = "refund_support"


@pytest.fixture
def run(study: Study) -> ImportRun:
    source = Source.objects.create(uri="sqlite:////a.db", app_name=APP)
    return ImportRun.objects.create(study=study, source=source, **claimed_fields())


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by four seconds whenever it is looked at."""
    clock: Any = itertools.count(0.0, 4.0)
    monkeypatch.setattr("cases.claims.time.monotonic", lambda: next(clock))


def test_a_long_index_and_slow_reads_keep_the_claim(run: ImportRun, slow: None) -> None:
    store = KeptStore(open_store(f"sqlite:///{FIXTURE}"), Claim(ImportRun, run.pk, run.claim))
    nearly_over = timezone.now() + timedelta(seconds=1)
    ImportRun.objects.update(claimed_until=nearly_over)
    entries = list(store.index(APP))
    run.refresh_from_db()
    assert run.claimed_until > nearly_over
    ImportRun.objects.update(claimed_until=nearly_over)
    for entry in entries[:5]:
        assert store.read(entry.key, digest_key=b"k").key == entry.key
    run.refresh_from_db()
    assert run.claimed_until > nearly_over


def test_reading_ends_when_somebody_else_has_the_import(run: ImportRun, slow: None) -> None:
    store = KeptStore(open_store(f"sqlite:///{FIXTURE}"), Claim(ImportRun, run.pk, run.claim))
    ImportRun.objects.update(claim="of another")
    with pytest.raises(ClaimLost):
        list(store.index(APP))


def test_a_quick_read_writes_nothing(run: ImportRun) -> None:
    """The claim is renewed after a third of its time, not for every session."""
    store = KeptStore(open_store(f"sqlite:///{FIXTURE}"), Claim(ImportRun, run.pk, run.claim))
    ImportRun.objects.update(claimed_until=timezone.now() + 2 * LAPSE)
    run.refresh_from_db()
    before = run.claimed_until
    assert next(store.index(APP))
    run.refresh_from_db()
    assert run.claimed_until == before
