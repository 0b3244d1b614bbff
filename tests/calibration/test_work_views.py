import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from cases.models import Item, Membership, Person, Study
from raters.assignment import claim_next
from raters.models import Slot
from tests.cases.test_rubric_views import as_person
from tests.make import join, make_gold, make_person, make_slots, make_study
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def address(study: Study) -> str:
    return reverse("work_detail", args=[study.slug])


@pytest.fixture
def client(lead: Person) -> Client:
    return as_person(lead)


def test_who_may_watch_the_work(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    for person, status in ((rater, 403), (stranger, 404), (lead, 200), (admin, 200)):
        assert as_person(person).get(address(study)).status_code == status


def test_the_figures_stand_on_the_page(study: Study, rater: Person, client: Client) -> None:
    make_slots(study, 2)
    rate_next(study, rater)
    page = client.get(address(study)).text
    assert "1 of 4" in page
    assert "25 %" in page or "25 <" in page
    assert "Undefined: fewer than 10 ratings in the last 7 days." in page
    assert 'role="img" aria-label="Ratings a day:' in page
    # Looking at it is no look at results.
    assert not Membership.objects.filter(results_seen_at__isnull=False).exists()


def test_htmx_gets_the_figures_alone(study: Study, client: Client) -> None:
    page = client.get(address(study), headers={"HX-Request": "true"}).text
    assert page.strip().startswith('<div id="work-figures"')
    assert "<h1>" not in page
    # What changes by itself is not read out.
    assert "aria-live" not in page
    assert 'role="status"' not in page


def test_a_closed_study_is_not_refreshed(study: Study, client: Client) -> None:
    assert "data-refresh" in client.get(address(study)).text
    study.state = "closed"
    study.save()
    page = client.get(address(study)).text
    assert "data-refresh" not in page
    assert "the study is closed" in page


def test_an_empty_study_has_a_page(study: Study, client: Client) -> None:
    page = client.get(address(study)).text
    assert "Nobody rates in this study yet." in page


def test_a_name_is_text(study: Study, client: Client) -> None:
    join(make_person(display_name="<b>Bo</b>"), study, "rater")
    assert "<b>Bo" not in client.get(address(study)).text


# --- pausing, closing, opening --------------------------------------------------------------------


def test_pausing_and_closing_say_what_is_in_hand(
    study: Study, rater: Person, client: Client
) -> None:
    make_slots(study, 2)
    claim_next(study=study, rater=rater)
    assert "Close with 1 in hand" in client.get(address(study)).text
    url = reverse("work_state", args=[study.slug])
    assert "1 item in hand may still" in client.post(url, {"state": "paused"}, follow=True).text
    page = client.post(url, {"state": "closed"}, follow=True).text
    assert "1 item in hand can&#x27;t be sent any more" in page
    assert "Nobody rates any more." in page
    again = client.post(url, {"state": "closed"})
    assert (again.status_code, "is closed already" in again.text) == (422, True)
    assert client.post(url, {"state": "gone"}).status_code == 422
    assert "raters get items" in client.post(url, {"state": "open"}, follow=True).text


# --- more raters ----------------------------------------------------------------------------------


def test_more_raters_are_counted_before_they_are_added(study: Study, client: Client) -> None:
    items = make_slots(study, 3)
    url = reverse("work_extend", args=[study.slug])
    page = client.get(url, {"more": "2"}).text
    assert "6 <span" in page
    assert "New items get 4 raters" in page
    assert Slot.objects.count() == 6
    one = {"more": "2", "q": items[0].key, "state": "open"}
    assert "2 <span" in client.get(url, one).text
    assert "2 ratings more to do" in client.post(url, one, follow=True).text
    post = {"more": "1", "overlap": "3"}
    assert "3 ratings more to do" in client.post(url, post, follow=True).text
    # Sent twice it adds nothing.
    again = client.post(url, post)
    assert (again.status_code, "gets 3 raters by now" in again.text) == (422, True)
    study.refresh_from_db()
    assert (study.overlap, Slot.objects.count()) == (3, 11)


@pytest.mark.parametrize("more", ["0", "-1", "x", "50", "9999"])
def test_a_number_that_is_none_is_refused(study: Study, client: Client, more: str) -> None:
    url = reverse("work_extend", args=[study.slug])
    for answer in (client.get(url, {"more": more}), client.post(url, {"more": more})):
        assert answer.status_code == 422
        assert f'value="{more}"' in answer.text
        assert 'role="alert"' in answer.text


# --- items ----------------------------------------------------------------------------------------


def at_item(item: Item) -> str:
    return reverse("work_item", args=[item.study.slug, item.key])


def test_who_may_see_items_and_change_them(
    study: Study, rater: Person, lead: Person, stranger: Person
) -> None:
    (item,) = make_slots(study, 1)
    pages = [at_item(item), *(reverse(n, args=[study.slug]) for n in ("work_items", "work_extend"))]
    for person, status in ((rater, 403), (stranger, 404), (lead, 200)):
        assert {as_person(person).get(page).status_code for page in pages} == {status}
    state = reverse("work_state", args=[study.slug])
    for person, status in ((rater, 403), (stranger, 404)):
        asked = as_person(person)
        assert asked.post(state, {"state": "closed"}).status_code == status
        assert asked.post(at_item(item), {"action": "extend", "more": 1}).status_code == status
    elsewhere = reverse("work_item", args=[make_study().slug, item.key])
    assert as_person(lead).get(elsewhere).status_code == 404
    (gold,) = make_gold(study, 1)
    assert as_person(lead).get(at_item(gold)).status_code == 404


def test_the_list_shows_states_and_keeps_the_filter(
    study: Study, rater: Person, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.work_items.PER_PAGE", 2)
    items = make_slots(study, 5)
    rate_next(study, rater)
    url = reverse("work_items", args=[study.slug])
    page = client.get(url, {"state": "open"}).text
    assert page.count('scope="row"') == 2
    assert f"state=open&amp;after={items[1].pk}" in page
    page = client.get(url, {"q": items[4].key}).text
    assert items[4].key in page
    assert items[3].key not in page
    assert "Nothing in this study is like that" in client.get(url, {"q": "zz"}).text
    assert client.get(url, {"after": "9" * 40, "state": "\x00"}).status_code == 200


def test_the_queries_of_the_list_do_not_grow(
    study: Study, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    make_slots(study, 30)
    with django_assert_max_num_queries(12):
        client.get(reverse("work_items", args=[study.slug]))


def test_an_item_goes_from_hand_to_hand(study: Study, rater: Person, client: Client) -> None:
    other = join(make_person("olga"), study, "rater")
    (item,) = make_slots(study, 1)
    held = claim_next(study=study, rater=rater).assignment
    assert held is not None
    page = client.get(at_item(item)).text
    assert "In hand" in page
    post = {"action": "take_back", "assignment": held.pk, "rater": other.pk}
    page = client.post(at_item(item), post, follow=True).text
    assert "Taken back from Ruth; Olga gets it next." in page
    assert "Kept for them" in page
    again = client.post(at_item(item), post)
    assert again.status_code == 422
    kept = Slot.objects.get(reserved_for=other)
    post = {"action": "open_again", "slot": kept.pk}
    assert "open for everybody." in client.post(at_item(item), post, follow=True).text
    post = {"action": "give_again", "assignment": held.pk}
    page = client.post(at_item(item), post, follow=True).text
    assert "Ruth gets the item again, with the draft." in page
    post = {"action": "hand_to", "rater": other.pk}
    assert "A place is kept for Olga" in client.post(at_item(item), post, follow=True).text
    post = {"action": "extend", "more": "2"}
    assert "2 more raters for this item." in client.post(at_item(item), post, follow=True).text
    assert Slot.objects.count() == 4


@pytest.mark.parametrize(
    ("post", "said"),
    [
        ({}, "Choose what is to change."),
        ({"action": "take_back"}, "Choose somebody who has this item."),
        ({"action": "give_again", "assignment": "x"}, "Choose somebody who has this item."),
        ({"action": "hand_to", "rater": "9" * 30}, "Choose a rater from the list."),
        ({"action": "open_again", "slot": "-1"}, "Choose a place of this item."),
        ({"action": "extend", "more": "0"}, "give a number from 1 to 50"),
        ({"action": "extend", "more": "50"}, "has 50 raters at most"),
        ({"action": "skill", "skill": "two words"}, "can&#x27;t name a skill"),
        ({"action": "skill", "skill": ""}, "It asks for no skill."),
        ({"action": "priority", "priority": "high"}, "as a whole number"),
        ({"action": "priority", "priority": "3"}, "Say in a few words why"),
        ({"action": "priority", "priority": "512", "reason": "a"}, "from -512 to 511"),
        ({"action": "priority", "priority": "0", "reason": "a"}, "has priority 0 already"),
    ],
)
def test_what_can_not_be_is_said(
    study: Study, client: Client, post: dict[str, str], said: str
) -> None:
    (item,) = make_slots(study, 1)
    answer = client.post(at_item(item), post)
    assert (answer.status_code, said in answer.text) == (422, True)
    assert Slot.objects.filter(reserved_for=None).count() == 2


def test_an_item_that_is_stuck_says_what_helps(study: Study, rater: Person, client: Client) -> None:
    (item,) = make_slots(study, 1, skill="legal")
    assert "No rater has the skill legal" in client.get(at_item(item)).text
    assert "See which, and what helps" in client.get(address(study)).text


def test_skill_and_priority_of_an_item(study: Study, client: Client) -> None:
    (item,) = make_slots(study, 1)
    post = {"action": "skill", "skill": "Legal"}
    assert "Only raters with legal get" in client.post(at_item(item), post, follow=True).text
    post = {"action": "priority", "priority": "7", "reason": "likely split"}
    assert "has priority 7 now" in client.post(at_item(item), post, follow=True).text
    assert set(Slot.objects.values_list("skill", "priority")) == {("legal", 7)}
