"""Lots that a study's seed decides: the same whenever they are drawn again. Pure."""

import hashlib
import math
from collections.abc import Iterable


def _unit(seed: int, *words: str) -> float:
    """A number in [0, 1) drawn by hash from the seed and the words."""
    text = "\n".join((str(seed), *words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48


def lot_order(seed: int, keys: Iterable[str]) -> list[str]:
    """The keys in an order that tells nothing about them."""
    return sorted(keys, key=lambda key: _unit(seed, "order", key))


def is_drawn(seed: int, place: int, share: float) -> bool:
    """Whether the item at `place`, counted from 0, is one of those drawn.

    Systematic sampling from a random start: of any items in a row `share` are drawn, give or take
    one, however many come at a time.
    """
    start = _unit(seed, "start")
    return math.floor(start + (place + 1) * share) > math.floor(start + place * share)
