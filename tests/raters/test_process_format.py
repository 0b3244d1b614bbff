"""Trajectories as raters post them and get them back."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.errors import BadInput
from cases.known_answers import ProcessAnswer, make_gold, make_training
from cases.models import Item, Person, Study
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn
from raters.known_answers import all_outcomes
from raters.models import Assignment, FirstError, Label, Rating, StepLabel
from raters.process_ratings import ErrorFound, record_process
from raters.training import begin
from tests.make import make_case, make_item
from tests.raters.answers import rate
from tests.raters.posts import HTMX, claimed, posted, ready_client, url_of

pytestmark = pytest.mark.django_db


def trajectory() -> list[Turn]:
    """Agent steps 2, 4, 5 and 6, of two agents."""
    return [
        Turn(1, "user", (Step(1, StepKind.SAY, "user", text="My kettle is <broken>."),)),
        Turn(
            2,
            "agent",
            (
                Step(2, StepKind.CALL, "desk", tool="lookup_order", data={"id": 7}, call=1),
                Step(3, StepKind.RESULT, "desk", tool="lookup_order", data={"total": 64}, call=1),
                Step(4, StepKind.TRANSFER, "desk", text="refunds"),
                Step(5, StepKind.CALL, "refunds", tool="issue_refund", data={"sum": 46}, call=2),
                Step(6, StepKind.SAY, "refunds", text="I refunded 46.00 to your card."),
            ),
        ),
    ]


LABELS = {"step-2": "NEEDED", "step-4": "REDUNDANT", "step-5": "HARMFUL", "step-6": "NEEDED"}
ERROR = {
    "first_error-state": "found",
    "first_error-step": "5",
    "first_error-category": "bad_arguments",
}


def answers(**fields: str) -> dict[str, str]:
    base = posted()
    kept = {name: base[name] for name in ("submit_key", "base_revision", "active_ms")}
    given = kept | LABELS | ERROR | {name.replace("__", "-"): v for name, v in fields.items()}
    return {name: value for name, value in given.items() if value}


@pytest.fixture
def client(study: Study, rater: Person) -> Client:
    item = make_item(study, make_case(study, trajectory()), kind=Item.Kind.PROCESS)
    items_added.send(sender=Study, study=study, items=[item])
    return ready_client(rater)


@pytest.fixture
def assignment(client: Client, study: Study, rater: Person) -> Assignment:
    return claimed(study, rater)


def checked(page: str) -> set[str]:
    fields = re.findall(r"<input [^>]*checked>", page)
    return {
        f"{re.search('name="([^"]+)"', f)[1]}={re.search('value="([^"]+)"', f)[1]}"  # type: ignore[index]
        for f in fields
    }


def test_the_page_asks_for_the_agents_steps_and_no_question_of_the_rubric(
    client: Client, assignment: Assignment
) -> None:
    page = client.get(url_of(assignment)).content.decode()
    assert re.findall(r'data-label-step="(\d+)"', page) == ["2", "4", "5", "6"]
    assert "grounded-answer" not in page
    assert checked(page) == set()
    assert "Step 5 · Tool call issue_refund · refunds" in page


def test_labels_and_the_first_error_are_kept_with_the_author_of_the_step(
    client: Client, assignment: Assignment, study: Study
) -> None:
    response = client.post(url_of(assignment), answers(first_error__agent="somebody"), **HTMX)
    assert response.status_code == 200
    rating = Rating.objects.get()
    given = {one.step: one.value for one in rating.step_labels.all()}
    assert given == {2: "NEEDED", 4: "REDUNDANT", 5: "HARMFUL", 6: "NEEDED"}
    error = rating.first_error
    assert (error.state, error.step, error.category) == ("found", 5, "bad_arguments")
    assert error.agent == "refunds"
    assert not Label.objects.exists()
    assignment.refresh_from_db()
    assert assignment.state == Assignment.State.FINISHED


@pytest.mark.parametrize("state", ["none", "cant_tell"])
def test_without_an_error_the_step_and_kind_chosen_before_do_not_count(
    client: Client, assignment: Assignment, state: str
) -> None:
    client.post(url_of(assignment), answers(first_error__state=state), **HTMX)
    error = FirstError.objects.get()
    assert (error.state, error.step, error.category, error.agent) == (state, None, "", "")


def test_all_the_other_steps_are_needed(client: Client, assignment: Assignment) -> None:
    fields = answers(step__2="", step__6="", rest_needed="1")
    assert client.post(url_of(assignment), fields, **HTMX).status_code == 200
    given = dict(StepLabel.objects.values_list("step", "value"))
    assert given == {2: "NEEDED", 4: "REDUNDANT", 5: "HARMFUL", 6: "NEEDED"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"step__2": "", "step__6": ""}, "Steps 2 and 6: choose a label."),
        ({"step__2": "GOOD"}, "Step 2: &#x27;GOOD&#x27; is not a label of a step."),
        ({"step__3": "NEEDED"}, "Step 3: not a step of the agent, so it takes no label."),
        ({"first_error__state": ""}, "Say which step is the first error"),
        ({"first_error__step": "3"}, "Choose the step of the agent that is the first error."),
        ({"first_error__step": ""}, "Choose the step of the agent that is the first error."),
        ({"first_error__category": "rude"}, "Choose what kind of error it is."),
        ({"first_error__quote": "no such words"}, "is not in the transcript"),
        ({"first_error__evidence": "{"}, "The evidence could not be read; quote it again."),
        ({"first_error__comment": "x" * 20_001}, "The comment has 20001 characters"),
    ],
)
def test_what_cannot_be_kept_comes_back_with_everything_else(
    client: Client, assignment: Assignment, fields: dict[str, str], said: str
) -> None:
    sent = answers(**({"first_error__comment": "See step 5."} | fields))
    response = client.post(url_of(assignment), sent, **HTMX)
    page = response.content.decode()
    assert response.status_code == 422
    assert said in page
    assert "step-4=REDUNDANT" in checked(page)
    assert sent["first_error-comment"] in page
    assert not Rating.objects.exists()
    assignment.refresh_from_db()
    assert assignment.draft["step-4"] == "REDUNDANT"


def test_the_same_form_twice_makes_one_rating(client: Client, assignment: Assignment) -> None:
    fields = answers()
    client.post(url_of(assignment), fields, **HTMX)
    client.post(url_of(assignment), fields, **HTMX)
    assert Rating.objects.count() == 1
    assert StepLabel.objects.count() == 4


def test_a_change_is_a_new_revision_and_a_forgotten_window_asks_first(
    client: Client, assignment: Assignment
) -> None:
    client.post(url_of(assignment), answers(), **HTMX)
    page = client.get(url_of(assignment)).content.decode()
    found = {f"{name}={value}" for name, value in (LABELS | ERROR).items()}
    assert checked(page) == found - {"first_error-step=5"}
    assert "Responsible agent: <b><bdi data-agent-name>refunds</bdi>" in page
    stale = client.post(url_of(assignment), answers(), **HTMX)
    assert stale.status_code == 422
    assert "already rated this item in another window" in stale.content.decode()
    change = answers(first_error__state="none", base_revision="1")
    assert client.post(url_of(assignment), change, **HTMX).status_code == 200
    assignment.refresh_from_db()
    assert assignment.rating is not None
    assert (assignment.rating.revision, assignment.rating.first_error.state) == (2, "none")


def test_drafts_come_back(client: Client, assignment: Assignment) -> None:
    fields = answers(step__6="", rest_needed="1", step__2="GOOD", first_error__comment="46, not 64")
    assert client.post(url_of(assignment, "item_draft"), fields).status_code == 204
    page = client.get(url_of(assignment)).content.decode()
    assert {"step-4=REDUNDANT", "rest_needed=1", "first_error-state=found"} <= checked(page)
    assert "step-2=NEEDED" not in checked(page)
    assert "46, not 64" in page


def test_a_very_long_trajectory_is_sent_whole(study: Study, rater: Person) -> None:
    steps = tuple(Step(n, StepKind.SAY, "desk", text="Again.") for n in range(1, 1_201))
    item = make_item(study, make_case(study, [Turn(1, "agent", steps)]), kind=Item.Kind.PROCESS)
    items_added.send(sender=Study, study=study, items=[item])
    client = ready_client(rater)
    kept = posted()
    fields = {name: kept[name] for name in ("submit_key", "base_revision", "active_ms")}
    fields |= {f"step-{step.index}": "REDUNDANT" for step in steps}
    fields |= {"first_error-state": "none"}
    assert client.post(url_of(claimed(study, rater)), fields, **HTMX).status_code == 200
    assert StepLabel.objects.count() == 1_200


def test_evidence_is_found_in_the_case(client: Client, assignment: Assignment) -> None:
    client.post(url_of(assignment), answers(first_error__quote="refunded 46.00"), **HTMX)
    (quote,) = FirstError.objects.get().evidence
    assert quote == {"turn": 2, "step": 6, "start": 2, "end": 16, "quote": "refunded 46.00"}


def test_an_error_on_a_needed_step_is_only_pointed_out(
    client: Client, assignment: Assignment
) -> None:
    note = "data-needed-note hidden"
    assert note in client.get(url_of(assignment)).content.decode()
    assert client.post(url_of(assignment), answers(step__5="NEEDED"), **HTMX).status_code == 200
    assert note not in client.get(url_of(assignment)).content.decode()


def test_the_list_of_own_ratings_says_what_was_answered(
    client: Client, study: Study, assignment: Assignment
) -> None:
    client.post(url_of(assignment), answers(), **HTMX)
    page = client.get(reverse("rate_mine", args=[study.slug])).content.decode()
    assert "2 needed, 1 redundant, 1 harmful" in page
    assert "Step 5 (refunds): Bad arguments" in page


def test_no_format_takes_the_answers_of_another(
    client: Client, assignment: Assignment, study: Study, rater: Person
) -> None:
    with pytest.raises(BadInput, match="rated step by step"):
        rate(assignment)
    item = make_item(study)
    items_added.send(sender=Study, study=study, items=[item])
    client.post(url_of(assignment), answers(), **HTMX)
    other = claimed(study, rater)
    with pytest.raises(BadInput, match="is not rated step by step"):
        record_process(
            assignment=other,
            submit_key=other.token,
            labels={2: "NEEDED", 4: "NEEDED"},
            error=ErrorFound("none"),
        )


def test_the_guidelines_say_what_the_labels_mean_where_they_are_asked_for(
    client: Client, study: Study
) -> None:
    url = reverse("guidelines", args=[study.slug])
    assert "It put an earlier mistake right." in client.get(url).content.decode()
    Item.objects.update(kind=Item.Kind.ABSOLUTE)
    assert "It put an earlier mistake right." not in client.get(url).content.decode()


KNOWN = ProcessAnswer(
    first_error=5, category="bad_arguments", steps={5: "HARMFUL"}, explanation="64 was owed."
)


def test_after_a_training_item_the_known_answers_are_shown(
    study: Study, rater: Person, lead: Person
) -> None:
    item = make_item(study, make_case(study, trajectory()), kind=Item.Kind.PROCESS)
    make_training(item=item, process=KNOWN, actor=lead)
    client = ready_client(rater)
    assignment = begin(study=study, rater=rater)
    assert assignment is not None
    sent = answers(first_error__category="policy")
    page = client.post(url_of(assignment), sent, **HTMX).content.decode()
    assert "2 of 3 right" in page
    assert "64 was owed." in page


@pytest.mark.parametrize(
    ("fields", "missed", "met"),
    [
        ({}, False, True),
        ({"first_error__step": "2"}, True, False),
        ({"step__5": "NEEDED"}, True, False),
        ({"first_error__state": "none"}, True, False),
        ({"first_error__state": "cant_tell"}, False, True),
    ],
)
def test_a_hidden_trajectory_is_missed_when_an_answer_differs(
    study: Study, rater: Person, lead: Person, fields: dict[str, str], missed: bool, met: bool
) -> None:
    item = make_item(study, make_case(study, trajectory()), kind=Item.Kind.PROCESS)
    make_gold(item=item, process=KNOWN, actor=lead)
    now = timezone.now()
    assignment = Assignment.objects.create(
        item=item, rater=rater, leased_at=now, expires_at=now + timedelta(hours=1)
    )
    ready_client(rater).post(url_of(assignment), answers(**fields), **HTMX)
    (outcome,) = all_outcomes(study)
    assert (outcome.missed, outcome.met) == (missed, met)
