"""Loading is authorising: what the rating and people pages show comes from here."""

import uuid

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from cases.access import RATER, get_study, person_of
from cases.models import Person
from raters.models import Assignment, Invitation


def get_invitation(user: Person | AnonymousUser, slug: str, pk: int) -> Invitation:
    """An invitation into a study, for its leads and admins."""
    study = get_study(user, slug)
    invitation = Invitation.objects.select_related("study").filter(study=study, pk=pk).first()
    if invitation is None:
        raise Http404("No such invitation.")
    return invitation


def get_assignment(user: Person | AnonymousUser, slug: str, token: uuid.UUID) -> Assignment:
    """The user's own assignment in a study they rate in; 404 for anybody else's."""
    person = person_of(user)
    assignment = (
        Assignment.objects.select_related("item__study__rubric_version")
        .filter(
            token=token,
            rater=person,
            item__study__slug=slug,
            item__study__memberships__person=person,
            item__study__memberships__role=RATER,
        )
        .first()
    )
    if assignment is None:
        raise Http404("No such item.")
    assignment.rater = person
    return assignment
