"""A place in a text that is private, and the rule that says so."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of a text. `rule` says in a few words what found them."""

    start: int
    end: int
    kind: str
    rule: str = ""
