"""Criteria and judges stand in their order although PostgreSQL sorts keys by length."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from calibration.models import Report
from calibration.presenting import BASIS, criterion_views
from calibration.references import BASES
from calibration.report_csv import report_csv_text
from calibration.report_order import in_order
from calibration.reporting import build_report
from cases.models import Person
from tests.calibration.made import judge_items, make_items, make_version, rate_items
from tests.make import join, make_person, make_rubric_version, make_study

# Neither by length nor by name.
KEYS = ["grounded", "amount", "policy_kept", "tone"]


def by_length(node: Any) -> Any:
    """Keys as a PostgreSQL jsonb column gives them back."""
    if isinstance(node, dict):
        return {k: by_length(node[k]) for k in sorted(node, key=lambda k: (len(k), k))}
    return [by_length(one) for one in node] if isinstance(node, list) else node


def built(lead: Person) -> Report:
    study = make_study(rubric_version=make_rubric_version(*KEYS))
    join(lead, study, "lead")
    items = make_items(study, ["tuning", "held_out"] * 4)
    given = {item: dict.fromkeys(KEYS, "PASS" if n % 3 else "FAIL") for n, item in enumerate(items)}
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), given)
    # The longer name was made first.
    judge_items(make_version(study, "careful-judge"), given)
    judge_items(make_version(study, "quick"), {item: dict.fromkeys(KEYS, "FAIL") for item in given})
    report = Report.objects.create(study=study)
    build_report(report.pk)
    report.refresh_from_db()
    return report


@pytest.mark.django_db
def test_order_does_not_hang_on_the_database() -> None:
    content = by_length(built(make_person("leon")).content)
    assert list(content["criteria"]) != KEYS

    found = in_order(content)

    assert found == content
    assert list(found["criteria"]) == KEYS
    assert list(found["judge_versions"]) == ["careful-judge-v1", "quick-v1"]
    for part in (*found["by_split"].values(), *found["by_stratum"]["intent"].values()):
        assert list(part) == KEYS
        assert list(part["tone"]["judges"]) == ["careful-judge-v1", "quick-v1"]
    assert list(found["by_split"]) == ["tuning", "held_out"]
    views = criterion_views(found, {})
    assert [view.key for view in views] == KEYS
    assert [judge.name for judge in views[0].judges] == ["careful-judge-v1", "quick-v1"]
    assert list(in_order({**content, "order": {}})["judge_versions"])[-1] == "quick-v1"
    assert report_csv_text(found) == report_csv_text(in_order(json.loads(json.dumps(found))))


@pytest.mark.django_db
def test_page_and_files_stand_in_rubric_order(client: Client) -> None:
    lead = make_person("leon")
    report = built(lead)
    client.force_login(lead)
    args = [report.study.slug, report.pk]
    page = client.get(reverse("report_detail", args=args)).content.decode()
    places = [page.index(f'id="criterion-{key}"') for key in KEYS]
    assert places == sorted(places)
    text = client.get(reverse("report_json", args=args)).content.decode()
    assert list(json.loads(text)["criteria"]) == KEYS
    table = client.get(reverse("report_csv", args=args)).content.decode()
    rows = [line.split(",")[0] for line in table.splitlines()[1:]]
    assert list(dict.fromkeys(rows)) == [*KEYS, "overall"]


def test_every_basis_has_its_place() -> None:
    assert BASIS == BASES
