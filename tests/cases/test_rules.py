from typing import Any

import pytest

from cases.rule_checks import answer_steps, quote
from cases.rules import (
    FALLBACK_RULES,
    MIN_QUOTE,
    RULE_TYPES,
    evaluate_rules,
    validate_rules,
)
from cases.transcript import Step, StepKind, step_body, steps_of
from tests.make import make_turns


def say(index: int, text: str, author: str = "agent") -> Step:
    return Step(index, StepKind.SAY, author, text=text)


def call(index: int, tool: str, **args: Any) -> Step:
    return Step(index, StepKind.CALL, "agent", tool=tool, data=args, call=index)


def result(index: int, tool: str, data: Any, of: int | None = None) -> Step:
    return Step(index, StepKind.RESULT, "agent", tool=tool, data=data, call=of or index - 1)


def refund(answer: str, amount: float = 64.0) -> list[Step]:
    return [
        say(1, "Please refund order BR-1042, it came broken.", "user"),
        call(2, "lookup_order", order_id="BR-1042"),
        result(3, "lookup_order", {"order_id": "BR-1042", "total": 80.0}),
        call(4, "issue_refund", order_id="BR-1042", amount=amount),
        result(5, "issue_refund", {"status": "ok", "amount": amount}),
        say(6, answer),
    ]


def passed(rule: dict[str, Any], steps: list[Step]) -> bool | None:
    assert validate_rules([rule]) == []
    outcome = evaluate_rules([rule], steps)
    transcript = "\n".join(step_body(s) for s in steps)
    for finding in outcome.findings:
        assert finding.text
        if finding.evidence:
            assert len(finding.evidence) >= MIN_QUOTE
            assert finding.evidence in transcript
    return outcome.passed


# --- amounts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("I have refunded £64.00 to your card.", True),
        ("I have refunded 64 pounds to your card.", True),
        ("Es wurden 64,00 € erstattet, versprochen.", True),
        ("I have refunded £68.00 to your card.", False),
        ("Order BR-1042 is refunded in 5 days.", True),
    ],
)
def test_every_amount_must_stand_in_tool_data(answer: str, expected: bool) -> None:
    assert passed({"type": "amounts_grounded"}, refund(answer)) is expected


def test_amounts_grounded_can_ask_for_an_amount_and_for_results_only() -> None:
    silent = refund("All sorted, have a lovely day!")
    assert passed({"type": "amounts_grounded", "need_amount": True}, silent) is False
    steps = [
        say(1, "Refund?", "user"),
        call(2, "issue_refund", amount=64.0),
        result(3, "issue_refund", {"status": "ok"}),
        say(4, "You get £64.00 back."),
    ]
    assert passed({"type": "amounts_grounded"}, steps) is True
    assert passed({"type": "amounts_grounded", "sources": "results"}, steps) is False


def test_amounts_grounded_looks_at_the_answer_or_at_all_that_was_said() -> None:
    steps = [
        *refund("I will give you £99.00 back."),
        say(7, "Really?", "user"),
        say(8, "It is £64.00."),
    ]
    assert passed({"type": "amounts_grounded"}, steps) is True
    assert passed({"type": "amounts_grounded", "where": "says"}, steps) is False


MATCHES = {"type": "amount_matches", "tool": "issue_refund", "field": "amount"}


def test_an_amount_must_be_the_field_of_a_tool() -> None:
    assert passed(MATCHES, refund("You get £64.00 back today.")) is True
    assert passed(MATCHES, refund("You get £80.00 back today.")) is False
    assert passed(MATCHES, refund("You get it all back today.")) is False
    assert passed(MATCHES | {"when_silent": "pass"}, refund("You get it all back.")) is True
    both = refund("You get £64.00 of £80.00 back.")
    assert passed(MATCHES, both) is True
    assert passed(MATCHES | {"match": "all"}, both) is False
    assert passed(MATCHES | {"source": "call"}, both) is True


@pytest.mark.parametrize(("choice", "expected"), [("pass", True), ("fail", False), ("skip", None)])
def test_without_the_tool_amount_matches_does_what_it_is_told(
    choice: str, expected: bool | None
) -> None:
    steps = [say(1, "Hello", "user"), say(2, "There is no refund of £64.00.")]
    assert passed(MATCHES | {"when_absent": choice}, steps) is expected


