"""Invitations, the queue, assignments, and what people answered."""

import uuid
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import F, Q

from cases.models import Membership

if TYPE_CHECKING:
    from datetime import datetime

    from cases.models import Person, Study


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


class Slot(models.Model):
    """One of the places an ordinary item has for a rater. Their number is the overlap."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        LEASED = "leased", "Leased"
        FILLED = "filled", "Filled"

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="slots")
    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="slots")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    # Copies of the item's, for one index that finds the next open slot.
    priority = models.SmallIntegerField(default=0)
    rank = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "number"], name="slot_number_of_item"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "leased", "filled"]), name="slot_state_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["study", "-priority", "rank"],
                condition=Q(state="open"),
                name="slot_open_queue",
            ),
        ]

    def __str__(self) -> str:
        return f"slot {self.number} of {self.item}"


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def of(self, rater: "Person", study: "Study") -> "AssignmentQuerySet":
        return self.filter(rater=rater, item__study=study)

    def finished(self) -> "AssignmentQuerySet":
        """Rated, whether with labels or CANT_TELL."""
        return self.filter(state=Assignment.State.FINISHED)


class Assignment(models.Model):
    """A lease of one item to one rater."""

    class State(models.TextChoices):
        LEASED = "leased", "Leased"
        FINISHED = "finished", "Finished"
        SKIPPED = "skipped", "Skipped"
        OPTED_OUT = "opted_out", "Opted out"
        RETURNED = "returned", "Returned"

    token = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="assignments")
    rater = models.ForeignKey("cases.Person", on_delete=models.PROTECT, related_name="assignments")
    # Null for gold and training items, which take any number of raters.
    slot = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, blank=True, related_name="assignments"
    )
    state = models.CharField(max_length=10, choices=State, default=State.LEASED)
    # Pairwise only: "ab" shows case on the left, "ba" shows case_b on the left.
    side_order = models.CharField(max_length=2, blank=True)
    leased_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    # The revision that counts.
    rating = models.OneToOneField(
        "raters.Rating", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # Answers typed but not submitted, as the form posts them.
    draft = models.JSONField(default=dict, blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "rater"], name="no_item_twice_to_one_rater"),
            models.UniqueConstraint(
                fields=["slot"],
                condition=Q(state__in=["leased", "finished"]),
                name="one_live_assignment_per_slot",
            ),
            models.CheckConstraint(
                condition=Q(state="finished", rating__isnull=False, finished_at__isnull=False)
                | ~Q(state="finished"),
                name="finished_assignment_has_a_rating",
            ),
            models.CheckConstraint(
                condition=Q(side_order__in=["", "ab", "ba"]), name="side_order_known"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["leased", "finished", "skipped", "opted_out", "returned"]),
                name="assignment_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["rater", "state"], name="assignment_rater_state"),
            models.Index(
                fields=["expires_at"], condition=Q(state="leased"), name="assignment_leases"
            ),
        ]

    def __str__(self) -> str:
        return str(self.token)


class Rating(models.Model):
    """One accepted submission. A correction is a new revision; nothing is overwritten."""

    class Outcome(models.TextChoices):
        RATED = "rated", "Rated"
        SKIPPED = "skipped", "Skipped"
        OPTED_OUT = "opted_out", "Opted out"

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="ratings")
    revision = models.PositiveIntegerField()
    # Drawn with the form; the same form sent twice is accepted once.
    submit_key = models.UUIDField(unique=True)
    outcome = models.CharField(max_length=10, choices=Outcome)
    reason = models.TextField(blank=True)
    # Time with the page in view and somebody at it, in milliseconds; null where not measured.
    active_ms = models.PositiveIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "revision"], name="rating_revision"),
            models.CheckConstraint(
                condition=Q(outcome__in=["rated", "skipped", "opted_out"]),
                name="rating_outcome_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assignment} revision {self.revision}"


class LabelQuerySet(models.QuerySet["Label"]):
    def current(self) -> "LabelQuerySet":
        """Labels of the revision that counts, one per rater, item and criterion."""
        return self.filter(rating=F("rating__assignment__rating"))

    def counting(self) -> "LabelQuerySet":
        """Current labels on ordinary items: the ones that enter statistics."""
        return self.current().filter(item__purpose="ordinary")


class Label(models.Model):
    """One rater's answer for one criterion. Append-only."""

    class State(models.TextChoices):
        LABEL = "label", "Label"
        CANT_TELL = "cant_tell", "Can't tell"

    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="labels")
    # Copies of the assignment's, which never change, so that a report reads one table.
    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="labels")
    rater = models.ForeignKey("cases.Person", on_delete=models.PROTECT, related_name="labels")
    criterion = models.ForeignKey(
        "cases.Criterion", on_delete=models.PROTECT, related_name="labels"
    )
    state = models.CharField(max_length=10, choices=State, default=State.LABEL)
    # A level's value; for pairwise items first_case, second_case or tie, never a side.
    value = models.CharField(max_length=100, blank=True)
    comment = models.TextField(blank=True)
    # [{"turn": 2, "step": 5, "start": 0, "end": 40, "quote": "…"}]
    evidence = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = LabelQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rating", "criterion"], name="one_label_per_criterion"),
            models.CheckConstraint(
                condition=(Q(state="label") & ~Q(value="")) | Q(state="cant_tell", value=""),
                name="label_has_a_value_or_cant_tell",
            ),
        ]
        indexes = [models.Index(fields=["item", "criterion"], name="label_item_criterion")]

    def __str__(self) -> str:
        return f"{self.item} {self.criterion} {self.value or self.state}"
