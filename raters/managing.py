"""What leads change about a member of a study: pausing, removing, bringing back, skills.

Nothing here touches a rating. Locks: the membership's row, then assignments, then slots, as a claim
and a submission of the same rater take them.
"""

import re
from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person
from raters.models import Assignment, Slot
from raters.turns import writing

MAX_SKILLS = 20
_SKILL = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}", re.ASCII)


@writing()
def pause_rater(*, membership: Membership, actor: Person) -> None:
    """Give a rater no items until a lead lets them go on; what they have begun they can finish.

    Raises BadInput for who is no rater, or paused already.
    """
    member = _locked(membership)
    if member.role != Membership.Role.RATER:
        raise BadInput(f"{member.person} is no rater: only raters can be paused.")
    if member.paused_at is not None:
        raise BadInput(f"{member.person} is paused already.")
    member.paused_at = timezone.now()
    member.pause_cause = Membership.PauseCause.LEAD
    member.pause_in = None
    member.save(update_fields=["paused_at", "pause_cause", "pause_in"])
    _record("rater.paused", member, actor)


@writing()
def remove_member(*, membership: Membership, actor: Person) -> int:
    """Take a person out of the study; returns how many places they give back to the queue.

    Their ratings stay and count, and drafts are kept for a return. Places of a calibration round
    that goes on stay kept for them, since a lead has to choose who takes them over. Raises BadInput
    for oneself, for an admin removed by somebody who is none, and for who is removed already.
    """
    member = _locked(membership)
    if member.person_id == actor.pk:
        raise BadInput("You can't remove yourself: ask another lead or admin.")
    admin = Membership.Role.ADMIN
    if member.role == admin and actor.role_in(member.study) != admin:
        raise BadInput("Only an admin removes an admin.")
    if member.removed_at is not None:
        raise BadInput(f"{member.person} is removed already.")
    member.removed_at = timezone.now()
    member.save(update_fields=["removed_at"])
    back = _give_back(member)
    _record("member.removed", member, actor, places=back)
    return back


@writing()
def bring_back(*, membership: Membership, actor: Person) -> None:
    """Undo a removal. Raises BadInput for who is there."""
    member = _locked(membership)
    if member.removed_at is None:
        raise BadInput(f"{member.person} is in the study.")
    if member.role == Membership.Role.ADMIN and actor.role_in(member.study) != member.role:
        raise BadInput("Only an admin brings an admin back.")
    member.removed_at = None
    member.save(update_fields=["removed_at"])
    _record("member.brought_back", member, actor)


@writing()
def set_skills(*, membership: Membership, skills: Iterable[str], actor: Person) -> list[str]:
    """Say what a rater knows of; returns the skills as they are kept.

    Items and criteria that ask for a skill are shown only to raters who have it. Places that are
    kept for the rater stay so. Raises BadInput for words that can't name a skill.
    """
    kept = sorted({skill.strip().lower() for skill in skills} - {""})
    for skill in kept:
        check_skill(skill)
    if len(kept) > MAX_SKILLS:
        raise BadInput(f"{len(kept)} skills: give {MAX_SKILLS} at most.")
    member = _locked(membership)
    if member.skills != kept:
        _record("member.skills_changed", member, actor, before=member.skills, after=kept)
        member.skills = kept
        member.save(update_fields=["skills"])
    return kept


def check_skill(skill: str) -> None:
    """Raise BadInput for a word that can't name a skill."""
    if not _SKILL.fullmatch(skill):
        raise BadInput(
            f"{skill[:60]!r} can't name a skill: use at most 40 small letters, digits and "
            "hyphens, as in medical-de."
        )


# --- inside ---------------------------------------------------------------------------------------


def _locked(membership: Membership) -> Membership:
    members = Membership.objects.select_for_update(of=("self",), no_key=True)
    return members.select_related("person", "study").get(pk=membership.pk)


def _give_back(member: Membership) -> int:
    """End the member's leases and open the places kept for them; how many places that are."""
    leases = Assignment.objects.select_for_update(of=("self",)).filter(
        item__study=member.study_id, rater=member.person_id, state=Assignment.State.LEASED
    )
    rows = dict(leases.order_by("pk").values_list("pk", "slot_id"))
    Assignment.objects.filter(pk__in=list(rows)).update(state=Assignment.State.RETURNED, slot=None)
    # Gold has no slot: its None matches no row below.
    leased = list(rows.values())
    opened = Slot.objects.filter(pk__in=leased, state=Slot.State.LEASED).update(
        state=Slot.State.OPEN
    )
    kept = Slot.objects.filter(
        Q(round=None) | Q(round__closed_at__isnull=False),
        study=member.study_id,
        reserved_for=member.person_id,
        state=Slot.State.OPEN,
    )
    # A leased place can be a kept one, too, and is counted once.
    freed = kept.exclude(pk__in=leased).count()
    Slot.objects.filter(pk__in=list(kept.values_list("pk", flat=True))).update(reserved_for=None)
    return opened + freed


def _record(action: str, member: Membership, actor: Person, **data: object) -> None:
    AuditEvent.record(action, actor=actor, study=member.study, target=member.person, **data)
