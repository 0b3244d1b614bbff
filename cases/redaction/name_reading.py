"""Reading the words of a text as somebody's name: "J. R. Ortega", "hilde van 't hof".

A word that is on the list of names, or that is no English word at all, may be part of one.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from cases.redaction.dates import WEEKDAYS
from cases.redaction.listed import name_list
from cases.redaction.names import NOBODY, TITLES, word_set
from cases.redaction.ordinary import is_a_firms, is_ordinary
from cases.redaction.spans import Span
from cases.redaction.spelling import bare

# How much the words before a name say. Nothing but a name can stand behind the strongest: it is a
# line by itself, or "From:".
WEAK, MEDIUM, STRONG, SURELY = 1, 2, 3, 4
_WORD = re.compile(r"\w+(?:['-]\w+)*")
_PARTICLES = word_set(
    "van von der den de del della di da dos das du la le el al bin ibn bint ben ter ten te t ni o"
    " mac nic af av zu zum zur y e st abu um dal d l"
)
_GAPS = {" ", ". ", "  ", " '", ".", "\t"}
_CONTRACTED = word_set("s m re ve ll d t")
# Short, and in another language than English mostly no name: they don't make a name by themselves.
_LEAST, _MOST_WORDS, _SHOUTED = 3, 5, 5
# What words written with a slip end in, as names hardly do.
_ENDINGS = ("ed", "ing", "tion", "tions", "ment", "ness", "able", "full", "ful", "ally", "ibly")
_NEXT = re.compile(r"(-|[ \u00a0]['’]?|\.[ ]?)([^\W\d_](?:[\w'’-]*\w)?)")
_PREVIOUS = re.compile(r"([^\W\d_](?:[\w'’-]*\w)?)(-|[ \u00a0]['’]?|\.[ ]?)$")
_FAR = 40
_MIXED = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Van|Von|Fitz|Al|El|O')?[A-Z][a-z]+")
NO, MAYBE, SURE = 0, 1, 2


@lru_cache(maxsize=50_000)
def worth_of(word: str) -> int:
    """Whether a word in plain lower-case letters can be a name: 0 no, 1 if more"
    " speaks for it, 2 yes"""
    if word in NOBODY or word in WEEKDAYS or word in TITLES:
        return NO
    parts = [part for part in re.split(r"['-]", word) if part]
    if "'" in word and parts[-1] in _CONTRACTED:
        parts = parts[:-1] if parts[-1] == "s" and len(parts) > 1 else []
    parts = [p for p in parts if len(p) > 1 and p not in _PARTICLES] or parts
    if not parts or not all(part.isalpha() for part in parts):
        return NO
    return max(map(_worth_of_part, parts)) if _together(parts) else NO


def _together(parts: list[str]) -> bool:
    """Whether the parts of a word can be a name: "hyun-woo", and no "un-boxed"."""
    if len(parts) == 1:
        return True
    names = name_list()
    return all(p in names.first or p in names.last or not is_ordinary(p) for p in parts) or (
        _worth_of_part(parts[0]) == SURE
    )


def _worth_of_part(part: str) -> int:
    names = name_list()
    if not part.isascii() or len(part) < 2:
        return NO
    if is_a_firms(part):
        return NO
    if names.is_name(part):
        return NO if part in _PARTICLES else SURE
    ordinary = is_ordinary(part)
    if part in names.first or part in names.last:
        return MAYBE
    if ordinary:
        return NO
    return SURE if len(part) >= _LEAST else MAYBE


@lru_cache(maxsize=50_000)
def _shape(word: str) -> str:
    """T for Title, U for CAPITALS, L for small letters, "" for what no name is written like."""
    word = word.removesuffix("'s")
    if word.islower():
        return "L"
    if word.isupper():
        return "U" if len(word) > 1 else "T"
    parts = [part for part in re.split(r"['-]", word) if part]
    written = all(
        _MIXED.fullmatch(part) or part.islower() or (part.isupper() and len(part) == 1)
        for part in parts
    )
    return "T" if written and any(part[0].isupper() for part in parts) else ""


