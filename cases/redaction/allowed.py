"""Texts that a policy says may stay."""

import re
from collections.abc import Iterable

from cases.redaction.spelling import bare


class Allowed:
    """Finds allowed texts in others, in any case, with or without accents."""

    def __init__(self, texts: Iterable[str]) -> None:
        words = [bare(text).text.split() for text in texts]
        spelt = [r"\s+".join(map(re.escape, parts)) for parts in words if parts]
        either = "|".join(sorted(spelt, key=lambda part: (-len(part), part)))
        self._pattern = (
            re.compile(rf"(?<![^\W_])(?:{either})(?![^\W_])", re.IGNORECASE) if spelt else None
        )

    def places(self, text: str) -> list[tuple[int, int]]:
        if self._pattern is None:
            return []
        spelling = bare(text)
        return [spelling.place(*match.span()) for match in self._pattern.finditer(spelling.text)]

    def covers(self, text: str, start: int, end: int) -> bool:
        return any(first <= start and end <= last for first, last in self.places(text))
