"""People rate in a browser: by keyboard alone, without script, on a phone, in the dark."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Criterion, Item, Person, Study
from cases.signals import items_added
from cases.transcript import Step, StepKind, Turn
from raters.invitations import invite
from raters.models import Assignment, Label, Rating, Slot
from tests.e2e.conftest import Visitor
from tests.make import join, make_case, make_item, make_person, make_rubric_version, make_study

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    cache.clear()
    version = make_rubric_version("correct_amount", "grounded", "policy", "resolution")
    questions = {
        "correct_amount": "Is the amount that the agent names or refunds the right one?",
        "grounded": "Does everything the agent says about the order stand in a tool result?",
        "policy": "Did the agent keep to the refund policy?",
        "resolution": "Has the customer's problem been dealt with?",
    }
    anchors = [
        {"value": "FAIL", "label": "No", "text": "Something named or done is wrong or unfounded."},
        {"value": "PASS", "label": "Yes", "text": "All of it agrees with what the tools returned."},
    ]
    for criterion in version.criteria.all():
        Criterion.objects.filter(pk=criterion.pk).update(
            question=questions[criterion.key],
            levels=anchors,
            examples={"borderline": ["The total is right but the currency is missing."]},
        )
    return make_study(
        "refunds",
        rubric_version=version,
        description="Refund requests of a shop for household goods.",
        guidelines="Read the tool results before the answer.\n\nA polite tone is not asked about.",
    )


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater", guidelines_read_at=timezone.now())


def conversation(number: int, answer: str = "") -> list[Turn]:
    order = f"BR-{1000 + number}"
    total = 20 + number
    return [
        Turn(
            1,
            "user",
            (
                Step(
                    1,
                    StepKind.SAY,
                    "user",
                    text=f"Hi, my kettle from order {order} arrived with a crack all along the "
                    "handle. I'd like my money back please, I am <PERSON_1>.",
                ),
            ),
        ),
        Turn(
            2,
            "agent",
            (
                Step(
                    2,
                    StepKind.CALL,
                    "refunds_agent",
                    tool="lookup_order",
                    data={"order_id": order},
                    call=1,
                ),
                Step(
                    3,
                    StepKind.RESULT,
                    "refunds_agent",
                    tool="lookup_order",
                    call=1,
                    data={
                        "order_id": order,
                        "total": total,
                        "currency": "EUR",
                        "items": [{"sku": "KET-01", "qty": 1}],
                        "status": "delivered",
                    },
                ),
                Step(
                    4,
                    StepKind.CALL,
                    "refunds_agent",
                    tool="issue_refund",
                    data={"order_id": order, "amount": total},
                    call=2,
                ),
                Step(
                    5,
                    StepKind.RESULT,
                    "refunds_agent",
                    tool="issue_refund",
                    call=2,
                    data={"refund_id": f"R-{number}", "amount": total, "state": "issued"},
                ),
                Step(
                    6,
                    StepKind.SAY,
                    "refunds_agent",
                    text=answer
                    or f"I'm sorry about the kettle. I have refunded {total}.00 EUR "
                    "to your card; it arrives within five working days. You may keep or recycle "
                    "the kettle, there is no need to send it back.",
                ),
            ),
        ),
    ]


def add_items(study: Study, count: int) -> list[Item]:
    items = [
        make_item(study, make_case(study, conversation(n)), rank=n) for n in range(1, count + 1)
    ]
    items_added.send(sender=Study, study=study, items=items)
    return items


def add_pair(study: Study) -> Item:
    second = make_case(study, conversation(1, "Your 21.00 EUR are on their way. Anything else?"))
    item = make_item(
        study, make_case(study, conversation(1)), kind=Item.Kind.PAIRWISE, case_b=second
    )
    items_added.send(sender=Study, study=study, items=[item])
    return item


def next_url(visitor: Visitor, study: Study) -> str:
    return visitor.url + reverse("rate_next", args=[study.slug])


def wait_for_item(page: Page, number: int) -> None:
    expect(page.locator("[data-transcript]")).to_contain_text(f"BR-{1000 + number}")
    expect(page.locator("[data-answered]")).to_contain_text("answered")


def test_three_items_by_keyboard_from_the_invitation_on(
    visitor: Visitor, study: Study, live_server: Any
) -> None:
    add_items(study, 3)
    lead = join(make_person("leon"), study, "lead")
    _, token = invite(study=study, role="rater", actor=lead)
    page = visitor.open()
    page.goto(visitor.url + reverse("invitation_accept", args=[token]))
    page.get_by_label("Your name").fill("Rita Rater")
    page.get_by_label("Username").fill("rita")
    page.get_by_label("Password", exact=True).fill("quiet-river-42")
    page.get_by_label("Password again").fill("quiet-river-42")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/invitations/" not in url)
    page.goto(next_url(visitor, study))
    expect(page.get_by_role("heading", name="Before you rate")).to_be_visible()
    page.get_by_role("button", name="I have read this").focus()
    page.keyboard.press("Enter")
    wait_for_item(page, 1)
    loads: list[str] = []
    page.on("request", lambda r: loads.append(r.url) if r.resource_type == "document" else None)

    # The first item: plain answers, then the key that submits.
    for key in "2212":
        page.keyboard.press(key)
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    first_url = page.url
    expect(page.locator("#announcer")).to_contain_text("1 rated today")
    expect(page.locator(".question").first.locator("input").first).to_be_focused()

    # The second: can't tell, a comment, evidence, moving about, keys at rest in a text field.
    page.keyboard.press("c")
    select(page, 6, "refunded 22.00 EUR")
    page.keyboard.press("e")
    expect(page.locator("#q-grounded .quotes q")).to_have_text("refunded 22.00 EUR")
    page.keyboard.press("2")
    page.keyboard.press("1")
    page.keyboard.press("m")
    page.keyboard.type("2 c s u ? are words here")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("2")
    page.keyboard.press("2")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("Enter")
    wait_for_item(page, 3)
    assert page.url != first_url

    # The third: something missing first, then a submission from inside the comment.
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(page.locator(".question.wrong")).to_have_count(3)
    for key in "222":
        page.keyboard.press(key)
    page.keyboard.press("m")
    page.keyboard.type("All is well.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    assert loads == []

    values = {
        (label.item.rank, label.criterion.key): label.value or label.state
        for label in Label.objects.select_related("item", "criterion")
    }
    assert [values[1, key] for key in KEYS] == ["PASS", "PASS", "FAIL", "PASS"]
    assert [values[2, key] for key in KEYS] == ["cant_tell", "PASS", "PASS", "PASS"]
    assert [values[3, key] for key in KEYS] == ["PASS", "PASS", "PASS", "PASS"]
    grounded = Label.objects.get(item__rank=2, criterion__key="grounded")
    assert grounded.evidence == [
        {"turn": 2, "step": 6, "start": 35, "end": 53, "quote": "refunded 22.00 EUR"}
    ]
    assert Label.objects.get(item__rank=3, criterion__key="resolution").comment == "All is well."
    comments = Label.objects.filter(item__rank=2).exclude(comment="")
    assert [label.comment for label in comments] == ["2 c s u ? are words here"]
    assert all(ms > 0 for ms in Rating.objects.values_list("active_ms", flat=True))
    assert Slot.objects.filter(state="filled").count() == 3


KEYS = ["correct_amount", "grounded", "policy", "resolution"]


def select(page: Page, step: int, words: str) -> None:
    """Select `words` in the text of a step, as a mouse would."""
    page.evaluate(
        """([step, words]) => {
          const el = document.querySelector(`[data-transcript] [data-step="${step}"]`);
          const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.data.indexOf(words);
            if (at < 0) continue;
            document.getSelection().setBaseAndExtent(node, at, node, at + words.length);
            return;
          }
          throw new Error("no such words");
        }""",
        [step, words],
    )


def test_rating_works_without_script(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 2)
    page = visitor.open(rater, java_script_enabled=False)
    page.goto(next_url(visitor, study))
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Choose an answer")).to_have_count(4)
    for question in page.locator(".question").all():
        question.get_by_label("Yes").check()
    page.locator("#q-policy summary").click()
    page.locator("#q-policy").get_by_label("Comment").fill("By the book.")
    page.locator("#q-policy").get_by_label("Evidence").fill("no need to send it back")
    page.get_by_role("button", name="Submit").click()
    expect(page.locator("[data-transcript]")).to_contain_text("BR-1002")
    label = Label.objects.get(criterion__key="policy")
    assert (label.value, label.comment) == ("PASS", "By the book.")
    assert label.evidence[0]["quote"] == "no need to send it back"
    assert Label.objects.count() == 4


def test_skip_leave_and_undo_by_keyboard(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    wait_for_item(page, 1)
    for key in ["1", "1", "1", "1", "Enter"]:
        page.keyboard.press(key)
    wait_for_item(page, 2)
    page.keyboard.press("u")
    wait_for_item(page, 1)
    expect(page.get_by_text("kept as a new revision")).to_be_visible()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    page.keyboard.press("s")
    expect(page.get_by_label("Why skip it?")).to_be_focused()
    page.get_by_role("button", name="Skip").press("Enter")
    wait_for_item(page, 3)
    assert [r.outcome for r in Rating.objects.order_by("pk")] == ["rated", "rated", "skipped"]
    current = Label.objects.current().filter(criterion__key="correct_amount")
    assert [label.value for label in current] == ["PASS"]


def test_a_draft_survives_a_reload_and_a_removed_quote_is_gone(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 1)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    page.keyboard.press("2")
    select(page, 1, "a crack all along")
    page.keyboard.press("e")
    select(page, 3, "KET-01")
    page.keyboard.press("e")
    page.keyboard.press("m")
    with page.expect_response(re.compile(r"/draft/$")) as draft:
        page.keyboard.type("half a thought")
    assert draft.value.status == 204
    page.wait_for_timeout(1500)
    page.reload()
    expect(page.locator("#q-correct_amount").get_by_label("Yes")).to_be_checked()
    expect(page.locator("#q-grounded textarea")).to_have_value("half a thought")
    expect(page.locator("#q-grounded .quotes li")).to_have_count(2)
    assert page.evaluate("[...CSS.highlights.get('evidence')].map(r => r.toString())") == [
        "a crack all along",
        "KET-01",
    ]
    page.locator("#q-grounded [data-remove-quote]").first.click()
    expect(page.locator("#q-grounded .quotes q")).to_have_text("KET-01")
    expect(page.locator("[data-quote-mark]")).to_have_count(1)
    page.get_by_role("button", name="Put the quote back").press("Enter")
    expect(page.locator("#q-grounded .quotes q")).to_have_count(2)
    assert page.locator("#q-grounded .quotes q").all_inner_texts()[0] == "a crack all along"


def test_a_lost_network_loses_nothing(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    for key in "2222":
        page.keyboard.press(key)
    page.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator("#not-sent")).to_be_visible()
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    assert Rating.objects.count() == 1
    assert visitor.problems
    assert all("ERR_INTERNET_DISCONNECTED" in text or "htmx" in text for text in visitor.problems)
    visitor.problems.clear()


def test_a_pair_by_keyboard(visitor: Visitor, study: Study, rater: Person) -> None:
    item = add_pair(study)
    page = visitor.open(rater)
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-side=left] .said")).to_have_count(1)
    for key in ["1", "2", "3", "c", "Enter"]:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="You have rated everything")).to_be_visible()
    order = Assignment.objects.get(item=item).side_order
    left, right = ("first_case", "second_case") if order == "ab" else ("second_case", "first_case")
    labels = Label.objects.order_by("criterion__position")
    assert [label.value for label in labels] == [left, "tie", right, ""]


@pytest.mark.parametrize("width", ["1440", "390"])
def test_every_rating_page_is_accessible(
    visitor: Visitor,
    study: Study,
    rater: Person,
    check_schemes: Callable[[Page, str], None],
    width: str,
) -> None:
    add_items(study, 2)
    page = visitor.open(rater, width=width)

    def check(name: str) -> None:
        check_schemes(page, f"{name}-{width}")

    page.goto(visitor.url + reverse("guidelines", args=[study.slug]))
    check("guidelines-full")
    page.goto(next_url(visitor, study))
    check("rate-new")
    page.keyboard.press("2")
    select(page, 6, "refunded 21.00 EUR")
    page.keyboard.press("e")
    page.keyboard.press("1")
    page.keyboard.press("m")
    page.keyboard.type("It says so in step 5.")
    check("rate-begun")
    check("rate-full")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check("rate-help")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".question.wrong")).to_have_count(2)
    check("rate-missing")
    page.keyboard.press("2")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    page.goto(visitor.url + reverse("rate_mine", args=[study.slug]))
    check("mine")
    page.goto(visitor.url + reverse("rate_last", args=[study.slug]))
    check("rate-change")
    Study.objects.update(state="paused")
    page.goto(next_url(visitor, study))
    check("empty")
    Study.objects.update(state="open")
    item = add_pair(study)
    Item.objects.filter(pk=item.pk).update(priority=9)
    Assignment.objects.filter(state="leased").delete()
    Slot.objects.exclude(item=item).update(state="filled")
    page.goto(next_url(visitor, study))
    expect(page.locator("[data-side=left] .said")).to_have_count(1)
    check("pair")
    check("pair-full")
