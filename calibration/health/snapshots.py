"""Snapshots of raters' figures: asked for on a page, built by a task, kept as they are."""

import hashlib
import json
import logging
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from calibration.health.thresholds import thresholds_of
from calibration.models import HealthSnapshot, Report
from calibration.snapshots import grouped
from cases.models import AuditEvent, GoldAnswer, Item, Person, Study
from raters.models import Assignment, Label

State = Report.State

logger = logging.getLogger("calibrant.health")


def request_health(
    *, study: Study, thresholds: Mapping[str, Any], actor: Person | None = None
) -> HealthSnapshot:
    """A waiting snapshot whose task is queued once the transaction commits.

    Raises BadInput for thresholds that make no sense. Where the queue can't be reached the
    snapshot is FAILED and says so.
    """
    from calibration.tasks import build_health as task

    lines = thresholds_of(thresholds)
    snapshot = None
    try:
        with transaction.atomic():
            snapshot = HealthSnapshot.objects.create(
                study=study, thresholds=lines.to_json(), created_by=actor
            )
            AuditEvent.record("health.requested", actor=actor, study=study, target=snapshot)
            task.delay_on_commit(snapshot.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if snapshot is None:
            raise
        _fail(snapshot.pk, "The queue can't be reached. Start the services, then look again.")
        snapshot.refresh_from_db()
    return snapshot


def build_health(snapshot_id: int) -> None:
    """Compute a waiting snapshot and store it. Doing so again once it is ready does nothing.

    What goes wrong is stored on the snapshot as a sentence, and logged.
    """
    waiting = HealthSnapshot.objects.filter(pk=snapshot_id).exclude(state=State.READY)
    if not waiting.update(state=State.BUILDING, message=""):
        return
    # The statistics' libraries take a second to load: no business of the web process.
    from calibration.health.figures import figures
    from calibration.health.reading import read

    snapshot = HealthSnapshot.objects.select_related("study").get(pk=snapshot_id)
    try:
        # Hashed before anything is read: what arrives meanwhile makes the snapshot out of date.
        hashed = health_hash(snapshot.study)
        lines = thresholds_of(snapshot.thresholds)
        content = figures(read(snapshot.study), lines, seed=snapshot.study.seed)
    except Exception:
        logger.exception("snapshot %s of raters failed", snapshot_id)
        _fail(snapshot_id, "The figures could not be computed. The worker's log says why.")
        raise
    HealthSnapshot.objects.filter(pk=snapshot_id, state=State.BUILDING).update(
        state=State.READY,
        content=content,
        input_hash=hashed,
        finished_at=timezone.now(),
    )


def health_hash(study: Study) -> str:
    """Hash of everything the figures draw from. A constant number of queries."""
    work = Assignment.objects.filter(item__study=study)
    parts = [
        study.rubric_version_id,
        grouped(Item.objects.in_study(study), "purpose"),
        grouped(Label.objects.current().filter(item__study=study), "criterion_id"),
        # Who holds an item right now is no input; what is set aside or reinstated is one.
        grouped(work.exclude(state__in=Assignment.UNRATED), "state"),
        grouped(GoldAnswer.objects.filter(item__study=study), "value"),
    ]
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()


def is_out_of_date(snapshot: HealthSnapshot) -> bool:
    """Whether ratings, known answers or what is set aside changed since."""
    return snapshot.state == State.READY and snapshot.input_hash != health_hash(snapshot.study)


def resume_health() -> None:
    """Queue again what an earlier worker left waiting or half done."""
    from calibration.tasks import build_health as task

    unfinished = HealthSnapshot.objects.filter(state__in=[State.WAITING, State.BUILDING])
    for pk in unfinished.values_list("pk", flat=True):
        task.delay(pk)


def _fail(snapshot_id: int, message: str) -> None:
    HealthSnapshot.objects.filter(pk=snapshot_id).exclude(state=State.READY).update(
        state=State.FAILED, message=message, finished_at=timezone.now()
    )
