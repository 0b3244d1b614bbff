"""What differs between two revisions of a case."""

from dataclasses import replace

from cases.comparing import MOST, compare
from cases.transcript import Step, StepKind


def steps(*texts: str) -> list[Step]:
    return [Step(n, StepKind.SAY, "user", text=text) for n, text in enumerate(texts, start=1)]


def test_what_is_the_same_differs_in_nothing_whatever_its_times() -> None:
    later = [replace(step, at="2026-01-01T00:00:00Z") for step in steps("a", "b")]
    assert compare(steps("a", "b"), later).same


def test_added_removed_and_changed_steps_are_told_apart() -> None:
    grown = compare(steps("a", "b"), steps("a", "b", "c"))
    assert (grown.added, grown.removed, grown.changed) == ([3], [], [])
    shorter = compare(steps("a", "b", "c"), steps("a", "c"))
    assert (shorter.added, shorter.removed, shorter.changed) == ([], [2], [])
    other = compare(steps("a", "b", "c"), steps("a", "x", "c", "d"))
    assert (other.added, other.removed, other.changed) == ([4], [], [(2, 2)])
    moved = compare(steps("a", "b", "c"), steps("n", "a", "x", "c"))
    assert (moved.added, moved.changed) == ([1], [(2, 3)])


def test_too_much_to_match_is_said_as_a_number() -> None:
    old = steps(*(f"old {n}" for n in range(MOST + 1)))
    new = steps(*(f"new {n}" for n in range(MOST + 2)))
    assert compare(old, new).unmatched == MOST + 2
    assert not compare(old, new).same


def test_steps_that_are_alike_in_too_many_ways_are_not_matched() -> None:
    """An agent that asks over and over says the same in hundreds of steps; trying all ways to
    match them took minutes."""
    polled = ["call", "pending"] * 300
    old, new = steps(*polled, "done"), steps("note", *(["call", "pending", "call"] * 200))
    assert compare(old, new).unmatched == 601
    # As long as it has only grown, nothing has to be tried.
    assert compare(steps(*polled), steps(*polled, "done")).added == [601]
