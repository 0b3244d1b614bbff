"""Values that hold more than their key says: a name with its e-mail address, somebody in a link."""

import re
from collections.abc import Iterable

from cases.redaction.keys import EMAIL, PERSON, PHONE
from cases.redaction.listed import name_list
from cases.redaction.marks import marks_in
from cases.redaction.names import is_somebody
from cases.redaction.spans import Span

# From the first letter or digit to the last one.
_WORDS = re.compile(r"[^\W_](?:.*[^\W_])?", re.DOTALL)
_JOINED = re.compile(r"(?:and|und|et|y|or|cc|via|mailto)\b[\s:&,]*", re.IGNORECASE)
_WRITTEN_NAME = re.compile(r"[^\W\d_]+(?:[ .,'’-]+[^\W\d_]+)*")
_LINK = re.compile(r"\s*https?://[^/?#\s]*[/?#]?")
_PLAIN_STEP = re.compile(r"[a-z]{1,20}|v?\d{1,3}")


def parts_of(hint: str | None, text: str, shaped: Iterable[Span]) -> list[Span] | None:
    """What to hide in a value below a key for `hint` instead of all of it; None for all of it, or
    for what the key says otherwise. `shaped` are the spans of e-mail addresses in it, and others.

    A name beside an address is somebody to look for elsewhere, and the two get pseudonyms each.
    """
    if hint == PHONE:
        return _in_link(text)
    if hint not in (PERSON, EMAIL):
        return None
    mails = [span for span in shaped if span.kind == EMAIL]
    taken = sorted([*((span.start, span.end) for span in mails), *marks_in(text)])
    if not taken:
        return None
    names = [place for place in _between(text, taken) if hint == EMAIL or _is_named(text, place)]
    found = [Span(start, end, PERSON) for start, end in names]
    if hint == PERSON:
        return found
    if not all(
        _WRITTEN_NAME.fullmatch(text, *place) and text[place[0]].isupper() for place in names
    ):
        return None  # jane@example.org (before noon)
    if mails and not names:
        return None
    return found + [Span(span.start, span.end, EMAIL) for span in mails]


def _is_named(text: str, place: tuple[int, int]) -> bool:
    return is_somebody(text[place[0] : place[1]])


def _between(text: str, taken: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places of words before, between and after what is taken, without the signs around them."""
    places = []
    begin = 0
    for start, end in [*taken, (len(text), len(text))]:
        found = _WORDS.search(text, begin, max(start, begin))
        begin = max(begin, end)
        if found is None:
            continue
        first = found.start()
        if joined := _JOINED.match(text, first, found.end()):
            first = joined.end()
        if any(char.isalnum() for char in text[first : found.end()]):
            places.append((first, found.end()))
    return places


def _in_link(text: str) -> list[Span] | None:
    """What follows the host of a link below a key for telephones, such as `callback`, unless that
    is plain: /hooks/done stays and ?n=Jane goes."""
    link = _LINK.match(text)
    if link is None:
        return None
    end = len(text.rstrip())
    tail = text[link.end() : end]
    steps = re.split(r"[/?#]", tail.strip("/"))
    plain = all(
        not step or (_PLAIN_STEP.fullmatch(step) and not name_list().is_name(step))
        for step in steps
    )
    return [] if plain else [Span(link.end(), end, PHONE)]
