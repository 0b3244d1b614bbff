"""PINs, security codes of cards, codes that were sent, and what somebody tried, by the words around
them."""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

from collections.abc import Iterator

import regex

from cases.redaction.opaque import has_letter_and_digit
from cases.redaction.password_shapes import (
    HYPHENED,
    SENTENCE_END,
    SHORTEST_DRAWN,
    SIGNS,
    WORD,
    is_drawn,
    is_named,
    looks_chosen,
    trimmed,
)
from cases.redaction.password_words import (
    BETWEEN,
    CODE,
    CODE_AFTER,
    CODE_KIND,
    CVV,
    PIN,
    TRIED,
    is_ordinary,
)

_CODE_VALUE = regex.compile(
    r"(?<![\w-])(?:[A-Z]{1,2}-)?(?:\d{3}[ -]\d{3}|\d{4}[ ]\d{4}(?![ ]\d)|\d{4,8}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,8}"
    r"|(?=[A-Z0-9-]*\d)[A-Z0-9]{4,5}-[A-Z0-9]{4,5}|(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9]{4,6}(?:-[a-z0-9]{4,6}){1,7}"
    r"|(?=[A-Z0-9-]*\d)[A-Z0-9]{4,6}(?:-[A-Z0-9]{4,6}){2,7}|\d{4,5}-\d{4,5})#?(?![\w-]|[.,]\d|[ ]?(?:%|€|\$|£|minutes|hours|times|days|digits?\b))"
)
_PIN_VALUE = regex.compile(r"\d{4,8}|\d{2} \d{2}")
_CVV_VALUE = regex.compile(r"\d{3,4}")
_CODE_BEFORE = regex.compile(r"\bcodes?[ :=(\"'“‘*]{1,4}$", regex.IGNORECASE)
_PIN_TO = regex.compile(r"[ ](?:to|and|or|into)[ ](?P<value>\d{4,8})(?![\w-]|[.,:/]\d)")
_NEXT_CODE = regex.compile(
    r"(?:[ ]?[,;/|][ ]?|[ ]|[ ]?\n[ ]?|[ ](?:and|or)[ ])(?P<value>(?=[A-Za-z0-9-]*\d)[A-Za-z0-9]{4,6}-[A-Za-z0-9]{4,6}(?:-[A-Za-z0-9]{4,6}){0,6}|\d{6,8}|\d{4}[ ]\d{4}|\d{3}[ ]\d{3})(?![\w-]|[.,]\d)"
)
_MOST_CODES = 20
# What ends behind a word for a code, when its value follows.
_SAID = regex.compile(
    r"(?:[:=#(]|->|→|\b(?:is|was|be|reads|says|to|from|of|as|are|now|ist|lautet|est|es|è|é|er|är)|['’]s)[ \"'“‘(]*$",
    regex.IGNORECASE,
)


def codes_in(text: str) -> Iterator[tuple[int, int]]:
    """PINs, security codes of cards and codes that were sent."""
    for expression, value in ((PIN, _PIN_VALUE), (CVV, _CVV_VALUE)):
        for match in expression.finditer(text):
            found = value.match(text, match.end())
            if found and not regex.match(r"[\w-]|[.,:/]\d", text[found.end() : found.end() + 2]):
                yield found.span()
                second = _PIN_TO.match(text, found.end()) if expression is PIN else None
                if second:
                    yield second.span("value")
            elif (
                expression is PIN
                and _SAID.search(match.group())
                and (place := _chosen_at(text, match.end()))
            ):
                yield place
    for match in CODE.finditer(text):
        end = min(len(text), match.end() + 60)
        stop = SENTENCE_END.search(text, match.end(), end)
        found = _CODE_VALUE.search(text, match.end(), stop.start() if stop else end)
        if found and not CODE_KIND.search(text[match.end() : found.start()]):
            yield found.span()
            yield from _listed(text, found.end())
            continue
        said = BETWEEN[0].match(text, match.end(), end)
        if said and (place := _chosen_at(text, said.end())):
            yield place
    for match in CODE_AFTER.finditer(text):
        yield match.span("value")


def _listed(text: str, at: int) -> Iterator[tuple[int, int]]:
    """More codes of a list: recovery codes come in tens."""
    for _ in range(_MOST_CODES):
        match = _NEXT_CODE.match(text, at)
        if match is None:
            return
        yield match.span("value")
        at = match.end()


def _chosen_at(text: str, at: int) -> tuple[int, int] | None:
    """The place of what somebody chose for a code, though it is no number."""
    match = WORD.match(text, at)
    place = trimmed(text, at, match.end()) if match else None
    if place is None or (is_named(text, at) and not _CODE_BEFORE.search(text, max(0, at - 9), at)):
        return None
    word = text[place[0] : place[1]]
    odd = (
        has_letter_and_digit(word)
        and len(word) >= SHORTEST_DRAWN
        and looks_chosen(word, strict=False)
    )
    if odd or is_drawn(word) or (HYPHENED.fullmatch(word) and not is_ordinary(word)):
        return place
    return place if set(word) & SIGNS and looks_chosen(word, strict=True) else None


def tried_in(text: str) -> Iterator[tuple[int, int]]:
    """What somebody tried, when capitals are spoken of behind it."""
    for match in TRIED.finditer(text):
        place = trimmed(text, *match.span("value"))
        if place is None:
            continue
        word = text[place[0] : place[1]]
        number = word.isdecimal() and 4 <= len(word) <= 8
        if (
            number
            or looks_chosen(word, strict=False)
            or is_drawn(word)
            or (HYPHENED.fullmatch(word) and not is_ordinary(word))
        ):
            yield place
