"""Invitations for a whole list of people."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from cases.errors import BadInput
from cases.models import Membership, Person, Study
from raters.invitation_rows import Row, same
from raters.invitations import invite
from raters.models import Invitation
from raters.turns import writing


@dataclass(frozen=True, slots=True)
class Planned:
    """A row and what comes of it: "new", "invited" or "member" already, or "wrong"."""

    row: Row
    outcome: str


@dataclass(frozen=True, slots=True)
class Invited:
    """An invitation that was made, with its token, which is kept nowhere."""

    row: Row
    invitation: Invitation
    token: str


def plan_invitations(*, study: Study, rows: Sequence[Row]) -> list[Planned]:
    """What each row would do now. Two queries."""
    pending = Invitation.objects.pending(study=study, now=timezone.now())
    invited = {same(note) for note in pending.values_list("note", flat=True) if note}
    members = Membership.objects.live().filter(study=study)
    known = members.values_list("person__username", "person__display_name")
    there = {same(name) for names in known for name in names if name}
    return [Planned(row, _outcome(row, invited, there)) for row in rows]


def _outcome(row: Row, invited: set[str], there: set[str]) -> str:
    if row.problem:
        return "wrong"
    if same(row.note) in invited:
        return "invited"
    names = {same(row.note), same(row.note.partition("<")[0])}
    return "member" if names & there else "new"


def digest_of(planned: Sequence[Planned]) -> str:
    """Changes when anything that was shown of a plan does."""
    text = "\n".join(f"{plan.row}{plan.outcome}" for plan in planned)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@writing()
def invite_all(
    *, study: Study, rows: Sequence[Row], actor: Person, days: int, seen: str
) -> list[Invited]:
    """Invite everybody of the list who is new, all of them or nobody.

    `seen` is the digest of the plan that the actor agreed to. Raises BadInput when the plan is
    another by now, when there is nobody to invite, and for what `invite` refuses.
    """
    # Two people who send the same list at once take turns here.
    Study.objects.select_for_update().get(pk=study.pk)
    planned = plan_invitations(study=study, rows=rows)
    if digest_of(planned) != seen:
        raise BadInput("The list or the study is another than in the preview: look again.")
    new = [plan.row for plan in planned if plan.outcome == "new"]
    if not new:
        raise BadInput("There is nobody new in the list; nothing was made.")
    return [
        Invited(row, *invite(study=study, role=row.role, actor=actor, note=row.note, days=days))
        for row in new
    ]
