"""Report pages: who may see them, what they show with 0, 1 and 30 items, and what a look costs."""

import csv
import io
import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from calibration.models import HeldOutLook, Report
from calibration.reporting import build_report
from cases.models import AuditEvent, Membership, Person, Study
from raters.models import Slot
from tests.calibration.made import judge_items, make_items, make_version, rate_items
from tests.make import join, make_person

KEYS = ("correct_amount", "grounded")
PAGES = ("report_list", "study_detail")


def filled(study: Study, count: int) -> Study:
    items = make_items(study, ["tuning", "held_out"] * (count // 2) + ["tuning"] * (count % 2))
    given = {
        item: {key: "FAIL" if (n + len(key)) % 4 == 0 else "PASS" for key in KEYS}
        for n, item in enumerate(items)
    }
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), given)
    if given:
        given[items[0]] = {"correct_amount": "PASS", "grounded": None}
        judge_items(make_version(study), given)
    Slot.objects.bulk_create(
        Slot(study=study, item=item, number=0, rank=n, state="filled")
        for n, item in enumerate(items)
    )
    return study


def built(study: Study, split: str = "all") -> Report:
    report = Report.objects.create(study=study, split=split)
    build_report(report.pk)
    report.refresh_from_db()
    return report


def page_of(report: Report, name: str = "report_detail") -> str:
    return reverse(name, args=[report.study.slug, report.pk])


@pytest.mark.parametrize("count", [0, 1, 30])
def test_a_report_shows_no_number_without_n(
    client: Client, study: Study, lead: Person, count: int
) -> None:
    report = built(filled(study, count))
    client.force_login(lead)
    response = client.get(page_of(report))
    page = response.content.decode()
    assert response.status_code == 200
    assert page.count('<svg class="interval-chart"') == 3
    assert 'role="img" aria-label="Agreement on grounded: People with each other:' in page
    assert "style=" not in page
    assert "NaN" not in page
    if count == 0:
        assert "No items" in page
        assert "undefined" in page
    if count == 1:
        assert "only one category occurs" in page
    if count == 30:
        assert "Confusion matrix" in page
        assert "n 30" in page


@pytest.mark.parametrize("count", [0, 1, 30])
@pytest.mark.parametrize("name", PAGES)
def test_the_study_pages_stand_with_any_number_of_items(
    client: Client, study: Study, lead: Person, name: str, count: int
) -> None:
    filled(study, count)
    client.force_login(lead)
    assert client.get(reverse(name, args=[study.slug])).status_code == 200


def test_pages_do_not_query_more_for_more_items(client: Client, lead: Person, study: Study) -> None:
    client.force_login(lead)
    report = built(filled(study, 30))
    counts = []
    for name, args in (
        ("study_detail", [study.slug]),
        ("report_list", [study.slug]),
        ("report_detail", [study.slug, report.pk]),
    ):
        client.get(reverse(name, args=args))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=args))
        counts.append(len(queries))
    # Session, person, study, role, and the page's own; none per item, rater or criterion.
    assert counts[0] <= 27
    assert counts[1] <= 8
    assert counts[2] <= 24


@pytest.mark.parametrize(
    "name", ["report_detail", "report_json", "report_csv", "report_list", "study_detail"]
)
def test_raters_see_no_results_and_strangers_not_that_there_are_any(
    client: Client, study: Study, rater: Person, stranger: Person, name: str
) -> None:
    report = built(filled(study, 2))
    args = (
        [study.slug, report.pk]
        if name.startswith("report_") and name != "report_list"
        else [study.slug]
    )
    for person, status in ((rater, 403), (stranger, 404)):
        client.force_login(person)
        response = client.get(reverse(name, args=args))
        assert response.status_code == status
        assert b"kappa" not in response.content.lower()
    client.logout()
    assert client.get(reverse(name, args=args)).status_code == 302
    assert not HeldOutLook.objects.exists()


def test_a_rater_can_build_no_report(client: Client, study: Study, rater: Person) -> None:
    client.force_login(rater)
    assert client.post(reverse("report_new", args=[study.slug])).status_code == 403
    assert not Report.objects.exists()


def test_a_report_of_another_study_is_not_found(client: Client, study: Study, lead: Person) -> None:
    from tests.make import make_study

    other = built(make_study())
    client.force_login(lead)
    url = reverse("report_detail", args=[study.slug, other.pk])
    assert client.get(url).status_code == 404


