"""What the pages of imports say beyond the counts: how far, how fast, what was chosen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from cases.errors import BadInput
from cases.importing import check_web_source
from cases.models import Case, ImportRun, Person, Study
from cases.redaction.watching import HIDING, NAMES, PLACES
from cases.redaction_policies import POLICY_OF_CASE, policy_hash
from cases.sources import open_store

_STAGES = {
    NAMES: "{done} of {total} texts searched for names",
    PLACES: "{done} of {total} texts searched again for what is known",
    HIDING: "pseudonyms set in {done} of {total} texts",
}


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


def at_hand_words(run: ImportRun) -> str:
    """How far an import is inside of the sessions at hand; "" where that is not known."""
    at_hand = run.at_hand
    if run.state != ImportRun.State.RUNNING or not at_hand:
        return ""
    first, last = run.sessions_done + 1, run.sessions_done + at_hand["sessions"]
    which = f"Session {last}" if first == last else f"Sessions {first} to {last}"
    words = _STAGES[at_hand["stage"]].format(
        done=f"{at_hand['done']:,}", total=f"{at_hand['total']:,}"
    )
    return f"{which} of {run.sessions_total:,}: {words}."


def took_words(run: ImportRun) -> str:
    """How long an import took from when it was first taken up, whoever went on with it; "" where
    that is not known."""
    if run.started_at is None or run.finished_at is None:
        return ""
    seconds = (run.finished_at - run.started_at).total_seconds()
    if seconds < 90:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


def imports_of(study: Study) -> QuerySet[ImportRun]:
    """The imports of a study, newest first, as a list shows them: without their strata."""
    runs = study.imports.select_related("source", "created_by").defer("strata", "checkpoint")
    return runs.order_by("-pk")


def undrawn_words(strata: Sequence[Mapping[str, Any]]) -> str:
    """What a draw leaves out and what figures then don't cover; "" if every stratum gives some.

    `strata` are the rows of a plan.
    """
    left = [row["sessions"] for row in strata if not row["drawn"]]
    if not left:
        return ""
    sessions = sum(row["sessions"] for row in strata)
    return (
        f"{len(left)} of {len(strata)} strata give no session to this draw; they hold {sum(left)} "
        f"of {sessions} sessions. The study has no case of them from it: figures by stratum do not "
        "cover them, and figures over all hold for them only as far as the others are like them"
    )


def superseded_by(run: ImportRun) -> ImportRun | None:
    """The newest import after `run` that drew from its source and so gave weights anew."""
    later = ImportRun.objects.filter(study=run.study, source=run.source, pk__gt=run.pk)
    drew = (
        one
        for one in later.filter(state=ImportRun.State.FINISHED).order_by("-pk")
        if not (one.options.get("dry_run") or one.options.get("only_here"))
    )
    return None if run.options.get("dry_run") else next(drew, None)


@dataclass(frozen=True, slots=True)
class RunAgain:
    """What is known, without a draw, of running a sample once more: cases of its source that have
    a weight, sessions seen then and held now (None where the source can't be read)."""

    weighted: int
    seen: int | None
    now: int | None

    @property
    def has_changed(self) -> bool:
        return None not in (self.seen, self.now) and self.seen != self.now


def run_again_facts(run: ImportRun, person: Person) -> RunAgain:
    cases = Case.objects.in_study(run.study).current().filter(source=run.source)
    return RunAgain(
        weighted=cases.filter(weight__isnull=False).count(),
        seen=run.report.get("sessions", {}).get("seen"),
        now=_sessions_now(run, person),
    )


def _sessions_now(run: ImportRun, person: Person) -> int | None:
    try:
        check_web_source(run.source.uri, person)
        return open_store(run.source.uri).apps().get(run.source.app_name, 0)
    except BadInput:
        return None


def weights_are_used(run: ImportRun) -> bool:
    """Whether cases have weights that go back to the draw of `run`, or would have by a dry run."""
    if run.options.get("dry_run"):
        return not any(
            text.startswith("weights are unknown") for text in run.report.get("warnings", [])
        )
    weighted = Case.objects.in_study(run.study).filter(source=run.source, weight__isnull=False)
    return superseded_by(run) is None and weighted.exists()


def policy_has_changed(study: Study) -> bool:
    """Whether cases came in under another redaction policy than the study has now."""
    now = policy_hash(study.redaction_policy)
    cases = study.cases.filter(superseded=False, erased_at=None, import_run__isnull=False)
    return cases.annotate(policy=POLICY_OF_CASE).exclude(policy__in=["", now]).exists()
