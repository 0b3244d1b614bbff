"""Where the checks of raters draw their lines; kept with each snapshot, shown beside it. Pure."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from cases.errors import BadInput


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Lines of one snapshot. Shares lie between 0 and 1."""

    # Nobody reads faster than this: 60 characters a second are about 600 words a minute, more
    # than twice as fast as practised readers.
    characters_per_second: float = 60
    # So many of a rater's ratings may be faster than that before it is said.
    quick_share: float = 0.05
    # The share of gold answers that has to be right.
    gold_floor: float = 0.8
    # How far a rater's agreement with peers may lie below that of the others.
    peer_margin: float = 0.1
    # Ratings in one batch of the control chart.
    batch: int = 20
    # The share of false alarms among the flags that is put up with.
    false_alarms: float = 0.05

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


LIMITS = {
    "characters_per_second": (5, 1000),
    "quick_share": (0, 0.9),
    "gold_floor": (0.05, 1),
    "peer_margin": (0, 0.9),
    "batch": (5, 1000),
    "false_alarms": (0.001, 0.5),
}


def thresholds_of(values: Mapping[str, Any]) -> Thresholds:
    """Thresholds with what `values` say in place of the defaults. Raises BadInput."""
    known = {field.name for field in fields(Thresholds)}
    chosen: dict[str, Any] = {}
    for name, value in values.items():
        if name not in known:
            raise BadInput(f"{name!r} is no threshold: use {', '.join(sorted(known))}")
        low, high = LIMITS[name]
        try:
            number = int(value) if name == "batch" else float(value)
        except (TypeError, ValueError, OverflowError):
            number = float("nan")
        if not low <= number <= high:
            raise BadInput(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
        chosen[name] = number
    return Thresholds(**chosen)
