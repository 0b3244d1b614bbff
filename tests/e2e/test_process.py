"""Trajectories in a browser: by keyboard alone, by touch, without script, long ones."""

import re
from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Item, Person, Study
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn
from raters.models import FirstError, Rating, StepLabel
from tests.e2e.conftest import Visitor
from tests.e2e.test_rating import conversation, next_url, select
from tests.make import join, make_case, make_item, make_person, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    cache.clear()
    return make_study("refunds", description="Refund requests of a shop for household goods.")


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater", guidelines_read_at=timezone.now())


def add(study: Study, *transcripts: list[Turn]) -> list[Item]:
    items = [
        make_item(study, make_case(study, turns), kind=Item.Kind.PROCESS, rank=n)
        for n, turns in enumerate(transcripts)
    ]
    items_added.send(sender=Study, study=study, items=items)
    return items


def handed_over(number: int) -> list[Turn]:
    """Agent steps 2, 4 and 6 of refunds_agent, 8 and 9 of care_agent; 3 and 5 are results."""
    turns = conversation(number)
    thanks = Step(7, StepKind.SAY, "user", text="Thanks. Can somebody pick the kettle up?")
    more = (
        Step(8, StepKind.TRANSFER, "refunds_agent", text="care_agent"),
        Step(9, StepKind.SAY, "care_agent", text="We will pick it up tomorrow at nine."),
    )
    return [*turns, Turn(3, "user", (thanks,)), Turn(4, "agent", more)]


def endless(steps: int) -> list[Turn]:
    """`steps` calls with their results, so twice as many steps."""
    calls = []
    for n in range(steps):
        at = 2 + 2 * n
        calls.append(Step(at, StepKind.CALL, "desk", tool="list_orders", data={"p": n}, call=n))
        calls.append(
            Step(at + 1, StepKind.RESULT, "desk", tool="list_orders", data={"page": n}, call=n)
        )
    opening = Step(1, StepKind.SAY, "user", text="Which of my orders is late?")
    return [Turn(1, "user", (opening,)), Turn(2, "agent", tuple(calls))]


def at_step(page: Page, number: int) -> None:
    """Wait until the keys are for this step."""
    expect(page.locator(f"#step-{number} .step-label")).to_be_visible()
    expect(page.locator(".step.at")).to_have_id(f"step-{number}")


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def labels(rating: Rating) -> dict[int, str]:
    return {one.step: one.value for one in rating.step_labels.all()}


