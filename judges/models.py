"""Judges, their immutable versions, and what they answered."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Count, Exists, OuterRef, Q

if TYPE_CHECKING:
    from cases.models import Study


class Judge(models.Model):
    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="judges")
    name = models.SlugField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "name"], name="judge_name_in_study"),
        ]

    def __str__(self) -> str:
        return self.name


class JudgeVersionQuerySet(models.QuerySet["JudgeVersion"]):
    def in_study(self, study: "Study") -> "JudgeVersionQuerySet":
        """The study's versions, newest first within a judge."""
        return (
            self.filter(judge__study=study)
            .select_related("judge", "rubric_version__rubric", "judge__study")
            .order_by("judge__name", "-number")
        )

    def runnable(self) -> "JudgeVersionQuerySet":
        """Versions made for the rubric version that their study has now."""
        return self.filter(rubric_version=models.F("judge__study__rubric_version"))

    def with_counts(self) -> "JudgeVersionQuerySet":
        """Adds `run_count`, `verdict_count` and `error_count`."""
        verdicts = "runs__requests__verdicts"
        return self.annotate(
            run_count=Count("runs", distinct=True),
            verdict_count=Count(verdicts, distinct=True),
            error_count=Count(verdicts, filter=Q(**{f"{verdicts}__state": "error"}), distinct=True),
        )


class JudgeVersion(models.Model):
    """Model, parameters, prompt, reply schema and rubric version, hashed together. Immutable."""

    judge = models.ForeignKey(Judge, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    model = models.CharField(max_length=200)
    parameters = models.JSONField(default=dict)
    prompt = models.TextField()
    reply_schema = models.JSONField()
    rubric_version = models.ForeignKey(
        "cases.RubricVersion", on_delete=models.PROTECT, related_name="judge_versions"
    )
    content_hash = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = JudgeVersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["judge", "number"], name="judge_version_number"),
            models.UniqueConstraint(fields=["judge", "content_hash"], name="judge_version_content"),
        ]

    def __str__(self) -> str:
        return f"{self.judge.name}-v{self.number}"


class JudgeRunQuerySet(models.QuerySet["JudgeRun"]):
    def in_study(self, study: "Study") -> "JudgeRunQuerySet":
        return self.filter(study=study)

    def with_counts(self) -> "JudgeRunQuerySet":
        """Newest first, with `request_count`, `done_count`, `verdict_count`, `error_count`."""
        done = Q(requests__state="done")
        error = Q(requests__verdicts__state="error")
        return (
            self.select_related("version__judge", "created_by")
            .annotate(
                request_count=Count("requests", distinct=True),
                done_count=Count("requests", filter=done, distinct=True),
                verdict_count=Count("requests__verdicts", distinct=True),
                error_count=Count("requests__verdicts", filter=error, distinct=True),
            )
            .order_by("-pk")
        )


class JudgeRun(models.Model):
    """One pass of a judge version over the items of a study."""

    class State(models.TextChoices):
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        STOPPED = "stopped", "Stopped"

    version = models.ForeignKey(JudgeVersion, on_delete=models.PROTECT, related_name="runs")
    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="judge_runs")
    split = models.CharField(max_length=10, default="all")
    samples = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = JudgeRunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(split__in=["tuning", "held_out", "all"]), name="judge_run_split_known"
            ),
            models.CheckConstraint(condition=Q(samples__gte=1), name="judge_run_samples_positive"),
        ]

    def __str__(self) -> str:
        return f"run {self.pk} of {self.version}"


class JudgeRequest(models.Model):
    """One call: all criteria of one item, once per sample and side order."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        CLAIMED = "claimed", "Claimed"
        DONE = "done", "Done"

    run = models.ForeignKey(JudgeRun, on_delete=models.PROTECT, related_name="requests")
    item = models.ForeignKey("cases.Item", on_delete=models.PROTECT, related_name="judge_requests")
    sample = models.PositiveSmallIntegerField(default=0)
    side_order = models.CharField(max_length=2, blank=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Who holds the claim and until when; a claim of a dead worker lapses.
    claim = models.CharField(max_length=64, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Hash of what was sent, sample number included: the key under which valid replies are reused.
    cache_key = models.CharField(max_length=64, blank=True)
    prompt_hash = models.CharField(max_length=64, blank=True)
    cached = models.BooleanField(default=False)
    raw_reply = models.TextField(blank=True)
    # "ok", or the reason for which no criterion has a verdict: invalid_json, truncated, blocked,
    # empty, rate_limited, unavailable, timeout, erased, error.
    outcome = models.CharField(max_length=20, blank=True)
    detail = models.TextField(blank=True)
    model_reported = models.CharField(max_length=200, blank=True)
    latency_ms = models.PositiveIntegerField(null=True, blank=True)
    prompt_tokens = models.PositiveIntegerField(null=True, blank=True)
    reply_tokens = models.PositiveIntegerField(null=True, blank=True)
    cost_usd = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    # What was really sent besides the text: temperature, seed, maximum of tokens.
    sent_config = models.JSONField(default=dict, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["run", "item", "sample", "side_order"],
                name="one_request_per_sample_and_order",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "claimed", "done"]),
                name="judge_request_state_known",
            ),
        ]
        indexes = [
            models.Index(fields=["run", "state"], name="judge_request_run_state"),
            models.Index(fields=["cache_key"], name="judge_request_cache_key"),
        ]

    def __str__(self) -> str:
        return f"request {self.pk} of {self.run}"


class VerdictQuerySet(models.QuerySet["Verdict"]):
    def counting(self) -> "VerdictQuerySet":
        """What each judge version says of each item: the verdicts, ERROR too, of the latest
        finished run that held the item. A run that goes on or was stopped says nothing yet."""
        newer = JudgeRequest.objects.filter(
            run__version=OuterRef("request__run__version"),
            run__state=JudgeRun.State.FINISHED,
            run__gt=OuterRef("request__run"),
            item=OuterRef("request__item"),
        )
        return self.filter(~Exists(newer), request__run__state=JudgeRun.State.FINISHED)


class Verdict(models.Model):
    """A judge's answer for one criterion of one item, or ERROR with its reason. Append-only."""

    class State(models.TextChoices):
        VALID = "valid", "Valid"
        ERROR = "error", "Error"

    request = models.ForeignKey(JudgeRequest, on_delete=models.PROTECT, related_name="verdicts")
    criterion = models.ForeignKey(
        "cases.Criterion", on_delete=models.PROTECT, related_name="verdicts"
    )
    state = models.CharField(max_length=10, choices=State)
    # A level's value; for pairwise items first_case, second_case or tie, never a side.
    value = models.CharField(max_length=100, blank=True)
    evidence = models.TextField(blank=True)
    rationale = models.TextField(blank=True)
    # For ERROR: missing, unknown_verdict, evidence_not_found, … or the request's outcome.
    reason = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = VerdictQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["request", "criterion"], name="one_verdict_per_criterion"
            ),
            models.CheckConstraint(
                condition=(Q(state="valid") & ~Q(value="")) | (Q(state="error") & ~Q(reason="")),
                name="verdict_has_a_value_or_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.criterion} {self.value or self.reason}"
