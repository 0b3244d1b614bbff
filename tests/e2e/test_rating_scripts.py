"""Conversations and questions in scripts that run to the left, and mixed ones."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from cases.models import Criterion, Item, Person, Study
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn
from raters.models import Label, Rating
from tests.e2e.conftest import Visitor
from tests.e2e.test_rating import next_url, rater, select, study
from tests.make import make_case, make_item

__all__ = ["rater", "study"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

ASKED = "הקומקום שלי מהזמנה BR-1001 הגיע סדוק. אפשר החזר?"
ANSWER = "زرت طلبك BR-1001 وأعدت 21.00 EUR إلى بطاقتك."


@pytest.fixture
def mixed(study: Study) -> Item:
    Criterion.objects.filter(key="correct_amount").update(
        question="האם הסכום שהסוכן נוקב בו נכון?",
        levels=[
            {"value": "FAIL", "label": "לא", "text": "הסכום שגוי או אינו מבוסס."},
            {"value": "PASS", "label": "כן", "text": "הסכום תואם את תשובת הכלי."},
        ],
    )
    turns = [
        Turn(1, "user", (Step(1, StepKind.SAY, "user", text=ASKED),)),
        Turn(2, "agent", (Step(2, StepKind.SAY, "refunds_agent", text=ANSWER),)),
    ]
    item = make_item(study, make_case(study, turns))
    items_added.send(sender=Study, study=study, items=[item])
    return item


@pytest.mark.parametrize("width", ["1440", "390"])
def test_text_runs_in_its_own_direction_and_is_quoted_where_it_stands(
    visitor: Visitor,
    study: Study,
    rater: Person,
    mixed: Item,
    check_schemes: Callable[[Any, str], None],
    width: str,
) -> None:
    page = visitor.open(rater, width=width)
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-answered]")).to_have_text("0 of 4 answered")
    directions = """(words) =>
      [...document.querySelectorAll("legend span, .level-text, .said *, .said")]
        .filter((el) => el.textContent.includes(words))
        .map((el) => getComputedStyle(el).direction)"""
    for words in ("האם הסכום", "הסכום שגוי", "הקומקום", "زرت طلبك"):
        assert "rtl" in page.evaluate(directions, words), words
    assert set(page.evaluate(directions, "keep to the refund policy")) == {"ltr"}
    page.keyboard.press("2")
    select(page, 2, "21.00 EUR")
    page.keyboard.press("e")
    expect(page.get_by_role("button", name="Evidence for question 2")).to_be_visible()
    check_schemes(page, f"rtl-{width}")
    for key in ["2", "2", "2", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    (quote,) = Label.objects.get(criterion__key="grounded").evidence
    assert quote["quote"] == "21.00 EUR"
    assert quote["start"] == ANSWER.index("21.00 EUR")


@pytest.mark.parametrize("width", ["1440", "390"])
def test_a_rating_that_can_only_be_looked_at_says_so(
    visitor: Visitor,
    study: Study,
    rater: Person,
    mixed: Item,
    check_page: Callable[[Any, str], None],
    width: str,
) -> None:
    page = visitor.open(rater, width=width)
    page.goto(next_url(visitor, study))
    for key in ["2", "2", "2", "2", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    for state, hours, said in (
        ("paused", None, "The study is paused"),
        ("closed", None, "The study is closed"),
        ("open", 0, "can be read but not changed now"),
    ):
        Study.objects.update(state=state, change_hours=hours)
        page.goto(next_url(visitor, study).removesuffix("/") + "/mine/")
        page.get_by_role("link", name="Look").click()
        expect(page.get_by_text(said)).to_be_visible()
        expect(page.locator("#q-policy").get_by_label("Yes")).to_be_disabled()
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        expect(page.get_by_text(said)).to_be_visible()
        check_page(page, f"locked-{state}-{width}")
    assert Rating.objects.count() == 1
    assert not Label.objects.exclude(value="PASS").exists()
