"""Choosing which sessions of a store to import, before anything is written."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cases.errors import BadInput
from cases.identifiers import session_key
from cases.import_frames import Draw, Frame, earlier_draws, held_sessions
from cases.import_options import DEFAULT_OPTIONS, STRATA_KEPT, ImportOptions
from cases.models import Source, Study
from cases.redactors import redactor_for
from cases.sampling import NEYMAN, Stratum, draw
from cases.sources import EVAL_PREFIXES, SessionEntry, SessionKey, Store, check_app, open_store

__all__ = ["DEFAULT_OPTIONS", "STRATA_KEPT", "ImportOptions", "Plan", "plan_import", "withheld"]

# What stands in place of a label that tells of somebody.
WITHHELD = "withheld"
PROBLEMS_LISTED = 200
# With more strata than this each gives next to nothing, and no page can list them.
MOST_STRATA = 300


@dataclass(slots=True)
class Plan:
    """Which sessions to import, with their weights, and what was left out of the choice.

    `chosen` has them in an order that only the store and the options decide. `strata` is for
    showing and storing: labels that are private are withheld in it. A weight is None where the
    chance of inclusion is not known; `warnings` says why.
    """

    chosen: dict[SessionKey, float | None]
    counts: Counter[str]
    strata: list[dict[str, Any]]
    # Tells whether the store still holds the same sessions under the same labels.
    frame: str = ""
    warnings: list[str] = field(default_factory=list)
    # Sessions that can't be read, as it is known before reading them: {"session", "reason"}.
    problems: list[dict[str, str]] = field(default_factory=list)
    # Weights that sessions which are here already have from now on: weight → session keys.
    held: dict[float | None, list[str]] = field(default_factory=dict)


def plan_import(
    *,
    source_uri: str,
    app_name: str,
    options: ImportOptions = DEFAULT_OPTIONS,
    study: Study | None = None,
    store: Store | None = None,
    run_id: int | None = None,
) -> Plan:
    """Choose sessions without writing anything. Raises BadInput if there is nothing to import.

    Labels are withheld under the policy of `study`, or under the default one. `run_id` names the
    import that the plan is for, whose own earlier work is no earlier draw.
    """
    options.check()
    store = store or open_store(source_uri)
    there = Source.objects.filter(uri=store.uri, app_name=app_name)
    source = there.first() if study else None
    earlier = earlier_draws(study, app_name, run_id)
    counts: Counter[str] = Counter()
    current = Draw(options=options, source_id=source.pk if source else None)
    frame = Frame([*earlier, current], held_sessions(study))
    problems: list[dict[str, str]] = []
    for entry in _importable(store, app_name, counts, problems):
        frame.add(entry)
    if not frame.size:
        # Only now, since counting every app's sessions can take as long as the index itself.
        check_app(store, app_name)
        first = f"; {len(problems)} can't be read: {problems[0]['reason']}" if problems else ""
        raise BadInput(
            f"app {app_name!r} in {store.name} has no session to import: of {counts['seen']} seen, "
            f"{counts['empty']} are empty and {counts['left_by_adk_eval']} were left by adk eval"
            f"{first}"
        )
    if options.only_here:
        plan = _look_again(frame, current, counts)
    else:
        plan = _plan(frame, current, earlier, counts, study)
    plan.problems = problems
    return plan


def _importable(
    store: Store, app_name: str, counts: Counter[str], problems: list[dict[str, str]]
) -> Iterator[SessionEntry]:
    """What can be drawn from; the rest is counted, and listed where it has a reason."""
    for entry in store.index(app_name):
        counts["seen"] += 1
        if entry.key.session_id.startswith(EVAL_PREFIXES):
            counts["left_by_adk_eval"] += 1
        elif entry.problem:
            counts["unreadable"] += 1
            listed = {"session": session_key(entry.key)[:16], "reason": entry.problem}
            problems += [listed] if len(problems) < PROBLEMS_LISTED else []
        elif entry.events == 0:
            counts["empty"] += 1
        else:
            yield entry


def _plan(
    frame: Frame, current: Draw, earlier: list[Draw], counts: Counter[str], study: Study | None
) -> Plan:
    options, sizes = current.options, frame.sizes(current)
    too_many = _too_many(options, sizes)
    if too_many and not current.takes_all:
        raise BadInput(too_many)
    quota, rates = current.quota(sizes), current.rates(sizes)
    chances, warnings = frame.chances(current, earlier)
    plan = Plan(chosen={}, counts=counts, strata=[], frame=frame.digest(current))
    plan.warnings = [*_unused_keys(options, sizes), *warnings]
    # Where all are taken nothing goes by strata; they are only not listed then.
    plan.warnings += [too_many] if too_many else []
    if current.is_by_lot(sizes):
        plan.warnings.append(
            f"the sessions fall into {len(sizes)} strata, and only {options.sample} are drawn: a "
            "lot decides from which strata, so little can be said of each. Stratify by fewer "
            f"keys, or draw {len(sizes)} or more"
        )
    for stratum, cells in frame.by_stratum(current):
        keys = [key for cell in cells for key in frame.keys[cell]]
        drawn = draw(keys, quota[stratum], seed=options.seed, salt=current.salt)
        for cell in cells:
            weight = weight_of(chances[cell])
            plan.chosen |= {key: weight for key in frame.keys[cell] if key in drawn}
        if not too_many:
            row = _row(options, stratum, len(keys), quota[stratum], rates[stratum], study)
            plan.strata.append(row)
    _number_alike(plan.strata, options.stratify)
    counts["drawn"] = len(plan.chosen)
    plan.held = frame.held_weights(chances, current, earlier)
    # What an earlier draw brought is looked at too: it may have grown.
    for held in frame.held.values():
        plan.chosen |= {key: None for key in held if key not in plan.chosen}
    if further := len(plan.chosen) - counts["drawn"]:
        counts["looked_at_again"] = further
    return plan


def _look_again(frame: Frame, current: Draw, counts: Counter[str]) -> Plan:
    """Only what is in the study, whose weights stay. Raises BadInput where nothing is."""
    here = [key for _, held in sorted(frame.held.items()) for key in held]
    if not here:
        raise BadInput(
            "none of these sessions is in the study: import some first, then look for changes"
        )
    counts["looked_at_again"] = len(here)
    chosen: dict[SessionKey, float | None] = dict.fromkeys(here)
    return Plan(chosen=chosen, counts=counts, strata=[], frame=frame.digest(current))


def weight_of(chance: float | None) -> float | None:
    """Inverse chance of inclusion; None where it is not known, or where nothing was drawn."""
    return 1 / chance if chance else None


def _number_alike(rows: list[dict[str, Any]], keys: Sequence[str]) -> None:
    """Tell strata apart whose labels are withheld, so that no two rows of a table look alike."""
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for row in rows:
        alike.setdefault(tuple(row[key] for key in keys), []).append(row)
    for labels, same in alike.items():
        if len(same) > 1 and WITHHELD in labels:
            key = keys[labels.index(WITHHELD)]
            for number, row in enumerate(same, start=1):
                row[key] = f"{WITHHELD} {number}"


def _row(
    options: ImportOptions,
    stratum: Stratum,
    size: int,
    drawn: int,
    rate: float,
    study: Study | None,
) -> dict[str, Any]:
    labels = {
        name: withheld(study, name, label)
        for name, label in zip(options.stratify, stratum, strict=True)
    }
    numbers: dict[str, Any] = {
        "sessions": size,
        "drawn": drawn,
        "probability": round(rate, 4),
        "weight": round(1 / rate, 4),
    }
    if options.allocation == NEYMAN:
        numbers["spread"] = options.spread_of(stratum)
    return labels | numbers


def _too_many(options: ImportOptions, sizes: Mapping[Stratum, int]) -> str:
    """What is wrong where the sessions fall into too many strata, and by which key; else ""."""
    if len(sizes) <= MOST_STRATA:
        return ""
    labels = [len(set(column)) for column in zip(*sizes, strict=True)]
    worst = max(range(len(labels)), key=labels.__getitem__)
    return (
        f"the sessions fall into {len(sizes)} strata, more than {MOST_STRATA}: state key "
        f"{options.stratify[worst]!r} alone has {labels[worst]} labels; stratify by keys with few"
    )


def _unused_keys(options: ImportOptions, sizes: dict[Stratum, int]) -> list[str]:
    """Warnings about keys that no session has; those taken by default may well be missing."""
    warnings = [
        f"no session has the state key {name!r}: it divides nothing, check how it is spelled"
        for place, name in enumerate(options.stratify)
        if name not in STRATA_KEPT and not any(stratum[place] for stratum in sizes)
    ]
    labels = {
        f"{name}={label}"
        for stratum in sizes
        for name, label in zip(options.stratify, stratum, strict=True)
    }
    return warnings + [
        f"no session is in {name!r}, for which a spread is given"
        for name in options.spreads
        if options.spreads_from != "labels" and name not in labels
    ]


def withheld(study: Study | None, key: str, label: str) -> str:
    """The label, from a session's state under `key`, or "withheld" if it is private."""
    return redactor_for(study).redact_label(label, key) if label else ""
