"""What the pages of imports say beyond the counts: how far, how fast, what was chosen."""

from dataclasses import dataclass

from cases.models import ImportRun, Study
from cases.redaction_policies import policy_hash


@dataclass(frozen=True, slots=True)
class ImportProgress:
    """Sessions a second, and seconds left at that rate; None where it is too early to say."""

    per_second: float | None
    seconds_left: int | None

    @property
    def left(self) -> str:
        """The time left in words; "" where it is not known."""
        if self.seconds_left is None:
            return ""
        if self.seconds_left < 60:
            return "less than a minute"
        minutes = round(self.seconds_left / 60)
        if minutes < 90:
            return f"about {minutes} minute{'s' if minutes > 1 else ''}"
        return f"about {round(minutes / 60)} hours"


def progress_of(run: ImportRun) -> ImportProgress:
    rate = run.report.get("per_second")
    if run.state != ImportRun.State.RUNNING or not rate:
        return ImportProgress(None, None)
    return ImportProgress(rate, round((run.sessions_total - run.sessions_done) / rate))


def policy_has_changed(study: Study) -> bool:
    """Whether cases came in under another redaction policy than the study has now."""
    now = policy_hash(study.redaction_policy)
    cases = study.cases.filter(superseded=False, erased_at=None, import_run__isnull=False)
    return cases.exclude(import_run__policy_hash__in=["", now]).exists()
