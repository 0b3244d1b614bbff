"""What the rating pages show: contexts of their templates.

Nothing here reads other people's answers, verdicts, strata, agent versions or an item's purpose.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.utils import timezone

from cases.models import Item, Person, Study
from cases.transcript import Turn, turns_from_json
from cases.transcript_pages import search_answer
from raters.formats import format_of
from raters.models import Assignment, Rating
from raters.progress import progress_of, study_percent
from raters.sides import html_of, readings_of
from raters.work_forms import SKIP_REASONS, WorkForm

MINE_SHOWN = 50
PERCENT_SECONDS = 60


def frame(study: Study, person: Person) -> dict[str, Any]:
    """What stands around every rating page: the study, and how far things are."""
    percent = cache.get_or_set(
        f"study-percent-{study.pk}", lambda: study_percent(study), PERCENT_SECONDS
    )
    progress = progress_of(study=study, rater=person, now=timezone.now())
    return {"study": study, "progress": progress, "percent": percent}


def work_context(
    assignment: Assignment, form: WorkForm, *, at: int | None = None, query: str = ""
) -> dict[str, Any]:
    """Everything of the work area: transcript, questions, state of the form.

    `at` is a step to have on the page, `query` what to look for in the transcript.
    """
    study = assignment.item.study
    how = format_of(assignment)
    changing = assignment.state == Assignment.State.FINISHED
    return frame(study, assignment.rater) | {
        "assignment": assignment,
        "pairwise": assignment.item.kind == Item.Kind.PAIRWISE,
        "sides": html_of(assignment, at=at),
        "q": query,
        "found": search_answer(readings_of(assignment), query) if query else None,
        "form": form,
        "rubric_hash": study.rubric_version.content_hash,
        "format": how,
        **how.context(assignment, form),
        "errors": form.general_errors(),
        "skip_reasons": SKIP_REASONS,
        "changing": changing,
        "returned": assignment.state == Assignment.State.RETURNED,
        "locked": study.state == Study.State.CLOSED
        or (changing and study.state != Study.State.OPEN),
    }


# --- one's own last items -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list of one's own ratings."""

    token: str
    at: datetime
    opening: str
    outcome: str
    answers: list[tuple[str, str]]
    revision: int

    @property
    def can_change(self) -> bool:
        return self.outcome == Rating.Outcome.RATED


def rows_of(*, study: Study, rater: Person) -> list[Row]:
    """The rater's own last submissions in this study, newest first."""
    done = [Assignment.State.FINISHED, Assignment.State.SKIPPED, Assignment.State.OPTED_OUT]
    mine = (
        Assignment.objects.of(rater, study)
        .filter(state__in=done)
        .select_related("rating", "item__case")
        .prefetch_related("rating__labels__criterion")
        .order_by("-rating__created_at")[:MINE_SHOWN]
    )
    return [_row(assignment, assignment.rating) for assignment in mine if assignment.rating]


def _row(assignment: Assignment, rating: Rating) -> Row:
    return Row(
        token=str(assignment.token),
        at=rating.created_at,
        opening=_opening(turns_from_json(assignment.item.case.turns)),
        outcome=rating.outcome,
        answers=format_of(assignment).answers(assignment, rating),
        revision=rating.revision,
    )


def _opening(turns: Sequence[Turn]) -> str:
    """The first words of a transcript, by which a rater knows it again."""
    first = next((turn.text for turn in turns if turn.text), "")
    words = " ".join(first.split())
    return words if len(words) <= 120 else f"{words[:119]}…"
