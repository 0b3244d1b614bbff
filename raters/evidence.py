"""Quotes from a transcript: read as posted, found in it, checked against it. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from cases.errors import BadInput
from cases.text_markup import shown_text
from cases.transcript import Step, StepKind, Turn, step_body

MAX_QUOTE = 4000
MAX_QUOTES = 20
# Characters of the JSON that holds all quotes of one question.
MAX_EVIDENCE = 250_000
SIDES = ("", "left", "right")

# What JSON writes for characters that are neither letters nor digits.
_ESCAPES = re.compile(r'\\(?:[\\"/nrtbf]|u00[01][0-9a-f])')
_PLAIN = re.compile(r"[\W_]+")
_SPOKEN = {StepKind.SAY, StepKind.ERROR, StepKind.TRANSFER}


_UNREADABLE = "The evidence could not be read; quote it again."


def storable(text: str) -> str:
    """`text` without what no database takes: NUL and halves of surrogate pairs."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8")


def read_quotes(text: str) -> list[dict[str, Any]]:
    """The quotes that `text` (JSON) lists: {"quote"}, and "side", "turn", "step", "start" and
    "end" as far as they are given.

    Raises BadInput for anything else.
    """
    if not text:
        return []
    if len(text) > MAX_EVIDENCE:
        raise BadInput("The evidence is longer than can be kept; quote less.")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(_UNREADABLE) from error
    if not isinstance(found, list):
        raise BadInput(_UNREADABLE)
    return [_checked(quote) for quote in found]


def write_quotes(quotes: Sequence[Mapping[str, Any]]) -> str:
    """Quotes as `read_quotes` takes them; "" for none."""
    return json.dumps(quotes, ensure_ascii=False) if quotes else ""


def _checked(found: object) -> dict[str, Any]:
    if not isinstance(found, dict) or not isinstance(found.get("quote"), str):
        raise BadInput(_UNREADABLE)
    quote: dict[str, Any] = {"quote": storable(found["quote"])}
    if found.get("side") is not None:
        if found["side"] not in SIDES:
            raise BadInput(_UNREADABLE)
        quote["side"] = found["side"]
    for name in ("turn", "step", "start", "end"):
        if found.get(name) is not None:
            # Not isinstance: true would pass for a number.
            if type(found[name]) is not int:
                raise BadInput(_UNREADABLE)
            quote[name] = found[name]
    return quote


def locate(
    quote: str, turns: Sequence[Turn], *, step: int | None = None, start: int | None = None
) -> dict[str, Any]:
    """Where `quote` stands: {"turn", "step", "start", "end", "quote"}.

    `step` and `start` say which of several places is meant. Offsets count characters (code points)
    of the step's text as a page shows it, a line break being one; they are None for a quote from a
    tool call or result whose values stand on the page but not in this wording in the step. Raises
    BadInput for a quote that is not there.
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
    text = shown_text(step.text) if step.kind in _SPOKEN else step_body(step)
    # Copied text may have other white space than the step has.
    pattern = r"\s+".join(re.escape(word) for word in quote.split())
    places = [match.span() for match in re.finditer(pattern, text)]
    if places:
        first, last = min(places, key=lambda place: abs(place[0] - (start or 0)))
        return {"start": first, "end": last, "quote": text[first:last]}
    if step.kind not in _SPOKEN and _is_shown(quote, text):
        return {"start": None, "end": None, "quote": quote}
    return None


def _is_shown(quote: str, text: str) -> bool:
    """Whether the letters and digits of `quote` follow each other in `text`, a step as JSON.

    A page has texts in tables as they are, and those further inside as JSON, where backslashes,
    line breaks and tabs are escaped: `quote` may be either.
    """
    read = _PLAIN.sub("", _ESCAPES.sub("", text))
    forms = {_PLAIN.sub("", quote), _PLAIN.sub("", _ESCAPES.sub("", quote))}
    return any(form and form in read for form in forms)
