"""Names of agents that do not tell two sides of a pair apart. Pure.

A version is often told by how its agents are called; whoever compares two must not read it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cases.transcript import Step, StepKind, Turn, steps_of

USER = "user"


def alike(first: Sequence[Turn], second: Sequence[Turn]) -> tuple[list[Turn], list[Turn]]:
    """The turns of two sides, with neutral names where their agents are not called the same."""
    names = [agents_in(steps_of(turns)) for turns in (first, second)]
    if set(names[0]) == set(names[1]):
        return list(first), list(second)
    left, right = (neutral(found) for found in names)
    return _turns_renamed(first, left), _turns_renamed(second, right)


def steps_alike(first: Sequence[Step], second: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """The same for steps that stand in no turns."""
    names = [agents_in(steps) for steps in (first, second)]
    if set(names[0]) == set(names[1]):
        return list(first), list(second)
    left, right = (neutral(found) for found in names)
    return [renamed(step, left) for step in first], [renamed(step, right) for step in second]


def agents_in(steps: Iterable[Step]) -> list[str]:
    """Names of those who spoke or acted and were no user, and of whom they handed over to, in the
    order in which they appear."""
    found: dict[str, None] = {}
    for step in steps:
        found |= dict.fromkeys([step.author])
        if step.kind is StepKind.TRANSFER:
            found |= dict.fromkeys([step.text])
    return [name for name in found if name and name != USER]


def neutral(names: Sequence[str]) -> dict[str, str]:
    """Agent for the first name, Agent 2 for the second and so on."""
    return {name: f"Agent {n}" if n > 1 else "Agent" for n, name in enumerate(names, start=1)}


def renamed(step: Step, names: Mapping[str, str]) -> Step:
    """A step under other names. An agent that is called like a tool is one as well."""
    handed = step.kind is StepKind.TRANSFER
    return replace(
        step,
        author=names.get(step.author, step.author),
        tool=names.get(step.tool, step.tool),
        text=names.get(step.text, step.text) if handed else step.text,
    )


def _turns_renamed(turns: Sequence[Turn], names: Mapping[str, str]) -> list[Turn]:
    return [
        replace(turn, steps=tuple(renamed(step, names) for step in turn.steps)) for turn in turns
    ]
