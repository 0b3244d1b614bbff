"""Rubrics: versioned sets of criteria with anchored levels."""

from typing import Any

from django.db import models
from django.db.models import Count, OuterRef, Subquery
from django.utils.functional import cached_property


class RubricQuerySet(models.QuerySet["Rubric"]):
    def with_latest(self) -> "RubricQuerySet":
        """With `latest_number`, `latest_at`, `criteria_count` of the newest version, and
        `study_count` over all versions."""
        newest = RubricVersion.objects.filter(rubric=OuterRef("pk")).order_by("-number")
        criteria = (
            Criterion.objects.filter(version__rubric=OuterRef("pk"))
            .order_by("-version__number")
            .values("version__number")
            .annotate(count=Count("pk"))
            .values("count")
        )
        return self.annotate(
            latest_number=Subquery(newest.values("number")[:1]),
            latest_at=Subquery(newest.values("created_at")[:1]),
            criteria_count=Subquery(criteria[:1]),
            study_count=Count("versions__studies", distinct=True),
        )


class Rubric(models.Model):
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=160)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    objects = RubricQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def latest(self) -> "RubricVersion | None":
        return self.versions.order_by("-number").first()


class RubricVersion(models.Model):
    """One wording of a rubric. The first item handed out or judge run freezes it."""

    rubric = models.ForeignKey(Rubric, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    frozen_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=400, blank=True)
    created_by = models.ForeignKey(
        "cases.Person", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["rubric", "number"], name="rubric_version_number"),
        ]

    def __str__(self) -> str:
        return f"{self.rubric.slug}-v{self.number}"


class Criterion(models.Model):
    """One question of a rubric, with its scale and what counts as passing."""

    class Scale(models.TextChoices):
        BINARY = "binary", "Binary"
        ORDINAL = "ordinal", "Ordinal"
        NOMINAL = "nominal", "Nominal"

    class Kind(models.TextChoices):
        FINAL_RESPONSE = "final_response", "Final response"
        TOOL_USE = "tool_use", "Tool use"
        PROCESS = "process", "Process"

    version = models.ForeignKey(RubricVersion, on_delete=models.PROTECT, related_name="criteria")
    key = models.SlugField(max_length=60)
    position = models.PositiveSmallIntegerField()
    question = models.TextField()
    # A sentence that is true exactly when the criterion passes; ADK rubrics are made of it.
    property = models.TextField(blank=True)
    scale = models.CharField(max_length=10, choices=Scale)
    kind = models.CharField(max_length=20, choices=Kind)
    # [{"value": "PASS", "label": "Yes", "text": "what an answer at this level looks like"}, …]
    # in scale order, worst first.
    levels = models.JSONField()
    # Values that count as passing; without any, rates and gates are undefined.
    pass_levels = models.JSONField(default=list)
    # {"pass": ["…"], "fail": ["…"], "borderline": ["…"]}
    examples = models.JSONField(default=dict)
    # Checks for the rule-based baseline judge; see cases.rules.
    rules = models.JSONField(default=list)
    gates = models.BooleanField(default=True)
    # May a judge answer this criterion without quoting the transcript?
    evidence_optional = models.BooleanField(default=False)
    # Only raters with this skill ("medical") are asked; empty asks everybody.
    skill = models.SlugField(max_length=40, blank=True)
    content_hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["version", "key"], name="criterion_key_in_version"),
            models.CheckConstraint(
                condition=models.Q(scale__in=["binary", "ordinal", "nominal"]),
                name="criterion_scale_known",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["final_response", "tool_use", "process"]),
                name="criterion_kind_known",
            ),
        ]

    def __str__(self) -> str:
        return self.key

    @cached_property
    def values(self) -> list[str]:
        """The level values in scale order, worst first."""
        levels: list[dict[str, Any]] = self.levels
        return [level["value"] for level in levels]

    def passes(self, value: str) -> bool | None:
        """Whether `value` counts as passing; None where the criterion has no pass levels."""
        return value in self.pass_levels if self.pass_levels else None
