"""Links that make somebody a member of a study, or the first admin of the site."""

import hashlib
import secrets
from datetime import datetime, timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, Study
from raters.models import Invitation

FIRST_ADMIN_DAYS = 2


def token_hash(token: str) -> str:
    """What is stored of a token. It has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def invite(
    *, study: Study, role: str, actor: Person, note: str = "", days: int = 14
) -> tuple[Invitation, str]:
    """A new invitation and its token, which is shown once and never stored.

    Raises BadInput for an unknown role, for a lead who invites an admin, and for less than a day
    or more than 90.
    """
    if role not in Membership.Role.values:
        raise BadInput(f"role {role!r}: choose among {', '.join(Membership.Role.values)}")
    if role == Membership.Role.ADMIN and actor.role_in(study) != Membership.Role.ADMIN:
        raise BadInput("Only an admin of the study can invite another admin.")
    if not 1 <= days <= 90:
        raise BadInput(f"an invitation is good for 1 to 90 days, not {days}")
    invitation, token = _new_invitation(
        study=study, role=role, created_by=actor, note=note, days=days
    )
    AuditEvent.record("invitation.created", actor=actor, study=study, target=invitation, role=role)
    return invitation, token


def _new_invitation(
    *, study: Study | None, role: str, created_by: Person | None, note: str, days: int
) -> tuple[Invitation, str]:
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        token_hash=token_hash(token),
        study=study,
        role=role,
        note=note,
        created_by=created_by,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return invitation, token


@transaction.atomic
def first_admin_link() -> str | None:
    """A fresh token for the site's first admin; None once there is any person.

    Links made earlier and not used stop working: only the newest one counts.
    """
    if Person.objects.exists():
        return None
    Invitation.objects.filter(study=None, used_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    invitation, token = _new_invitation(
        study=None,
        role=Membership.Role.ADMIN,
        created_by=None,
        note="First admin",
        days=FIRST_ADMIN_DAYS,
    )
    AuditEvent.record("invitation.created", actor=None, target=invitation, role="site admin")
    return token


def find(token: str) -> Invitation | None:
    """The invitation of a token, whatever its state."""
    return (
        Invitation.objects.select_related("study", "created_by")
        .filter(token_hash=token_hash(token))
        .first()
    )


def trouble(invitation: Invitation, now: datetime) -> str:
    """Why the link no longer works, for the person who holds it; "" when it does."""
    if invitation.used_at is not None:
        return "This link has been used. Log in with the account that it made."
    if invitation.revoked_at is not None:
        return "This invitation was withdrawn. Ask whoever sent it for a new one."
    if invitation.expires_at <= now:
        return "This invitation has expired. Ask whoever sent it for a new one."
    return ""


@transaction.atomic
def accept(*, token: str, username: str, display_name: str, password: str) -> Person:
    """Make an account by invitation and use the link up.

    Raises BadInput for a link that doesn't work (any more) or a username that is taken, and
    django's ValidationError for a password that is too weak.
    """
    invitation = _take(token)
    person = Person(username=username, display_name=display_name)
    validate_password(password, person)
    if invitation.study is None:
        # The link is for an empty site; two of them opened at once must not make two admins.
        if Person.objects.exists():
            raise BadInput("This site has an admin already. Ask them for an invitation.")
        person.is_superuser = person.is_staff = True
    person.set_password(password)
    try:
        with transaction.atomic():
            person.full_clean()
            person.save()
    except ValidationError as error:
        if "username" not in error.message_dict:
            raise
        raise BadInput(" ".join(error.message_dict["username"])) from error
    except IntegrityError as error:
        raise BadInput(f"The username {username} is taken: choose another.") from error
    _join(invitation, person)
    return person


@transaction.atomic
def join(*, token: str, person: Person) -> Study:
    """Make somebody who has an account a member, and use the link up.

    Raises BadInput for a link that doesn't work, or when the person has a role there already.
    """
    invitation = _take(token)
    if invitation.study is None:
        raise BadInput("This link makes the first account of a site; you have one.")
    if Membership.objects.filter(person=person, study=invitation.study).exists():
        raise BadInput(f"You are a member of {invitation.study} already.")
    _join(invitation, person)
    return invitation.study


def _take(token: str) -> Invitation:
    """Mark the invitation used. A conditional update decides who comes first."""
    now = timezone.now()
    invitation = find(token)
    if invitation is None:
        raise BadInput("This link is not one of ours. Check that it was copied whole.")
    taken = Invitation.objects.filter(
        pk=invitation.pk, used_at=None, revoked_at=None, expires_at__gt=now
    ).update(used_at=now)
    if not taken:
        invitation.refresh_from_db()
        raise BadInput(trouble(invitation, now))
    return invitation


def _join(invitation: Invitation, person: Person) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(used_by=person)
    if invitation.study is not None:
        Membership.objects.create(person=person, study=invitation.study, role=invitation.role)
    AuditEvent.record(
        "member.joined",
        actor=person,
        study=invitation.study,
        target=person,
        role=invitation.role,
        invitation=invitation.pk,
    )


@transaction.atomic
def revoke(*, invitation: Invitation, actor: Person) -> None:
    """Stop a link from working. Raises BadInput when it has been used."""
    revoked = Invitation.objects.filter(pk=invitation.pk, used_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    if not revoked:
        raise BadInput("This invitation has been used or withdrawn already.")
    AuditEvent.record("invitation.revoked", actor=actor, study=invitation.study, target=invitation)
