import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Membership, Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import make_person, make_study

pytestmark = pytest.mark.django_db


def address_of(person: Person) -> str:
    member = Membership.objects.select_related("study").get(person=person)
    return reverse("member_detail", args=[member.study.slug, member.pk])


def act(client: Client, person: Person, action: str, **fields: str) -> str:
    """What the page says after an action."""
    answer = client.post(address_of(person), {"action": action, **fields}, follow=True)
    return str(answer.text)


def test_who_may_see_a_member(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    for person, status in ((rater, 403), (stranger, 404), (lead, 200), (admin, 200)):
        assert as_person(person).get(address_of(rater)).status_code == status
    elsewhere = reverse("member_detail", args=[make_study().slug, rater.memberships.get().pk])
    assert as_person(admin).get(elsewhere).status_code == 404


def test_a_rater_is_paused_and_goes_on(study: Study, rater: Person, lead: Person) -> None:
    client = as_person(lead)
    assert "They get items whenever the study is open." in client.get(address_of(rater)).text
    page = act(client, rater, "pause")
    assert "Ruth is paused and gets no items." in page
    assert "paused by a lead" in page
    assert "is paused already" in act(client, rater, "pause")
    assert "Ruth goes on rating." in act(client, rater, "go_on")


def test_a_member_is_removed_and_brought_back(study: Study, rater: Person, lead: Person) -> None:
    client = as_person(lead)
    page = act(client, rater, "remove")
    assert "Ruth is removed; their ratings stay." in page
    assert 'value="bring_back"' in page
    assert 'value="pause"' not in page
    assert as_person(rater).get(reverse("rate_next", args=[study.slug])).status_code == 404
    listed = client.get(reverse("people_list", args=[study.slug])).text
    assert ">Removed<" in listed
    assert "Ruth is back in the study." in act(client, rater, "bring_back")
    assert as_person(rater).get(reverse("rate_next", args=[study.slug])).status_code != 404


def test_one_is_not_offered_ones_own_removal(study: Study, lead: Person) -> None:
    client = as_person(lead)
    assert 'value="remove"' not in client.get(address_of(lead)).text
    assert "can&#x27;t remove yourself" in act(client, lead, "remove")


def test_skills_are_saved_and_shown(study: Study, rater: Person, lead: Person) -> None:
    client = as_person(lead)
    assert "Ruth has legal, medical." in act(client, rater, "skills", skills="Medical, legal")
    assert 'value="legal, medical"' in client.get(address_of(rater)).text
    answer = client.post(address_of(rater), {"action": "skills", "skills": "medical, two words"})
    assert answer.status_code == 422
    assert 'value="medical, two words"' in answer.text
    assert "can&#x27;t name a skill" in answer.text
    assert "No skill is noted now." in act(client, rater, "skills", skills=" ")


def test_what_is_no_action_changes_nothing(study: Study, rater: Person, lead: Person) -> None:
    assert "Choose what is to change." in act(as_person(lead), rater, "promote")


def test_whoever_has_seen_results_is_said_to_get_none(
    study: Study, rater: Person, lead: Person
) -> None:
    Membership.objects.filter(person=rater).update(results_seen_at=timezone.now())
    assert "Has seen results" in as_person(lead).get(address_of(rater)).text


def test_a_name_is_text(study: Study, lead: Person) -> None:
    person = make_person(display_name="<b>Bo</b>")
    Membership.objects.create(person=person, study=study, role="rater")
    assert "<b>Bo" not in as_person(lead).get(address_of(person)).text
