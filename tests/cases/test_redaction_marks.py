"""Marks of misses and false alarms: what they change, what is counted, what is never kept."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from cases.models import AuditEvent, Person, RedactionDraft, RedactionMark, RedactionPreview, Study
from cases.redaction_drafts import draft_of, draft_policy
from cases.redaction_findings import compared, findings_of
from cases.redaction_marks import measured
from cases.redaction_places import STEPS_A_PAGE, slots_of
from cases.redaction_previews import read_again
from cases.redaction_session_page import chosen_place
from cases.transcript import Step, StepKind, Turn, steps_of
from tests.cases.private_strings import fuller_store
from tests.cases.redaction_pages import (
    ask_to_see,
    forget_others,
    make_preview,
    mark_url,
    session_url,
)

SAID = json.dumps(
    {
        "content": {"parts": [{"text": "The blue unicorn of Zwetsch Quist is broken."}]},
        "author": "user",
        "invocation_id": "i",
        "timestamp": 1,
    }
)


@pytest.fixture
def preview(study: Study, admin: Person, tmp_path: Path) -> RedactionPreview:
    store = fuller_store(tmp_path / "sessions.db")
    forget_others(store, "record-0")
    with sqlite3.connect(store) as rows:
        rows.execute("UPDATE events SET event_data = ? WHERE id = '2'", (SAID,))
    rows.close()
    return make_preview(study, store, admin)


@pytest.fixture
def ada(client: Client, admin: Person, preview: RedactionPreview) -> Client:
    client.force_login(admin)
    ask_to_see(client, preview)
    client.get(session_url(preview))
    return client


def miss(**fields: object) -> dict[str, object]:
    return {"do": "miss", "kind": "PERSON", "action": "deny", "words": "blue unicorn"} | fields


def test_typed_words_become_a_hash_on_the_deny_list(
    ada: Client, study: Study, admin: Person, preview: RedactionPreview
) -> None:
    answer = ada.post(mark_url(preview), miss())
    assert answer.status_code == 302
    (entry,) = draft_policy(study, draft_of(study, admin))["deny"]
    assert (entry["kind"], entry["words"], entry["characters"]) == ("PERSON", 2, 11)
    mark = RedactionMark.objects.get()
    assert (mark.verdict, mark.kind, len(mark.place_hash)) == ("miss", "PERSON", 64)
    study.refresh_from_db()
    assert study.redaction_policy == {}
    again = make_preview(
        study,
        Path(preview.source.uri.removeprefix("sqlite:///")),
        policy=draft_policy(study, draft_of(study, admin)),
        compared_with=preview,
    )
    comparison = compared(again)
    assert comparison is not None
    assert [(row.kind, row.rule) for row in comparison.newly] == [("PERSON", "deny list")]
    assert comparison.no_longer == []


def test_a_selection_is_a_place_with_offsets(
    ada: Client, study: Study, admin: Person, preview: RedactionPreview
) -> None:
    turns = read_again(preview.sessions.get())
    slots = [slot for step in steps_of(turns) for slot in slots_of(step)]
    slot = next(slot for slot in slots if "unicorn" in slot.text)
    start = slot.text.index("blue")
    chosen = {"slot": slot.name, "start": start, "end": start + 12, "words": ""}
    elsewhere = ada.post(mark_url(preview), miss(**chosen, selected="lue unicorn "))
    assert elsewhere.status_code == 422
    assert "select it again" in elsewhere.content.decode()
    chosen["selected"] = "blue unicorn"
    assert ada.post(mark_url(preview), miss(**chosen)).status_code == 302
    (selected,) = draft_policy(study, draft_of(study, admin))["deny"]
    ada.post(reverse("redaction_draft", args=[study.slug]), {"do": "drop"})
    RedactionMark.objects.all().delete()
    ada.post(mark_url(preview), miss())
    assert draft_policy(study, draft_of(study, admin))["deny"] == [selected]


def test_typed_words_are_found_behind_letters_that_fold_to_two(preview: RedactionPreview) -> None:
    text = "Hauptstraße am großen Fluß: the Green Kettle Lid"
    turn = Turn(1, "user", (Step(1, StepKind.SAY, "user", text=text),))
    data = {"words": "green kettle lid", "slot": "", "start": None, "end": None, "step": None}
    slot, start, end = chosen_place([turn], data)
    assert slot.text[start:end] == "Green Kettle Lid"


def test_marks_of_a_dropped_draft_can_be_taken_back(
    ada: Client, study: Study, preview: RedactionPreview
) -> None:
    ada.post(mark_url(preview), miss())
    ada.post(reverse("redaction_draft", args=[study.slug]), {"do": "drop"})
    mark = RedactionMark.objects.get()
    assert f'value="unmark:{mark.pk}"' in ada.get(session_url(preview)).content.decode()
    ada.post(mark_url(preview), {"do": f"unmark:{mark.pk}"})
    assert not RedactionMark.objects.exists()


def test_only_pages_seen_as_original_text_count_as_looked_at(
    client: Client, admin: Person, preview: RedactionPreview
) -> None:
    row = preview.sessions.get()
    far = [[STEPS_A_PAGE + 1, [], 0, 0, 4, "PERSON", "cue", 1]]
    type(row).objects.filter(pk=row.pk).update(findings=[*row.findings, *far])
    client.force_login(admin)
    ask_to_see(client, preview)
    client.get(session_url(preview), {"show": "stored"})
    assert measured(preview).looked == 0
    client.get(session_url(preview))
    figures = measured(preview)
    assert (figures.looked, figures.spans) == (1, len(row.findings))


def test_enter_never_presses_an_undo(ada: Client, preview: RedactionPreview) -> None:
    found = findings_of(preview.sessions.get())
    index = next(i for i, h in enumerate(found) if h.kind == "PHONE" and h.place.path)
    ada.post(mark_url(preview), {"do": "alarm", "finding": index, "action": "note"})
    page = ada.get(session_url(preview)).content.decode()
    undo = re.findall(r"<button[^>]*unmark:[^>]*>", page)
    assert len(undo) == 1
    assert 'form="unmark"' in undo[0]


def test_a_missed_value_may_hide_its_key(
    ada: Client, study: Study, admin: Person, preview: RedactionPreview
) -> None:
    row = preview.sessions.get()
    slots = [slot for step in steps_of(read_again(row)) for slot in slots_of(step)]
    slot = next(slot for slot in slots if slot.key and not slot.place.in_key)
    chosen = {"slot": slot.name, "start": 0, "end": len(slot.text), "words": ""}
    chosen["selected"] = slot.text
    ada.post(mark_url(preview), miss(action="hide_key", **chosen))
    assert draft_policy(study, draft_of(study, admin))["hide_keys"] == {slot.key: "PERSON"}


@pytest.mark.parametrize(
    ("action", "entry"), [("allow", "allow"), ("keep_key", "keep_keys"), ("keep_kind", "hide")]
)
def test_a_false_alarm_changes_the_draft(
    ada: Client, study: Study, admin: Person, preview: RedactionPreview, action: str, entry: str
) -> None:
    found = findings_of(preview.sessions.get())
    index = next(i for i, h in enumerate(found) if h.kind == "PHONE" and h.place.path)
    data = {"do": "alarm", "finding": index, "action": action}
    assert ada.post(mark_url(preview), data).status_code == 302
    policy = draft_policy(study, draft_of(study, admin))
    assert entry in policy
    mark = RedactionMark.objects.get()
    assert (mark.verdict, mark.kind, mark.rule) == ("false_alarm", "PHONE", found[index].rule)
    figures = measured(preview)
    assert (figures.spans, figures.false_alarms, figures.misses) == (len(found), 1, 0)
    assert figures.precision == (len(found) - 1) / len(found)


def test_saving_notes_what_the_sample_has_shown(
    ada: Client, study: Study, preview: RedactionPreview
) -> None:
    ada.post(mark_url(preview), miss())
    draft = reverse("redaction_draft", args=[study.slug])
    ada.post(draft, {"do": "save", "preview": preview.pk})
    data = AuditEvent.objects.get(action="redaction_policy.changed").data
    spans = len(findings_of(preview.sessions.get()))
    assert (data["preview"], data["spans"], data["misses"]) == (preview.pk, spans, 1)
    assert study.policy_versions.count() == 2


def test_nothing_looked_at_has_no_precision(preview: RedactionPreview) -> None:
    assert measured(preview).precision is None


def test_undoing_a_change_takes_its_mark_back(
    ada: Client, study: Study, admin: Person, preview: RedactionPreview
) -> None:
    ada.post(mark_url(preview), miss())
    draft = RedactionDraft.objects.get()
    change = draft.changes[0]["id"]
    ada.post(reverse("redaction_draft", args=[study.slug]), {"do": f"undo:{change}"})
    assert draft_policy(study, draft_of(study, admin)) == {}
    assert not RedactionMark.objects.exists()


def test_a_mark_that_only_counts_can_be_taken_back(
    ada: Client, study: Study, preview: RedactionPreview
) -> None:
    ada.post(mark_url(preview), miss(action="note"))
    assert not RedactionDraft.objects.exists()
    mark = RedactionMark.objects.get()
    ada.post(mark_url(preview), {"do": f"unmark:{mark.pk}"})
    assert not RedactionMark.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (miss(words=""), "No text is chosen"),
        (miss(words="green unicorn"), "These words don"),
        (miss(words="blue unicorn", step="999"), "There is no step 999"),
        (miss(words="", slot="9.9.9", start=0, end=1), "select it again"),
        (miss(kind="SHOE"), "Select a valid choice"),
        (miss(action="hide_key"), "stands under no key"),
        ({"do": "alarm", "action": "note"}, "This field is required"),
        ({"do": "alarm", "action": "note", "finding": "99999"}, "Choose one of the hidden texts"),
    ],
)
def test_a_mark_that_names_nothing_is_said(
    ada: Client, preview: RedactionPreview, data: dict[str, object], words: str
) -> None:
    page = ada.post(mark_url(preview), data)
    assert page.status_code == 422
    assert words in page.content.decode()
    # The page stands at the form's address; its links lead to the session's own.
    assert f'href="{session_url(preview)}?show=stored"' in page.content.decode()
    assert not RedactionMark.objects.exists()


def test_cards_and_keys_are_hidden_whatever_is_marked(
    ada: Client, preview: RedactionPreview
) -> None:
    found = findings_of(preview.sessions.get())
    index = next(i for i, hidden in enumerate(found) if hidden.kind == "CARD")
    page = ada.post(mark_url(preview), {"do": "alarm", "finding": index, "action": "allow"})
    assert page.status_code == 422
    assert "hidden under every policy" in page.content.decode()


def test_a_place_is_marked_once(ada: Client, preview: RedactionPreview) -> None:
    ada.post(mark_url(preview), miss())
    page = ada.post(mark_url(preview), miss(action="note"))
    assert page.status_code == 422
    assert "marked already" in page.content.decode()


def test_without_asking_to_see_nothing_is_marked(
    client: Client, admin: Person, preview: RedactionPreview
) -> None:
    client.force_login(admin)
    assert client.post(mark_url(preview), miss()).headers["Location"] == session_url(preview)
    assert not RedactionMark.objects.exists()
