"""Judge versions and runs: make them, start them, stop them, see how far they are."""

import hashlib
import json
import logging
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import batched
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import transaction
from django.db.models import Count, Max, Q, QuerySet, Sum
from django.utils import timezone
from kombu.exceptions import OperationalError

from cases.errors import BadInput
from cases.items import lock_study
from cases.models import AuditEvent, Item, Person, RubricVersion, Study
from cases.rubrics import freeze
from judges import claims, tasks
from judges.models import Judge, JudgeRequest, JudgeRun, JudgeVersion, Verdict
from judges.parameters import read_parameters
from judges.prompting import complete_prompt
from judges.providers import check_model
from judges.rendering import SIDE_ORDERS, questions_of
from judges.schema import reply_schemas

logger = logging.getLogger("calibrant.judges")

MAX_SAMPLES = 20
SPLITS = ("all", "tuning", "held_out")


@transaction.atomic
def create_version(
    *,
    study: Study,
    name: str,
    model: str,
    prompt: str | None = None,
    parameters: dict[str, Any] | None = None,
    actor: Person | None = None,
) -> JudgeVersion:
    """A version of the judge `name` for the study's rubric; the existing one if nothing differs.

    `prompt` may leave sections out (see judges.prompting), `parameters` any that keep their
    default. Raises BadInput for a name, model, prompt or parameter that can't be used.
    """
    _check_name(name)
    model = model.strip()
    check_model(model)
    rubric_version = study.rubric_version
    fields: dict[str, Any] = {
        "model": model,
        "parameters": read_parameters(parameters).model_dump(),
        "prompt": complete_prompt(prompt or "", model),
        "reply_schema": reply_schemas(questions_of(list(rubric_version.criteria.all()))),
    }
    content_hash = _content_hash(rubric_version, fields)
    judge, _ = Judge.objects.get_or_create(study=study, name=name)
    Judge.objects.select_for_update().get(pk=judge.pk)
    there = judge.versions.filter(content_hash=content_hash).first()
    if there is not None:
        return there
    last = judge.versions.aggregate(last=Max("number"))["last"] or 0
    version = JudgeVersion.objects.create(
        judge=judge,
        number=last + 1,
        rubric_version=rubric_version,
        content_hash=content_hash,
        created_by=actor,
        **fields,
    )
    AuditEvent.record("judge.version_added", actor=actor, study=study, target=version)
    return version


def _check_name(name: str) -> None:
    try:
        validate_slug(name)
    except ValidationError as error:
        raise BadInput(
            f"judge name {name!r}: use letters, digits, hyphens and underscores only"
        ) from error
    if len(name) > 80:
        raise BadInput("judge name: at most 80 characters")


def _content_hash(rubric_version: RubricVersion, fields: dict[str, Any]) -> str:
    content = fields | {"rubric": [rubric_version.pk, rubric_version.content_hash]}
    text = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _hash_of(version: JudgeVersion) -> str:
    names = ("model", "parameters", "prompt", "reply_schema")
    fields = {name: getattr(version, name) for name in names}
    return _content_hash(version.rubric_version, fields)


def start_run(
    *, version: JudgeVersion, split: str = "all", samples: int = 1, actor: Person | None = None
) -> JudgeRun:
    """Queue one request per item and sample, two (one per side order) for a pairwise item.

    Freezes the rubric version. Raises BadInput for a split without items, a version whose rubric
    is no longer the study's, or a model that can't be used here. With the queue out of reach the
    run waits for the next worker that starts.
    """
    run = None
    try:
        with transaction.atomic():
            run = _start(version, split, samples, actor)
    except OperationalError as error:
        if run is None:
            raise
        # The rows are committed; judges.tasks.resume_runs finds them.
        logger.warning("run %s: the queue can't be reached (%s); a worker will find it", run, error)
    return run


def _start(version: JudgeVersion, split: str, samples: int, actor: Person | None) -> JudgeRun:
    study = lock_study(version.judge.study)
    # Frozen before it is compared: nobody can change the wording between check and run. What the
    # check refuses takes the freezing back with it.
    version.rubric_version = RubricVersion.objects.select_related("rubric").get(
        pk=version.rubric_version_id
    )
    freeze(version.rubric_version)
    _check_run(version, study, split, samples)
    requests = list(planned(study, split, samples))
    if not requests:
        raise BadInput(
            f"study {study.slug} has no items in split {split!r}: import cases first"
            if split == "all"
            else f"study {study.slug} has no items in split {split!r}: choose another split"
        )
    run = JudgeRun.objects.create(
        version=version, study=study, split=split, samples=samples, created_by=actor
    )
    _queue(run, requests)
    AuditEvent.record(
        "judge.run_started", actor=actor, study=study, target=run, requests=len(requests)
    )
    return run


def planned(study: Study, split: str, samples: int) -> Iterator[tuple[int, int, str]]:
    """(item id, sample, side order) of every request that a run would make."""
    items = judged_items(study, split).order_by("pk").values_list("pk", "kind")
    for pk, kind in items.iterator(chunk_size=5_000):
        for sample in range(samples):
            for side_order in _orders(kind):
                yield pk, sample, side_order


