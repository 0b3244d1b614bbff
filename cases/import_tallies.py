"""What an import has counted, and how it says what went wrong without quoting a session."""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cases.errors import BadInput
from cases.import_plans import Plan

PROBLEMS_LISTED = 200


@dataclass(slots=True)
class Tally:
    """Counts by kind. Every session counts once under the outcome it had."""

    sessions: Counter[str]
    events: Counter[str] = field(default_factory=Counter)
    redactions: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    problems: list[dict[str, str]] = field(default_factory=list)

    def trouble(self, outcome: str, key: str, reason: str) -> None:
        """Count a session that became no case, and list it with its reason."""
        self.sessions[outcome] += 1
        if len(self.problems) < PROBLEMS_LISTED:
            self.problems.append({"session": key, "reason": reason})

    @property
    def usable(self) -> int:
        """Sessions that are cases now."""
        return sum(self.sessions[name] for name in ("imported", "unchanged", "changed"))

    def report(self, plan: Plan) -> dict[str, Any]:
        """The counts as ImportRun.report keeps them."""
        return {
            "sessions": dict(self.sessions),
            "events": dict(self.events),
            "redactions": dict(self.redactions),
            "agent_versions": dict(self.versions),
            "problems": self.problems,
            "strata": plan.strata,
        }

    def why_nothing_came(self, app_name: str, total: int) -> str:
        """Why none of `total` sessions could be imported."""
        parts = [
            f"{count} {name.replace('_', ' ')}"
            for name in ("no_conversation", "refused", "failed")
            if (count := self.sessions[name])
        ]
        first = f"; the first: {self.problems[0]['reason']}" if self.problems else ""
        counts = ", ".join(parts)
        return f"none of {total} sessions of {app_name!r} could be imported ({counts}){first}"


def where(error: Exception) -> str:
    """What failed and where. An exception's own words may quote the session, so they stay out."""
    if isinstance(error, BadInput):
        return str(error)
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {place}"
