"""The walk of a rater through a study's queue: where it stands, and which places come next.

A queue is a lane of open slots for everybody and one for each skill, all in one order: priority,
then random rank. A rater walks through the lanes that are theirs at once; `Place` remembers how
far, so that every step is one seek in one index however long the queue is. Slots kept for the rater
come before all others.

A step looks at the next few items, not at one, and `raters.balance` says which is taken. The walk
stays in front of the first that was left. Who has met whom is kept with the memberships, as each
rater's own counts: a claim writes its rater's membership anyhow, under its lock, and so costs no
statement more and never waits for another rater. Counts in a table of pairs would have two raters
after one row; counting afresh would read the study's whole history; a copy in each web process
would be another one in every process. They are a hint: a rating that is skipped or set aside later
stays in them, and no figure is made of them.
"""

import json
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.db import connection

from cases.models import Item, Person, Study
from raters.balance import Meetings, by_preference
from raters.leases import execute
from raters.slots import TOP_PRIORITY, Place

# Items looked at in one step, and how many times as many after somebody else was quicker.
WIDTH = 8
WIDER = 8


@dataclass(slots=True)
class Walker:
    """A rater's membership, locked, as handing out an item needs it."""

    membership: int
    person: int
    place: Place
    passed: int
    met: dict[str, int]
    skills: list[str]
    results_seen: bool
    paused: bool
    # Paused until the training has been done again.
    retraining: bool
    pause_in: int | None
    # True, too, where the study has no training items.
    trained: bool
    training_attempt: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """An open slot that the rater may take, with its item and who has the item already."""

    slot: int
    priority: int
    rank: int
    reserved: bool
    item: Item
    # Their ids, as Membership.met names them.
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The next few items of the queue: the first of them, and all by how well they suit."""

    front: Candidate
    liked: list[Candidate]


# What every claim asks and changes is written out: compiling it would take the ORM many times
# longer than answering takes the database.
_WALKER = """
    SELECT m.id, m.queue_position, m.queue_passed, m.met, m.skills,
        m.results_seen_at IS NOT NULL, m.paused_at IS NOT NULL, m.pause_cause = 'gold', m.pause_in,
        m.trained_at IS NOT NULL OR NOT EXISTS (
            SELECT 1 FROM cases_item i WHERE i.study_id = m.study_id AND i.purpose = 'training'
            AND i.retired_at IS NULL),
        m.training_attempt
    FROM cases_membership m
    WHERE m.study_id = %s AND m.person_id = %s AND m.role = 'rater'
    AND m.removed_at IS NULL {lock}
"""
_WALK = "UPDATE cases_membership SET queue_position = %s, queue_passed = %s, met = %s WHERE id = %s"


def lock_walker(study: Study, rater: Person) -> Walker | None:
    """The rater's membership, locked: one of a rater's browser tabs claims at a time."""
    lock = "FOR UPDATE OF m" if connection.features.has_select_for_update_of else ""
    with connection.cursor() as cursor:
        cursor.execute(_WALKER.format(lock=lock), [study.pk, rater.pk])
        row = cursor.fetchone()
    if row is None:
        return None
    pk, position, passed, met, skills, seen, paused, gold, pause_in, trained, attempt = row
    return Walker(
        membership=pk,
        person=rater.pk,
        place=Place.of(position),
        passed=passed,
        met=json.loads(met),
        skills=json.loads(skills),
        results_seen=bool(seen),
        paused=bool(paused),
        retraining=bool(paused and gold and not trained),
        pause_in=pause_in,
        trained=bool(trained),
        training_attempt=attempt,
    )


def walk_on(walker: Walker, front: Candidate, taken: Candidate | None) -> None:
    """Remember whom the rater met on the item taken, and where the walk stands now.

    None for an item from outside the queue: the same statement, which changes nothing.
    """
    if taken is not None:
        for other in taken.others:
            walker.met[other] = walker.met.get(other, 0) + 1
    if taken is not None and not taken.reserved:
        in_front = taken.item.pk == front.item.pk
        # Just before the one that was left, so that it is the next again.
        walker.place = Place(front.priority, front.rank if in_front else front.rank - 1)
        walker.passed = 0 if in_front else walker.passed + 1
    position = max(-1, walker.place.position)
    execute(_WALK, [position, walker.passed, json.dumps(walker.met), walker.membership])


# The plan is the point here: each arm is one seek in a partial index, which SQLite only takes for
# literal states, and a condition with OR or IN would be read from the start of the queue. Of an
# item's open slots the one with the lowest number stands for all.
_COLUMNS = """
    s.id, s.priority, s.rank, i.id AS item, i.kind, i.case_id, i.case_b_id, i.turn, i.skill,
    i.sensitive, i.purpose,
    (SELECT {join}(CAST(a.rater_id AS text), ',') FROM raters_assignment a
        WHERE a.item_id = s.item_id AND a.state IN ('leased', 'finished')) AS others
    FROM raters_slot s JOIN cases_item i ON i.id = s.item_id
"""
_NEW_TO_RATER = """
    AND NOT EXISTS (
        SELECT 1 FROM raters_assignment a WHERE a.item_id = s.item_id AND a.rater_id = %s)
"""
_RESERVED = """
    SELECT * FROM (
        SELECT 0 AS tier, {columns}
        WHERE s.state = 'open' AND s.reserved_for_id = %s AND s.study_id = %s {new}
        ORDER BY s.priority DESC, s.rank LIMIT 1
    ) AS reserved
