"""What the rating pages show: contexts of their templates.

Nothing here reads other people's answers, verdicts, strata, agent versions or an item's purpose.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from cases.models import Criterion, Item, Person, Study
from cases.transcript import Turn, turns_from_json
from cases.transcript_pages import search_answer
from raters import pairs
from raters.criteria import criteria_of
from raters.models import Assignment, Label, Rating
from raters.progress import progress_of, study_percent
from raters.rating_forms import SKIP_REASONS, RatingForm, posted_answers
from raters.sides import html_of, readings_of, turns_of

MINE_SHOWN = 50
PERCENT_SECONDS = 60


def frame(study: Study, person: Person) -> dict[str, Any]:
    """What stands around every rating page: the study, and how far things are."""
    percent = cache.get_or_set(
        f"study-percent-{study.pk}", lambda: study_percent(study), PERCENT_SECONDS
    )
    progress = progress_of(study=study, rater=person, now=timezone.now())
    return {"study": study, "progress": progress, "percent": percent}


def form_of(assignment: Assignment, posted: Mapping[str, Any] | None = None) -> RatingForm:
    """The form of an item: as posted, else as drafted, else as it was rated."""
    answers: dict[str, str] = dict(assignment.draft)
    rating = assignment.rating
    if posted is None and rating is not None:
        labels = rating.labels.select_related("criterion")
        answers = posted_answers(labels, side_order=assignment.side_order)
    return RatingForm(
        posted,
        criteria=criteria_of(assignment.item.study.rubric_version),
        side_order=assignment.side_order,
        sides=lambda: turns_of(assignment),
        answers=answers,
        base_revision=rating.revision if rating is not None else 0,
    )


def work_context(
    assignment: Assignment, form: RatingForm, *, at: int | None = None, query: str = ""
) -> dict[str, Any]:
    """Everything of the work area: transcript, questions, state of the form.

    `at` is a step to have on the page, `query` what to look for in the transcript.
    """
    study = assignment.item.study
    changing = assignment.state == Assignment.State.FINISHED
    return frame(study, assignment.rater) | {
        "assignment": assignment,
        "pairwise": assignment.item.kind == Item.Kind.PAIRWISE,
        "sides": html_of(assignment, at=at),
        "q": query,
        "found": search_answer(readings_of(assignment), query) if query else None,
        "form": form,
        "rubric_hash": study.rubric_version.content_hash,
        **_questions(assignment, form),
        "errors": form.general_errors(),
        "skip_reasons": SKIP_REASONS,
        "changing": changing,
        "returned": assignment.state == Assignment.State.RETURNED,
        "locked": study.state == Study.State.CLOSED
        or (changing and study.state != Study.State.OPEN),
    }


def _questions(assignment: Assignment, form: RatingForm) -> dict[str, Any]:
    """The questions to show; where nothing is answered yet, as HTML made once per rubric."""
    version = assignment.item.study.rubric_version
    if form.shown or version.frozen_at is None:
        return {"questions": form.questions()}
    return {"blank_questions": _blank(version.pk, version.content_hash, assignment.side_order)}


@lru_cache(maxsize=64)
def _blank(version: int, content_hash: str, side_order: str) -> SafeString:
    criteria = list(Criterion.objects.filter(version=version))
    form = RatingForm(criteria=criteria, side_order=side_order, sides=dict)
    context = {"questions": form.questions(), "pairwise": bool(side_order)}
    return SafeString(render_to_string("raters/_questions.html", context))


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
    labels = sorted(rating.labels.all(), key=lambda label: label.criterion.position)
    return Row(
        token=str(assignment.token),
        at=rating.created_at,
        opening=_opening(turns_from_json(assignment.item.case.turns)),
        outcome=rating.outcome,
        answers=[(label.criterion.key, _spoken(label, assignment.side_order)) for label in labels],
        revision=rating.revision,
    )


def _opening(turns: Sequence[Turn]) -> str:
    """The first words of a transcript, by which a rater knows it again."""
    first = next((turn.text for turn in turns if turn.text), "")
    words = " ".join(first.split())
    return words if len(words) <= 120 else f"{words[:119]}…"


def _spoken(label: Label, side_order: str) -> str:
    if label.state == Label.State.CANT_TELL:
        return "Can’t tell"
    if side_order:
        side = pairs.side_of_value(label.value, side_order=side_order)
        return {"left": "A is better", "right": "B is better", "tie": "Equal"}[side]
    levels = {level["value"]: level.get("label") for level in label.criterion.levels}
    return levels.get(label.value) or label.value
