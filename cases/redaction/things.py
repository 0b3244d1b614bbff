"""Things named like people: the Kelly bag, your Harper table, Jordan running shoes."""

import re

from cases.redaction.names import word_set
from cases.redaction.spans import Span

_BEFORE = re.compile(r"\b(?:the|a|an|your|our|these|those|new)[ ]$", re.IGNORECASE)
_AFTER = re.compile(r"[ ]([a-z]{2,})")
# What somebody does, or is joined to: after a name these speak of a person.
_DONE = word_set(
    "is was has had have and or from at in on of to for with by who will would can could should may"
    " says said wants wanted called asked told sent paid got gave took signed here again about not"
    " needs thinks lives works spoke wrote made left came went does did says please also just but"
    " as if when because that this my your the their his her its an a no so then now than too"
)
_FEW = 4
_REACH, _LONGEST = 12, 80
_LABEL_END = re.compile(r"[,;)\"]")


def names_a_thing(text: str, span: Span) -> bool:
    """Whether a name of one word, as the model or the list found it, is part of a thing's name:
    an article before it and a noun after, or a short label that goes on in small letters."""
    if re.search(r"\s", text[span.start : span.end]):
        return False
    after = _AFTER.match(text, span.end)
    if after is None or after.group(1) in _DONE or after.group(1).endswith(("ed", "ing")):
        # "Jordan running shoes" is a label all the same.
        return bool(after and after.group(1).endswith("ing") and _is_label(text, span))
    before = text[max(0, span.start - _REACH) : span.start]
    return bool(_BEFORE.search(before)) or _is_label(text, span)


def _is_label(text: str, span: Span) -> bool:
    """Whether a text, or what follows a colon in it, is a name and some words in small letters,
    with no verb and no full stop."""
    rest = _LABEL_END.split(text[span.end : span.end + _LONGEST], maxsplit=1)[0].split()
    before = text[max(0, span.start - _REACH) : span.start].rstrip()
    return (
        (not before or before[-1] in ":\"'(")
        and 1 <= len(rest) < _FEW
        and all(word.isalpha() and word.islower() for word in rest)
        and not any(word in _DONE or word.endswith("ed") for word in rest)
    )
