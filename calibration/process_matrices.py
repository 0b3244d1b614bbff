"""From labels of steps to arrays: which rater said what of which step of a trajectory."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from django.db.models import F

from calibration.stats.counts import MISSING, Codes
from cases.models import Item, Study
from raters.models import Assignment, StepLabel

VALUES = tuple(StepLabel.Value.values)


@dataclass(frozen=True, slots=True)
class StepCodes:
    """Labels of steps as codes into VALUES, shape (raters, steps); MISSING where there is none.

    raters: their ids. steps: (item id, number of the step); those of one item are not independent.
    """

    raters: list[int]
    steps: list[tuple[int, int]]
    codes: Codes


def load_step_codes(study: Study) -> StepCodes:
    """The labels that count of the study's ordinary process items. One query."""
    rows = StepLabel.objects.filter(
        rating=F("rating__assignment__rating"),
        rating__assignment__state=Assignment.State.FINISHED,
        rating__assignment__item__study=study,
        rating__assignment__item__purpose=Item.Purpose.ORDINARY,
    ).values_list("rating__assignment__rater_id", "rating__assignment__item_id", "step", "value")
    return step_codes(rows)


def step_codes(rows: Iterable[tuple[int, int, int, str]]) -> StepCodes:
    """Arrange (rater, item, step, label). Raters and steps come in ascending order."""
    rows = list(rows)
    raters = sorted({rater for rater, _, _, _ in rows})
    steps = sorted({(item, step) for _, item, step, _ in rows})
    row_of = {rater: at for at, rater in enumerate(raters)}
    column_of = {step: at for at, step in enumerate(steps)}
    code_of = {value: code for code, value in enumerate(VALUES)}
    codes = np.full((len(raters), len(steps)), MISSING, dtype=np.int8)
    for rater, item, step, value in rows:
        codes[row_of[rater], column_of[item, step]] = code_of[value]
    return StepCodes(raters, steps, codes)
