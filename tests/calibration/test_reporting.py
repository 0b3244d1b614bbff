"""From rows to the report: a small worked study, every state, and what is undefined."""

import json
from typing import Any

import pytest
from django.db import connection

from calibration.assembling import assemble
from calibration.models import Report
from calibration.reporting import build_report
from cases.models import Item, Person, Study
from tests.calibration.made import (
    adjudicate,
    answers,
    gold_item,
    judge_items,
    make_items,
    make_version,
    rate_items,
    same,
    skip_item,
)
from tests.make import join, make_case, make_person, make_rubric_version, make_study

KEY = "grounded"


@pytest.fixture
def raters(study: Study) -> list[Person]:
    return [join(make_person(name), study, "rater") for name in ("ana", "ben", "cleo")]


def block_of(study: Study, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = assemble(study, **options)["criteria"][KEY]
    return found


def test_two_hundred_items_come_out_as_worked(study: Study, raters: list[Person]) -> None:
    # People pass 150, the judge 160, both agree on 180: 145 both, 5 and 15 apart, 35 neither.
    # kappa = (.90 − .65)/(1 − .65) = 5/7.
    items = make_items(study, ["tuning"] * 200)
    human = "P" * 150 + "F" * 50
    for rater in raters:
        rate_items(rater, answers(items, human))
    judge_items(make_version(study), answers(items, "P" * 145 + "F" * 5 + "P" * 15 + "F" * 35))

    judge = block_of(study)["judges"]["baseline-v1"]

    assert judge["confusion"] == {"labels": ["FAIL", "PASS"], "matrix": [[35, 15], [5, 145]]}
    assert judge["raw_agreement"]["value"] == pytest.approx(0.9)
    assert judge["cohen_kappa"]["value"] == pytest.approx(5 / 7)
    assert judge["cohen_kappa"]["n"] == judge["compared"] == 200
    assert judge["false_pass_rate"]["value"] == pytest.approx(15 / 50)
    assert judge["false_fail_rate"]["value"] == pytest.approx(5 / 150)
    assert judge["pass_rate"]["human"]["value"] == pytest.approx(0.75)
    assert judge["pass_rate"]["judge"]["value"] == pytest.approx(0.8)
    # All items are labelled, so correction gives back what people said.
    assert judge["pass_rate"]["corrected"]["value"] == pytest.approx(0.75)
    # The people agree perfectly, so .71 lies more than .1 below the ceiling of 1.
    assert judge["human_ceiling"]["value"] == 1.0
    assert judge["use"] == "trend"
    assert "0.1 below the human ceiling" in judge["why"]


def test_a_hundred_transcripts_of_two_raters(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 100)
    rate_items(raters[0], answers(items, "P" * 72 + "F" * 28))
    rate_items(raters[1], answers(items, "P" * 60 + "F" * 12 + "P" * 8 + "F" * 20))

    humans = block_of(study)["humans"]

    (pair,) = humans["cohen_kappa"].values()
    assert f"{pair['value']:.4f}" == "0.5247"
    assert humans["agreement"]["value"] == pair["value"]
    assert humans["raw_agreement"]["value"] == pytest.approx(0.8)
    assert humans["raters"] == 2


def test_every_state_is_counted_and_none_is_a_label(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 6)
    rate_items(raters[0], answers(items, "PPF?.."))
    rate_items(raters[1], answers(items, "PFF?.."))
    skip_item(raters[0], items[4])
    skip_item(raters[1], items[4], state="opted_out")
    judge_items(make_version(study), answers(items, "P?FPP."))

    block = block_of(study)

    # Two raters an item are due: 12 ratings, of which 6 are labels and 2 can't tell.
    assert block["labels"] == 6
    assert block["states"] == {"cant_tell": 2, "skip": 1, "opt_out": 1, "missing": 4}
    assert block["settled"] == 2
    assert block["reference_basis"]["unanimous"] == 2
    assert block["reference_basis"]["tied"] == 1
    assert block["reference_basis"]["none"] == 3
    judge = block["judges"]["baseline-v1"]
    assert (judge["items"], judge["valid"], judge["errors"], judge["missing"]) == (5, 4, 1, 1)
    assert judge["error_rate"]["value"] == pytest.approx(1 / 5)
    # ERROR is not FAIL: only the two settled items with a valid verdict are compared.
    assert judge["confusion"]["matrix"] == [[1, 0], [0, 1]]
    assert judge["pass_rate"]["judge"]["n"] == 4


def test_gold_training_and_unfinished_runs_stay_out(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 3)
    gold = gold_item(study, KEY, "FAIL")
    for rater in raters[:2]:
        rate_items(rater, {**answers(items, "PPF"), gold: {KEY: "PASS"}})
    version = make_version(study)
    judge_items(version, same(items, "PASS"), state="running")

    content = assemble(study)

    assert content["criteria"][KEY]["items"] == 3
    assert content["criteria"][KEY]["labels"] == 6
    assert content["criteria"][KEY]["judges"] == {}
    (first, second) = content["raters"].values()
    assert first["gold_agreement"]["value"] == second["gold_agreement"]["value"] == 0.0
    assert first["gold_agreement"]["n"] == 1


def test_the_latest_run_counts_and_samples_vote(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 3)
    for rater in raters[:2]:
        rate_items(rater, answers(items, "PFP"))
    version = make_version(study)
    judge_items(version, same(items, "FAIL"))
    run = judge_items(version, answers(items[:2], "PP"))
    judge_items(version, answers(items[:2], "PF"), sample=1, run=run)
    judge_items(version, answers(items[:2], "FF"), sample=2, run=run)

    judge = block_of(study)["judges"]["baseline-v1"]

    # Item 0: P, P, F → PASS; item 1: P, F, F → FAIL; item 2 keeps the older run's FAIL.
    assert judge["confusion"]["matrix"] == [[1, 0], [1, 1]]


def test_adjudication_overrides_and_what_the_judge_prompted_does_not(
    study: Study, raters: list[Person], lead: Person
) -> None:
    items = make_items(study, ["tuning"] * 4)
    rate_items(raters[0], answers(items, "PPPP"))
    rate_items(raters[1], answers(items, "FPPP"))
    adjudicate(items[0], KEY, "PASS", lead)
    adjudicate(items[0], KEY, "FAIL", lead)
    adjudicate(items[1], KEY, None, lead, basis="audit")
    adjudicate(items[2], KEY, "FAIL", lead, basis="judge")
    judge_items(make_version(study), same(items, "PASS"))

    block = block_of(study)

    assert block["reference_basis"] == {
        "adjudicated": 1,
        "unanimous": 2,
        "majority": 0,
        "single": 0,
        "ambiguous": 1,
        "undecided": 0,
        "tied": 0,
        "none": 0,
    }
    assert block["judges"]["baseline-v1"]["confusion"]["matrix"] == [[0, 1], [0, 2]]


def test_one_category_is_undefined_with_its_agreement_shown(
    study: Study, raters: list[Person]
) -> None:
    items = make_items(study, ["tuning"] * 5)
    for rater in raters[:2]:
        rate_items(rater, same(items, "PASS"))
    judge_items(make_version(study), same(items, "PASS"))

    block = block_of(study)

    judge = block["judges"]["baseline-v1"]
    for estimate in (judge["cohen_kappa"], judge["human_ceiling"], block["humans"]["agreement"]):
        assert estimate["value"] is None
        assert estimate["undefined"] == "one_category"
    assert judge["raw_agreement"]["value"] == 1.0
    assert judge["false_pass_rate"]["undefined"] == "no_items"
    assert judge["use"] == "undefined"
    assert "only one category" in judge["why"]


def test_a_single_rater_says_nothing_about_people(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 20)
    rate_items(raters[0], answers(items, "PF" * 10))
    judge_items(make_version(study), answers(items, "PF" * 10))

    block = block_of(study)

    assert block["humans"]["agreement"]["undefined"] == "one_rater"
    assert block["judges"]["baseline-v1"]["use"] == "undefined"
    assert block["judges"]["baseline-v1"]["next_step"].startswith("Have a second person")
    assert block["reference_basis"]["single"] == 20


@pytest.mark.django_db
def test_a_criterion_without_pass_levels_has_no_rates() -> None:
    study = make_study(rubric_version=make_rubric_version(KEY))
    study.rubric_version.criteria.update(pass_levels=[])
    people = [join(make_person(n), study, "rater") for n in ("ana", "ben")]
    items = make_items(study, ["tuning"] * 12)
    for person in people:
        rate_items(person, answers(items, "PFPF" * 3))
    judge_items(make_version(study), answers(items, "PFPP" * 3))

    content = assemble(study)

    judge = content["criteria"][KEY]["judges"]["baseline-v1"]
    assert judge["use"] == "undefined"
    assert "which levels pass" in judge["why"]
    assert judge["sensitivity"]["pass_rate"]["ppi"]["undefined"] == "no_pass_levels"
    assert judge["false_pass_rate"]["undefined"] == "no_pass_levels"
    assert judge["pass_rate"]["corrected"]["undefined"] == "no_pass_levels"
    assert judge["cohen_kappa"]["value"] == pytest.approx(0.5)
    assert content["overall"]["undefined"] == "no_pass_levels"


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"gates": False}, {"kind": "process"}])
def test_what_may_not_gate_does_not(fields: dict[str, Any]) -> None:
    study = make_study(rubric_version=make_rubric_version(KEY))
    study.rubric_version.criteria.update(**fields)
    items = make_items(study, ["tuning"] * 60)
    given = answers(items, "PFP" * 20)
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), given)
    judge_items(make_version(study), given)

    content = assemble(study)

    judge = content["criteria"][KEY]["judges"]["baseline-v1"]
    assert judge["use"] == "trend"
    assert "would do for a gate" in judge["why"]
    assert content["criteria"][KEY]["gates"] is False
    assert content["overall"]["undefined"] == "no_pass_levels"


