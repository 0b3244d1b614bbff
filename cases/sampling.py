"""Drawing sessions: proportional allocation over strata, reproducible from a seed. Pure."""

import hashlib
from collections.abc import Hashable, Mapping, Sequence

Stratum = tuple[str, ...]


def allocate(sizes: Mapping[Stratum, int], sample: int) -> dict[Stratum, int]:
    """How many to draw from each stratum, in proportion to its size.

    Rounded by largest remainders; every stratum gets at least one while the sample allows it, and
    none more than it has. The counts add up to min(sample, all).
    """
    total = sum(sizes.values())
    if sample >= total:
        return dict(sizes)
    floor = 1 if sample >= len(sizes) else 0
    exact = {stratum: sample * size / total for stratum, size in sizes.items()}
    counts = {
        stratum: min(sizes[stratum], max(floor, int(share))) for stratum, share in exact.items()
    }
    while (missing := sample - sum(counts.values())) != 0:
        step = 1 if missing > 0 else -1
        able = [stratum for stratum in sizes if floor <= counts[stratum] + step <= sizes[stratum]]
        # The stratum furthest from its exact share moves; ties go by name, so order never matters.
        chosen = max(able, key=lambda s: (step * (exact[s] - counts[s]), s))
        counts[chosen] += step
    return counts


def draw[Name: Hashable](names: Sequence[Name], count: int, *, seed: int, salt: bytes) -> set[Name]:
    """`count` of `names`, the same for one seed whatever their order.

    The order is that of a hash, so that sessions which join later do not reshuffle the others.
    """
    ordered = sorted(
        names, key=lambda name: hashlib.sha256(salt + f"{seed}\n{name!r}".encode()).digest()
    )
    return set(ordered[:count])
