"""The export pages: who sees what, what is downloaded, and that they say how it stands."""

import json

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from calibration.freezing import answer_freeze, request_freeze
from calibration.models import RegressionSet
from calibration.regression_sets import freeze_set, set_files
from cases.models import AuditEvent, Membership, Person, Study
from tests.calibration.answers import rate
from tests.make import make_item, make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def frozen(study: Study) -> RegressionSet:
    raters = [make_person(), make_person()]
    for grade in ("PASS", "FAIL"):
        item = make_item(study, key=f"i-{grade.lower()}")
        for rater in raters:
            rate(item, rater, correct_amount="PASS", grounded=grade, comment="=1+1")
    make_item(study, key="i-unrated")
    found = freeze_set(study=study)
    found.refresh_from_db()
    return found


def urls(study: Study, frozen: RegressionSet) -> dict[str, str]:
    name = f"{frozen.content['evalset']['eval_set_id']}.evalset.json"
    return {
        "list": reverse("export_list", args=[study.slug]),
        "freeze": reverse("regression_set_freeze", args=[study.slug]),
        "labels": reverse("label_download", args=[study.slug]),
        "detail": reverse("regression_set_detail", args=[study.slug, frozen.version]),
        "file": reverse("regression_set_file", args=[study.slug, frozen.version, name]),
    }


def test_leads_see_and_admins_carry_away(
    client: Client,
    study: Study,
    frozen: RegressionSet,
    rater: Person,
    lead: Person,
    admin: Person,
    stranger: Person,
) -> None:
    pages = urls(study, frozen)
    expected = {
        stranger: {"list": 404, "freeze": 404, "labels": 404, "detail": 404, "file": 404},
        rater: {"list": 403, "freeze": 403, "labels": 403, "detail": 403, "file": 403},
        lead: {"list": 200, "freeze": 403, "labels": 403, "detail": 200, "file": 403},
        admin: {"list": 200, "labels": 200, "detail": 200, "file": 200},
    }
    for person, answers in expected.items():
        client.force_login(person)
        for page, status in answers.items():
            send = client.post if page in ("freeze", "labels") else client.get
            response = send(pages[page], {"format": "csv", "split": "tuning"})
            assert response.status_code == status, (person, page)


def test_list_shows_sets_and_only_admins_get_forms(
    client: Client, study: Study, frozen: RegressionSet, lead: Person, admin: Person
) -> None:
    url = reverse("export_list", args=[study.slug])
    client.force_login(admin)
    page = client.get(url).content.decode()
    assert "Set 1" in page
    assert frozen.content_hash[:12] in page
    assert "Freeze settled items" in page
    client.force_login(lead)
    page = client.get(url).content.decode()
    assert "Set 1" in page
    assert '<form method="post" action="/studies' not in page.replace("\n", "")
    assert "only admins of the study freeze sets and download" in page


def test_an_empty_study_says_what_a_set_is_for(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    page = client.get(reverse("export_list", args=[study.slug])).content.decode()
    assert "No set yet" in page


def test_waiting_polls_and_an_answer_stops_it(client: Client, study: Study, admin: Person) -> None:
    client.force_login(admin)
    url = reverse("export_list", args=[study.slug])
    request = request_freeze(study=study, split="tuning", actor=admin)
    fragment = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert 'hx-trigger="every 2s"' in fragment
    answer_freeze(request.pk)
    fragment = client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert "hx-trigger" not in fragment
    assert "No set was frozen: study" in fragment


def test_freeze_asks_the_worker_and_redirects(client: Client, study: Study, admin: Person) -> None:
    client.force_login(admin)
    url = reverse("regression_set_freeze", args=[study.slug])
    response = client.post(url, {"split": "tuning"})
    assert response.status_code == 302
    assert response.headers["Location"] == reverse("export_list", args=[study.slug])
    event = AuditEvent.objects.get(action="regression_set.requested")
    assert (event.actor, event.data) == (admin, {"split": "tuning"})
    assert not RegressionSet.objects.exists()
    response = client.post(url, {"split": "everything"})
    assert response.status_code == 422
    assert "no split" in response.content.decode()
    assert client.get(url).status_code == 405


def test_detail_shows_contents_reasons_and_hash(
    client: Client, study: Study, frozen: RegressionSet, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("regression_set_detail", args=[study.slug, frozen.version])
    page = client.get(url).content.decode()
    for text in (
        "i-pass",
        "A case that did not pass is played again",
        "A gating criterion has no settled label",
        "i-unrated",
        frozen.content_hash,
        "Loads in google-adk 2.13.0",
        "rubric_based_final_response_quality_v1",
    ):
        assert text in page
    assert reverse("regression_set_file", args=[study.slug, 1, "test_config.json"]) not in page
    assert client.get(url.replace("/1/", "/2/")).status_code == 404


def test_files_are_attachments_with_the_sets_bytes(
    client: Client, study: Study, frozen: RegressionSet, admin: Person
) -> None:
    client.force_login(admin)
    for name, data in set_files(frozen).items():
        url = reverse("regression_set_file", args=[study.slug, frozen.version, name])
        response = client.get(url)
        assert response.content == data
        assert response.headers["Content-Disposition"] == f'attachment; filename="{name}"'
        assert "no-store" in response.headers["Cache-Control"]
    assert AuditEvent.objects.filter(action="regression_set.downloaded").count() == 5
    missing = reverse("regression_set_file", args=[study.slug, frozen.version, "x.json"])
    assert client.get(missing).status_code == 404


def test_labels_stream_as_an_attachment(
    client: Client, study: Study, frozen: RegressionSet, admin: Person
) -> None:
    client.force_login(admin)
    url = reverse("label_download", args=[study.slug])
    response = client.post(url, {"format": "csv", "split": "tuning"})
    assert response.streaming
    data = b"".join(response.streaming_content)
    assert b",'=1+1," in data
    assert response.headers["Content-Disposition"].endswith(f'"{study.slug}.labels.csv"')
    assert response.headers["Content-Type"].startswith("text/csv")
    response = client.post(url, {"format": "jsonl", "split": "tuning"})
    lines = b"".join(response.streaming_content).splitlines()
    assert json.loads(lines[0])["study"] == study.slug
    assert client.post(url, {"format": "xlsx", "split": "tuning"}).status_code == 422


def test_whoever_has_seen_the_labels_can_no_longer_rate_blind(
    client: Client, study: Study, frozen: RegressionSet, lead: Person
) -> None:
    client.force_login(lead)
    client.get(reverse("export_list", args=[study.slug]))
    membership = Membership.objects.get(person=lead, study=study)
    assert membership.results_seen_at is None
    client.get(reverse("regression_set_detail", args=[study.slug, frozen.version]))
    membership.refresh_from_db()
    assert membership.results_seen_at is not None


def test_list_queries_do_not_grow_with_the_sets(
    client: Client, study: Study, frozen: RegressionSet, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("export_list", args=[study.slug])
    client.get(url)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    for version in range(2, 6):
        RegressionSet.objects.create(
            study=study, version=version, content=frozen.content, content_hash=f"{version:064d}"
        )
    with CaptureQueriesContext(connection) as many:
        page = client.get(url).content.decode()
    assert "Set 5" in page
    assert len(many) == len(few)
