"""Places in a text that are private, and the rule that says so."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` of a text. `rule` says in a few words what found them."""

    start: int
    end: int
    kind: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Characters `start` to `end` of a text, to be hidden as the value `owner` of a kind."""

    start: int
    end: int
    kind: str
    owner: str
    rule: str