def test_building_goes_to_the_progress_page(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    response = client.post(reverse("report_new", args=[study.slug]), {"split": "tuning"})
    report = Report.objects.get()
    assert response.status_code == 302
    assert response["Location"] == page_of(report)
    assert (report.split, report.created_by) == ("tuning", lead)
    assert AuditEvent.objects.filter(action="report.requested", actor=lead).exists()


def test_an_unknown_split_is_said_on_the_list(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    response = client.post(reverse("report_new", args=[study.slug]), {"split": "both"}, follow=True)
    assert "is unknown" in response.content.decode()


def test_progress_polls_until_the_report_is_there(
    client: Client, study: Study, lead: Person
) -> None:
    client.force_login(lead)
    report = Report.objects.create(
        study=study, state="building", progress=40, message="Comparing on grounded"
    )
    whole = client.get(page_of(report)).content.decode()
    assert '<meta http-equiv="refresh"' in whole
    fragment = client.get(page_of(report), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in fragment
    assert "Comparing on grounded" in fragment
    assert 'hx-get="' in fragment
    build_report(report.pk)
    done = client.get(page_of(report), headers={"HX-Request": "true"})
    assert done["HX-Refresh"] == "true"
    # The poll shows no figure, so it is no look yet.
    assert not HeldOutLook.objects.exists()


def test_a_failed_report_says_what_to_do(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    report = Report.objects.create(study=study, state="failed", message="The queue is away.")
    page = client.get(page_of(report)).content.decode()
    assert "The queue is away." in page
    assert "Build it again" in page
    assert "hx-get" not in page
    assert client.get(page_of(report, "report_json")).status_code == 404


def test_opening_results_is_a_look_and_ends_blind_rating(
    client: Client, study: Study, lead: Person
) -> None:
    report = built(filled(study, 10))
    client.force_login(lead)
    for name in ("report_detail", "report_json", "report_csv"):
        assert client.get(page_of(report, name)).status_code == 200
    assert HeldOutLook.objects.get().person == lead
    assert Membership.objects.get(person=lead).results_seen_at is not None
    assert "1 look" in client.get(page_of(report)).content.decode()


def test_an_old_report_says_so_here_and_on_the_first_page(
    client: Client, study: Study, lead: Person
) -> None:
    report = built(filled(study, 4))
    client.force_login(lead)
    first = reverse("study_detail", args=[study.slug])
    for url in (page_of(report), first):
        assert "Out of date" not in client.get(url).content.decode()
    late = join(make_person("late"), study, "rater")
    rate_items(late, {study.items.first(): dict.fromkeys(KEYS, "PASS")})
    for url in (page_of(report), first):
        assert "Out of date" in client.get(url).content.decode()


def test_json_is_the_stored_report(client: Client, study: Study, lead: Person) -> None:
    report = built(filled(study, 6))
    client.force_login(lead)
    response = client.get(page_of(report, "report_json"))
    assert response["Content-Type"] == "application/json"
    assert json.loads(response.content) == report.content


def test_csv_has_a_row_a_statistic(client: Client, study: Study, lead: Person) -> None:
    report = built(filled(study, 30))
    client.force_login(lead)
    response = client.get(page_of(report, "report_csv"))
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    found = {(r["criterion"], r["judge"], r["statistic"]): r for r in rows}
    assert len(found) == len(rows)
    assert report.content is not None
    kappa = report.content["criteria"]["grounded"]["judges"]["baseline-v1"]["cohen_kappa"]
    row = found[("grounded", "baseline-v1", "cohen_kappa")]
    assert float(row["value"]) == kappa["value"]
    assert int(row["n"]) == kappa["n"]
    assert found[("grounded", "baseline-v1", "errors")]["value"] == "1"


def test_the_next_step_leads_from_nothing_to_a_report(
    client: Client, study: Study, lead: Person
) -> None:
    client.force_login(lead)
    first = reverse("study_detail", args=[study.slug])

    def step() -> str:
        return client.get(first).content.decode().split("<strong>Next:</strong>")[1][:70]

    assert "It has no cases yet" in step()
    items = make_items(study, ["tuning"] * 3)
    assert "Every item needs 2 raters" in step()
    people = [join(make_person(name), study, "rater") for name in ("ana", "ben")]
    assert "No judge has run yet" in step()
    given = {item: dict.fromkeys(KEYS, "PASS") for item in items}
    judge_items(make_version(study), given)
    assert "Nobody has rated yet" in step()
    for number, person in enumerate(people):
        rate_items(person, given)
        Slot.objects.bulk_create(
            Slot(study=study, item=item, number=number, rank=0, state="filled") for item in items
        )
    assert "People and a judge answered" in step()
    built(study)
    assert "The newest report is ready" in step()


def test_the_first_page_shows_no_result_before_the_report_was_opened(
    client: Client, study: Study, lead: Person, admin: Person
) -> None:
    first = reverse("study_detail", args=[study.slug])
    uses = r'"badge (gate|trend|rewrite|undefined)">\d'
    for split in ("tuning", "all"):
        report = built(filled(study, 8) if split == "tuning" else study, split)
        client.force_login(lead)
        page = client.get(first).content.decode()
        assert "Open the report to see" in page
        assert not re.search(uses, page)
        client.get(page_of(report))
        page = client.get(first).content.decode()
        assert "Open the report to see" not in page
        assert re.search(uses, page)
        client.force_login(admin)
        assert "Open the report to see" in client.get(first).content.decode()


def test_the_page_shows_what_other_assumptions_give(
    client: Client, study: Study, lead: Person
) -> None:
    report = built(filled(study, 30))
    client.force_login(lead)
    page = client.get(page_of(report)).content.decode()
    for text in (
        "Pass rate, Rogan-Gladen",
        "Pass rate, PPI++",
        "Cohen&#x27;s kappa, can&#x27;t tell as an answer",
        "Can&#x27;t tell, Ana",
    ):
        assert text in page
    # No line of the picture runs through the words above a bar.
    chart = page.split('<svg class="interval-chart"')[1].split("</svg>")[0]
    words = {int(y) for y in re.findall(r'class="bar-label" x="0" y="(\d+)"', chart)}
    lines = re.findall(r'class="(?:grid-line|threshold)"[^>]*y1="(\d+)" y2="(\d+)"', chart)
    assert len(lines) == len(words) * (7 + 2)
    assert not [y for y in words for top, end in lines if y - 11 < int(end) and int(top) < y + 3]
