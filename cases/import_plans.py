"""Choosing which sessions of a store to import, before anything is written."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from cases.errors import BadInput
from cases.identifiers import derived_key
from cases.models import Study
from cases.redactors import redactor_for
from cases.sampling import Stratum, allocate, draw
from cases.sources import EVAL_PREFIXES, SessionKey, check_app, open_store

STRATA_KEPT = ("intent", "outcome")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to choose sessions, and what to take for granted about them."""

    # How many sessions; None is all of them.
    sample: int | None = None
    # Keys of the session's state to sample in proportion by.
    stratify: Sequence[str] = STRATA_KEPT
    seed: int = 0
    # The agent version of sessions that don't say their own.
    agent_version: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "sample": self.sample,
            "stratify": list(self.stratify),
            "seed": self.seed,
            "agent_version": self.agent_version,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        return cls(**data)


DEFAULT_OPTIONS = ImportOptions()


@dataclass(slots=True)
class Plan:
    """Which sessions to import, with their weights, and what was left out of the choice.

    `strata` is for showing and storing: labels that are private are withheld in it.
    """

    chosen: dict[SessionKey, float]
    counts: Counter[str]
    strata: list[dict[str, Any]]


def plan_import(
    *,
    source_uri: str,
    app_name: str,
    options: ImportOptions = DEFAULT_OPTIONS,
    study: Study | None = None,
) -> Plan:
    """Choose sessions without writing anything. Raises BadInput if there is nothing to import.

    Labels are withheld under the policy of `study`, or under the default one.
    """
    sample, stratify = options.sample, options.stratify
    if sample is not None and sample < 1:
        raise BadInput(f"sample {sample}: ask for one session or more")
    store = open_store(source_uri)
    check_app(store, app_name)
    counts: Counter[str] = Counter()
    frame: dict[Stratum, list[SessionKey]] = {}
    for entry in store.index(app_name):
        counts["seen"] += 1
        if entry.key.session_id.startswith(EVAL_PREFIXES):
            counts["left_by_adk_eval"] += 1
        elif entry.events == 0:
            counts["empty"] += 1
        else:
            stratum = tuple(state_label(entry.state.get(name)) for name in stratify)
            frame.setdefault(stratum, []).append(entry.key)
    if not frame:
        raise BadInput(
            f"app {app_name!r} in {store.name} has no session to import: of {counts['seen']} seen, "
            f"{counts['empty']} are empty and {counts['left_by_adk_eval']} were left by adk eval"
        )
    sizes = {stratum: len(keys) for stratum, keys in frame.items()}
    quota = allocate(sizes, sample) if sample is not None else sizes
    plan = Plan(chosen={}, counts=counts, strata=[])
    for stratum, keys in sorted(frame.items()):
        count = quota[stratum]
        weight = len(keys) / count if count else 0.0
        chosen = draw(keys, count, seed=options.seed, salt=derived_key("sampling"))
        plan.chosen |= {key: weight for key in keys if key in chosen}
        plan.strata.append(
            {
                name: withheld(study, name, label)
                for name, label in zip(stratify, stratum, strict=True)
            }
            | {"sessions": len(keys), "drawn": count, "weight": round(weight, 4)}
        )
    counts["drawn"] = len(plan.chosen)
    return plan


def withheld(study: Study | None, key: str, label: str) -> str:
    """The label, from a session's state under `key`, or "withheld" if it is private."""
    return redactor_for(study).redact_label(label, key) if label else ""


def state_label(value: Any) -> str:
    """A value of a session's state as a short label; "" for anything that is none."""
    return str(value).replace("\x00", "")[:100] if isinstance(value, (str, int, float)) else ""
