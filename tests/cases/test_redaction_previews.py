"""A worker previews a policy and keeps numbers only; the page lays them over the text again."""

import json
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases import redaction_previews
from cases.importing import import_sessions
from cases.models import AuditEvent, Person, RedactionPreview, Study
from cases.redaction_findings import compared, findings_of
from cases.redaction_places import slot_at
from cases.redaction_policies import save_policy
from cases.redaction_previews import read_again, resume_previews, run_preview
from tests.cases.private_strings import fuller_store, strings_in
from tests.cases.redaction_pages import (
    APP,
    ask_to_see,
    forget_others,
    make_preview,
    session_url,
)
from tests.make import join, make_person, make_study


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = fuller_store(tmp_path / "sessions.db")
    forget_others(path, "free-0", "record-0", "record-5")
    return path


@pytest.fixture
def ada(client: Client, admin: Person) -> Client:
    client.force_login(admin)
    return client


def test_the_places_fit_the_text_when_it_is_read_again(study: Study, store: Path) -> None:
    preview = make_preview(study, store)
    assert (preview.state, preview.sessions_total, preview.sessions_done) == ("finished", 3, 3)
    texts = set()
    for row in preview.sessions.all():
        turns = read_again(row)
        for hidden in findings_of(row):
            slot = slot_at(turns, hidden.place)
            assert slot is not None
            texts.add((hidden.kind, slot.text[hidden.start : hidden.end]))
    assert {("PERSON", "Gunnar Óskarsson"), ("PHONE", "+354 555 0172")} <= texts
    assert ("EMAIL", "marguerite.okonkwo@example.com") in texts


def test_pseudonyms_are_those_that_an_import_stores(study: Study, store: Path) -> None:
    preview = make_preview(study, store)
    numbers = {
        (hidden.kind, hidden.number)
        for row in preview.sessions.all()
        for hidden in findings_of(row)
    }
    assert ("PERSON", 1) in numbers
    assert {number for _, number in numbers} <= {1, 2, 3}


def test_rows_of_a_preview_hold_no_text(study: Study, store: Path) -> None:
    preview = make_preview(study, store)
    rows = json.dumps(list(preview.sessions.values_list("findings", "problem", "session_key")))
    assert "PERSON" in rows
    assert strings_in(rows.encode()) == []


def test_a_draft_policy_changes_what_is_found(study: Study, store: Path) -> None:
    first = make_preview(study, store)
    second = make_preview(study, store, policy={"hide": ["PERSON"]}, compared_with=first)
    kinds = {hidden.kind for row in second.sessions.all() for hidden in findings_of(row)}
    assert "EMAIL" not in kinds
    comparison = compared(second)
    assert comparison is not None
    assert comparison.sessions == 3
    assert {row.kind for row in comparison.no_longer} >= {"EMAIL", "PHONE", "ADDRESS"}
    assert compared(first) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("DELETE FROM sessions", "holds no sessions"),
        ("UPDATE sessions SET app_name = 'other'", "is not in"),
        ("DROP TABLE sessions", ""),
    ],
)
def test_a_store_that_cannot_be_read_is_said(
    study: Study, store: Path, change: str, words: str
) -> None:
    preview = make_preview(study, store, run=False)
    with sqlite3.connect(store) as rows:
        rows.execute(change)
    rows.close()
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert preview.state == "failed"
    assert preview.message
    assert words in preview.message


