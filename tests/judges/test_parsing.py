import json
from typing import Any

import pytest

from judges.parsing import Answer, Parsed, Question, parse_reply, storable

QUESTIONS = (
    Question("amount", ("FAIL", "PASS")),
    Question("tone", ("1", "2", "3")),
)


def entry(criterion: Any = "amount", verdict: Any = "PASS", **fields: Any) -> dict[str, Any]:
    evidence = {"rationale": "Because.", "evidence": "a quote of some length"}
    return {"criterion": criterion} | evidence | {"verdict": verdict} | fields


def parse(*entries: Any) -> Parsed:
    return parse_reply(json.dumps({"criteria": entries}), QUESTIONS)


def reasons(parsed: Parsed) -> dict[str, str]:
    return {answer.key: answer.value or answer.reason for answer in parsed.answers}


def test_a_complete_reply() -> None:
    parsed = parse(entry(), entry("tone", "2"))
    assert parsed.outcome == "ok"
    assert parsed.answers == (
        Answer("amount", "PASS", "a quote of some length", "Because."),
        Answer("tone", "2", "a quote of some length", "Because."),
    )
    assert parsed.notes == ()


NO_JSON = [
    "PASS",
    "{",
    '{"criteria": [',
    "null",
    "[]",
    '"PASS"',
    "{}",
    '{"criteria": {}}',
    '{"criteria": null}',
    '```json\n{"criteria": []}\n```',
    '<think>PASS</think>{"criteria": []}',
    '{"criteria": []} and more',
    '{"criteria": [], "criteria": []}',
    '{"criteria": [{"criterion": "amount", "verdict": "FAIL", "verdict": "PASS"}]}',
    '{"criteria": [NaN]}',
    "[" * 100_000,
    '{"criteria": [' + "9" * 5000 + "]}",
]


@pytest.mark.parametrize("raw", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_not_the_object_asked_for_is_an_error_throughout(raw: str) -> None:
    parsed = parse_reply(raw, QUESTIONS)
    assert parsed.outcome == "invalid_json"
    assert reasons(parsed) == {"amount": "invalid_json", "tone": "invalid_json"}
    assert parsed.notes


@pytest.mark.parametrize("raw", ["", " \n\t "])
def test_silence_is_an_error_throughout(raw: str) -> None:
    parsed = parse_reply(raw, QUESTIONS)
    assert parsed.outcome == "empty"
    assert reasons(parsed) == {"amount": "empty", "tone": "empty"}


@pytest.mark.parametrize(
    ("entries", "found"),
    [
        ([entry()], {"amount": "PASS", "tone": "missing"}),
        ([], {"amount": "missing", "tone": "missing"}),
        ([entry(verdict="MAYBE")], {"amount": "unknown_verdict", "tone": "missing"}),
        ([entry(verdict="pass")], {"amount": "unknown_verdict", "tone": "missing"}),
        ([entry(verdict="2")], {"amount": "unknown_verdict", "tone": "missing"}),
        ([entry(verdict="")], {"amount": "unknown_verdict", "tone": "missing"}),
        ([entry("tone", 2)], {"amount": "missing", "tone": "malformed_entry"}),
        ([entry(verdict=None)], {"amount": "malformed_entry", "tone": "missing"}),
        ([entry(verdict=True)], {"amount": "malformed_entry", "tone": "missing"}),
        ([entry(verdict=["PASS"])], {"amount": "malformed_entry", "tone": "missing"}),
        ([entry(evidence=["a"])], {"amount": "malformed_entry", "tone": "missing"}),
        ([entry(rationale=None)], {"amount": "malformed_entry", "tone": "missing"}),
        ([entry(verdict=" PASS ")], {"amount": "PASS", "tone": "missing"}),
        ([entry("overall"), entry()], {"amount": "PASS", "tone": "missing"}),
        ([entry("Amount")], {"amount": "missing", "tone": "missing"}),
        ([entry(None), 3, "PASS", None], {"amount": "missing", "tone": "missing"}),
        ([entry(), entry()], {"amount": "PASS", "tone": "missing"}),
        ([entry(), entry(verdict="FAIL")], {"amount": "contradictory", "tone": "missing"}),
        ([entry(), entry(verdict="MAYBE")], {"amount": "contradictory", "tone": "missing"}),
    ],
)
def test_each_criterion_stands_for_itself(entries: list[Any], found: dict[str, str]) -> None:
    parsed = parse(*entries)
    assert parsed.outcome == "ok"
    assert reasons(parsed) == found


def test_an_error_has_no_value() -> None:
    for answer in parse(entry(verdict="MAYBE")).answers:
        assert answer.value == ""
        assert not answer.valid


def test_of_like_answers_the_last_counts() -> None:
    parsed = parse(entry(rationale="first"), entry(rationale="last"))
    assert parsed.answers[0].rationale == "last"
    assert "2 times" in parsed.notes[0]


def test_unknown_criteria_are_noted() -> None:
    assert "'overall'" in parse(entry("overall")).notes[0]


def test_text_that_no_database_takes_is_made_fit() -> None:
    assert storable("a\x00b") == "ab"
    assert storable("a\ud800b") == "a?b"
    answer = parse(entry(rationale="x\ud800\x00y")).answers[0]
    assert (answer.value, answer.rationale) == ("PASS", "x?y")
