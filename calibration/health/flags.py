"""Which figures of raters are worth a lead's time: tests, corrected for their number. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from calibration.health.thresholds import Thresholds
from calibration.stats.comparison import adjusted_p_values


@dataclass(frozen=True, slots=True)
class Check:
    """One test of one rater.

    p: None where there is nothing to test. matters: whether the difference is large enough to
    act on, whatever its p value. said: the figure with its n, as a sentence.
    """

    rater: int
    test: str
    criterion: str
    p: float | None
    matters: bool
    said: str


def flags_of(checks: Sequence[Check], lines: Thresholds) -> dict[int, list[dict[str, Any]]]:
    """Flags by rater, the surest first.

    p values of all raters, criteria and tests together are adjusted after Benjamini and Hochberg,
    so that at most the share `lines.false_alarms` of the flags is expected to be by chance.
    """
    tested = [(check.p, check) for check in checks if check.p is not None]
    if not tested:
        return {}
    adjusted = adjusted_p_values([p for p, _ in tested]).tolist()
    flags: dict[int, list[dict[str, Any]]] = {}
    for at in sorted(range(len(tested)), key=lambda at: (adjusted[at], tested[at][0], at)):
        (p, check), q = tested[at], adjusted[at]
        if q <= lines.false_alarms and check.matters:
            flags.setdefault(check.rater, []).append(
                {
                    "test": check.test,
                    "criterion": check.criterion,
                    "p": p,
                    "adjusted": q,
                    "said": check.said,
                }
            )
    return flags
