"""How ratings compare with the known answers of their items.

Pure comparison of one rating, and counts of many in one statement. An answer is right or wrong;
CANT_TELL is neither. What is said of an item follows: missed when any answer differs from the known
one, met when at least one was given and none differs.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import connection

from cases.models import GoldProcess, Item, Study
from raters.models import FirstError, StepLabel


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the answers of one finished gold item compare: numbers of right and wrong ones."""

    assignment: int
    item: int
    rater: int
    rating: int
    kind: str
    right: int
    wrong: int

    @property
    def missed(self) -> bool:
        return self.wrong > 0

    @property
    def met(self) -> bool:
        return self.right > 0 and not self.wrong


@dataclass(frozen=True, slots=True)
class Mark:
    """One answer beside the known one; `right` is None where the rater could not tell."""

    question: str
    given: str
    known: str
    right: bool | None


# Ratings of when the item was an ordinary one (attempt 0) were made before its answer was known.
_OUTCOMES = """
    SELECT a.id, a.item_id, a.rater_id, a.rating_id, i.kind,
        (SELECT COUNT(*) FROM raters_label l JOIN cases_goldanswer g
            ON g.item_id = l.item_id AND g.criterion_id = l.criterion_id
            WHERE l.rating_id = a.rating_id AND l.state = 'label' AND l.value = g.value),
        (SELECT COUNT(*) FROM raters_label l JOIN cases_goldanswer g
            ON g.item_id = l.item_id AND g.criterion_id = l.criterion_id
            WHERE l.rating_id = a.rating_id AND l.state = 'label' AND l.value <> g.value)
    FROM raters_assignment a {hint} CROSS JOIN cases_item i
    WHERE i.id = a.item_id AND i.study_id = %s AND i.purpose = 'gold' AND a.attempt > 0
    AND a.state = 'finished' AND a.slot_id IS NULL
"""
# Those that count for the rule about gold: not retired, and not before the rater's last new start.
_OF_RATER = """
    AND i.retired_at IS NULL AND a.rater_id = %s AND NOT EXISTS (
        SELECT 1 FROM cases_membership m WHERE m.study_id = i.study_id
        AND m.person_id = a.rater_id AND m.gold_since >= a.finished_at)
    ORDER BY a.finished_at DESC, a.id DESC
"""


def last_outcomes(study: int, rater: int, *, limit: int | None = None) -> list[Outcome]:
    """The rater's last gold items that count against them, newest first.

    One statement, which costs the same however much the rater has done; three more where process
    items are among them.
    """
    # SQLite would sort all that the rater ever did.
    hint = "INDEXED BY assignment_known_answers" if connection.vendor == "sqlite" else ""
    tail, values = ("", []) if limit is None else ("LIMIT %s", [limit])
    return _outcomes(_OUTCOMES.format(hint=hint) + _OF_RATER + tail, [study, rater, *values])


def all_outcomes(study: Study, items: Sequence[int] | None = None) -> list[Outcome]:
    """Every rater's outcome on every gold item of the study, or on `items`, retired ones too."""
    if items is None:
        return _outcomes(_OUTCOMES.format(hint=""), [study.pk])
    if not items:
        return []
    marks = ", ".join(["%s"] * len(items))
    return _outcomes(_OUTCOMES.format(hint="") + f"AND i.id IN ({marks})", [study.pk, *items])


def _outcomes(statement: str, values: list[Any]) -> list[Outcome]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        found = [Outcome(*row) for row in cursor.fetchall()]
    ratings = {one.rating: one.item for one in found if one.kind == Item.Kind.PROCESS}
    if not ratings:
        return found
    marks = process_marks(ratings)
    return [_counted(one, marks[one.rating]) if one.rating in marks else one for one in found]


def _counted(outcome: Outcome, marks: Iterable[Mark]) -> Outcome:
    rights = [mark.right for mark in marks]
    return replace(outcome, right=rights.count(True), wrong=rights.count(False))


# --- process items ------------------------------------------------------------------------------


def process_marks(ratings: Mapping[int, int]) -> dict[int, list[Mark]]:
    """Rating id → its answers beside the known ones, for {rating id: item id}. Three queries."""
    known = {one.item_id: one for one in GoldProcess.objects.filter(item__in=ratings.values())}
    errors = {one.rating_id: one for one in FirstError.objects.filter(rating__in=ratings)}
    labels: dict[int, dict[int, str]] = defaultdict(dict)
    for one in StepLabel.objects.filter(rating__in=ratings):
        labels[one.rating_id][one.step] = one.value
    return {
        rating: compare_process(known[item], errors.get(rating), labels[rating])
        for rating, item in ratings.items()
        if item in known
    }


def compare_process(
    known: GoldProcess, error: FirstError | None, labels: Mapping[int, str]
) -> list[Mark]:
    """The first error, its category where its step was found, and each step whose label is known.

    Pure. No first error at all reads as one that the rater could not tell.
    """
    marks = [_first_error(known, error)]
    found = error is not None and marks[0].right and known.first_error is not None
    if error is not None and found:
        right = error.category == known.category
        names = dict(FirstError.Category.choices)
        marks.append(Mark("Category", names[error.category], names.get(known.category, ""), right))
    steps = sorted((int(step), value) for step, value in known.steps.items())
    words = dict(StepLabel.Value.choices)
    for step, value in steps:
        given = labels.get(step)
        marks.append(
            Mark(
                f"Step {step}",
                words[given] if given else "",
                words.get(value, value),
                None if given is None else given == value,
            )
        )
    return marks


def _first_error(known: GoldProcess, error: FirstError | None) -> Mark:
    words = "No error" if known.first_error is None else f"Step {known.first_error}"
    if error is None or error.state == FirstError.State.CANT_TELL:
        return Mark("First error", "Can’t tell", words, None)
    given = "No error" if error.step is None else f"Step {error.step}"
    return Mark("First error", given, words, error.step == known.first_error)
