import pytest

from calibration.health.summary import rater_health
from calibration.label_rows import rater_pseudonym
from calibration.matrices import load_ratings
from cases.models import Study
from tests.calibration.made import gold_item, make_items, rate_items, skip_item
from tests.make import join, make_person

KEY = "grounded"


def test_health_of_three_raters(study: Study) -> None:
    items = make_items(study, ["tuning"] * 4)
    gold = gold_item(study, KEY, "FAIL")
    ana, ben, cleo = (
        join(make_person(n), study, "rater", simulated=n == "cleo") for n in ("ana", "ben", "cleo")
    )
    given = ["PASS", "PASS", "FAIL"]
    for person, seconds in ((ana, 20), (ben, 40)):
        rate_items(
            person,
            {i: {KEY: v} for i, v in zip(items, given, strict=False)} | {gold: {KEY: "FAIL"}},
            active_ms=seconds * 1000,
        )
    # Against the others: equal on the first, different on the second, can't tell on the third.
    rate_items(
        cleo,
        {
            items[0]: {KEY: "PASS"},
            items[1]: {KEY: "FAIL"},
            items[2]: {KEY: None},
            gold: {KEY: "PASS"},
        },
    )
    skip_item(cleo, items[3])

    found = rater_health(study, load_ratings(study))

    one, three = found[rater_pseudonym(ana.pk)], found[rater_pseudonym(cleo.pk)]
    assert (one["items"], one["labels"], one["cant_tell"], one["simulated"]) == (3, 3, 0, False)
    assert one["gold_agreement"]["value"] == 1.0
    assert one["median_active_seconds"] == 20.0
    assert (three["labels"], three["cant_tell"], three["skip"], three["simulated"]) == (
        2,
        1,
        1,
        True,
    )
    assert three["gold_agreement"]["value"] == 0.0
    assert three["peer_agreement"]["value"] == pytest.approx(1 / 2)
    assert three["peer_agreement"]["n"] == 2
    # The others' majority on the second item is split between ben and cleo for ana.
    assert one["peer_agreement"]["n"] == 2


def test_figures_that_nobody_gave_are_undefined(study: Study) -> None:
    person = join(make_person("ana"), study, "rater")
    rate_items(person, {make_items(study, ["tuning"])[0]: {KEY: "PASS"}})
    (found,) = rater_health(study, load_ratings(study)).values()
    assert found["gold_agreement"]["undefined"] == "no_items"
    assert found["peer_agreement"]["undefined"] == "no_items"