def test_cant_tell_as_an_answer_is_a_figure_of_its_own(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 8)
    rate_items(raters[0], answers(items, "PPFF?PP?"))
    rate_items(raters[1], answers(items, "PPFF?P??"))
    judge_items(make_version(study), answers(items, "PPFFPFPP"))

    block = block_of(study)

    # Without CANT_TELL five items have two labels, equal; with it the eight differ once.
    assert block["humans"]["raw_agreement"]["value"] == 1.0
    assert block["humans"]["raw_agreement"]["n"] == 5
    wide = block["humans"]["sensitivity"]["cant_tell_as_category"]
    assert wide["raw_agreement"]["value"] == pytest.approx(7 / 8)
    assert wide["agreement"]["n"] == 8
    shares = block["humans"]["sensitivity"]["cant_tell_share"].values()
    assert sorted(share["value"] for share in shares) == [2 / 8, 3 / 8]
    judge = block["judges"]["baseline-v1"]
    # The reference: five labels and a single one; with CANT_TELL two more items settle on it.
    assert judge["raw_agreement"]["value"] == pytest.approx(5 / 6)
    wide = judge["sensitivity"]["cant_tell_as_category"]
    assert wide["raw_agreement"]["value"] == pytest.approx(4 / 7)


def test_other_corrections_stand_beside_the_primary_one(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning"] * 40)
    for rater in raters[:2]:
        rate_items(rater, answers(items[:20], "P" * 12 + "F" * 8))
    judge_items(make_version(study), answers(items, "P" * 14 + "F" * 6 + "P" * 15 + "F" * 5))

    judge = block_of(study)["judges"]["baseline-v1"]

    other = judge["sensitivity"]["pass_rate"]
    # Sensitivity 12/12, specificity 6/8, judge 29/40: (29/40 + 6/8 − 1) / (1 + 6/8 − 1).
    assert other["rogan_gladen"]["value"] == pytest.approx((29 / 40 + 0.75 - 1) / 0.75)
    assert other["ppi"]["n"] == 20
    assert other["ppi"]["method"].startswith("prediction-powered")
    # 29/40 of the judge's passes hold at 12/14, none of its fails is a pass.
    assert judge["pass_rate"]["corrected"]["value"] == pytest.approx(29 / 40 * 12 / 14)


def weigh(items: list[Item], weights: list[float | None]) -> None:
    # A case can't be changed in the database, so these are made with their weights.
    for item, weight in zip(items, weights, strict=True):
        item.case = make_case(item.study, weight=weight)
    Item.objects.bulk_update(items, ["case"])


def test_pass_rates_weigh_items_by_their_chance_to_be_drawn(
    study: Study, raters: list[Person]
) -> None:
    items = make_items(study, ["tuning"] * 8)
    weigh(items, [9.0] * 4 + [1.0] * 4)
    for rater in raters[:2]:
        rate_items(rater, answers(items, "PPPFFFFP"))
    judge_items(make_version(study), answers(items, "PPPPFFFF"))

    content = assemble(study)

    rates = content["criteria"][KEY]["judges"]["baseline-v1"]["pass_rate"]
    # People pass 3 of the heavy and 1 of the light items, the judge the 4 heavy ones.
    assert rates["human"]["value"] == pytest.approx(28 / 40)
    assert rates["judge"]["value"] == pytest.approx(36 / 40)
    # Everything is labelled: correction gives back what people said.
    assert rates["corrected"]["value"] == pytest.approx(28 / 40)
    assert rates["human"]["n"] == rates["corrected"]["n"] == 8
    # Kish: 40² / (4 · 81 + 4 · 1) = 4.88 of 8.
    assert "effective n 4.9" in rates["human"]["method"]
    assert any("weighted by the inverse" in note for note in content["notes"])
    _check_estimates(content)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([9.0, 9.0, 1.0, None], "1 of 4 items have no known weight"),
        ([2.0, 2.0, 2.0, None], "1 of 4 items have no known weight"),
        ([None, None, None, None], "None of the 4 items has a known weight"),
    ],
)
def test_unknown_chances_are_said_and_weigh_nothing(
    study: Study, raters: list[Person], weights: list[float | None], said: str
) -> None:
    items = make_items(study, ["tuning"] * 4)
    weigh(items, weights)
    for rater in raters[:2]:
        rate_items(rater, answers(items, "PPFF"))
    judge_items(make_version(study), answers(items, "PPFF"))
    content = assemble(study)
    rates = content["criteria"][KEY]["judges"]["baseline-v1"]["pass_rate"]
    assert rates["human"]["value"] == 0.5
    (note,) = [note for note in content["notes"] if "weight" in note]
    assert note.startswith(said)
    assert "unweighted and of these items only" in note


