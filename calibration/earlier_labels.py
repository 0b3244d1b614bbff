"""What people have said so far, for those who bring in more cases."""

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from calibration.models import Adjudication
from cases.errors import BadInput
from cases.models import Item, Study
from cases.sampling import spread_of
from raters.models import Label


def keep_settled(*, items: Sequence[Item], **_: Any) -> None:
    """Refuse, by BadInput, that items with a reviewer's decision are replaced.

    Receiver of cases.signals.items_replaced. What a regression set holds was rated or settled, so
    it stays as well.
    """
    if Adjudication.objects.filter(item__in=items).exists():
        raise BadInput("A reviewer has settled one of these items: it stays as it is.")


def expected_spreads(
    *, study: Study, keys: Sequence[str], split: str = "all", **_: Any
) -> dict[str, dict[str, float | int]]:
    """Spread of people's pass and fail by label of a stratum, {"intent=refund": {"spread": 0.3,
    "labels": 40}}, of items in `split`. Receiver of cases.signals.spreads_asked.

    Of each criterion with pass levels the rate is (passes + 1) / (labels + 2), so that a few
    labels all alike don't count as certain; the spread is the root of their mean variance.
    """
    passes: dict[str, dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))
    labels = (
        Label.objects.counting()
        .filter(item__study=study, state=Label.State.LABEL, item__kind=Item.Kind.ABSOLUTE)
        .filter(criterion__version=study.rubric_version)
        .filter(item__in=Item.objects.in_study(study).in_split(split))
    )
    rows = labels.values_list("criterion", "value", "criterion__pass_levels", "item__case__strata")
    for criterion, value, pass_levels, strata in rows.iterator(chunk_size=5_000):
        if not pass_levels:
            continue
        for key in keys:
            if strata.get(key):
                passes[f"{key}={strata[key]}"][criterion].append(value in pass_levels)
    return {
        name: {"spread": _spread(by_criterion), "labels": sum(map(len, by_criterion.values()))}
        for name, by_criterion in passes.items()
    }


def _spread(by_criterion: dict[int, list[bool]]) -> float:
    rates = [(sum(passed) + 1) / (len(passed) + 2) for passed in by_criterion.values()]
    return round(math.sqrt(sum(spread_of(rate) ** 2 for rate in rates) / len(rates)), 4)
