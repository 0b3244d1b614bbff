"""One spelling of text for matching, with the way back to the places of the original."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

# Signs of no width, which split a number or a name for a program and not for a reader.
_UNSEEN = frozenset("\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff")
_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "´": "'"}
    | {"‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-"}
)
# Letters that Unicode does not take apart into a plain one and an accent.
_PLAIN = str.maketrans(
    {"ß": "ss", "ẞ": "SS", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
    | {"ð": "d", "Ð": "D", "þ": "th", "Þ": "Th", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
    | {"ı": "i", "ŋ": "n", "ħ": "h", "Ħ": "H"}
)
_LOOK_LATIN = str.maketrans(
    "аеорсухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅοανιρτυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijsdqwhlABEKMHOPCTYXIJSoavıptukABEZHIKMNOPTYX".replace("ı", "i"),
)
_OTHER = "\u0370-\u03ff\u0400-\u052f"
_MIXED = re.compile(rf"[A-Za-z][{_OTHER}]|[{_OTHER}][A-Za-z]")
_MIXED_WORD = re.compile(rf"(?=[{_OTHER}]*[A-Za-z])[A-Za-z{_OTHER}]+")
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_ESCAPED = re.compile(
    r"&#(?P<dec>\d{1,7});?|&#[xX](?P<hex>[0-9a-fA-F]{1,6});?|\\[uU]00(?P<u>[0-9a-fA-F]{2})"
    r"|\\x(?P<x>[2-7][0-9a-fA-F])|&(?P<name>commat|period|plus|nbsp|lowbar|hyphen|apos);"
)
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_ENTITIES = {"commat": "@", "period": ".", "plus": "+", "nbsp": " ", "lowbar": "_"} | {
    "hyphen": "-",
    "apos": "'",
}


@dataclass(frozen=True, slots=True)
class Spelling:
    """`text` for matching; `starts[i]` is where its i-th character stands in the original, and one
    more entry holds the original's length. None where both are the same."""

    text: str
    starts: tuple[int, ...] | None = None

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Start and end in the original; what was left out after the last character goes along."""
        return (start, end) if self.starts is None else (self.starts[start], self.starts[end])


def readable(text: str) -> Spelling:
    """Full-width signs, no-break spaces, entities and escapes written plainly; accents stay."""
    escaped = "&" in text or "\\" in text
    if text.isascii() and not (escaped and _ESCAPED.search(text)):
        return Spelling(text)
    pieces: list[str] = []
    starts: list[int] = []
    end = 0
    for match in _ESCAPED.finditer(text) if escaped else ():
        _add(text, end, match.start(), _as_read, pieces, starts)
        char = _unescaped(match)
        pieces.append(char)
        starts += [match.start()] * len(char)
        end = match.end()
    _add(text, end, len(text), _as_read, pieces, starts)
    return Spelling(_one_script("".join(pieces)), (*starts, len(text)))


def _one_script(text: str) -> str:
    """Latin words with Cyrillic or Greek letters among them that look the same, as Latin."""
    if not _MIXED.search(text):
        return text
    return _MIXED_WORD.sub(lambda match: match.group().translate(_LOOK_LATIN), text)


def bare(text: str) -> Spelling:
    """`readable` without accents, so that Muñoz, MUÑOZ in two code points and Munoz agree.

    Upper and lower case stay. It is idempotent.
    """
    read = readable(text)
    if read.text.isascii():
        return read
    pieces: list[str] = []
    starts: list[int] = []
    _add(read.text, 0, len(read.text), _without_accent, pieces, starts)
    starts.append(len(read.text))
    back = tuple(starts) if read.starts is None else tuple(read.starts[at] for at in starts)
    return Spelling("".join(pieces), back)


def two_letter(text: str) -> str:
    """Müller as Mueller; the text itself where there is nothing to write so."""
    return unicodedata.normalize("NFC", text).translate(_TWO_LETTERS)


def _add(
    text: str,
    start: int,
    end: int,
    spell: Callable[[str], str],
    pieces: list[str],
    starts: list[int],
) -> None:
    done = start
    for match in _BEYOND_ASCII.finditer(text, start, end):
        place = match.start()
        pieces.append(text[done:place])
        starts.extend(range(done, place))
        spelt = spell(text[place])
        pieces.append(spelt)
        starts += [place] * len(spelt)
        done = place + 1
    pieces.append(text[done:end])
    starts.extend(range(done, end))


@lru_cache(maxsize=4_096)
def _as_read(char: str) -> str:
    if char in _UNSEEN:
        return ""
    # Dashes and apostrophes stay: the patterns know them.
    return unicodedata.normalize("NFKC", char)


@lru_cache(maxsize=4_096)
def _without_accent(char: str) -> str:
    apart = unicodedata.normalize("NFKD", char.translate(_PLAIN))
    return "".join(c for c in apart if not unicodedata.combining(c)).translate(_ALIKE)


def _unescaped(match: re.Match[str]) -> str:
    if name := match["name"]:
        return _ENTITIES[name]
    number = (
        int(match["dec"]) if match["dec"] else int(match["hex"] or match["u"] or match["x"], 16)
    )
    # A null or half a pair says nothing, and neither may be stored.
    usable = 0 < number < 0x110000 and not 0xD800 <= number < 0xE000
    return chr(number) if usable else ""
