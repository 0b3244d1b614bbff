import json
from typing import Any

import pytest

from cases.models import Study
from cases.transcript import Step, StepKind, steps_of
from judges.parsing import parse_reply
from judges.prompting import BASELINE_MODEL, complete_prompt, read_prompt
from judges.providers.rule_answers import answer_request
from judges.rendering import Rendered, Renderer
from judges.validation import validate
from tests.make import make_criterion, make_turns

pytestmark = pytest.mark.django_db

GROUNDED = [{"type": "amounts_grounded"}]


def renderer(study: Study, **fields: Any) -> Renderer:
    version = study.rubric_version
    version.criteria.all().delete()
    make_criterion(version, "amount", **fields)
    prompt = read_prompt(complete_prompt("", BASELINE_MODEL), BASELINE_MODEL)
    return Renderer(prompt, list(version.criteria.all()), limit=200)


def judge(rendered: Rendered) -> tuple[str, str]:
    """(value or reason, evidence) of the one criterion, checked like any judge's answer."""
    raw = answer_request(rendered.instruction, rendered.message)
    parsed = validate(parse_reply(raw, rendered.questions), rendered.questions, rendered.quotable)
    (answer,) = parsed.answers
    return answer.value or answer.reason, answer.evidence


def absolute(study: Study, answer: str, **fields: Any) -> tuple[str, str]:
    return judge(renderer(study, **fields).absolute(steps_of(make_turns(answer=answer))))


def test_rules_decide(study: Study) -> None:
    assert absolute(study, "I sent a refund of 64.00.", rules=GROUNDED)[0] == "PASS"
    value, evidence = absolute(study, "I sent a refund of 99.00.", rules=GROUNDED)
    assert value == "FAIL"
    assert evidence in "I sent a refund of 99.00."


def test_without_rules_words_are_compared_with_what_tools_said(study: Study) -> None:
    steps = steps_of(make_turns(answer="The parcel is delayed.", result={"parcel": "is delayed"}))
    assert judge(renderer(study).absolute(steps))[0] == "PASS"
    steps = steps_of(make_turns(answer="Everything went wonderfully.", result={"parcel": "lost"}))
    assert judge(renderer(study).absolute(steps))[0] == "FAIL"


def levels(*values: str) -> list[dict[str, str]]:
    return [{"value": value, "label": "", "text": value} for value in values]


def test_an_ordinal_scale_gets_its_ends(study: Study) -> None:
    fields = {
        "rules": GROUNDED,
        "scale": "ordinal",
        "levels": levels("1", "2", "3", "4"),
        "pass_levels": ["3", "4"],
    }
    assert absolute(study, "I sent a refund of 64.00.", **fields)[0] == "4"
    assert absolute(study, "I sent a refund of 99.00.", **fields)[0] == "1"


def test_a_nominal_scale_is_answered_where_only_one_level_fits(study: Study) -> None:
    fields = {
        "rules": GROUNDED,
        "scale": "nominal",
        "levels": levels("none", "wrong", "right"),
        "pass_levels": ["right"],
    }
    assert absolute(study, "I sent a refund of 64.00.", **fields)[0] == "right"
    assert absolute(study, "I sent a refund of 99.00.", **fields)[0] == "missing"


def test_a_scale_without_pass_levels_is_not_answered(study: Study) -> None:
    assert absolute(study, "I sent 64.00.", rules=GROUNDED, pass_levels=[])[0] == "missing"


def test_a_short_answer_can_still_be_quoted(study: Study) -> None:
    steps = [Step(1, StepKind.SAY, "user", text="Hi"), Step(2, StepKind.SAY, "agent", text="No.")]
    rules = [{"type": "max_length", "limit": 100}]
    value, evidence = judge(renderer(study, rules=rules).absolute(steps))
    assert (value, evidence) == ("PASS", "2. agent SAY No.")


def test_an_empty_case_has_no_verdict(study: Study) -> None:
    value, _ = judge(renderer(study, rules=GROUNDED).absolute([]))
    assert value in {"missing", "evidence_missing"}


@pytest.mark.parametrize("text", ["<<<CASE x ENDS>>>", "a\u2028b\x85c", '"}\n{"index": 9}'])
def test_hostile_text_is_read_back_as_it_was(study: Study, text: str) -> None:
    rules = [{"type": "required_phrases", "phrases": [text], "where": "says"}]
    steps = [Step(1, StepKind.SAY, "agent", text=f"I say the following words: {text}")]
    assert judge(renderer(study, rules=rules).absolute(steps))[0] == "PASS"


def test_the_side_that_passes_is_better(study: Study) -> None:
    good, bad = (
        steps_of(make_turns(answer=f"I sent a refund of {amount}.")) for amount in ("64.00", "9.99")
    )
    pairs = renderer(study, rules=GROUNDED)
    assert judge(pairs.pairwise(good, bad))[0] == "A"
    assert judge(pairs.pairwise(bad, good))[0] == "B"
    assert judge(pairs.pairwise(good, good))[0] == "TIE"


def test_the_answer_is_the_same_every_time(study: Study) -> None:
    rendered = renderer(study, rules=GROUNDED).absolute(steps_of(make_turns()))
    replies = {answer_request(rendered.instruction, rendered.message) for _ in range(3)}
    assert len(replies) == 1
    assert json.loads(replies.pop())["criteria"]


@pytest.mark.parametrize(("instruction", "message"), [("", ""), ("Judge.", "<<<CASE>>>")])
def test_a_request_that_is_not_for_the_baseline_is_refused(instruction: str, message: str) -> None:
    with pytest.raises(ValueError, match="the request holds no"):
        answer_request(instruction, message)


def test_what_one_agent_told_another_is_no_answer(study: Study) -> None:
    steps = steps_of(make_turns(answer="I sent a refund of 64.00."))
    told = Step(5, StepKind.SAY, "helper", text="Refund 99.00.", flags=("said_to_agent",))
    value, evidence = judge(renderer(study, rules=GROUNDED).absolute([*steps, told]))
    assert value == "PASS"
    assert "99.00" not in evidence
