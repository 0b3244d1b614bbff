import pytest

from cases.errors import BadInput
from judges.prompting import BASELINE_MODEL, complete_prompt, default_prompt, read_prompt


@pytest.mark.parametrize("model", [BASELINE_MODEL, "gemini-2.5-flash"])
def test_the_prompts_that_ship_are_complete(model: str) -> None:
    assert complete_prompt("", model) == complete_prompt(default_prompt(model), model)


def test_only_the_baseline_gets_rules() -> None:
    assert "rules_json" in default_prompt(BASELINE_MODEL)
    assert "json" not in default_prompt("gemini-2.5-flash")
    with pytest.raises(BadInput, match=r"unknown placeholder \$rules_json"):
        complete_prompt("=== absolute: instruction ===\n$criteria $rules_json", "gemini-2.5-flash")


def test_a_section_may_be_left_out() -> None:
    text = complete_prompt("=== absolute: instruction ===\nBe strict.\n$criteria", "gemini-x")
    prompt = read_prompt(text, "gemini-x")
    assert prompt.absolute_instruction.template == "Be strict.\n$criteria"
    assert "$case" in prompt.absolute_message.template


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Be strict. $criteria", "before the first heading"),
        ("=== absolute ===\n$criteria", "unknown section"),
        ("=== absolute: instruction ===\nBe strict.", r"\$criteria is missing"),
        ("=== absolute: message ===\nGo on.", r"\$case is missing"),
        ("=== pairwise: message ===\n$case_a", r"\$case_b is missing"),
        ("=== absolute: instruction ===\n$criteria ${labels}", r"unknown placeholder \$labels"),
        ("=== absolute: instruction ===\n$criteria costs 5 $", r"\$\$"),
        ("=== absolute: message ===\n$case\n=== absolute: message ===\n$case", "twice"),
    ],
)
def test_what_is_wrong_with_a_prompt_is_said_before_any_call(text: str, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        complete_prompt(text, "gemini-x")


def test_line_ends_of_a_browser_make_no_difference() -> None:
    text = default_prompt("gemini-x")
    assert complete_prompt(text.replace("\n", "\r\n"), "gemini-x") == complete_prompt(
        "", "gemini-x"
    )
