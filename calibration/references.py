"""The human reference: a reviewer's decision, else what the study's policy lets settle itself."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from calibration.matrices import Ratings, Scale, load_ratings
from calibration.models import Adjudication
from calibration.stats.counts import MISSING, Codes, category_counts, strict_majority
from cases.models import Item, Study

ADJUDICATED = "adjudicated"
UNANIMOUS = "unanimous"
MAJORITY = "majority"
SINGLE = "single"
AMBIGUOUS = "ambiguous"
# People have answered, and the study's policy leaves the item to a reviewer.
UNDECIDED = "undecided"
TIED = "tied"
NONE = "none"
# With a settled value, then without.
BASES = (ADJUDICATED, UNANIMOUS, MAJORITY, SINGLE, AMBIGUOUS, UNDECIDED, TIED, NONE)

# Settled without a look at the judge. What a judge's disagreement prompted is not reference.
INDEPENDENT = (Adjudication.Basis.HUMAN_SPLIT, Adjudication.Basis.AUDIT)

Policy = Study.AdjudicationPolicy
# What settles itself; one label alone is all there is of unanimity. The rest is for a reviewer.
_SETTLES_ITSELF = {
    Policy.UNANIMOUS: (UNANIMOUS, SINGLE),
    Policy.MAJORITY: (UNANIMOUS, MAJORITY, SINGLE),
    Policy.REVIEWER: (),
}


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


def settle(
    ratings: Codes,
    k: int,
    decided: Mapping[int, str | None],
    values: list[str],
    policy: str = Policy.MAJORITY,
) -> Reference:
    """The reference of one criterion.

    Parameters
    ----------
    ratings : int8, shape (raters, items)
        Negative codes are no label.
    decided : dict
        Item position → adjudicated value, None for "ambiguous".
    values : list
        The criterion's values in scale order, k of them.
    policy : str
        The study's adjudication policy: which items settle without a decision.
    """
    counts = category_counts(ratings, k)
    given, top = counts.sum(axis=1), counts.max(axis=1, initial=0)
    codes = strict_majority(counts)
    basis = np.select(
        [given == 0, given == 1, top == given, codes >= 0],
        [BASES.index(NONE), BASES.index(SINGLE), BASES.index(UNANIMOUS), BASES.index(MAJORITY)],
        default=BASES.index(TIED),
    ).astype(np.int8)
    settles = [BASES.index(name) for name in _SETTLES_ITSELF[Policy(policy)]]
    left = (codes >= 0) & ~np.isin(basis, settles)
    codes[left], basis[left] = MISSING, BASES.index(UNDECIDED)
    for item, value in decided.items():
        settled = value in values
        codes[item] = values.index(value) if value is not None and settled else MISSING
        basis[item] = BASES.index(ADJUDICATED if settled else AMBIGUOUS)
    return Reference(codes, basis)


def counting_decisions(
    study: Study, scales: Iterable[Scale]
) -> dict[tuple[int, int], Adjudication]:
    """(item id, id of the study's own criterion) → the decision that counts. One query.

    Only decisions made without the judge count, and the latest of them. Decisions on unchanged
    twins of a criterion in other versions of the rubric are decisions on it. Each twin numbers
    its revisions by itself, so time tells which is the latest.
    """
    own = {pk: scale.criterion_id for scale in scales for pk in scale.ids}
    decisions = Adjudication.objects.filter(
        item__study=study, basis__in=INDEPENDENT, criterion_id__in=list(own)
    ).order_by("created_at", "pk")
    return {(made.item_id, own[made.criterion_id]): made for made in decisions}


def load_decisions(study: Study, ratings: Ratings) -> list[dict[int, str | None]]:
    """Per criterion: item position → adjudicated value or None for ambiguous. One query."""
    position = {scale.criterion_id: index for index, scale in enumerate(ratings.scales)}
    decided: list[dict[int, str | None]] = [{} for _ in ratings.scales]
    for (item_id, criterion_id), made in counting_decisions(study, ratings.scales).items():
        item = ratings.items.position.get(item_id)
        if item is not None:
            decided[position[criterion_id]][item] = made.value or None
    return decided


def references_of(study: Study, ratings: Ratings) -> list[Reference]:
    """The reference of each criterion of `ratings` by the study's policy. One query."""
    return [
        settle(codes, len(scale.values), decided, list(scale.values), study.adjudication_policy)
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
