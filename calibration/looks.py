"""Looks at held-out results: recorded, counted, and paid for in confidence."""

from typing import Any

from django.db import transaction

from calibration.models import HeldOutLook, Report
from cases.models import Membership, Person, Study

# Versions that may be compared on one set of held-out items.
MOST_VERSIONS = 5


def versions_looked_at(study: Study) -> list[int]:
    """Judge versions whose held-out figures somebody has seen, in the order of the first look."""
    rows = HeldOutLook.objects.filter(report__study=study).order_by("at", "pk")
    return list(dict.fromkeys(rows.values_list("judge_version_id", flat=True)))


def place_of(version_id: int, looked_at: list[int]) -> int:
    """Which look this version is or would be, from 1."""
    if version_id in looked_at:
        return looked_at.index(version_id) + 1
    return len(looked_at) + 1


def confidence_of(place: int) -> float | None:
    """Confidence of the `place`-th version's held-out intervals; None where it is refused.

    Comparing several versions on the same items is choosing the luckiest: with 1 − 0.05/k for
    the k-th the chance that any interval misses stays bounded.
    """
    return None if place > MOST_VERSIONS else 1 - 0.05 / place


def holds_held_out(report: Report) -> bool:
    return report.split != "tuning"


def record_look(report: Report, person: Person | None) -> None:
    """Note that `person` (None: a command) obtained the report's figures.

    A member who has seen results can no longer rate the study blind, so the membership is
    marked; a ready report with held-out judge figures adds a look for each judge version. Safe
    to call again: a person looks at a report once.
    """
    if report.state != Report.State.READY:
        return
    if person is not None:
        Membership.objects.note_results_seen(study=report.study_id, person=person)
    if not holds_held_out(report):
        return
    content: dict[str, Any] = report.content or {}
    seen = {
        entry["id"]
        for entry in content.get("judge_versions", {}).values()
        if entry["confidence"] is not None
    }
    with transaction.atomic():
        before = HeldOutLook.objects.filter(report=report, person=person)
        seen -= set(before.values_list("judge_version_id", flat=True))
        HeldOutLook.objects.bulk_create(
            [
                HeldOutLook(report=report, person=person, judge_version_id=version)
                for version in sorted(seen)
            ],
            ignore_conflicts=True,
        )


def look_counts(study: Study) -> dict[int, int]:
    """How often each judge version's held-out figures were obtained."""
    counts: dict[int, int] = {}
    rows = HeldOutLook.objects.filter(report__study=study)
    for version in rows.values_list("judge_version_id", flat=True):
        counts[version] = counts.get(version, 0) + 1
    return counts
