"""What a person chooses about an import: which sessions, and what to take for granted of them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from cases.errors import BadInput
from cases.sampling import ALLOCATIONS, NEYMAN, PROPORTIONAL, WIDEST, Stratum, spread_of

STRATA_KEPT = ("intent", "outcome")
# Under this key of an event's custom_metadata or of the state, sessions say the agent's version.
VERSION_KEY = "agent_version"

_NAMED_VALUE = re.compile(r"(?P<key>[^=]+)=(?P<value>.*):(?P<number>[^:]+)")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """How to choose sessions, and what to take for granted about them."""

    # How many sessions; None is all of them.
    sample: int | None = None
    # Keys of the session's state to sample by; a list such as `tags` counts as one label.
    stratify: Sequence[str] = STRATA_KEPT
    seed: int = 0
    # The agent version of sessions that don't say their own.
    agent_version: str = ""
    version_key: str = VERSION_KEY
    # One of cases.sampling.ALLOCATIONS.
    allocation: str = PROPORTIONAL
    # For "neyman": "intent=refund" → standard deviation of pass and fail in such sessions.
    spreads: Mapping[str, float] = field(default_factory=dict)
    # Where the spreads come from, in words.
    spreads_from: str = ""
    # Redact sessions that are here already afresh, under the policy of now.
    again: bool = False
    # Look for changes in sessions that are in the study, and draw none; weights stay as they are.
    only_here: bool = False
    # Only choose and show the strata.
    dry_run: bool = False
    # Sessions not to read, as reports call them: each has ended a worker.
    leave_out: Sequence[str] = ()

    def check(self) -> None:
        """Raise BadInput for what no import can do."""
        if self.sample is not None and self.sample < 1:
            raise BadInput(f"sample {self.sample}: ask for one session or more")
        if self.allocation not in ALLOCATIONS:
            known = ", ".join(ALLOCATIONS)
            raise BadInput(f"allocation {self.allocation!r} is not known: choose {known}")
        if self.spreads and self.allocation != NEYMAN:
            raise BadInput(
                f"expected spreads are used by allocation {NEYMAN} only: choose it, or leave "
                "them out"
            )
        unknown = {name.partition("=")[0] for name in self.spreads} - set(self.stratify)
        if unknown:
            raise BadInput(
                f"a spread is given for {sorted(unknown)[0]!r}, which is not among the strata "
                f"{', '.join(self.stratify) or '(none)'}: add it to them, or leave it out"
            )

    def spread_of(self, stratum: Stratum) -> float:
        """The spread expected in a stratum: the widest one said of any of its labels."""
        said = [
            self.spreads[name]
            for key, label in zip(self.stratify, stratum, strict=True)
            if (name := f"{key}={label}") in self.spreads
        ]
        return max(said, default=WIDEST)

    def to_json(self) -> dict[str, Any]:
        return {
            "sample": self.sample,
            "stratify": list(self.stratify),
            "seed": self.seed,
            "agent_version": self.agent_version,
            "version_key": self.version_key,
            "allocation": self.allocation,
            "spreads": dict(self.spreads),
            "spreads_from": self.spreads_from,
            "again": self.again,
            "only_here": self.only_here,
            "dry_run": self.dry_run,
            "leave_out": list(self.leave_out),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)


DEFAULT_OPTIONS = ImportOptions()


def read_keys(text: str) -> list[str]:
    """Names separated by commas, each once."""
    return list(dict.fromkeys(key.strip() for key in text.split(",") if key.strip()))


def read_spreads(spreads: Iterable[str], pass_rates: Iterable[str] = ()) -> dict[str, float]:
    """Read "intent=refund:0.3" as a standard deviation, or as a pass rate that gives one.

    Raises BadInput for anything else.
    """
    read = dict(_named(text, WIDEST) for text in spreads)
    for name, rate in (_named(text, 1.0) for text in pass_rates):
        read[name] = round(spread_of(rate), 4)
    return read


def _named(text: str, highest: float) -> tuple[str, float]:
    found = _NAMED_VALUE.fullmatch(text.strip())
    try:
        if found is None:
            raise ValueError("form")
        number = float(found["number"])
        if not 0 <= number <= highest:
            raise ValueError("range")
    except ValueError as error:
        raise BadInput(
            f"{text!r} gives no stratum a number: write key=label:number, such as "
            f"intent=refund:0.3, with a number from 0 to {highest:g}"
        ) from error
    return f"{found['key'].strip()}={found['value'].strip()}", number
