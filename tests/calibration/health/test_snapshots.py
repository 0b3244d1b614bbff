"""Snapshots are built once, keep their thresholds, and say when they are out of date."""

import pytest

from calibration.health.snapshots import build_health, is_out_of_date, request_health
from calibration.models import HealthSnapshot
from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from raters.set_asides import set_aside
from tests.calibration.health.made import sixty

pytestmark = pytest.mark.django_db


def built(study: Study) -> HealthSnapshot:
    snapshot = HealthSnapshot.objects.create(study=study)
    build_health(snapshot.pk)
    snapshot.refresh_from_db()
    return snapshot


def test_a_snapshot_is_built_once(study: Study) -> None:
    people = sixty(study)
    snapshot = built(study)
    assert snapshot.state == "ready"
    assert set(snapshot.content["raters"]) == {str(person.pk) for person in people.values()}
    before = snapshot.finished_at
    build_health(snapshot.pk)
    snapshot.refresh_from_db()
    assert snapshot.finished_at == before


def test_the_same_ratings_give_the_same_figures(study: Study) -> None:
    sixty(study)
    assert built(study).content == built(study).content


def test_setting_aside_makes_it_out_of_date(study: Study, lead: Person) -> None:
    people = sixty(study)
    snapshot = built(study)
    assert not is_out_of_date(snapshot)
    set_aside(study=study, rater=people["cleo"], reason="Guessed.", actor=lead)
    assert is_out_of_date(snapshot)


def test_a_study_without_ratings_has_no_raters(study: Study) -> None:
    assert built(study).content == {"raters": {}, "tests": 0}


def test_a_request_keeps_its_thresholds(study: Study, lead: Person, no_queue: None) -> None:
    snapshot = request_health(study=study, thresholds={"gold_floor": "0.7"}, actor=lead)
    assert snapshot.thresholds["gold_floor"] == 0.7
    assert snapshot.thresholds["batch"] == 20
    assert AuditEvent.objects.filter(action="health.requested", actor=lead).count() == 1


@pytest.mark.parametrize(
    "wrong", [{"gold_floor": "2"}, {"batch": "x"}, {"nothing": 1}, {"quick_share": float("nan")}]
)
def test_thresholds_without_sense_are_refused(study: Study, wrong: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        request_health(study=study, thresholds=wrong)
    assert not HealthSnapshot.objects.exists()
