"""A snapshot of raters as pages show it: rows, figures in words, charts. Pure but for names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calibration.charts import ControlChart, IntervalChart, control_chart, interval_chart
from calibration.health.kinds import KINDS
from calibration.presenting import Shown, shown
from cases.models import Membership, Person, Study

Json = Mapping[str, Any]

# Column → what it sorts by. Undefined figures come last whichever way.
COLUMNS = (
    ("name", "Rater"),
    ("flags", "Flags"),
    ("ratings", "Ratings"),
    ("gold", "Gold right"),
    ("peers", "Like the others"),
    ("cant_tell", "Can't tell"),
    ("skip", "Skipped"),
    ("seconds", "Median time"),
    ("quick", "Too quick"),
    ("run", "Longest run"),
)

THRESHOLD_LABELS = {
    "characters_per_second": "Characters a second that nobody reads faster than",
    "quick_share": "Share of ratings that may be faster",
    "gold_floor": "Share of gold answers that has to be right",
    "peer_margin": "How far below the others agreement may lie",
    "batch": "Ratings in a batch of the control chart",
    "false_alarms": "Share of flags that may be false alarms",
}


@dataclass(frozen=True, slots=True)
class Flagged:
    title: str
    criterion: str
    said: str
    todo: str
    p: str
    adjusted: str


@dataclass(frozen=True, slots=True)
class Row:
    """One rater of the overview."""

    person: int
    name: str
    simulated: bool
    ratings: int
    set_aside: int
    flags: list[Flagged]
    figures: list[Shown]
    seconds: Shown
    quick: Shown
    longest: int
    keys: dict[str, Any]


def names_of(study: Study, people: list[int]) -> dict[int, tuple[str, bool]]:
    """Name of each person, and whether they are simulated. Two queries."""
    simulated = set(
        Membership.objects.filter(study=study, simulated=True).values_list("person_id", flat=True)
    )
    return {
        person.pk: (str(person), person.pk in simulated)
        for person in Person.objects.filter(pk__in=people)
    }


def rows_of(
    content: Json, names: Mapping[int, tuple[str, bool]], *, sort: str, falling: bool
) -> list[Row]:
    """All raters of a snapshot in the order of one column."""
    rows = [
        _row(int(person), block, *names.get(int(person), ("Somebody removed", False)))
        for person, block in content["raters"].items()
    ]
    rows.sort(key=lambda row: row.keys["name"])
    known = [row for row in rows if row.keys[sort] is not None]
    known.sort(key=lambda row: row.keys[sort], reverse=falling)
    return known + [row for row in rows if row.keys[sort] is None]


def _row(person: int, block: Json, name: str, simulated: bool) -> Row:
    speed, pooled = block["speed"], block["all"]
    return Row(
        person=person,
        name=name,
        simulated=simulated,
        ratings=block["ratings"],
        set_aside=block["set_aside"],
        flags=flags_shown(block),
        figures=[
            shown("Gold right", pooled["gold"], percent=True),
            shown("Like the others", pooled["peers"], percent=True),
            shown("Can't tell", pooled["cant_tell"], percent=True),
            shown("Skipped", block["skip"], percent=True),
        ],
        seconds=_seconds(speed["median"]),
        quick=shown("Too quick", speed["quick"], percent=True),
        longest=block["runs"]["longest"],
        keys={
            "name": name.casefold(),
            "flags": len(block["flags"]),
            "ratings": block["ratings"],
            "gold": pooled["gold"]["value"],
            "peers": pooled["peers"]["value"],
            "cant_tell": pooled["cant_tell"]["value"],
            "skip": block["skip"]["value"],
            "seconds": speed["median"]["value"],
            "quick": speed["quick"]["value"],
            "run": block["runs"]["longest"],
        },
    )


def _seconds(estimate: Json) -> Shown:
    found = shown("Median active time", estimate)
    if found.reason:
        return found
    value, low, high = (estimate[name] for name in ("value", "low", "high"))
    interval = "" if low is None else f"[{low:.0f} s, {high:.0f} s]"
    return Shown(found.label, f"{value:.0f} s", interval, found.n, found.method, "")


def flags_shown(block: Json) -> list[Flagged]:
    """The flags of one rater in words."""
    return [
        Flagged(
            *(KINDS[flag["test"]][0], flag["criterion"], flag["said"], KINDS[flag["test"]][1]),
            p=_small(flag["p"]),
            adjusted=_small(flag["adjusted"]),
        )
        for flag in block["flags"]
    ]


def _small(p: float) -> str:
    return "less than 0.0001" if p < 1e-4 else f"{p:.2g}"


# --- one rater ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CriterionFigures:
    name: str
    figures: list[Shown]


def criteria_shown(block: Json) -> list[CriterionFigures]:
    found = []
    for one in block["criteria"]:
        figures = [
            shown("Gold answers that are right", one["gold"], percent=True),
            shown("Answers like the others' majority", one["peers"], percent=True),
            shown("Kappa with the others' majority", one["kappa"]),
            shown("Can't tell", one["cant_tell"], percent=True),
        ]
        if "left" in one:
            figures.append(shown("Decided pairs won by the left side", one["left"], percent=True))
        name = f"{one['key']}, pairs" if one["kind"] == "pairwise" else one["key"]
        found.append(CriterionFigures(name, figures))
    return found


def habits_shown(block: Json) -> list[Shown]:
    """Speed, passing over, and notes."""
    return [
        _seconds(block["speed"]["median"]),
        shown("Faster than the text can be read", block["speed"]["quick"], percent=True),
        shown("The commonest answers", block["runs"]["commonest"], percent=True),
        shown("Items skipped", block["skip"], percent=True),
        shown("Items opted out of", block["opt_out"], percent=True),
        shown("Answers with evidence", block["notes"]["evidence"], percent=True),
        shown("Answers with a comment", block["notes"]["comment"], percent=True),
    ]


def agreement_chart(block: Json, *, floor: float) -> IntervalChart | None:
    """Gold and peers of each criterion on one axis; None without any."""
    rows = [
        (f"{one['key']}: {label}", one[name], shown(label, one[name]).text, series)
        for one in block["criteria"]
        for name, label, series in (("gold", "gold", "judge"), ("peers", "others", "people"))
    ]
    return interval_chart("Agreement", rows, thresholds=[floor]) if rows else None


def drift_chart(block: Json) -> ControlChart | None:
    """The control chart of agreement; None with fewer than two batches."""
    drift = block["drift"]
    if len(drift["batches"]) < 2:
        return None
    said = "; ".join(
        f"batch {at}: {one['hits']} of {one['n']}{', below the limit' if one['below'] else ''}"
        for at, one in enumerate(drift["batches"], start=1)
    )
    return control_chart("Agreement over time", drift["batches"], drift["center"], said)
