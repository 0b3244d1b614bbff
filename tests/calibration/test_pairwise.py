import numpy as np
import pytest

from calibration.matrices import ERROR
from calibration.pairwise import pairwise_block, reading
from calibration.stats.comparison import win_rate
from cases.models import AgentVersion, Item, Study
from judges.models import JudgeVersion
from tests.calibration.made import judge_items, make_version, rate_items
from tests.make import join, make_case, make_item, make_person

KEY = "grounded"
OTHER = "correct_amount"
Preference = dict[str, str | None]


def make_pairs(study: Study, count: int, *, new_first: bool = False) -> list[Item]:
    """Pairs of an old and a new agent version; the newer is called b."""
    old, _ = AgentVersion.objects.get_or_create(study=study, label="agent-a")
    new, _ = AgentVersion.objects.get_or_create(study=study, label="agent-b")
    first, second = (new, old) if new_first else (old, new)
    return [
        make_item(
            study,
            make_case(study, agent_version=first),
            kind="pairwise",
            case_b=make_case(study, agent_version=second),
        )
        for _ in range(count)
    ]


def prefer(study: Study, pairs: list[Item], values: list[str]) -> None:
    for name in ("ana", "ben"):
        rate_items(
            join(make_person(f"{name}-{study.slug}"), study, "rater"),
            {pair: {KEY: value, OTHER: value} for pair, value in zip(pairs, values, strict=True)},
        )


def test_two_hundred_pairs_are_not_shown_to_be_better() -> None:
    # B wins 92, A wins 70, 38 ties: 92/162 with the Wilson interval .491 to .642.
    estimate = win_rate(92, 70)
    assert estimate.value == pytest.approx(92 / 162)
    assert "not shown to be better" in reading(estimate)
    assert reading(win_rate(92, 40)) == "B is shown to be better."
    assert reading(win_rate(40, 92)) == "A is shown to be better."
    assert reading(win_rate(0, 0)) == "Nothing was decided yet."


def test_wins_follow_the_agent_version_not_the_place(study: Study) -> None:
    forward, backward = make_pairs(study, 3), make_pairs(study, 2, new_first=True)
    prefer(
        study,
        forward + backward,
        ["second_case", "second_case", "tie", "first_case", "second_case"],
    )

    block = pairwise_block(study, split="all")

    # B wins the first two, ties the third, wins the fourth (there it is the first case), loses
    # the fifth.
    assert (block["a"], block["b"]) == ("agent-a", "agent-b")
    assert (block["wins"], block["losses"], block["ties"]) == (3, 1, 1)
    assert block["win_rate"]["value"] == pytest.approx(3 / 4)
    assert block["tie_rate"]["value"] == pytest.approx(1 / 5)
    assert block["criteria"][KEY]["wins"] == 3


def test_a_judge_that_flips_with_the_sides_has_no_preference(study: Study) -> None:
    pairs = make_pairs(study, 4)
    prefer(study, pairs, ["second_case"] * 4)
    version = make_version(study)
    first = ["second_case", "second_case", "first_case", None]
    second = ["second_case", "first_case", "first_case", "second_case"]
    run = judge_items(
        version,
        {p: {KEY: v} for p, v in zip(pairs, first, strict=True)},
        side_order="ab",
    )
    judge_items(
        version,
        {p: {KEY: v} for p, v in zip(pairs, second, strict=True)},
        side_order="ba",
        run=run,
    )

    judge = pairwise_block(study, split="all")["criteria"][KEY]["judges"]["baseline-v1"]

    # Pair 0 consistent for B, pair 1 flips, pair 2 consistent for A, pair 3 ERROR in one order.
    assert (judge["wins"], judge["losses"], judge["ties"], judge["errors"]) == (1, 1, 0, 1)
    assert judge["inconsistency_rate"]["value"] == pytest.approx(1 / 3)


