"""Who gets which item next.

A rater walks through the study's queue of open slots (see raters.walking), with gold mixed in by
chance. Whoever wins the conditional UPDATE of a slot has it; the constraints on Assignment stand
behind that.

Locks: the membership's row first, then the assignment's, then the slot's.
"""

import secrets
from dataclasses import dataclass
from enum import StrEnum

from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from cases.models import Item, Membership, Person, RubricVersion, Study
from cases.rubrics import freeze
from raters.leases import lease_end, release_again, return_expired
from raters.models import Assignment, Slot
from raters.training import training_now
from raters.turns import writing
from raters.walking import Candidate, Walker, lock_walker, next_stretch, take_one, walk_on

_random = secrets.SystemRandom()

# Two raters after the same slots: the loser looks again this often, further each time, before
# giving up.
CLAIM_ATTEMPTS = 5


class Empty(StrEnum):
    """Why a rater gets no item."""

    FINISHED = "finished"
    WAITING = "waiting"
    PAUSED = "paused"
    CLOSED = "closed"
    NO_ITEMS = "no_items"
    RESULTS_SEEN = "results_seen"
    NOT_A_RATER = "not_a_rater"
    RATER_PAUSED = "rater_paused"
    # Training comes first, and the rater has not begun this attempt at it.
    TRAINING = "training"
    # The items there are ask for a skill that the rater does not have.
    NO_SKILL = "no_skill"
    # For claim_ahead: the one being rated is enough for now.
    NOTHING_AHEAD = "nothing_ahead"


@dataclass(frozen=True, slots=True)
class Claim:
    """Either the assignment to rate now, or the reason why there is none."""

    assignment: Assignment | None
    reason: Empty | None = None


# --- claiming ------------------------------------------------------------------------------


def claim_next(*, study: Study, rater: Person) -> Claim:
    """The item `rater` is to rate now: the one they hold, else gold by chance, else the next.

    Takes a constant number of queries and returns without an assignment, with the reason, when
    there is nothing for this rater.
    """
    if study.state != Study.State.OPEN:
        paused = study.state == Study.State.PAUSED
        return Claim(None, Empty.PAUSED if paused else Empty.CLOSED)
    for attempt in range(2):
        claim = _claim(study, rater)
        if claim.reason is not Empty.FINISHED:
            return claim
        # Nothing open: leases that ran out are what is left to hand on.
        if attempt or not return_expired(now=timezone.now(), study=study):
            break
    return Claim(None, _why_empty(study, rater))


def claim_ahead(*, study: Study, rater: Person, holding: Assignment) -> Claim:
    """One more item for `rater`, to be ready when `holding`, which they are rating, is done.

    By the same path as any other, gold included; asked again, the same one. A rater holds two at
    most. Nothing, with NOTHING_AHEAD, where `holding` is not theirs to rate any more, during
    training, and where a pause is to follow on `holding`: what is then held would wait for nothing.
    A lease ahead that nobody opens runs out like any other, and claim_next returns it when
    `holding` is done.
    """
    if study.state != Study.State.OPEN or holding.item.purpose == Item.Purpose.TRAINING:
        return Claim(None, Empty.NOTHING_AHEAD)
    claim = _claim(study, rater, holding)
    return claim if claim.assignment else Claim(None, Empty.NOTHING_AHEAD)


@writing()
def _claim(study: Study, rater: Person, holding: Assignment | None = None) -> Claim:
    walker = lock_walker(study, rater)
    if walker is None:
        return Claim(None, Empty.NOT_A_RATER)
    if walker.results_seen:
        return Claim(None, Empty.RESULTS_SEEN)
    if walker.paused and not walker.retraining:
        return Claim(None, Empty.RATER_PAUSED)
    if not walker.trained:
        if holding is not None:
            return Claim(None, Empty.NOTHING_AHEAD)
        training = training_now(study, rater, walker)
        if training.assignment is not None:
            _freeze_rubric(study)
            return Claim(training.assignment)
        if not training.over:
            return Claim(None, Empty.TRAINING)
        if walker.paused:
            # None of the training items is for somebody with these skills: a lead has to decide.
            return Claim(None, Empty.RATER_PAUSED)
    # A statement of its own: what was seen before the wait for the lock may be out of date.
    held = _held(study, rater)
    if holding is not None:
        rating_now = any(one.pk == holding.pk and one.state == "leased" for one in held)
        if not rating_now or walker.pause_in == 1:
            return Claim(None, Empty.NOTHING_AHEAD)
        held = [one for one in held if one.pk != holding.pk]
    assignment = _resume(study, held) or _claim_new(study, rater, walker)
    if assignment is None:
        return Claim(None, Empty.FINISHED)
    _freeze_rubric(study)
    return Claim(assignment)


def _freeze_rubric(study: Study) -> None:
    """Whoever holds an item is shown the questions, so from the first lease on they stay."""
    version = study.rubric_version
    if version.frozen_at is None:
        # They may have been edited since the version was loaded.
        newest = RubricVersion.objects.select_for_update()
        version.refresh_from_db(fields=["content_hash", "frozen_at"], from_queryset=newest)
        freeze(version)


