import asyncio
from typing import Any

import pytest

from judges.outcomes import Reply
from judges.parameters import Parameters
from judges.parsing import Question
from judges.schema import reply_model
from tests.judges.scripted import ScriptedLlm, message_of, reply, says

QUESTIONS = (Question("grounded", ("FAIL", "PASS")),)


def ask(
    script: Any, instruction: str = "Judge.", message: str = "A case.", **fields: Any
) -> tuple[Reply, ScriptedLlm]:
    from judges.calling import judge_once, warm_up

    warm_up()
    llm = ScriptedLlm(script=script, requests=[], **fields)
    coroutine = judge_once(
        llm,
        instruction=instruction,
        message=message,
        schema=reply_model(QUESTIONS),
        parameters=Parameters(timeout_s=1, seed=7),
    )
    return asyncio.run(coroutine), llm


def test_a_good_reply_comes_with_everything_that_explains_it() -> None:
    raw = reply(grounded="PASS")
    answer, llm = ask(lambda request: raw)
    assert (answer.outcome, answer.raw, answer.detail) == ("ok", raw, "")
    assert answer.model_reported == "scripted-001"
    assert (answer.prompt_tokens, answer.reply_tokens) == (100, 20)
    assert answer.sent_config["temperature"] == 0
    assert answer.sent_config["seed"] == 7
    assert answer.sent_config["max_output_tokens"] == 4096
    assert answer.sent_config["response_mime_type"] == "application/json"
    assert len(answer.prompt_hash) == 64
    assert len(llm.requests) == 1


class Failure(Exception):
    """An exception with a status, as the providers' clients raise them."""

    def __init__(self, code: int) -> None:
        super().__init__(f"status {code}")
        self.code = code


def blocked() -> Any:
    return says("", content=None, error_code="SAFETY", error_message="blocked", finish_reason=None)


OUTCOMES: list[tuple[str, Any, str]] = [
    ("429", lambda: Failure(429), "rate_limited"),
    ("503", lambda: Failure(503), "unavailable"),
    ("500", lambda: Failure(500), "unavailable"),
    ("504", lambda: Failure(504), "timeout"),
    ("400", lambda: Failure(400), "error"),
    ("timeout of the client", TimeoutError, "timeout"),
    ("no connection", lambda: ConnectionRefusedError("refused"), "unavailable"),
    ("a bug in the provider", lambda: RuntimeError("boom"), "error"),
    ("a provider that would end the program", lambda: SystemExit(503), "error"),
    ("safety without text", blocked, "blocked"),
    ("safety with text", lambda: says(reply(grounded="PASS"), finish_reason="SAFETY"), "blocked"),
    (
        "blocked prompt",
        lambda: says("", content=None, error_code="PROHIBITED_CONTENT", finish_reason=None),
        "blocked",
    ),
    ("truncated", lambda: says('{"criteria": [', finish_reason="MAX_TOKENS"), "truncated"),
    (
        "truncated behind a whole reply",
        lambda: says(reply(grounded="PASS"), finish_reason="MAX_TOKENS"),
        "truncated",
    ),
    (
        "truncated before any text",
        lambda: says("", content=None, error_code="MAX_TOKENS", finish_reason="MAX_TOKENS"),
        "truncated",
    ),
    ("no candidates", lambda: says("", content=None, finish_reason=None), "empty"),
    ("empty text", lambda: says(""), "empty"),
    ("white space", lambda: says(" \n "), "empty"),
    ("nothing at all", lambda: None, "empty"),
]


@pytest.mark.parametrize(
    ("make", "outcome"), [c[1:] for c in OUTCOMES], ids=[c[0] for c in OUTCOMES]
)
def test_whatever_goes_wrong_is_an_outcome(make: Any, outcome: str) -> None:
    answer, llm = ask(lambda request: make())
    assert answer.outcome == outcome
    assert answer.detail
    assert len(llm.requests) == 1


