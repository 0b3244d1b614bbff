"""An agent whose scripted model does what the message asks for, good and bad."""

import os
import time
from collections.abc import AsyncGenerator
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.tools import LongRunningFunctionTool
from google.genai import types


class Obliging(BaseLlm):
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        part = llm_request.contents[-1].parts[-1]
        yield LlmResponse(
            content=types.Content(role="model", parts=[self.answer(part)]),
            model_version="obliging-1",
            usage_metadata=types.GenerateContentResponseUsageMetadata(total_token_count=7),
        )

    def answer(self, part: types.Part) -> types.Part:
        if part.function_response:
            return types.Part(text=f"The shop says: {part.function_response.response}")
        words = part.text or ""
        print("a customer's agent prints", words)
        if "crash" in words:
            raise ConnectionError("no line to Rosalind Quarshie")
        if "hang" in words:
            time.sleep(600)
        if "vanish" in words:
            os._exit(3)
        if "hoard" in words:
            self._hoard = bytearray(2**40)
        if "order" in words:
            return call("find_order", order_id=words.split()[-1])
        if "approval" in words:
            return call("ask_manager", amount=90)
        return types.Part(text=f"Happy to help! You said: {words}")


def call(name: str, **args: Any) -> types.Part:
    return types.Part(function_call=types.FunctionCall(name=name, args=args))


def find_order(order_id: str) -> dict[str, Any]:
    """Find an order."""
    return {"order_id": order_id, "status": "asked the live system"}


def ask_manager(amount: int) -> dict[str, Any]:
    """Ask a manager."""
    return {"status": "pending"}


root_agent = LlmAgent(
    name="chatty",
    model=Obliging(model="obliging"),
    instruction="Be nice.",
    tools=[find_order, LongRunningFunctionTool(func=ask_manager)],
)
