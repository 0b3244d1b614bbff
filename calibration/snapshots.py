"""What a report was computed from, as one hash, and whether that has changed since."""

import hashlib
import json
from typing import Any

from django.db.models import Count, F, Max, QuerySet, Sum

from calibration.models import Adjudication, Report
from cases.models import GoldAnswer, Item, Study
from judges.models import JudgeRun, Verdict
from raters.models import Assignment, Label

_ENDED = (Assignment.State.FINISHED, Assignment.State.SKIPPED, Assignment.State.OPTED_OUT)


def input_hash(study: Study) -> str:
    """Hash of everything a report of `study` draws from. A constant number of queries.

    Labels, verdicts and adjudications are append-only and immutable, so the ids of the rows
    that count stand for their values, and how many there are, their sum and their largest say
    whether that set has changed, without reading a million rows on a page.
    """
    parts = [
        study.rubric_version.content_hash,
        study.rubric_version_id,
        study.overlap,
        study.adjudication_policy,
        sorted(study.thresholds.items()),
        study.seed,
        grouped(Item.objects.in_study(study), "purpose", "split"),
        grouped(Label.objects.current().filter(item__study=study), "criterion_id", "item__purpose"),
        # Who holds an item right now is no input.
        grouped(Assignment.objects.filter(item__study=study, state__in=_ENDED), "state"),
        grouped(Adjudication.objects.filter(item__study=study), "basis"),
        grouped(GoldAnswer.objects.filter(item__study=study), "value"),
        grouped(
            Verdict.objects.filter(
                request__run__study=study, request__run__state=JudgeRun.State.FINISHED
            ),
            "request__run_id",
        ),
    ]
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()


def grouped(rows: QuerySet[Any, Any], *by: str) -> list[list[Any]]:
    """How many rows there are by each value, the sum of their ids and the largest. One query."""
    found = (
        rows.order_by()
        .values_list(*by)
        .annotate(n=Count("pk"), total=Sum(F("pk")), last=Max("pk"))
        .order_by(*by)
    )
    return [list(row) for row in found]


def is_out_of_date(report: Report) -> bool:
    """Whether labels, verdicts, settlements or settings changed since the report was built."""
    return report.state == Report.State.READY and report.input_hash != input_hash(report.study)