def test_a_preview_runs_once_and_a_dead_workers_goes_on(
    study: Study, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    monkeypatch.setattr("cases.tasks.preview_redaction.delay", sent.append)
    preview = make_preview(study, store, run=False, claimed_until=timezone.now())
    held = {"state": "running", "claim": "x", "claimed_until": timezone.now() + timedelta(hours=1)}
    RedactionPreview.objects.update(**held)
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert (preview.state, preview.sessions.count()) == ("running", 0)
    resume_previews()
    assert sent == []
    RedactionPreview.objects.update(claimed_until=timezone.now())
    resume_previews()
    assert sent == [preview.pk]
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert preview.state == "finished"
    RedactionPreview.objects.update(expires_at=timezone.now() - timedelta(days=1))
    resume_previews()
    assert not RedactionPreview.objects.exists()


def test_a_lost_claim_writes_nothing_more(
    study: Study, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview = make_preview(study, store, run=False)
    chosen = redaction_previews._chosen

    def taken_over(*args: object) -> object:
        RedactionPreview.objects.update(claim="somebody else")
        return chosen(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(redaction_previews, "_chosen", taken_over)
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert (preview.state, preview.sessions.count()) == ("running", 0)


def test_original_text_is_shown_after_asking_and_each_look_is_recorded(
    ada: Client, study: Study, admin: Person, store: Path
) -> None:
    preview = make_preview(study, store, admin)
    url = session_url(preview)
    before = ada.get(url)
    assert strings_in(before.content) == []
    assert b"This shows original text" in before.content
    assert not AuditEvent.objects.filter(action="redaction_preview.looked").exists()
    ask_to_see(ada, preview)
    page = ada.get(url)
    assert "no-store" in page.headers["Cache-Control"]
    assert strings_in(page.content) != []
    assert AuditEvent.objects.filter(action="redaction_preview.looked", actor=admin).count() == 1
    preview.refresh_from_db()
    assert preview.sessions.get(position=1).looked_at is not None
    assert preview.sessions.get(position=2).looked_at is None


def test_the_stored_view_shows_pseudonyms_only(ada: Client, study: Study, store: Path) -> None:
    preview = make_preview(study, store)
    ask_to_see(ada, preview)
    for position in (1, 2, 3):
        page = ada.get(session_url(preview, position), {"show": "stored"})
        assert "As it would be stored under the policy of this preview" in page.content.decode()
        content = page.content.decode()
        assert "&lt;PERSON_1&gt;" in content or "&lt;ADDRESS_1&gt;" in content
        assert strings_in(page.content) == []


def test_a_session_that_changed_or_went_is_said(ada: Client, study: Study, store: Path) -> None:
    preview = make_preview(study, store)
    ask_to_see(ada, preview)
    with sqlite3.connect(store) as rows:
        rows.execute("DELETE FROM events WHERE session_id = 'record-0' AND id = '2'")
        rows.execute("DELETE FROM events WHERE session_id = 'free-0'")
        rows.execute("DELETE FROM sessions WHERE id = 'free-0'")
    rows.close()
    pages = [ada.get(session_url(preview, number)).content.decode() for number in (1, 2, 3)]
    assert sum("has changed since the preview" in page for page in pages) == 1
    assert sum("no longer in its store" in page for page in pages) == 1
    store.unlink()
    assert "can't be shown" in ada.get(session_url(preview)).content.decode()


def test_a_preview_is_started_from_the_page(
    ada: Client, study: Study, store: Path, settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CALIBRANT_IMPORT_DIRS = [str(store.parent)]  # type: ignore[attr-defined]
    sent: list[tuple[object, ...]] = []
    monkeypatch.setattr("cases.tasks.preview_redaction.delay_on_commit", lambda *a: sent.append(a))
    form = {"source": "other", "source_uri": f"sqlite:///{store}", "sample": 2, "seed": 5}
    url = reverse("redaction_preview_new", args=[study.slug])
    assert ada.get(url).status_code == 200
    answer = ada.post(url, form)
    preview = RedactionPreview.objects.get()
    assert answer.headers["Location"] == reverse(
        "redaction_preview_detail", args=[study.slug, preview.pk]
    )
    assert (preview.source.app_name, preview.sample, preview.seed) == (APP, 2, 5)
    assert sent == [(preview.pk,)]  # nothing else goes through the queue
    again = ada.post(reverse("redaction_preview_again", args=[study.slug, preview.pk]))
    assert again.status_code == 302
    assert RedactionPreview.objects.latest("pk").compared_with == preview


def test_a_source_that_was_imported_is_held_to_the_rule_for_pages(
    ada: Client, study: Study, store: Path, settings: object
) -> None:
    """A command may have imported what a page may not open."""
    settings.CALIBRANT_IMPORT_DIRS = []  # type: ignore[attr-defined]
    run = import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=APP)
    form = {"source": str(run.source.pk), "sample": 2, "seed": 5}
    page = ada.post(reverse("redaction_preview_new", args=[study.slug]), form)
    assert page.status_code == 422
    assert "outside the folders" in page.content.decode()
    preview = RedactionPreview.objects.create(
        study=study, source=run.source, sample=2, seed=5, expires_at=run.created_at
    )
    page = ada.post(reverse("redaction_preview_again", args=[study.slug, preview.pk]), follow=True)
    assert "outside the folders" in page.content.decode()
    assert RedactionPreview.objects.get() == preview


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"source_uri": ""}, "Write the address"),
        ({"source_uri": "sqlite:////etc/passwd"}, "outside the folders"),
        ({"sample": 0}, "greater than or equal to 1"),
        ({"sample": 101}, "less than or equal to 100"),
        ({"source": "77"}, "Select a valid choice"),
        ({"app_name": "nobody"}, "Choose an app of this source: refund_support (3)."),
        ({"seed": "²"}, "Enter a whole number"),
    ],
)
def test_what_cannot_be_previewed_is_said_and_kept(
    ada: Client, study: Study, store: Path, settings: object, fields: dict[str, str], words: str
) -> None:
    settings.CALIBRANT_IMPORT_DIRS = [str(store.parent)]  # type: ignore[attr-defined]
    form = {"source": "other", "source_uri": f"sqlite:///{store}", "sample": 2, "seed": 5}
    page = ada.post(reverse("redaction_preview_new", args=[study.slug]), form | fields)
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not RedactionPreview.objects.exists()


