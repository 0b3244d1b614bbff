"""Freezing asked for on a page: the request, the worker's answer, and where it stands.

The worker freezes because it asks google-adk's own models, which the web process never loads.
A request and its answer are audit events, so nothing else has to be kept.
"""

import logging
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from calibration.label_rows import check_split
from calibration.regression_sets import freeze_set
from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study

REQUESTED = "regression_set.requested"
REFUSED = "regression_set.refused"
ANSWERS = ("regression_set.frozen", "regression_set.found", REFUSED)
# Freezing takes seconds; a request this old without an answer has no worker.
PATIENCE = timedelta(minutes=10)

logger = logging.getLogger("calibrant.freezing")


@dataclass(frozen=True, slots=True)
class Freezing:
    """Where the newest request stands: "waiting", "late", "frozen", "found" or "refused"."""

    state: str
    version: int | None = None
    message: str = ""


def request_freeze(*, study: Study, split: str, actor: Person | None) -> AuditEvent:
    """Record the wish and queue the task once that is committed. Raises BadInput for the split.

    Where the queue can't be reached the request is refused and says so.
    """
    from calibration.tasks import freeze_regression_set as task

    check_split(split)
    request = None
    try:
        with transaction.atomic():
            request = AuditEvent.record(REQUESTED, actor=actor, study=study, split=split)
            task.delay_on_commit(request.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if request is None:
            raise
        _refuse(request, "The queue can't be reached. Start the services, then freeze again.")
    return request


def answer_freeze(request_id: int) -> None:
    """Freeze what the request asks for; the answer is an audit event. A second call does nothing.

    Two workers at once make one set: the second finds the first one's content.
    """
    request = AuditEvent.objects.select_related("study__rubric_version__rubric", "actor").get(
        pk=request_id, action=REQUESTED
    )
    if request.study is None or _answer(request) is not None:
        return
    try:
        freeze_set(
            study=request.study,
            actor=request.actor,
            split=request.data["split"],
            request_id=request.pk,
        )
    except BadInput as error:
        _refuse(request, str(error))
    except Exception:
        logger.exception("freezing for request %s failed", request_id)
        _refuse(request, "Freezing failed; the worker's log says why.")
        raise


def latest_freeze(study: Study) -> Freezing | None:
    """Where the study's newest request stands; None when nobody has asked or a set came since."""
    request = study.audit_events.filter(action=REQUESTED).order_by("-pk").first()
    if request is None:
        return None
    answer = _answer(request)
    if answer is None:
        late = timezone.now() - request.at > PATIENCE
        return Freezing("late" if late else "waiting")
    if study.regression_sets.filter(created_at__gt=answer.at).exists():
        return None
    state = answer.action.removeprefix("regression_set.")
    return Freezing(state, answer.data.get("version"), answer.data.get("message", ""))


def _answer(request: AuditEvent) -> AuditEvent | None:
    return AuditEvent.objects.filter(
        study=request.study, action__in=ANSWERS, pk__gt=request.pk, data__request=request.pk
    ).first()


def _refuse(request: AuditEvent, message: str) -> None:
    AuditEvent.record(
        REFUSED, actor=request.actor, study=request.study, request=request.pk, message=message
    )
