"""What a study costs its raters in time, before adjudication. Pure: no database."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """What the cost follows from. Training is rated once by each of the `raters` there are."""

    items: int
    overlap: int
    minutes: float
    extra_share: float = 0
    extra_overlap: int = 0
    gold_share: float = 0
    training_items: int = 0
    raters: int = 0


@dataclass(frozen=True, slots=True)
class Cost:
    """Ratings by what they are for, and the minutes that one takes."""

    ordinary: int
    extra: float
    gold: float
    training: int
    minutes: float
    raters: int

    @property
    def ratings(self) -> float:
        return self.ordinary + self.extra + self.gold + self.training

    @property
    def ordinary_hours(self) -> float:
        return self.ordinary * self.minutes / 60

    @property
    def extra_hours(self) -> float:
        return self.extra * self.minutes / 60

    @property
    def gold_hours(self) -> float:
        return self.gold * self.minutes / 60

    @property
    def training_hours(self) -> float:
        return self.training * self.minutes / 60

    @property
    def hours(self) -> float:
        return self.ratings * self.minutes / 60

    @property
    def hours_each(self) -> float | None:
        """Hours for one rater where all do as much; None without raters."""
        return self.hours / self.raters if self.raters else None

    def days(self, hours_a_day: float) -> int | None:
        """Whole working days until all is rated; None without raters."""
        if self.hours_each is None:
            return None
        # Less than a second over is a rounding of floats, no day more.
        return math.ceil(self.hours_each / hours_a_day - 1e-6)


def cost_of(plan: Plan) -> Cost:
    """The gold share is one of the whole queue, so of 95 ordinary ratings at 5 % come 5 of gold."""
    ordinary = plan.items * plan.overlap
    extra = plan.items * plan.extra_share * plan.extra_overlap
    return Cost(
        ordinary=ordinary,
        extra=extra,
        gold=(ordinary + extra) * plan.gold_share / (1 - plan.gold_share),
        training=plan.training_items * plan.raters,
        minutes=plan.minutes,
        raters=plan.raters,
    )
