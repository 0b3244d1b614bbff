"""Pseudonyms of one case."""

from collections import Counter
from collections.abc import Iterable

from cases.redaction.marks import MARK


class Pseudonyms:
    """<PERSON_1>, <PERSON_2>, … in order of appearance in the case; nothing leads back.

    Numbers that stand in the case's own `texts` already are left out.
    """

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._names: dict[tuple[str, str], str] = {}
        self._last: Counter[str] = Counter()
        for text in texts:
            for kind, number in MARK.findall(text) if "<" in text else ():
                self._last[kind] = max(self._last[kind], int(number))
        self.counts: Counter[str] = Counter()

    def named(self, kind: str, value: str) -> str:
        if (kind, value) not in self._names:
            self._last[kind] += 1
            self._names[kind, value] = f"<{kind}_{self._last[kind]}>"
        self.counts[kind] += 1
        return self._names[kind, value]
