"""The one fake of the suite: a google-adk model that answers from a script."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Callable
from typing import Any

from google.adk.models import BaseLlm, LlmRequest, LlmResponse  # noqa: TID253
from google.genai import types  # noqa: TID253

Script = Callable[[LlmRequest], Any]


class ScriptedLlm(BaseLlm):
    """Answers each request with what `script` returns: text, a response, or an exception."""

    model: str = "scripted/model"
    script: Script
    delay_s: float = 0.0
    requests: list[Any] = []
    running: int = 0
    most_at_once: int = 0

    async def generate_content_async(
        self, llm_request: LlmRequest, stream: bool = False
    ) -> AsyncGenerator[LlmResponse, None]:
        self.requests.append(llm_request)
        self.running += 1
        self.most_at_once = max(self.most_at_once, self.running)
        try:
            await asyncio.sleep(self.delay_s)
            answer = self.script(llm_request)
        finally:
            self.running -= 1
        if isinstance(answer, BaseException):
            raise answer
        if answer is not None:
            yield says(answer) if isinstance(answer, str) else answer


def says(text: str, **fields: Any) -> LlmResponse:
    usage = types.GenerateContentResponseUsageMetadata(
        prompt_token_count=100, candidates_token_count=20
    )
    defaults: dict[str, Any] = {
        "content": types.Content(role="model", parts=[types.Part(text=text)]),
        "usage_metadata": usage,
        "model_version": "scripted-001",
        "finish_reason": types.FinishReason.STOP,
    }
    return LlmResponse(**(defaults | fields))


def message_of(request: LlmRequest) -> str:
    return "".join(p.text or "" for c in request.contents for p in c.parts or [])


def reply(**verdicts: str) -> str:
    """A well-formed reply that quotes what the makers' transcript says."""
    return json.dumps(
        {
            "criteria": [
                {
                    "criterion": key,
                    "rationale": "Step 4 says so.",
                    "evidence": "I sent a refund of 64.00 to your card.",
                    "verdict": verdict,
                }
                for key, verdict in verdicts.items()
            ]
        }
    )


def passes_everything(request: LlmRequest) -> str:
    """PASS for every criterion that the request asks about, with a quote from its case."""
    keys = re.findall(r"^## (\S+)$", str(request.config.system_instruction), re.MULTILINE)
    return reply(**dict.fromkeys(keys, "PASS"))


def build(name: str) -> ScriptedLlm:
    """For JUDGE_PROVIDERS: "slow/200" passes everything after 200 ms each."""
    return ScriptedLlm(model=name, script=passes_everything, delay_s=int(name.split("/")[1]) / 1000)


def build_nothing(name: str) -> ScriptedLlm:
    """For JUDGE_PROVIDERS: would end the program."""
    raise SystemExit(1)


_SCRIPTS: dict[str, ScriptedLlm] = {}


def build_registered(name: str) -> ScriptedLlm:
    return _SCRIPTS[name]


def register(name: str, script: Script, **fields: Any) -> ScriptedLlm:
    """A model that JUDGE_PROVIDERS "scripted/=tests.judges.scripted:build_registered" finds."""
    llm = ScriptedLlm(model=name, script=script, **fields)
    _SCRIPTS[name] = llm
    return llm
