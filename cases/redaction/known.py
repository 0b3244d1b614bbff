"""Looking for everything private that is known of a case, everywhere in the case.

A name that the model misses in free text mostly stands in some field of the same case.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import regex

from cases.redaction.checks import digits_of
from cases.redaction.keys import (
    ACCOUNT,
    ADDRESS,
    CARD,
    IBAN,
    ID,
    PERSON,
    PHONE,
    SECRET,
)
from cases.redaction.names import (
    COUNTRIES,
    NOBODY,
    TITLES,
    WORDS,
    Value,
    canonical,
    word_set,
)
from cases.redaction.spans import Span
from cases.redaction.spelling import bare, two_letter
from cases.redaction.tries import Node

_NUMERIC = {PHONE, CARD, IBAN, ID, ACCOUNT}
# Vowel signs of Indian scripts are part of a word.
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*")
# Scripts that put no space between words, in which a name is looked for between other signs.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
# Signs that may stand between two words of a value, and between two groups of a number.
_GAP = 3
# "Thandiwe, Mabuza" are two names.
_BREAK = re.compile(r"[,;:!?\n]")
_DECORATED = re.compile(r"[\d@()<>\[\]:/|#&=+]|\b(?:and|und|et|order|for)\b")
_BESIDE_NAMES = word_set(
    "vip order ref reference number phone tel mobile mail email home work office reception desk"
    " front care team sales returns account customer deceased wife husband spouse aka née nee"
    " primary secondary owner recipient contact"
)
# A postcode that may be a year is looked for nowhere else.
_YEAR = re.compile(r"(?:19|20)\d\d")
_SHORTEST_NUMBER, _SHORTEST_PHONE, _LONGEST_PART = 6, 8, 160


@dataclass(frozen=True, slots=True)
class _Known:
    """Words that stand for `owner`, a kind and a canonical value; written so, or in any case.
    `before` and `after` are the signs around them, which go as well where they stand there."""

    words: tuple[str, ...]
    owner: tuple[str, str]
    exact: bool
    before: str = ""
    after: str = ""


class SecondPass:
    """Finds known values by their words, in time that grows with the text alone."""

    def __init__(self, values: Iterable[Value], protected: frozenset[str]) -> None:
        self._owners: dict[tuple[str, str], str] = {}
        self._named: defaultdict[str, list[str]] = defaultdict(list)
        self._by_word = Node[str, _Known]()
        self._numbers: dict[str, tuple[str, str]] = {}
        self._reach: dict[str, int] = {}
        self._signs = Node[str, tuple[str, str]]()
        seen: dict[tuple[tuple[str, ...], bool], None] = {}
        # Longest first, so that "Marguerite" joins "Marguerite Okonkwo".
        for value in sorted(dict.fromkeys(values), key=lambda v: (-len(v.text), v.text)):
            owner = self.owner(value.kind, value.text)
            if value.kind in _NUMERIC and len(digits_of(value.text)) >= _SHORTEST_NUMBER:
                self._add_number(value, owner)
                continue
            if value.kind == CARD:
                continue  # the month that it expires in is one of a hundred dates
            for part, any_case in _variants(value):
                shared = part.casefold() in protected
                if shared and not value.trusted:
                    continue
                # "Wall" is somebody in this case, and "wall mirror" is for sale.
                self._add(part, owner, exact=shared or not any_case, seen=seen)
        self._some = bool(self._by_word.after or self._numbers or self._signs.after)

    def owner(self, kind: str, text: str) -> tuple[str, str]:
        """(kind, canonical) of the value that `text` is, or is a part of."""
        own = canonical(kind, text)
        if (kind, own) in self._owners:
            return kind, self._owners[kind, own]
        target = own
        if kind == PERSON and (words := set(own.split())):
            rarest = min((self._named.get(word, []) for word in words), key=len)
            target = next((o for o in rarest if words <= set(o.split())), own)
            if target == own:
                for word in words:
                    self._named[word].append(own)
            target = self._owners.get((kind, target), target)
        self._owners[kind, own] = target
        return kind, target

    def find(self, text: str) -> list[tuple[Span, str]]:
        """(span, canonical value) of every known value in `text`; they may overlap."""
        if not self._some:
            return []
        spelling = bare(text)
        plain = spelling.text
        found = [*self._in_words(plain), *self._between_signs(plain)]
        return [
            (Span(*spelling.place(start, end), owner[0], "second pass"), owner[1])
            for start, end, owner in found
        ]

    def _in_words(self, text: str) -> Iterator[tuple[int, int, tuple[str, str]]]:
        by_word, reach = self._by_word.after, self._reach
        words = list(_WORD.finditer(text))
        end = 0
        for place, match in enumerate(words):
            word = match.group()
            folded = word.casefold()
            longest = _longest(by_word.get(folded), words, place)
            if longest and words[longest[0]].end() > end:
                last, known = longest
                start, end = _with_signs(text, match.start(), words[last].end(), known)
                yield start, end, known.owner
            if folded[:2] in reach and match.start() >= end:
                number = self._number_at(words, place, reach[folded[:2]])
                if number:
                    end = number[0]
                    yield match.start(), *number

    def _number_at(
        self, words: list[Any], place: int, reach: int
    ) -> tuple[int, tuple[str, str]] | None:
        """(end, owner) of the longest known number in groups that begins at a word."""
        joined, end, found = "", words[place].start(), None
        for number in range(place, len(words)):
            match = words[number]
            if match.start() - end > _GAP:
                break
            joined += match.group().casefold()
            end = match.end()
            if len(joined) > reach:
                break
            if joined in self._numbers:
                found = end, self._numbers[joined]
        return found

    def _between_signs(self, text: str) -> Iterator[tuple[int, int, tuple[str, str]]]:
        """The longest at each place; they may overlap."""
        first = self._signs.after
        for start, sign in enumerate(text) if first else ():
            node, end, found = first.get(sign), start, None
            while node is not None:
                end += 1
                if node.values:
                    found = start, end, node.values[0]
                node = node.after.get(text[end]) if end < len(text) else None
            if found:
                yield found

    def _add(
        self,
        part: str,
        owner: tuple[str, str],
        *,
        exact: bool,
        seen: dict[tuple[tuple[str, ...], bool], None],
    ) -> None:
        found = list(_WORD.finditer(part))
        if not found or _UNSPACED.search(part):
            values = self._signs.at(part).values
            values += [] if values else [owner]
            return
        words = tuple(match.group() for match in found)
        words = words if exact else tuple(word.casefold() for word in words)
        if (words, exact) in seen:
            return
        seen[words, exact] = None
        signs = owner[0] == SECRET
        known = _Known(
            words,
            owner,
            exact,
            part[: found[0].start()] if signs else "",
            part[found[-1].end() :] if signs else "",
        )
        self._by_word.at(word.casefold() for word in words).values.append(known)

    def _add_number(self, value: Value, owner: tuple[str, str]) -> None:
        joined = "".join(_WORD.findall(bare(value.text).text)).casefold()
        spellings = {joined}
        if value.kind == PHONE:
            # However much of country and area code is written, with a leading zero or without.
            tails = [joined[at:] for at in range(len(joined) - _SHORTEST_PHONE + 1)]
            spellings |= {*tails, *(f"0{tail}" for tail in tails[:-1])}
        for spelling in spellings:
            self._numbers.setdefault(spelling, owner)
            head = spelling[:2]
            for start in {head, head[:1]}:
                self._reach[start] = max(self._reach.get(start, 0), len(spelling))


def _longest(
    node: Node[str, _Known] | None, words: list[Any], place: int
) -> tuple[int, _Known] | None:
    """(place of its last word, known value) of the longest that begins at the word `place`. `node`
    is what begins with that word."""
    found = None
    broken = False
    last = place
    while node is not None:
        written = (k for k in node.values if _is_written(k, words, place, broken=broken))
        if known := next(written, None):
            found = last, known
        last += 1
        if last >= len(words):
            break
        gap = words[last].string[words[last - 1].end() : words[last].start()]
        if len(gap) > _GAP:
            break
        broken = broken or _BREAK.search(gap) is not None
        node = node.after.get(words[last].group().casefold())
    return found


def _is_written(known: _Known, words: list[Any], place: int, *, broken: bool) -> bool:
    """Whether a known value of the words from `place` on, in any case, stands there as it must."""
    if broken and known.owner[0] == PERSON:
        return False
    return not known.exact or all(
        wanted == words[number].group() for number, wanted in enumerate(known.words, start=place)
    )


def _with_signs(text: str, start: int, end: int, known: _Known) -> tuple[int, int]:
    if known.before and text.endswith(known.before, 0, start):
        start -= len(known.before)
    if known.after and text.startswith(known.after, end):
        end += len(known.after)
    return start, end


def _variants(value: Value) -> Iterator[tuple[str, bool]]:
    """(spelling without accents, whether in any case) of a value and of the parts that give it
    away; Müller also as Mueller."""
    around = " \t\n" if value.kind == SECRET else " \t\n.,;:()\"'"
    for text in dict.fromkeys((bare(value.text).text, bare(two_letter(value.text)).text)):
        yield from _parts(value, text.strip(around))


def _parts(value: Value, text: str) -> Iterator[tuple[str, bool]]:
    if not 2 <= len(text) <= _LONGEST_PART:
        return
    if value.kind == PERSON:
        yield from _name_parts(value, text)
        return
    if len(text) >= 4 and not (value.kind == ADDRESS and _YEAR.fullmatch(text)):
        yield text, True
    if value.kind == ADDRESS:
        for part in re.split(r"[,;\n]", text):
            part = part.strip(" .")
            if len(part) >= 5 and part.casefold() not in COUNTRIES and not part.isdigit():
                yield part, any(char.isdigit() for char in part)


def _is_decoration(part: str, *, decorated: bool) -> bool:
    """Whether a word beside a name is none of it: numbers, and in "Jane Roe (VIP) @ reception desk"
    what is written small or said of customers."""
    if any(char.isdigit() for char in part):
        return True
    return decorated and (part.islower() or part.casefold() in _BESIDE_NAMES)


def _name_parts(value: Value, text: str) -> Iterator[tuple[str, bool]]:
    words = [
        word
        for word in regex.findall(r"[\w\p{M}'’]+(?:-[\w\p{M}'’]+)*", text)
        if not word.isdigit()
    ]
    if len(words) > 1:
        yield text, value.trusted
        joined = "".join(_WORD.findall(text))
        if value.trusted and len(joined) >= 6:
            yield joined, True
    elif _UNSPACED.search(text):
        yield text, True
    parts = {part: None for word in words for part in (word, *re.split(r"[-'’]", word))}
    capital = any(word[:1].isupper() for word in words)
    decorated = capital and _DECORATED.search(text) is not None
    for part in parts:
        folded = part.casefold()
        if len(part) < 3 or folded in TITLES or folded in NOBODY:
            continue
        if len(words) > 1 and _is_decoration(part, decorated=decorated):
            continue
        if value.trusted and folded not in WORDS:
            yield part, True
        elif part[:1].isupper() or not value.trusted:
            yield part, False
