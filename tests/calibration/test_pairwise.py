import numpy as np
import pytest

from calibration.pairwise import pairwise_block, reading
from calibration.stats.comparison import win_rate
from cases.models import AgentVersion, Item, Study
from tests.calibration.made import judge_items, make_version, rate_items
from tests.make import join, make_case, make_item, make_person

KEY = "grounded"


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
            {pair: {KEY: value} for pair, value in zip(pairs, values, strict=True)},
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
