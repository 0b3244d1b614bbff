"""One criterion over some items, and one judge's answers to it, as arrays. No database."""

import zlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.matrices import Scale
from calibration.references import Reference
from calibration.stats import multirater
from calibration.stats.counts import Codes, Floats, pair_table
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.kappa import cohen_kappa

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One criterion over some items; the arrays' last axis is items.

    ratings : raters × items codes; reference : settled labels; seed : of the resamples;
    weights : inverse inclusion probabilities, None where every item counts the same.
    """

    scale: Scale
    raters: list[str]
    ratings: Codes
    reference: Reference
    seed: int
    weights: Floats | None = None

    def only(self, chosen: npt.NDArray[np.bool_]) -> "Sheet":
        """The same criterion over the chosen items."""
        return replace(
            self,
            ratings=self.ratings[:, chosen],
            reference=Reference(self.reference.codes[chosen], self.reference.basis[chosen]),
            weights=None if self.weights is None else self.weights[chosen],
        )

    @property
    def k(self) -> int:
        return len(self.scale.values)

    @property
    def items(self) -> int:
        return int(self.ratings.shape[1])

    def rng(self, what: str) -> np.random.Generator:
        """A generator of this figure's own, so that no other figure moves its interval."""
        return np.random.default_rng([self.seed, zlib.crc32(f"{self.scale.key}/{what}".encode())])


@dataclass(frozen=True, slots=True)
class Answers:
    """One judge version's codes for the items of a sheet, and what is claimed of them."""

    name: str
    codes: Codes
    confidence: float = 0.95
    # Its held-out items are used up: too many versions were compared on them.
    refused: bool = False


def or_refused(answers: Answers, estimate: Estimate) -> Estimate:
    """The estimate, or that the judge's held-out figures are refused."""
    if not answers.refused:
        return estimate
    return undefined("held_out_spent", method=estimate.method, confidence=estimate.confidence)


def human_headline(
    sheet: Sheet, counts: npt.NDArray[np.int64], *, what: str = "headline"
) -> Estimate:
    """How well people agree: Cohen's kappa of two raters, Krippendorff's alpha of more."""
    rated = np.flatnonzero((sheet.ratings >= 0).any(axis=1))
    if len(rated) == 1:
        return undefined("one_rater", method="Cohen's kappa")
    if len(rated) == 2:
        first, second = sheet.ratings[rated]
        table = pair_table(first, second, sheet.k)
        return cohen_kappa(table, rng=sheet.rng(what))
    return multirater.krippendorff_alpha(counts, rng=sheet.rng(what))
