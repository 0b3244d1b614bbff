"""Links that make people members."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

from cases.models import Membership

if TYPE_CHECKING:
    from datetime import datetime

    from cases.models import Study


class InvitationQuerySet(models.QuerySet["Invitation"]):
    def pending(self, *, study: "Study", now: "datetime") -> "InvitationQuerySet":
        """Invitations into `study` whose links still work, newest first."""
        return self.filter(study=study, used_at=None, revoked_at=None, expires_at__gt=now).order_by(
            "-created_at"
        )


class Invitation(models.Model):
    """A link that makes one person a member. Only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    # Null for the link that makes the site's first admin.
    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, null=True, blank=True, related_name="invitations"
    )
    role = models.CharField(max_length=10)
    note = models.CharField(max_length=160, blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=["rater", "lead", "admin"]), name="invitation_role_known"
            ),
            models.CheckConstraint(
                condition=Q(study__isnull=False) | Q(role="admin"), name="invitation_names_a_study"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation of a {self.role} to {self.study or 'the site'}"

    @property
    def role_label(self) -> str:
        return str(Membership.Role(self.role).label)