def test_weights_that_are_all_alike_are_no_news(study: Study, raters: list[Person]) -> None:
    weigh(make_items(study, ["tuning"] * 3), [2.0, 2.0, 2.0])
    assert not any("weight" in note for note in assemble(study)["notes"])


def test_items_that_come_while_a_report_reads_are_in_the_next(
    study: Study, raters: list[Person]
) -> None:
    items = make_items(study, ["tuning"] * 3)
    rate_items(raters[0], answers(items, "PFP"))
    version = make_version(study)
    run = judge_items(version, answers(items, "PFP"))
    came: list[Item] = []

    def late(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not came and sql.startswith("SELECT") and 'FROM "raters_label"' in sql:
            came.extend(make_items(study, ["tuning"]))
            rate_items(raters[1], answers(came, "P"))
            judge_items(version, answers(came, "P"), run=run)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(late):
        block = block_of(study)

    assert came
    assert block["items"] == 3
    assert block["labels"] == 3
    assert block["judges"]["baseline-v1"]["valid"] == 3
    assert block_of(study)["items"] == 4


def test_an_item_passes_overall_where_all_gating_criteria_pass(
    study: Study, raters: list[Person]
) -> None:
    items = make_items(study, ["tuning"] * 4)
    both = [("PASS", "PASS"), ("PASS", "FAIL"), ("FAIL", "FAIL"), ("PASS", None)]
    given = {item: {"correct_amount": a, KEY: b} for item, (a, b) in zip(items, both, strict=True)}
    for rater in raters[:2]:
        rate_items(rater, given)
    judge_items(make_version(study), {**given, items[0]: {"correct_amount": "PASS", KEY: "FAIL"}})

    overall = assemble(study)["overall"]

    assert overall["criteria"] == ["correct_amount", KEY]
    assert overall["settled"] == 3
    judge = overall["judges"]["baseline-v1"]
    assert judge["errors"] == 1
    # People: PASS, FAIL, FAIL; judge: FAIL, FAIL, FAIL.
    assert judge["confusion"]["matrix"] == [[2, 0], [1, 0]]


def test_the_contract_is_whole(study: Study, raters: list[Person]) -> None:
    items = make_items(study, ["tuning", "held_out"] * 6)
    for rater in raters:
        rate_items(rater, answers(items, "PFPFPPFFPPFP"))
    judge_items(make_version(study), answers(items, "PFPPPPFFPPF?"))

    report = Report.objects.create(study=study)
    build_report(report.pk)
    report.refresh_from_db()

    assert (report.state, report.progress, report.message) == ("ready", 100, "")
    content = json.loads(json.dumps(report.content))
    assert content["input_hash"] == report.input_hash != ""
    assert content["splits"] == {"tuning": 6, "held_out": 6, "all": 12}
    top = {"study", "rubric_version", "created_at", "input_hash", "split", "splits", "criteria"}
    top |= {"overall", "by_split", "by_stratum", "reference_basis", "pairwise", "raters", "notes"}
    assert top <= content.keys()
    block = content["criteria"][KEY]
    assert {"scale", "categories", "items", "labels", "states", "humans", "judges"} <= block.keys()
    assert set(block["humans"]) >= {
        "raters",
        "raw_agreement",
        "cohen_kappa",
        "fleiss_kappa",
        "krippendorff_alpha",
        "gwet_ac1",
    }
    judge = block["judges"]["baseline-v1"]
    assert set(judge) >= {
        "items",
        "errors",
        "error_rate",
        "confusion",
        "raw_agreement",
        "cohen_kappa",
        "weighted_kappa",
        "gwet_ac1",
        "false_pass_rate",
        "false_fail_rate",
        "human_ceiling",
        "pass_rate",
        "alt_test",
        "use",
        "why",
    }
    assert content["order"] == {"criteria": ["correct_amount", KEY], "judges": ["baseline-v1"]}
    assert content["pairwise"].keys() >= {
        "items",
        "wins",
        "losses",
        "ties",
        "unsettled",
        "tie_rate",
        "win_rate",
        "sign_test_p",
        "inconsistency_rate",
        "criteria",
        "reading",
    }
    assert set(content["by_split"]) == {"tuning", "held_out"}
    assert content["by_split"]["tuning"][KEY]["items"] == 6
    assert set(content["by_stratum"]["intent"]) == {"damaged_item", "late_delivery"}
    _check_estimates(content)


def _check_estimates(node: Any) -> None:
    """No number without n, interval or reason, anywhere."""
    if isinstance(node, dict):
        if "method" in node and "confidence" in node:
            assert set(node) == {"value", "low", "high", "confidence", "method", "n", "undefined"}
            assert (node["value"] is None) == (node["undefined"] is not None)
            assert node["value"] is None or node["low"] <= node["value"] <= node["high"]
            return
        for value in node.values():
            _check_estimates(value)
    elif isinstance(node, list):
        for value in node:
            _check_estimates(value)


def test_an_empty_study_has_a_report_that_says_so(study: Study) -> None:
    content = assemble(study)
    _check_estimates(content)
    assert content["criteria"][KEY]["humans"]["agreement"]["undefined"] == "no_items"
    assert content["criteria"][KEY]["judges"] == {}
    assert content["pairwise"]["win_rate"]["undefined"] == "no_pairs"


def test_labels_of_an_unchanged_criterion_carry_over_and_others_do_not(
    study: Study, raters: list[Person]
) -> None:
    from cases.models import RubricVersion
    from tests.make import digest, make_criterion

    items = make_items(study, ["tuning"] * 2)
    for rater in raters[:2]:
        rate_items(rater, {item: {"correct_amount": "PASS", KEY: "FAIL"} for item in items})
    second = RubricVersion.objects.create(
        rubric=study.rubric_version.rubric, number=2, content_hash=digest("second")
    )
    make_criterion(second, "correct_amount")
    make_criterion(second, KEY, question="Is it grounded, really?", content_hash=digest("new"))
    study.rubric_version = second
    study.save()

    content = assemble(study)

    assert content["criteria"]["correct_amount"]["labels"] == 4
    assert content["criteria"][KEY]["labels"] == 0
    assert any("4 labels were given under another version" in note for note in content["notes"])


def test_simulated_raters_are_named_as_such(study: Study) -> None:
    person = join(make_person("sim"), study, "rater", simulated=True)
    rate_items(person, same(make_items(study, ["tuning"]), "PASS"))
    notes = assemble(study)["notes"]
    assert "simulated by a program" in notes[0]
