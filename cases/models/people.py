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
        membership = self.memberships.live().filter(study=study).only("role").first()
        return membership.role if membership else None


class MembershipQuerySet(models.QuerySet["Membership"]):
    def live(self) -> "MembershipQuerySet":
        """Of people who have not been removed from their study."""
        return self.filter(removed_at=None)

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

    class PauseCause(models.TextChoices):
        GOLD = "gold", "Missed known answers"
        LEAD = "lead", "Paused by a lead"

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="memberships")
    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role)
    # Whoever has seen results of a study can no longer rate it blind.
    results_seen_at = models.DateTimeField(null=True, blank=True)
    # Made by a program, not by a person (the worked example); pages say so.
    simulated = models.BooleanField(default=False)
    # How far this rater has walked through the queue; see raters.assignment.
    queue_position = models.BigIntegerField(default=-1)
    # How often in a row an item further on was taken before the next of the walk.
    queue_passed = models.PositiveSmallIntegerField(default=0)
    # On how many items this rater joined each other one, by the person's id: {"17": 4}. A hint for
    # the order in which items are handed out, never a figure: see raters.walking.
    met = models.JSONField(default=dict, blank=True)
    guidelines_read_at = models.DateTimeField(null=True, blank=True)
    # What the rater knows of, as criteria and items ask for it: ["medical"].
    skills = models.JSONField(default=list, blank=True)
    # Live work begins when training has been passed; a retraining clears this again.
    trained_at = models.DateTimeField(null=True, blank=True)
    # Which round of training the rater is in: 2 after the first retraining.
    training_attempt = models.PositiveSmallIntegerField(default=1)
    # A paused rater gets no items.
    paused_at = models.DateTimeField(null=True, blank=True)
    pause_cause = models.CharField(max_length=10, choices=PauseCause, blank=True)
    # Ratings until a pause that has been decided takes effect, so that no single item gives
    # itself away as the one that caused it; null where none is coming.
    pause_in = models.PositiveSmallIntegerField(null=True, blank=True)
    # Known answers given before do not count against the rater again: set when a pause ends.
    gold_since = models.DateTimeField(null=True, blank=True)
    # Removed people keep their labels and their row: who has seen results stays known.
    removed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "study"], name="one_role_per_study"),
            models.CheckConstraint(
                condition=models.Q(role__in=["rater", "lead", "admin"]),
                name="membership_role_known",
            ),
            models.CheckConstraint(
                condition=models.Q(paused_at__isnull=True, pause_cause="")
                | models.Q(paused_at__isnull=False, pause_cause__in=["gold", "lead"]),
                name="membership_pause_has_a_cause",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} is {self.role} of {self.study}"
