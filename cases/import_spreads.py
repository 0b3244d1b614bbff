"""Expected spreads of strata, from people's earlier labels of the study."""

from collections.abc import Sequence
from typing import Any

from cases.errors import BadInput
from cases.models import Study
from cases.signals import spreads_asked


def from_labels(study: Study, keys: Sequence[str]) -> dict[str, float]:
    """{"intent=refund": 0.3}, as whoever keeps the labels says.

    Raises BadInput if there are none.
    """
    spreads: dict[str, float] = {}
    answers: list[tuple[Any, Any]] = spreads_asked.send(sender=Study, study=study, keys=keys)
    for _, answer in answers:
        spreads |= {name: float(said["spread"]) for name, said in answer.items()}
    if not spreads:
        raise BadInput(
            f"nobody has rated cases of study {study.slug} in the strata "
            f"{', '.join(keys) or '(none)'} yet: give spreads or pass rates yourself, or choose "
            "another allocation"
        )
    return spreads
