"""Who did what to which object, and when. Rows hold ids and words, never case text."""

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    from cases.models.people import Person
    from cases.models.studies import Study


class AuditEvent(models.Model):
    at = models.DateTimeField(auto_now_add=True)
    actor = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    study = models.ForeignKey(
        "cases.Study", on_delete=models.PROTECT, null=True, blank=True, related_name="audit_events"
    )
    # A verb in the past tense with its noun: "study.created", "rubric.version_added".
    action = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60, blank=True)
    object_id = models.CharField(max_length=60, blank=True)
    data = models.JSONField(default=dict)

    class Meta:
        indexes = [models.Index(fields=["study", "-at"], name="audit_study_at")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.object_type} {self.object_id}"

    @classmethod
    def record(
        cls,
        action: str,
        *,
        actor: "Person | None",
        study: "Study | None" = None,
        target: models.Model | None = None,
        **data: Any,
    ) -> "AuditEvent":
        """Append one event. `data` takes ids, counts and choices; never text of a case."""
        return cls.objects.create(
            action=action,
            actor=actor,
            study=study,
            object_type=target._meta.label_lower if target is not None else "",
            object_id=str(target.pk) if target is not None else "",
            data=data,
        )
