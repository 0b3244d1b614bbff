"""The rule-based baseline as a google-adk model: deterministic, offline, one answer a request.

Imported inside functions only, since google-adk takes seconds to import.
"""

from collections.abc import AsyncGenerator

from google.adk.models import BaseLlm, LlmRequest, LlmResponse  # noqa: TID253 - see above
from google.genai import types  # noqa: TID253 - see above

from judges.prompting import BASELINE_MODEL
from judges.providers.rule_answers import answer_request


class BaselineLlm(BaseLlm):  # type: ignore[misc]
    """Answers from the request alone: criteria, rules and steps all travel in it as data."""

    model: str = BASELINE_MODEL

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        instruction = str(llm_request.config.system_instruction or "")
        message = "\n".join(
            part.text
            for content in llm_request.contents
            for part in content.parts or []
            if part.text
        )
        reply = answer_request(instruction, message)
        yield LlmResponse(
            content=types.Content(role="model", parts=[types.Part(text=reply)]),
            model_version=BASELINE_MODEL,
            finish_reason=types.FinishReason.STOP,
            usage_metadata=types.GenerateContentResponseUsageMetadata(
                prompt_token_count=len(instruction.split()) + len(message.split()),
                candidates_token_count=len(reply.split()),
            ),
        )
