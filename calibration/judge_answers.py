"""What each judge version answered, as one code per criterion and item."""

from dataclasses import dataclass
from itertools import batched
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.matrices import ERROR, Items, Scale, label_codes
from calibration.stats.counts import MISSING
from cases.models import Item, Study
from judges.models import JudgeRun, Verdict

_CHUNK = 20_000


@dataclass(slots=True)
class JudgeAnswers:
    """codes: int8, shape (criteria, items); ERROR and MISSING are negative.

    For pairwise items `inconsistent` marks those whose two side orders disagree, shape
    (criteria, items); their code is MISSING.
    """

    version_id: int
    name: str
    model: str
    codes: npt.NDArray[np.int8]
    inconsistent: npt.NDArray[np.bool_]


def load_judges(
    study: Study, items: Items, scales: list[Scale], *, kind: str = Item.Kind.ABSOLUTE
) -> list[JudgeAnswers]:
    """One entry a judge version of the study's rubric version with a finished run. Two queries.

    For each item the verdicts that count are those of `Verdict.objects.counting`. Several samples
    are one answer by strict majority of all of them; without one the judge has no answer that
    holds, which is ERROR.
    """
    runs = _finished_runs(study)
    if not runs:
        return []
    table = _verdict_table(study, items, scales, kind)
    version_of = {run: version for run, version, *_ in runs}
    versions = {version: (f"{name}-v{number}", model) for _, version, name, number, model in runs}
    row_versions = np.array([version_of.get(run, -1) for run in table[:, 0].tolist()])
    answers = []
    for version_id, (name, model) in versions.items():
        rows = table[row_versions == version_id]
        codes, inconsistent = _settle(rows, len(scales), len(items), pairwise=kind == "pairwise")
        answers.append(JudgeAnswers(version_id, name, model, codes, inconsistent))
    return sorted(answers, key=lambda answer: answer.version_id)


def _finished_runs(study: Study) -> list[tuple[Any, ...]]:
    return list(
        JudgeRun.objects.filter(
            study=study,
            state=JudgeRun.State.FINISHED,
            version__rubric_version=study.rubric_version_id,
        )
        .order_by("pk")
        .values_list(
            "pk", "version_id", "version__judge__name", "version__number", "version__model"
        )
    )


def _verdict_table(
    study: Study, items: Items, scales: list[Scale], kind: str
) -> npt.NDArray[np.int64]:
    """Columns: run, item position, criterion position, code, 1 for the swapped side order."""
    position = {scale.criterion_id: index for index, scale in enumerate(scales)}
    code_of = label_codes(scales)
    rows = (
        Verdict.objects.counting()
        .filter(
            request__run__study=study,
            request__item__kind=kind,
            request__item__purpose=Item.Purpose.ORDINARY,
            criterion_id__in=list(position),
        )
        .values_list(
            "request__run_id",
            "request__item_id",
            "criterion_id",
            "state",
            "value",
            "request__side_order",
        )
        .iterator(chunk_size=_CHUNK)
    )

    def coded(row: tuple[Any, ...]) -> tuple[int, ...]:
        run, item, criterion, state, value, side = row
        # An answer that is not on the scale is the judge's mistake.
        code = code_of.get((criterion, value), ERROR)
        valid = state == Verdict.State.VALID
        return (
            run,
            items.position[item],
            position[criterion],
            code if valid else ERROR,
            side == "ba",
        )

    # An item that came since the items were read is in the next report.
    known = (row for row in rows if row[1] in items.position)
    parts = [
        np.array([coded(row) for row in chunk], dtype=np.int64) for chunk in batched(known, _CHUNK)
    ]
    return np.concatenate(parts) if parts else np.zeros((0, 5), dtype=np.int64)


def _majority(rows: npt.NDArray[np.int64], criteria: int, items: int) -> npt.NDArray[np.int8]:
    """Strict majority code over the samples of each criterion and item; ERROR without one."""
    highest = int(rows[:, 3].max(initial=0)) + 1
    cell = rows[:, 2] * items + rows[:, 1]
    total = np.bincount(cell, minlength=criteria * items)
    valid = rows[:, 3] >= 0
    counts = np.bincount(
        cell[valid] * highest + rows[valid, 3], minlength=criteria * items * highest
    ).reshape(-1, highest)
    best = counts.argmax(axis=1)
    won = counts[np.arange(len(counts)), best] * 2 > total
    codes = np.where(won, best, np.where(total > 0, ERROR, MISSING))
    return codes.astype(np.int8).reshape(criteria, items)


def _settle(
    rows: npt.NDArray[np.int64], criteria: int, items: int, *, pairwise: bool
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    if not pairwise:
        return _majority(rows, criteria, items), np.zeros((criteria, items), dtype=np.bool_)
    plain = _majority(rows[rows[:, 4] == 0], criteria, items)
    swapped = _majority(rows[rows[:, 4] == 1], criteria, items)
    # ERROR in either order is ERROR; an item asked in one order only has no answer yet.
    codes = np.where((plain == ERROR) | (swapped == ERROR), ERROR, MISSING).astype(np.int8)
    both = (plain >= 0) & (swapped >= 0)
    codes[both & (plain == swapped)] = plain[both & (plain == swapped)]
    return codes, both & (plain != swapped)
