from cases.transcript import Step, StepKind, Turn
from cases.transcript_cut import ratable_turns, rated_steps, until


def say(index: int, author: str) -> Step:
    return Step(index, StepKind.SAY, author, text=f"words {index}")


TURNS = [
    Turn(1, "user", (say(1, "user"),)),
    Turn(2, "agent", (say(2, "agent"), say(3, "agent"))),
    Turn(3, "user", (say(4, "user"),)),
    Turn(4, "agent", (say(5, "agent"),)),
    Turn(5, "agent", ()),
]


def test_nothing_after_the_turn_is_left() -> None:
    assert until(TURNS, 2) == TURNS[:2]
    assert until(TURNS, 99) == TURNS


def test_without_a_turn_it_is_all_there() -> None:
    assert until(TURNS, None) is TURNS
    assert rated_steps(TURNS, None) is None


def test_the_steps_of_the_turn_are_those_rated() -> None:
    assert rated_steps(TURNS, 2) == range(2, 4)
    assert not rated_steps(TURNS, 99)
    assert not rated_steps(TURNS, 5)


def test_turns_of_the_agent_with_something_in_them_can_be_rated() -> None:
    assert ratable_turns(TURNS) == [2, 4]