def count_planned(study: Study, split: str) -> int:
    """How many requests a run with one sample would make."""
    kinds = judged_items(study, split).values_list("kind").annotate(n=Count("pk"))
    return sum(n * len(_orders(kind)) for kind, n in kinds)


def judged_items(study: Study, split: str) -> QuerySet[Item]:
    """The items of a split that a judge can be asked about.

    Gold items are in no split; process items need the process judge and are left out, as are
    cases whose text was erased.
    """
    return (
        Item.objects.in_study(study)
        .ordinary()
        .in_split(split)
        .filter(case__erased_at=None, case_b__erased_at=None)
        .exclude(kind=Item.Kind.PROCESS)
    )


def _orders(kind: str) -> tuple[str, ...]:
    return SIDE_ORDERS if kind == Item.Kind.PAIRWISE else ("",)


def _check_run(version: JudgeVersion, study: Study, split: str, samples: int) -> None:
    if split not in SPLITS:
        raise BadInput(f"split {split!r}: choose one of {', '.join(SPLITS)}")
    if not 1 <= samples <= MAX_SAMPLES:
        raise BadInput(f"samples: choose 1 to {MAX_SAMPLES}")
    if version.rubric_version_id != study.rubric_version_id or version.content_hash != _hash_of(
        version
    ):
        raise BadInput(
            f"{version} was made for another wording of the rubric: "
            f"make a new version of judge {version.judge.name} and run that"
        )
    check_model(version.model)


def _queue(run: JudgeRun, requests: Iterable[tuple[int, int, str]]) -> None:
    queued_until = timezone.now() + claims.QUEUED_FOR
    for batch in batched(requests, 2_000):
        rows = JudgeRequest.objects.bulk_create(
            [
                JudgeRequest(
                    run=run,
                    item_id=item_id,
                    sample=sample,
                    side_order=side_order,
                    claimed_until=queued_until,
                )
                for item_id, sample, side_order in batch
            ]
        )
        for chunk in batched(rows, claims.CHUNK):
            ids = [row.pk for row in chunk]
            tasks.judge_chunk.delay_on_commit(ids)  # type: ignore[attr-defined]


def stop_run(run: JudgeRun, *, actor: Person | None = None) -> bool:
    """Stop a running run: nothing more is asked, what is written stays. False if it was over."""
    stopped = JudgeRun.objects.filter(pk=run.pk, state=JudgeRun.State.RUNNING).update(
        state=JudgeRun.State.STOPPED, finished_at=timezone.now()
    )
    if stopped:
        AuditEvent.record("judge.run_stopped", actor=actor, study=run.study, target=run)
    return bool(stopped)


def resume_runs(*, everything: bool = False) -> None:
    """Queue again what nobody works on: lapsed claims, requests whose time has come."""
    tasks.resume_runs(everything=everything)


def run_progress(run: JudgeRun) -> dict[str, Any]:
    """How far the run is.

    Requests: total, waiting, claimed, done, cached, percent (whole, 100 only when all are done).
    Verdicts: verdicts, valid, errors, reasons (list of (reason, count), most frequent first).
    Calls: prompt_tokens, reply_tokens (None when no model counted), latency_p50 and latency_p95
    in milliseconds (None when nothing was asked).
    """
    counts = run.requests.aggregate(
        total=Count("pk"),
        waiting=Count("pk", filter=Q(state=JudgeRequest.State.WAITING)),
        claimed=Count("pk", filter=Q(state=JudgeRequest.State.CLAIMED)),
        done=Count("pk", filter=Q(state=JudgeRequest.State.DONE)),
        cached=Count("pk", filter=Q(cached=True)),
        prompt_tokens=Sum("prompt_tokens"),
        reply_tokens=Sum("reply_tokens"),
    )
    reasons: Counter[str] = Counter()
    rows = Verdict.objects.filter(request__run=run).values_list("reason").annotate(n=Count("pk"))
    for reason, count in rows:
        reasons[reason] += count
    valid = reasons.pop("", 0)
    errors = reasons.total()
    return counts | {
        "percent": counts["done"] * 100 // counts["total"] if counts["total"] else 0,
        "verdicts": valid + errors,
        "valid": valid,
        "errors": errors,
        "error_share": errors / (valid + errors) if valid + errors else None,
        "reasons": reasons.most_common(),
        "latency_p50": _latency(run, 0.50),
        "latency_p95": _latency(run, 0.95),
    }


def _latency(run: JudgeRun, share: float) -> int | None:
    """The latency in milliseconds that `share` of the asked requests didn't exceed."""
    times = run.requests.filter(latency_ms__isnull=False).order_by("latency_ms")
    count = times.count()
    if not count:
        return None
    return times.values_list("latency_ms", flat=True)[math.ceil(count * share) - 1]