def test_fields_are_found_at_any_depth() -> None:
    steps = refund("You get £64.00 back today.")
    steps[4] = result(5, "issue_refund", {"refunds": [{"amount": "64.00 GBP"}]})
    assert passed(MATCHES, steps) is True


# --- phrases, tools, length, overlap -------------------------------------------------------


def test_required_phrases_any_or_all() -> None:
    steps = refund("Your refund is on its way. Please keep the mug.")
    rule = {"type": "required_phrases", "phrases": ["on its way", "within 5 days"]}
    assert passed(rule, steps) is True
    assert passed(rule | {"match": "all"}, steps) is False
    assert passed(rule | {"phrases": ["nothing of it"]}, steps) is False
    assert passed(rule | {"phrases": [r"\bon its? way\b"], "regex": True}, steps) is True


def test_forbidden_phrases_any_or_all() -> None:
    steps = refund("As a goodwill gesture I add a voucher.")
    rule = {"type": "forbidden_phrases", "phrases": ["voucher", "guarantee"]}
    assert passed(rule, steps) is False
    assert passed(rule | {"match": "all"}, steps) is True
    assert passed(rule | {"phrases": ["on the house"]}, steps) is True


def test_the_customer_does_not_break_the_agents_rules() -> None:
    steps = refund("I can't add anything to the refund.")
    steps[0] = say(1, "I want a voucher as well!", "user")
    rule = {"type": "forbidden_phrases", "phrases": ["voucher"], "where": "says"}
    assert passed(rule, steps) is True


def test_tool_order() -> None:
    rule = {"type": "tool_order", "before": "lookup_order", "after": "issue_refund"}
    steps = refund("You get £64.00 back today.")
    assert passed(rule, steps) is True
    assert passed(rule, [*steps[:1], *steps[3:5], *steps[1:3], steps[5]]) is False
    assert passed(rule, [steps[0], steps[5]]) is True


def test_tools_called_or_not() -> None:
    steps = refund("You get £64.00 back today.")
    assert (
        passed({"type": "tool_called", "tools": ["search_policy", "lookup_order"]}, steps) is True
    )
    assert passed({"type": "tool_called", "tools": ["search_policy"]}, steps) is False
    assert passed({"type": "tool_not_called", "tools": ["issue_refund"]}, steps) is False
    assert passed({"type": "tool_not_called", "tools": ["search_policy"]}, steps) is True


@pytest.mark.parametrize("data", [{"status": "error"}, {"error": "no such order"}])
def test_a_call_can_be_asked_to_have_succeeded(data: Any) -> None:
    steps = refund("You get £64.00 back today.")
    rule = {"type": "tool_called", "tools": ["issue_refund"], "succeeded": True}
    assert passed(rule, steps) is True
    steps[4] = result(5, "issue_refund", data)
    assert passed(rule, steps) is False
    assert passed(rule, [s for s in steps if s.kind is not StepKind.RESULT]) is False


def test_length_in_words_and_characters() -> None:
    steps = refund("one two three four five")
    assert passed({"type": "max_length", "limit": 5, "unit": "words"}, steps) is True
    assert passed({"type": "max_length", "limit": 4, "unit": "words"}, steps) is False
    assert passed({"type": "min_length", "limit": 23}, steps) is True
    assert passed({"type": "min_length", "limit": 24}, steps) is False


def test_overlap_is_the_fallback() -> None:
    assert validate_rules(list(map(dict, FALLBACK_RULES))) == []
    good = refund("Order BR-1042: refund issue amount 64.0 ok")
    assert evaluate_rules(FALLBACK_RULES, good).passed is True
    bad = refund("A neighbour signed for your parcel yesterday evening")
    assert evaluate_rules(FALLBACK_RULES, bad).passed is False
    assert evaluate_rules(FALLBACK_RULES, []).passed is None


# --- combining -----------------------------------------------------------------------------


def test_all_rules_must_hold_and_broken_ones_are_told_first() -> None:
    steps = refund("You get £99.00 back today, I guarantee it.")
    outcome = evaluate_rules(
        [
            {"type": "tool_called", "tools": ["issue_refund"]},
            {"type": "amounts_grounded"},
            {"type": "forbidden_phrases", "phrases": ["guarantee"]},
        ],
        steps,
    )
    assert outcome.passed is False
    assert [f.text for f in outcome.findings] == [
        "£99.00 stands in no tool result or call",
        "the agent says “guarantee”",
        "issue_refund is called",
    ]


