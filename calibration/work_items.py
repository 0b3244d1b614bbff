"""Ordinary items of a study by what is still to do about them, for leads."""

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import (
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from cases.models import Item, Membership, Study
from raters.models import Assignment, Flag, Slot

PER_PAGE = 50
MAX_WORDS = 100


@dataclass(frozen=True, slots=True)
class Able:
    """Who can get items now: ids by skill ("" is everybody), for the skills that items ask for."""

    by_skill: dict[str, list[int]]

    @property
    def people(self) -> list[int]:
        return self.by_skill[""]


@dataclass(frozen=True, slots=True)
class State:
    """A filter of the list; `condition` holds of items as states_of gives them."""

    label: str
    meaning: str
    condition: Q


STATES: dict[str, State] = {
    "open": State(
        "Open",
        "Places are free and nobody is rating.",
        Q(leased=0, waiting__gt=0),
    ),
    "in_hand": State("In hand", "Somebody is rating now.", Q(leased__gt=0)),
    "finished": State("Finished", "Every place is filled.", Q(leased=0, waiting=0, places__gt=0)),
    "stuck": State(
        "Stuck",
        "More places are open than there are raters who may take them.",
        Q(waiting__gt=0) & (Q(waiting_free__gt=F("left")) | Q(kept_badly__gt=0)),
    ),
    "flagged": State("Flagged", "A rater asks the leads to look.", Q(flagged__gt=0)),
    "skipped": State("Skipped", "A rater has skipped it or opted out.", Q(passed__gt=0)),
}


def able_raters(study: Study) -> Able:
    """Raters who can get an item now: there, not paused, blind. Two queries."""
    asked = Item.objects.in_study(study).ordinary().exclude(skill="").order_by()
    members = Membership.objects.live().filter(
        study=study, role=Membership.Role.RATER, paused_at=None, results_seen_at=None
    )
    rows = list(members.values_list("person_id", "skills"))
    wanted = ["", *asked.values_list("skill", flat=True).distinct()]
    return Able(
        {
            skill: [person for person, skills in rows if not skill or skill in skills]
            for skill in wanted
        }
    )


def states_of(study: Study, able: Able) -> QuerySet[Item]:
    """The ordinary items with what STATES asks about."""
    had = Assignment.objects.filter(item=OuterRef("pk")).exclude(state=Assignment.State.RETURNED)
    mine = reduce(
        or_,
        (Q(item__skill=skill, rater__in=people) for skill, people in able.by_skill.items()),
    )
    slots = Slot.objects.filter(item=OuterRef("pk"))
    open_ = slots.filter(state=Slot.State.OPEN)
    has_had = Assignment.objects.filter(item=OuterRef("item"), rater=OuterRef("reserved_for"))
    lost = ~Q(reserved_for__in=able.people) | Exists(
        has_had.exclude(state=Assignment.State.RETURNED)
    )
    flags = Flag.objects.filter(assignment__item=OuterRef("pk"), resolved_at=None)
    passed = had.filter(state__in=[Assignment.State.SKIPPED, Assignment.State.OPTED_OUT])
    return (
        Item.objects.in_study(study)
        .ordinary()
        .annotate(
            places=_count(slots),
            filled=_count(slots.filter(state=Slot.State.FILLED)),
            leased=_count(slots.filter(state=Slot.State.LEASED)),
            waiting=_count(open_),
            waiting_free=_count(open_.filter(reserved_for=None)),
            left=_able_count(able) - _count(had.filter(mine)),
            kept_badly=_count(open_.filter(lost, reserved_for__isnull=False)),
            flagged=_count(flags, "assignment__item"),
            passed=_count(passed),
        )
    )


def _count(rows: QuerySet[Any, Any], item: str = "item") -> Coalesce:
    """How many of `rows`, which `item` leads from to the item."""
    counted = rows.order_by().values(item).annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


def _able_count(able: Able) -> Case:
    whens = [When(skill=skill, then=Value(len(people))) for skill, people in able.by_skill.items()]
    return Case(*whens, default=Value(0), output_field=IntegerField())


# --- the list -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ItemsPage:
    """A stretch of the list in the order of its items' ids; `after` begins the next one."""

    items: list[Item]
    after: int | None


def matching(study: Study, *, state: str = "", words: str = "") -> QuerySet[Item]:
    """The ordinary items in one of STATES whose key or case's key holds `words`."""
    items = states_of(study, able_raters(study))
    if state in STATES:
        items = items.filter(STATES[state].condition)
    if words:
        items = items.filter(Q(key__icontains=words) | Q(case__key__icontains=words))
    return items


def page_of(items: QuerySet[Item], *, after: int) -> ItemsPage:
    """The items after the one with this id: a seek, however far down the list."""
    found = list(
        items.filter(pk__gt=after)
        .select_related("case")
        .defer("case__turns")
        .order_by("pk")[: PER_PAGE + 1]
    )
    more = len(found) > PER_PAGE
    return ItemsPage(found[:PER_PAGE], found[PER_PAGE - 1].pk if more else None)


def stuck_why(item: Item, able: Able) -> str:
    """Why nobody gets an item of states_of that is stuck, and what helps."""
    counts = vars(item)
    if counts["kept_badly"]:
        return (
            "A place is kept for somebody who is gone, paused or has had the item: "
            "hand it to somebody else."
        )
    people = able.by_skill.get(item.skill, [])
    if not able.people:
        return "No rater can get items now: invite raters, or let paused ones go on."
    if item.skill and not people:
        return f"No rater has the skill {item.skill}: note it for a rater, or no longer ask for it."
    who = f"raters with the skill {item.skill}" if item.skill else "raters"
    left = max(0, counts["left"])
    return (
        f"{counts['waiting_free']} open, but only {left} of {len(people)} {who} "
        f"{'is' if left == 1 else 'are'} left who "
        "have not had it: invite more, or lower the overlap."
    )


def state_of(item: Item) -> str:
    """The one of open, in_hand and finished that an item of states_of is in."""
    counts = vars(item)
    if counts["leased"]:
        return "in_hand"
    return "open" if counts["waiting"] else "finished"
