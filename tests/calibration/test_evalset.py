"""What of a case an evalset expects of an agent."""

from calibration.evalset import conversation_of
from cases.rule_checks import answer_steps
from cases.transcript import SAID_TO_AGENT, Step, StepKind, Turn

CALL, RESULT, SAY = StepKind.CALL, StepKind.RESULT, StepKind.SAY


def turns() -> list[Turn]:
    return [
        Turn(1, "user", (Step(1, SAY, "user", text="Where is it?"),)),
        Turn(
            2,
            "agent",
            (
                Step(2, CALL, "a", tool="track", data={"n": 1}, call=1),
                Step(3, RESULT, "a", tool="track", data={"at": "depot"}, call=1),
                Step(4, CALL, "a", tool="google_search", call=2, flags=("server_side",)),
                Step(5, RESULT, "a", tool="google_search", call=2, flags=("server_side",)),
                Step(6, RESULT, "a", tool="grounding", data={"queries": ["depot"]}),
                Step(7, CALL, "a", tool="code_execution", data={"code": "1"}, call=3),
                Step(8, RESULT, "a", tool="code_execution", data={"output": "1"}, call=3),
                Step(9, SAY, "a", text="At the depot."),
                Step(10, SAY, "helper", text="Done, desk.", flags=(SAID_TO_AGENT,)),
            ),
        ),
    ]


def test_only_function_calls_are_expected() -> None:
    (invocation,) = conversation_of(turns(), expected=True)
    data = invocation["intermediate_data"]
    assert [use["name"] for use in data["tool_uses"]] == ["track"]
    assert [answer["name"] for answer in data["tool_responses"]] == ["track"]


def test_what_one_agent_says_to_another_is_no_answer() -> None:
    (invocation,) = conversation_of(turns(), expected=True)
    assert invocation["final_response"]["parts"] == [{"text": "At the depot."}]
    assert turns()[1].text == "At the depot."
    steps = [step for turn in turns() for step in turn.steps]
    assert [step.index for step in answer_steps(steps)] == [9]
