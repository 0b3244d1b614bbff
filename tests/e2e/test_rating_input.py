"""What a hurried hand, the back button, markup and a lead do to a rating that is being sent."""

import re

import pytest
from playwright.sync_api import expect

from cases.models import Membership, Person, Study
from raters.managing import remove_member
from raters.models import Label, Rating
from tests.e2e.conftest import Visitor
from tests.e2e.test_rating import add_items, rater, study, wait_for_item
from tests.e2e.test_rating_flow import answer_all, open_first
from tests.make import join, make_person

__all__ = ["rater", "study"]

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]

MARKUP = "<img src=x onerror=alert(1)><script>document.title='mine'</script> & “so”"


def test_a_double_click_sends_one_rating(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    answer_all(page)
    page.get_by_role("button", name="Submit").dblclick()
    wait_for_item(page, 2)
    expect(page.locator("[data-answered]")).to_have_text("0 of 4 answered")
    assert (Rating.objects.count(), Label.objects.count()) == (1, 4)


def test_the_back_button_leads_to_what_was_sent(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 3)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    answer_all(page)
    page.keyboard.press("Enter")
    wait_for_item(page, 2)
    page.go_back()
    expect(page.get_by_text("You have rated this item.")).to_be_visible()
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    wait_for_item(page, 2)
    assert Rating.objects.count() == 2
    assert Rating.objects.order_by("-pk").values_list("revision", flat=True).first() == 2


def test_markup_in_a_comment_stays_text(visitor: Visitor, study: Study, rater: Person) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    answer_all(page)
    page.keyboard.press("m")
    page.keyboard.type(MARKUP)
    page.keyboard.press("Control+Enter")
    wait_for_item(page, 2)
    assert Label.objects.exclude(comment="").get().comment == MARKUP
    page.keyboard.press("u")
    expect(page.locator("textarea").filter(has_text="onerror")).to_have_value(MARKUP)
    assert page.title() != "mine"


def test_who_is_removed_meanwhile_reads_that_nothing_was_saved(
    visitor: Visitor, study: Study, rater: Person
) -> None:
    add_items(study, 2)
    page = visitor.open(rater)
    open_first(page, visitor, study)
    answer_all(page)
    page.keyboard.press("m")
    page.keyboard.type("Nearly done.")
    lead = join(make_person("leon"), study, "lead")
    remove_member(membership=Membership.objects.get(person=rater, study=study), actor=lead)
    with page.expect_response(re.compile(r"/draft/$")) as kept:
        page.keyboard.press("Control+Enter")
        expect(page.get_by_role("alert")).to_contain_text("you do not rate in this study any more")
    assert kept.value.status == 404
    expect(page.locator("[data-answered]")).to_have_text("4 of 4 answered")
    expect(page.locator("#q-resolution textarea")).to_have_value("Nearly done.")
    assert Rating.objects.count() == 0
    # The browser tells of both refusals, and htmx of one.
    page.close()
    visitor.problems.clear()