def test_two_trajectories_by_keyboard_alone(visitor: Visitor, study: Study, rater: Person) -> None:
    add(study, handed_over(1), handed_over(2))
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    at_step(page, 2)
    page.keyboard.press("1")
    at_step(page, 4)
    page.keyboard.press("3")
    at_step(page, 6)
    # Back, and forward again, over steps that take no label.
    press(page, "k")
    at_step(page, 4)
    press(page, "f")
    expect(page.locator("#step-4 .categories")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("made by refunds_agent")
    press(page, "4")
    at_step(page, 6)
    expect(page.locator("[data-responsible]")).to_have_text("Responsible agent: refunds_agent")
    expect(page.locator("[data-answered]")).to_have_text("2 of 5 steps, first error said")
    press(page, "2 4")
    at_step(page, 9)
    # All the rest, taken back, and given after all.
    press(page, "a")
    expect(page.locator("[data-answered]")).to_have_text("5 of 5 steps, first error said")
    press(page, "a")
    expect(page.locator("[data-answered]")).to_have_text("4 of 5 steps, first error said")
    press(page, "a")
    select(page, 6, "refunded 21.00 EUR")
    press(page, "e m")
    page.keyboard.type("1 x a f are words here")
    press(page, "Escape ?")
    expect(page.locator("#help")).to_contain_text("All the other steps are needed")
    press(page, "Escape")
    expect(page.locator("#help")).to_be_hidden()
    press(page, "Enter")
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1002")
    at_step(page, 2)

    # The second: missing things come back; no error.
    press(page, "1 1 1 1 Enter")
    expect(page.get_by_text("Step 9: choose a label.")).to_be_visible()
    expect(page.get_by_text("Say which step is the first error")).to_be_visible()
    expect(page.locator("#step-8 input:checked")).to_have_value("NEEDED")
    at_step(page, 9)
    press(page, "1 x Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()

    first, second = Rating.objects.order_by("pk")
    assert labels(first) == {2: "NEEDED", 4: "HARMFUL", 6: "REDUNDANT", 8: "RECOVERY", 9: "NEEDED"}
    error = first.first_error
    assert (error.step, error.category, error.agent) == (4, "bad_arguments", "refunds_agent")
    assert error.comment == "1 x a f are words here"
    assert [quote["quote"] for quote in error.evidence] == ["refunded 21.00 EUR"]
    assert set(labels(second).values()) == {"NEEDED"}
    assert second.first_error.state == FirstError.State.NONE


def test_a_draft_survives_a_reload_and_undo_opens_what_was_sent(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add(study, handed_over(1))
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    at_step(page, 2)
    with page.expect_response(re.compile(r"/draft/$")) as draft:
        press(page, "2 f 6")
    assert draft.value.status == 204
    page.wait_for_timeout(1500)
    page.reload()
    expect(page.locator("#step-2 .step-label input:checked")).to_have_value("REDUNDANT")
    expect(page.locator("#step-4 .categories input:checked")).to_have_value("loop")
    press(page, "a c Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    press(page, "u")
    expect(page.get_by_text("kept as a new revision")).to_be_visible()
    expect(page.locator("#step-2 .step-label input:checked")).to_have_value("REDUNDANT")
    expect(page.locator("#step-9 .step-label input:checked")).to_have_value("NEEDED")
    assert FirstError.objects.get().state == FirstError.State.CANT_TELL


def test_a_trajectory_without_script(visitor: Visitor, study: Study, rater: Person) -> None:
    add(study, handed_over(1))
    page = visitor.open(rater, java_script_enabled=False)
    page.goto(next_url(visitor, study))
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Steps 2, 4, 6, 8 and 9: choose a label.")).to_be_visible()
    step = page.get_by_role("group", name="Step 8: Hands over care_agent")
    step.get_by_label("Redundant").check(force=True)
    page.get_by_label("All the other steps are needed").check()
    page.get_by_label("At this step").check()
    page.get_by_label("Step of the first error").select_option("9")
    page.get_by_label("Not grounded").check(force=True)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    assert labels(Rating.objects.get())[8] == "REDUNDANT"
    assert FirstError.objects.get().agent == "care_agent"


def test_by_touch_the_kind_of_error_is_chosen_at_the_step(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add(study, handed_over(1))
    page = visitor.open(rater, width="390", has_touch=True)
    page.goto(next_url(visitor, study))
    step = page.locator("#step-4")
    step.get_by_role("button", name="First error").tap()
    step.locator(".mark", has_text="Wrong tool").tap()
    step.locator(".mark", has_text="Harmful").tap()
    page.get_by_label("All the other steps are needed").check()
    page.get_by_role("button", name="Submit").tap()
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    assert FirstError.objects.get().category == "wrong_tool"
    assert StepLabel.objects.filter(value="HARMFUL").get().step == 4


def test_a_long_trajectory_keeps_labels_of_steps_out_of_sight(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add(study, endless(250))
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    at_step(page, 2)
    assert page.locator(".transcript .step-label").count() < 250
    press(page, "2 2")
    at_step(page, 6)
    # The last stands in a part that has to come first.
    page.get_by_label("Step of the first error").select_option("500")
    expect(page.locator("#step-500 .categories")).to_be_visible()
    page.locator("#step-500 .mark", has_text="Went in a loop").click()
    press(page, "a Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    given = labels(Rating.objects.get())
    assert len(given) == 250
    assert [given[2], given[4], given[6], given[500]] == ["REDUNDANT"] * 2 + ["NEEDED"] * 2
    assert FirstError.objects.get().step == 500


@pytest.mark.parametrize("width", ["1440", "390"])
def test_how_a_trajectory_looks(
    visitor: Visitor,
    study: Study,
    rater: Person,
    check_schemes: Callable[[Page, str], None],
    width: str,
) -> None:
    arabic = [
        Turn(1, "user", (Step(1, StepKind.SAY, "user", text="أين المبلغ المسترد؟"),)),
        Turn(2, "agent", (Step(2, StepKind.SAY, "refunds_agent", text="أرسلناه أمس."),)),
    ]
    add(study, handed_over(1), arabic)
    page = visitor.open(rater, width=width)
    page.goto(next_url(visitor, study))
    at_step(page, 2)
    check_schemes(page, f"process-{width}")
    press(page, "1 3 k f")
    check_schemes(page, f"process-error-{width}")
    press(page, "4 2")
    check_schemes(page, f"process-full-{width}")
    press(page, "a Enter")
    expect(page.locator("[data-transcript]")).to_contain_text("أرسلناه")
    page.evaluate("document.documentElement.dir = 'rtl'")
    check_schemes(page, f"process-rtl-{width}")
    page.goto(visitor.url + reverse("rate_mine", args=[study.slug]))
    check_schemes(page, f"process-mine-{width}")


def test_how_making_process_items_looks(
    visitor: Visitor, study: Study, check_page: Callable[[Page, str], None]
) -> None:
    lead = join(make_person("leon"), study, "lead")
    make_case(study, handed_over(1))
    add(study, handed_over(2))
    for width in ("1440", "390"):
        page = visitor.open(lead, width=width)
        page.goto(visitor.url + reverse("process_list", args=[study.slug]))
        check_page(page, f"process-list-{width}")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_text("1 of 1 case that can be made process items")).to_be_visible()
        check_page(page, f"process-list-found-{width}")
