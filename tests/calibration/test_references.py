import numpy as np
import pytest

from calibration.references import BASES, reference_labels, settle
from calibration.stats.counts import MISSING
from cases.models import Person, Study
from tests.calibration.made import adjudicate, make_items, make_next_version, rate_items
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
        "undecided": 0,
    }


@pytest.mark.parametrize(
    ("policy", "codes", "bases"),
    [
        ("unanimous", [1, MISSING, MISSING, 1, 1], "unanimous undecided tied single adjudicated"),
        ("majority", [1, 1, MISSING, 1, 1], "unanimous majority tied single adjudicated"),
        ("reviewer", [MISSING] * 4 + [1], "undecided undecided tied undecided adjudicated"),
    ],
)
def test_the_policy_says_what_settles_itself(policy: str, codes: list[int], bases: str) -> None:
    ratings = np.array(
        [[1, 1, 0, 1, 0], [1, 1, 1, MISSING, 0], [1, 0, -2, MISSING, 0]], dtype=np.int8
    )
    found = settle(ratings, 2, {4: "PASS"}, ["FAIL", "PASS"], policy)
    assert found.codes.tolist() == codes
    assert [BASES[at] for at in found.basis] == bases.split()


@pytest.mark.parametrize(
    ("policy", "settled"), [("unanimous", 1), ("majority", 2), ("reviewer", 0)]
)
def test_a_study_is_settled_by_its_own_policy(study: Study, policy: str, settled: int) -> None:
    Study.objects.filter(pk=study.pk).update(adjudication_policy=policy)
    study.refresh_from_db()
    items = make_items(study, ["tuning"] * 2)
    for name, value in (("ana", "PASS"), ("ben", "PASS"), ("cleo", "FAIL")):
        person = join(make_person(name), study, "rater")
        rate_items(person, {items[0]: {KEY: "PASS"}, items[1]: {KEY: value}})
    values = [label.value for label in reference_labels(study=study).values()]
    assert values.count("PASS") == settled
    assert len(values) == 2


def test_of_decisions_under_two_versions_the_latest_counts(study: Study, lead: Person) -> None:
    """The older version has the higher revision, and its criterion is word for word the same."""
    (item,) = make_items(study, ["tuning"])
    for value in ("PASS", "PASS"):
        adjudicate(item, KEY, value, lead)
    study.rubric_version = make_next_version(study)
    study.save()
    item.refresh_from_db()
    adjudicate(item, KEY, "FAIL", lead)
    (settled,) = reference_labels(study=study).values()
    assert (settled.value, settled.basis) == ("FAIL", "adjudicated")


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