def test_pairs_without_versions_are_called_by_their_place(study: Study) -> None:
    pair = make_item(study, make_case(study), kind="pairwise", case_b=make_case(study))
    prefer(study, [pair], ["second_case"])
    block = pairwise_block(study, split="all")
    assert (block["a"], block["b"], block["wins"]) == ("first case", "second case", 1)
    assert pairwise_block(study, split="held_out")["items"] == 0


def test_an_item_is_won_by_who_wins_more_criteria() -> None:
    from calibration.pairwise import _won

    preferences = np.array([[1, 1, 0, -1], [1, 0, 0, -1], [2, 2, 1, -1]], dtype=np.int8)
    # B wins 2:0; 1:1 is a tie; A wins 2:1; nothing said stays open.
    assert _won(preferences).tolist() == [1, 2, 0, -1]
    # A criterion that is not settled leaves the item open: no win and no tie.
    partly = np.array([[1, 2, 0], [-1, -2, -3]], dtype=np.int8)
    assert _won(partly).tolist() == [-1, -1, ERROR]


def judge_both_ways(
    version: JudgeVersion, pairs: list[Item], ab: list[Preference], ba: list[Preference]
) -> None:
    run = judge_items(version, dict(zip(pairs, ab, strict=True)), side_order="ab")
    judge_items(version, dict(zip(pairs, ba, strict=True)), side_order="ba", run=run)


def test_a_flip_beside_an_error_is_an_error(study: Study) -> None:
    pairs = make_pairs(study, 2)
    prefer(study, pairs, ["second_case"] * 2)
    # Each pair flips on one criterion and has an ERROR on the other: nothing was answered.
    judge_both_ways(
        make_version(study),
        pairs,
        [{KEY: "second_case", OTHER: None}] * 2,
        [{KEY: "first_case", OTHER: "tie"}] * 2,
    )

    block = pairwise_block(study, split="all")

    judge = block["judges"]["baseline-v1"]
    assert judge["errors"] == 2
    assert judge["inconsistency_rate"]["undefined"] == "no_items"
    assert block["criteria"][KEY]["judges"]["baseline-v1"]["inconsistency_rate"]["value"] == 1.0


def test_open_criteria_leave_the_item_open(study: Study) -> None:
    pairs = make_pairs(study, 2)
    for name in ("ana", "ben"):
        rater = join(make_person(name), study, "rater")
        rate_items(rater, {pairs[0]: {KEY: "second_case"}, pairs[1]: {KEY: "tie", OTHER: "tie"}})

    block = pairwise_block(study, split="all")

    assert (block["wins"], block["losses"], block["ties"], block["unsettled"]) == (0, 0, 1, 1)
    assert block["criteria"][KEY]["wins"] == 1


def test_each_judge_has_its_own_inconsistency_and_confidence(study: Study) -> None:
    assert pairwise_block(study, split="all")["inconsistency_rate"]["undefined"] == "no_items"
    pairs = make_pairs(study, 2)
    prefer(study, pairs, ["second_case"] * 2)
    assert pairwise_block(study, split="all")["inconsistency_rate"]["undefined"] == "no_items"
    said: list[Preference] = [{KEY: "second_case", OTHER: "second_case"}] * 2
    first, second, third = (make_version(study, number=number) for number in (1, 2, 3))
    judge_both_ways(first, pairs, said, said)
    assert pairwise_block(study, split="all")["inconsistency_rate"]["value"] == 0.0
    for version in (second, third):
        judge_both_ways(version, pairs, said, said)

    block = pairwise_block(study, split="all", confidences={second.pk: 0.975, third.pk: None})

    assert block["inconsistency_rate"]["undefined"] == "several_judges"
    for judges in (block["judges"], block["criteria"][KEY]["judges"]):
        assert judges["baseline-v1"]["win_rate"]["confidence"] == 0.95
        assert judges["baseline-v2"]["win_rate"]["confidence"] == 0.975
        assert judges["baseline-v2"]["inconsistency_rate"]["confidence"] == 0.975
        refused = judges["baseline-v3"]
        assert refused["wins"] is None
        assert refused["win_rate"]["undefined"] == "held_out_spent"
        assert refused["inconsistency_rate"]["undefined"] == "held_out_spent"
