import pytest
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from raters.flags import flag, flag_of, flags_in, open_flags, reopen, resolve, unflag
from raters.models import Assignment, Flag, Rating
from tests.make import make_slots
from tests.raters.posts import HTMX, claimed, posted, ready_client, url_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def assignment(study: Study, rater: Person) -> Assignment:
    make_slots(study, 2)
    return claimed(study, rater)


def test_a_second_note_replaces_the_first(assignment: Assignment, study: Study) -> None:
    flag(assignment=assignment, note="Cut off")
    flag(assignment=assignment, note=" Cut off in step 3\x00 ")
    assert [one.note for one in open_flags(study)] == ["Cut off in step 3"]


@pytest.mark.parametrize(
    ("note", "problem"),
    [("", "few words"), ("  ", "few words"), ("x" * 2_001, "2001 characters")],
    ids=["none", "blank", "long"],
)
def test_a_note_is_needed_and_not_endless(assignment: Assignment, note: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        flag(assignment=assignment, note=note)
    assert not Flag.objects.exists()


def test_one_takes_back_only_what_is_open(
    assignment: Assignment, study: Study, lead: Person
) -> None:
    made = flag(assignment=assignment, note="Odd")
    assert resolve(flag=made, actor=lead)
    assert not resolve(flag=made, actor=lead)
    assert not unflag(assignment=assignment)
    assert list(flags_in(study, resolved=True)) == [made]
    again = flag(assignment=assignment, note="Still odd")
    made.refresh_from_db()
    assert not reopen(flag=made, actor=lead)
    assert unflag(assignment=assignment)
    assert reopen(flag=made, actor=lead)
    assert [one.pk for one in open_flags(study)] == [made.pk]
    assert again.pk != made.pk
    events = AuditEvent.objects.filter(action__startswith="flag.").order_by("pk")
    actions = events.values_list("action", flat=True)
    assert list(actions) == ["flag.resolved", "flag.reopened"]


def test_flagging_keeps_the_page_and_what_is_in_it(assignment: Assignment, rater: Person) -> None:
    client = ready_client(rater)
    fields = posted("cant_tell", **{"action": "flag", "flag_note": "Two currencies"})
    for headers in ({}, HTMX):
        response = client.post(url_of(assignment), fields, **headers)
        text = response.content.decode()
        assert response.status_code == 200
        assert "Two currencies" in text
        assert "Take the flag back" in text
        assert text.count("checked") == 2
    assert "Two currencies" in client.get(url_of(assignment)).content.decode()
    assert not Rating.objects.exists()
    assignment.refresh_from_db()
    assert flag_of(assignment) is not None
    client.post(url_of(assignment), posted("cant_tell", action="unflag"))
    assert not Flag.objects.exists()


def test_without_a_note_the_page_asks_for_one(assignment: Assignment, rater: Person) -> None:
    response = ready_client(rater).post(url_of(assignment), posted(action="flag"), **HTMX)
    assert response.status_code == 422
    assert "Say in a few words" in response.content.decode()


def test_leads_see_resolve_and_reopen(
    client: Client, assignment: Assignment, study: Study, lead: Person, rater: Person
) -> None:
    made = flag(assignment=assignment, note="<b>Odd</b>")
    client.force_login(lead)
    url = reverse("flag_list", args=[study.slug])
    assert "&lt;b&gt;Odd&lt;/b&gt;" in client.get(url).content.decode()
    decide = reverse("flag_decide", args=[study.slug, made.pk])
    client.post(decide, {"do": "resolve"})
    assert "No open flags" in client.get(url).content.decode()
    assert "resolved by Leon" in client.get(f"{url}?resolved").content.decode()
    client.post(decide, {"do": "reopen"})
    assert open_flags(study).count() == 1
    client.force_login(rater)
    assert client.get(url).status_code == 403
    assert client.post(decide).status_code == 403
