"""Settled labels, spot checks, reports, raters' figures, looks at results, regression sets."""

from django.db import models
from django.db.models import Q


class Adjudication(models.Model):
    """A reviewer's settled label of item × criterion. A change is a new revision."""

    class Outcome(models.TextChoices):
        SETTLED = "settled", "Settled"
        AMBIGUOUS = "ambiguous", "Ambiguous"

    class Basis(models.TextChoices):
        HUMAN_SPLIT = "human_split", "People were split"
        AUDIT = "audit", "Random audit"
        # Looked at because the judge differed: never part of the reference.
        JUDGE = "judge", "The judge differed"

    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="adjudications")
    criterion = models.ForeignKey(
        "cases.Criterion", on_delete=models.PROTECT, related_name="adjudications"
    )
    revision = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome)
    value = models.CharField(max_length=100, blank=True)
    basis = models.CharField(max_length=12, choices=Basis)
    note = models.TextField(blank=True)
    reviewer = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, related_name="adjudications"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["item", "criterion", "revision"], name="adjudication_revision"
            ),
            models.CheckConstraint(
                condition=(Q(outcome="settled") & ~Q(value="")) | Q(outcome="ambiguous", value=""),
                name="adjudication_has_a_value_or_is_ambiguous",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item} {self.criterion} {self.value or self.outcome}"


class SpotCheck(models.Model):
    """What a lead found of a judge's pass on a case whose text aims at a grader.

    It changes no label and no verdict. A change of mind is a new revision.
    """

    class Outcome(models.TextChoices):
        STANDS = "stands", "Checked: stands"
        WRONG = "wrong", "Checked: wrong"

    verdict = models.ForeignKey(
        "judges.Verdict", on_delete=models.PROTECT, related_name="spot_checks"
    )
    revision = models.PositiveIntegerField()
    outcome = models.CharField(max_length=10, choices=Outcome)
    note = models.TextField(blank=True)
    checked_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, related_name="spot_checks"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["verdict", "revision"], name="spot_check_revision"),
        ]

    def __str__(self) -> str:
        return f"{self.verdict_id}: {self.outcome}"


class Report(models.Model):
    """An immutable snapshot of agreement and calibration."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        BUILDING = "building", "Building"
        READY = "ready", "Ready"
        FAILED = "failed", "Failed"

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="reports")
    split = models.CharField(max_length=10, default="all")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # 0 to 100; what is being done stands in message.
    progress = models.PositiveSmallIntegerField(default=0)
    message = models.TextField(blank=True)
    # The report contract's JSON, once ready.
    content = models.JSONField(null=True, blank=True)
    input_hash = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="ready", content__isnull=False) | ~Q(state="ready"),
                name="ready_report_has_content",
            ),
        ]
        indexes = [models.Index(fields=["study", "-created_at"], name="report_study_created")]

    def __str__(self) -> str:
        return f"report {self.pk} of {self.study}"


class HealthSnapshot(models.Model):
    """Figures of a study's raters as they were at one time."""

    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, related_name="health_snapshots"
    )
    state = models.CharField(max_length=10, choices=Report.State, default=Report.State.WAITING)
    # What went wrong.
    message = models.CharField(max_length=400, blank=True)
    # The fields of calibration.health.thresholds.Thresholds.
    thresholds = models.JSONField(default=dict)
    # {"raters": {"17": {…}}, "tests": 120}: see calibration.health.figures.
    content = models.JSONField(null=True, blank=True)
    input_hash = models.CharField(max_length=64, blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="ready", content__isnull=False) | ~Q(state="ready"),
                name="ready_health_has_content",
            ),
        ]
        indexes = [models.Index(fields=["study", "-created_at"], name="health_study_created")]

    def __str__(self) -> str:
        return f"raters of {self.study} in snapshot {self.pk}"


class HeldOutLook(models.Model):
    """Somebody obtained held-out figures of a judge version."""

    judge_version = models.ForeignKey(
        "judges.JudgeVersion", on_delete=models.PROTECT, related_name="held_out_looks"
    )
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="held_out_looks")
    person = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["judge_version", "report", "person"], name="one_look_per_person_and_report"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} looked at {self.judge_version} in {self.report}"


class RegressionSet(models.Model):
    """Settled items frozen for release gates."""

    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, related_name="regression_sets"
    )
    version = models.PositiveIntegerField()
    # {"evalset": {...}, "config": {...}, "labels": [...], "manifest": {...}}
    content = models.JSONField()
    content_hash = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "version"], name="regression_set_version"),
            models.UniqueConstraint(
                fields=["study", "content_hash"], name="regression_set_content"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.study.slug} regression set {self.version}"
