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

# Raters go by the names that memberships hold them under: a conversion of every pair at every claim
# would cost more than all the rest.
Counts = Mapping[str, Mapping[str, int]]
_NOBODY: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Meetings:
    """On how many items each two raters met. `raters` are those who met anybody, and `me`."""

    me: str
    joined: Counts
    raters: list[str]

    @classmethod
    def of(cls, me: str, joined: Counts) -> "Meetings":
        """From what memberships hold: {"17": {"4": 3}}, rater 17 joined rater 4 on 3 items."""
        met = {me}.union(*joined.values()) | {name for name, counts in joined.items() if counts}
        # Who left the study counts no longer.
        return cls(me, joined, sorted(met & ({me} | joined.keys())))

    def between(self, one: str, other: str) -> int:
        ones, others = self.joined.get(one, _NOBODY), self.joined.get(other, _NOBODY)
        return ones.get(other, 0) + others.get(one, 0)

    def enough(self) -> int:
        """From how many common items on a pair is in no want of more."""
        rows = [(name, self.joined.get(name, _NOBODY)) for name in self.raters]
        return LEEWAY + min(
            (
                ones.get(other, 0) + others.get(one, 0)
                for n, (one, ones) in enumerate(rows)
                for other, others in rows[n + 1 :]
            ),
            default=0,
        )

    def mean(self) -> float:
        """How many items I share with another rater on the average, at least 1."""
        others = [name for name in self.raters if name != self.me]
        return max(1.0, sum(self.between(self.me, o) for o in others) / max(1, len(others)))

    def wants(self, one: str, enough: int) -> bool:
        """Whether `one` is in want of somebody else than me."""
        ones = self.joined.get(one, _NOBODY)
        return any(
            ones.get(third, 0) + self.joined.get(third, _NOBODY).get(one, 0) < enough
            for third in self.raters
            if third not in (one, self.me)
        )


def by_preference(others: Sequence[Sequence[str]], meetings: Meetings, passed: int) -> list[int]:
    """Positions of the items, the best first; `others` are the raters that each has already.

    `passed` is how often the first was passed over till now. Of items that are equally good those
    that somebody has begun come first, then those in front.
    """
    positions = list(range(len(others)))
    if passed >= PATIENCE or len(others) < 2:
        return positions
    enough, mean = meetings.enough(), meetings.mean()
    there = {rater for raters in others for rater in raters}
    wanting = {rater for rater in there if meetings.wants(rater, enough)}
    costs = [_cost(raters, meetings, enough, mean, wanting) for raters in others]
    return sorted(positions, key=lambda at: (costs[at], not others[at], at))


def _cost(
    others: Sequence[str], meetings: Meetings, enough: int, mean: float, wanting: set[str]
) -> float:
    """Below 0 where I am in want of somebody there, around 1 where it is all the same, above 2
    where somebody there is in want of others than me."""
    if not others:
        return 1.0
    met = [meetings.between(meetings.me, other) for other in others]
    if min(met) < enough:
        return min(met) / enough - 1
    return max(met) / mean + (0 if wanting.isdisjoint(others) else 2)
