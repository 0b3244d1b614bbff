"""A session store as the real ADK writes it: two agents run with a scripted model."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from google.adk.sessions.base_session_service import BaseSessionService

APP = "parcel_desk"

Answers = list[list[dict[str, Any]]]


Conversations = dict[str, list[tuple[str, Answers]]]


def write_store(path: Path, conversations: Conversations) -> None:
    """Run each conversation, a list of (what the user says, the model's answers to it).

    An answer is a list of parts as dicts of google.genai's Part.
    """
    asyncio.run(_write(lambda: _local(path), conversations))


def write_database(url: Any, conversations: Conversations) -> None:
    """The same through DatabaseSessionService; `url` is one of an asynchronous driver."""
    asyncio.run(_write(lambda: _database(url), conversations))


def _local(path: Path) -> "BaseSessionService":
    from google.adk.sessions.sqlite_session_service import SqliteSessionService

    return SqliteSessionService(str(path))


def _database(url: Any) -> "BaseSessionService":
    from google.adk.sessions.database_session_service import DatabaseSessionService

    return DatabaseSessionService(url.render_as_string(hide_password=False))


async def _write(
    make_service: Callable[[], "BaseSessionService"], conversations: Conversations
) -> None:
    from google.adk.agents import LlmAgent
    from google.adk.agents.run_config import RunConfig
    from google.adk.models import BaseLlm, LlmRequest, LlmResponse
    from google.adk.runners import Runner
    from google.genai import types

    script: deque[list[dict[str, Any]]] = deque()

    class Scripted(BaseLlm):
        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncGenerator[LlmResponse, None]:
            parts = [types.Part(**part) for part in script.popleft()]
            yield LlmResponse(
                content=types.Content(role="model", parts=parts), model_version="scripted-1"
            )

    def find_parcel(number: str) -> dict[str, Any]:
        """Find a parcel."""
        if number == "PX-0":
            raise LookupError("no parcel of Rosalind Quarshie with this number")
        return {
            "number": number,
            "recipient": {"name": "Rosalind Quarshie", "phone": "+44 161 496 0555"},
            "price": 12.5,
        }

    model = Scripted(model="scripted")
    courier = LlmAgent(
        name="courier", description="Finds parcels.", model=model, tools=[find_parcel]
    )
    desk = LlmAgent(name="desk", model=model, sub_agents=[courier])
    service = make_service()
    runner = Runner(app_name=APP, agent=desk, session_service=service)
    for number, (name, turns) in enumerate(conversations.items()):
        user = f"user-{number}@example.com"
        await service.create_session(
            app_name=APP, user_id=user, session_id=name, state={"intent": name.split("-")[0]}
        )
        for said, answers in turns:
            script.extend(answers)
            message = types.Content(role="user", parts=[types.Part(text=said)])
            config = RunConfig(custom_metadata={"agent_version": "desk@7"})
            try:
                async for _ in runner.run_async(
                    user_id=user, session_id=name, new_message=message, run_config=config
                ):
                    pass
            except LookupError:
                pass  # the failure is what the conversation is about
    await runner.close()
    if hasattr(service, "close"):
        await service.close()


def say(words: str) -> list[dict[str, Any]]:
    return [{"text": words}]


def use(tool: str, **args: Any) -> dict[str, Any]:
    return {"function_call": {"name": tool, "args": args}}


# One parcel is found after a hand-over and parallel calls, one look-up fails.
LOST_AND_FAILED: Conversations = {
    "lost-1": [
        (
            "Where is PX-17? Rosalind asked.",
            [
                [use("transfer_to_agent", agent_name="courier")],
                [use("find_parcel", number="PX-17"), use("find_parcel", number="PX-18")],
                say("Both are with Rosalind Quarshie for 12.50."),
            ],
        ),
        ("Thanks", [say("You're welcome.")]),
    ],
    "failed-1": [
        (
            "Where is PX-0?",
            [
                [use("transfer_to_agent", agent_name="courier")],
                [use("find_parcel", number="PX-0")],
            ],
        )
    ],
}
