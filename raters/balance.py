"""Which of the next few items a rater takes, so that every pair of raters shares some. Pure.

In a plain queue two slow raters hardly ever meet: by the time the second comes, quick ones have
taken the item's other places. So whoever comes looks at a few items and takes the one that some
pair is in want of, leaves alone those whose raters still want others, and only otherwise goes by
whom they have met least.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# A pair is in want of items while it shares less than the pair with the fewest and this many. With
# more, quick raters use up the items before the slow ones come.
LEEWAY = 2
# So often in a row the item in front may be passed over; then it is taken whoever is on it, so that
# items get finished and the walk goes on.
PATIENCE = 8

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Meetings:
    """On how many items each two raters met. `raters` are those who met anybody, and `me`."""

    me: int
    raters: frozenset[int]
    shared: Mapping[Pair, int]

    @classmethod
    def of(cls, me: int, joined: Mapping[str, Mapping[str, int]]) -> "Meetings":
        """From what memberships hold: {"17": {"4": 3}}, rater 17 joined rater 4 on 3 items."""
        shared: dict[Pair, int] = {}
        raters = {me}
        for name, others in joined.items():
            one = int(name)
            for other_name, count in others.items():
                other = int(other_name)
                pair = (one, other) if one < other else (other, one)
                shared[pair] = shared.get(pair, 0) + count
                # Who left the study counts no longer.
                if other_name in joined:
                    raters |= {one, other}
        return cls(me, frozenset(raters), shared)

    def between(self, one: int, other: int) -> int:
        return self.shared.get((one, other) if one < other else (other, one), 0)

    def enough(self) -> int:
        """From how many common items on a pair is in no want of more."""
        raters = sorted(self.raters)
        pairs = ((one, other) for n, one in enumerate(raters) for other in raters[n + 1 :])
        return min((self.shared.get(pair, 0) for pair in pairs), default=0) + LEEWAY

    def mean(self) -> float:
        """How many items I share with another rater on the average, at least 1."""
        others = self.raters - {self.me}
        return max(1.0, sum(self.between(self.me, o) for o in others) / max(1, len(others)))


def by_preference(others: Sequence[Sequence[int]], meetings: Meetings, passed: int) -> list[int]:
    """Positions of the items, the best first; `others` are the raters that each has already.

    `passed` is how often the first was passed over till now. Of items that are equally good those
    that somebody has begun come first, then those in front.
    """
    positions = list(range(len(others)))
    if passed >= PATIENCE or len(others) < 2:
        return positions
    enough, mean = meetings.enough(), meetings.mean()
    costs = [_cost(raters, meetings, enough, mean) for raters in others]
    return sorted(positions, key=lambda at: (costs[at], not others[at], at))


def _cost(others: Sequence[int], meetings: Meetings, enough: int, mean: float) -> float:
    """Below 0 where I am in want of somebody there, around 1 where it is all the same, above 2
    where somebody there is in want of others than me."""
    if not others:
        return 1.0
    met = [meetings.between(meetings.me, other) for other in others]
    if min(met) < enough:
        return min(met) / enough - 1
    kept = any(
        meetings.between(other, third) < enough
        for other in others
        for third in meetings.raters
        if third not in (other, meetings.me)
    )
    return max(met) / mean + (2 if kept else 0)
