"""From rows to arrays: who said what of which item, in a constant number of queries.

Rows are read as plain values and encoded to small integers at once; no model instance is made
per label. Negative codes are no label: see MISSING, CANT_TELL and ERROR.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import batched
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.stats.counts import MISSING, Codes
from cases.items import PAIR_VALUES
from cases.models import Criterion, Item, Study
from raters.models import Assignment, Label

CANT_TELL = -2
ERROR = -3
# A value that is not on the criterion's scale: never a category of its own.
OFF_SCALE = -4

_CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class Scale:
    """One criterion as the statistics need it. Values stand in scale order, worst first."""

    key: str
    question: str
    kind: str
    values: tuple[str, ...]
    pass_values: frozenset[str]
    gates: bool
    # The criterion itself and its unchanged twins in other versions of the rubric.
    ids: frozenset[int]
    criterion_id: int
    # About how the agent got there: its figures never gate.
    process: bool = False

    @property
    def passing(self) -> npt.NDArray[np.bool_]:
        """Whether each value passes, shape (k,)."""
        return np.array([value in self.pass_values for value in self.values])


@dataclass(frozen=True, slots=True)
class Items:
    """The ordinary items of one kind; arrays and lists have one entry an item."""

    ids: npt.NDArray[np.int64]
    splits: npt.NDArray[np.str_]
    strata: list[dict[str, str]]
    position: dict[int, int]
    # Inverse inclusion probabilities; NaN where they are not known.
    weights: npt.NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.ids)

    def in_split(self, split: str) -> npt.NDArray[np.bool_]:
        """Which items belong to `split`; "all" is every one."""
        return np.ones(len(self), dtype=np.bool_) if split == "all" else self.splits == split


@dataclass(slots=True)
class Ratings:
    """What people said of the items of one kind.

    codes: int8, shape (criteria, raters, items); CANT_TELL and MISSING are negative.
    skips, opt_outs: how often each item was skipped and opted out of, shape (items,).
    carried: labels that were given under another version of the rubric.
    """

    items: Items
    scales: list[Scale]
    raters: list[int]
    codes: npt.NDArray[np.int8]
    skips: npt.NDArray[np.int64]
    opt_outs: npt.NDArray[np.int64]
    carried: int = 0
    off_scale: int = 0
    # Filled by whoever needs them: per criterion the majority of the others, raters × items.
    targets: list[Codes] = field(default_factory=list)

    def of(self, position: int) -> Codes:
        """Raters × items codes of the criterion at `position`."""
        codes: Codes = self.codes[position]
        return codes


def load_scales(study: Study, *, kind: str = Item.Kind.ABSOLUTE) -> list[Scale]:
    """The criteria of the study's rubric version, in its order. One query.

    Human labels of an unchanged criterion (same key, same content) of another version of the
    rubric carry over, so its ids are those of all its twins.
    """
    version = study.rubric_version
    twins = list(Criterion.objects.filter(version__rubric_id=version.rubric_id))
    scales = []
    for criterion in sorted(twins, key=lambda c: c.position):
        if criterion.version_id != version.pk:
            continue
        same = frozenset(
            c.pk
            for c in twins
            if c.key == criterion.key and c.content_hash == criterion.content_hash
        )
        pairwise = kind == Item.Kind.PAIRWISE
        scales.append(
            Scale(
                key=criterion.key,
                question=criterion.question,
                kind="nominal" if pairwise else criterion.scale,
                values=PAIR_VALUES if pairwise else tuple(criterion.values),
                pass_values=frozenset(() if pairwise else criterion.pass_levels),
                gates=criterion.gates,
                ids=same,
                criterion_id=criterion.pk,
                process=criterion.kind == Criterion.Kind.PROCESS,
            )
        )
    return scales


def load_items(study: Study, *, kind: str = Item.Kind.ABSOLUTE) -> Items:
    """The ordinary items of `kind`; gold and training items are in no statistic. One query."""
    rows = list(
        Item.objects.in_study(study)
        .ordinary()
        .filter(kind=kind)
        .order_by("pk")
        .values_list("pk", "split", "case__strata", "case__weight")
    )
    ids = np.array([row[0] for row in rows], dtype=np.int64)
    return Items(
        ids=ids,
        splits=np.array([row[1] for row in rows], dtype=np.str_),
        strata=[row[2] for row in rows],
        position={pk: index for index, pk in enumerate(ids.tolist())},
        weights=np.array([np.nan if row[3] is None else row[3] for row in rows], dtype=np.float64),
    )


def load_ratings(study: Study, *, kind: str = Item.Kind.ABSOLUTE) -> Ratings:
    """Current labels of ordinary items under the study's rubric version. Four queries."""
    items, scales = load_items(study, kind=kind), load_scales(study, kind=kind)
    position = {pk: index for index, scale in enumerate(scales) for pk in scale.ids}
    rows = list(_label_chunks(study, kind, position, items.position))
    raters = sorted({rater for chunk in rows for rater in chunk[1]})
    codes = np.full((len(scales), len(raters), len(items)), MISSING, dtype=np.int8)
    ratings = Ratings(items, scales, raters, codes, *_passed_over(study, items))
    row_of = {rater: index for index, rater in enumerate(raters)}
    own = {scale.criterion_id for scale in scales}
    code_of = label_codes(scales)
    for criterion_ids, rater_ids, item_ids, values in rows:
        where = (
            _mapped(position, criterion_ids),
            _mapped(row_of, rater_ids),
            _mapped(items.position, item_ids),
        )
        pairs = zip(criterion_ids, values, strict=True)
        found = np.fromiter((code_of.get(pair, OFF_SCALE) for pair in pairs), dtype=np.int8)
        codes[where] = found
        ratings.off_scale += int((found == OFF_SCALE).sum())
        ratings.carried += sum(pk not in own for pk in criterion_ids)
    return ratings


def label_codes(scales: Sequence[Scale]) -> dict[tuple[int, str], int]:
    """(criterion id, value) → code; an empty value, which CANT_TELL has, → CANT_TELL."""
    codes = {
        (pk, value): code
        for scale in scales
        for pk in scale.ids
        for code, value in enumerate(scale.values)
    }
    return codes | {(pk, ""): CANT_TELL for scale in scales for pk in scale.ids}


def _mapped(positions: dict[int, int], keys: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.fromiter((positions[key] for key in keys), dtype=np.int64, count=len(keys))


def _label_chunks(
    study: Study, kind: str, position: dict[int, int], positions: dict[int, int]
) -> Iterable[tuple[tuple[Any, ...], ...]]:
    rows = (
        Label.objects.counting()
        .filter(item__study=study, item__kind=kind, criterion_id__in=list(position))
        .values_list("criterion_id", "rater_id", "item_id", "value")
    )
    for chunk in batched(rows.iterator(chunk_size=_CHUNK), _CHUNK):
        # An item that came since the items were read is in the next report.
        known = [row for row in chunk if row[2] in positions]
        if known:
            yield tuple(zip(*known, strict=True))


def _passed_over(study: Study, items: Items) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    skips, opt_outs = (np.zeros(len(items), dtype=np.int64) for _ in range(2))
    rows = Assignment.objects.filter(
        item__study=study,
        item__purpose=Item.Purpose.ORDINARY,
        state__in=[Assignment.State.SKIPPED, Assignment.State.OPTED_OUT],
    ).values_list("item_id", "state")
    for item_id, state in rows:
        at = items.position.get(item_id)
        if at is not None:
            (skips if state == Assignment.State.SKIPPED else opt_outs)[at] += 1
    return skips, opt_outs
