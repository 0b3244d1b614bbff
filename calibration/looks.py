"""Looks at held-out results: recorded, counted, and paid for in confidence."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet

from calibration.models import HeldOutLook, Report
from cases.models import Item, Membership, Person, Study
from judges.models import JudgeRequest, JudgeRun

# Versions that may be compared on one set of held-out items.
MOST_VERSIONS = 5


def counting_looks(study: Study) -> QuerySet[HeldOutLook]:
    """The looks at the held-out items of today. Two queries and the one returned.

    New held-out items come in by import, and old ones leave by becoming gold or examples. A look
    counts until more than half of the held-out items came after it: till then, what it taught
    still tells on most of them.
    """
    looks = HeldOutLook.objects.filter(report__study=study)
    held_out = Item.objects.in_study(study).ordinary().filter(split=Item.Split.HELD_OUT)
    count = held_out.count()
    if not count:
        return looks
    middle = held_out.order_by("created_at").values_list("created_at", flat=True)[(count - 1) // 2]
    seen_then = Q(report__finished_at__gte=middle) | Q(report__finished_at__isnull=True)
    return looks.filter(seen_then)


def versions_looked_at(study: Study) -> list[int]:
    """Judge versions whose held-out figures somebody has seen, in the order of the first look."""
    rows = counting_looks(study).order_by("at", "pk")
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


def versions_on_held_out(study: Study) -> set[int]:
    """Judge versions that answered a held-out item in a finished run. One query."""
    rows = JudgeRequest.objects.filter(
        run__study=study,
        run__state=JudgeRun.State.FINISHED,
        item__purpose=Item.Purpose.ORDINARY,
        item__split=Item.Split.HELD_OUT,
    )
    return set(rows.order_by().values_list("run__version_id", flat=True).distinct())


def confidences(
    study: Study, versions: Iterable[int], on_held_out: set[int]
) -> dict[int, float | None]:
    """Confidence of each version's figures in a report; None refuses them.

    Whoever opens the report looks at all of its versions with held-out figures, one after the
    other; a version without any costs nothing.
    """
    looked_at = versions_looked_at(study)
    result: dict[int, float | None] = {}
    for version in versions:
        if version not in on_held_out:
            result[version] = 0.95
            continue
        result[version] = confidence_of(place_of(version, looked_at))
        if version not in looked_at:
            looked_at.append(version)
    return result


def holds_held_out(report: Report) -> bool:
    """Whether the report holds a judge's figures on held-out items."""
    if report.split == "tuning":
        return False
    versions = (report.content or {}).get("judge_versions", {}).values()
    return any(entry.get("held_out", True) for entry in versions)


def has_seen(report: Report, person: Person | None) -> bool:
    """Whether `person` has opened this report, so that its results may be shown elsewhere."""
    if person is None:
        return False
    if _versions_shown(report):
        return HeldOutLook.objects.filter(report=report, person=person).exists()
    membership = Membership.objects.filter(person=person, study=report.study_id).first()
    return membership is None or membership.results_seen_at is not None


def _versions_shown(report: Report) -> set[int]:
    """Versions whose held-out figures the report holds and doesn't refuse."""
    if not holds_held_out(report):
        return set()
    return {
        entry["id"]
        for entry in (report.content or {}).get("judge_versions", {}).values()
        if entry["confidence"] is not None and entry.get("held_out", True)
    }


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
    seen = _versions_shown(report)
    if not seen:
        return
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
    """How often each judge version's figures on the held-out items of today were obtained."""
    counts: dict[int, int] = {}
    rows = counting_looks(study)
    for version in rows.values_list("judge_version_id", flat=True):
        counts[version] = counts.get(version, 0) + 1
    return counts
