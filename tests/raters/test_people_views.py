import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.models import Membership, Person, Study
from raters.invitations import first_admin_link, invite
from raters.models import Invitation
from tests.cases.test_rubric_views import as_person
from tests.make import make_person

pytestmark = pytest.mark.django_db

ACCOUNT = {
    "display_name": "Mia Wong",
    "username": "mia",
    "password": "quiet-river-42",
    "again": "quiet-river-42",
}


def url_of(study: Study) -> str:
    return reverse("people_list", args=[study.slug])


# --- log-in --------------------------------------------------------------------------------


def test_logging_in_leads_where_one_was_going(study: Study, lead: Person) -> None:
    client = Client()
    target = url_of(study)
    response = client.get(target)
    assert response["Location"] == f"{reverse('login')}?next={target}"
    page = client.get(response["Location"]).content.decode()
    assert "needs an account" in page
    data = {"username": "leon", "password": "quiet-river-42", "next": target}
    assert client.post(reverse("login"), data)["Location"] == target
    assert client.get(target).status_code == 200


def test_logging_in_never_leads_off_the_site(lead: Person) -> None:
    data = {"username": "leon", "password": "quiet-river-42", "next": "https://evil.example/"}
    assert Client().post(reverse("login"), data)["Location"] == reverse("home")


def test_a_wrong_password_is_said_and_the_name_kept(lead: Person) -> None:
    response = Client().post(reverse("login"), {"username": "leon", "password": "wrong"})
    page = response.content.decode()
    assert "don't go together" in page or "don&#x27;t go together" in page
    assert 'value="leon"' in page
    assert "wrong" not in re.sub(r"<script.*?</script>", "", page)


def test_logging_out_is_a_post(lead: Person) -> None:
    client = as_person(lead)
    assert client.get(reverse("logout")).status_code == 405
    assert client.post(reverse("logout"))["Location"] == reverse("login")
    assert client.get(reverse("home")).status_code == 302


# --- invitations ---------------------------------------------------------------------------


@pytest.fixture
def link(study: Study, lead: Person) -> str:
    _, token = invite(study=study, role="rater", actor=lead)
    return reverse("invitation_accept", args=[token])


def test_an_invitation_is_public_and_says_what_it_is_for(study: Study, link: str) -> None:
    response = Client().get(link)
    page = response.content.decode()
    assert response.status_code == 200
    assert study.name in page
    assert "Leon invites you" in page
    assert "<strong>rater</strong>" in page
    assert "no-store" in response["Cache-Control"]


def test_accepting_makes_an_account_and_logs_in(study: Study, link: str) -> None:
    client = Client()
    response = client.post(link, ACCOUNT)
    assert response["Location"] == reverse("guidelines", args=[study.slug])
    assert client.get(reverse("home")).status_code == 200
    person = Person.objects.get(username="mia")
    assert person.role_in(study) == "rater"
    again = Client().get(link)
    assert again.status_code == 410
    assert "has been used" in again.content.decode()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"again": "other-river-42"}, "The two passwords differ"),
        ({"password": "short", "again": "short"}, "too short"),
        ({"username": "leon"}, "already exists"),
        ({"display_name": ""}, "required"),
    ],
)
def test_a_refused_account_comes_back_filled_in(
    link: str, changes: dict[str, str], problem: str
) -> None:
    client = Client()
    response = client.post(link, ACCOUNT | changes)
    page = response.content.decode()
    assert response.status_code == 422
    assert problem in page
    assert f'value="{(ACCOUNT | changes)["username"]}"' in page
    assert "river" not in page
    assert client.get(reverse("home")).status_code == 302
    assert Client().post(link, ACCOUNT).status_code == 302


def test_unknown_expired_and_withdrawn_links_say_what_they_are(
    study: Study, lead: Person, link: str
) -> None:
    unknown = Client().get(reverse("invitation_accept", args=["nonsense"]))
    assert unknown.status_code == 404
    assert "not one of ours" in unknown.content.decode()
    Invitation.objects.update(expires_at=timezone.now())
    expired = Client().post(link, ACCOUNT)
    assert expired.status_code == 410
    assert "expired" in expired.content.decode()
    assert study.name not in expired.content.decode()
    Invitation.objects.update(revoked_at=timezone.now())
    assert "withdrawn" in Client().get(link).content.decode()
    assert not Person.objects.filter(username="mia").exists()


