"""The human reference: the adjudicated label where there is one, else the strict majority."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.matrices import Ratings, load_ratings
from calibration.models import Adjudication
from calibration.stats.counts import MISSING, Codes, category_counts, strict_majority
from cases.models import Item, Study

ADJUDICATED = "adjudicated"
UNANIMOUS = "unanimous"
MAJORITY = "majority"
SINGLE = "single"
AMBIGUOUS = "ambiguous"
TIED = "tied"
NONE = "none"
# With a settled value, then without.
BASES = (ADJUDICATED, UNANIMOUS, MAJORITY, SINGLE, AMBIGUOUS, TIED, NONE)

# Settled without a look at the judge. What a judge's disagreement prompted is not reference.
INDEPENDENT = (Adjudication.Basis.HUMAN_SPLIT, Adjudication.Basis.AUDIT)


@dataclass(frozen=True, slots=True)
class Settled:
    """The settled value of item × criterion, or None, and where it comes from."""

    value: str | None
    basis: str


@dataclass(frozen=True, slots=True)
class Reference:
    """Settled labels of one criterion; both arrays have one entry an item.

    codes: int8, MISSING where nothing is settled. basis: positions in BASES.
    """

    codes: Codes
    basis: npt.NDArray[np.int8]

    def basis_counts(self, chosen: npt.NDArray[np.bool_]) -> dict[str, int]:
        """How many of the chosen items were settled in each way."""
        found = np.bincount(self.basis[chosen], minlength=len(BASES))
        return {name: int(found[index]) for index, name in enumerate(BASES)}


def settle(ratings: Codes, k: int, decided: dict[int, str | None], values: list[str]) -> Reference:
    """The reference of one criterion.

    Parameters
    ----------
    ratings : int8, shape (raters, items)
        Negative codes are no label.
    decided : dict
        Item position → adjudicated value, None for "ambiguous".
    values : list
        The criterion's values in scale order, k of them.
    """
    counts = category_counts(ratings, k)
    given, top = counts.sum(axis=1), counts.max(axis=1, initial=0)
    codes = strict_majority(counts)
    basis = np.select(
        [given == 0, given == 1, top == given, codes >= 0],
        [BASES.index(NONE), BASES.index(SINGLE), BASES.index(UNANIMOUS), BASES.index(MAJORITY)],
        default=BASES.index(TIED),
    ).astype(np.int8)
    for item, value in decided.items():
        settled = value in values
        codes[item] = values.index(value) if value is not None and settled else MISSING
        basis[item] = BASES.index(ADJUDICATED if settled else AMBIGUOUS)
    return Reference(codes, basis)


def load_decisions(study: Study, ratings: Ratings) -> list[dict[int, str | None]]:
    """Per criterion: item position → adjudicated value or None for ambiguous. One query.

    The latest revision among those settled without the judge counts.
    """
    decided: list[dict[int, str | None]] = [{} for _ in ratings.scales]
    position = {pk: index for index, scale in enumerate(ratings.scales) for pk in scale.ids}
    rows = (
        Adjudication.objects.filter(
            item__study=study, basis__in=INDEPENDENT, criterion_id__in=list(position)
        )
        .order_by("revision", "pk")
        .values_list("item_id", "criterion_id", "value")
    )
    for item_id, criterion_id, value in rows:
        item = ratings.items.position.get(item_id)
        if item is not None:
            decided[position[criterion_id]][item] = value or None
    return decided


def references_of(study: Study, ratings: Ratings) -> list[Reference]:
    """The reference of each criterion of `ratings`, in its order. One query."""
    return [
        settle(codes, len(scale.values), decided, list(scale.values))
        for codes, scale, decided in zip(
            ratings.codes, ratings.scales, load_decisions(study, ratings), strict=True
        )
    ]


def reference_labels(*, study: Study, split: str = "all") -> dict[tuple[int, int], Settled]:
    """(item id, criterion id) → settled label, for ordinary items that have any label.

    `split` is "tuning", "held_out" or "all". Criterion ids are those of the study's own rubric
    version. A constant number of queries.
    """
    settled: dict[tuple[int, int], Settled] = {}
    for kind in (Item.Kind.ABSOLUTE, Item.Kind.PAIRWISE):
        ratings = load_ratings(study, kind=kind)
        chosen = ratings.items.in_split(split)
        for scale, reference in zip(ratings.scales, references_of(study, ratings), strict=True):
            for at in np.flatnonzero(chosen & (reference.basis != BASES.index(NONE))):
                code = int(reference.codes[at])
                value = scale.values[code] if code >= 0 else None
                key = (int(ratings.items.ids[at]), scale.criterion_id)
                settled[key] = Settled(value, BASES[reference.basis[at]])
    return settled
