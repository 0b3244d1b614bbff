from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from calibration.models import Report
from calibration.next_steps import next_step, rating_of, setup_steps, studies_led_by
from cases.items import add_items
from cases.models import Person, Study
from judges.models import Judge, JudgeRun, JudgeVersion
from tests.make import digest, join, make_case, make_person, make_study
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def make_run(study: Study) -> JudgeRun:
    judge = Judge.objects.create(study=study, name="base")
    version = JudgeVersion.objects.create(
        judge=judge,
        number=1,
        model="baseline/rules",
        prompt="",
        reply_schema={},
        rubric_version=study.rubric_version,
        content_hash=digest("judge"),
    )
    return JudgeRun.objects.create(version=version, study=study)


def make_report(study: Study, **fields: Any) -> Report:
    return Report.objects.create(study=study, **fields)


def test_a_study_is_led_step_by_step(study: Study) -> None:
    labels = [next_step(study).label]
    add_items(study=study, cases=[make_case(study) for _ in range(2)])
    labels.append(next_step(study).label)
    raters = [join(make_person(), study, "rater") for _ in range(2)]
    labels.append(next_step(study).label)
    run = make_run(study)
    labels.append(next_step(study).label)
    JudgeRun.objects.filter(pk=run.pk).update(state="finished", finished_at=timezone.now())
    labels.append(next_step(study).label)
    rate_next(study, raters[0])
    labels.append(next_step(study).label)
    make_report(study)
    labels.append(next_step(study).label)
    report = make_report(study, state="ready", content={"study": study.slug})
    step = next_step(study)
    labels.append(step.label)
    assert "3 ratings are owed" in step.why
    rate_next(study, raters[1])
    labels.append(next_step(study).label)
    assert labels == [
        "Bring in cases",
        "Invite raters",
        "Run a judge",
        "Watch the judge",
        "See the raters",
        "Build the report",
        "Build the report",
        "Read the report",
        "Build it again",
    ]
    assert step.url == reverse("report_detail", args=[study.slug, report.pk])


def test_home_and_study_page_give_one_answer(study: Study, lead: Person) -> None:
    client = Client()
    client.force_login(lead)
    for _ in range(2):
        step = next_step(study)
        for url in (reverse("home"), reverse("study_detail", args=[study.slug])):
            page = client.get(url).content.decode()
            assert step.why in page
            assert f'href="{step.url}">{step.label}</a>' in page
        add_items(study=study, cases=[make_case(study)])


def test_leads_see_their_studies_and_site_admins_all(study: Study, lead: Person) -> None:
    other = make_study()
    site_admin = make_person("root", is_superuser=True)
    assert [s.study for s in studies_led_by(lead)] == [study]
    assert {s.study for s in studies_led_by(site_admin)} == {study, other}
    assert studies_led_by(join(make_person(), study, "rater")) == []


def test_progress_counts_filled_places(study: Study, lead: Person, rater: Person) -> None:
    assert studies_led_by(lead)[0].percent is None
    add_items(study=study, cases=[make_case(study) for _ in range(2)])
    rate_next(study, rater)
    (led,) = studies_led_by(lead)
    assert (led.cases, led.raters, led.percent) == (2, 1, 25)


def test_queries_do_not_grow_with_studies(study: Study) -> None:
    root = make_person("root", is_superuser=True)

    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            studies_led_by(root)
        return len(context)

    before = queries()
    for _ in range(4):
        make_study()
    assert queries() == before


def test_raters_see_what_they_rate_closed_studies_last(study: Study, rater: Person) -> None:
    add_items(study=study, cases=[make_case(study) for _ in range(2)])
    rate_next(study, rater)
    join(rater, make_study("aaa", state="closed"), "rater")
    join(rater, make_study("bbb"), "lead")
    rows = [(r.study.slug, r.mine, r.percent) for r in rating_of(rater)]
    assert rows == [(study.slug, 1, 25), ("aaa", 0, 0)]


def test_an_empty_site_begins_with_a_rubric(db: None) -> None:
    root = make_person("root", is_superuser=True)
    first, second, *_ = setup_steps(root)
    assert (first.url, first.done, first.now) == (reverse("rubric_new"), False, True)
    assert second.url == ""
    make_study().delete()
    first, second, *_ = setup_steps(root)
    assert (first.done, first.now) == (True, False)
    assert (second.url, second.now) == (reverse("study_new"), True)
