"""Texts that a study wants hidden, known only by keyed hashes of them."""

import hashlib
import hmac
import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cases.errors import BadInput
from cases.redaction.keys import KINDS
from cases.redaction.spans import Span
from cases.redaction.spelling import bare

MAX_WORDS = 12
# Letters and digits of one text.
MAX_CHARACTERS = 1_000
# Scripts that put no space between words are read sign by sign.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+")
# What was told as two words is also found written as four, such as a number in groups.
_MORE_WORDS = 2


@dataclass(frozen=True, slots=True)
class Denied:
    """One text, as a hash of its letters and digits under the site's key. `characters` are how
    many of them there are, 0 in entries from before that was kept."""

    kind: str
    hash: str
    words: int
    characters: int = 0

    def to_json(self) -> dict[str, Any]:
        entry = {"kind": self.kind, "hash": self.hash, "words": self.words}
        return entry | ({"characters": self.characters} if self.characters else {})


def deny_entry(text: str, kind: str, *, key: bytes) -> dict[str, Any]:
    """The entry of a policy's deny list for `text`; the text can't be read from it.

    Raises BadInput for an unknown kind, less than two letters or digits, or too many words.
    """
    if kind not in KINDS:
        raise BadInput(f"deny list: unknown kind {kind!r}; use one of {', '.join(KINDS)}")
    words = _WORD.findall(bare(text).text)
    joined = "".join(words).casefold()
    if len(joined) < 2:
        raise BadInput("deny list: give two letters or digits at least")
    if len(words) > MAX_WORDS:
        raise BadInput(
            f"deny list: {len(words)} words are more than {MAX_WORDS}; give each name or number "
            "an entry of its own"
        )
    if len(joined) > MAX_CHARACTERS:
        raise BadInput(
            f"deny list: {len(joined)} letters are more than {MAX_CHARACTERS}; shorten it"
        )
    return Denied(kind, _hash(joined, key), len(words), len(joined)).to_json()


class DenyList:
    """Finds denied texts in others, whatever their case, accents, spaces and punctuation.

    Only words that together are as long as a denied text are hashed, unless an entry does not say
    how long it is.
    """

    def __init__(self, entries: Iterable[Denied], key: bytes) -> None:
        self._key = key
        # Number of words → number of characters, 0 for any → hash → kind.
        self._kinds: defaultdict[int, defaultdict[int, dict[str, str]]] = defaultdict(
            lambda: defaultdict(dict)
        )
        self._longest = 0
        self._most_words = 0
        for entry in entries:
            for words in range(1, entry.words + _MORE_WORDS + 1):
                self._kinds[words][entry.characters][entry.hash] = entry.kind
            self._longest = max(self._longest, entry.characters or sys.maxsize)
            self._most_words = max(self._most_words, entry.words + _MORE_WORDS)

    def find(self, text: str) -> list[Span]:
        """Spans of denied texts, in order of their places."""
        if not self._kinds:
            return []
        spelling = bare(text)
        words = list(_WORD.finditer(spelling.text))
        folded = [word.group().casefold() for word in words]
        hashes: dict[str, str] = {}
        spans = []
        for first in range(len(words)):
            joined = ""
            for last in range(first, min(first + self._most_words, len(words))):
                joined += folded[last]
                if len(joined) > self._longest:
                    break
                if kind := self._kind_of(joined, last - first + 1, hashes):
                    place = spelling.place(words[first].start(), words[last].end())
                    spans.append(Span(*place, kind, "deny list"))
        return spans

    def _kind_of(self, joined: str, words: int, hashes: dict[str, str]) -> str | None:
        """The kind as which `joined`, of so many words, is denied; `hashes` are those made."""
        wanted = self._kinds[words]
        for kinds in (wanted.get(len(joined)), wanted.get(0)):
            if not kinds:
                continue
            if joined not in hashes:
                hashes[joined] = _hash(joined, self._key)
            if kind := kinds.get(hashes[joined]):
                return kind
        return None


def _hash(joined: str, key: bytes) -> str:
    plain = joined.encode("utf-8", "surrogatepass")
    return hmac.digest(key, plain, hashlib.sha256).hex()
