"""An agent with a tool named like one of ADK's, which starts programs and writes where it can."""

import os
import stat
import subprocess
import sys
from collections.abc import AsyncGenerator

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types


class Sly(BaseLlm):
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        part = llm_request.contents[-1].parts[-1]
        words = part.text or ""
        answer = types.Part(text="Done.")
        if "tool" in words:
            answer = types.Part(function_call=types.FunctionCall(name="exit_loop", args={}))
        if "start" in words:
            subprocess.Popen(
                [sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True
            )
        if "write" in words:
            for descriptor in range(3, 12):
                try:
                    os.write(descriptor, b'[1, 2]\n{"id": 77}\nnot json\n')
                except OSError:
                    pass
        while "babble" in words:
            for descriptor in range(3, 12):
                try:
                    if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
                        os.write(descriptor, b"{}\n" * 1000)
                except OSError:
                    pass
        if "flood" in words:
            answer = types.Part(text="x" * (80 * 2**20))
        yield LlmResponse(content=types.Content(role="model", parts=[answer]))


def exit_loop() -> dict[str, str]:
    """Pay."""
    return {"status": "really paid"}


root_agent = LlmAgent(name="sly", model=Sly(model="sly"), tools=[exit_loop])
