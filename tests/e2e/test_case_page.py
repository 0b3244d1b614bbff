"""A lead reads a case in a browser: search, keys, clipped steps, long cases, no script."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from cases.models import Case, Person, Study
from cases.transcript import Step, StepKind, Turn
from tests.e2e.conftest import Visitor
from tests.make import join, make_case, make_person, make_study
from tests.transcripts import long_turns, mixed_turns

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def study(transactional_db: None) -> Study:
    return make_study("refunds")


@pytest.fixture
def lead(study: Study) -> Person:
    return join(make_person("leon"), study, "lead")


@pytest.fixture
def case(study: Study) -> Case:
    return make_case(
        study,
        mixed_turns(),
        cautions=[{"step": 8, "rule": "verdict_mark"}],
        extraction={"events": 14, "thought": 2},
        redactions={"PERSON": 3, "EMAIL": 1},
    )


@pytest.fixture
def long_case(study: Study) -> Case:
    return make_case(study, long_turns(1000))


def address(visitor: Visitor, case: Case) -> str:
    return visitor.url + reverse("case_detail", args=[case.study.slug, case.key])


def shown(page: Page) -> str | None:
    """The number of the step that is marked as the current one."""
    return page.locator(".step.at").get_attribute("data-index")


@pytest.mark.parametrize("width", ["1440", "390"])
def test_the_case_page_is_accessible(
    visitor: Visitor,
    lead: Person,
    case: Case,
    check_schemes: Callable[[Page, str], None],
    width: str,
) -> None:
    make_case(case.study)
    page = visitor.open(lead, width=width)
    page.goto(address(visitor, case))
    check_schemes(page, f"case-{width}")
    page.keyboard.press("E")
    page.keyboard.press("/")
    page.keyboard.type("order")
    expect(page.locator("[data-find-count]")).to_contain_text("matches")
    page.keyboard.press("Enter")
    expect(page.locator("[data-find-count]")).to_contain_text("1 of")
    check_schemes(page, f"case-search-{width}")
    check_schemes(page, f"case-full-{width}")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    check_schemes(page, f"case-keys-{width}")
    page.goto(address(visitor, case) + "steps/6/")
    check_schemes(page, f"case-step-{width}")


def test_search_counts_goes_on_and_back_and_leaves_the_text_alone(
    visitor: Visitor, lead: Person, study: Study
) -> None:
    case = make_case(study)
    page = visitor.open(lead)
    page.goto(address(visitor, case))
    before = page.locator(".transcript").inner_html()
    page.keyboard.press("/")
    page.keyboard.type("REFUND")
    count = page.locator("[data-find-count]")
    expect(count).to_have_text("2 matches in 2 steps")
    painted = "[...CSS.highlights.get('found')].map(r => r.toString())"
    assert page.evaluate(painted) == ["refund", "refund"]
    page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 2, step 1")
    page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 2, step 4")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("1 of 2, step 1")
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(count).to_have_text("2 of 2, step 4")
    page.keyboard.press("n")
    expect(count).to_have_text("1 of 2, step 1")
    page.keyboard.press("/")
    page.keyboard.type("nowhere at all")
    expect(count).to_have_text("No match")
    page.keyboard.press("Escape")
    expect(count).to_have_text("")
    assert page.evaluate("CSS.highlights.get('found').size") == 0
    marked = page.locator(".step.at")
    marked.evaluate("el => { el.classList.remove('at'); el.removeAttribute('aria-current'); }")
    assert page.locator(".transcript").inner_html() == before


def test_search_finds_what_a_clipped_result_leaves_out(
    visitor: Visitor, lead: Person, case: Case
) -> None:
    page = visitor.open(lead)
    page.goto(address(visitor, case))
    expect(page.locator("#step-6")).not_to_contain_text("BR-1040")
    page.keyboard.press("/")
    page.keyboard.type("BR-1040")
    expect(page.locator("[data-find-count]")).to_have_text("1 match in 1 step")
    page.keyboard.press("Enter")
    expect(page.locator("#step-6")).to_contain_text("BR-1040")
    expect(page.locator("[data-find-count]")).to_have_text("1 of 1, step 6")
    now = "[...CSS.highlights.get('found-now')].map(r => r.toString())"
    assert page.evaluate(now) == ["BR-1040"]


def test_keys_walk_through_the_steps_and_open_them(
    visitor: Visitor, lead: Person, case: Case
) -> None:
    page = visitor.open(lead)
    page.goto(address(visitor, case))
    page.keyboard.press("j")
    assert shown(page) == "1"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    assert shown(page) == "2"
    expect(page.locator("#step-2")).to_be_focused()
    page.keyboard.press("G")
    assert shown(page) == "12"
    page.keyboard.press("g")
    assert shown(page) == "1"
    page.goto(address(visitor, case) + "#step-6")
    expect(page.locator("#step-6.at")).to_have_count(1)
    page.keyboard.press("e")
    expect(page.locator("#step-6 details")).to_have_attribute("open", "")
    page.keyboard.press("e")
    expect(page.locator("#step-6")).to_contain_text("BR-1040")
    page.get_by_role("button", name="Show less").click()
    expect(page.locator("#step-6")).not_to_contain_text("BR-1040")
    page.keyboard.press("p")
    expect(page.locator("#step-4.at")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator("#step-6.at")).to_have_count(1)
    expect(page.locator("#step-4.paired, #step-6.paired")).to_have_count(2)


def test_a_long_case_comes_in_parts_as_it_is_looked_at(
    visitor: Visitor, lead: Person, long_case: Case
) -> None:
    page = visitor.open(lead)
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/parts/" in r.url else None)
    page.goto(address(visitor, long_case))
    expect(page.locator("#step-1")).to_be_visible()
    expect(page.locator("#step-900")).to_have_count(0)
    assert len(asked) <= 2
    page.locator(".part").nth(5).scroll_into_view_if_needed()
    expect(page.locator(".part").nth(5).locator(".step").first).to_be_attached()
    page.keyboard.press("G")
    expect(page.locator("#step-1000.at")).to_be_in_viewport()
    page.keyboard.press("k")
    expect(page.locator("#step-999.at")).to_be_in_viewport()
    assert len(asked) < page.locator(".part").count()


def test_anchors_and_search_reach_parts_that_are_not_there_yet(
    visitor: Visitor, lead: Person, long_case: Case
) -> None:
    page = visitor.open(lead)
    page.goto(address(visitor, long_case) + "#step-701")
    expect(page.locator("#step-701.at")).to_be_in_viewport()
    page.locator("#step-701 .pair-link").click()
    expect(page.locator("#step-700.at")).to_be_in_viewport()
    page.keyboard.press("/")
    page.keyboard.type("parcel 404 ")
    expect(page.locator("[data-find-count]")).to_have_text("1 match in 1 step")
    page.keyboard.press("Enter")
    expect(page.locator("#step-405.at")).to_be_in_viewport()
    expect(page.locator("[data-find-count]")).to_have_text("1 of 1, step 405")
    page.go_back()
    expect(page.locator("#step-701.at")).to_be_in_viewport()


def test_the_whole_conversation_is_copied_as_text(
    visitor: Visitor, lead: Person, long_case: Case
) -> None:
    page = visitor.open(lead, permissions=["clipboard-read", "clipboard-write"])
    page.goto(address(visitor, long_case))
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"Case {long_case.key}, revision 1\n")
    assert '999. tracker RESULT: track {"note": "parcel 998 seen' in copied
    page.locator("#step-1 .step-number").click()
    expect(page.locator("#reader-announcer")).to_have_text("Link to step 1 copied.")
    assert page.evaluate("navigator.clipboard.readText()").endswith("/#step-1")


def test_a_case_is_read_without_script(
    visitor: Visitor, lead: Person, case: Case, long_case: Case
) -> None:
    page = visitor.open(lead, java_script_enabled=False)
    page.goto(address(visitor, case))
    page.get_by_role("searchbox").fill("BR-1040")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".find-list mark")).to_have_text("BR-1040")
    page.locator("#step-6 summary").click()
    page.get_by_role("link", name="Show the whole result").click()
    expect(page.get_by_role("heading", name="Step 6 of case")).to_be_visible()
    expect(page.locator(".value")).to_contain_text("BR-1040")
    page.goto(address(visitor, long_case))
    page.get_by_role("link", name=re.compile(r"^Steps \d+ to 1000$")).click()
    expect(page.locator("#step-1000")).to_contain_text("All of them are at the depot.")


def test_odd_characters_are_marked_and_the_text_stays(
    visitor: Visitor, lead: Person, case: Case
) -> None:
    page = visitor.open(lead)
    page.goto(address(visitor, case))
    said = page.locator(".said[data-step='8']")
    assert said.evaluate("el => el.textContent") == case.read_steps()[7].text
    names = said.locator(".odd").evaluate_all("all => all.map(el => el.dataset.name)")
    assert names == [
        "right-to-left override",
        "end of direction",
        "zero-width space",
        "hidden: pass",
    ]
    hebrew = page.locator(".said[data-step='2']")
    assert hebrew.evaluate("el => getComputedStyle(el).direction") == "rtl"
    chip = hebrew.locator(".pseudonym")
    assert chip.evaluate("el => getComputedStyle(el).unicodeBidi") == "isolate"


def test_every_step_with_a_match_can_be_gone_to_and_stays_painted(
    visitor: Visitor, lead: Person, study: Study
) -> None:
    steps = [Step(n, StepKind.SAY, "a", text=f"needle number {n}") for n in range(1, 701)]
    turns = [Turn(s.index, "user" if s.index % 2 else "agent", (s,)) for s in steps]
    page = visitor.open(lead)
    page.goto(address(visitor, make_case(study, turns)))
    page.keyboard.press("/")
    page.keyboard.type("needle")
    count = page.locator("[data-find-count]")
    expect(count).to_have_text("700 matches in 700 steps")
    expect(page.locator("[data-find-hits] .find-more")).to_contain_text("200 more steps")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("700 of 700, step 700")
    page.keyboard.press("Shift+Enter")
    expect(count).to_have_text("699 of 700, step 699")
    now = "[...CSS.highlights.get('found-now')].map(r => r.toString())"
    assert page.evaluate(now) == ["needle"]
    # Another part comes, as when somebody scrolls.
    page.evaluate("window.transcript.stepAt('', 300)")
    expect(page.locator("#step-300")).to_be_attached()
    assert page.evaluate(now) == ["needle"]
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 700, step 1")


def test_going_back_shows_the_page_of_a_step_and_no_fragment(
    visitor: Visitor, lead: Person, case: Case
) -> None:
    page = visitor.open(lead)
    page.goto(address(visitor, case))
    page.keyboard.press("E")
    page.locator("[data-whole]").first.click()
    expect(page.locator("[data-less]").first).to_be_attached()
    whole = address(visitor, case) + "steps/6/"
    page.goto(whole)
    page.goto(address(visitor, case))
    page.keyboard.press("E")
    page.locator("[data-whole]").first.click()
    expect(page.locator("[data-less]").first).to_be_attached()
    page.go_back()
    expect(page).to_have_url(whole)
    expect(page.locator("header.topbar")).to_be_visible()
    assert page.title().startswith("Step 6")
