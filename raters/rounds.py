"""Calibration rounds: the same pilot items for everybody.

A pilot item is an ordinary item whose places are kept for the raters of the round, one each, so
that its overlap is their number until the round is closed.

Locks: as raters.reserving.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q
from django.utils import timezone

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Person, Study
from cases.models.cases import queue_rank
from cases.sampling import allocate, draw
from raters.models import Assignment, CalibrationRound, Slot
from raters.reserving import check_items, lock_raters
from raters.slots import new_slot, send_back
from raters.turns import writing

PILOT_ITEMS = 30
_TAKEN = ~Q(state=Slot.State.OPEN) | Q(reserved_for__isnull=False)


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """How far one rater of a round is. `left` are items not rated yet; `passed` those skipped."""

    rater: Person
    rated: int
    passed: int
    left: int


@writing()
def start_round(
    *,
    study: Study,
    raters: Sequence[Person],
    items: Sequence[Item] | None = None,
    count: int = PILOT_ITEMS,
    note: str = "",
    actor: Person | None,
) -> CalibrationRound:
    """Give all of `raters` the same pilot items, before all else, each in an order of their own.

    The items are `items`, or `count` drawn by lot, evenly over the strata, from ordinary items that
    nobody has begun; where there are fewer, all of those, and the round's slots and its audit event
    say how many. Raises BadInput for fewer than two raters, for people who can't rate in the study,
    for items that somebody has begun, that are kept for somebody or ask for a skill that one of the
    raters lacks, and where no item is left.
    """
    study = lock_study(study)
    if study.state == Study.State.CLOSED:
        raise BadInput("The study is closed: open it before you start a calibration round.")
    people = list({rater.pk: rater for rater in raters}.values())
    if len(people) < 2:
        raise BadInput("A calibration round needs at least two raters: choose more.")
    skills = set.intersection(*(set(m.skills) for m in lock_raters(study, people)))
    last = CalibrationRound.objects.filter(study=study).aggregate(n=Max("number", default=0))["n"]
    if items is None:
        if count < 1:
            raise BadInput(f"{count} pilot items: give a number from 1 on")
        chosen = _drawn(study, skills, count, last + 1)
    else:
        chosen = _checked(study, skills, items)
    if not chosen:
        raise BadInput(
            "There is no item left that nobody has begun: add items to the study before you start "
            "a calibration round."
        )
    round_ = CalibrationRound.objects.create(
        study=study, number=last + 1, note=note.strip(), created_by=actor
    )
    round_.raters.set(people)
    Slot.objects.filter(item__in=chosen).delete()
    Slot.objects.bulk_create(
        (
            new_slot(study, item, number, rank=queue_rank(), reserved_for=rater, round=round_)
            for item in chosen
            for number, rater in enumerate(people, start=1)
        ),
        batch_size=2000,
    )
    AuditEvent.record(
        "round.started",
        actor=actor,
        study=study,
        target=round_,
        raters=[rater.pk for rater in people],
        items=len(chosen),
        asked=len(items) if items is not None else count,
    )
    return round_


@writing()
def close_round(*, round_: CalibrationRound, actor: Person | None) -> int:
    """End a round: its items get the study's overlap like all others. Returns places given back.

    Places that nobody has taken go back into the queue as far as the overlap needs them, and else
    away; what is rated or being rated stays, even if it is more than the overlap. A round that is
    closed already stays as it is.
    """
    study = lock_study(round_.study)
    if not CalibrationRound.objects.filter(pk=round_.pk, closed_at=None).exists():
        return 0
    round_.closed_at = timezone.now()
    round_.save(update_fields=["closed_at"])
    given_back = 0
    by_item: dict[int, list[Slot]] = defaultdict(list)
    pilots = Slot.objects.filter(round=round_).values("item")
    slots = Slot.objects.filter(item__in=pilots).select_for_update(of=("self",)).order_by("pk")
    for slot in slots:
        by_item[slot.item_id].append(slot)
    items = Item.objects.in_bulk(by_item)
    surplus: list[int] = []
    missing: list[Slot] = []
    for pk, own in by_item.items():
        open_ = [slot for slot in own if slot.state == Slot.State.OPEN]
        wanted = max(0, study.overlap - (len(own) - len(open_)))
        surplus += [slot.pk for slot in open_[wanted:]]
        kept = [slot.pk for slot in open_[:wanted]]
        Slot.objects.filter(pk__in=kept).update(reserved_for=None, rank=items[pk].rank)
        after = max(slot.number for slot in own) + 1
        lacking = wanted - len(kept)
        missing += [new_slot(study, items[pk], after + n, round=round_) for n in range(lacking)]
        given_back += len(kept) + lacking
    Slot.objects.filter(pk__in=surplus).delete()
    Slot.objects.bulk_create(missing)
    # What is being rated and comes back unrated is for everybody then.
    Slot.objects.filter(round=round_, state=Slot.State.LEASED).update(reserved_for=None)
    if given_back:
        send_back(study, max(item.priority for item in items.values()))
    AuditEvent.record(
        "round.closed",
        actor=actor,
        study=study,
        target=round_,
        given_back=given_back,
        taken_away=len(surplus),
    )
    return given_back


def round_progress(round_: CalibrationRound) -> list[RoundProgress]:
    """How far each rater of a round is, in the order of their names. Three queries."""
    pilots = Slot.objects.filter(round=round_).values("item")
    raters = list(round_.raters.order_by("display_name", "username"))
    done = Q(state=Assignment.State.FINISHED)
    passed = Q(state__in=[Assignment.State.SKIPPED, Assignment.State.OPTED_OUT])
    rows = (
        Assignment.objects.filter(item__in=pilots, rater__in=raters)
        .values_list("rater")
        .annotate(done=Count("pk", filter=done), passed=Count("pk", filter=passed))
    )
    counts = {rater: (rated, skipped) for rater, rated, skipped in rows}
    all_ = pilots.distinct().count()
    found = []
    for rater in raters:
        rated, skipped = counts.get(rater.pk, (0, 0))
        found.append(RoundProgress(rater, rated, skipped, all_ - rated - skipped))
    return found


# --- the pilot items ------------------------------------------------------------------------


def _unbegun(study: Study, skills: set[str]) -> list[Item]:
    """Ordinary items that nobody has had and no place of which is kept, their slots locked."""
    own = Slot.objects.filter(item=OuterRef("pk"))
    taken = own.filter(_TAKEN)
    had = Assignment.objects.filter(item=OuterRef("pk"))
    return list(
        Item.objects.in_study(study)
        .ordinary()
        .filter(Exists(own), ~Exists(taken), ~Exists(had), skill__in=["", *skills])
        .select_related("case")
        .only("key", "skill", "purpose", "priority", "rank", "study_id", "case__strata")
        .order_by("pk")
    )


def _locked(items: Sequence[Item]) -> list[Item]:
    """Those of `items` that still nobody has begun: a claim under way is waited for."""
    slots = Slot.objects.filter(item__in=items)
    list(slots.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
    taken = set(slots.filter(_TAKEN).values_list("item", flat=True))
    return [item for item in items if item.pk not in taken]


def _drawn(study: Study, skills: set[str], count: int, number: int) -> list[Item]:
    strata: dict[tuple[str, ...], list[Item]] = defaultdict(list)
    for item in _unbegun(study, skills):
        found = item.case.strata
        strata[(str(found.get("intent", "")), str(found.get("outcome", "")))].append(item)
    salt = f"calibration round {number}".encode()
    sizes = {stratum: len(items) for stratum, items in strata.items()}
    if not sizes:
        return []
    shares = allocate(sizes, count, seed=study.seed, salt=salt)
    chosen: list[Item] = []
    for stratum, items in strata.items():
        keys = [item.key for item in items]
        drawn = draw(keys, shares.get(stratum, 0), seed=study.seed, salt=salt)
        chosen += [item for item in items if item.key in drawn]
    return _locked(chosen)


def _checked(study: Study, skills: set[str], items: Sequence[Item]) -> list[Item]:
    check_items(study, skills, items)
    wanted = list({item.pk: item for item in items}.values())
    begun = set(Assignment.objects.filter(item__in=wanted).values_list("item", flat=True))
    free = {item.pk for item in _locked(wanted)} - begun
    taken = [item.key for item in wanted if item.pk not in free]
    if taken:
        raise BadInput(
            f"Somebody has begun {', '.join(taken[:5])}{' and others' if len(taken) > 5 else ''}, "
            "or a place there is kept for somebody: choose items that nobody has begun."
        )
    return wanted
