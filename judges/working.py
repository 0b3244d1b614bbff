"""What a worker does with a chunk of requests: claim, look in the cache, ask, write verdicts."""

import hashlib
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, transaction
from django.utils import timezone

from cases.errors import BadInput
from cases.models import Criterion, Item
from cases.transcript import steps_of
from cases.transcript_cut import rated_steps, until
from judges import claims, outcomes
from judges.asking import Asking
from judges.models import JudgeRequest, JudgeRun, Verdict
from judges.outcomes import Reply
from judges.parameters import Parameters, read_parameters
from judges.parsing import Parsed, all_errors, parse_reply
from judges.prompting import read_prompt
from judges.providers import build_llm
from judges.rendering import Rendered, Renderer, case_value
from judges.schema import reply_model
from judges.validation import validate

logger = logging.getLogger("calibrant.judges")

# How often a model is asked again for what may pass, and after how many seconds.
MAX_ASKS = 5
FIRST_WAIT = 2.0
# A request whose worker dies every time is given up.
MAX_CLAIMS = 10
GIVEN_UP = f"given up: the worker stopped {MAX_CLAIMS} times while asking"


@dataclass(frozen=True, slots=True)
class Prepared:
    """A claimed request with what is sent for it."""

    request: JudgeRequest
    rendered: Rendered
    cache_key: str


class Setup:
    """What all requests of one run have in common."""

    def __init__(self, run: JudgeRun) -> None:
        version = run.version
        self.model = version.model
        self.parameters: Parameters = read_parameters(version.parameters)
        self.criteria: list[Criterion] = list(version.rubric_version.criteria.all())
        self.renderer = Renderer(
            read_prompt(version.prompt, version.model),
            self.criteria,
            limit=self.parameters.max_step_chars,
        )
        self.schemas = {
            False: reply_model(self.renderer.questions),
            True: reply_model(self.renderer.pairwise_questions),
        }
        self.schema_texts = {
            pairwise: json.dumps(schema.model_json_schema())
            for pairwise, schema in self.schemas.items()
        }

    def prepare(self, request: JudgeRequest) -> Prepared:
        rendered = self._render(request.item, request.side_order)
        sent = [
            self.model,
            self.parameters.model_dump(exclude={"timeout_s"}),
            rendered.instruction,
            rendered.message,
            self.schema_texts[rendered.pairwise],
            request.sample,
        ]
        text = json.dumps(sent, ensure_ascii=False, sort_keys=True)
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        return Prepared(request, rendered, key)

    def _render(self, item: Item, side_order: str) -> Rendered:
        if item.turn is not None:
            turns = until(item.case.read_turns(), item.turn)
            rated = rated_steps(turns, item.turn)
            return self.renderer.absolute(steps_of(turns), rated=rated)
        steps = item.case.read_steps()
        if item.case_b is None:
            return self.renderer.absolute(steps)
        other = item.case_b.read_steps()
        sides = (steps, other) if side_order == "ab" else (other, steps)
        return self.renderer.pairwise(*sides)


def judge_chunk(request_ids: Sequence[int]) -> None:
    """Bring every request of the chunk that is free to an end. Harmless to run twice.

    Requests that are done, or claimed by a living worker, are left alone. Errors that may pass
    leave the request waiting; whatever else happens is written down as ERROR with its reason.
    """
    claim = claims.claim_requests(request_ids)
    if not claim:
        return
    requests = (
        JudgeRequest.objects.filter(claim=claim, state=JudgeRequest.State.CLAIMED)
        .select_related("run__version__rubric_version", "item__case", "item__case_b")
        .order_by("run_id", "pk")
    )
    try:
        for _, group in groupby(requests, key=lambda request: request.run_id):
            _judge_group(list(group), claim)
    finally:
        claims.release(claim)


