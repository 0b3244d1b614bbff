"""Pairs of raters share items, whoever is quick and whoever slow."""

import heapq
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

import pytest

from raters.balance import PATIENCE, Meetings, by_preference
from raters.walking import WIDTH

ME, ANN, BEN, CAT = "1", "2", "3", "4"


def meetings(**shared: int) -> Meetings:
    """ann=3: Ann joined me on three items."""
    names = {"ann": ANN, "ben": BEN, "cat": CAT}
    joined = {names[name]: {ME: count} for name, count in shared.items()}
    return Meetings.of(ME, joined | {ME: {}})


def test_both_directions_of_a_meeting_count() -> None:
    found = Meetings.of(ME, {"1": {"2": 3}, "2": {"1": 4, "9": 7}})
    assert found.between(ME, ANN) == found.between(ANN, ME) == 7
    assert found.raters == [ME, ANN], "9 has left the study"


def test_whom_one_has_hardly_met_comes_first() -> None:
    found = meetings(ann=9, ben=1)
    assert by_preference([[ANN], [], [BEN]], found, passed=0)[0] == 2


def test_a_begun_item_comes_before_a_fresh_one_where_it_is_all_the_same() -> None:
    assert by_preference([[], [ANN]], meetings(ann=5), passed=0)[0] == 1


def test_an_item_is_left_to_those_who_want_its_rater_more() -> None:
    """Ann and Ben have never met; I have met both enough."""
    found = meetings(ann=9, ben=9)
    assert by_preference([[ANN], []], found, passed=0)[0] == 1


def test_patience_ends() -> None:
    found = meetings(ann=9, ben=9)
    assert by_preference([[ANN], []], found, passed=PATIENCE) == [0, 1]


# --- a law, by simulation -------------------------------------------------------------------------


@dataclass
class Work:
    """Raters at work on a queue, each at a speed of their own: no database, the rule alone."""

    speeds: list[float]
    balanced: bool
    seed: int
    items: int = 400
    overlap: int = 3
    on: list[list[int]] = field(default_factory=list)

    def run(self) -> "Work":
        dice = random.Random(self.seed)
        self.on = [[] for _ in range(self.items)]
        raters = range(len(self.speeds))
        place, passed = [0] * len(raters), [0] * len(raters)
        joined: dict[str, dict[str, int]] = {str(r): {} for r in raters}
        clock = [(dice.random(), rater) for rater in raters]
        while clock:
            now, rater = heapq.heappop(clock)
            few = self.next_items(rater, place[rater]) or self.next_items(rater, 0)
            if not few:
                continue
            taken = few[0]
            if self.balanced:
                found = Meetings.of(str(rater), joined)
                there = [[str(r) for r in self.on[i]] for i in few]
                taken = few[by_preference(there, found, passed[rater])[0]]
            place[rater] = taken + 1 if taken == few[0] else few[0]
            passed[rater] = 0 if taken == few[0] else passed[rater] + 1
            for other in self.on[taken]:
                mine = joined[str(rater)]
                mine[str(other)] = mine.get(str(other), 0) + 1
            self.on[taken].append(rater)
            heapq.heappush(clock, (now + self.speeds[rater] * dice.uniform(0.7, 1.3), rater))
        return self

    def next_items(self, rater: int, start: int) -> list[int]:
        found: list[int] = []
        for item in range(start, self.items):
            if len(self.on[item]) < self.overlap and rater not in self.on[item]:
                found.append(item)
                if len(found) == WIDTH:
                    break
        return found

    def pairs(self) -> list[int]:
        counts = Counter(pair for on in self.on for pair in combinations(sorted(on), 2))
        return [counts[pair] for pair in combinations(range(len(self.speeds)), 2)]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("spread", "least", "ratio"), [(1.0, 36, 1.4), (2.3, 17, 6.5), (5.0, 8, 20.0)]
)
def test_every_pair_shares_items(seed: int, spread: float, least: int, ratio: float) -> None:
    """Eight raters, 400 items, three each: 1,200 meetings over 28 pairs, 43 each at equal speeds.

    `spread` is how many times as long the slowest takes as the quickest.
    """
    dice = random.Random(seed)
    speeds = [spread ** dice.random() for _ in range(6)] + [1.0, spread]
    balanced = Work(speeds, True, seed).run()
    assert all(len(set(on)) == 3 for on in balanced.on), "the overlap is exact"
    pairs, plain = balanced.pairs(), Work(speeds, False, seed).run().pairs()
    assert min(pairs) >= least
    assert max(pairs) / min(pairs) <= ratio
    assert max(pairs) / min(pairs) < 0.85 * max(plain) / max(1, min(plain))
    assert min(pairs) > min(plain)
