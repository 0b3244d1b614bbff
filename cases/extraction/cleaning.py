"""Values as a database can keep them: repaired, and no larger than a step may be. Pure."""

import math
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

# Characters of one text, and of all texts, keys and numbers of one step. What is over is cut
# before redaction, at white space, so that nothing private is cut in two.
MAX_TEXT = 1_000_000
MAX_STEP = 4_000_000
# Levels of objects and lists in each other.
MAX_DEPTH = 60
MAX_NAME = 300
_LOOKED_AT = 2_000


class Cleaner:
    """Cleans the values of one step; `counts` says what was changed."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self.room = MAX_STEP

    def text(self, value: str) -> str:
        """`value` without NUL and lone surrogates, each line break as one character, cut in the
        middle when it is too long.

        A browser reads every line break as \\n, and offsets into a text have to mean the same place
        on the page as here.
        """
        clean = value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
        if clean != value:
            self.counts["repaired_text"] += 1
        if "\r" in clean:
            clean = clean.replace("\r\n", "\n").replace("\r", "\n")
            self.counts["other_line_breaks"] += 1
        clean = self._cut(clean, min(MAX_TEXT, max(self.room, _LOOKED_AT)))
        self.room -= len(clean)
        return clean

    def name(self, value: str) -> str:
        """The name of a tool or an agent."""
        clean = self.text(value)
        if len(clean) <= MAX_NAME:
            return clean
        self.counts["cut_text"] += 1
        self.counts["cut_characters"] += len(clean) - MAX_NAME
        return clean[:MAX_NAME]

    def value(self, value: Any, depth: int = 0) -> Any:
        """A JSON value, cleaned throughout."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, float) and not math.isfinite(value):
            self.counts["repaired_number"] += 1
            return str(value)
        if isinstance(value, (Mapping, list, tuple)):
            if depth >= MAX_DEPTH:
                self.counts["too_deep"] += 1
                return "[nested too deep, left out]"
            inner = self._object if isinstance(value, Mapping) else self._list
            return inner(value, depth + 1)
        if value is None or isinstance(value, (bool, int, float)):
            self.room -= 8
            return _number(value) if isinstance(value, float) else value
        return self.text(str(value))

    def _object(self, value: Any, depth: int) -> dict[str, Any]:
        clean: dict[str, Any] = {}
        for key, item in value.items():
            if self.room <= 0:
                clean[self._rest(len(value) - len(clean))] = ""
                break
            clean[self.text(str(key))] = self.value(item, depth)
        return clean

    def _list(self, value: Any, depth: int) -> list[Any]:
        clean: list[Any] = []
        for item in value:
            if self.room <= 0:
                clean.append(self._rest(len(value) - len(clean)))
                break
            clean.append(self.value(item, depth))
        return clean

    def _rest(self, count: int) -> str:
        self.counts["cut_value"] += count
        return f"[{count} more values left out]"

    def _cut(self, text: str, limit: int) -> str:
        if len(text) <= limit:
            return text
        half = limit // 2
        start = _space(text, half - _LOOKED_AT, half, last=True)
        end = _space(text, len(text) - half, len(text) - half + _LOOKED_AT, last=False)
        cut = end - start
        self.counts["cut_text"] += 1
        self.counts["cut_characters"] += cut
        return f"{text[:start]} [... {cut} characters cut ...] {text[end:]}"


def _number(value: float) -> float | int:
    """The number as every database gives it back: PostgreSQL writes 1e22 out, as an integer, and
    knows no negative zero."""
    if value == 0:
        return 0.0
    text = repr(value)
    return int(Decimal(text)) if "e+" in text else value


def _space(text: str, start: int, end: int, *, last: bool) -> int:
    """The last or first place of white space between `start` and `end`; else the middle's edge.

    A text without white space for so long is no prose: data that nobody reads.
    """
    places = [index for index in range(max(0, start), min(end, len(text))) if text[index].isspace()]
    if not places:
        return max(0, start) if last else min(end, len(text))
    return places[-1] if last else places[0]