def test_somebody_logged_in_joins_with_one_press(study: Study, link: str) -> None:
    person = make_person("paul")
    client = as_person(person)
    assert "You are logged in as Paul" in client.get(link).content.decode()
    assert client.post(link)["Location"] == reverse("guidelines", args=[study.slug])
    assert person.role_in(study) == "rater"


def test_a_member_who_opens_a_link_is_told(link: str, rater: Person) -> None:
    response = as_person(rater).post(link)
    assert response.status_code == 422
    assert "member of" in response.content.decode()


def test_the_first_admins_link_works_once() -> None:
    token = first_admin_link()
    url = reverse("invitation_accept", args=[token])
    assert "first account" in Client().get(url).content.decode()
    assert Client().post(url, ACCOUNT).status_code == 302
    assert Person.objects.get(username="mia").is_superuser
    assert Client().get(url).status_code == 410


# --- people --------------------------------------------------------------------------------


def test_people_are_for_leads(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    assert Client().get(url_of(study))["Location"].startswith(reverse("login"))
    assert as_person(stranger).get(url_of(study)).status_code == 404
    assert as_person(rater).get(url_of(study)).status_code == 403
    for person in (lead, admin):
        page = as_person(person).get(url_of(study)).content.decode()
        for name in ("Ruth", "Leon", "Ada"):
            assert name in page
    assert as_person(rater).post(url_of(study), {"role": "admin"}).status_code == 403


def link_in(page: str) -> str:
    found = re.search(r'value="http://testserver(/invitations/[^"]+)"', page)
    return found[1] if found else ""


def test_a_new_link_is_shown_once(study: Study, lead: Person) -> None:
    client = as_person(lead)
    response = client.post(url_of(study), {"role": "rater", "note": "Mia", "days": 7})
    page = response.content.decode()
    link = link_in(page)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    assert Client().get(link).status_code == 200
    later = client.get(url_of(study)).content.decode()
    assert "Mia" in later
    assert link_in(later) == ""


def test_htmx_gets_the_people_alone(study: Study, lead: Person) -> None:
    response = as_person(lead).post(
        url_of(study),
        {"role": "rater", "note": "", "days": 7},
        headers={"HX-Request": "true"},
    )
    page = response.content.decode()
    assert "<html" not in page
    assert page.strip().startswith('<div id="people"')
    assert link_in(page)


@pytest.mark.parametrize(
    "data",
    [
        {"role": "admin", "note": "Kept note", "days": 7},
        {"role": "rater", "note": "Kept note", "days": 0},
        {"role": "", "note": "Kept note", "days": 7},
    ],
)
def test_a_bad_invitation_comes_back_filled_in(
    study: Study, lead: Person, data: dict[str, object]
) -> None:
    response = as_person(lead).post(url_of(study), data)
    assert response.status_code == 422
    assert 'value="Kept note"' in response.content.decode()
    assert not Invitation.objects.exists()


def test_admins_are_invited_by_admins(study: Study, lead: Person, admin: Person) -> None:
    assert 'value="admin"' not in as_person(lead).get(url_of(study)).content.decode()
    client = as_person(admin)
    assert 'value="admin"' in client.get(url_of(study)).content.decode()
    page = client.post(url_of(study), {"role": "admin", "note": "", "days": 7}).content.decode()
    assert Client().post(link_in(page), ACCOUNT).status_code == 302
    assert Person.objects.get(username="mia").role_in(study) == "admin"


def test_an_invitation_is_withdrawn(
    study: Study, rater: Person, lead: Person, stranger: Person, link: str
) -> None:
    invitation = Invitation.objects.get()
    url = reverse("invitation_revoke", args=[study.slug, invitation.pk])
    assert as_person(rater).post(url).status_code == 403
    assert as_person(stranger).post(url).status_code == 404
    client = as_person(lead)
    assert client.get(url).status_code == 405
    assert client.post(reverse("invitation_revoke", args=[study.slug, 999])).status_code == 404
    assert client.post(url)["Location"] == url_of(study)
    assert Client().get(link).status_code == 410
    client.post(url)
    assert "used or withdrawn already" in client.get(url_of(study)).content.decode()


def test_simulated_members_are_marked(study: Study, lead: Person) -> None:
    Membership.objects.create(person=make_person("sim"), study=study, role="rater", simulated=True)
    assert "Simulated" in as_person(lead).get(url_of(study)).content.decode()
