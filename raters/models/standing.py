"""What stands beside ratings: those that don't count for now, and flags."""

from django.db import models
from django.db.models import Q

from raters.models.queue import Assignment


class SetAside(models.Model):
    """Ratings of one rater that do not count until a lead decides, as one batch."""

    class Cause(models.TextChoices):
        GOLD = "gold", "Known answers missed"
        LEAD = "lead", "A lead's decision"

    class Decision(models.TextChoices):
        OPEN = "open", "Open"
        KEPT_OUT = "kept_out", "Kept out"
        REINSTATED = "reinstated", "Reinstated"

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="set_asides")
    rater = models.ForeignKey("cases.Person", on_delete=models.PROTECT, related_name="set_asides")
    cause = models.CharField(max_length=10, choices=Cause)
    reason = models.TextField()
    # Null for the rule about gold items.
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    decision = models.CharField(max_length=10, choices=Decision, default=Decision.OPEN)
    decision_note = models.TextField(blank=True)
    decided_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    assignments = models.ManyToManyField(Assignment, related_name="set_asides")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decision="open", decided_at__isnull=True)
                | Q(decision__in=["kept_out", "reinstated"], decided_at__isnull=False),
                name="set_aside_decision_has_a_time",
            ),
            models.CheckConstraint(
                condition=Q(cause__in=["gold", "lead"]), name="set_aside_cause_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rater}'s ratings set aside in {self.study}"


class Flag(models.Model):
    """A rater asks the leads to look at an item; it changes nothing about the rating."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="flags")
    note = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    resolved_at = models.DateTimeField(null=True, blank=True)
    resolved_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["assignment"],
                condition=Q(resolved_at__isnull=True),
                name="one_open_flag_per_assignment",
            ),
        ]

    def __str__(self) -> str:
        return f"flag on {self.assignment}"
