"""Imports that are cancelled while they are inside of one long session."""

import itertools
import re
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.claims import Claim
from cases.import_pages import at_hand_words, took_words
from cases.importing import cancel_import, run_import, settle_import
from cases.models import Case, ImportRun, Person, Study
from cases.redaction import CaseText, Redacted, Redactor, watching
from cases.redaction.watching import Watch
from tests.cases.small_store import SmallStore, talk
from tests.cases.test_claims import SOON, make_run, until_renewed
from tests.cases.test_import_resuming import Killed, begin, kill_after, lapse

# More than the model reads between two looks.
TEXTS = 300

_stores = itertools.count()


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    """A session of many texts, each with a name of its own, that no test had read before: the
    model reads no text twice."""
    store = SmallStore(tmp_path / "sessions.db")
    made = next(_stores)
    said = [f"Parcel {made}-{n} goes to Clerk Ann{n}." for n in range(TEXTS)]
    store.add("long", [("helper", text) for text in said])
    return store


class Seen:
    """Says where in a redaction something is to happen, and notes what came afterwards."""

    def __init__(self, stage: str) -> None:
        self.stage = stage
        self.happen: Callable[[], object] = lambda: None
        self.after = -1

    def told(self, stage: str) -> None:
        if self.after >= 0:
            self.after += 1
        elif stage == self.stage:
            self.after = 0
            self.happen()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Seen:
    """Lets something happen when a stage of redaction is reached."""
    monkeypatch.setattr("cases.claims.LOOK", timedelta(0))
    seen = Seen(request.param)
    redact = Redactor.redact_cases

    def redacting(self: Redactor, cases: Sequence[CaseText], watch: Watch) -> list[Redacted]:
        def told(stage: str, done: int, total: int) -> None:
            seen.told(stage)
            watch(stage, done, total)

        return redact(self, cases, told)

    monkeypatch.setattr(Redactor, "redact_cases", redacting)
    return seen


@pytest.mark.parametrize("at", [watching.NAMES, watching.PLACES, watching.HIDING], indirect=True)
def test_cancelling_is_noticed_inside_of_a_session(
    study: Study, store: SmallStore, lead: Person, at: Seen
) -> None:
    run = begin(study, store)
    at.happen = lambda: cancel_import(run=run, actor=lead)
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, at.after) == (ImportRun.State.CANCELLED, 0)
    assert not Case.objects.exists()
    assert not run.is_stopping
    # The redactor is as good as before.
    again = begin(study, store)
    run_import(again.pk)
    again.refresh_from_db()
    assert again.report["sessions"] == {"seen": 1, "drawn": 1, "imported": 1}


@pytest.mark.parametrize("at", [watching.PLACES], indirect=True)
def test_the_page_says_how_far_a_long_session_is_and_that_it_is_being_cancelled(
    client: Client, study: Study, store: SmallStore, lead: Person, at: Seen
) -> None:
    store.add("short", talk("a parcel"))
    client.force_login(lead)
    run = begin(study, store)
    url = reverse("import_detail", args=[study.slug, run.pk])
    pages: list[str] = []

    def look() -> None:
        pages.append(client.get(url).content.decode())
        client.post(reverse("import_cancel", args=[study.slug, run.pk]))
        pages.append(client.get(url).content.decode())
        pages.append(client.get(reverse("import_list", args=[study.slug])).content.decode())

    at.happen = look
    run_import(run.pk)
    assert re.search(r"Sessions 1 to 2 of 2: (\d+) of \1 texts searched for names", pages[0])
    assert all("Cancelling" in page and "Cancelled" not in page for page in pages[1:])
    assert 'hx-trigger="every 1s"' in pages[1]
    assert "Run again" not in pages[1]
    over = client.get(url).content.decode()
    assert "Cancelling" not in over
    assert "Cancelled. What was imported stays" in over


def test_how_far_the_sessions_at_hand_are_is_said_in_words(study: Study, store: SmallStore) -> None:
    run = begin(study, store)
    assert at_hand_words(run) == ""
    run.state, run.sessions_total, run.sessions_done = "running", 2, 1
    run.at_hand = {"sessions": 1, "stage": "names", "done": 18_000, "total": 100_000}
    assert at_hand_words(run) == "Session 2 of 2: 18,000 of 100,000 texts searched for names."
    run.sessions_total, run.at_hand = 40, {**run.at_hand, "sessions": 20, "stage": "hiding"}
    assert at_hand_words(run).startswith("Sessions 2 to 21 of 40: pseudonyms set in 18,000 of")


def test_how_long_it_took_counts_from_when_it_was_first_taken_up(
    study: Study, store: SmallStore, lead: Person
) -> None:
    store.add("short", talk("a parcel"))
    run = begin(study, store)
    with pytest.raises(Killed):
        run_import(run.pk, kill_after(1))
    begun = timezone.now() - timedelta(minutes=26)
    ImportRun.objects.update(started_at=begun)
    lapse(run)
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, run.started_at) == (ImportRun.State.FINISHED, begun)
    assert took_words(run) == "26 min"
    assert run.finished_at is not None
    run.started_at = run.finished_at - timedelta(seconds=5.43)
    assert took_words(run) == "5.4 s"
    run.started_at = run.finished_at - timedelta(hours=2, minutes=5)
    assert took_words(run) == "2 h 5 min"
    run.started_at = None
    assert took_words(run) == ""


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_import_is_left_to_its_worker_until_that_has_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cases.claims import claimed_fields

    monkeypatch.setattr("cases.claims.BEAT", SOON)
    run = make_run(**claimed_fields())
    with Claim(ImportRun, run.pk, run.claim).kept_alive():
        cancel_import(run=run, actor=None)
        until_renewed(run)
        assert run.is_stopping
        assert any(one.name == f"claim {run.claim}" for one in threading.enumerate())
        settle_import(run.pk)
        run.refresh_from_db()
        assert not run.is_stopping
