"""The rating pages: what they show and to whom, and what a post does."""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Membership, Person, Study
from raters.models import Assignment, Label, Rating, Slot
from tests.make import (
    join,
    make_person,
    make_rubric_version,
    make_slots,
)
from tests.raters.answers import rate, rate_next
from tests.raters.posts import HTMX, claimed, names, posted, ready_client, url_of


@pytest.fixture
def client(rater: Person) -> Client:
    return ready_client(rater)


def test_answers_to_questions_changed_meanwhile_are_kept_but_not_counted(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    url = url_of(claimed(study, rater))
    shown = re.findall(r'name="rubric" value="(\w+)"', client.get(url).content.decode())
    study.rubric_version = make_rubric_version("grounded", "polite")
    study.save()
    form = posted(rubric=shown[0]) | {"polite-answer": "cant_tell"}
    page = client.post(url, form)
    text = page.content.decode()
    assert page.status_code == 422
    assert "questions were changed" in text
    assert re.search(r'name="grounded-answer" value="level:PASS"[^>]* checked', text)
    assert not Rating.objects.exists()
    again = re.findall(r'name="rubric" value="(\w+)"', text)
    assert client.post(url, form | {"rubric": again[0]}).status_code == 302
    assert Label.objects.count() == 2


# --- the way in ---------------------------------------------------------------


def test_guidelines_have_to_be_read_once(study: Study, rater: Person) -> None:
    make_slots(study)
    client = Client()
    client.force_login(rater)
    page = client.get(reverse("rate_next", args=[study.slug]))
    assert page["Location"] == reverse("guidelines", args=[study.slug])
    text = client.get(page["Location"]).content.decode()
    assert "Is the answer grounded?" in text
    assert "It does not." in text
    answer = client.post(page["Location"])
    assert answer["Location"] == reverse("rate_next", args=[study.slug])
    answer = client.get(answer["Location"])
    assert answer["Location"] == url_of(Assignment.objects.get())


def test_the_page_shows_transcript_and_questions(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    page = client.get(url_of(claimed(study, rater)))
    text = page.content.decode()
    assert "I sent a refund of 64.00 to your card." in text
    assert "lookup_order" in text
    assert names(text) >= {"grounded-answer", "grounded-comment", "grounded-quote", "submit_key"}
    assert text.count('value="cant_tell"') == 2
    assert "no-store" in page["Cache-Control"]


@pytest.mark.parametrize("name", ["rate_next", "rate_mine", "rate_last"])
def test_rating_pages_are_for_raters_of_the_study(
    study: Study, lead: Person, stranger: Person, name: str
) -> None:
    url = reverse(name, args=[study.slug])
    for person, status in ((lead, 403), (stranger, 404)):
        client = Client()
        client.force_login(person)
        assert client.get(url).status_code == status
    assert "/login/" in Client().get(url)["Location"]


def test_another_raters_item_does_not_exist(study: Study, rater: Person, client: Client) -> None:
    make_slots(study)
    other = join(make_person(), study, "rater")
    theirs = claimed(study, other)
    assert client.get(url_of(theirs)).status_code == 404
    assert client.post(url_of(theirs), posted()).status_code == 404
    assert client.post(url_of(theirs, "item_draft"), posted()).status_code == 404
    assert not Rating.objects.exists()


def test_a_rater_removed_from_the_study_loses_the_page(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    Membership.objects.filter(person=rater).delete()
    assert client.post(url_of(assignment), posted()).status_code == 404


# --- submitting ---------------------------------------------------------------


def test_without_script_a_submission_leads_to_the_next_item(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 2)
    first = claimed(study, rater)
    answer = client.post(url_of(first), posted(**{"grounded-comment": "Order BR-1 says so."}))
    assert answer["Location"] == reverse("rate_next", args=[study.slug])
    answer = client.get(answer["Location"])
    assert answer["Location"] == url_of(Assignment.objects.get(state="leased"))
    label = Label.objects.get(criterion__key="grounded")
    assert (label.value, label.comment) == ("PASS", "Order BR-1 says so.")
    assert Rating.objects.get().active_ms == 41000


def test_with_htmx_the_next_item_comes_in_the_answer(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 2)
    first = claimed(study, rater)
    answer = client.post(url_of(first), posted(), **HTMX)
    following = Assignment.objects.get(state="leased")
    text = answer.content.decode()
    assert answer.status_code == 200
    assert answer["HX-Push-Url"] == url_of(following)
    assert "<html" not in text
    assert text.lstrip().startswith('<div id="work"')
    assert str(following.token) in text
    assert "1 rated today" in text


def test_the_last_submission_says_that_all_is_done(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    answer = client.post(url_of(claimed(study, rater)), posted(), **HTMX)
    assert "You have rated everything there is for you" in answer.content.decode()
    assert answer["HX-Push-Url"] == reverse("rate_next", args=[study.slug])


def test_a_missing_answer_comes_back_with_all_that_was_typed(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    fields = posted(**{"grounded-comment": "A <b>long</b> thought"})
    del fields["correct_amount-answer"]
    assignment = claimed(study, rater)
    for headers in ({}, HTMX):
        answer = client.post(url_of(assignment), fields, **headers)
        text = answer.content.decode()
        assert answer.status_code == 422
        assert ("<html" in text) == (headers == {})
        assert "Choose an answer" in text
        assert "A &lt;b&gt;long&lt;/b&gt; thought" in text
        assert re.search(r'name="grounded-answer" value="level:PASS"[^>]*checked', text)
    assert not Rating.objects.exists()


def test_a_comment_without_end_is_refused_and_kept(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    answer = client.post(url_of(assignment), posted(**{"grounded-comment": "x" * 100_000}))
    assert answer.status_code == 422
    assert "100000 characters" in answer.content.decode()
    assert "x" * 100_000 in answer.content.decode()


def test_a_double_click_counts_once(study: Study, rater: Person, client: Client) -> None:
    make_slots(study, 2)
    first = claimed(study, rater)
    fields = posted()
    answers = [client.post(url_of(first), fields) for _ in range(2)]
    assert Rating.objects.count() == 1
    assert answers[0]["Location"] == answers[1]["Location"]


def test_a_second_window_does_not_overwrite_the_first(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    first = claimed(study, rater)
    client.post(url_of(first), posted("level:PASS"))
    answer = client.post(url_of(first), posted("level:FAIL"))
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "already rated this item in another window" in text
    assert set(Label.objects.values_list("value", flat=True)) == {"PASS"}
    assert 'name="base_revision" value="1"' in text
    answer = client.post(url_of(first), posted("level:FAIL", base_revision="1"))
    assert answer.status_code == 302
    assert set(Label.objects.current().values_list("value", flat=True)) == {"FAIL"}


@pytest.mark.parametrize(
    "fields",
    [
        {"submit_key": "not-a-key"},
        {"base_revision": ""},
        {"grounded-answer": "level:MAYBE"},
        {"grounded-answer": "left"},
        {"grounded-evidence": "{"},
        {"grounded-evidence": json.dumps([{"quote": "never said"}])},
        {"grounded-quote": "never said"},
        {"action": "skip", "skip_reason": ""},
        {"action": "skip", "submit_key": "x"},
    ],
)
def test_bad_posts_save_nothing(
    study: Study, rater: Person, client: Client, fields: dict[str, str]
) -> None:
    make_slots(study)
    answer = client.post(url_of(claimed(study, rater)), posted(**fields))
    assert answer.status_code == 422
    assert "Not saved" in answer.content.decode() or "errors" in answer.content.decode()
    assert not Rating.objects.exists()


def test_a_closed_study_says_that_it_did_not_save_and_keeps_the_answers(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    Study.objects.update(state="closed")
    answer = client.post(url_of(assignment), posted(**{"grounded-comment": "Kept"}))
    assert answer.status_code == 422
    assert "The study has been closed." in answer.content.decode()
    assignment.refresh_from_db()
    assert assignment.draft["grounded-comment"] == "Kept"


def test_evidence_is_found_in_the_transcript(study: Study, rater: Person, client: Client) -> None:
    make_slots(study)
    chosen = [{"side": "", "step": 4, "start": 7, "quote": "a refund of 64.00"}]
    fields = {
        "grounded-evidence": json.dumps(chosen),
        "correct_amount-quote": "Where is\n my refund?",
    }
    client.post(url_of(claimed(study, rater)), posted(**fields))
    evidence = {label.criterion.key: label.evidence for label in Label.objects.all()}
    assert evidence["grounded"] == [
        {"turn": 2, "step": 4, "start": 7, "end": 24, "quote": "a refund of 64.00"}
    ]
    assert evidence["correct_amount"] == [
        {"turn": 1, "step": 1, "start": 0, "end": 19, "quote": "Where is my refund?"}
    ]


# --- drafts, skipping, undo ---------------------------------------------------------------


def test_a_draft_is_there_again_on_reload(study: Study, rater: Person, client: Client) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    fields = posted("cant_tell", **{"grounded-comment": "Half a thought", "active_ms": "5000"})
    before = assignment.expires_at
    assert client.post(url_of(assignment, "item_draft"), fields).status_code == 204
    text = client.get(url_of(assignment)).content.decode()
    assert "Half a thought" in text
    assert text.count('data-key="c" checked') == 2
    assert 'name="active_ms" value="5000"' in text
    assignment.refresh_from_db()
    assert assignment.expires_at > before
    assert not Rating.objects.exists()


def test_a_finished_item_takes_no_draft(study: Study, rater: Person, client: Client) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    rate(assignment)
    assert client.post(url_of(assignment, "item_draft"), posted()).status_code == 409


def test_skipping_and_leaving_give_the_place_back(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 2)
    skipped = claimed(study, rater)
    fields = posted(action="skip", skip_reason="Something else", skip_note="torn off")
    client.post(url_of(skipped), fields)
    left = claimed(study, rater)
    assert left != skipped
    client.post(url_of(left), posted(action="opt_out"))
    assert list(Rating.objects.order_by("pk").values_list("outcome", "reason")) == [
        ("skipped", "Something else: torn off"),
        ("opted_out", ""),
    ]
    assert set(Slot.objects.values_list("state", flat=True)) == {"open"}
    assert not Label.objects.exists()
    assert client.get(url_of(skipped))["Location"] == reverse("rate_mine", args=[study.slug])


def test_undo_opens_the_last_item_with_its_answers(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 3)
    rate_next(study, rater, "PASS")
    last = rate_next(study, rater, "FAIL")
    answer = client.get(reverse("rate_last", args=[study.slug]))
    assert answer["Location"] == url_of(last)
    text = client.get(answer["Location"]).content.decode()
    assert len(re.findall(r'value="level:FAIL"[^>]*checked', text)) == 2
    assert "kept as a new revision" in text
    client.post(url_of(last), posted("level:PASS", base_revision="1"))
    last.refresh_from_db()
    assert last.rating is not None
    assert last.rating.revision == 2
    assert Label.objects.filter(item=last.item).count() == 4


def test_nothing_to_undo_is_said(study: Study, rater: Person, client: Client) -> None:
    answer = client.get(reverse("rate_last", args=[study.slug]), follow=True)
    assert "nothing to undo" in answer.content.decode()


def test_answers_of_a_closed_study_can_be_read_but_not_changed(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    mine = rate_next(study, rater)
    Study.objects.update(state="closed")
    text = client.get(url_of(mine)).content.decode()
    assert '<fieldset class="ask" disabled>' in text
    assert client.post(url_of(mine), posted(base_revision="1")).status_code == 422


def test_my_ratings_lists_what_i_answered(study: Study, rater: Person, client: Client) -> None:
    make_slots(study, 2)
    mine = rate_next(study, rater, "FAIL")
    other = rate_next(study, join(make_person(), study, "rater"))
    text = client.get(reverse("rate_mine", args=[study.slug])).content.decode()
    assert url_of(mine) in text
    assert str(other.token) not in text
    assert "<dd>No</dd>" in text


@pytest.mark.parametrize(
    ("state", "words"),
    [("paused", "The study is paused"), ("closed", "The study is closed"), ("open", "nothing to")],
)
def test_an_empty_queue_says_what_it_is(
    study: Study, rater: Person, client: Client, state: str, words: str
) -> None:
    Study.objects.update(state=state)
    text = client.get(reverse("rate_next", args=[study.slug])).content.decode()
    assert words in text


def test_a_late_submission_is_taken_when_nobody_else_has_the_place(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study)
    assignment = claimed(study, rater)
    past = timezone.now() - timedelta(hours=1)
    Assignment.objects.update(state="returned", slot=None, expires_at=past)
    Slot.objects.update(state="open")
    assert "Your time for this item ran out" in client.get(url_of(assignment)).content.decode()
    assert client.post(url_of(assignment), posted()).status_code == 302
    assert Slot.objects.filter(state="filled").count() == 1