# Written out, as in raters.walking. The oldest lease first, then what may be taken up again.
_HELD = """
    SELECT a.*, i.kind, i.case_id, i.case_b_id, i.turn, i.skill, i.sensitive, i.purpose
    FROM raters_assignment a JOIN cases_item i ON i.id = a.item_id
    WHERE a.rater_id = %s AND i.study_id = %s AND i.purpose <> 'training'
    AND (a.state = 'leased' OR (
        a.state = 'returned' AND (i.purpose = 'gold' OR EXISTS (
            SELECT 1 FROM raters_slot s WHERE s.item_id = a.item_id AND s.state = 'open'
            AND (s.reserved_for_id IS NULL OR s.reserved_for_id = a.rater_id)))))
    ORDER BY a.state, a.leased_at
"""


def _held(study: Study, rater: Person) -> list[Assignment]:
    """What the rater holds or once held unrated, with the item of each as far as it is needed."""
    held = list(Assignment.objects.raw(_HELD, [rater.pk, study.pk]))
    for one in held:
        values = [getattr(one, name, None) for name in _ITEM_FIELDS]
        one.item = Item.from_db(connection.alias, _ITEM_FIELDS, [one.item_id, *values[1:]])
        one.item.study, one.rater = study, rater
    return held


# In the order of the model's fields, as from_db wants them.
_ITEM_FIELDS = ["id", "kind", "case_id", "case_b_id", "turn", "skill", "sensitive", "purpose"]


def _resume(study: Study, held: list[Assignment]) -> Assignment | None:
    """The lease the rater holds, renewed if it ran out; else one that came back unrated."""
    if not held:
        return None
    first, now = held[0], timezone.now()
    if first.state == Assignment.State.LEASED and first.expires_at > now:
        return first
    return first if release_again(first, study, now) else None


def _claim_new(study: Study, rater: Person, walker: Walker) -> Assignment | None:
    """With the study's gold share as probability a gold item new to the rater, else an ordinary
    one. Both take as many statements."""
    wants_gold = _random.random() < study.gold_share
    for attempt in range(CLAIM_ATTEMPTS):
        stretch = next_stretch(study, walker, attempt=attempt)
        if stretch is None:
            # No gold either: an item where the queue has none would give itself away.
            return None
        gold = _draw_gold(study, rater, walker.skills) if wants_gold else None
        if gold is not None:
            walk_on(walker, stretch.front, None)
            return _lease(study, rater, gold)
        taken = take_one(stretch, walker)
        if taken is not None:
            walk_on(walker, stretch.front, taken)
            return _lease(study, rater, taken.item, taken)
    return None


# A seek from a random place on, so that it takes no longer with many gold items than with few; what
# the rater has had is passed over, from the top again at the end.
_GOLD = """
    SELECT i.id, i.kind, i.case_id, i.case_b_id, i.turn, i.skill, i.sensitive, i.purpose
    FROM cases_item i
    WHERE i.study_id = %s AND i.purpose = 'gold' AND i.retired_at IS NULL AND i.rank >= %s
    AND NOT EXISTS (SELECT 1 FROM raters_assignment a WHERE a.item_id = i.id AND a.rater_id = %s)
    {skills}
    ORDER BY i.rank LIMIT 1
"""


def _draw_gold(study: Study, rater: Person, skills: list[str]) -> Item | None:
    allowed = ", ".join(["%s"] * (len(skills) + 1))
    statement = _GOLD.format(skills=f"AND i.skill IN ({allowed})")
    for start in (_random.randrange(2**53), 0):
        with connection.cursor() as cursor:
            cursor.execute(statement, [study.pk, start, rater.pk, "", *skills])
            row = cursor.fetchone()
        if row is not None:
            item = Item.from_db(connection.alias, _ITEM_FIELDS, row)
            item.study = study
            return item
    return None


def _lease(study: Study, rater: Person, item: Item, place: Candidate | None = None) -> Assignment:
    now = timezone.now()
    return Assignment.objects.create(
        item=item,
        rater=rater,
        slot_id=place.slot if place else None,
        side_order=_side_order(item) if item.kind == Item.Kind.PAIRWISE else "",
        leased_at=now,
        expires_at=lease_end(study, now),
    )


def _side_order(item: Item) -> str:
    """The order this item was shown in less often so far; by lot when both are equal."""
    kept = ~Q(state__in=[Assignment.State.RETURNED, Assignment.State.TAKEN_BACK])
    counts = Assignment.objects.filter(kept, item=item).aggregate(
        ab=Count("pk", filter=Q(side_order="ab")), ba=Count("pk", filter=Q(side_order="ba"))
    )
    if counts["ab"] == counts["ba"]:
        return _random.choice(["ab", "ba"])
    return "ab" if counts["ab"] < counts["ba"] else "ba"


def _why_empty(study: Study, rater: Person) -> Empty:
    """Says no more than this rater may know: nothing of items that are for others only."""
    slots = Slot.objects.filter(study=study)
    membership = Membership.objects.filter(study=study, person=rater).first()
    skills = membership.skills if membership else []
    mine = slots.filter(Q(reserved_for=None, skill__in=["", *skills]) | Q(reserved_for=rater.pk))
    had = Assignment.objects.filter(item=OuterRef("item"), rater=rater)
    # Leased ones may come back; open ones were in somebody's hands when the claim passed by.
    coming = mine.filter(~Exists(had.exclude(state=Assignment.State.RETURNED)))
    if coming.exclude(state=Slot.State.FILLED).exists():
        return Empty.WAITING
    if mine.exists():
        return Empty.FINISHED
    return Empty.NO_SKILL if slots.filter(reserved_for=None).exists() else Empty.NO_ITEMS
