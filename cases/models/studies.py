"""A study: a rubric version, its items, and how they are rated."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.functional import cached_property

from cases.errors import BadInput

DEFAULT_THRESHOLDS: dict[str, float] = {
    "human_rewrite": 0.6,
    "judge_rewrite": 0.4,
    "judge_gate": 0.6,
    "judge_gate_low": 0.4,
    "ceiling_gap": 0.1,
}


def default_thresholds() -> dict[str, Any]:
    return dict(DEFAULT_THRESHOLDS)


class Study(models.Model):
    class State(models.TextChoices):
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"

    class AdjudicationPolicy(models.TextChoices):
        UNANIMOUS = "unanimous", "Unanimous items settle themselves, a reviewer decides the rest"
        MAJORITY = "majority", "A strict majority settles, a reviewer decides the rest"
        REVIEWER = "reviewer", "A reviewer decides every item"

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=160)
    description = models.TextField(blank=True)
    guidelines = models.TextField(blank=True)
    rubric_version = models.ForeignKey(
        "cases.RubricVersion", on_delete=models.PROTECT, related_name="studies"
    )
    state = models.CharField(max_length=10, choices=State, default=State.OPEN)
    # How many raters every ordinary item gets: exactly this many live ratings.
    overlap = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(50)]
    )
    # This share of the ordinary items, drawn by lot, gets `extra_overlap` raters more.
    extra_share = models.FloatField(
        default=0, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    extra_overlap = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(50)])
    gold_share = models.FloatField(
        default=0.05, validators=[MinValueValidator(0), MaxValueValidator(0.5)]
    )
    held_out_share = models.FloatField(
        default=0.5, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    # A rater who misses `gold_misses` of the last `gold_window` gold items pauses for retraining;
    # 0 misses switches that off.
    gold_misses = models.PositiveSmallIntegerField(default=3, validators=[MaxValueValidator(50)])
    gold_window = models.PositiveSmallIntegerField(
        default=10, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    # The share of training answers that have to be right before live work.
    training_pass = models.FloatField(
        default=0.8, validators=[MinValueValidator(0), MaxValueValidator(1)]
    )
    lease_minutes = models.PositiveIntegerField(default=60, validators=[MinValueValidator(1)])
    # How long raters may change what they submitted; null: as long as the study is open.
    change_hours = models.PositiveIntegerField(null=True, blank=True)
    # Minutes of active time after which a break is suggested; 0: never.
    break_minutes = models.PositiveSmallIntegerField(
        default=50, validators=[MaxValueValidator(600)]
    )
    # What one rating is thought to take, for the cost of a study before anything is measured.
    expected_minutes = models.FloatField(default=2, validators=[MinValueValidator(0.05)])
    # Shown before sensitive items, whose transcript is blurred until the rater asks for it.
    content_warning = models.TextField(blank=True)
    adjudication_policy = models.CharField(
        max_length=10, choices=AdjudicationPolicy, default=AdjudicationPolicy.MAJORITY
    )
    # Where `calibration.verdicts` draws the lines between rewrite, trend and gate.
    thresholds = models.JSONField(default=default_thresholds)
    # {} is the default policy of cases.redaction.
    redaction_policy = models.JSONField(default=dict, blank=True)
    seed = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = "studies"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(overlap__gte=1), name="study_overlap_positive"
            ),
            models.CheckConstraint(
                condition=models.Q(extra_share__gte=0, extra_share__lte=1),
                name="study_extra_share_range",
            ),
            models.CheckConstraint(
                condition=models.Q(training_pass__gte=0, training_pass__lte=1),
                name="study_training_pass_range",
            ),
            models.CheckConstraint(
                condition=models.Q(gold_window__gte=models.F("gold_misses")),
                name="study_gold_window_holds_misses",
            ),
            models.CheckConstraint(
                condition=models.Q(gold_share__gte=0, gold_share__lte=0.5),
                name="study_gold_share_range",
            ),
            models.CheckConstraint(
                condition=models.Q(held_out_share__gte=0, held_out_share__lte=1),
                name="study_held_out_share_range",
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=["open", "paused", "closed"]), name="study_state_known"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def named(cls, slug: str) -> "Study":
        """The study with this slug. Raises BadInput, which lists the ones there are."""
        studies = cls.objects.select_related("rubric_version__rubric")
        study = studies.filter(slug=slug).first()
        if study is None:
            known = ", ".join(cls.objects.order_by("slug").values_list("slug", flat=True)[:20])
            there = f"there are: {known}" if known else "there is none yet: make one in the browser"
            raise BadInput(f"no study {slug!r}; {there}")
        return study

    @cached_property
    def has_simulated_raters(self) -> bool:
        """Whether some of its members are programs, as in the worked example."""
        return self.memberships.filter(simulated=True).exists()
