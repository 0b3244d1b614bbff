"""One question to one model through google-adk: a fresh session, no tools, no history.

google-adk takes seconds to import, so only the worker's code imports this module, and it does
so inside its functions.
"""

import asyncio
import hashlib
import json
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import cache, lru_cache
from typing import Any

from google.adk.agents import LlmAgent, RunConfig  # noqa: TID253 - see above
from google.adk.models import BaseLlm, LlmCapabilities, LlmRequest, LlmResponse  # noqa: TID253 - see above
from google.adk.runners import InMemoryRunner  # noqa: TID253 - see above
from google.genai import types  # noqa: TID253 - see above
from pydantic import BaseModel

from judges.outcomes import Reply, outcome_of_code, outcome_of_exception
from judges.parameters import Parameters
from judges.parsing import Question, storable
from judges.rendering import fence
from judges.schema import reply_model

APP = "calibrant_judge"
DETAIL_CHARS = 500


class ProviderExit(Exception):
    """A provider's code would have ended the program."""


class _Guarded(BaseLlm):  # type: ignore[misc]
    """`llm`, whose SystemExit is a failure like any other.

    google-adk calls models in a task of its own, out of which a SystemExit ends the event loop,
    the calls beside it and the worker, which would begin anew and ask again.
    """

    llm: BaseLlm

    @property
    def capabilities(self) -> LlmCapabilities:
        return self.llm.capabilities

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        try:
            async with aclosing(self.llm.generate_content_async(llm_request, stream)) as responses:
                async for response in responses:
                    yield response
        except SystemExit as error:
            raise ProviderExit(f"exit code {error.code}") from error


class _Sent:
    """Looks at each request as google-adk hands it to the model, and keeps its hash."""

    def __init__(self) -> None:
        self.prompt_hash = ""
        self.config: dict[str, Any] = {}

    def __call__(self, callback_context: Any, llm_request: Any) -> None:
        config = llm_request.config.model_dump(
            mode="json", exclude_none=True, exclude_defaults=True, exclude={"response_schema"}
        )
        contents = [c.model_dump(mode="json", exclude_none=True) for c in llm_request.contents]
        whole = {
            "model": llm_request.model,
            "config": config,
            "schema": _schema_json(llm_request.config.response_schema),
            "contents": contents,
        }
        text = json.dumps(whole, sort_keys=True, ensure_ascii=False, default=str)
        self.prompt_hash = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        self.config = {k: v for k, v in config.items() if k != "system_instruction"}


@lru_cache(maxsize=16)
def _schema_json(schema: Any) -> Any:
    """A schema as data. Kept, since every request of a chunk has the same one."""
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return schema.model_json_schema()
    return str(schema)


@cache
def warm_up() -> None:
    """Let google-adk load what it loads with the first call, so that no latency holds an import."""
    from judges.providers.baseline import BaselineLlm

    call = judge_once(
        BaselineLlm(),
        instruction=fence("CRITERIA", ""),
        message=fence("CASE", ""),
        schema=reply_model([Question("none", ("none",))]),
        parameters=Parameters(),
    )
    asyncio.run(call)


async def judge_once(
    llm: BaseLlm,
    *,
    instruction: str,
    message: str,
    schema: type[BaseModel],
    parameters: Parameters,
) -> Reply:
    """Ask `llm` once. Raises nothing but cancellation: what goes wrong is the reply's outcome."""
    sent = _Sent()
    runner = InMemoryRunner(
        _agent(_Guarded(model=llm.model, llm=llm), instruction, schema, parameters, sent),
        app_name=APP,
    )
    events: list[Any] = []
    failure: BaseException | None = None
    started = time.monotonic()
    try:
        async with asyncio.timeout(parameters.timeout_s):
            await _collect(runner, message, events)
    except Exception as error:  # noqa: BLE001 - a provider may raise anything
        failure = error
    finally:
        latency_ms = round((time.monotonic() - started) * 1000)
        await runner.close()
    return _reply(events, failure, sent, latency_ms)


def _agent(
    llm: BaseLlm,
    instruction: str,
    schema: type[BaseModel],
    parameters: Parameters,
    sent: _Sent,
) -> LlmAgent:
    return LlmAgent(
        name="judge",
        model=llm,
        # A function: google-adk takes a str for a template and fills in its {braces}.
        instruction=lambda context: instruction,
        include_contents="none",
        output_schema=schema,
        disallow_transfer_to_parent=True,
        disallow_transfer_to_peers=True,
        generate_content_config=types.GenerateContentConfig(
            temperature=parameters.temperature,
            seed=parameters.seed,
            max_output_tokens=parameters.max_output_tokens,
        ),
        before_model_callback=sent,
    )


async def _collect(runner: InMemoryRunner, message: str, events: list[Any]) -> None:
    session = await runner.session_service.create_session(app_name=APP, user_id="judge")
    content = types.Content(role="user", parts=[types.Part(text=message)])
    run = runner.run_async(
        user_id="judge",
        session_id=session.id,
        new_message=content,
        run_config=RunConfig(max_llm_calls=1),
    )
    async for event in run:
        if not event.partial:
            # One by one: what came before a failure is kept.
            events.append(event)  # noqa: PERF401


def _reply(events: list[Any], failure: BaseException | None, sent: _Sent, latency_ms: int) -> Reply:
    raw = _text(events)
    usage = next((e.usage_metadata for e in reversed(events) if e.usage_metadata), None)
    outcome, detail = _outcome(events, failure, raw)
    return Reply(
        outcome=outcome,
        raw=storable(raw),
        detail=storable(detail)[:DETAIL_CHARS],
        model_reported=next((e.model_version for e in reversed(events) if e.model_version), ""),
        prompt_tokens=usage.prompt_token_count if usage else None,
        reply_tokens=usage.candidates_token_count if usage else None,
        latency_ms=latency_ms,
        sent_config=sent.config,
        prompt_hash=sent.prompt_hash,
    )


def _text(events: list[Any]) -> str:
    """What the last event with words says, thoughts left out."""
    for event in reversed(events):
        parts = event.content.parts if event.content and event.content.parts else []
        text = "".join(part.text for part in parts if part.text and not part.thought)
        if text:
            return text
    return ""


def _outcome(events: list[Any], failure: BaseException | None, raw: str) -> tuple[str, str]:
    if failure is not None:
        return outcome_of_exception(failure), f"{type(failure).__name__}: {failure}"
    for event in reversed(events):
        for code in (event.error_code, event.finish_reason):
            name = getattr(code, "value", code)
            outcome = outcome_of_code(str(name)) if name else "ok"
            if outcome != "ok":
                return outcome, ": ".join(filter(None, [str(name), event.error_message]))
    return ("ok", "") if raw.strip() else ("empty", "The model sent no text.")