def test_the_page_polls_until_it_is_done(ada: Client, study: Study, store: Path) -> None:
    preview = make_preview(study, store, run=False)
    url = reverse("redaction_preview_detail", args=[study.slug, preview.pk])
    assert 'hx-trigger="every 1s"' in ada.get(url).content.decode()
    run_preview(preview.pk)
    fragment = ada.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "hx-get" not in fragment
    assert "<html" not in fragment
    assert "Names of people" in fragment


@pytest.mark.usefixtures("no_queue")
@pytest.mark.django_db(transaction=True)
def test_without_a_queue_the_preview_says_so(client: Client, store: Path) -> None:
    study = make_study()
    client.force_login(make_person("root", is_superuser=True))
    form = {"source": "other", "source_uri": f"sqlite:///{store}", "sample": 2, "seed": 5}
    url = reverse("redaction_preview_new", args=[study.slug])
    answer = client.post(url, form, follow=True)
    assert "The queue can&#x27;t be reached" in answer.content.decode()


def test_another_studys_preview_is_not_there(
    ada: Client, study: Study, admin: Person, store: Path
) -> None:
    other = join(make_person(), make_study(), "admin").memberships.get().study
    preview = make_preview(other, store, run=False)
    for name, args in (
        ("redaction_preview_detail", [study.slug, preview.pk]),
        ("redaction_preview_session", [study.slug, preview.pk, 1]),
        ("redaction_preview_detail", [other.slug, preview.pk]),
    ):
        assert ada.get(reverse(name, args=args)).status_code == 404


def test_pages_take_a_constant_number_of_queries(
    ada: Client, study: Study, store: Path, django_assert_max_num_queries: object
) -> None:
    preview = make_preview(study, store)
    ask_to_see(ada, preview)
    ada.get(session_url(preview))
    args = [study.slug, preview.pk]
    for url in (reverse("redaction_preview_detail", args=args), session_url(preview)):
        with django_assert_max_num_queries(20):  # type: ignore[operator]
            ada.get(url)
    for number in range(5):
        save_policy(study=study, policy={"keep_keys": [f"key{number}"]}, actor=None)
        make_preview(study, store, run=False)
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        ada.get(reverse("redaction_policy", args=[study.slug]))
