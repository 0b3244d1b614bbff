"""The content of a report: read once, then computed criterion by criterion.

Needs numpy, scipy and scikit-learn: only the worker imports it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from django.utils import timezone

from calibration import agreement, looks
from calibration.health.summary import rater_health
from calibration.judge_answers import JudgeAnswers, load_judges
from calibration.label_rows import rater_pseudonym
from calibration.matrices import Ratings, Scale, load_ratings
from calibration.pairwise import pairwise_block
from calibration.pass_rates import unweighted, weighting_of
from calibration.priorities import purposive_items
from calibration.references import BASES, Reference, references_of
from calibration.report_notes import notes_of
from calibration.sheets import Answers, Sheet
from calibration.stats.counts import Floats
from cases.models import Item, Study

Json = dict[str, Any]
Progress = Callable[[int, str], None]
Chosen = npt.NDArray[np.bool_]

# Strata with more values than this are free text, not strata.
MOST_STRATA = 30


@dataclass(slots=True)
class _Material:
    """Everything read from the database for one report."""

    study: Study
    split: str
    ratings: Ratings
    references: list[Reference]
    judges: list[JudgeAnswers]
    # Of each version's figures in this report; None refuses them.
    confidences: dict[int, float | None]
    # Versions with figures on held-out items in this report: whoever opens it looks at them.
    looked_at: set[int]
    chosen: Chosen
    weights: Floats | None

    def sheet(self, position: int) -> Sheet:
        """The criterion at `position` over all items of the study."""
        return Sheet(
            scale=self.ratings.scales[position],
            raters=[rater_pseudonym(pk) for pk in self.ratings.raters],
            ratings=self.ratings.of(position),
            reference=self.references[position],
            seed=self.study.seed,
            weights=self.weights,
        )

    def answers(
        self,
        codes_of: Callable[[JudgeAnswers], Any],
        chosen: Chosen,
        *,
        held_out: bool,
    ) -> list[Answers]:
        """The judges' codes for the chosen items; figures on held-out items cost confidence."""
        result = []
        for judge in self.judges:
            confidence = self.confidences[judge.version_id] if held_out else 0.95
            result.append(
                Answers(
                    judge.name,
                    codes_of(judge)[chosen],
                    confidence=confidence or 0.95,
                    refused=confidence is None,
                )
            )
        return result


def _read(study: Study, split: str) -> _Material:
    ratings = load_ratings(study)
    judges = load_judges(study, ratings.items, ratings.scales)
    inside = looks.versions_on_held_out(study) if split != "tuning" else set()
    chosen = ratings.items.in_split(split)
    return _Material(
        study=study,
        split=split,
        ratings=ratings,
        references=references_of(study, ratings),
        judges=judges,
        confidences=looks.confidences(study, [judge.version_id for judge in judges], inside),
        looked_at=inside,
        chosen=chosen,
        weights=(
            ratings.items.weights
            if weighting_of(ratings.items.weights[chosen]) == "weighted"
            else None
        ),
    )


