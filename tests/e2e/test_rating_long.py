"""Raters read long transcripts: search, parts that come later, evidence from all of them."""

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Item, Person, Study
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn
from raters.models import Label
from tests.e2e.conftest import Visitor
from tests.make import join, make_case, make_item, make_person, make_study
from tests.transcripts import long_turns, mixed_turns

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    cache.clear()
    return make_study("refunds")


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater", guidelines_read_at=timezone.now())


def add(study: Study, turns: list[Turn], **fields: object) -> Item:
    item = make_item(study, make_case(study, turns), **fields)
    items_added.send(sender=Study, study=study, items=[item])
    return item


def begin(visitor: Visitor, study: Study, rater: Person) -> Page:
    page = visitor.open(rater)
    page.goto(visitor.url + reverse("rate_next", args=[study.slug]))
    expect(page.locator("[data-answered]")).to_contain_text("answered")
    return page


def select(page: Page, step: int, words: str) -> None:
    """Select the last place of `words` within one text node of a step."""
    page.evaluate(
        """([step, words]) => {
          const el = document.querySelector(`[data-transcript] [data-step="${step}"]`);
          const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
          let found = null;
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.lastIndexOf(words);
            if (at >= 0) found = [node, at];
          }
          const [node, at] = found;
          document.getSelection().setBaseAndExtent(node, at, node, at + words.length);
        }""",
        [step, words],
    )


def evidence(page: Page) -> list[dict[str, object]]:
    """Submit with a pass for both questions; the first one's evidence as it was kept."""
    page.keyboard.press("2")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    found: list[dict[str, object]] = Label.objects.order_by("criterion__position")[0].evidence
    return found


def test_evidence_from_a_part_that_came_later(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    turns = long_turns(1000)
    add(study, turns)
    page = begin(visitor, study, rater)
    expect(page.locator("#step-1000")).to_have_count(0)
    page.keyboard.press("/")
    page.keyboard.type("All of them")
    expect(page.locator("[data-find-count]")).to_have_text("1 match in 1 step")
    page.keyboard.press("Enter")
    expect(page.locator("#step-1000.at")).to_be_in_viewport()
    page.keyboard.press("Escape")
    select(page, 1000, "at the depot")
    page.keyboard.press("e")
    assert page.evaluate("[...CSS.highlights.get('evidence')].map(r => r.toString())") == [
        "at the depot"
    ]
    assert evidence(page) == [
        {"turn": 2, "step": 1000, "start": 16, "end": 28, "quote": "at the depot"}
    ]


def test_drafted_evidence_is_painted_when_its_part_comes(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add(study, long_turns(1000))
    page = begin(visitor, study, rater)
    page.goto(page.url + "#step-1000")
    expect(page.locator("#step-1000.at")).to_be_in_viewport()
    select(page, 1000, "All of them")
    with page.expect_response(lambda answer: answer.url.endswith("/draft/")):
        page.keyboard.press("e")
    page.goto(page.url.split("#")[0])
    expect(page.locator(".quotes q").first).to_have_text("All of them")
    painted = "[...CSS.highlights.get('evidence')].map(r => r.toString())"
    assert page.evaluate(painted) == []
    page.keyboard.press("/")
    page.keyboard.type("All of them")
    expect(page.locator("[data-find-count]")).to_have_text("1 match in 1 step")
    page.keyboard.press("Enter")
    expect(page.locator("#step-1000.at")).to_be_in_viewport()
    assert page.evaluate(painted) == ["All of them"]


def test_evidence_from_the_end_of_a_clipped_text_and_from_a_result_shown_whole(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    text = "Said again and again. " * 10_000
    first, *rest = mixed_turns()
    add(study, [first, Turn(2, "user", (Step(3, StepKind.SAY, "user", text=text),)), *rest[1:]])
    page = begin(visitor, study, rater)
    expect(page.locator("[data-step='3'] .cut")).to_contain_text("characters cut")
    select(page, 3, "and again. ")
    page.keyboard.press("e")
    start = len(text) - len("and again. ")
    assert evidence(page) == [
        {"turn": 2, "step": 3, "start": start, "end": start + 10, "quote": "and again."}
    ]


def test_a_whole_result_is_loaded_and_quoted(visitor: Visitor, study: Study, rater: Person) -> None:
    add(study, mixed_turns())
    page = begin(visitor, study, rater)
    page.locator("#step-6 summary").click()
    page.get_by_role("link", name="Show the whole result").click()
    expect(page.locator("#step-6")).to_contain_text("BR-1040")
    page.keyboard.press("j")
    page.keyboard.press("k")
    select(page, 6, "BR-1040")
    page.keyboard.press("e")
    (found,) = evidence(page)
    assert (found["step"], found["quote"]) == (6, "BR-1040")
    assert found["start"] is not None


def test_searching_takes_no_key_from_rating(visitor: Visitor, study: Study, rater: Person) -> None:
    add(study, mixed_turns())
    page = begin(visitor, study, rater)
    page.keyboard.press("/")
    page.keyboard.type("2 c e s u news")
    expect(page.locator("[data-find-count]")).to_have_text("No match")
    expect(page.locator("[data-answered]")).to_have_text("0 of 2 answered")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("news")
    page.keyboard.press("Enter")
    expect(page.locator("[data-find-count]")).to_have_text("1 of 1, step 9")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("[data-answered]")).to_have_text("1 of 2 answered")
    page.keyboard.press("j")
    page.keyboard.press("g")
    expect(page.locator(".question[data-current]")).to_have_count(1)
    expect(page.locator(".step:focus")).to_have_count(0)


def test_a_pair_is_searched_on_both_sides(visitor: Visitor, study: Study, rater: Person) -> None:
    second = [*mixed_turns()[:3], Turn(4, "agent", (Step(10, StepKind.SAY, "bot", text="No."),))]
    add(study, mixed_turns(), kind=Item.Kind.PAIRWISE, case_b=make_case(study, second))
    page = begin(visitor, study, rater)
    page.keyboard.press("/")
    page.keyboard.type("approved")
    expect(page.locator("[data-find-count]")).to_have_text("1 match in 1 step")
    page.keyboard.press("Enter")
    expect(page.locator(".step.at")).to_have_count(1)
    expect(page.locator(".side .step.at")).to_contain_text("Approved.")
