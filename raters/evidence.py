"""Quotes from a transcript: found in it, checked against it. Pure."""

import re
from collections.abc import Sequence
from typing import Any

from cases.errors import BadInput
from cases.transcript import Step, StepKind, Turn, step_body

MAX_QUOTE = 4000
MAX_QUOTES = 20

_SPOKEN = {StepKind.SAY, StepKind.ERROR, StepKind.TRANSFER}


def locate(
    quote: str, turns: Sequence[Turn], *, step: int | None = None, start: int | None = None
) -> dict[str, Any]:
    """Where `quote` stands: {"turn", "step", "start", "end", "quote"}.

    `step` and `start` say which of several places is meant. Offsets count characters of the
    step's text; they are None for a quote from a tool call or result whose values stand on the
    page but not in this wording in the step. Raises BadInput for a quote that is not there.
    """
    quote = quote.strip()
    if not quote:
        raise BadInput("An evidence quote is empty.")
    if len(quote) > MAX_QUOTE:
        raise BadInput(f"An evidence quote is longer than {MAX_QUOTE} characters; quote less.")
    for turn in turns:
        for candidate in turn.steps:
            if step is not None and candidate.index != step:
                continue
            found = _find(quote, candidate, start)
            if found is not None:
                return {"turn": turn.index, "step": candidate.index, **found}
    shown = quote if len(quote) <= 60 else f"{quote[:60]}…"
    raise BadInput(f"“{shown}” is not in the transcript; copy the words as they stand there.")


def _find(quote: str, step: Step, start: int | None) -> dict[str, Any] | None:
    text = step.text if step.kind in _SPOKEN else step_body(step)
    # Copied text may have other white space than the step has.
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    places = [match.span() for match in re.finditer(pattern, text)]
    if places:
        first, last = min(places, key=lambda place: abs(place[0] - (start or 0)))
        return {"start": first, "end": last, "quote": text[first:last]}
    if step.kind not in _SPOKEN and _bare(quote) and _bare(quote) in _bare(text):
        return {"start": None, "end": None, "quote": quote}
    return None


def _bare(text: str) -> str:
    """Letters and digits only: a table on the page and JSON in the step have these in common."""
    return re.sub(r"[\W_]+", "", text)