def assemble(study: Study, *, split: str = "all", progress: Progress | None = None) -> Json:
    """The report's JSON but for its input hash. A constant number of queries."""
    tell = progress or (lambda percent, message: None)
    material = _read(study, split)
    scales = material.ratings.scales
    criteria = {}
    for position, scale in enumerate(scales):
        tell(10 + 50 * position // max(1, len(scales)), f"Comparing on {scale.key}")
        criteria[scale.key] = _criterion_block(material, position)
    tell(60, "Comparing whole items")
    overall = _overall_block(material)
    tell(70, "Comparing splits and strata")
    content: Json = {
        "study": study.slug,
        "rubric_version": str(study.rubric_version),
        "created_at": timezone.now().isoformat(),
        "split": split,
        "splits": _split_counts(material),
        "thresholds": dict(study.thresholds),
        "order": _order(material),
        "judge_versions": _judge_versions(material),
        "reference_basis": _basis_counts(material),
        "criteria": criteria,
        "overall": overall,
        "by_split": _by_split(material),
        "by_stratum": _by_stratum(material),
    }
    tell(85, "Comparing pairs")
    content["pairwise"] = pairwise_block(study, split=split, confidences=material.confidences)
    tell(90, "Looking at raters")
    content["raters"] = rater_health(study, material.ratings)
    weights = material.ratings.items.weights[material.chosen]
    content["notes"] = notes_of(
        content,
        carried=material.ratings.carried,
        off_scale=material.ratings.off_scale,
        weighting=weighting_of(weights),
        items=len(weights),
        unweighted=unweighted(weights),
        purposive=purposive_items(study),
        trajectories=study.items.ordinary().filter(kind=Item.Kind.PROCESS).count(),
    )
    return content


def _criterion_block(material: _Material, position: int) -> Json:
    chosen, ratings = material.chosen, material.ratings
    sheet = material.sheet(position).only(chosen)
    judges = material.answers(
        lambda judge: judge.codes[position], chosen, held_out=material.split != "tuning"
    )
    return {
        "question": sheet.scale.question,
        "scale": sheet.scale.kind,
        "categories": list(sheet.scale.values),
        "pass_levels": [v for v in sheet.scale.values if v in sheet.scale.pass_values],
        "gates": sheet.scale.gates and not sheet.scale.process,
        **_body(
            material,
            sheet,
            judges,
            skips=int(ratings.skips[chosen].sum()),
            opt_outs=int(ratings.opt_outs[chosen].sum()),
        ),
    }


def _body(
    material: _Material, sheet: Sheet, judges: list[Answers], *, skips: int, opt_outs: int
) -> Json:
    basis = sheet.reference.basis_counts(np.ones(sheet.items, dtype=np.bool_))
    return {
        "items": sheet.items,
        "labels": int((sheet.ratings >= 0).sum()),
        "states": agreement.states_of(sheet, material.study.overlap, skips, opt_outs),
        "settled": int((sheet.reference.codes >= 0).sum()),
        "reference_basis": basis,
        "prevalence": agreement.prevalence(sheet),
        "humans": agreement.humans_block(sheet),
        "judges": {
            one.name: agreement.judge_block(sheet, one, material.study.thresholds) for one in judges
        },
    }


def _overall_block(material: _Material) -> Json:
    """All gating criteria together: an item passes where every one of them does."""
    scales = material.ratings.scales
    gating = [i for i, scale in enumerate(scales) if scale.gates and not scale.process]
    scales = [material.ratings.scales[i] for i in gating]
    if not scales or any(not scale.pass_values for scale in scales):
        return {"criteria": [scale.key for scale in scales], "undefined": "no_pass_levels"}
    passing = [scale.passing for scale in scales]
    # Numbers of an item's reference come from its criteria, so its basis is the weakest of them.
    codes = np.stack([material.references[i].codes for i in gating])
    basis = np.stack([material.references[i].basis for i in gating]).max(axis=0)
    sheet = Sheet(
        scale=Scale(
            "overall", "", "binary", ("FAIL", "PASS"), frozenset({"PASS"}), True, frozenset(), 0
        ),
        raters=[rater_pseudonym(pk) for pk in material.ratings.raters],
        ratings=agreement.overall_codes(material.ratings.codes[gating], passing),
        reference=Reference(agreement.overall_codes(codes, passing), basis),
        seed=material.study.seed,
        weights=material.weights,
    ).only(material.chosen)
    judges = material.answers(
        lambda judge: agreement.overall_codes(judge.codes[gating], passing),
        material.chosen,
        held_out=material.split != "tuning",
    )
    skips = int(material.ratings.skips[material.chosen].sum())
    opt_outs = int(material.ratings.opt_outs[material.chosen].sum())
    return {
        "criteria": [scale.key for scale in scales],
        "categories": ["FAIL", "PASS"],
        "pass_levels": ["PASS"],
        "undefined": None,
        **_body(material, sheet, judges, skips=skips, opt_outs=opt_outs),
    }


def _slim(material: _Material, chosen: Chosen, *, held_out: bool) -> Json:
    return {
        scale.key: agreement.slim_block(
            material.sheet(position).only(chosen),
            material.answers(lambda judge: judge.codes[position], chosen, held_out=held_out),  # noqa: B023
        )
        for position, scale in enumerate(material.ratings.scales)
    }


def _by_split(material: _Material) -> Json:
    splits = ("tuning", "held_out") if material.split == "all" else (material.split,)
    return {
        split: _slim(material, material.ratings.items.in_split(split), held_out=split == "held_out")
        for split in splits
    }


def _by_stratum(material: _Material) -> Json:
    """Stratum name → value → criterion → figures, over the report's items."""
    strata = material.ratings.items.strata
    names = sorted({name for entry in strata for name in entry})
    held_out = material.split != "tuning"
    result: Json = {}
    for name in names:
        values = np.array([str(entry.get(name, "")) for entry in strata])
        found = sorted(set(values[material.chosen].tolist()) - {""})
        if len(found) > MOST_STRATA:
            continue
        result[name] = {
            value: _slim(material, material.chosen & (values == value), held_out=held_out)
            for value in found
        }
    return result


def _split_counts(material: _Material) -> Json:
    items = material.ratings.items
    return {split: int(items.in_split(split).sum()) for split in ("tuning", "held_out", "all")}


def _order(material: _Material) -> Json:
    """JSON objects have no order that every database keeps."""
    return {
        "criteria": [scale.key for scale in material.ratings.scales],
        "judges": [judge.name for judge in material.judges],
    }


def _judge_versions(material: _Material) -> Json:
    return {
        judge.name: {
            "id": judge.version_id,
            "model": judge.model,
            "confidence": material.confidences[judge.version_id],
            "held_out": judge.version_id in material.looked_at,
        }
        for judge in material.judges
    }


def _basis_counts(material: _Material) -> Json:
    """Over all criteria: how the reference labels were settled."""
    total = dict.fromkeys(BASES, 0)
    for reference in material.references:
        for name, n in reference.basis_counts(material.chosen).items():
            total[name] += n
    return total
