"""Text on the rating page that can't be kept or read."""

import json

import pytest
from django.test import Client

from cases.models import Person, Study
from raters.models import Assignment, Label, Rating
from tests.make import (
    make_slots,
)
from tests.raters.posts import claimed, posted, ready_client, url_of


@pytest.fixture
def client(rater: Person) -> Client:
    return ready_client(rater)


# --- text that can't be kept or read -----------------------------------------------------------

BROKEN_EVIDENCE = [
    pytest.param(r'[{"quote": "\ud800 zz"}]', id="half a character"),
    pytest.param("[" * 100_000, id="deep"),
    pytest.param('[{"quote": "refund", "side": ["a"]}]', id="side"),
    pytest.param('[{"quote": ["refund"]}]', id="quote"),
    pytest.param('[{"quote": "refund", "step": "1"}]', id="step"),
]


@pytest.mark.parametrize("evidence", BROKEN_EVIDENCE)
def test_broken_evidence_is_said_once_and_does_not_stick(
    study: Study, rater: Person, client: Client, evidence: str
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    fields = posted(**{"grounded-evidence": evidence, "grounded-comment": "kept"})
    page = client.post(url_of(assignment), fields)
    assert page.status_code == 422
    assert "kept" in page.content.decode()
    page = client.get(url_of(assignment))
    assert page.status_code == 200
    again = posted() | {
        f"{question.criterion.key}-{part}": getattr(question, part)
        for question in page.context["questions"]
        for part in ("comment", "evidence", "quote")
    }
    if "ud800" in evidence:
        # It can be read without the half character, so it stands there to be taken out.
        assert json.loads(again["grounded-evidence"]) == [{"quote": " zz"}]
        again["grounded-evidence"] = ""
    assert client.post(url_of(assignment), again).status_code == 302
    assert Label.objects.get(criterion__key="grounded").comment == "kept"


@pytest.mark.parametrize("evidence", BROKEN_EVIDENCE)
def test_a_draft_with_broken_evidence_keeps_the_rest(
    study: Study, rater: Person, client: Client, evidence: str
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    fields = posted(**{"grounded-evidence": evidence, "grounded-comment": "kept"})
    assert client.post(url_of(assignment, "item_draft"), fields).status_code == 204
    page = client.get(url_of(assignment))
    assert page.status_code == 200
    assert "kept" in page.content.decode()


@pytest.mark.parametrize("evidence", [*(p.values[0] for p in BROKEN_EVIDENCE), ["x"], None, 7])
def test_a_broken_draft_in_the_database_breaks_no_page(
    study: Study, rater: Person, client: Client, evidence: object
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    draft = {
        "grounded-evidence": evidence,
        "grounded-comment": "kept",
        "correct_amount-comment": {"a": 1},
        "correct_amount-answer": ["level:PASS"],
        "active_ms": "abc",
    }
    Assignment.objects.filter(pk=assignment.pk).update(draft=draft)
    page = client.get(url_of(assignment))
    assert page.status_code == 200
    first, second = page.context["questions"]
    assert (first.comment, second.comment) == ("", "kept")
    assert not any(choice.checked for choice in first.choices)
    assert page.context["form"].active_ms_shown == ""


@pytest.mark.parametrize("spent", ["abc", "-5", "9" * 5000, "²"])
def test_time_spent_that_is_no_number_is_not_drafted(
    study: Study, rater: Person, client: Client, spent: str
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    fields = posted(active_ms=spent)
    assert client.post(url_of(assignment, "item_draft"), fields).status_code == 204
    assignment.refresh_from_db()
    assert "active_ms" not in assignment.draft
    assert assignment.draft["grounded-answer"] == "level:PASS"


def test_nul_is_left_out_of_comments_drafts_and_reasons(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 2)
    assignment = claimed(study, rater)
    fields = posted(**{"grounded-comment": "a\x00b", "grounded-quote": "sent a\x00 refund"})
    assert client.post(url_of(assignment, "item_draft"), fields).status_code == 204
    assignment.refresh_from_db()
    assert assignment.draft["grounded-comment"] == "ab"
    assert client.post(url_of(assignment), fields).status_code == 302
    label = Label.objects.get(criterion__key="grounded")
    assert label.comment == "ab"
    assert [quote["quote"] for quote in label.evidence] == ["sent a refund"]
    fields = posted(action="skip", skip_reason="Something else", skip_note="c\x00d")
    assert client.post(url_of(claimed(study, rater)), fields).status_code == 302
    assert Rating.objects.get(outcome="skipped").reason == "Something else: cd"
