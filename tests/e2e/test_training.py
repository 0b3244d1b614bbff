"""Training to its end by keyboard; then missed gold, the pause, and a lead who reinstates."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from cases.models import Membership, Person, Study
from raters.models import Assignment, SetAside, Slot
from tests.e2e.conftest import Visitor
from tests.make import join, make_person, make_slots, make_study
from tests.raters.answers import rate_next
from tests.raters.known import make_training_items, rate_gold

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    cache.clear()
    return make_study("refunds", overlap=1, gold_misses=2, gold_window=4)


@pytest.fixture
def rater(study: Study) -> Person:
    return join(make_person("ruth"), study, "rater", guidelines_read_at=timezone.now())


def answer_by_keys(page: Page, key: str) -> None:
    expect(page.locator("#rating")).to_be_visible()
    page.locator("main").press(key)
    page.keyboard.press(key)
    page.keyboard.press("Control+Enter")


def enter_on(page: Page, button: str) -> None:
    """Press Enter once the page has put the focus on `button`."""
    expect(page.get_by_role("button", name=button)).to_be_focused()
    page.keyboard.press("Enter")


def test_training_to_its_end_by_keyboard(
    study: Study, rater: Person, visitor: Visitor, check_page: Callable[[Page, str], None]
) -> None:
    make_slots(study, 2)
    make_training_items(study, 2)
    page = visitor.open(rater)
    page.goto(visitor.url + reverse("rate_next", args=[study.slug]))
    expect(page.get_by_role("button", name="Begin the training")).to_be_focused()
    check_page(page, "training-intro-1440")
    enter_on(page, "Begin the training")
    # 1 is No and 2 is Yes, the known answer.
    for at, key in ((1, "1"), (2, "2")):
        expect(page.get_by_text(f"Training {at} of 2")).to_be_visible()
        answer_by_keys(page, key)
        expect(page.get_by_text("A tool says so.").first).to_be_visible()
        if at == 1:
            expect(page.get_by_role("heading", name="0 of 2 right")).to_be_visible()
            check_page(page, "training-feedback-1440")
            enter_on(page, "Next")
    expect(page.get_by_text("Not passed yet.")).to_be_visible()
    enter_on(page, "See the attempt")
    expect(page.get_by_role("heading", name="Not passed yet")).to_be_visible()
    check_page(page, "training-result-1440")
    enter_on(page, "Do the training again")
    for at, onward in ((1, "Next"), (2, "Go on to the items")):
        expect(page.get_by_text(f"Training {at} of 2")).to_be_visible()
        answer_by_keys(page, "2")
        expect(page.get_by_role("heading", name="2 of 2 right")).to_be_visible()
        enter_on(page, onward)
    expect(page.locator("#rating")).to_be_visible()
    expect(page.get_by_text("Training 1 of 2")).to_have_count(0)
    assert Membership.objects.get(person=rater).trained_at is not None


def test_training_on_a_phone_without_script_in_the_dark(
    study: Study, rater: Person, visitor: Visitor, check_page: Callable[[Page, str], None]
) -> None:
    make_slots(study)
    make_training_items(study, 1)
    page = visitor.open(rater, width="390", java_script_enabled=False, color_scheme="dark")
    page.goto(visitor.url + reverse("rate_next", args=[study.slug]))
    page.get_by_role("button", name="Begin the training").click()
    for question in page.locator(".question").all():
        question.get_by_text("Yes", exact=True).click()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_role("heading", name="2 of 2 right")).to_be_visible()
    expect(page.get_by_text("Training passed.")).to_be_visible()
    page.get_by_role("button", name="Go on to the items").click()
    expect(page.locator("#rating")).to_be_visible()


def test_missed_gold_pauses_and_a_lead_reinstates(
    study: Study, rater: Person, visitor: Visitor, check_page: Callable[[Page, str], None]
) -> None:
    make_slots(study, 10)
    lead = join(make_person("leon"), study, "lead")
    other = join(make_person("olga"), study, "rater")
    rate_gold(study, rater, "PASS")
    for value in ("FAIL", "FAIL"):
        rate_gold(study, rater, value)
    coming = Membership.objects.get(person=rater).pause_in
    assert coming is not None
    assert 2 <= coming <= 6
    page = visitor.open(rater)
    page.goto(visitor.url + reverse("rate_next", args=[study.slug]))
    for _ in range(coming):
        token = page.locator("#work").get_attribute("data-item")
        answer_by_keys(page, "2")
        expect(page.locator(f"#work[data-item='{token}']")).to_have_count(0)
    expect(page.get_by_role("heading", name="Your rating is paused")).to_be_visible()
    for word in ("gold", "missed", "known"):
        assert word not in page.content().lower()
    assert Assignment.objects.filter(state="set_aside").count() == coming
    assert Slot.objects.filter(state="open").count() == 10
    # The places are free for others, who take one of them.
    taken = rate_next(study, other).item
    leads = visitor.open(lead)
    leads.goto(visitor.url + reverse("gold_list", args=[study.slug]))
    expect(leads.get_by_text("missed 2 of the last 4 gold items").first).to_be_visible()
    check_page(leads, "gold-1440")
    leads.get_by_role("link", name="Ratings set aside").click()
    check_page(leads, "set-asides-1440")
    leads.get_by_role("link", name=f"Batch {SetAside.objects.get().pk}").click()
    check_page(leads, "set-aside-1440")
    leads.get_by_role("button", name="Let them count again").click()
    again = Assignment.objects.filter(rater=rater, item__purpose="ordinary")
    met = again.filter(item=taken).count()
    expect(leads.get_by_text(f"{coming - met} count again")).to_be_visible()
    assert again.filter(state="finished").count() == coming - met
    assert again.filter(state="surplus").count() == met
    assert Slot.objects.filter(state="filled").count() == coming - met + 1
    leads.goto(visitor.url + reverse("gold_list", args=[study.slug]))
    leads.get_by_role("button", name="Let go on").click()
    page.get_by_role("link", name="Look again").click()
    expect(page.locator("#rating")).to_be_visible()


@pytest.mark.parametrize(("width", "scheme"), [("390", "light"), ("1440", "dark")])
def test_leads_pages_fit(
    study: Study,
    rater: Person,
    visitor: Visitor,
    check_page: Callable[[Page, str], None],
    width: str,
    scheme: str,
) -> None:
    lead = join(make_person("leon"), study, "lead")
    (item, *_) = make_slots(study, 3)
    for value in ("PASS", "FAIL"):
        rate_gold(study, rater, value)
    make_training_items(study, 2)
    page = visitor.open(lead, width=width, color_scheme=scheme)
    for name, args in (
        ("gold_list", []),
        ("gold_choose", ["?from=any"]),
        ("gold_item", [item.key]),
        ("set_aside_list", []),
    ):
        query = args.pop() if args and args[0].startswith("?") else ""
        page.goto(visitor.url + reverse(name, args=[study.slug, *args]) + query)
        check_page(page, f"{name}-{width}-{scheme}-full")
