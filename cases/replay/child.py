"""The process in which an agent is replayed: `python -m cases.replay.child AGENT`.

Reads one JSON job a line and answers each with one JSON line of the same id. The agent may print
what it likes: answers go to the descriptor that was standard output at the start. Knows nothing of
Django, of the database or of redaction, and ends with the process that started it.
"""

import argparse
import asyncio
import json
import logging
import os
import resource
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

from cases.replay.agents import NoAgent, describe, is_frameworks_own, load_app
from cases.replay.conversations import Recording
from config.parent import ask_kernel

USER = "replay"
# Model calls in one answer after which an agent is taken to run in circles.
MOST_MODEL_CALLS = 60


def main() -> None:
    options = _parser().parse_args()
    _end_with_the_parent(os.getppid())
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    logging.getLogger("google_adk").setLevel(logging.CRITICAL)
    if options.memory:
        resource.setrlimit(resource.RLIMIT_AS, (options.memory * 2**20,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    watch = _watcher()
    _make_room()
    try:
        app = load_app(options.agent, [watch], live_tools=options.live_tools)
        first: dict[str, Any] = {"ready": describe(app)}
    except NoAgent as error:
        first = {"failed": str(error)}
    except Exception as error:  # noqa: BLE001 - the agent's own code; its type is all that is told
        first = {"failed": f"{options.agent} can't be loaded: {type(error).__name__}"}
    _tell(answers, {"id": 0} | first)
    if "failed" in first:
        return
    for line in sys.stdin:
        job = json.loads(line)
        answer = asyncio.run(_replay(app, watch, job, options.live_tools))
        _tell(answers, {"id": job["id"]} | answer)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.add_argument("agent")
    parser.add_argument("--live-tools", action="store_true")
    parser.add_argument("--memory", type=int, default=0, help="MB of address space; 0 is no limit")
    return parser


def _end_with_the_parent(parent: int) -> None:
    """Kill this process and its group once its parent is gone, whatever ended that one."""
    ask_kernel(signal.SIGKILL)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.killpg(os.getpgid(0), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True, name="parent").start()


def _make_room() -> None:
    """Forget our own modules, so that an agent may bring one of the same name."""
    ours = [name for name in sys.modules if name.split(".")[0] in ("cases", "config")]
    for name in ours:
        del sys.modules[name]
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sys.path[:] = [path for path in sys.path if path != home or path == os.getcwd()]


def _tell(answers: Any, message: dict[str, Any]) -> None:
    answers.write(json.dumps(message, default=str) + "\n")
    answers.flush()


def _watcher() -> Any:
    """A plugin that counts model and tool calls, and answers tools from a recording if it has one.

    Set `recording` before each run.
    """
    from google.adk.plugins.base_plugin import BasePlugin

    class Watcher(BasePlugin):  # type: ignore[misc, unused-ignore]
        recording: Recording | None = None
        model_calls = tool_calls = tokens = 0

        def start(self, recording: Recording | None) -> None:
            self.recording = recording
            self.model_calls = self.tool_calls = self.tokens = 0

        async def before_model_callback(self, *, callback_context: Any, llm_request: Any) -> None:
            self.model_calls += 1

        async def after_model_callback(self, *, callback_context: Any, llm_response: Any) -> None:
            usage = llm_response.usage_metadata
            if usage and not llm_response.partial:
                self.tokens += usage.total_token_count or 0

        async def before_tool_callback(
            self, *, tool: Any, tool_args: dict[str, Any], tool_context: Any
        ) -> dict[str, Any] | None:
            self.tool_calls += 1
            if self.recording is None or is_frameworks_own(tool):
                return None
            return self.recording.answer(tool.name, tool_args)

    return Watcher(name="calibrant_replay")


async def _replay(app: Any, watch: Any, job: dict[str, Any], live: bool) -> dict[str, Any]:
    """Say the messages one by one to a fresh session; stop at the first error."""
    from google.adk.runners import InMemoryRunner

    recording = Recording.from_json(job["calls"])
    watch.start(None if live else recording)
    runner = InMemoryRunner(app=app)
    service = runner.session_service
    session = await service.create_session(
        app_name=runner.app_name, user_id=USER, state=job["state"]
    )
    error, said, began = "", 0, time.monotonic()
    try:
        for message in job["messages"]:
            await _run(runner, session.id, {"text": message})
            said += 1
            while (late := await _late_answer(runner, session.id, recording)) is not None:
                await _run(runner, session.id, late)
    except Exception as failure:  # noqa: BLE001 - an error of the agent is what is reported
        error = type(failure).__name__
    seconds = time.monotonic() - began
    stored = await service.get_session(
        app_name=runner.app_name, user_id=USER, session_id=session.id
    )
    await runner.close()
    return {
        "events": [e.model_dump(mode="json", exclude_none=True) for e in stored.events],
        "error": error,
        "messages": said,
        "seconds": round(seconds, 3),
        "model_calls": watch.model_calls,
        "tool_calls": watch.tool_calls,
        "tokens": watch.tokens,
        "unrecorded_calls": recording.unrecorded,
    }


async def _run(runner: Any, session_id: str, part: dict[str, Any]) -> None:
    from google.adk.agents.run_config import RunConfig
    from google.genai import types

    message = types.Content(role="user", parts=[types.Part.model_validate(part)])
    config = RunConfig(max_llm_calls=MOST_MODEL_CALLS)
    async for _ in runner.run_async(
        user_id=USER, session_id=session_id, new_message=message, run_config=config
    ):
        pass


async def _late_answer(runner: Any, session_id: str, recording: Recording) -> dict[str, Any] | None:
    """The next recorded answer to a call that waits for a person, as a part of a message."""
    session = await runner.session_service.get_session(
        app_name=runner.app_name, user_id=USER, session_id=session_id
    )
    for name, ident in _waiting(session.events):
        answer = recording.late_answer(name)
        if answer is not None:
            response = answer if isinstance(answer, dict) else {"result": answer}
            return {"function_response": {"id": ident, "name": name, "response": response}}
    return None


def _waiting(events: list[Any]) -> Iterator[tuple[str, str]]:
    """(tool, id) of long-running calls that nobody on the user's side has answered."""
    answered = {
        response.id
        for event in events
        if event.author == "user"
        for response in event.get_function_responses()
    }
    for event in events:
        for call in event.get_function_calls():
            if call.id in (event.long_running_tool_ids or ()) and call.id not in answered:
                yield call.name, call.id


if __name__ == "__main__":
    main()
