"""From one item to the next in a browser: the next one ready, what interrupts, and what is kept."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.items import add_turns
from cases.models import Criterion, Item, Person, Study
from raters.models import Assignment, Flag, Label, Rating
from tests.e2e.conftest import Visitor
from tests.e2e.test_rating import (
    add_items,
    add_pair,
    conversation,
    next_url,
    rater,
    select,
    study,
    wait_for_item,
)
from tests.make import join, make_case, make_person

__all__ = ["rater", "study"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

AHEAD = re.compile(r"/ahead/$")


def answer_all(page: Page) -> None:
    for _ in range(4):
        page.keyboard.press("2")
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")


def open_first(page: Page, visitor: Visitor, study: Study) -> None:
    with page.expect_response(AHEAD):
        page.goto(next_url(visitor, study))
    wait_for_item(page, 1)


# --- the next item, ready ------------------------------------------------------------------------


def test_the_next_item_stands_ready_and_the_answer_to_a_submission_is_small(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    answer_all(page)
    page.wait_for_function("document.readyState === 'complete'")
    with page.expect_response(lambda answer: "x-item-ready" in answer.headers) as answered:
        page.keyboard.press("Enter")
    body = answered.value.text()
    assert "BR-1002" not in body
    assert len(body) < 2_000
    wait_for_item(page, 2)
    second = Assignment.objects.get(item__rank=2)
    assert page.url.endswith(f"/{second.token}/")
    expect(page.locator(".work-progress")).to_contain_text("1 today")
    expect(page.locator("#announcer")).to_have_text("Saved. 1 rated today. Next item.")
    expect(page.locator(".question").first.locator("input").first).to_be_focused()
    page.go_back()
    wait_for_item(page, 1)
    expect(page.get_by_text("You have rated this item")).to_be_visible()
    page.go_forward()
    wait_for_item(page, 2)
    answer_all(page)
    page.keyboard.press("Enter")
    wait_for_item(page, 3)
    assert Rating.objects.count() == 2


def test_an_item_that_is_ready_but_no_longer_the_raters_is_not_shown(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    expect(page.locator("#work")).to_be_visible()
    page.wait_for_timeout(200)
    Assignment.objects.filter(item__rank=2).update(state="skipped", slot=None)
    answer_all(page)
    page.keyboard.press("Enter")
    wait_for_item(page, 3)
    assert Label.objects.count() == 4


def test_a_study_paused_meanwhile_hands_out_nothing_that_stood_ready(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    Study.objects.update(state="paused")
    answer_all(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="The study is paused")).to_be_visible()
    assert Rating.objects.count() == 1


def test_two_tabs_rate_each_item_once(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    other = page.context.new_page()
    open_first(other, visitor, study)
    answer_all(page)
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    answer_all(other)
    other.keyboard.press("Enter")
    expect(other.get_by_text("already rated this item in another window")).to_be_visible()
    expect(other.locator("[data-answered]")).to_have_text("4 of 4 answered")
    assert Rating.objects.count() == 1


# --- what was typed is kept ----------------------------------------------------------------------


def test_answers_given_after_the_log_in_ran_out_are_offered_on_return(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    Session.objects.all().delete()
    answer_all(page)
    page.keyboard.press("m")
    page.keyboard.type("Never sent.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("you have been logged out")).to_be_visible()
    expect(page.locator("#q-resolution textarea")).to_have_value("Never sent.")
    page.get_by_role("link", name="log in again").click()
    page.get_by_label("Username").fill("ruth")
    page.get_by_label("Password").fill("quiet-river-42")
    page.keyboard.press("Enter")
    wait_for_item(page, 1)
    expect(page.locator("[data-answered]")).to_have_text("0 of 4 answered")
    page.get_by_role("button", name="Put them back").press("Enter")
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    expect(page.locator("#q-resolution textarea")).to_have_value("Never sent.")
    page.keyboard.press("Control+Enter")
    wait_for_item(page, 2)
    assert Label.objects.get(criterion__key="resolution").comment == "Never sent."
    assert page.evaluate("Object.keys(localStorage)") == []


def test_a_form_older_than_the_log_in_keeps_its_answers(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    page.evaluate(
        "document.querySelector('#rating [name=csrfmiddlewaretoken]').value = 'x'.repeat(64)"
    )
    answer_all(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("since this page was loaded")).to_be_visible()
    page.get_by_role("link", name="load the page again").click()
    page.get_by_role("button", name="Put them back").click()
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    assert visitor.problems
    assert all("403" in text or "Response Status" in text for text in visitor.problems)
    visitor.problems.clear()


def test_what_was_kept_can_be_dropped(visitor: Visitor, study: Study, rater: Person) -> None:
    (item,) = add_items(study, 1)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    token = Assignment.objects.get(item=item).token
    kept = '{"at": 0, "answers": [["grounded-comment", "old"]]}'
    page.evaluate("([k, v]) => localStorage.setItem(k, v)", [f"calibrant:answers:{token}", kept])
    page.reload()
    page.get_by_role("button", name="Drop them").click()
    page.reload()
    wait_for_item(page, 1)
    expect(page.locator("#kept-here")).to_be_hidden()
    expect(page.locator("#q-grounded textarea")).to_have_value("")


# --- flags, warnings, breaks ---------------------------------------------------------------------


def test_an_item_is_flagged_by_keyboard_while_it_is_rated(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    page.keyboard.press("2")
    page.keyboard.press("g")
    page.keyboard.type("The total is in two currencies.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Flagged for the leads").first).to_be_visible()
    assert Flag.objects.get().note == "The total is in two currencies."
    expect(page.locator("#q-correct_amount").get_by_label("Yes")).to_be_checked()
    expect(page.locator(".question.wrong")).to_have_count(0)
    page.reload()
    page.keyboard.press("g")
    expect(page.get_by_role("button", name="Take the flag back")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_label("What should they look at?")).to_be_attached()
    assert not Flag.objects.exists()
    assert not Rating.objects.exists()


@pytest.mark.parametrize("script", [True, False])
def test_a_sensitive_item_is_not_there_until_it_is_asked_for(
    visitor: Visitor, study: Study, rater: Person, script: bool
) -> None:
    Study.objects.update(content_warning="Talks about an accident.")
    items = add_items(study, 4)
    Item.objects.filter(pk__in=[item.pk for item in items]).update(sensitive=True)
    page = visitor.open(rater, java_script_enabled=script)
    page.goto(next_url(visitor, study))
    expect(page.get_by_text("Talks about an accident.")).to_be_visible()
    assert "BR-1001" not in page.content()
    first = page.locator("#work").get_attribute("data-item")
    page.get_by_role("button", name="I’d rather not read this").click()
    expect(page.locator(f"#work:not([data-item='{first}'])")).to_be_visible()
    expect(page.get_by_role("heading", name="This one may be hard to read")).to_be_visible()
    assert Rating.objects.get().outcome == "opted_out"
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1002")
    page.reload()
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1002")
    for question in page.locator(".question").all():
        question.get_by_label("Yes").check()
    page.get_by_role("button", name="Submit").click()
    page.get_by_label("Don’t warn me again").check()
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1003")
    page.reload()
    for question in page.locator(".question").all():
        question.get_by_label("Yes").check()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1004")


def test_a_break_is_suggested_after_active_time_and_not_while_somebody_types(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    Study.objects.update(break_minutes=2)
    add_items(study, 2)
    page = visitor.open(rater)
    page.clock.install()
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    page.keyboard.press("2")
    page.clock.run_for(50_000)
    # Idle from here on: only the minute after the last key counts.
    page.clock.run_for(200_000)
    expect(page.locator("#break")).to_be_hidden()
    page.keyboard.press("m")
    for _ in range(3):
        page.keyboard.type("x")
        page.clock.run_for(40_000)
    expect(page.locator("#break")).to_be_hidden()
    page.keyboard.press("Escape")
    page.clock.run_for(2_000)
    expect(page.locator("#break")).to_contain_text("rating for 2 minutes")
    page.get_by_role("button", name="Go on").click()
    page.clock.run_for(30_000)
    expect(page.locator("#break")).to_be_hidden()


def test_time_away_is_not_time_at_work(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 1)
    page = visitor.open(rater)
    page.clock.install()
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    answer_all(page)
    page.clock.run_for(3_600_000)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    spent = Rating.objects.get().active_ms
    assert spent is not None
    assert 55_000 <= spent <= 75_000


# --- formats and states --------------------------------------------------------------------------


def test_the_rated_turn_is_in_view_and_its_context_can_be_hidden(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    turns = [turn for n in range(1, 9) for turn in _numbered(n)]
    add_turns(study=study, turns=[(make_case(study, turns), 14)])
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    expect(page.locator("#turn-14")).to_be_in_viewport()
    expect(page.locator("[data-transcript]")).not_to_contain_text("BR-1008")
    expect(page.get_by_text("BR-1006").first).to_be_attached()
    page.get_by_label("Hide the context").check()
    expect(page.locator("#turn-2")).to_be_hidden()
    expect(page.locator("#turn-14")).to_be_visible()


def _numbered(n: int) -> list[Any]:
    """The n-th exchange of one long case."""
    made = []
    for turn in conversation(n):
        steps = tuple(replace(step, index=step.index + 6 * (n - 1)) for step in turn.steps)
        made.append(replace(turn, index=turn.index + 2 * (n - 1), steps=steps))
    return made


def test_an_answer_beyond_the_ninth_has_a_key_of_its_own(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    levels = [{"value": f"L{n}", "label": f"Level {n}", "text": "So."} for n in range(1, 13)]
    Criterion.objects.update(levels=levels, scale="nominal")
    add_items(study, 1)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    for key in ["9", "0", "a", "b", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    values = Label.objects.order_by("criterion__position").values_list("value", flat=True)
    assert list(values) == ["L9", "L10", "L11", "L12"]


def test_a_mark_in_the_transcript_leads_to_its_quote_and_back(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 1)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    page.keyboard.press("2")
    select(page, 6, "refunded 21.00 EUR")
    page.keyboard.press("e")
    marked = page.get_by_role("button", name="Evidence for question 2: go to the quote")
    marked.click()
    quote = page.locator("#q-grounded [data-go-quote]")
    expect(quote).to_be_focused()
    quote.press("Enter")
    expect(page.locator("#step-6.at")).to_be_in_viewport()


def test_sides_scroll_together_unless_asked_not_to(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_pair(study)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    own = "getComputedStyle(document.querySelector('.side')).overflowY"
    assert page.evaluate(own) == "visible"
    page.get_by_label("Scroll each answer by itself").check()
    assert page.evaluate(own) == "auto"


@pytest.mark.parametrize("width", ["1440", "390"])
def test_further_states_are_accessible(
    visitor: Visitor,
    study: Study,
    rater: Person,
    check_schemes: Callable[[Page, str], None],
    width: str,
) -> None:
    Study.objects.update(content_warning="Talks about an accident.")
    page = visitor.open(rater, width=width)

    def check(name: str) -> None:
        check_schemes(page, f"{name}-{width}")

    turns = [turn for n in range(1, 3) for turn in _numbered(n)]
    (one,) = add_turns(study=study, turns=[(make_case(study, turns), 4)])
    page.goto(next_url(visitor, study))
    expect(page.locator(".turn-rated")).to_be_visible()
    check("turn")
    check("turn-full")
    Item.objects.filter(pk=one.pk).update(sensitive=True)
    page.reload()
    check("veil")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("[data-answered]")).to_have_text("0 of 4 answered")
    page.keyboard.press("g")
    page.keyboard.type("Two currencies")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take the flag back")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("Flagged for the leads")
    page.evaluate("document.getElementById('kept-here').hidden = false")
    page.evaluate("document.getElementById('break').hidden = false")
    page.evaluate("document.getElementById('not-sent').hidden = false")
    page.evaluate("document.querySelector('[data-not-sent=login]').hidden = false")
    check("notices")
    for key in ["1", "2", "2", "2", "m"]:
        page.keyboard.press(key)
    page.keyboard.type("Wrong total.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    check("finished")
    page.goto(visitor.url + reverse("rate_mine", args=[study.slug]) + "?q=total&commented=yes")
    expect(page.get_by_text("flagged", exact=True)).to_be_visible()
    check("mine-found")
    page.goto(visitor.url + reverse("rate_mine", args=[study.slug]) + "?q=nothing")
    check("mine-none")
    lead = join(make_person("leon"), study, "lead")
    page = visitor.open(lead, width=width)
    page.goto(visitor.url + reverse("flag_list", args=[study.slug]))
    check("flags")
    page.get_by_role("button", name="Resolve").click()
    page.goto(visitor.url + reverse("turn_list", args=[study.slug]))
    check("turns")
    assert Flag.objects.filter(resolved_by=lead, resolved_at__lte=timezone.now()).exists()


def test_on_a_phone_the_next_item_begins_at_its_top(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater, width="390")
    open_first(page, visitor, study)
    answer_all(page)
    assert page.evaluate("scrollY") > 200
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    assert page.evaluate("scrollY") == 0
    page.get_by_role("link", name="Questions").click()
    expect(page.locator(".question").first).to_be_in_viewport()
