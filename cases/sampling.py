"""Drawing sessions: allocation over strata, draws that a seed fixes, chances of inclusion. Pure."""

import hashlib
import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from heapq import heapify, heappop, heapreplace

Stratum = tuple[str, ...]

PROPORTIONAL, EQUAL, NEYMAN = "proportional", "equal", "neyman"
ALLOCATIONS = (PROPORTIONAL, EQUAL, NEYMAN)

# The spread of pass and fail where they are equally likely, and where nothing is known.
WIDEST = 0.5
# What a stratum counts with that is said to have none, where it might never be drawn from else.
LEAST_SPREAD = 0.05
# Shares are added up in whole parts of this size, so that no rounding is lost.
_PARTS = 2**40


def allocate(
    sizes: Mapping[Stratum, int],
    sample: int,
    *,
    method: str = PROPORTIONAL,
    spreads: Mapping[Stratum, float] | None = None,
    seed: int = 0,
    salt: bytes = b"",
) -> dict[Stratum, int]:
    """How many to draw from each stratum.

    "proportional" goes by the strata's sizes N, "equal" gives each the same, "neyman" goes by N·S,
    where S is the standard deviation in `spreads` of what will be measured (WIDEST where it says
    nothing). A stratum that would give more than it has gives all it has, and the others share
    what is left over. Rounded by largest remainders, and every stratum gets at least one; where
    there are more strata than the sample has sessions, a lot that seed and salt fix decides which
    of them give one. The counts add up to min(sample, all).
    """
    if sample >= sum(sizes.values()):
        return dict(sizes)
    shares = _shares(sizes, sample, _claims(sizes, sample, method, spreads or {}))
    if is_by_lot(sizes, sample):
        return _by_lot(shares, sample, seed=seed, salt=salt)
    return _rounded(shares, sizes, sample)


def expected(
    sizes: Mapping[Stratum, int],
    sample: int,
    *,
    method: str = PROPORTIONAL,
    spreads: Mapping[Stratum, float] | None = None,
) -> Mapping[Stratum, float]:
    """How many `allocate` draws from each stratum, on the average of all seeds: above 0 for all."""
    if is_by_lot(sizes, sample):
        return _shares(sizes, sample, _claims(sizes, sample, method, spreads or {}))
    return allocate(sizes, sample, method=method, spreads=spreads)


def is_by_lot(sizes: Mapping[Stratum, int], sample: int) -> bool:
    """Whether there are so many strata that only some of them give a session."""
    return sample < len(sizes)


def spread_of(pass_rate: float) -> float:
    """The standard deviation of pass (1) and fail (0) at this pass rate."""
    return math.sqrt(pass_rate * (1 - pass_rate))


def draw[Name: Hashable](names: Sequence[Name], count: int, *, seed: int, salt: bytes) -> set[Name]:
    """`count` of `names`, the same for one seed and salt whatever their order.

    The order is that of a hash, so that sessions which join later do not reshuffle the others,
    and a smaller draw is part of a larger one. Draws with other seeds or salts are independent.
    """
    ordered = sorted(
        names, key=lambda name: hashlib.sha256(salt + f"{seed}\n{name!r}".encode()).digest()
    )
    return set(ordered[:count])


def union_probability(draws: Iterable[tuple[Hashable, float]]) -> float:
    """The chance to be in at least one of the draws, each given as (order, chance).

    Draws of one order are nested, so that the largest holds the others; different orders are
    independent: 1 − Π(1 − max p).
    """
    largest: dict[Hashable, float] = {}
    for order, chance in draws:
        largest[order] = max(chance, largest.get(order, 0.0))
    if len(largest) == 1:
        return next(iter(largest.values()))
    return 1.0 - math.prod(1.0 - chance for chance in largest.values())


def _claims(
    sizes: Mapping[Stratum, int], sample: int, method: str, spreads: Mapping[Stratum, float]
) -> dict[Stratum, float]:
    """What each stratum's share is in proportion to."""
    if method not in ALLOCATIONS:
        raise ValueError(f"no allocation {method!r}")
    # Where no stratum is sure to give one, each must have a chance to.
    least = LEAST_SPREAD if is_by_lot(sizes, sample) else 0.0
    return {
        stratum: _claim(size, method, max(least, spreads.get(stratum, WIDEST)))
        for stratum, size in sizes.items()
    }


def _claim(size: int, method: str, spread: float) -> float:
    if method == EQUAL:
        return 1.0
    return size * spread if method == NEYMAN else float(size)


def _shares(
    sizes: Mapping[Stratum, int], sample: int, claims: Mapping[Stratum, float]
) -> dict[Stratum, float]:
    """Shares of the sample in proportion to the claims, none above its stratum's size."""
    shares: dict[Stratum, float] = {}
    left = float(sample)
    claiming = {stratum for stratum, claim in claims.items() if claim > 0}
    while claiming:
        total = math.fsum(claims[stratum] for stratum in claiming)
        full = {s for s in claiming if left * claims[s] / total >= sizes[s]}
        if not full:
            return {
                s: shares.get(s, left * claims[s] / total if s in claiming else 0.0) for s in sizes
            }
        shares |= {stratum: float(sizes[stratum]) for stratum in full}
        left -= sum(sizes[stratum] for stratum in full)
        claiming -= full
    # All that claim anything are full; those that claim nothing share by size.
    rest = sum(size for stratum, size in sizes.items() if stratum not in shares)
    return {
        stratum: shares.get(stratum, left * size / rest if rest else 0.0)
        for stratum, size in sizes.items()
    }


def _by_lot(
    shares: Mapping[Stratum, float], sample: int, *, seed: int, salt: bytes
) -> dict[Stratum, int]:
    """Whole numbers next to the shares whose mean over all seeds is the shares.

    Strata stand on a line in an order drawn by lot, each as long as its share. Marks at a distance
    of one, the first at a place drawn by lot, are what each stratum gives.
    """

    def lot(text: str) -> bytes:
        return hashlib.sha256(salt + f"lot\n{seed}\n{text}".encode("utf-8", "replace")).digest()

    reached = int.from_bytes(lot("")[:8]) % _PARTS
    end = reached + sample * _PARTS
    counts = {}
    order = sorted(shares, key=lambda stratum: (lot(repr(stratum)), stratum))
    for place, stratum in enumerate(order, start=1):
        before = reached
        reached = end if place == len(order) else min(end, before + round(shares[stratum] * _PARTS))
        counts[stratum] = reached // _PARTS - before // _PARTS
    return {stratum: counts[stratum] for stratum in shares}


def _rounded(
    shares: Mapping[Stratum, float], sizes: Mapping[Stratum, int], sample: int
) -> dict[Stratum, int]:
    counts = {stratum: min(sizes[stratum], max(1, int(share))) for stratum, share in shares.items()}
    missing = sample - sum(counts.values())
    step = 1 if missing > 0 else -1

    def able(stratum: Stratum) -> bool:
        return 1 <= counts[stratum] + step <= sizes[stratum]

    # The stratum furthest from its share moves; ties go by name, so order never matters.
    places = {stratum: -place for place, stratum in enumerate(sorted(sizes))}
    waiting = [(step * (counts[s] - shares[s]), places[s], s) for s in sizes if able(s)]
    heapify(waiting)
    for _ in range(abs(missing)):
        _, place, stratum = waiting[0]
        counts[stratum] += step
        if able(stratum):
            heapreplace(waiting, (step * (counts[stratum] - shares[stratum]), place, stratum))
        else:
            heappop(waiting)
    return counts