"""
_LANE = """
    SELECT * FROM (
        SELECT 1 AS tier, {columns}
        WHERE s.state = 'open' AND s.reserved_for_id IS NULL AND s.study_id = %s AND s.skill = %s
        {step} {new}
        AND NOT EXISTS (
            SELECT 1 FROM raters_slot t WHERE t.item_id = s.item_id AND t.number < s.number
            AND t.state = 'open' AND t.reserved_for_id IS NULL)
        ORDER BY s.priority DESC, s.rank LIMIT %s
    ) AS lane{number}
"""
_MET = """
    SELECT 2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
        (SELECT {collect} FROM cases_membership o
            WHERE o.study_id = %s AND o.role = 'rater' AND o.removed_at IS NULL)
"""
_TOP, _SAME_PRIORITY, _LOWER_PRIORITY = (
    "",
    "AND s.priority = %s AND s.rank > %s",
    "AND s.priority < %s",
)


@cache
def _statement(vendor: str, step: str, lanes: int) -> str:
    postgres = vendor == "postgresql"
    columns = _COLUMNS.format(join="string_agg" if postgres else "group_concat")
    of_met = "json_object_agg(o.person_id, o.met)::text"
    collect = of_met if postgres else "json_group_object(o.person_id, json(o.met))"
    new = _NEW_TO_RATER
    arms = [_RESERVED.format(columns=columns, new=new)]
    arms += [_LANE.format(columns=columns, step=step, new=new, number=n) for n in range(lanes)]
    return " UNION ALL ".join([*arms, _MET.format(collect=collect)])


def next_stretch(study: Study, walker: Walker, *, attempt: int = 0) -> Stretch | None:
    """What the rater may take next; None at the end of the queue.

    One slot kept for the rater, else the next few items of one priority behind `walker.place`, from
    the top again at the end. Locks nothing.
    """
    place = walker.place
    steps: list[tuple[str, list[int]]] = [(_TOP, [])]
    if place.priority <= TOP_PRIORITY:
        same = (_SAME_PRIORITY, [place.priority, place.rank])
        steps = [same, (_LOWER_PRIORITY, [place.priority]), *steps]
    lanes = list(dict.fromkeys(["", *walker.skills]))
    width = WIDTH * WIDER**attempt
    for step, where in steps:
        values: list[Any] = [walker.person, study.pk, walker.person]
        for skill in lanes:
            values += [study.pk, skill, *where, walker.person, width]
        with connection.cursor() as cursor:
            statement = _statement(connection.vendor, step, len(lanes))
            cursor.execute(statement, [*values, study.pk])
            *found, met = cursor.fetchall()
        if found:
            candidates = _in_order(study, found, width)
            joined = json.loads(met[-1]) if met[-1] else {}
            meetings = Meetings.of(str(walker.person), joined)
            order = by_preference([c.others for c in candidates], meetings, walker.passed)
            return Stretch(candidates[0], [candidates[at] for at in order])
    return None


# In the order of the model's fields, as from_db wants them.
_ITEM_FIELDS = ["id", "kind", "case_id", "case_b_id", "turn", "skill", "sensitive", "purpose"]


def _candidate(study: Study, row: tuple[Any, ...]) -> Candidate:
    """A row as a slot with its item, of which only what a lease needs is loaded yet."""
    tier, slot, priority, rank, *values, others = row
    item = Item.from_db(connection.alias, _ITEM_FIELDS, values)
    item.study = study
    raters = tuple(others.split(",")) if others else ()
    return Candidate(slot, priority, rank, tier == 0, item, raters)


def _in_order(study: Study, rows: list[tuple[Any, ...]], width: int) -> list[Candidate]:
    """The rows of all lanes as one stretch of the queue: as far as its first priority goes."""
    first = min(rows, key=_place_of)
    if first[0] == 0:
        return [_candidate(study, first)]
    same = sorted((row for row in rows if row[2] == first[2]), key=_place_of)
    return [_candidate(study, row) for row in same[:width]]


def _place_of(row: tuple[Any, ...]) -> tuple[int, int, int]:
    tier, _, priority, rank, *_ = row
    return tier, -priority, rank


# Where SQLite lets one write at a time, what was seen in this transaction is still so.
_TAKE = "UPDATE raters_slot SET state = 'leased' WHERE id = %s AND state = 'open'"
_TAKE_ANY = """
    UPDATE raters_slot SET state = 'leased' WHERE state = 'open' AND id = (
        SELECT s.id FROM raters_slot s
        WHERE s.item_id = ANY(%s) AND s.state = 'open'
        AND (s.reserved_for_id IS NULL OR s.reserved_for_id = %s)
        ORDER BY array_position(%s, s.item_id), s.reserved_for_id NULLS LAST, s.number
        LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, item_id
"""


def take_one(stretch: Stretch, walker: Walker) -> Candidate | None:
    """Lease an open slot of the item liked best; slots in somebody else's hands are passed over.

    None where all of them went to others meanwhile.
    """
    liked = stretch.liked
    if not connection.features.has_select_for_update_skip_locked:
        best = liked[0]
        return best if execute(_TAKE, [best.slot]) else None
    items = [candidate.item.pk for candidate in liked]
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_ANY, [items, walker.person, items])
        row = cursor.fetchone()
    if row is None:
        return None
    slot, item = row
    return replace(liked[items.index(item)], slot=slot)
