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
    assert sixth["error_rate"]["undefined"] == "held_out_spent"
    assert (sixth["errors"], sixth["valid"], sixth["compared"]) == (None, None, None)
    assert judges["baseline-v2"]["error_rate"]["confidence"] == pytest.approx(0.975)
    assert judges["baseline-v2"]["errors"] == 0
    part = report.content["by_split"]["held_out"][KEY]["judges"]["baseline-v6"]
    assert (part["errors"], part["compared"]) == (None, None)
    # What was refused was not looked at.
    assert HeldOutLook.objects.count() == 5
    tuning = build(rated, "tuning").content
    assert tuning is not None
    assert tuning["criteria"][KEY]["judges"]["baseline-v6"]["raw_agreement"]["value"] is not None


def test_without_held_out_figures_a_report_costs_no_look(study: Study, lead: Person) -> None:
    items = make_items(study, ["tuning"] * 6)
    given = {item: {KEY: "PASS" if n % 3 else "FAIL"} for n, item in enumerate(items)}
    judge_items(make_version(study), given)
    looks.record_look(build(study), lead)
    looks.record_look(build(study, "held_out"), lead)
    assert not HeldOutLook.objects.exists()
    # A version that answered tuning items only has nothing held-out to show.
    held_out = make_items(study, ["held_out"] * 2)
    second = make_version(study, number=2)
    judge_items(second, {item: {KEY: "PASS"} for item in held_out})
    report = build(study)
    looks.record_look(report, lead)
    assert HeldOutLook.objects.get().judge_version == second
    assert report.content is not None
    versions = report.content["judge_versions"]
    assert [versions[f"baseline-v{n}"]["confidence"] for n in (1, 2)] == [0.95, 0.95]


def test_looks_count_until_most_held_out_items_are_new(rated: Study, lead: Person) -> None:
    looks.record_look(build(rated), lead)
    assert len(looks.versions_looked_at(rated)) == 1
    # Ten were held out at the look: with ten more, half of them are still known.
    make_items(rated, ["held_out"] * 10)
    assert len(looks.versions_looked_at(rated)) == 1
    make_items(rated, ["held_out"])
    assert looks.versions_looked_at(rated) == []
    assert looks.look_counts(rated) == {}
    make_version(rated, number=2)
    report = build(rated)
    looks.record_look(report, lead)
    assert len(looks.versions_looked_at(rated)) == 1


def test_results_show_elsewhere_once_the_report_was_opened(
    rated: Study, lead: Person, admin: Person
) -> None:
    report, tuning = build(rated), build(rated, "tuning")
    assert not looks.has_seen(report, lead)
    assert not looks.has_seen(tuning, lead)
    looks.record_look(tuning, lead)
    assert looks.has_seen(tuning, lead)
    assert not looks.has_seen(report, lead), "held-out figures are a look of their own"
    looks.record_look(report, lead)
    assert looks.has_seen(report, lead)
    assert not looks.has_seen(report, admin)


def test_the_order_of_looks_stays_the_order_of_confidence(rated: Study, lead: Person) -> None:
    second = make_version(rated, number=2)
    first_report = build(rated)
    looks.record_look(first_report, lead)
    assert looks.place_of(second.pk, looks.versions_looked_at(rated)) == 2
    assert looks.confidence_of(2) == pytest.approx(0.975)
    assert looks.confidence_of(6) is None
