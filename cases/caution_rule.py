"""One rule of text that aims at a grader. Pure."""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CautionRule:
    """`words` say on a page what the rule found."""

    name: str
    words: str
    needs: tuple[str, ...]
    pattern: re.Pattern[str]


def rule(name: str, words: str, needs: str, *patterns: str) -> CautionRule:
    """A rule that any of `patterns` meets; `needs` has bars between its words."""
    joined = "|".join(f"(?:{pattern})" for pattern in patterns)
    return CautionRule(
        name, words, tuple(needs.split("|")), re.compile(joined, re.IGNORECASE | re.MULTILINE)
    )
