"""Loading is authorising: every object a view shows comes from here.

What a person may not see answers 404, so that its existence is not told; what a member may see
but not do answers 403.
"""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404

from cases.models import (
    Case,
    ImportRun,
    Membership,
    Person,
    RedactionPreview,
    RedactionPreviewSession,
    RubricVersion,
    Study,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

RATER = Membership.Role.RATER
LEAD = Membership.Role.LEAD
ADMIN = Membership.Role.ADMIN
STAFF = (LEAD, ADMIN)
ANYONE = (RATER, LEAD, ADMIN)


def person_of(user: Person | AnonymousUser) -> Person:
    """The logged-in person. LoginRequiredMiddleware lets no one else through."""
    if not isinstance(user, Person):
        raise PermissionDenied
    return user


def get_study(user: Person | AnonymousUser, slug: str, *, roles: "Iterable[str]" = STAFF) -> Study:
    """The study, for a member with one of `roles`. 404 for strangers, 403 for other members."""
    person = person_of(user)
    study = Study.objects.select_related("rubric_version__rubric").filter(slug=slug).first()
    role = person.role_in(study) if study else None
    if study is None or role is None:
        raise Http404("No such study.")
    if role not in set(roles):
        raise PermissionDenied
    return study


def get_case(user: Person | AnonymousUser, slug: str, key: str, *, revision: str = "") -> Case:
    """A case of a study, for its leads and admins: raters see cases through their assignments.

    The newest revision unless `revision` names one by its number. The turns are read when they
    are asked for: a long case has megabytes of them.
    """
    study = get_study(user, slug)
    cases = Case.objects.filter(study=study, key=key).defer("turns")
    if not revision:
        case = cases.filter(superseded=False).first()
    elif len(revision) < 6 and revision.isascii() and revision.isdigit():
        case = cases.filter(revision=int(revision)).first()
    else:
        case = None
    if case is None:
        raise Http404("No such case.")
    case.study = study
    return case


def get_import_run(user: Person | AnonymousUser, slug: str, pk: int) -> ImportRun:
    study = get_study(user, slug)
    run = ImportRun.objects.select_related("source").filter(study=study, pk=pk).first()
    if run is None:
        raise Http404("No such import.")
    return run


def get_redaction_preview(
    user: Person | AnonymousUser, slug: str, pk: int, *, roles: "Iterable[str]" = STAFF
) -> RedactionPreview:
    """A preview with its counts. Leads may see those; only admins may change anything."""
    study = get_study(user, slug, roles=roles)
    previews = RedactionPreview.objects.in_study(study)
    preview = previews.select_related("study", "source", "created_by").filter(pk=pk).first()
    if preview is None:
        raise Http404("No such preview.")
    return preview


def get_preview_session(
    user: Person | AnonymousUser, slug: str, pk: int, position: int
) -> RedactionPreviewSession:
    """A session of a preview, whose original text is for admins of the study only."""
    preview = get_redaction_preview(user, slug, pk, roles=(ADMIN,))
    row = preview.sessions.filter(position=position).first()
    if row is None:
        raise Http404("No such session.")
    row.preview = preview
    return row


def may_write_rubrics(user: Person | AnonymousUser) -> bool:
    """Site admins, and leads and admins of any study."""
    person = person_of(user)
    return person.is_superuser or person.memberships.live().filter(role__in=STAFF).exists()


def need_lead(user: Person | AnonymousUser) -> None:
    """Refuse (403) everybody who may not make rubrics and studies."""
    if not may_write_rubrics(user):
        raise PermissionDenied


def get_rubric_version(user: Person | AnonymousUser, slug: str, number: int) -> RubricVersion:
    if not may_write_rubrics(user):
        raise Http404("No such rubric.")
    version = (
        RubricVersion.objects.select_related("rubric")
        .filter(rubric__slug=slug, number=number)
        .first()
    )
    if version is None:
        raise Http404("No such rubric version.")
    return version


def may_edit_version(user: Person | AnonymousUser, version: RubricVersion) -> bool:
    """Who may change a version, or make a new one of it: its creator, site admins, and leads and
    admins of a study that uses it. Other leads may read it and start a rubric of their own."""
    person = person_of(user)
    if person.is_superuser:
        return True
    if not may_write_rubrics(person):
        return False
    return version.created_by_id == person.pk or studies_on(person, version).exists()


def get_editable_version(user: Person | AnonymousUser, slug: str, number: int) -> RubricVersion:
    """A rubric version to change. 403 for leads who may only read it."""
    version = get_rubric_version(user, slug, number)
    if not may_edit_version(user, version):
        raise PermissionDenied
    return version


def studies_on(user: Person | AnonymousUser, version: RubricVersion) -> QuerySet[Study]:
    """The studies on a rubric version that the person leads; a site admin leads all."""
    person = person_of(user)
    studies = version.studies.order_by("name")
    if person.is_superuser:
        return studies
    return studies.filter(
        memberships__person=person,
        memberships__role__in=STAFF,
        memberships__removed_at=None,
    )
