"""Building, keeping and outdating reports."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from calibration.assembling import assemble
from calibration.models import Report
from calibration.reporting import build_report, input_hash, is_out_of_date, request_report
from cases.errors import BadInput
from cases.models import Person, Study
from tests.calibration.made import (
    adjudicate,
    answers,
    judge_items,
    lease,
    make_items,
    make_version,
    rate_items,
    same,
    skip_item,
)
from tests.make import join, make_person, make_rubric_version, make_study

KEY = "grounded"


@pytest.fixture
def raters(study: Study) -> list[Person]:
    return [join(make_person(name), study, "rater") for name in ("ana", "ben", "cleo")]


def _queries(study: Study) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assemble(study)
    return len(queries)


@pytest.mark.django_db
def test_queries_do_not_grow_with_items_raters_or_judges() -> None:
    counts = []
    for size, people in ((10, 2), (300, 4)):
        study = make_study(rubric_version=make_rubric_version(KEY))
        items = make_items(study, ["tuning", "held_out"] * (size // 2))
        for _ in range(people):
            rate_items(join(make_person(), study, "rater"), answers(items, "PF" * (size // 2)))
        judge_items(make_version(study), answers(items, "PF" * (size // 2)))
        counts.append(_queries(study))
    assert counts[0] == counts[1]
    assert counts[0] <= 30


def test_a_report_says_when_it_is_out_of_date(
    study: Study, raters: list[Person], lead: Person
) -> None:
    items = make_items(study, ["tuning"] * 3)
    rate_items(raters[0], same(items, "PASS"))
    report = Report.objects.create(study=study)
    build_report(report.pk)
    report.refresh_from_db()
    assert not is_out_of_date(report)
    content = report.content

    lease(raters[2], items[0])
    assert not is_out_of_date(report), "who holds an item is no input of a report"

    seen = {input_hash(study)}
    for change in (
        lambda: rate_items(raters[1], same(items[:1], "PASS")),
        lambda: adjudicate(items[0], KEY, "PASS", lead),
        lambda: judge_items(make_version(study), same(items, "PASS")),
        lambda: skip_item(raters[2], items[1]),
        lambda: Study.objects.filter(pk=study.pk).update(thresholds={"judge_gate": 0.7}),
        lambda: Study.objects.filter(pk=study.pk).update(adjudication_policy="reviewer"),
    ):
        change()
        report = Report.objects.select_related("study__rubric_version").get(pk=report.pk)
        assert is_out_of_date(report)
        seen.add(input_hash(report.study))
    assert len(seen) == 7
    assert report.content == content


def test_building_twice_keeps_the_first_result(study: Study) -> None:
    report = Report.objects.create(study=study)
    build_report(report.pk)
    report.refresh_from_db()
    finished = report.finished_at
    build_report(report.pk)
    report.refresh_from_db()
    assert report.finished_at == finished


def test_a_failure_is_a_sentence_on_the_report(study: Study) -> None:
    rater = join(make_person(), study, "rater")
    items = make_items(study, ["tuning"])
    rate_items(rater, same(items, "PASS"))
    # A criterion whose levels are not there any more can't be counted.
    study.rubric_version.criteria.filter(key=KEY).update(levels=[{"label": "no value"}])
    report = Report.objects.create(study=study)
    with pytest.raises(KeyError):
        build_report(report.pk)
    report.refresh_from_db()
    assert report.state == "failed"
    assert "Traceback" not in report.message
    assert report.message.startswith("The report could not be built")


def test_an_unknown_split_is_refused(study: Study) -> None:
    with pytest.raises(BadInput, match="split 'both' is unknown"):
        request_report(study=study, split="both")
    assert not Report.objects.exists()


@pytest.mark.usefixtures("no_queue")
@pytest.mark.django_db(transaction=True)
def test_without_a_queue_the_report_says_how_to_get_one() -> None:
    study = make_study()
    report = request_report(study=study)
    assert report.state == "failed"
    assert "queue can't be reached" in report.message
    assert report.finished_at is not None
    assert report.finished_at <= timezone.now()
