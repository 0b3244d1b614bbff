import pytest

from calibration import looks
from calibration.models import HeldOutLook, Report
from calibration.reporting import build_report
from cases.models import Membership, Person, Study
from tests.calibration.made import judge_items, make_items, make_version, rate_items
from tests.make import join, make_person

KEY = "grounded"


def build(study: Study, split: str = "all") -> Report:
    report = Report.objects.create(study=study, split=split)
    build_report(report.pk)
    report.refresh_from_db()
    return report


@pytest.fixture
def rated(study: Study) -> Study:
    items = make_items(study, ["tuning", "held_out"] * 10)
    given = {item: {KEY: "PASS" if n % 3 else "FAIL"} for n, item in enumerate(items)}
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), given)
    judge_items(make_version(study), given)
    return study


def test_a_person_looks_at_a_report_once(rated: Study, lead: Person, admin: Person) -> None:
    report = build(rated)
    for _ in range(2):
        looks.record_look(report, lead)
        looks.record_look(report, None)
    looks.record_look(report, admin)
    assert HeldOutLook.objects.count() == 3
    (count,) = looks.look_counts(rated).values()
    assert count == 3


def test_tuning_figures_are_no_look(rated: Study, lead: Person) -> None:
    looks.record_look(build(rated, "tuning"), lead)
    assert not HeldOutLook.objects.exists()
    # Results were seen all the same.
    assert Membership.objects.get(person=lead).results_seen_at is not None


def test_when_results_were_first_seen_stays(rated: Study, lead: Person) -> None:
    report = build(rated)
    looks.record_look(report, lead)
    first = Membership.objects.get(person=lead).results_seen_at
    looks.record_look(report, lead)
    assert Membership.objects.get(person=lead).results_seen_at == first


def test_each_version_looked_at_makes_the_next_claim_weaker(rated: Study, lead: Person) -> None:
    given = {item: {KEY: "PASS"} for item in rated.items.filter(purpose="ordinary")}
    for number in range(2, 7):
        judge_items(make_version(rated, number=number), given)
    report = build(rated, "held_out")
    assert report.content is not None
    looks.record_look(report, lead)

    confidences = [v["confidence"] for v in report.content["judge_versions"].values()]
    assert confidences == [pytest.approx(1 - 0.05 / k) for k in range(1, 6)] + [None]
    judges = report.content["criteria"][KEY]["judges"]
    assert judges["baseline-v2"]["cohen_kappa"]["confidence"] == pytest.approx(0.975)
    sixth = judges["baseline-v6"]
    assert sixth["cohen_kappa"]["undefined"] == "held_out_spent"
    assert sixth["confusion"]["matrix"] is None
    assert sixth["pass_rate"]["judge"]["value"] is None
    assert sixth["use"] == "undefined"
    # What was refused was not looked at.
    assert HeldOutLook.objects.count() == 5
    tuning = build(rated, "tuning").content
    assert tuning is not None
    assert tuning["criteria"][KEY]["judges"]["baseline-v6"]["raw_agreement"]["value"] is not None


def test_the_order_of_looks_stays_the_order_of_confidence(rated: Study, lead: Person) -> None:
    second = make_version(rated, number=2)
    first_report = build(rated)
    looks.record_look(first_report, lead)
    assert looks.place_of(second.pk, looks.versions_looked_at(rated)) == 2
    assert looks.confidence_of(2) == pytest.approx(0.975)
    assert looks.confidence_of(6) is None
