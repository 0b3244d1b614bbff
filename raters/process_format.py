"""Items about a trajectory: its steps are labelled, its first error is found."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.safestring import SafeString

from raters.format import Format
from raters.models import Assignment, FirstError, Rating, StepLabel
from raters.process_forms import ProcessForm, posted_process
from raters.process_markup import step_fields_html, step_options_html
from raters.process_ratings import process_answers, record_process
from raters.sides import turns_of

# What each answer means, as raters are told.
LABEL_WORDS = {
    StepLabel.Value.NEEDED: "It brought the task forward, or the rules ask for it.",
    StepLabel.Value.REDUNDANT: "Left out, nothing would be missing.",
    StepLabel.Value.HARMFUL: "It made things worse, or had to be put right.",
    StepLabel.Value.RECOVERY: "It put an earlier mistake right.",
}
CATEGORY_WORDS = {
    FirstError.Category.POLICY: "It breaks a rule that the agent has to keep.",
    FirstError.Category.UNGROUNDED: "It states or assumes what nothing so far supports.",
    FirstError.Category.WRONG_TOOL: "Another tool, or none, was called for.",
    FirstError.Category.BAD_ARGUMENTS: "The right tool, called with wrong or missing values.",
    FirstError.Category.IGNORED_ERROR: "A tool had failed, and the agent went on as if not.",
    FirstError.Category.LOOP: "It does again what has been done, without anything new.",
}

_LABELS = [
    (str(value), key, value.label, LABEL_WORDS[value])
    for key, value in enumerate(StepLabel.Value, start=1)
]
_CATEGORIES = [
    (str(value), key, value.label, CATEGORY_WORDS[value])
    for key, value in enumerate(FirstError.Category, start=1)
]
# What the page needs beside the answers, the same for every item.
MEANINGS: dict[str, Any] = {"step_labels": _LABELS, "error_categories": _CATEGORIES}


class ProcessFormat(Format[ProcessForm]):
    ask_template: ClassVar[str] = "raters/_process.html"
    keys_template: ClassVar[str] = "raters/_process_keys.html"

    def form(self, assignment: Assignment, posted: Mapping[str, Any] | None) -> ProcessForm:
        answers: dict[str, str] = dict(assignment.draft)
        rating = assignment.rating
        if posted is None and rating is not None:
            answers = posted_process(rating)
        return ProcessForm(
            posted,
            turns=lambda: turns_of(assignment)[""],
            answers=answers,
            base_revision=rating.revision if rating is not None else 0,
        )

    def record(self, assignment: Assignment, form: ProcessForm) -> Rating:
        assert form.error is not None  # noqa: S101 - the form is valid
        return record_process(
            assignment=assignment,
            submit_key=form.cleaned_data["submit_key"],
            labels=form.labels,
            error=form.error,
            active_ms=form.cleaned_data["active_ms"],
            base_revision=form.cleaned_data["base_revision"],
        )

    def context(self, assignment: Assignment, form: ProcessForm) -> dict[str, Any]:
        rows = form.rows()
        return {
            # Both escape whatever stands in a case.
            "step_fields": SafeString(step_fields_html(rows, _LABELS)),
            "step_options": SafeString(step_options_html(rows)),
            "rest_needed": form.rest_needed,
            "step_problems": form.step_problems(),
            "first_error": form.question(),
        } | MEANINGS

    def answers(self, assignment: Assignment, rating: Rating) -> list[tuple[str, str]]:
        return process_answers(rating)
