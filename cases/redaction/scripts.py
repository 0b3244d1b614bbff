"""Names in another script than the text around them: "Told Дмитрий Иванов that it is late"."""

import regex

from cases.redaction.keys import PERSON
from cases.redaction.spans import Span

_FOREIGN = regex.compile(r"[^\P{L}\p{Latin}]")
_LATIN = regex.compile(r"\p{Latin}")
# Scripts with capitals, scripts without, and those that put no space between words.
_CAPITAL = r"(?=\p{Lu})[\p{Cyrillic}\p{Greek}\p{Armenian}]{2,20}"
_SPACED = (
    r"[\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Bengali}\p{Tamil}\p{Telugu}\p{Thai}\p{Georgian}]"
    r"[\p{Arabic}\p{Hebrew}\p{Devanagari}\p{Bengali}\p{Tamil}\p{Telugu}\p{Thai}\p{Georgian}\p{M}]{1,18}"
)
_SIGNS = r"[\p{Han}\p{Hangul}\p{Hiragana}\p{Katakana}]{2,6}"
_NAME = regex.compile(
    rf"(?<![\p{{L}}\p{{M}}])(?:{_CAPITAL}(?:[ -]{_CAPITAL}){{0,2}}"
    rf"|{_SPACED}(?:[ -]{_SPACED}){{0,2}}|{_SIGNS}(?:[ ・·]{_SIGNS})?)(?![\p{{L}}\p{{M}}])"
)


def find_foreign_names(text: str) -> list[Span]:
    """Up to three words of another script in a text that has as many Latin letters. The model knows
    no such name, and little else is written so in the middle of an English sentence."""
    if text.isascii():
        return []
    foreign = len(_FOREIGN.findall(text))
    if not foreign or len(_LATIN.findall(text)) < foreign:
        return []
    return [
        Span(match.start(), match.end(), PERSON, "other script") for match in _NAME.finditer(text)
    ]
