"""What a rater may know about how far things are."""

from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Case, Count, IntegerField, Value, When
from django.utils import timezone

from cases.models import Person, Study
from raters.models import Assignment, Slot


@dataclass(frozen=True, slots=True)
class Progress:
    """How many items the rater has finished."""

    mine_today: int
    mine: int


def progress_of(*, study: Study, rater: Person, now: datetime) -> Progress:
    """Counts of the rater's own finished items."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    with connection.cursor() as cursor:
        since = connection.ops.adapt_datetimefield_value(midnight)
        cursor.execute(_PROGRESS, [since, rater.pk, study.pk])
        mine, today = cursor.fetchone()
    return Progress(mine_today=today, mine=mine)


# Written out because it is asked with every item: compiling it costs more than counting.
_PROGRESS = """
    SELECT COUNT(*), COUNT(*) FILTER (WHERE a.finished_at >= %s)
    FROM raters_assignment a JOIN cases_item i ON i.id = a.item_id
    WHERE a.rater_id = %s AND a.state = 'finished' AND i.study_id = %s
"""


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
