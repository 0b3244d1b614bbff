"""A session store as the real ADK writes it: two agents run with a scripted model."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

APP = "parcel_desk"

Answers = list[list[dict[str, Any]]]


def write_store(path: Path, conversations: dict[str, list[tuple[str, Answers]]]) -> None:
    """Run each conversation, a list of (what the user says, the model's answers to it).

    An answer is a list of parts as dicts of google.genai's Part.
    """
    asyncio.run(_write(path, conversations))


async def _write(path: Path, conversations: dict[str, list[tuple[str, Answers]]]) -> None:
    from google.adk.agents import LlmAgent
    from google.adk.agents.run_config import RunConfig
    from google.adk.models import BaseLlm, LlmRequest, LlmResponse
    from google.adk.runners import Runner
    from google.adk.sessions.sqlite_session_service import SqliteSessionService
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
    service = SqliteSessionService(str(path))
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


def say(words: str) -> list[dict[str, Any]]:
    return [{"text": words}]


def use(tool: str, **args: Any) -> dict[str, Any]:
    return {"function_call": {"name": tool, "args": args}}
