"""People's names found by a list of names, where the model is unsure.

The list is built by scripts/build_name_list.py from Faker, under the MIT licence.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib.resources import files

from cases.redaction.keys import PERSON
from cases.redaction.names import TITLES, word_set
from cases.redaction.spans import Span
from cases.redaction.spelling import bare

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_PARTICLES = word_set("van von de der den del della di da dos bin ibn al el la le y")
# After these a capital word is a thing or a place: the Jordan shoe, your Harper table, in Sydney.
_THING_BEFORE = word_set(
    "the a an my your our his her their its this that these those new in near at one two three"
    " four each every any no some"
)
_JOINT = re.compile(r"[ \u00a0]|-|\. ?")
RULE = "name list"


class NameList:
    """First and last names in plain lower-case letters, and which of them are words as well."""

    def __init__(self, lines: Iterable[str]) -> None:
        entries = [line.split() for line in lines if line and not line.startswith("#")]
        self.first = frozenset(name for name, marks in entries if "f" in marks)
        self.last = frozenset(name for name, marks in entries if "l" in marks)
        self.words = frozenset(name for name, marks in entries if "w" in marks)

    def is_first(self, word: str) -> bool:
        """Whether a word is a first name and nothing else."""
        return word in self.first and word not in self.words

    def is_name(self, word: str) -> bool:
        """Whether a word is a name and nothing else."""
        return (word in self.first or word in self.last) and word not in self.words

    def is_run_together(self, text: str) -> bool:
        """Whether `text`, in plain lower-case letters, is a name or two: janedoe, jdoe."""
        if self.is_name(text):
            return True
        return any(
            text[cut:] in self.last and (cut == 1 or text[:cut] in self.first)
            for cut in range(1, len(text) - 2)
        )

    def find(self, text: str) -> list[Span]:
        """Names of two words or more, and first names that stand by themselves."""
        spelling = bare(text)
        plain = spelling.text
        words = list(_WORD.finditer(plain))
        folded = [match.group().casefold().replace("'", "") for match in words]
        spans = []
        place = 0
        while place < len(words):
            last = self._end_of_name(plain, words, folded, place)
            if last is None:
                place += 1
                continue
            start, end = spelling.place(words[place].start(), words[last].end())
            spans.append(Span(start, end, PERSON, RULE))
            place = last + 1
        return spans

    def _end_of_name(
        self, text: str, words: list[re.Match[str]], folded: list[str], place: int
    ) -> int | None:
        """The place of the last word of the name that begins at a word, or None."""
        if folded[place] not in self.first:
            return None
        last, after_particle = place, False
        for following in self._run(text, words, place):
            word = folded[following]
            if word in _PARTICLES:
                after_particle = True
                continue
            capital = words[following].group()[0].isupper()
            if capital != words[place].group()[0].isupper():
                break
            listed = word in self.last or word in self.first
            if not listed and not (after_particle and capital):
                break
            last = following
        sure = sum(self.is_name(folded[at]) for at in range(place, last + 1))
        written = words[place].group()
        if last > place:
            shouted = written.isupper() and len(written) > 1
            return last if sure > (1 if shouted or written.islower() else 0) else None
        return last if self._stands_alone(text, words, folded, place) else None

    def _run(self, text: str, words: list[re.Match[str]], place: int) -> Iterator[int]:
        for following in range(place + 1, min(place + 5, len(words))):
            gap = text[words[following - 1].end() : words[following].start()]
            if not _JOINT.fullmatch(gap):
                return
            yield following

    def _stands_alone(
        self, text: str, words: list[re.Match[str]], folded: list[str], place: int
    ) -> bool:
        """Whether a first name by itself is somebody: "Told Beatriz that" and no "Jordan shoe"."""
        written = words[place].group()
        if not written.istitle() or not self.is_first(folded[place]) or folded[place] in TITLES:
            return False
        before = folded[place - 1] if place else ""
        if before in _THING_BEFORE:
            return False
        beside = [*self._run(text, words, place)][:1]
        return not any(words[at].group()[0].isupper() for at in beside)


@lru_cache(maxsize=1)
def name_list() -> NameList:
    """The list that ships, read once."""
    text = files("cases.redaction").joinpath("listed_names.txt").read_text(encoding="utf-8")
    return NameList(text.splitlines())
