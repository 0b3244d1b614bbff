"""People and what they may do in a study."""

from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from cases.models.studies import Study


class Person(AbstractUser):
    """Somebody who can log in. `is_superuser` is the site's admin."""

    display_name = models.CharField(max_length=120, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.username

    def role_in(self, study: "Study") -> str | None:
        """The person's role in `study`; a site admin is admin of every study."""
        if self.is_superuser:
            return Membership.Role.ADMIN
        membership = self.memberships.filter(study=study).only("role").first()
        return membership.role if membership else None


class MembershipQuerySet(models.QuerySet["Membership"]):
    def note_results_seen(self, *, study: "Study | int", person: Person) -> None:
        """Whoever has seen others' labels, verdicts or figures can't rate the study blind."""
        self.filter(study=study, person=person, results_seen_at=None).update(
            results_seen_at=timezone.now()
        )


class Membership(models.Model):
    """A person's part in a study."""

    class Role(models.TextChoices):
        RATER = "rater", "Rater"
        LEAD = "lead", "Evaluation lead"
        ADMIN = "admin", "Admin"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    # Whoever has seen results of a study can no longer rate it blind.
    results_seen_at = models.DateTimeField(null=True, blank=True)
    # Made by a program, not by a person (the worked example); pages say so.
    simulated = models.BooleanField(default=False)
    # How far this rater has walked through the queue; see raters.assignment.
    queue_position = models.BigIntegerField(default=-1)
    guidelines_read_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "study"], name="one_role_per_study"),
            models.CheckConstraint(
                condition=models.Q(role__in=["rater", "lead", "admin"]),
                name="membership_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} is {self.role} of {self.study}"
