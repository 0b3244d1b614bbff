"""Sessions of the real ADK runner with a scripted model, as the events that a store would keep."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable, Sequence
from functools import cache
from typing import Any

APP = "runs"
USER = "somebody"
SESSION = "one"

Event = dict[str, Any]
Reply = dict[str, Any]


@cache
def _scripted() -> type[Any]:
    from google.adk.models import BaseLlm, LlmRequest, LlmResponse

    class Scripted(BaseLlm):
        """Answers with the next entry of its script: fields of an LlmResponse, or an exception."""

        script: list[Any] = []
        _waiting: deque[Any] | None = None

        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncGenerator[LlmResponse, None]:
            if self._waiting is None:
                self._waiting = deque(self.script)
            answer = self._waiting.popleft()
            if isinstance(answer, Exception):
                raise answer
            yield LlmResponse.model_validate(answer)

    return Scripted


def model(*answers: Reply | Exception) -> Any:
    """A model that gives these answers in order."""
    return _scripted()(model="scripted", script=list(answers))


def parts(*given: dict[str, Any], **fields: Any) -> Reply:
    """A model's answer of some parts."""
    content = {"role": "model", "parts": list(given)}
    return {"content": content, "model_version": "scripted-1", "finish_reason": "STOP"} | fields


def say(words: str, **fields: Any) -> Reply:
    return parts({"text": words}, **fields)


def use(tool: str, **args: Any) -> dict[str, Any]:
    return {"function_call": {"name": tool, "args": args}}


def run(root: Any, *messages: Any, between: Callable[..., Any] | None = None) -> list[Event]:
    """Events of a session in which `messages` are sent to `root`, an agent, a workflow or an App.

    A message is text, or a function of the events so far that gives parts to send. `between` is
    an async function of (runner, session) called after the last one.
    """
    return asyncio.run(_run(root, messages, between))


async def _run(
    root: Any, messages: Sequence[Any], between: Callable[..., Any] | None
) -> list[Event]:
    from google.adk.apps import App
    from google.adk.artifacts import InMemoryArtifactService
    from google.adk.runners import Runner
    from google.adk.sessions import InMemorySessionService
    from google.genai import types

    service = InMemorySessionService()
    root_of = {"app": root} if isinstance(root, App) else {"app_name": APP, "node": root}
    runner = Runner(**root_of, session_service=service, artifact_service=InMemoryArtifactService())
    name = runner.app_name
    await service.create_session(app_name=name, user_id=USER, session_id=SESSION)

    async def stored() -> list[Event]:
        session = await service.get_session(app_name=name, user_id=USER, session_id=SESSION)
        assert session is not None
        return [e.model_dump(mode="json", exclude_none=True) for e in session.events]

    for message in messages:
        sent = [{"text": message}] if isinstance(message, str) else message(await stored())
        again = sent.pop(0)["again"] if "again" in sent[0] else None
        try:
            async for _ in runner.run_async(
                user_id=USER,
                session_id=SESSION,
                invocation_id=again,
                new_message=types.Content(role="user", parts=[types.Part(**p) for p in sent]),
            ):
                pass
        except (RuntimeError, LookupError):
            pass  # the failure is what the session is about
    if between is not None:
        await between(runner, await stored())
    events = await stored()
    await runner.close()
    return events


def answer_to(tool: str, **response: Any) -> Callable[[list[Event]], list[dict[str, Any]]]:
    """A late answer of the user to the last open call of `tool`."""

    def parts_of_answer(events: list[Event]) -> list[dict[str, Any]]:
        calls = [
            (event, part["function_call"])
            for event in events
            for part in event.get("content", {}).get("parts", [])
            if part.get("function_call", {}).get("name") == tool
        ]
        event, call = calls[-1]
        answer = {"id": call["id"], "name": tool, "response": response}
        return [{"again": event["invocation_id"]}, {"function_response": answer}]

    return parts_of_answer
