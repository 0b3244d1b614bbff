"""Names of agents do not tell which version answered."""

from cases.neutral_names import alike, steps_alike
from cases.transcript import Step, StepKind, Turn, steps_of


def talk(*agents: str, tool: str = "find") -> list[Turn]:
    said = Turn(1, "user", (Step(1, StepKind.SAY, "user", text="Hello"),))
    steps = [
        Step(n, StepKind.SAY, agent, text="Hi, desk_v1 here") for n, agent in enumerate(agents, 2)
    ]
    last = len(agents) + 2
    steps.append(Step(last, StepKind.CALL, agents[-1], tool=tool, data={}))
    steps.append(Step(last + 1, StepKind.TRANSFER, agents[-1], text=agents[0]))
    return [said, Turn(2, "agent", tuple(steps))]


def names(turns: list[Turn]) -> list[str]:
    return [step.author for step in steps_of(turns)]


def test_sides_whose_agents_are_called_the_same_keep_their_names() -> None:
    first, second = alike(talk("desk"), talk("desk"))
    assert (first, second) == (talk("desk"), talk("desk"))


def test_other_names_become_neutral_in_order_of_appearance() -> None:
    first, second = alike(talk("desk_v1", "refunds_v1"), talk("desk_v2"))
    assert names(first) == ["user", "Agent", "Agent 2", "Agent 2", "Agent 2"]
    assert names(second) == ["user", "Agent", "Agent", "Agent"]
    assert steps_of(first)[-1].text == "Agent"


def test_an_agent_that_is_used_as_a_tool_has_no_name_either() -> None:
    first, _ = alike(talk("desk_v1", tool="desk_v1"), talk("desk_v2"))
    assert [step.tool for step in steps_of(first) if step.tool] == ["Agent"]


def test_steps_are_renamed_like_turns() -> None:
    two = talk("desk_v1"), talk("desk_v2")
    turns = [steps_of(side) for side in alike(*two)]
    assert list(steps_alike(*map(steps_of, two))) == turns
