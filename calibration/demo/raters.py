"""Five simulated raters: noisy copies of the author's verdict, who rate through the real engine.

How often somebody errs hangs on the person, on the criterion and on the item: what is easy to
read over is read over by several of them, so that their mistakes go together as people's do.
"""

import math
import random
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

from django.db.models import Exists, OuterRef, QuerySet

from calibration.demo.script import (
    CORRECT_AMOUNT,
    FAIL,
    GROUNDED,
    PASS,
    POLICY,
    RESOLUTION,
    Judgement,
    seeded,
)
from cases.models import Item, Membership, Person, Study
from cases.transcript import Turn, final_answer
from raters.assignment import claim_next
from raters.evidence import locate
from raters.models import Assignment, Slot
from raters.ratings import Answer, record_rating, skip
from raters.reserving import reserve

Verdicts = Mapping[str, Judgement]
Progress = Callable[[int, int], None]

_NORMAL = NormalDist()
# How much of the chance to err comes from the item rather than from the person.
_SHARED = 0.25
_HARDNESS = {CORRECT_AMOUNT: 0.45, GROUNDED: 0.8, POLICY: 0.75, RESOLUTION: 0.8}
_KEEP = uuid.UUID("5f3c1c52-6d0b-4f0e-9f3a-0d6a4c8f7b21")


@dataclass(frozen=True, slots=True)
class Profile:
    """One simulated person. `lenience` above 1 lets more pass, below 1 less."""

    username: str
    name: str
    accuracy: float
    lenience: float
    cant_tell: float
    # Seconds on an item of middling length.
    pace: float
    talks: float


PROFILES = (
    Profile("sim-anouk", "Anouk", 0.97, 1.0, 0.004, 96, 0.10),
    Profile("sim-bram", "Bram", 0.955, 1.1, 0.010, 74, 0.06),
    Profile("sim-celia", "Celia", 0.94, 1.5, 0.012, 82, 0.05),
    Profile("sim-dario", "Dario", 0.92, 0.7, 0.025, 68, 0.03),
    Profile("sim-elif", "Elif", 0.82, 1.4, 0.015, 31, 0.01),
)
_PROFILES = {profile.username: profile for profile in PROFILES}


def judged(profile: Profile, case: str, key: str, truth: Judgement) -> str | None:
    """What the rater answers for one criterion of a case, or None for "can't tell"."""
    own = seeded(profile.username, case, key)
    if own.random() < profile.cant_tell * (3 if truth.hard else 1):
        return None
    about_item = seeded("item", case, key).gauss()
    draw = math.sqrt(_SHARED) * about_item + math.sqrt(1 - _SHARED) * own.gauss()
    if _NORMAL.cdf(draw) >= chance_to_err(profile, key, truth):
        return truth.value
    return FAIL if truth.value == PASS else PASS


def chance_to_err(profile: Profile, key: str, truth: Judgement) -> float:
    lean = profile.lenience if truth.value == FAIL else 1 / profile.lenience
    chance = (1 - profile.accuracy) * _HARDNESS[key] * lean * (2.6 if truth.hard else 0.85)
    return min(chance, 0.45)


def compared(
    profile: Profile, pair: str, key: str, first: Judgement, second: Judgement
) -> str | None:
    """What the rater answers for one criterion of two cases side by side."""
    own = seeded(profile.username, pair, key)
    if own.random() < profile.cant_tell * 2:
        return None
    order = {FAIL: 0, PASS: 1}
    lead = order[first.value] - order[second.value]
    right = "tie" if lead == 0 else "first_case" if lead > 0 else "second_case"
    hard = Judgement(PASS, "", first.hard or second.hard)
    if own.random() >= 1.6 * chance_to_err(profile, key, hard):
        return right
    return own.choice([v for v in ("first_case", "tie", "second_case") if v != right])


# --- rating through the engine -----------------------------------------------------------------


def rate_until(
    *,
    study: Study,
    people: Mapping[str, Person],
    truth: Mapping[str, Verdicts],
    leave_open: int,
    progress: Progress | None = None,
) -> int:
    """Let the simulated raters work until `leave_open` places are left; returns how many ratings.

    `people` are the members by username, `truth` the author's verdicts by case key. What they
    answer hangs on the case only, so a run that was stopped is simply continued.
    """
    team = dict(_PROFILES)
    turns = random.Random()  # noqa: S311 - who comes next; the queue's order is random as well
    total = Slot.objects.filter(study=study).count() - leave_open
    done = 0
    while team and (left := _unfilled(study).count() - leave_open) > 0:
        name = _finisher(study, people, left) or _next_up(study, team, turns)
        claim = claim_next(study=study, rater=people[name])
        if claim.assignment is None:
            if team.pop(name, None) is None:
                break
            continue
        _rate(_PROFILES[name], claim.assignment, truth)
        done += 1
        if progress:
            progress(total - left + 1, total)
    return done


