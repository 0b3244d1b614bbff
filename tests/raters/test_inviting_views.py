import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cases.models import AuditEvent, Person, Study
from raters.invitation_rows import read_rows
from raters.invitations import accept, find, invite
from raters.inviting import digest_of, invite_all, plan_invitations
from raters.models import Invitation
from tests.make import join, make_person

PEOPLE = "name,role\nAnn,rater\n=Bo,lead\nCy,boss\nleon,rater\nDee,rater"


@pytest.fixture
def page(client: Client, study: Study, lead: Person) -> str:
    client.force_login(lead)
    return reverse("people_invite", args=[study.slug])


def seen_in(text: str) -> str:
    found = re.search(r'name="seen" value="(\w+)"', text)
    assert found
    return found[1]


def test_a_list_is_looked_at_and_then_made_once(
    client: Client, study: Study, lead: Person, page: str
) -> None:
    invite(study=study, role="rater", actor=lead, note="dee")
    preview = client.post(page, {"list": PEOPLE, "days": "7"})
    assert preview.status_code == 200
    assert Invitation.objects.count() == 1
    shown = preview.text
    for said in ("Make 2 links", "role “boss”", "Member already", "Invited already"):
        assert said in shown
    answer = client.post(page, {"list": PEOPLE, "days": "7", "seen": seen_in(shown), "invite": "1"})
    assert "2 invitations made" in answer.text
    made = Invitation.objects.filter(note__in=["Ann", "=Bo"])
    assert sorted(made.values_list("note", "role")) == [("=Bo", "lead"), ("Ann", "rater")]
    assert AuditEvent.objects.filter(action="invitation.created", actor=lead).count() == 3
    sheet = list(csv.reader(io.StringIO(answer.context["sheet"])))
    assert [row[:2] for row in sheet] == [["for", "role"], ["Ann", "rater"], ["'=Bo", "lead"]]
    token = sheet[1][2].rstrip("/").rpartition("/")[2]
    person = accept(token=token, username="ann", display_name="Ann", password="long-enough-1")
    assert person.role_in(study) == "rater"
    # Sent again, nothing is made twice, and the plan is another by now.
    again = client.post(page, {"list": PEOPLE, "days": "7", "seen": seen_in(shown), "invite": "1"})
    assert again.status_code == 422
    assert "another than in the preview" in again.text
    assert Invitation.objects.count() == 3


def test_a_file_is_taken_in_place_of_the_field(client: Client, page: str) -> None:
    sheet = SimpleUploadedFile("people.csv", "\ufeffName;Role\r\nZoë;lead\r\n".encode())
    answer = client.post(page, {"list": "Nobody", "file": sheet, "days": "14"})
    assert "Zoë" in answer.text
    assert "Make 1 link<" in answer.text
    assert "Nobody" not in answer.text


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"list": "", "days": "7"}, "The list is empty"),
        ({"list": "Ann", "days": "0"}, "greater than or equal to 1"),
        ({"list": "role\nlead", "days": "7"}, "no column says who it is for"),
        ({"list": "x" * 100_001, "days": "7"}, "at most 100000 characters"),
        ({"list": "Ann", "days": "7", "invite": "1"}, "another than in the preview"),
    ],
)
def test_what_can_not_be_read_is_said_and_kept(
    client: Client, page: str, data: dict[str, str], said: str
) -> None:
    answer = client.post(page, data)
    assert answer.status_code == 422
    assert said in answer.text
    assert data["list"] in answer.text
    assert not Invitation.objects.exists()


def test_a_file_in_another_encoding_is_refused(client: Client, page: str) -> None:
    sheet = SimpleUploadedFile("people.csv", "Zoë".encode("latin-1"))
    answer = client.post(page, {"file": sheet, "days": "7"})
    assert answer.status_code == 422
    assert "CSV UTF-8" in answer.text


def test_only_admins_invite_admins(client: Client, study: Study, page: str) -> None:
    listed = {"list": "Ann,admin", "days": "7"}
    assert "choose among rater, lead" in client.post(page, listed).text
    client.force_login(join(make_person("ada"), study, "admin"))
    assert "Make 1 link<" in client.post(page, listed).text


def test_raters_and_strangers_get_nothing(client: Client, study: Study, rater: Person) -> None:
    page = reverse("people_invite", args=[study.slug])
    assert client.get(page).status_code == 302
    client.force_login(rater)
    assert client.get(page).status_code == 403
    client.force_login(make_person("stranger"))
    assert client.post(page, {"list": "Ann", "days": "7"}).status_code == 404


def test_all_are_made_or_nobody(study: Study, lead: Person) -> None:
    rows = read_rows("Ann\nBo,admin", roles=["rater", "admin"], usual="rater")
    seen = digest_of(plan_invitations(study=study, rows=rows))
    with pytest.raises(Exception, match="Only an admin"):
        invite_all(study=study, rows=rows, actor=lead, days=7, seen=seen)
    assert not Invitation.objects.exists()
    assert find("nothing") is None
