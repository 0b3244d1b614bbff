"""Loading is authorising: what the rating and people pages show comes from here."""

import uuid

from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import Model
from django.http import Http404

from cases.access import get_study, person_of
from cases.models import Item, Membership, Person, RubricVersion, Study
from raters.members import members_of
from raters.models import Assignment, Flag, Invitation


def get_invitation(user: Person | AnonymousUser, slug: str, pk: int) -> Invitation:
    """An invitation into a study, for its leads and admins."""
    study = get_study(user, slug)
    invitation = Invitation.objects.select_related("study").filter(study=study, pk=pk).first()
    if invitation is None:
        raise Http404("No such invitation.")
    return invitation


def get_member(user: Person | AnonymousUser, slug: str, pk: int) -> Membership:
    """A member of a study, removed ones too, for its leads and admins. `rated` as members_of."""
    study = get_study(user, slug)
    member = members_of(study).filter(pk=pk).first()
    if member is None:
        raise Http404("No such member.")
    member.study = study
    return member


def get_flag(user: Person | AnonymousUser, slug: str, pk: int) -> Flag:
    """A flag in a study, for its leads and admins."""
    study = get_study(user, slug)
    flags = Flag.objects.select_related("assignment__item__study")
    flag = flags.filter(assignment__item__study=study, pk=pk).first()
    if flag is None:
        raise Http404("No such flag.")
    return flag


# Read with every submission, so it reads no more than that needs, and is written out: compiling
# the joins takes the ORM longer than the database takes to answer. The rest loads when asked for.
_ASSIGNMENT = """
    SELECT a.*, i.kind, i.purpose, i.case_id, i.case_b_id, i.turn,
        i.skill, i.sensitive, i.study_id,
        s.name, s.state AS study_state, s.lease_minutes, s.gold_share, s.change_hours,
        s.break_minutes, s.expected_minutes, s.rubric_version_id,
        v.content_hash, v.frozen_at
    FROM raters_assignment a
    JOIN cases_item i ON i.id = a.item_id
    JOIN cases_study s ON s.id = i.study_id
    JOIN cases_rubricversion v ON v.id = s.rubric_version_id
    JOIN cases_membership m ON m.study_id = s.id AND m.person_id = a.rater_id AND m.role = 'rater'
        AND m.removed_at IS NULL
    WHERE a.token = %s AND a.rater_id = %s AND s.slug = %s
"""


def get_assignment(user: Person | AnonymousUser, slug: str, token: uuid.UUID) -> Assignment:
    """The user's own assignment in a study they rate in; 404 for anybody else's.

    Its item, study and rubric version hold what rating needs; their other fields are deferred.
    """
    person = person_of(user)
    key = Assignment._meta.get_field("token").get_db_prep_value(token, connection)
    for row in Assignment.objects.raw(_ASSIGNMENT, [key, person.pk, slug]):
        row.item = _part(
            row,
            Item,
            id="item_id",
            kind="",
            purpose="",
            case_id="",
            case_b_id="",
            turn="",
            skill="",
            sensitive="",
        )
        row.item.study = _part(
            row,
            Study,
            id="study_id",
            name="",
            state="study_state",
            lease_minutes="",
            gold_share="",
            change_hours="",
            break_minutes="",
            expected_minutes="",
            rubric_version_id="",
        )
        row.item.study.slug = slug
        row.item.study.rubric_version = _part(
            row, RubricVersion, id="rubric_version_id", content_hash="", frozen_at=""
        )
        row.rater = person
        return row
    raise Http404("No such item.")


def _part[M: Model](row: Assignment, model: type[M], **columns: str) -> M:
    """An instance of `model` from columns of `row`, by their own name where none is given."""
    # from_db takes values in the order of the model's fields.
    fields = [f.attname for f in model._meta.concrete_fields if f.attname in columns]
    values = [getattr(row, columns[name] or name) for name in fields]
    return model.from_db(connection.alias, fields, values)
