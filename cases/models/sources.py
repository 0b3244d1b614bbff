"""Where cases come from, and the record of each import."""

from django.db import models
from django.utils import timezone


class Source(models.Model):
    """An ADK session store. The URI is kept without any password."""

    uri = models.CharField(max_length=500)
    app_name = models.CharField(max_length=200)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["uri", "app_name"], name="source_uri_app"),
        ]

    def __str__(self) -> str:
        return f"{self.app_name} in {self.uri}"


class ImportRunQuerySet(models.QuerySet["ImportRun"]):
    def live(self) -> "ImportRunQuerySet":
        """Imports that wait or run, whether anybody works on them or not."""
        return self.filter(state__in=[ImportRun.State.WAITING, ImportRun.State.RUNNING])

    def ended_early(self) -> "ImportRunQuerySet":
        """Imports that failed or were cancelled: what they have brought is no whole draw."""
        return self.filter(state__in=[ImportRun.State.FAILED, ImportRun.State.CANCELLED])


class ImportRun(models.Model):
    """One import from a source into a study, with counts of everything seen."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        FAILED = "failed", "Failed"
        CANCELLED = "cancelled", "Cancelled"

    study = models.ForeignKey("cases.Study", on_delete=models.PROTECT, related_name="imports")
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="imports")
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    # Who runs it and until when; a claim of a dead worker lapses. See cases.claims.
    claim = models.CharField(max_length=64, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    # How often it was taken up since it last got further.
    attempts = models.PositiveSmallIntegerField(default=0)
    # As cases.import_plans.ImportOptions writes them.
    options = models.JSONField(default=dict)
    # How far it is, for whoever goes on with it: {"frame": digest, "after": session_key}, and
    # "at": session_key while that one is worked on by itself, since it may have ended a worker.
    checkpoint = models.JSONField(default=dict)
    sessions_total = models.PositiveIntegerField(default=0)
    sessions_done = models.PositiveIntegerField(default=0)
    # How far redaction of what is at hand is: {"sessions": 1, "stage": "names", "done": 18_000,
    # "total": 100_000} with a stage of cases.redaction.watching; {} between two batches.
    at_hand = models.JSONField(default=dict)
    # The strata of its draw with sizes, quotas, chances and weights: see cases.import_plans.
    strata = models.JSONField(default=list)
    # Counts by kind: sessions, cases, events left out, redactions, refusals with reasons.
    report = models.JSONField(default=dict)
    # Hash of the redaction policy that its cases were redacted under; "" before redaction began.
    policy_hash = models.CharField(max_length=64, blank=True)
    message = models.TextField(blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # When it was first taken up; null for imports before this was noted.
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = ImportRunQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["study", "source"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_import_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"import {self.pk} into {self.study}"

    @property
    def is_stopping(self) -> bool:
        """Whether it was cancelled and whoever works on it has not stopped yet."""
        if self.state != self.State.CANCELLED or self.claimed_until is None:
            return False
        return self.claimed_until > timezone.now()
