import numpy as np
import pytest

from calibration.references import reference_labels, settle
from calibration.stats.counts import MISSING
from cases.models import Person, Study
from tests.calibration.made import adjudicate, make_items, rate_items
from tests.make import join, make_case, make_item, make_person

KEY = "grounded"


def test_settling_in_every_way() -> None:
    ratings = np.array(
        [
            [1, 1, 0, 1, MISSING, 1, 1],
            [1, 1, 1, MISSING, MISSING, 0, 1],
            [1, 0, -2, MISSING, MISSING, 0, 1],
        ],
        dtype=np.int8,
    )
    found = settle(ratings, 2, {5: "PASS", 6: None}, ["FAIL", "PASS"])
    assert found.codes.tolist() == [1, 1, MISSING, 1, MISSING, 1, MISSING]
    assert found.basis_counts(np.ones(7, dtype=np.bool_)) == {
        "unanimous": 1,
        "majority": 1,
        "tied": 1,
        "single": 1,
        "none": 1,
        "adjudicated": 1,
        "ambiguous": 1,
    }


def test_settled_labels_by_item_and_criterion(study: Study, lead: Person) -> None:
    items = make_items(study, ["tuning", "held_out", "tuning"])
    people = [join(make_person(name), study, "rater") for name in ("ana", "ben")]
    rate_items(people[0], {item: {KEY: "PASS"} for item in items})
    rate_items(people[1], {items[0]: {KEY: "PASS"}, items[1]: {KEY: "FAIL"}})
    adjudicate(items[1], KEY, None, lead)
    criterion = study.rubric_version.criteria.get(key=KEY)

    found = reference_labels(study=study)

    assert {(item, s.value, s.basis) for (item, _), s in found.items()} == {
        (items[0].pk, "PASS", "unanimous"),
        (items[1].pk, None, "ambiguous"),
        (items[2].pk, "PASS", "single"),
    }
    assert {pk for _, pk in found} == {criterion.pk}
    assert {item for item, _ in reference_labels(study=study, split="held_out")} == {items[1].pk}


def test_pairs_are_settled_on_cases_not_sides(study: Study) -> None:
    pair = make_item(study, make_case(study), kind="pairwise", case_b=make_case(study))
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), {pair: {KEY: "second_case"}})
    (settled,) = reference_labels(study=study).values()
    assert (settled.value, settled.basis) == ("second_case", "unanimous")


def test_gold_is_in_no_reference(study: Study) -> None:
    gold = make_item(study, purpose="gold")
    rate_items(join(make_person("ana"), study, "rater"), {gold: {KEY: "PASS"}})
    assert reference_labels(study=study) == {}


@pytest.mark.django_db
def test_only_the_newest_revision_of_a_rating_counts(study: Study) -> None:
    import uuid

    from raters.models import Assignment, Label, Rating

    (item,) = make_items(study, ["tuning"])
    person = join(make_person("ana"), study, "rater")
    rate_items(person, {item: {KEY: "PASS"}})
    assignment = Assignment.objects.get(item=item)
    second = Rating.objects.create(
        assignment=assignment, revision=2, submit_key=uuid.uuid4(), outcome="rated"
    )
    criterion = study.rubric_version.criteria.get(key=KEY)
    Label.objects.create(rating=second, item=item, rater=person, criterion=criterion, value="FAIL")
    assignment.rating = second
    assignment.save()
    (settled,) = reference_labels(study=study).values()
    assert settled.value == "FAIL"
