"""Redaction policies of a study, and previews of what one hides. Rows hold no text of a session."""

from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone

if TYPE_CHECKING:
    from cases.models.studies import Study


class RedactionPolicyVersion(models.Model):
    """One policy that a study has had. The first, of number 1, is the one it began with."""

    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, related_name="policy_versions"
    )
    number = models.PositiveIntegerField()
    # As Study.redaction_policy; words to hide are keyed hashes in it.
    policy = models.JSONField(default=dict)
    policy_hash = models.CharField(max_length=64)
    # What differs from the version before, in words without any text of a session.
    changes = models.JSONField(default=list)
    # The version that was brought back by this one.
    restores = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "number"], name="policy_number_in_study"),
        ]

    def __str__(self) -> str:
        return f"redaction policy {self.number} of {self.study}"


class RedactionDraft(models.Model):
    """A policy that a person is working on: a base, and changes collected in previews."""

    study = models.ForeignKey("cases.Study", on_delete=models.CASCADE, related_name="policy_drafts")
    person = models.ForeignKey("cases.Person", on_delete=models.CASCADE, related_name="+")
    base = models.JSONField(default=dict)
    # Hash of the study's policy when the draft was begun, to notice that it has changed since.
    based_on = models.CharField(max_length=64)
    # [{"id": "…", "do": "deny", …}]; see cases.redaction_drafts.
    changes = models.JSONField(default=list)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["study", "person"], name="one_policy_draft_each"),
        ]

    def __str__(self) -> str:
        return f"draft of {self.person} for {self.study}"


class RedactionPreviewQuerySet(models.QuerySet["RedactionPreview"]):
    def in_study(self, study: "Study") -> "RedactionPreviewQuerySet":
        return self.filter(study=study)

    def expired(self) -> "RedactionPreviewQuerySet":
        return self.filter(expires_at__lt=timezone.now())


class RedactionPreview(models.Model):
    """What a policy would hide in a sample of sessions, as kinds, rules and offsets."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        FINISHED = "finished", "Finished"
        FAILED = "failed", "Failed"

    study = models.ForeignKey(
        "cases.Study", on_delete=models.CASCADE, related_name="redaction_previews"
    )
    source = models.ForeignKey("cases.Source", on_delete=models.PROTECT, related_name="+")
    policy = models.JSONField(default=dict)
    policy_hash = models.CharField(max_length=64)
    sample = models.PositiveIntegerField()
    seed = models.BigIntegerField(default=0)
    # The preview of the same sample that this one is held against.
    compared_with = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    claim = models.CharField(max_length=64, blank=True)
    # A waiting preview's message counts as lost after this, a running one's worker as dead.
    claimed_until = models.DateTimeField(null=True, blank=True)
    # How often it was taken up since it last got further.
    attempts = models.PositiveSmallIntegerField(default=0)
    sessions_total = models.PositiveIntegerField(default=0)
    sessions_done = models.PositiveIntegerField(default=0)
    message = models.TextField(blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    objects = RedactionPreviewQuerySet.as_manager()

    def __str__(self) -> str:
        return f"redaction preview {self.pk} of {self.study}"

    @property
    def is_running(self) -> bool:
        return self.state in (self.State.WAITING, self.State.RUNNING)

    @property
    def size(self) -> int:
        """Sessions in it: those drawn, or as many as were asked for until that is known."""
        return self.sessions_total or self.sample


class RedactionPreviewSession(models.Model):
    """What was found in one session of a preview."""

    preview = models.ForeignKey(RedactionPreview, on_delete=models.CASCADE, related_name="sessions")
    position = models.PositiveIntegerField()
    # Keyed hashes of (app, user, session) and of the stored text.
    session_key = models.CharField(max_length=64)
    raw_hash = models.CharField(max_length=64, blank=True)
    # [[step, leaf, start, end, kind, rule, number of the pseudonym]]; see cases.redaction_places.
    findings = models.JSONField(default=list)
    # Why the session could not be previewed, or why an import would refuse it.
    problem = models.CharField(max_length=500, blank=True)
    looked_at = models.DateTimeField(null=True, blank=True)
    # Pages of the session that somebody saw as original text; see cases.redaction_places.page_of.
    pages_seen = models.JSONField(default=list)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["preview", "position"], name="preview_session_position"
            ),
        ]

    def __str__(self) -> str:
        return f"session {self.position} of preview {self.preview_id}"


class RedactionMark(models.Model):
    """What a person said of a place in a preview: something missed, or hidden without need."""

    class Verdict(models.TextChoices):
        MISS = "miss", "Missed"
        FALSE_ALARM = "false_alarm", "False alarm"

    session = models.ForeignKey(
        RedactionPreviewSession, on_delete=models.CASCADE, related_name="marks"
    )
    verdict = models.CharField(max_length=12, choices=Verdict)
    kind = models.CharField(max_length=40)
    rule = models.CharField(max_length=100, blank=True)
    # Keyed hash of session, step, leaf and offsets.
    place_hash = models.CharField(max_length=64)
    # The change of the draft that came with it, "" when there was none or it was undone.
    change_id = models.CharField(max_length=32, blank=True)
    created_by = models.ForeignKey("cases.Person", on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["session", "place_hash"], name="one_redaction_mark_a_place"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_verdict_display()} {self.kind} in {self.session}"
