"""Reports: asked for on a page or by a command, built by a task, kept as they are."""

import logging

from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from calibration.models import Report
from calibration.snapshots import input_hash, is_out_of_date
from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study

__all__ = [
    "SPLITS",
    "build_report",
    "input_hash",
    "is_out_of_date",
    "request_report",
    "resume_reports",
]

SPLITS = ("all", "tuning", "held_out")

logger = logging.getLogger("calibrant.reporting")


def request_report(*, study: Study, split: str = "all", actor: Person | None = None) -> Report:
    """A waiting report whose task is queued once the transaction commits.

    Raises BadInput for an unknown split. Where the queue can't be reached the report is FAILED
    and says so.
    """
    from calibration.tasks import build_report as task

    if split not in SPLITS:
        raise BadInput(f"split {split!r} is unknown: use {', '.join(SPLITS)}")
    report = None
    try:
        with transaction.atomic():
            report = Report.objects.create(study=study, split=split, created_by=actor)
            AuditEvent.record(
                "report.requested", actor=actor, study=study, target=report, split=split
            )
            task.delay_on_commit(report.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if report is None:
            raise
        _fail(report.pk, "The queue can't be reached. Start the services, then build it again.")
        report.refresh_from_db()
    return report


def build_report(report_id: int) -> None:
    """Build a waiting report and store it. Building it again once it is ready does nothing.

    What goes wrong is stored on the report as a sentence, and logged.
    """
    waiting = Report.objects.filter(pk=report_id).exclude(state=Report.State.READY)
    if not waiting.update(state=Report.State.BUILDING, progress=0, message="Reading labels"):
        return
    # The statistics' libraries take a second to load: no business of the web process.
    from calibration.assembling import assemble

    report = Report.objects.select_related("study__rubric_version__rubric").get(pk=report_id)

    def progress(percent: int, message: str) -> None:
        Report.objects.filter(pk=report_id, state=Report.State.BUILDING).update(
            progress=percent, message=message
        )

    try:
        # Hashed before anything is read, and without a transaction, which on SQLite would hold
        # up every rater: what arrives meanwhile makes the report out of date, never silently
        # part of it.
        hashed = input_hash(report.study)
        content = assemble(report.study, split=report.split, progress=progress)
    except BadInput as error:
        _fail(report_id, str(error))
    except Exception:
        logger.exception("report %s failed", report_id)
        _fail(report_id, "The report could not be built. The worker's log says why.")
        raise
    else:
        content["input_hash"] = hashed
        Report.objects.filter(pk=report_id, state=Report.State.BUILDING).update(
            state=Report.State.READY,
            progress=100,
            message="",
            content=content,
            input_hash=hashed,
            finished_at=timezone.now(),
        )


def _fail(report_id: int, message: str) -> None:
    Report.objects.filter(pk=report_id).exclude(state=Report.State.READY).update(
        state=Report.State.FAILED, message=message, finished_at=timezone.now()
    )


def resume_reports() -> None:
    """Queue again what an earlier worker left waiting or half built.

    Two workers on one report are harmless: the first to finish stores it.
    """
    from calibration.tasks import build_report as task

    unfinished = Report.objects.filter(state__in=[Report.State.WAITING, Report.State.BUILDING])
    for pk in unfinished.values_list("pk", flat=True):
        task.delay(pk)
