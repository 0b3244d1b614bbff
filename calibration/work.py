"""How far the rating of a study is, as its leads see it. Names no label and no verdict."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import Count, F, Max, Min, Q, Window
from django.db.models.functions import RowNumber, TruncDate
from django.utils import timezone

from calibration.charts import DayChart, day_chart
from calibration.work_items import STATES, Able, able_raters, states_of
from cases.models import Item, Membership, Study
from raters.models import Assignment, Rating, Slot

DAYS = 14
# The rate is that of the last days, and undefined with fewer ratings than this.
RATE_DAYS = 7
LEAST_RATINGS = 10
# A rater's median is that of so many of their newest ratings, and undefined below PACE_FROM.
PACE_OF = 50
PACE_FROM = 5
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RaterWork:
    """One rater. `minutes` is None with too few ratings; `oldest` is since when they hold the
    oldest item that they have in hand."""

    member: Membership
    today: int
    rated: int
    gold: int
    training: int
    passed: int
    in_hand: int
    oldest: datetime | None
    seen: datetime | None
    minutes: float | None


@dataclass(frozen=True, slots=True)
class Outlook:
    """Ratings a day, and when the rest is done at that rate; or why that is undefined."""

    per_day: float | None
    ends: date | None
    undefined: str = ""


@dataclass(frozen=True, slots=True)
class Work:
    """Items by state, places by state, the raters, and the last days."""

    items: dict[str, int]
    needed: int
    done: int
    leased: int
    gold: int
    training: int
    raters: list[RaterWork]
    chart: DayChart
    outlook: Outlook
    read_at: datetime

    @property
    def open(self) -> int:
        return self.needed - self.done - self.leased

    @property
    def percent(self) -> int:
        return 100 * self.done // self.needed if self.needed else 0

    @property
    def items_total(self) -> int:
        return sum(self.items[name] for name in ("finished", "in_hand", "open"))


def work_of(study: Study, *, now: datetime) -> Work:
    """Everything the page of the work counts, in a constant number of queries."""
    slots = Slot.objects.filter(study=study).aggregate(
        needed=Count("pk"),
        done=Count("pk", filter=Q(state=Slot.State.FILLED)),
        leased=Count("pk", filter=Q(state=Slot.State.LEASED)),
    )
    today = timezone.localtime(now).date()
    days = _days(study, today, now)
    raters = _raters(study, now)
    able = able_raters(study)
    return Work(
        items=_items(study, able),
        **slots,
        gold=sum(rater.gold for rater in raters),
        training=sum(rater.training for rater in raters),
        raters=raters,
        chart=day_chart("Ratings a day", days),
        outlook=outlook(days, left=slots["needed"] - slots["done"], today=today),
        read_at=now,
    )


def outlook(days: Sequence[tuple[date, int]], *, left: int, today: date) -> Outlook:
    """The rate over the last whole days and today's, and where it leads. Pure."""
    recent = days[-RATE_DAYS:]
    begun = next((index for index, (_, count) in enumerate(days) if count), len(days))
    span = min(len(recent), len(days) - begun)
    count = sum(n for _, n in recent)
    if not left:
        return Outlook(count / span if span else None, None, "nothing is left to rate")
    if count < LEAST_RATINGS:
        said = f"fewer than {LEAST_RATINGS} ratings in the last {RATE_DAYS} days"
        return Outlook(None, None, said)
    if span < 2:
        return Outlook(None, None, "ratings of one day only")
    rate = count / span
    whole = -(-left * span // count)
    if whole > 3650:
        return Outlook(rate, None, "at this rate it takes more than ten years")
    return Outlook(rate, today + whole * _DAY)


def _items(study: Study, able: Able) -> dict[str, int]:
    # Under names of their own: some states are called like what they are asked about.
    counts = states_of(study, able).aggregate(
        **{f"n_{name}": Count("pk", filter=state.condition) for name, state in STATES.items()}
    )
    return {name: counts[f"n_{name}"] for name in STATES}


def _days(study: Study, today: date, now: datetime) -> list[tuple[date, int]]:
    """Ordinary items rated on each of the last days, oldest first."""
    rows = (
        Assignment.objects.finished()
        .filter(item__study=study, slot__isnull=False, finished_at__gte=now - (DAYS + 1) * _DAY)
        .order_by()
        .values_list(TruncDate("finished_at"))
        .annotate(n=Count("pk"))
    )
    counts: dict[date, int] = dict(rows)
    days = [today - back * _DAY for back in reversed(range(DAYS))]
    return [(day, counts.get(day, 0)) for day in days]


def _raters(study: Study, now: datetime) -> list[RaterWork]:
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    rated = Q(state__in=Assignment.RATED)
    ordinary = Q(item__purpose=Item.Purpose.ORDINARY)
    held = Q(state=Assignment.State.LEASED)
    passed = Q(state__in=[Assignment.State.SKIPPED, Assignment.State.OPTED_OUT])
    rows = Assignment.objects.filter(item__study=study).order_by().values("rater")
    counts: dict[int, dict[str, Any]] = {
        row["rater"]: dict(row)
        for row in rows.annotate(
            today=Count("pk", filter=rated & ordinary & Q(finished_at__gte=midnight)),
            rated=Count("pk", filter=rated & ordinary),
            gold=Count("pk", filter=rated & Q(item__purpose=Item.Purpose.GOLD)),
            training=Count("pk", filter=rated & Q(item__purpose=Item.Purpose.TRAINING)),
            passed=Count("pk", filter=passed),
            in_hand=Count("pk", filter=held),
            oldest=Min("leased_at", filter=held),
            last_leased=Max("leased_at"),
            last_finished=Max("finished_at"),
        )
    }
    minutes = minutes_of(study)
    members = Membership.objects.filter(study=study, role=Membership.Role.RATER)
    members = members.select_related("person").order_by("removed_at", "pk")
    return [
        _rater(member, counts.get(member.person_id, {}), minutes.get(member.person_id, []))
        for member in members
        if member.removed_at is None or member.person_id in counts
    ]


def _rater(member: Membership, found: dict[str, Any], minutes: list[float]) -> RaterWork:
    seen = [found.get("last_leased"), found.get("last_finished")]
    return RaterWork(
        member=member,
        **{n: found.get(n, 0) for n in ("today", "rated", "gold", "training", "passed", "in_hand")},
        oldest=found.get("oldest"),
        seen=max((at for at in seen if at is not None), default=None),
        minutes=median(minutes) if len(minutes) >= PACE_FROM else None,
    )


def minutes_of(study: Study) -> dict[int, list[float]]:
    """Active minutes of each rater's newest ratings, by the person's id."""
    newest = Window(
        RowNumber(), partition_by=F("assignment__rater"), order_by=F("created_at").desc()
    )
    rows = (
        Rating.objects.filter(
            assignment__item__study=study,
            outcome=Rating.Outcome.RATED,
            revision=1,
            active_ms__gt=0,
        )
        .annotate(nth=newest)
        .filter(nth__lte=PACE_OF)
        .values_list("assignment__rater", "active_ms")
    )
    found: dict[int, list[float]] = {}
    for rater, spent in rows:
        found.setdefault(rater, []).append((spent or 0) / 60_000)
    return found
