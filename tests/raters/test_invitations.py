from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, Study
from raters.invitations import accept, find, first_admin_link, invite, join, revoke, token_hash
from raters.models import Invitation
from tests.make import make_person

pytestmark = pytest.mark.django_db

GOOD = {"username": "mia", "display_name": "Mia Wong", "password": "quiet-river-42"}


@pytest.fixture
def token(study: Study, lead: Person) -> str:
    return invite(study=study, role="rater", actor=lead, note="Mia")[1]


def test_only_the_hash_of_a_token_is_kept(study: Study, lead: Person) -> None:
    invitation, token = invite(study=study, role="rater", actor=lead, note="Mia", days=3)
    assert len(token) >= 43
    row = Invitation.objects.values().get(pk=invitation.pk)
    assert token not in str(row)
    assert row["token_hash"] == token_hash(token)
    left = invitation.expires_at - timezone.now()
    assert timedelta(days=2, hours=23) < left <= timedelta(days=3)
    event = AuditEvent.objects.get(action="invitation.created")
    assert (event.actor, event.study, event.data) == (lead, study, {"role": "rater"})


def test_leads_invite_no_admins(study: Study, lead: Person, admin: Person) -> None:
    with pytest.raises(BadInput, match="Only an admin"):
        invite(study=study, role="admin", actor=lead)
    assert invite(study=study, role="admin", actor=admin)[0].role == "admin"
    with pytest.raises(BadInput, match="choose among"):
        invite(study=study, role="boss", actor=admin)
    for days in (0, 91):
        with pytest.raises(BadInput, match="1 to 90"):
            invite(study=study, role="rater", actor=lead, days=days)


def test_a_link_makes_a_member(study: Study, token: str) -> None:
    person = accept(token=token, **GOOD)
    assert (person.username, str(person)) == ("mia", "Mia Wong")
    assert person.check_password("quiet-river-42")
    assert not person.is_superuser
    assert person.role_in(study) == "rater"
    invitation = find(token)
    assert invitation is not None
    assert invitation.used_by == person
    event = AuditEvent.objects.get(action="member.joined")
    assert event.data == {"role": "rater", "invitation": invitation.pk}


def test_a_link_is_good_for_one_person(token: str) -> None:
    accept(token=token, **GOOD)
    with pytest.raises(BadInput, match="has been used"):
        accept(token=token, **GOOD | {"username": "max"})
    assert not Person.objects.filter(username="max").exists()


def test_expired_and_withdrawn_links_say_so(study: Study, lead: Person, token: str) -> None:
    invitation = find(token)
    assert invitation is not None
    revoke(invitation=invitation, actor=lead)
    with pytest.raises(BadInput, match="withdrawn"):
        accept(token=token, **GOOD)
    with pytest.raises(BadInput, match="already"):
        revoke(invitation=invitation, actor=lead)
    old, late = invite(study=study, role="rater", actor=lead)
    Invitation.objects.filter(pk=old.pk).update(expires_at=timezone.now())
    with pytest.raises(BadInput, match="expired"):
        accept(token=late, **GOOD)
    with pytest.raises(BadInput, match="not one of ours"):
        accept(token="guess", **GOOD)
    assert not Person.objects.filter(username="mia").exists()


@pytest.mark.parametrize(
    ("changes", "error", "problem"),
    [
        ({"username": "leon"}, BadInput, "already exists"),
        ({"username": "mia wong"}, BadInput, "valid username"),
        ({"username": ""}, BadInput, "blank"),
        ({"password": "short"}, ValidationError, "too short"),
        ({"username": "mia-wong-mi", "password": "mia-wong-mia"}, ValidationError, "too similar"),
        ({"display_name": "x" * 121}, ValidationError, "at most 120"),
    ],
)
def test_a_refused_account_leaves_the_link_good(
    token: str, changes: dict[str, str], error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        accept(token=token, **GOOD | changes)
    assert accept(token=token, **GOOD).username == "mia"


def test_somebody_with_an_account_joins(study: Study, token: str) -> None:
    person = make_person("paul")
    assert join(token=token, person=person) == study
    assert person.role_in(study) == "rater"
    with pytest.raises(BadInput, match="has been used"):
        join(token=token, person=make_person("pat"))


def test_a_member_does_not_join_twice_and_the_link_stays_good(
    study: Study, rater: Person, token: str
) -> None:
    with pytest.raises(BadInput, match="You are a member"):
        join(token=token, person=rater)
    assert Membership.objects.filter(person=rater, study=study).count() == 1
    assert accept(token=token, **GOOD).role_in(study) == "rater"


# --- the first admin -----------------------------------------------------------------------


def test_an_empty_site_gives_a_link_for_its_first_admin() -> None:
    old = first_admin_link()
    token = first_admin_link()
    assert old is not None
    assert token is not None
    with pytest.raises(BadInput, match="withdrawn"):
        accept(token=old, **GOOD)
    person = accept(token=token, **GOOD)
    assert person.is_superuser
    assert first_admin_link() is None


def test_there_is_no_second_first_admin() -> None:
    token = first_admin_link()
    assert token is not None
    make_person("early")
    with pytest.raises(BadInput, match="has an admin already"):
        accept(token=token, **GOOD)
    with pytest.raises(BadInput, match="first account"):
        join(token=token, person=make_person("other"))
    assert not Person.objects.filter(is_superuser=True).exists()
