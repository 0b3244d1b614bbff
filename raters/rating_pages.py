"""What the rating pages show: contexts of their templates.

Nothing here reads other people's answers, verdicts, strata, agent versions or an item's purpose.
"""

from typing import Any

from django.utils import timezone

from cases.models import Item, Person, Study
from cases.transcript_pages import search_answer
from raters.flags import flag_of
from raters.formats import format_of
from raters.models import Assignment
from raters.progress import outlook_of, progress_of
from raters.ratings import change_ends
from raters.sides import html_of, readings_of
from raters.training import place_of
from raters.work_forms import SKIP_REASONS, WorkForm

_RATED = {Assignment.State.FINISHED, Assignment.State.SET_ASIDE, Assignment.State.SURPLUS}


def frame(study: Study, person: Person, *, announce: str = "", done: str = "") -> dict[str, Any]:
    """What stands around every rating page: the study, and how far things are.

    `done` says what became of the last item, `announce` what is there now, to those who listen.
    """
    progress = progress_of(study=study, rater=person, now=timezone.now())
    said = (done, f"{progress.mine_today} rated today.", announce)
    return {
        "study": study,
        "progress": progress,
        "outlook": outlook_of(study=study, rater=person, mine=progress.mine),
        "announce": " ".join(words for words in said if words),
    }


def work_context(
    assignment: Assignment,
    form: WorkForm,
    *,
    at: int | None = None,
    query: str = "",
    done: str = "",
    announce: str | None = None,
    veiled: bool = False,
) -> dict[str, Any]:
    """Everything of the work area: transcript, questions, state of the form.

    `at` is a step to have on the page, `query` what to look for in the transcript. With `veiled`
    there is neither transcript nor question, but the study's warning.
    """
    study = assignment.item.study
    changing = assignment.state in _RATED
    taken_back = assignment.state == Assignment.State.TAKEN_BACK
    ends = change_ends(assignment, study.change_hours) if changing else None
    over = assignment.state != Assignment.State.FINISHED or (ends and ends < timezone.now())
    errors = form.general_errors()
    if announce is None:
        announce = _what_is_there(form, errors, changing=changing, veiled=veiled)
    return frame(study, assignment.rater, announce=announce, done=done) | {
        "assignment": assignment,
        "form": form,
        "rubric_hash": study.rubric_version.content_hash,
        "errors": errors,
        "skip_reasons": SKIP_REASONS,
        "changing": changing,
        "returned": assignment.state == Assignment.State.RETURNED,
        "taken_back": taken_back,
        "paused": study.state == Study.State.PAUSED,
        "closed": study.state == Study.State.CLOSED,
        "locked": study.state == Study.State.CLOSED
        or taken_back
        or (changing and (bool(over) or study.state != Study.State.OPEN)),
        "change_ends": ends,
        "veiled": veiled,
        "training": place_of(assignment),
        "format": format_of(assignment),
        "pairwise": assignment.item.kind == Item.Kind.PAIRWISE,
        **({} if veiled else _read_and_asked(assignment, form, at, query)),
    }


def _what_is_there(form: WorkForm, errors: list[str], *, changing: bool, veiled: bool) -> str:
    if errors or form.problems():
        return "Not saved."
    if changing:
        return "An item you have rated."
    return "Next item, with a warning." if veiled else "Next item."


def _read_and_asked(
    assignment: Assignment, form: WorkForm, at: int | None, query: str
) -> dict[str, Any]:
    return {
        "sides": html_of(assignment, at=at),
        "q": query,
        "found": search_answer(readings_of(assignment), query) if query else None,
        "flag": flag_of(assignment),
        **format_of(assignment).context(assignment, form),
    }
