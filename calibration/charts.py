"""Geometry of the figures; templates draw it as SVG. Pure.

Horizontal places are percentages of the figure's width and vertical ones pixels, so that a
narrow screen squeezes the axis and leaves the type as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

AXIS = (-0.2, 1.0)
TICKS = (-0.2, 0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
MARGIN = 3.0

TOP = 18
ROW = 40
FOOT = 26
# What fits beside the figure in words on a narrow screen.
LONGEST_LABEL = 26


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a label, the figure in words, and its place; no place where it is undefined."""

    label: str
    text: str
    series: str
    label_y: int
    y: int
    at: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Mark:
    """A vertical line of the axis with its text."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class IntervalChart:
    title: str
    description: str
    height: int
    foot: int
    bars: tuple[Bar, ...]
    ticks: tuple[Mark, ...]
    thresholds: tuple[Mark, ...]


def place(value: float) -> float:
    """Percentage of the width at which `value` stands; beyond the axis, at its end."""
    low, high = AXIS
    inside = min(high, max(low, value))
    return round(MARGIN + (100 - 2 * MARGIN) * (inside - low) / (high - low), 3)


def interval_chart(
    title: str,
    rows: Sequence[tuple[str, Mapping[str, Any], str, str]],
    *,
    thresholds: Sequence[float],
) -> IntervalChart:
    """Estimates on one axis from −0.2 to 1.

    `rows` are (label, estimate as JSON, figure in words, series class); the description says
    the same as the picture, for who can't see it.
    """
    bars = tuple(
        _bar(index, label, estimate, text, series)
        for index, (label, estimate, text, series) in enumerate(rows)
    )
    foot = TOP + ROW * len(rows)
    return IntervalChart(
        title=title,
        description="; ".join(f"{label}: {text}" for label, _, text, _ in rows) + ".",
        height=foot + FOOT,
        foot=foot,
        bars=bars,
        ticks=tuple(Mark(place(tick), f"{tick:g}") for tick in TICKS),
        thresholds=tuple(Mark(place(line), f"{line:g}") for line in sorted(set(thresholds))),
    )


def _bar(index: int, label: str, estimate: Mapping[str, Any], text: str, series: str) -> Bar:
    def at(name: str) -> float | None:
        value = estimate.get(name)
        return None if value is None else place(float(value))

    top = TOP + ROW * index
    if len(label) > LONGEST_LABEL:
        label = f"{label[: LONGEST_LABEL - 1]}…"
    # Why a figure is undefined stands in words below; here it would run over the axis.
    text = text if estimate.get("value") is not None else "undefined"
    return Bar(label, text, series, top + 12, top + 25, at("value"), at("low"), at("high"))


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a confusion matrix: count, share of its row, and how strongly to tint it (0-9)."""

    count: int
    share: float | None
    tint: int
    agrees: bool


@dataclass(frozen=True, slots=True)
class HeatRow:
    label: str
    total: int
    cells: tuple[Cell, ...]


def heat_map(labels: Sequence[str], matrix: Sequence[Sequence[int]]) -> tuple[HeatRow, ...]:
    """A confusion matrix as rows of tinted cells; rows human, columns judge."""
    rows = []
    for index, (label, counts) in enumerate(zip(labels, matrix, strict=True)):
        total = sum(counts)
        cells = tuple(
            Cell(
                count=count,
                share=count / total if total else None,
                tint=round(9 * count / total) if total else 0,
                agrees=index == column,
            )
            for column, count in enumerate(counts)
        )
        rows.append(HeatRow(label, total, cells))
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Point:
    """One batch: places of its share and limits, and of the batch before for the line between."""

    at: float
    y: float
    low: float
    high: float
    below: bool
    label: str
    before_at: float | None
    before_y: float | None


@dataclass(frozen=True, slots=True)
class ControlChart:
    title: str
    description: str
    height: int
    foot: int
    center: float
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, str], ...]


CONTROL_TOP, CONTROL_TALL, CONTROL_LEFT = 12, 160, 9.0


def control_chart(
    title: str, batches: Sequence[Mapping[str, Any]], center: float, description: str
) -> ControlChart:
    """Shares of batches over time between their limits, on an axis from 0 to 1."""

    def height(share: float) -> float:
        return round(CONTROL_TOP + CONTROL_TALL * (1 - share), 2)

    width = (100 - CONTROL_LEFT - MARGIN) / max(1, len(batches))
    points: list[Point] = []
    for index, batch in enumerate(batches):
        before = points[-1] if points else None
        points.append(
            Point(
                at=round(CONTROL_LEFT + width * (index + 0.5), 3),
                y=height(batch["hits"] / batch["n"]),
                low=height(batch["low"]),
                high=height(batch["high"]),
                below=batch["below"],
                # Numbers that would run into each other are left out.
                label=str(index + 1) if index % (len(batches) // 12 + 1) == 0 else "",
                before_at=before.at if before else None,
                before_y=before.y if before else None,
            )
        )
    foot = CONTROL_TOP + CONTROL_TALL
    ticks = tuple((height(tick / 4), f"{25 * tick} %") for tick in range(5))
    return ControlChart(title, description, foot + FOOT, foot, height(center), tuple(points), ticks)


@dataclass(frozen=True, slots=True)
class DayBar:
    """One day: place and width in per cent, top and height in pixels, and its count in words."""

    at: float
    width: float
    y: float
    tall: float
    middle: float
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class DayChart:
    title: str
    description: str
    height: int
    foot: int
    most: int
    bars: tuple[DayBar, ...]


DAYS_TOP, DAYS_TALL = 18, 96


def day_chart(title: str, days: Sequence[tuple[date, int]]) -> DayChart:
    """Counts of days in a row as bars; the description names the days that have any."""
    most = max((count for _, count in days), default=0)
    width = 100 / max(1, len(days))
    foot = DAYS_TOP + DAYS_TALL
    bars = []
    for index, (day, count) in enumerate(days):
        tall = round(DAYS_TALL * count / most, 2) if most else 0
        # The first, the last, and every fourth between: more would run into each other.
        label = f"{day.day} {day:%b}" if (len(days) - 1 - index) % 4 == 0 else ""
        bars.append(
            DayBar(
                at=round(width * (index + 0.15), 3),
                width=round(width * 0.7, 3),
                y=round(foot - tall, 2),
                tall=tall,
                middle=round(width * (index + 0.5), 3),
                label=label,
                count=count,
            )
        )
    said = "; ".join(f"{day.day} {day:%b}: {count}" for day, count in days if count)
    return DayChart(title, said or "none", foot + FOOT, foot, most, tuple(bars))