def _finisher(study: Study, people: Mapping[str, Person], left: int) -> str | None:
    """Who rates next one of the items that some have rated, once these hold all the places left.

    The queue looks at several items at a time, so some are begun and not done whenever one stops;
    a lead would hand them to somebody, as is done here.
    """
    filled = Slot.objects.filter(item=OuterRef("item"), state=Slot.State.FILLED)
    begun = _unfilled(study).filter(Exists(filled)).order_by("rank", "number")
    if begun.count() < left:
        return None
    for slot in begun.select_related("item", "reserved_for"):
        if slot.reserved_for is not None:
            return slot.reserved_for.username
        had = set(slot.item.assignments.values_list("rater__username", flat=True))
        for name, person in people.items():
            if name not in had and name in _PROFILES:
                reserve(study=study, items=[slot.item], rater=person, actor=None)
                return name
    return None


def _next_up(study: Study, team: Mapping[str, Profile], turns: random.Random) -> str:
    """One of the three who have come least far, the quicker the likelier.

    So nobody runs far ahead, and few items are left with some of their ratings.
    """
    behind = Membership.objects.filter(study=study, person__username__in=list(team)).order_by(
        "queue_position"
    )
    names = behind.values_list("person__username", flat=True)[:3]
    profiles = [team[name] for name in names]
    return turns.choices(profiles, [1 / p.pace for p in profiles])[0].username


def _unfilled(study: Study) -> QuerySet[Slot]:
    return Slot.objects.filter(study=study).exclude(state=Slot.State.FILLED)


def _rate(profile: Profile, assignment: Assignment, truth: Mapping[str, Verdicts]) -> None:
    item = assignment.item
    own = seeded(profile.username, item.key)
    submit_key = uuid.uuid5(_KEEP, str(assignment.token))
    length = sum(len(turn.text) for turn in item.case.read_turns())
    active_ms = int(profile.pace * 1000 * own.lognormvariate(0, 0.35) * (0.5 + length / 1000))
    if own.random() < 0.006:
        reason = own.choice(["The page would not scroll.", "I know this customer."])
        skip(assignment=assignment, submit_key=submit_key, reason=reason, active_ms=active_ms)
        return
    record_rating(
        assignment=assignment,
        submit_key=submit_key,
        answers=_answers(profile, item, truth),
        active_ms=active_ms,
    )


def _answers(profile: Profile, item: Item, truth: Mapping[str, Verdicts]) -> dict[str, Answer]:
    first = truth[item.case.key]
    if item.case_b is not None:
        second = truth[item.case_b.key]
        return {
            key: _answer(compared(profile, item.key, key, first[key], second[key])) for key in first
        }
    turns = item.case.read_turns()
    answers = {}
    for key, verdict in first.items():
        value = judged(profile, item.case.key, key, verdict)
        answers[key] = _answer(value) if value != FAIL else _failing(profile, item, key, turns)
    return answers


def _answer(value: str | None) -> Answer:
    return Answer("cant_tell") if value is None else Answer("label", value)


def _failing(profile: Profile, item: Item, key: str, turns: list[Turn]) -> Answer:
    """A FAIL, often with the sentence that it rests on and now and then with a word about it."""
    own = seeded(profile.username, item.key, key, "says")
    evidence = []
    sentences = [s for s in final_answer(turns).split(". ") if len(s) >= 12]
    if sentences and own.random() < 0.6:
        telling = [s for s in sentences if any(c.isdigit() for c in s)]
        pool = telling if key == CORRECT_AMOUNT and telling else sentences
        evidence = [locate(own.choice(pool), turns)]
    comment = own.choice(_COMMENTS[key]) if own.random() < profile.talks * 2 else ""
    return Answer("label", FAIL, comment, evidence)


_COMMENTS = {
    CORRECT_AMOUNT: ("Not what the order says.", "Amount doesn't add up.", "Check the total?"),
    GROUNDED: ("Where does this come from?", "No tool said that.", "Made up, I think."),
    POLICY: ("Not allowed, is it?", "Too generous.", "Nobody checked who was writing."),
    RESOLUTION: ("And now what?", "I'd be left wondering.", "Says nothing about when."),
}
