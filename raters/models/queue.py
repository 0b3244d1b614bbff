"""The places that items have for raters, and who has which."""

import uuid
from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q

if TYPE_CHECKING:
    from cases.models import Person, Study


class CalibrationRound(models.Model):
    """Pilot items that everybody chosen for the round rates, before or between live work."""

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    note = models.CharField(max_length=400, blank=True)
    raters = models.ManyToManyField("cases.Person", related_name="+")
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="round_number_in_study"),
        ]

    def __str__(self) -> str:
        return f"calibration round {self.number} of {self.study}"


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
    skill = models.SlugField(max_length=40, blank=True)
    # A slot of a calibration round, or one that a lead has handed to somebody.
    reserved_for = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    round = models.ForeignKey(
        "raters.CalibrationRound",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="slots",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "number"], name="slot_number_of_item"),
            models.CheckConstraint(
                condition=Q(state__in=["open", "leased", "filled"]), name="slot_state_known"
            ),
        ]
        indexes = [
            models.Index(
                fields=["study", "skill", "-priority", "rank"],
                condition=Q(state="open", reserved_for__isnull=True),
                name="slot_open_queue",
            ),
            models.Index(
                fields=["reserved_for", "study", "-priority", "rank"],
                condition=Q(state="open", reserved_for__isnull=False),
                name="slot_reserved_queue",
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

    def rated(self) -> "AssignmentQuerySet":
        """Rated, whether it counts now or not: what a rater sees of it is the same."""
        return self.filter(state__in=Assignment.RATED)


class Assignment(models.Model):
    """A lease of one item to one rater."""

    class State(models.TextChoices):
        LEASED = "leased", "Leased"
        FINISHED = "finished", "Finished"
        SKIPPED = "skipped", "Skipped"
        OPTED_OUT = "opted_out", "Opted out"
        RETURNED = "returned", "Returned"
        # A lead has taken it from its rater, who does not get it again by themselves.
        TAKEN_BACK = "taken_back", "Taken back"
        # Rated, but not counted until a lead decides.
        SET_ASIDE = "set_aside", "Set aside"
        # Reinstated when somebody else had filled the place: kept and marked, not counted.
        SURPLUS = "surplus", "Surplus"

    # As far as the rater can tell, these are one.
    RATED = (State.FINISHED, State.SET_ASIDE, State.SURPLUS)

    # Begun, and nothing sent for it.
    UNRATED = (State.LEASED, State.RETURNED, State.TAKEN_BACK)

    token = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="assignments")
    rater = models.ForeignKey("cases.Person", on_delete=models.PROTECT, related_name="assignments")
    # Null for gold and training items, which take any number of raters.
    slot = models.ForeignKey(
        Slot, on_delete=models.PROTECT, null=True, blank=True, related_name="assignments"
    )
    state = models.CharField(max_length=10, choices=State, default=State.LEASED)
    # Which round of training this is a part of; always 1 outside of training. 0 marks ratings of
    # when a gold or training item was an ordinary one.
    attempt = models.PositiveSmallIntegerField(default=1)
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
            models.UniqueConstraint(
                fields=["item", "rater", "attempt"], name="no_item_twice_to_one_rater"
            ),
            models.UniqueConstraint(
                fields=["slot"],
                condition=Q(state__in=["leased", "finished"]),
                name="one_live_assignment_per_slot",
            ),
            models.CheckConstraint(
                condition=Q(rating__isnull=False, finished_at__isnull=False)
                | ~Q(state__in=["finished", "set_aside", "surplus"]),
                name="finished_assignment_has_a_rating",
            ),
            models.CheckConstraint(
                condition=Q(side_order__in=["", "ab", "ba"]), name="side_order_known"
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "leased",
                        "finished",
                        "skipped",
                        "opted_out",
                        "returned",
                        "taken_back",
                        "set_aside",
                        "surplus",
                    ]
                ),
                name="assignment_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["rater", "state"], name="assignment_rater_state"),
            models.Index(
                fields=["expires_at"], condition=Q(state="leased"), name="assignment_leases"
            ),
            # A rater's last items with known answers, looked up with every submission.
            models.Index(
                fields=["rater", "-finished_at"],
                condition=Q(slot__isnull=True, state="finished"),
                name="assignment_known_answers",
            ),
        ]

    def __str__(self) -> str:
        return str(self.token)
