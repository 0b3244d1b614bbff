"""A scripted agent and a scripted judge for `adk eval`; both registered with ADK by name.

EVAL_SCRIPT names a JSON file: {"turns": {user text: {"calls": [[name, args], …], "answer": text}},
"no": [rubric ids that the judge answers with no]}.
"""

import json
import os
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LLMRegistry, LlmRequest, LlmResponse
from google.adk.tools import FunctionTool
from google.genai import types

SCRIPT: dict[str, Any] = json.loads(Path(os.environ["EVAL_SCRIPT"]).read_text())
TOOLS = sorted({name for turn in SCRIPT["turns"].values() for name, _ in turn["calls"]})


def say(text: str) -> LlmResponse:
    return LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]))


class ScriptedAgentModel(BaseLlm):
    """Makes all calls of the turn at once, then gives the answer."""

    @classmethod
    def supported_models(cls) -> list[str]:
        return ["scripted-agent"]

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        said = [p.text for c in llm_request.contents if c.role == "user" for p in c.parts if p.text]
        turn = SCRIPT["turns"][said[-1]]
        answered = any(p.function_response for p in llm_request.contents[-1].parts)
        if answered or not turn["calls"]:
            yield say(turn["answer"])
            return
        parts = [
            types.Part(function_call=types.FunctionCall(name=name, args=args))
            for name, args in turn["calls"]
        ]
        yield LlmResponse(content=types.Content(role="model", parts=parts))


class ScriptedJudge(BaseLlm):
    """Answers every rubric it is asked about in the form that ADK parses."""

    @classmethod
    def supported_models(cls) -> list[str]:
        return ["scripted-judge"]

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        prompt = llm_request.contents[-1].parts[0].text
        asked = re.findall(r"(?m)^\* +\[id: (\S+)\] (.*)$", prompt)
        yield say(
            "\n\n".join(
                f"ID: {key}\nProperty: {text}\nRationale: Scripted.\n"
                f"Verdict: {'no' if key in SCRIPT['no'] else 'yes'}"
                for key, text in asked
            )
        )


LLMRegistry.register(ScriptedAgentModel)
LLMRegistry.register(ScriptedJudge)


def _tool(tool_name: str) -> FunctionTool:
    def answer(order_id: str = "", amount: float = 0.0) -> dict[str, str]:
        """Answers the same every time."""
        return {"status": "ok"}

    answer.__name__ = tool_name
    return FunctionTool(answer)


root_agent = LlmAgent(
    name="eval_agent",
    model="scripted-agent",
    instruction="Help with refunds.",
    tools=[_tool(name) for name in TOOLS],
)
