"""Texts that a study wants hidden, known only by keyed hashes of them."""

import hashlib
import hmac
import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cases.errors import BadInput
from cases.redaction.keys import KINDS
from cases.redaction.spans import Span
from cases.redaction.spelling import bare

MAX_WORDS = 12
# Scripts that put no space between words are read sign by sign.
_UNSPACED = "\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+")
# What was told as two words is also found written as four, such as a number in groups.
_MORE_WORDS = 2


@dataclass(frozen=True, slots=True)
class Denied:
    """One text, as a hash of its letters and digits under the site's key."""

    kind: str
    hash: str
    words: int

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "hash": self.hash, "words": self.words}


def deny_entry(text: str, kind: str, *, key: bytes) -> dict[str, Any]:
    """The entry of a policy's deny list for `text`; the text can't be read from it.

    Raises BadInput for an unknown kind, less than two letters or digits, or too many words.
    """
    if kind not in KINDS:
        raise BadInput(f"deny list: unknown kind {kind!r}; use one of {', '.join(KINDS)}")
    words = _WORD.findall(bare(text).text)
    if len("".join(words)) < 2:
        raise BadInput("deny list: give two letters or digits at least")
    if len(words) > MAX_WORDS:
        raise BadInput(
            f"deny list: {len(words)} words are more than {MAX_WORDS}; give each name or number "
            "an entry of its own"
        )
    return Denied(kind, _hash("".join(words), key), len(words)).to_json()


class DenyList:
    """Finds denied texts in others, whatever their case, accents, spaces and punctuation."""

    def __init__(self, entries: Iterable[Denied], key: bytes) -> None:
        self._key = key
        self._kinds: defaultdict[int, dict[str, str]] = defaultdict(dict)
        for entry in entries:
            for length in range(1, entry.words + _MORE_WORDS + 1):
                self._kinds[length][entry.hash] = entry.kind

    def find(self, text: str) -> list[Span]:
        if not self._kinds:
            return []
        spelling = bare(text)
        words = list(_WORD.finditer(spelling.text))
        spans = []
        for length, kinds in self._kinds.items():
            for first in range(len(words) - length + 1):
                window = words[first : first + length]
                kind = kinds.get(_hash("".join(word.group() for word in window), self._key))
                if kind:
                    place = spelling.place(window[0].start(), window[-1].end())
                    spans.append(Span(*place, kind, "deny list"))
        return spans


def _hash(joined: str, key: bytes) -> str:
    plain = joined.casefold().encode("utf-8", "surrogatepass")
    return hmac.digest(key, plain, hashlib.sha256).hex()