def _judge_group(requests: list[JudgeRequest], claim: str) -> None:
    run = requests[0].run
    try:
        setup = Setup(run)
    except DatabaseError:
        raise
    except Exception as error:  # noqa: BLE001 - none of its requests could ever be rendered
        logger.error("%s can't be rendered any more (%s); run stopped", run.version, _kind(error))
        JudgeRun.objects.filter(pk=run.pk, state=JudgeRun.State.RUNNING).update(
            state=JudgeRun.State.STOPPED, finished_at=timezone.now()
        )
        return
    _ask(setup, _use_cache(setup, _prepare(setup, requests, claim), claim), claim)
    claims.finish(run.pk)


def _prepare(setup: Setup, requests: list[JudgeRequest], claim: str) -> list[Prepared]:
    """Render each request by itself; those that can't be asked are ended with their reason.

    A request that fails here would fail every time: put back, it would keep its run from ending.
    """
    prepared = []
    for request in requests:
        if request.attempts > MAX_CLAIMS:
            _give_up(setup, request, claim, "error", GIVEN_UP)
        elif _erased(request.item):
            _give_up(setup, request, claim, outcomes.ERASED, "the case's text was erased")
        else:
            try:
                prepared.append(setup.prepare(request))
            except Exception as error:  # noqa: BLE001 - the others go on
                _give_up(setup, request, claim, "error", f"not rendered: {_kind(error)}")
    return prepared


def _erased(item: Item) -> bool:
    return any(case and case.erased_at for case in (item.case, item.case_b))


def _kind(error: BaseException) -> str:
    """The type of an exception: its words may quote a case."""
    return type(error).__name__


def _give_up(setup: Setup, request: JudgeRequest, claim: str, outcome: str, why: str) -> None:
    """End a request without a reply: ERROR for every criterion."""
    logger.warning("request %s: %s", request.pk, why)
    parsed = all_errors(setup.renderer.questions, outcome)
    with transaction.atomic():
        verdicts = _end(setup, request, claim, parsed, outcome=outcome, detail=why)
        Verdict.objects.bulk_create(verdicts)


def _use_cache(setup: Setup, prepared: list[Prepared], claim: str) -> list[Prepared]:
    """Answer from earlier replies to the very same request; returns what has to be asked.

    Only replies all of whose verdicts held are used again.
    """
    earlier = {
        request.cache_key: request
        for request in JudgeRequest.objects.filter(
            cache_key__in={p.cache_key for p in prepared},
            state=JudgeRequest.State.DONE,
            outcome=outcomes.OK,
            cached=False,
        ).exclude(verdicts__state=Verdict.State.ERROR)
    }
    hits = []
    for p in prepared:
        if found := earlier.get(p.cache_key):
            reply = Reply(
                outcome=outcomes.OK,
                raw=found.raw_reply,
                model_reported=found.model_reported,
                sent_config=found.sent_config,
                prompt_hash=found.prompt_hash,
            )
            hits.append((p, reply))
    _write(setup, hits, claim, cached=True)
    return [p for p in prepared if p.cache_key not in earlier]


def _ask(setup: Setup, prepared: list[Prepared], claim: str) -> None:
    if not prepared:
        return
    from judges.calling import judge_once, warm_up

    try:
        llm = build_llm(setup.model)
    except BadInput as error:
        _write(setup, [(p, _failed(str(error))) for p in prepared], claim)
        return
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a provider's own code
        failed = _failed(f"the model can't be made: {_kind(error)}")
        _write(setup, [(p, failed) for p in prepared], claim)
        return

    warm_up()

    async def ask(p: Prepared) -> Reply:
        try:
            return await judge_once(
                llm,
                instruction=p.rendered.instruction,
                message=p.rendered.message,
                schema=setup.schemas[p.rendered.pairwise],
                parameters=setup.parameters,
            )
        except Exception as error:  # noqa: BLE001 - one call must not end those beside it
            return _failed(f"not asked: {_kind(error)}")

    with Asking(prepared, ask, concurrency=settings.JUDGE_CONCURRENCY) as asking:
        renewed = timezone.now()
        for batch in asking.batches(every=claims.RENEW_SECONDS):
            _write(setup, _put_back(batch, claim), claim)
            if (timezone.now() - renewed).total_seconds() >= claims.RENEW_SECONDS:
                renewed = timezone.now()
                if not claims.renew(claim):
                    break


