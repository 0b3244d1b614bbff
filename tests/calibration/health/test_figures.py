"""Figures of raters with known habits."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from calibration.health.figures import figures
from calibration.health.reading import read
from calibration.health.thresholds import Thresholds
from cases.models import Item, Person, Study
from raters.models import Assignment, Rating
from raters.set_asides import set_aside
from tests.calibration.health.made import KEY, rated, sixty
from tests.calibration.made import gold_item, make_items, rate_items, skip_item
from tests.make import join, make_case, make_item, make_person

pytestmark = pytest.mark.django_db


def content(study: Study, **lines: Any) -> dict[str, Any]:
    return figures(read(study), Thresholds(**lines), seed=study.seed)


def of(found: dict[str, Any], person: Person) -> dict[str, Any]:
    block: dict[str, Any] = found["raters"][str(person.pk)]
    return block


def criterion(block: dict[str, Any], key: str = KEY) -> dict[str, Any]:
    (found,) = (one for one in block["criteria"] if one["key"] == key)
    return found


def flagged(block: dict[str, Any]) -> set[str]:
    return {flag["test"] for flag in block["flags"]}


def test_peers_leave_one_out(study: Study) -> None:
    people = sixty(study)
    found = content(study)
    # Where Ana and Ben agree they are Cleo's majority on all sixty; Cleo and Ben are Ana's only
    # where these two agree.
    cleo = criterion(of(found, people["cleo"]))
    ana = criterion(of(found, people["ana"]))
    agreed = sum(a == b for a, b in zip("PPF" * 20, "FPPFPF" * 5 + "P" * 30, strict=True))
    assert (cleo["peers"]["n"], cleo["peers"]["value"]) == (60, pytest.approx(agreed / 60))
    assert (ana["peers"]["n"], ana["peers"]["value"]) == (agreed, 1.0)
    assert cleo["kappa"]["n"] == 60
    assert cleo["peers"]["low"] < agreed / 60 < cleo["peers"]["high"]


def test_who_differs_is_flagged_and_nobody_else(study: Study) -> None:
    people = sixty(study)
    found = content(study)
    assert {"peers", "runs"} <= flagged(of(found, people["cleo"]))
    assert of(found, people["ana"])["flags"] == of(found, people["ben"])["flags"] == []
    (flag,) = (f for f in of(found, people["cleo"])["flags"] if f["test"] == "peers")
    assert flag["criterion"] == KEY
    assert "of 60 answers equal the majority of the others" in flag["said"]
    assert flag["p"] <= flag["adjusted"] <= 0.05
    assert found["tests"] > 5


def test_a_run_is_as_likely_as_the_raters_own_shares_say(study: Study) -> None:
    people = sixty(study)
    runs = of(content(study), people["cleo"])["runs"]
    # Fifteen P and fifteen F mixed, the last an F, then thirty P.
    assert (runs["n"], runs["longest"]) == (60, 30)
    assert runs["commonest"]["value"] == pytest.approx(45 / 60)
    assert 0 < runs["probability"] < 0.01


def test_always_the_same_answer_has_no_chance_to_speak_of(study: Study) -> None:
    people = rated(study, make_items(study, ["tuning"] * 30), letters={"ana": "P" * 30})
    runs = of(content(study), people["ana"])["runs"]
    assert (runs["longest"], runs["probability"], runs["commonest"]["value"]) == (30, None, 1.0)


def test_without_peers_or_gold_agreement_is_undefined(study: Study) -> None:
    people = rated(study, make_items(study, ["tuning"] * 5), letters={"ana": "PFPFP"})
    block = criterion(of(content(study), people["ana"]))
    assert block["gold"]["undefined"] == block["peers"]["undefined"] == "no_items"
    assert block["kappa"]["undefined"] == "no_pairs"


def test_missed_gold_is_flagged(study: Study, rater: Person) -> None:
    gold = [gold_item(study, KEY, "PASS") for _ in range(8)]
    rate_items(rater, {item: {KEY: "FAIL" if n < 6 else "PASS"} for n, item in enumerate(gold)})
    block = of(content(study), rater)
    assert criterion(block)["gold"]["value"] == 2 / 8
    (flag,) = block["flags"]
    assert flag["test"] == "gold"
    assert "2 of 8" in flag["said"]
    assert "80%" in flag["said"]
    assert of(content(study, gold_floor=0.25), rater)["flags"] == []


def test_too_quick_is_measured_by_the_length_of_what_is_said(study: Study) -> None:
    items = make_items(study, ["tuning"] * 20)
    said = sum(len(s.get("text", "")) for t in items[0].case.turns for s in t["steps"])
    people = rated(study, items, letters={"ana": "PF" * 10, "ben": "PF" * 10})
    quick = Rating.objects.filter(assignment__rater=people["ben"])
    # Between reading at 20 and at 40 characters a second.
    quick.update(active_ms=round(1000 * said / 30))
    found = content(study, characters_per_second=20)
    assert of(found, people["ben"])["speed"]["quick"]["value"] == 1.0
    assert of(found, people["ana"])["speed"]["quick"]["value"] == 0.0
    assert "quick" in flagged(of(found, people["ben"]))
    assert of(found, people["ben"])["speed"]["others_slower"] == 1.0
    assert of(found, people["ana"])["speed"]["median"]["value"] == 60
    calm = content(study, characters_per_second=40)
    assert of(calm, people["ben"])["speed"]["quick"]["value"] == 0.0


def test_unmeasured_time_is_no_time(study: Study) -> None:
    people = rated(study, make_items(study, ["tuning"] * 3), letters={"ana": "PFP"})
    Rating.objects.update(active_ms=None)
    speed = of(content(study), people["ana"])["speed"]
    assert speed["median"]["undefined"] == speed["quick"]["undefined"] == "no_items"
    assert speed["others_slower"] is None


def test_cant_tell_and_skips_beside_those_of_others(study: Study) -> None:
    items = make_items(study, ["tuning"] * 60)
    letters = {"ana": "PF" * 20 + "." * 20, "ben": "?" * 30 + "P" * 10 + "." * 20}
    people = rated(study, items, letters=letters)
    for item in items[40:]:
        skip_item(people["ben"], item)
    skip_item(people["ana"], items[40], "opted_out")
    found = content(study)
    ben = of(found, people["ben"])
    assert (criterion(ben)["cant_tell"]["value"], criterion(ben)["cant_tell"]["n"]) == (0.75, 40)
    assert ben["skip"]["value"] == pytest.approx(20 / 60)
    assert {"cant_tell", "skip"} <= flagged(ben)
    assert of(found, people["ana"])["opt_out"]["value"] == pytest.approx(1 / 41)
    assert of(found, people["ana"])["flags"] == []


def test_the_left_side_is_a_side_and_not_a_case(study: Study, rater: Person) -> None:
    pairs = [
        make_item(study, make_case(study), kind=Item.Kind.PAIRWISE, case_b=make_case(study))
        for _ in range(20)
    ]
    # Left every time: the first case where it stands left, else the second.
    orders = ["ab", "ba"] * 10
    chosen = {"ab": "first_case", "ba": "second_case"}
    rate_items(rater, {i: {KEY: chosen[o]} for i, o in zip(pairs, orders, strict=True)})
    for item, order in zip(pairs, orders, strict=True):
        Assignment.objects.filter(item=item).update(side_order=order)
    block = of(content(study), rater)
    assert (criterion(block)["left"]["value"], criterion(block)["left"]["n"]) == (1.0, 20)
    assert flagged(block) == {"side"}
    assert block["runs"]["longest"] == 20


def test_a_fall_in_agreement_shows_on_the_chart(study: Study) -> None:
    items = make_items(study, ["tuning"] * 100)
    fair = "PPF" * 33 + "P"
    wrong = {"P": "F", "F": "P"}
    late = fair[:80] + "".join(wrong[c] for c in fair[80:])
    people = rated(study, items, letters={"ana": fair, "ben": fair, "cleo": late})
    block = of(content(study, batch=20), people["cleo"])
    batches = block["drift"]["batches"]
    assert [batch["hits"] for batch in batches] == [20, 20, 20, 20, 0]
    assert [batch["below"] for batch in batches] == [False] * 4 + [True]
    assert {"drift", "batch"} <= flagged(block)
    assert block["drift"]["cusum"]["signal"] == 5


def test_what_is_set_aside_is_counted_apart(study: Study, lead: Person) -> None:
    people = sixty(study)
    set_aside(study=study, rater=people["cleo"], reason="Guessed.", actor=lead)
    block = of(content(study), people["cleo"])
    assert (block["set_aside"], block["ratings"], block["flags"]) == (60, 0, [])


def test_queries_do_not_grow(study: Study) -> None:
    sixty(study)
    with CaptureQueriesContext(
        connection,
    ) as few:
        read(study)
    more = make_items(study, ["tuning"] * 40)
    for name in ("dora", "emil", "fay"):
        rate_items(join(make_person(name), study, "rater"), {i: {KEY: "PASS"} for i in more})
    with CaptureQueriesContext(connection) as many:
        read(study)
    assert len(many) == len(few)


def test_all_criteria_together(study: Study, rater: Person) -> None:
    gold = [gold_item(study, KEY, "PASS"), gold_item(study, "correct_amount", "PASS")]
    rate_items(rater, {gold[0]: {KEY: "FAIL"}, gold[1]: {"correct_amount": "PASS"}})
    pooled = of(content(study), rater)["all"]
    assert (pooled["gold"]["value"], pooled["gold"]["n"]) == (0.5, 2)
    assert pooled["peers"]["undefined"] == "no_items"
