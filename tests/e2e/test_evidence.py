"""Evidence is kept at the place that was selected, and shown there again."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cases.models import Item, Person, Study
from cases.signals import items_added
from cases.text_markup import shown_text
from cases.transcript import Step, StepKind, Turn
from raters.models import Label
from tests.e2e.conftest import Visitor
from tests.e2e.test_rating import conversation, next_url, rater, study, wait_for_item
from tests.make import make_case, make_item

__all__ = ["rater", "study"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

WORDS = "refund ok."
# Three equal phrases each, with what a browser and the server count differently between them.
TEXTS = [
    "😀" * 40 + " refund ok. " + "x" * 20 + " refund ok. " + "😀" * 40 + " refund ok.",
    "line\r\n" * 40 + "refund ok. A\r\n" + "zzz\r" * 9 + "refund ok. B\r\n" + "refund ok. C",
    "e\u0301" * 30
    + " refund ok. "
    + "תשלום " * 5
    + "\u202eevil\u202c refund ok. \u200b refund ok.",
]
PATH = "C:\\temp\\new\nnext line"
SELECT = """([step, words, nth, to]) => {
  const root = document.querySelector(`[data-transcript] [data-step="${step}"]`);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes = [];
  let text = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push([node, text.length]);
    text += node.data;
  }
  let at = -1;
  for (let n = 0; n <= nth; n += 1) at = text.indexOf(words, at + 1);
  const end = to ? text.indexOf(to, at) + to.length : at + words.length;
  const place = (offset) => {
    const [node, start] = nodes.findLast(([, begins]) => begins <= offset);
    return [node, offset - start];
  };
  document.getSelection().setBaseAndExtent(...place(at), ...place(end));
}"""
PAINTED = """() => [...CSS.highlights.get("evidence")].map((range) => {
  const before = document.createRange();
  const step = range.startContainer.parentElement.closest("[data-step]");
  before.selectNodeContents(step);
  before.setEnd(range.startContainer, range.startOffset);
  return [Number(step.dataset.step), [...before.toString()].length, range.toString()];
})"""


def add(study: Study, turns: list[Turn], **fields: Any) -> Item:
    item = make_item(study, make_case(study, turns), **fields)
    items_added.send(sender=Study, study=study, items=[item])
    return item


def quote(page: Page, step: int, words: str, nth: int = 0, to: str = "") -> None:
    page.evaluate(SELECT, [step, words, nth, to])
    page.keyboard.press("e")
    expect(page.locator("#announcer")).to_contain_text(f"Quoted from step {step}.")


def submit(page: Page, visitor: Visitor, study: Study) -> None:
    for key in "2222":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(page.locator("#rating")).to_have_count(0)


def evidence() -> list[dict[str, Any]]:
    return [quote for label in Label.objects.order_by("pk") for quote in label.evidence]


def test_the_second_of_three_equal_phrases_stays_the_second(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    said = [Step(n, StepKind.SAY, "user", text=text) for n, text in enumerate(TEXTS, start=1)]
    add(study, [Turn(1, "user", tuple(said))])
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-transcript]")).to_contain_text("refund ok")
    url = page.url
    expected = []
    for step, text in enumerate(TEXTS, start=1):
        quote(page, step, WORDS, nth=1)
        shown = shown_text(text)
        expected.append((step, shown.index(WORDS, shown.index(WORDS) + 1), WORDS))
    assert [tuple(found) for found in page.evaluate(PAINTED)] == expected
    submit(page, visitor, study)
    assert [(q["step"], q["start"], q["quote"]) for q in evidence()] == expected
    page.goto(url)
    page.locator("#rating").wait_for()
    assert [tuple(found) for found in page.evaluate(PAINTED)] == expected


def test_the_same_words_at_other_places_are_kept_beside_each_other(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add(study, [Turn(1, "user", (Step(1, StepKind.SAY, "user", text=TEXTS[0]),))])
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-transcript]")).to_contain_text("refund ok")
    for nth in (0, 2, 2):
        quote(page, 1, WORDS, nth=nth)
    expect(page.locator(".question .quotes q")).to_have_count(2)
    submit(page, visitor, study)
    assert [q["start"] for q in evidence()] == [41, 41 + 11 + 21 + 11 + 41]


def test_the_same_words_on_both_sides_of_a_pair_are_two_quotes(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    other = make_case(study, conversation(1, "I have refunded 21.00 EUR, nothing more."))
    add(study, conversation(1), kind=Item.Kind.PAIRWISE, case_b=other)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    for side in ("left", "right"):
        page.evaluate(
            SELECT.replace("[data-transcript] ", f'[data-side="{side}"] '),
            [6, "refunded 21.00", 0, ""],
        )
        page.keyboard.press("e")
        expect(page.locator("#announcer")).to_contain_text("Quoted from step 6.")
    expect(page.locator(".question .quotes q")).to_have_count(2)


def test_tool_cards_are_quoted_without_their_heads_and_notes(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    answer = {"state": "issued", "path": PATH, "deep": [{"path": PATH + "!", "n": 1}]}
    steps = (
        Step(2, StepKind.CALL, "agent", tool="lookup", data={"path": PATH, "n": 12}, call=1),
        Step(3, StepKind.RESULT, "agent", tool="lookup", data=answer, call=1),
    )
    asked = Step(1, StepKind.SAY, "user", text="Is my refund ok.")
    add(study, [Turn(1, "user", (asked,)), Turn(2, "agent", steps)])
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-transcript]")).to_contain_text("refund ok")
    url = page.url
    quote(page, 2, "Tool call", to="12")
    quote(page, 2, "new\nnext")
    quote(page, 3, "answers step 2", to="issued")
    quote(page, 3, "temp\\\\new")
    page.evaluate(
        """() => getSelection().selectAllChildren(
             document.querySelector('[data-transcript] [data-step="3"]'))"""
    )
    page.keyboard.press("e")
    shown = page.locator(".question .quotes q").all_text_contents()
    assert shown[0].startswith("lookup path C:")
    assert not any(word in " ".join(shown) for word in ("Tool call", "Result", "answers"))
    submit(page, visitor, study)
    assert [(q["step"], q["quote"].split()[0]) for q in evidence()] == [
        (2, "lookup"),
        (2, "new"),
        (3, "lookup"),
        (3, "temp\\\\new"),
        (3, "lookup"),
    ]
    page.goto(url)
    page.locator("#rating").wait_for()
    assert len(page.evaluate(PAINTED)) == 5