def _put_back(batch: list[tuple[Prepared, Reply]], claim: str) -> list[tuple[Prepared, Reply]]:
    """The replies to keep; requests whose failure may pass go back to wait for another turn."""
    keep = []
    for p, reply in batch:
        if reply.outcome in outcomes.TRANSIENT and p.request.attempts < MAX_ASKS:
            wait = FIRST_WAIT * 2 ** (p.request.attempts - 1)
            claims.release(claim, request_ids=[p.request.pk], after=wait)
            logger.info("request %s: %s, again in %.0f s", p.request.pk, reply.outcome, wait)
        else:
            keep.append((p, reply))
    return keep


def _failed(why: str) -> Reply:
    return Reply(outcome="error", detail=why)


def _write(
    setup: Setup,
    replies: list[tuple[Prepared, Reply]],
    claim: str,
    *,
    cached: bool = False,
) -> None:
    """Write replies and their verdicts, for those requests that the claim still holds.

    All at once; where that fails, one by one, so that a reply that can't be read or stored ends
    as ERROR by itself. A database that can't be used at all is raised.
    """
    if not replies:
        return
    try:
        _write_together(setup, replies, claim, cached)
        return
    except (OperationalError, InterfaceError):
        raise
    except Exception as error:  # noqa: BLE001 - found out below
        logger.warning("a batch of replies could not be written (%s)", _kind(error))
    for p, reply in replies:
        try:
            _write_together(setup, [(p, reply)], claim, cached)
        except (OperationalError, InterfaceError):
            raise
        except Exception as error:  # noqa: BLE001 - the others are written
            _give_up(setup, p.request, claim, "error", f"reply not stored: {_kind(error)}")


@transaction.atomic
def _write_together(
    setup: Setup, replies: list[tuple[Prepared, Reply]], claim: str, cached: bool
) -> None:
    verdicts: list[Verdict] = []
    for p, reply in replies:
        parsed = read_reply(reply.outcome, reply.raw, p.rendered)
        verdicts += _end(
            setup,
            p.request,
            claim,
            parsed,
            cache_key=p.cache_key,
            prompt_hash=reply.prompt_hash,
            cached=cached,
            raw_reply=reply.raw,
            outcome=parsed.outcome,
            detail=reply.detail or "\n".join(parsed.notes),
            model_reported=reply.model_reported,
            latency_ms=None if cached else reply.latency_ms,
            prompt_tokens=reply.prompt_tokens,
            reply_tokens=reply.reply_tokens,
            sent_config=reply.sent_config,
        )
    Verdict.objects.bulk_create(verdicts)


def _end(
    setup: Setup, request: JudgeRequest, claim: str, parsed: Parsed, **fields: Any
) -> list[Verdict]:
    """Mark a request done; returns its verdicts to be written, none if the claim lost it."""
    held = JudgeRequest.objects.filter(
        pk=request.pk, claim=claim, state=JudgeRequest.State.CLAIMED
    ).update(
        state=JudgeRequest.State.DONE, claimed_until=None, finished_at=timezone.now(), **fields
    )
    return _verdicts(request, setup.criteria, parsed) if held else []


def read_reply(outcome: str, raw: str, rendered: Rendered) -> Parsed:
    """The answers in a reply, checked against what was sent; all ERROR when the call failed."""
    if outcome != outcomes.OK:
        return all_errors(rendered.questions, outcome)
    parsed = parse_reply(raw, rendered.questions)
    return validate(parsed, rendered.questions, rendered.quotable)


def _verdicts(
    request: JudgeRequest, criteria: Sequence[Criterion], parsed: Parsed
) -> list[Verdict]:
    by_key = {criterion.key: criterion for criterion in criteria}
    to_value = partial(case_value, side_order=request.side_order) if request.side_order else str
    return [
        Verdict(
            request=request,
            criterion=by_key[answer.key],
            state=Verdict.State.VALID if answer.valid else Verdict.State.ERROR,
            value=to_value(answer.value) if answer.valid else "",
            evidence=answer.evidence,
            rationale=answer.rationale,
            reason=answer.reason,
        )
        for answer in parsed.answers
    ]
