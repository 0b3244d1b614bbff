"""The questions of a rubric version, kept in memory once they can't change any more."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from cases.models import Criterion, RubricVersion


def criteria_of(version: RubricVersion) -> list[Criterion]:
    """The criteria in order. A frozen version is read from the database once per process."""
    if version.frozen_at is None:
        return list(version.criteria.all())
    # The hash tells versions apart that had the same key in databases of different tests.
    return list(_frozen(version.pk, version.content_hash))


@lru_cache(maxsize=64)
def _frozen(version: int, content_hash: str) -> tuple[Criterion, ...]:
    return tuple(Criterion.objects.filter(version=version))


def asked_of(criteria: Sequence[Criterion], skills: Iterable[str]) -> list[Criterion]:
    """Those of `criteria` that a rater with `skills` is asked: the rest is missing for them."""
    known = {"", *skills}
    return [criterion for criterion in criteria if criterion.skill in known]
