"""Does a judge's answer hold against the transcript it was given? Pure: no Django, no I/O."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from judges.parsing import Answer, Parsed, Question

NO_EVIDENCE = "NONE"
# Shorter quotes occur anywhere and prove nothing.
MIN_QUOTE = 12

EVIDENCE_MISSING = "evidence_missing"
EVIDENCE_TOO_SHORT = "evidence_too_short"
EVIDENCE_NOT_FOUND = "evidence_not_found"

_SPACE = re.compile(r"\s+")
_QUOTES = (('"', '"'), ("“", "”"), ("'", "'"), ("‘", "’"), ("«", "»"), ("„", "“"))


def normalised(text: str) -> str:
    """`text` with every run of white space as one space."""
    return _SPACE.sub(" ", text).strip()


def without_marks(quote: str) -> str:
    """`quote` without one pair of quotation marks around it."""
    for left, right in _QUOTES:
        if len(quote) > 1 and quote.startswith(left) and quote.endswith(right):
            return quote[1:-1].strip()
    return quote


def check_evidence(evidence: str, quotable: Iterable[str], *, optional: bool) -> str:
    """Why `evidence` does not hold, or an empty string.

    `quotable` are the steps of the transcript, normalised; a quote has to stand within one of
    them, so that no sentence can be stitched together over a step's end.
    """
    quote = normalised(evidence)
    if not quote or quote == NO_EVIDENCE:
        return "" if optional else EVIDENCE_MISSING
    bare = without_marks(quote)
    if len(bare) < MIN_QUOTE:
        return EVIDENCE_TOO_SHORT
    if any(bare in text or quote in text for text in quotable):
        return ""
    return EVIDENCE_NOT_FOUND


def validate(parsed: Parsed, questions: Sequence[Question], quotable: Iterable[str]) -> Parsed:
    """`parsed` with ERROR for every answer whose evidence is not in the transcript."""
    texts = [normalised(text) for text in quotable]
    optional = {q.key: q.evidence_optional for q in questions}

    def checked(answer: Answer) -> Answer:
        if not answer.valid:
            return answer
        reason = check_evidence(answer.evidence, texts, optional=optional[answer.key])
        return replace(answer, value="", reason=reason) if reason else answer

    return replace(parsed, answers=tuple(checked(answer) for answer in parsed.answers))
