"""What every statistic returns: a value with its interval, or the reason why there is none."""

import math
from dataclasses import dataclass
from typing import Any, Literal, get_args

Reason = Literal[
    "no_items",
    "no_pairs",
    "one_category",
    "too_few",
    "one_rater",
    "no_pass_levels",
    "no_reference",
    "judge_no_variance",
    "sens_plus_spec_le_1",
    "not_connected",
    "label_outside_scale",
    "held_out_spent",
    "several_judges",
]
REASONS: tuple[str, ...] = get_args(Reason)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic of `n` units, or the reason for which it does not exist.

    Attributes
    ----------
    value : float or None
        None exactly when `undefined` holds a reason. Never NaN or infinite.
    low, high : float or None
        Ends of the interval; None where the value has none.
    confidence : float
        Nominal coverage of the interval, between 0 and 1.
    method : str
        How value and interval were computed, in words for a reader.
    n : int
        Units (items, unless the method says otherwise) behind the value.
    undefined : str or None
        One of `REASONS`.
    """

    value: float | None
    low: float | None
    high: float | None
    confidence: float
    method: str
    n: int
    undefined: Reason | None = None

    def __post_init__(self) -> None:
        if (self.value is None) != (self.undefined is not None):
            raise ValueError("an estimate has either a value or a reason")
        for number in (self.value, self.low, self.high):
            if number is not None and not math.isfinite(number):
                raise ValueError(f"an estimate can't hold {number}")

    @property
    def defined(self) -> bool:
        return self.value is not None

    def to_json(self) -> dict[str, Any]:
        """The estimate as the report contract writes it."""
        return {
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
            "method": self.method,
            "n": self.n,
            "undefined": self.undefined,
        }


def undefined(reason: Reason, *, method: str, n: int = 0, confidence: float = 0.95) -> Estimate:
    """The estimate of a statistic that does not exist for these data."""
    return Estimate(None, None, None, confidence, method, n, reason)
