"""What the judge pages read: what a request sent, which requests failed, what a run would cost."""

import json
from dataclasses import dataclass

from cases.models import Study
from judges.models import JudgeRequest, JudgeRun, Verdict
from judges.running import SPLITS, count_planned
from judges.working import Setup

FAILED_SHOWN = 100


@dataclass(frozen=True, slots=True)
class Explained:
    """What a request sent, made again from its immutable parts.

    `same` says whether its hash is the one kept with the reply; it differs when a case was
    erased since, or the program now renders another way. None before the request was answered.
    """

    instruction: str
    message: str
    reply: str
    same: bool | None


def explain(request: JudgeRequest) -> Explained:
    """The texts behind a request; the reply indented if it is JSON, else as it came."""
    try:
        prepared = Setup(request.run).prepare(request)
    except Exception:  # noqa: BLE001 - what can't be rendered was never sent, and says so
        prepared = None
    try:
        reply = json.dumps(json.loads(request.raw_reply), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        reply = request.raw_reply
    if prepared is None:
        nothing = "Nothing: the case can't be rendered."
        return Explained(instruction=nothing, message=nothing, reply=reply, same=None)
    return Explained(
        instruction=prepared.rendered.instruction,
        message=prepared.rendered.message,
        reply=reply,
        same=prepared.cache_key == request.cache_key if request.cache_key else None,
    )


def failed_requests(run: JudgeRun) -> list[JudgeRequest]:
    """The run's latest requests with an ERROR.

    Each has `errors`: (reason, keys of the criteria without a verdict for it), in order.
    """
    failed = (
        run.requests.filter(verdicts__state=Verdict.State.ERROR)
        .distinct()
        .select_related("item")
        .prefetch_related("verdicts__criterion")
        .order_by("-pk")[:FAILED_SHOWN]
    )
    return [_with_errors(request) for request in failed]


def _with_errors(request: JudgeRequest) -> JudgeRequest:
    keys: dict[str, list[str]] = {}
    for verdict in sorted(request.verdicts.all(), key=lambda v: v.criterion.position):
        if verdict.state == Verdict.State.ERROR:
            keys.setdefault(verdict.reason, []).append(verdict.criterion.key)
    request.errors = list(keys.items())  # type: ignore[attr-defined]
    return request


def request_counts(study: Study) -> dict[str, int]:
    """Split → requests that a run with one sample would make."""
    return {split: count_planned(study, split) for split in SPLITS}
