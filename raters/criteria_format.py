"""Items on which the questions of the rubric are asked: absolute ones and pairs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cases.models import Criterion, Membership
from raters import pairs
from raters.criteria import asked_of, criteria_of
from raters.format import Format
from raters.models import Assignment, Label, Rating
from raters.rating_forms import RatingForm, posted_answers
from raters.ratings import record_rating
from raters.sides import turns_of


class CriteriaFormat(Format[RatingForm]):
    ask_template: ClassVar[str] = "raters/_questions.html"

    def form(self, assignment: Assignment, posted: Mapping[str, Any] | None) -> RatingForm:
        answers: dict[str, str] = dict(assignment.draft)
        rating = assignment.rating
        if posted is None and rating is not None:
            labels = rating.labels.select_related("criterion")
            answers = posted_answers(labels, side_order=assignment.side_order)
        return RatingForm(
            posted,
            criteria=_criteria(assignment),
            side_order=assignment.side_order,
            sides=lambda: turns_of(assignment),
            answers=answers,
            base_revision=rating.revision if rating is not None else 0,
        )

    def record(self, assignment: Assignment, form: RatingForm) -> Rating:
        return record_rating(
            assignment=assignment,
            submit_key=form.cleaned_data["submit_key"],
            answers=form.answers,
            active_ms=form.cleaned_data["active_ms"],
            base_revision=form.cleaned_data["base_revision"],
            rubric_hash=form.cleaned_data["rubric"],
        )

    def context(self, assignment: Assignment, form: RatingForm) -> dict[str, Any]:
        """The questions to show; where nothing is answered yet, as HTML made once per rubric."""
        version = assignment.item.study.rubric_version
        if form.shown or version.frozen_at is None:
            return {"questions": form.questions()}
        asked = tuple(criterion.key for criterion in form.criteria)
        blank = _blank(version.pk, version.content_hash, asked, assignment.side_order)
        return {"blank_questions": blank}

    def answers(self, assignment: Assignment, rating: Rating) -> list[tuple[str, str]]:
        labels = sorted(rating.labels.all(), key=lambda label: label.criterion.position)
        order = assignment.side_order
        return [(label.criterion.key, _spoken(label, order)) for label in labels]


def _criteria(assignment: Assignment) -> list[Criterion]:
    """The questions that this rater is asked. Skills are looked up where a question needs one."""
    criteria = criteria_of(assignment.item.study.rubric_version)
    if not any(criterion.skill for criterion in criteria):
        return criteria
    study, rater = assignment.item.study_id, assignment.rater_id
    skills = Membership.objects.filter(study=study, person=rater).values_list("skills", flat=True)
    return asked_of(criteria, skills.first() or ())


@lru_cache(maxsize=64)
def _blank(version: int, content_hash: str, asked: tuple[str, ...], side_order: str) -> SafeString:
    criteria = list(Criterion.objects.filter(version=version, key__in=asked))
    form = RatingForm(criteria=criteria, side_order=side_order, sides=dict)
    context = {"questions": form.questions(), "pairwise": bool(side_order)}
    return SafeString(render_to_string("raters/_questions.html", context))


def _spoken(label: Label, side_order: str) -> str:
    if label.state == Label.State.CANT_TELL:
        return "Can’t tell"
    if side_order:
        side = pairs.side_of_value(label.value, side_order=side_order)
        return {"left": "A is better", "right": "B is better", "tie": "Equal"}[side]
    levels = {level["value"]: level.get("label") for level in label.criterion.levels}
    return levels.get(label.value) or label.value
