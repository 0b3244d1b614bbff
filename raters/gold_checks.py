"""The rule about gold: who misses several known answers pauses, some ratings later.

The check runs in the transaction of the submission, with the same statements for a gold item as for
any other: neither what a rater is shown nor how long it takes tells which it was. Where the rule
holds, the pause is drawn to come two to six ratings later, so that it names no item either.
"""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Membership, Person, Study
from raters.known_answers import Outcome, last_outcomes
from raters.leases import execute
from raters.models import Assignment, SetAside
from raters.set_asides import set_aside
from raters.standing import Standing
from raters.turns import writing

_random = secrets.SystemRandom()
SOONEST, LATEST = 2, 6

_COUNT_DOWN = "UPDATE cases_membership SET pause_in = %s WHERE id = %s"


def firing(missed: Sequence[bool], misses: int, window: int) -> int | None:
    """The first place at which `misses` of the last `window` are missed, oldest first; None for
    never, and where `misses` is 0, which switches the rule off."""
    for at in range(len(missed)):
        if misses and sum(missed[max(0, at + 1 - window) : at + 1]) >= misses:
            return at
    return None


def note_finished(standing: Standing, assignment: Assignment) -> None:
    """Apply the rule after one more finished rating of live work, in the same transaction.

    The membership has to be locked. Corrections are not counted.
    """
    if standing.paused:
        return
    if standing.pause_in is None:
        if _holds(standing):
            execute(_COUNT_DOWN, [_random.randint(SOONEST, LATEST), standing.membership])
    elif standing.pause_in > 1:
        execute(_COUNT_DOWN, [standing.pause_in - 1, standing.membership])
    else:
        _pause(standing, assignment)


def _holds(standing: Standing) -> bool:
    if not standing.gold_misses:
        return False
    last = last_outcomes(standing.study, standing.person, limit=standing.gold_window)
    return sum(outcome.missed for outcome in last) >= standing.gold_misses


def _pause(standing: Standing, assignment: Assignment) -> None:
    """Let the pause begin, and set aside what was rated since the last gold item met before it.

    Where the rule no longer holds, since a gold item was retired or its answer put right meanwhile,
    nothing follows.
    """
    member = Membership.objects.select_related("study", "person").get(pk=standing.membership)
    member.pause_in = None
    trail = last_outcomes(standing.study, standing.person)[::-1]
    missed = [outcome.missed for outcome in trail]
    at = firing(missed, standing.gold_misses, standing.gold_window)
    if at is None:
        member.save(update_fields=["pause_in"])
        return
    member.paused_at = timezone.now()
    member.pause_cause = Membership.PauseCause.GOLD
    retraining = trains(member.study)
    if retraining:
        member.trained_at = None
        member.training_attempt += 1
    member.save()
    AuditEvent.record(
        "rater.paused",
        actor=None,
        study=member.study,
        target=member.person,
        cause="gold",
        misses=standing.gold_misses,
        window=standing.gold_window,
        retraining=retraining,
    )
    _set_aside_since(member, _last_met(trail[:at]) or member.gold_since)


def _last_met(trail: Sequence[Outcome]) -> datetime | None:
    met = [outcome.assignment for outcome in trail if outcome.met]
    return Assignment.objects.get(pk=met[-1]).finished_at if met else None


def _set_aside_since(member: Membership, since: datetime | None) -> None:
    study = member.study
    ordinary = Assignment.objects.of(member.person, study).finished()
    ordinary = ordinary.filter(item__purpose=Item.Purpose.ORDINARY)
    if since is not None:
        ordinary = ordinary.filter(finished_at__gt=since)
    pks = list(ordinary.values_list("pk", flat=True))
    if pks:
        set_aside(
            study=study,
            rater=member.person,
            assignments=pks,
            reason=f"{study.gold_misses} of the last {study.gold_window} gold items were missed.",
            actor=None,
            cause=SetAside.Cause.GOLD,
        )


def trains(study: Study) -> bool:
    """Whether the study has training items."""
    training = study.items.filter(purpose=Item.Purpose.TRAINING, retired_at=None)
    return training.exists()


@writing()
def let_go_on(*, study: Study, rater: Person, actor: Person | None) -> None:
    """End a pause, or one that is coming, and ask for no further training.

    Known answers given so far do not count against the rater again. What was set aside stays so
    until it is decided. Raises BadInput for somebody who is not held up.
    """
    members = Membership.objects.select_for_update(of=("self",), no_key=True)
    member = members.filter(study=study, person=rater, role=Membership.Role.RATER).first()
    if member is None:
        raise BadInput(f"{rater} is not a rater of this study.")
    untrained = member.trained_at is None and trains(study)
    if member.paused_at is None and member.pause_in is None and not untrained:
        raise BadInput(f"{rater} is not held up: there is nothing to lift.")
    now = timezone.now()
    member.paused_at, member.pause_cause, member.pause_in = None, "", None
    member.gold_since = now
    member.trained_at = member.trained_at or now
    member.save(update_fields=["paused_at", "pause_cause", "pause_in", "gold_since", "trained_at"])
    AuditEvent.record(
        "rater.let_go_on", actor=actor, study=study, target=rater, training_waived=untrained
    )
