"""Pseudonyms of one case."""

import re
from collections import Counter
from collections.abc import Iterable

from cases.redaction.keys import KINDS
from cases.redaction.known import SecondPass

MARK = re.compile(rf"<({'|'.join(KINDS)})_(\d{{1,5}})>")


def marks_in(text: str) -> list[tuple[int, int]]:
    """Places of what is written like a pseudonym in `text`; redaction leaves it alone."""
    return [match.span() for match in MARK.finditer(text)] if "<" in text else []


class Pseudonyms:
    """<PERSON_1>, <PERSON_2>, … in order of appearance in the case; nothing leads back.

    Numbers that stand in the case's own `texts` already are left out.
    """

    def __init__(self, second: SecondPass, texts: Iterable[str] = ()) -> None:
        self._second = second
        self._names: dict[tuple[str, str], str] = {}
        self._last: Counter[str] = Counter()
        for text in texts:
            for kind, number in MARK.findall(text) if "<" in text else ():
                self._last[kind] = max(self._last[kind], int(number))
        self.counts: Counter[str] = Counter()

    def of(self, kind: str, text: str) -> str:
        return self.named(*self._second.owner(kind, text))

    def named(self, kind: str, value: str) -> str:
        if (kind, value) not in self._names:
            self._last[kind] += 1
            self._names[kind, value] = f"<{kind}_{self._last[kind]}>"
        self.counts[kind] += 1
        return self._names[kind, value]