def test_any_of_needs_one() -> None:
    steps = refund("Your refund is on its way to you.")
    rules = [
        {"type": "required_phrases", "phrases": ["within 5 days"]},
        {"type": "tool_called", "tools": ["issue_refund"]},
    ]
    assert passed({"type": "any_of", "rules": rules}, steps) is True
    assert passed({"type": "any_of", "rules": rules[:1]}, steps) is False


def test_a_rule_applies_only_when_its_condition_holds() -> None:
    rule = {
        "type": "required_phrases",
        "phrases": ["days"],
        "when": {"type": "tool_called", "tools": ["issue_refund"]},
    }
    assert passed(rule, refund("It is done, thank you so much.")) is False
    assert passed(rule, [say(1, "Hi", "user"), say(2, "Hello, how can I help?")]) is None


def test_no_rules_decide_nothing() -> None:
    assert evaluate_rules([], refund("You get £64.00 back.")).passed is None


def test_the_answer_is_what_the_agent_said_in_its_last_turn() -> None:
    turns = make_turns(answer="I sent a refund of 64.00 to your card.")
    assert [s.text for s in answer_steps(steps_of(turns))] == [
        "I sent a refund of 64.00 to your card."
    ]
    steps = [say(1, "a", "user"), say(2, "b"), call(3, "t"), say(4, "c"), say(5, "d", "user")]
    assert [s.text for s in answer_steps(steps)] == ["b", "c"]
    assert answer_steps([say(1, "a", "user")]) == []


@pytest.mark.parametrize("rule_type", RULE_TYPES)
def test_every_check_lives_through_an_empty_transcript(rule_type: str) -> None:
    fill = {
        "text": "x",
        "texts": ["x"],
        "count": 3,
        "rules": [{"type": "overlap"}],
    }
    rule = {"type": rule_type} | {
        name: fill[option.kind]
        for name, option in RULE_TYPES[rule_type].options.items()
        if option.required
    }
    assert validate_rules([rule]) == []
    for steps in ([], [say(1, "", "agent")], [say(1, "Hi", "user")]):
        assert evaluate_rules([rule], steps).passed in {True, False, None}


def test_a_quote_widens_to_whole_words_and_stays_on_its_line() -> None:
    text = "Dear customer,\nyour refund of 64.00 is on its way to the card ending in 4242.\nBye"
    start = text.index("64.00")
    found = quote(text, start, start + 5)
    assert "64.00" in found
    assert "\n" not in found
    assert found in text
    assert len(found) >= MIN_QUOTE
    assert quote("Done.", 0, 5) == ""


# --- validation ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("x", "rules must be a list"),
        ([1], "rule 1: must be a block with a type"),
        ([{"type": "amount_grounded"}], "did you mean 'amounts_grounded'?"),
        ([{"type": 7}], "unknown type 7"),
        ([{"type": "tool_order", "before": "a"}], "rule 1 (tool_order): needs after"),
        ([{"type": "tool_called", "tool": ["a"], "tools": ["a"]}], "did you mean 'tools'?"),
        ([{"type": "tool_called", "tools": "a"}], "tools must be a list of texts"),
        ([{"type": "overlap", "threshold": "high"}], "threshold must be a number"),
        ([{"type": "overlap", "threshold": True}], "threshold must be a number"),
        ([{"type": "max_length", "limit": 0}], "limit must be a whole number above 0"),
        ([{"type": "overlap", "where": "here"}], "where must be one of answer, says"),
        ([{"type": "any_of", "rules": []}], "must hold at least one rule"),
        ([{"type": "overlap"}, {"type": "any_of", "rules": [{"type": "x"}]}], "rule 2 (any_of)"),
        (
            [{"type": "required_phrases", "phrases": ["(a+)+"], "regex": True}],
            "a repeated group is not taken",
        ),
        ([{"type": "overlap", "when": {"type": "x"}}], "rule 1 (overlap): when: unknown type"),
    ],
)
def test_bad_rules_are_named_with_what_is_wrong(rules: Any, problem: str) -> None:
    assert problem in "; ".join(validate_rules(rules))


def test_rules_nest_only_so_deep() -> None:
    rule: dict[str, Any] = {"type": "overlap"}
    for _ in range(5):
        rule = {"type": "any_of", "rules": [rule]}
    assert "nested too deeply" in "; ".join(validate_rules([rule]))
    rule = {"type": "overlap"}
    for _ in range(5):
        rule = {"type": "overlap", "when": rule}
    assert "too deep" in "; ".join(validate_rules([rule]))
