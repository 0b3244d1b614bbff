"""What an import has counted, and how it says what went wrong without quoting a session."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from cases.errors import BadInput
from cases.import_plans import PROBLEMS_LISTED, Plan
from cases.models import Case

# Outcomes of sessions that are cases now.
NEW, GROWN, GROWN_BUT_RATED = "imported", "grown", "grown_but_rated"
AFRESH, AFRESH_BUT_RATED = "redacted_afresh", "redacted_afresh_but_rated"
SAME, SAME_TEXT = "unchanged", "same_text"
USABLE = (NEW, GROWN, GROWN_BUT_RATED, AFRESH, AFRESH_BUT_RATED, SAME, SAME_TEXT)


@dataclass(slots=True)
class Tally:
    """Counts by kind. Every session counts once under the outcome it had."""

    sessions: Counter[str]
    events: Counter[str] = field(default_factory=Counter)
    redactions: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    problems: list[dict[str, str]] = field(default_factory=list)
    # Whether sessions that changed became longer, shorter, or other at the same length.
    changes: Counter[str] = field(default_factory=Counter)
    # Where the time went: reading, redacting, writing.
    seconds: dict[str, float] = field(default_factory=dict)

    @classmethod
    def resumed(cls, planned: Counter[str], report: Mapping[str, Any]) -> Self:
        """The counts that an import had reached; those of the choice as they are planned now."""
        tally = cls(
            sessions=Counter({**report["sessions"], **planned}),
            problems=list(report["problems"]),
            seconds=dict(report.get("seconds_by", {})),
        )
        for counts, name in tally._counted():
            counts.update(report.get(name, {}))
        return tally

    def count_again(self, case: Case) -> None:
        """Count a case that this import wrote, and was killed before it had counted it."""
        kept = case.revision > 1 and not case.items.exists()
        self.sessions[NEW if case.revision == 1 else GROWN_BUT_RATED if kept else GROWN] += 1
        self.events.update(case.extraction)
        self.redactions.update(case.redactions)
        self.versions[case.agent_version.label if case.agent_version else "not said"] += 1

    def trouble(self, outcome: str, key: str, reason: str) -> None:
        """Count a session that became no case, and list it with its reason."""
        self.sessions[outcome] += 1
        if len(self.problems) < PROBLEMS_LISTED:
            self.problems.append({"session": key, "reason": reason})

    @property
    def usable(self) -> int:
        """Sessions that are cases now."""
        return sum(self.sessions[name] for name in (*USABLE, "erased"))

    def report(self, plan: Plan) -> dict[str, Any]:
        """The counts as ImportRun.report keeps them."""
        return {
            "sessions": dict(self.sessions),
            **{name: dict(counts) for counts, name in self._counted()},
            "seconds_by": {name: round(value, 2) for name, value in self.seconds.items()},
            "problems": self.problems,
            "warnings": plan.warnings,
        }

    def _counted(self) -> list[tuple[Counter[str], str]]:
        return [
            (self.events, "events"),
            (self.redactions, "redactions"),
            (self.rules, "redaction_rules"),
            (self.versions, "agent_versions"),
            (self.changes, "changes"),
        ]

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
