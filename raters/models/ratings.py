"""What people answered. Append-only."""

from django.db import models
from django.db.models import F, Q

from raters.models.queue import Assignment


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
        """Current labels on ordinary items: the ones that enter statistics.

        Ratings that are set aside or surplus stay out.
        """
        return self.current().filter(
            item__purpose="ordinary", rating__assignment__state=Assignment.State.FINISHED
        )


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


class StepLabel(models.Model):
    """What a rater of a process item says of one step. Append-only."""

    class Value(models.TextChoices):
        NEEDED = "NEEDED", "Needed"
        REDUNDANT = "REDUNDANT", "Redundant"
        HARMFUL = "HARMFUL", "Harmful"
        RECOVERY = "RECOVERY", "Recovery"

    rating = models.ForeignKey(Rating, on_delete=models.PROTECT, related_name="step_labels")
    # The step's number as the transcript shows it.
    step = models.PositiveIntegerField()
    value = models.CharField(max_length=10, choices=Value)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rating", "step"], name="one_label_per_step"),
            models.CheckConstraint(
                condition=Q(value__in=["NEEDED", "REDUNDANT", "HARMFUL", "RECOVERY"]),
                name="step_label_known",
            ),
        ]

    def __str__(self) -> str:
        return f"step {self.step}: {self.value}"


class FirstError(models.Model):
    """Where a rater of a process item sees the first error. Append-only."""

    class State(models.TextChoices):
        FOUND = "found", "There is an error"
        NONE = "none", "No error"
        CANT_TELL = "cant_tell", "Can't tell"

    class Category(models.TextChoices):
        POLICY = "policy", "Against the policy"
        UNGROUNDED = "ungrounded", "Not grounded in what was known"
        WRONG_TOOL = "wrong_tool", "Wrong tool"
        BAD_ARGUMENTS = "bad_arguments", "Bad arguments"
        IGNORED_ERROR = "ignored_error", "Ignored an error"
        LOOP = "loop", "Went in a loop"

    rating = models.OneToOneField(Rating, on_delete=models.PROTECT, related_name="first_error")
    state = models.CharField(max_length=10, choices=State)
    step = models.PositiveIntegerField(null=True, blank=True)
    category = models.CharField(max_length=20, choices=Category, blank=True)
    # The author of the step; never typed.
    agent = models.CharField(max_length=200, blank=True)
    comment = models.TextField(blank=True)
    # As Label.evidence.
    evidence = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="found", step__isnull=False, category__gt="")
                | Q(state__in=["none", "cant_tell"], step__isnull=True, category="", agent=""),
                name="first_error_has_step_and_category",
            ),
            models.CheckConstraint(
                condition=Q(
                    category__in=[
                        "",
                        "policy",
                        "ungrounded",
                        "wrong_tool",
                        "bad_arguments",
                        "ignored_error",
                        "loop",
                    ]
                ),
                name="first_error_category_known",
            ),
        ]

    def __str__(self) -> str:
        return f"first error: {self.step or self.state}"
