"""What a rater may know about how far things are.

Everything here is either the rater's own, or a fact of the study's design, or coarse: see
docs/decisions/0015-what-raters-see-of-progress.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from statistics import median

from django.core.cache import cache
from django.db import connection
from django.db.models import Case, Count, IntegerField, Value, When
from django.utils import timezone

from cases.models import Membership, Person, Study
from raters.models import Assignment, Rating, Slot

# Figures beside the rater's own counts are kept so long.
KEPT_SECONDS = 60
SHARE_KEPT_SECONDS = 600
# Own ratings after which their pace counts rather than the study's expectation, and how many of
# the newest.
PACE_FROM = 5
PACE_OF = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """How many items the rater has finished."""

    mine_today: int
    mine: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much of the study is rated, in per cent; `left` says how long this rater's share may
    take yet, in words; "" where that is no question any more."""

    percent: int
    left: str


def progress_of(*, study: Study, rater: Person, now: datetime) -> Progress:
    """Counts of the rater's own finished items."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    with connection.cursor() as cursor:
        since = connection.ops.adapt_datetimefield_value(midnight)
        cursor.execute(_PROGRESS, [since, rater.pk, study.pk])
        mine, today = cursor.fetchone()
    return Progress(mine_today=today, mine=mine)


# Written out because it is asked with every item: compiling it costs more than counting. What is
# set aside counts on, since its rater is told nothing of that.
_PROGRESS = """
    SELECT COUNT(*), COUNT(*) FILTER (WHERE a.finished_at >= %s)
    FROM raters_assignment a JOIN cases_item i ON i.id = a.item_id
    WHERE a.rater_id = %s AND a.state IN ('finished', 'set_aside', 'surplus') AND i.study_id = %s
    AND i.purpose <> 'training'
"""


def outlook_of(*, study: Study, rater: Person, mine: int) -> Outlook:
    """How far the study is and how long the rater's share may take; up to a minute old."""
    asked: dict[str, tuple[Callable[[], float], int]] = {
        f"study-percent-{study.pk}": (lambda: study_percent(study), KEPT_SECONDS),
        f"study-share-{study.pk}": (lambda: share_of_each(study), SHARE_KEPT_SECONDS),
        f"pace-{study.pk}-{rater.pk}": (
            lambda: own_minutes(study=study, rater=rater),
            KEPT_SECONDS,
        ),
    }
    found = cache.get_many(asked)
    # Only what is missing: on a large study each of them reads all its places.
    for name in asked.keys() - found.keys():
        compute, seconds = asked[name]
        found[name] = compute()
        cache.set(name, found[name], seconds)
    percent, share, pace = (found[name] for name in asked)
    left = time_left(items=share - mine, minutes=pace or study.expected_minutes)
    return Outlook(percent, left)


def study_percent(study: Study) -> int:
    """How much of the study is rated, in whole steps of five per cent.

    Gold ratings count on both sides and the figure is coarse, so that nobody can read from it
    whether the item just rated was an ordinary one.
    """
    done = When(state=Slot.State.FILLED, then=Value(1))
    slots = Slot.objects.filter(study=study).aggregate(
        all=Count("pk"), filled=Count(Case(done, output_field=IntegerField()))
    )
    gold = Assignment.objects.finished().filter(item__study=study, slot__isnull=True).count()
    total = slots["all"] + gold
    return (slots["filled"] + gold) * 100 // total // 5 * 5 if total else 0


def share_of_each(study: Study) -> int:
    """How many items a rater has to rate if all rate as many: places over raters, and at most
    every item once.

    Made of the study's design alone: it doesn't move when anybody rates.
    """
    raters = Membership.objects.live().filter(study=study, role=Membership.Role.RATER).count()
    slots = Slot.objects.filter(study=study)
    if not raters:
        return 0
    return min(ceil(slots.count() / raters), slots.filter(number=1).count())


def own_minutes(*, study: Study, rater: Person) -> float:
    """The median of the active minutes of the rater's newest ratings; 0 where there are few."""
    rated = Rating.objects.filter(
        assignment__in=Assignment.objects.of(rater, study),
        outcome=Rating.Outcome.RATED,
        revision=1,
        active_ms__gt=0,
    ).order_by("-created_at")
    spent: Sequence[int] = [ms or 0 for ms in rated.values_list("active_ms", flat=True)[:PACE_OF]]
    return median(spent) / 60_000 if len(spent) >= PACE_FROM else 0.0


def time_left(*, items: int, minutes: float) -> str:
    """About how long `items` take at so many minutes each, in words. Pure."""
    if items <= 0:
        return ""
    whole = items * minutes
    if whole < 10:
        return "under 10 min"
    if whole < 57.5:
        return f"about {round(whole / 5) * 5} min"
    if whole >= 600:
        return f"about {round(whole / 60)} h"
    hours, quarters = divmod(round(whole / 15), 4)
    return f"about {hours} h {quarters * 15} min" if quarters else f"about {hours} h"