class NameReader:
    """The words of one text in a plain spelling, with their places."""

    def __init__(self, text: str) -> None:
        self._spelling = bare(text)
        self.text = self._spelling.text
        matches = list(_WORD.finditer(self.text))
        self.starts = [match.start() for match in matches]
        self.ends = [match.end() for match in matches]
        self.words = [match.group() for match in matches]
        self.lows = [word.lower() for word in self.words]

    def __len__(self) -> int:
        return len(self.words)

    def gap(self, place: int) -> str:
        """What stands between the word before `place` and that word."""
        return self.text[self.ends[place - 1] : self.starts[place]]

    def behind(self, place: int) -> str:
        """The sign that follows a word, without spaces; "" at the end and before a word."""
        return self.text[self.ends[place] : self.ends[place] + 2].lstrip(" ")[:1]

    def is_last(self, place: int) -> bool:
        """Whether a word is the last of its line, but for signs."""
        stop = self.ends[place]
        line_end = self.text.find("\n", stop, stop + 12)
        rest = self.text[stop : line_end if line_end >= 0 else stop + 12]
        return not any(map(str.isalnum, rest)) and (line_end >= 0 or len(self.text) <= stop + 12)

    def original(self, first: int, last: int) -> tuple[int, int]:
        """Where the words from `first` to `last` stand in the text as it came, without a 's."""
        end = self.ends[last] - (2 if self.lows[last].endswith("'s") else 0)
        return self._spelling.place(self.starts[first], end)

    def name_at(self, first: int, level: int) -> int | None:
        """The place of the last word of the name that begins at a word, or None."""
        last = None
        shape = ""
        worths: list[int] = []
        capitals = 0
        place = first
        while place < len(self.words) and len(worths) < _MOST_WORDS:
            if place > first and self.gap(place) not in _GAPS:
                break
            word, low = self.words[place], self.lows[place]
            if place > first and self.gap(place).startswith(".") and not self._short(place - 1):
                break
            if len(low) == 1 and low.isalpha() and word.isupper():
                # An initial: of what follows, or of what stands before it.
                capitals += 1
                if worths and self.text[self.ends[place] : self.ends[place] + 1] == ".":
                    last = place
                place += 1
                continue
            if low in _PARTICLES and place + 1 < len(self.words):
                place += 1
                continue
            written, worth = _shape(word), worth_of(low)
            alike = not shape or written == shape or {written, shape} == {"T", "U"}
            alike = alike or (written == "T" and self.lows[place - 1] in _PARTICLES)
            if not written or not alike:
                break
            if worth == NO:
                break
            shape = shape or written
            worths.append(worth)
            last = place
            place += 1
            if low.endswith("'s"):
                break
        if last is None or not worths or place - first > 8:
            return None
        return last if self._enough(first, last, shape, worths, level, capitals) else None

    def _short(self, place: int) -> bool:
        return len(self.lows[place]) <= 2

    def _enough(
        self, first: int, last: int, shape: str, worths: list[int], level: int, capitals: int
    ) -> bool:
        """Whether words say enough to be a name behind words that say `level`."""
        names = name_list()
        word = next(w for w in self.lows[first : last + 1] if len(w) > 1).removesuffix("'s")
        sure, many = worths.count(SURE), len(worths) > 1
        listed = names.is_name(word) or any(map(names.is_name, re.split(r"['-]", word)))
        if shape == "T":
            if level == SURELY or (capitals and worths[0] != NO):
                return True
            if many:
                return sure > 0 or level >= STRONG
            return sure > 0 or level >= STRONG
        if shape == "U":
            if many:
                return sure > 0 or level == SURELY
            long = len(word) >= _SHOUTED
            return sure > 0 and (listed or (long and level >= MEDIUM) or level == SURELY)
        slip = not listed and word.endswith(_ENDINGS)
        if many:
            return sure == len(worths) and not slip if level < STRONG else sure > 0
        if level == SURELY and not slip:
            return True
        return sure > 0 and not slip and (listed or level >= STRONG)

    def name_before(self, last: int, level: int) -> int | None:
        """The place of the first word of the name that ends at a word, or None."""
        found = None
        place = last
        while place >= 0 and last - place < _MOST_WORDS:
            if place < last and self.gap(place + 1) not in _GAPS:
                break
            low = self.lows[place]
            initial = len(low) == 1 and self.words[place].isupper()
            if low in _PARTICLES or initial:
                if initial and low not in "i":
                    found = place if self._reaches(place, last, level) else found
                place -= 1
                continue
            if worth_of(low) == NO:
                break
            found = place if self._reaches(place, last, level) else found
            place -= 1
        return found

    def _reaches(self, first: int, last: int, level: int) -> bool:
        return self.name_at(first, level) == last


def is_nobodys(word: str) -> bool:
    """Whether a word is ordinary and on no list of names."""
    names = name_list()
    return is_ordinary(word) and word not in names.first and word not in names.last


def extended(text: str, spans: Iterable[Span]) -> list[Span]:
    """Names that were found in part, with the rest of them: "Hilde van 't Hof".

    A word beside a name belongs to it if it is written the same way and no English word.
    """
    found = list(spans)
    if not any(_goes_on(text, span) for span in found):
        return found
    reader = NameReader(text)
    starts = [reader.original(place, place)[0] for place in range(len(reader))]
    return [_extended(reader, span, starts) for span in found]


def _goes_on(text: str, span: Span) -> bool:
    """Whether a word beside a name can be part of it; most are not, which is quicker to see."""
    after = _NEXT.match(text, span.end)
    if after and (after[1] == "-" or _joins(after[2])):
        return True
    before = _PREVIOUS.search(text, max(0, span.start - _FAR), span.start)
    return before is not None and (before[2] == "-" or _joins(before[1]))


def _joins(word: str) -> bool:
    low = bare(word).text.lower()
    return len(low) == 1 or low in _PARTICLES or worth_of(low) != NO


def _extended(reader: NameReader, span: Span, starts: list[int]) -> Span:
    first, last = bisect_left(starts, span.start), bisect_left(starts, span.end) - 1
    if last < first:
        return span
    shape = _shape(reader.words[first])
    if not shape:
        return span
    while first and reader.gap(first) in _GAPS and _belongs(reader, first - 1, shape):
        if reader.gap(first).startswith(".") and len(reader.lows[first - 1]) > 2:
            break
        first -= 1
    place = last + 1
    while place < len(reader) and place - last <= 3 and reader.gap(place) in _GAPS:
        if reader.gap(place).startswith("."):
            break
        if reader.lows[place] in _PARTICLES:
            place += 1
            continue
        if not _belongs(reader, place, shape):
            break
        last = place
        place += 1
    start, end = reader.original(first, last)
    if start >= span.start and end <= span.end:
        return span
    return replace(span, start=min(start, span.start), end=max(end, span.end))


def _belongs(reader: NameReader, place: int, shape: str) -> bool:
    word, low = reader.words[place], reader.lows[place]
    if _shape(word) != shape or worth_of(low) != SURE:
        return False
    if shape == "L" and low.endswith(_ENDINGS) and not name_list().is_name(low):
        return False
    return not (shape == "U" and len(word) <= 3)