def test_an_interruption_from_outside_passes_on() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(lambda request: KeyboardInterrupt())


def test_a_model_that_hangs_runs_into_the_timeout() -> None:
    answer, _ = ask(lambda request: "", delay_s=30)
    assert answer.outcome == "timeout"
    assert 900 <= answer.latency_ms < 5000


def test_a_model_that_calls_tools_gets_no_second_turn() -> None:
    from google.genai import types

    call = types.Part(function_call=types.FunctionCall(name="grade", args={"verdict": "PASS"}))
    content = types.Content(role="model", parts=[call])
    answer, llm = ask(lambda request: says("", content=content))
    assert answer.outcome in {"error", "empty"}
    assert len(llm.requests) == 1


def test_thoughts_are_no_part_of_the_reply() -> None:
    from google.genai import types

    raw = reply(grounded="FAIL")
    parts = [types.Part(text=reply(grounded="PASS"), thought=True), types.Part(text=raw)]
    answer, _ = ask(lambda request: says("", content=types.Content(role="model", parts=parts)))
    assert answer.raw == raw


def test_braces_reach_the_judge_unchanged() -> None:
    odd = 'Order {order_id}, {{x}}, { verdict }, {user:name?}, {"a": 1}, {}, $ $$ ${case}'
    _, llm = ask(lambda request: reply(grounded="PASS"), instruction=odd, message=odd)
    assert odd in llm.requests[0].config.system_instruction
    assert message_of(llm.requests[0]) == odd


def test_each_request_is_a_session_of_its_own() -> None:
    from judges.calling import judge_once

    llm = ScriptedLlm(script=lambda request: reply(grounded="PASS"), requests=[])

    async def both() -> None:
        for text in ("the first secret", "the second"):
            await judge_once(
                llm,
                instruction="Judge.",
                message=text,
                schema=reply_model(QUESTIONS),
                parameters=Parameters(),
            )

    asyncio.run(both())
    assert [message_of(request) for request in llm.requests] == ["the first secret", "the second"]
    assert all(not request.tools_dict for request in llm.requests)
    assert all(len(request.contents) == 1 for request in llm.requests)


def test_one_model_serves_several_event_loops() -> None:
    from judges.calling import judge_once

    llm = ScriptedLlm(script=lambda request: reply(grounded="PASS"), requests=[])
    outcomes = []
    for _ in range(3):
        coroutine = judge_once(
            llm,
            instruction="Judge.",
            message="A case.",
            schema=reply_model(QUESTIONS),
            parameters=Parameters(),
        )
        outcomes.append(asyncio.run(coroutine).outcome)
    assert outcomes == ["ok"] * 3


def test_the_hash_is_that_of_what_was_sent() -> None:
    def hash_of(message: str) -> str:
        return ask(lambda request: "", message=message)[0].prompt_hash

    assert hash_of("A case.") == hash_of("A case.")
    assert hash_of("A case.") != hash_of("Another case.")


def test_a_reply_can_be_stored_whatever_it_holds() -> None:
    answer, _ = ask(lambda request: says("a\x00b"))
    assert answer.raw == "ab"


def test_a_provider_that_would_end_the_program_leaves_the_others_alone() -> None:
    from judges.calling import judge_once

    good = ScriptedLlm(script=lambda request: reply(grounded="PASS"), requests=[], delay_s=0.2)
    bad = ScriptedLlm(script=lambda request: SystemExit(429), requests=[])

    async def both() -> list[Reply]:
        calls = [
            judge_once(
                llm,
                instruction="Judge.",
                message="A case.",
                schema=reply_model(QUESTIONS),
                parameters=Parameters(timeout_s=5),
            )
            for llm in (bad, good)
        ]
        return list(await asyncio.gather(*calls))

    ended, answered = asyncio.run(both())
    assert (ended.outcome, answered.outcome) == ("error", "ok")
    assert ended.detail == "ProviderExit: exit code 429"
