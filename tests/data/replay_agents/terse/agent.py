"""Another version: it answers in one word and knows no tools."""

from collections.abc import AsyncGenerator

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.genai import types


class Terse(BaseLlm):
    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        yield LlmResponse(content=types.Content(role="model", parts=[types.Part(text="Fine.")]))


app = App(name="terse_desk", root_agent=LlmAgent(name="terse", model=Terse(model="terse-2")))
