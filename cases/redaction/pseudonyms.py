"""Pseudonyms of one case."""

from collections import Counter

from cases.redaction.known import SecondPass


class Pseudonyms:
    """<PERSON_1>, <PERSON_2>, … in order of appearance in the case; nothing leads back."""

    def __init__(self, second: SecondPass) -> None:
        self._second = second
        self._names: dict[tuple[str, str], str] = {}
        self._last: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def of(self, kind: str, text: str) -> str:
        return self.named(*self._second.owner(kind, text))

    def named(self, kind: str, value: str) -> str:
        if (kind, value) not in self._names:
            self._last[kind] += 1
            self._names[kind, value] = f"<{kind}_{self._last[kind]}>"
        self.counts[kind] += 1
        return self._names[kind, value]
