"""JSON laid out for reading, whole or from both ends without laying out the middle. Pure.

Containers that fit stand on one line: `{"sku": "KET-01", "qty": 1}`.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from json.encoder import encode_basestring
from typing import Any

WIDTH = 72
INDENT = "  "
# Values whose JSON is longer are not laid out to the end only to count what is left out.
COUNT_UP_TO = 300_000
# Items of a container by which its size is judged.
SAMPLE = 200

_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode


@dataclass(frozen=True, slots=True)
class Clipped:
    """Both ends of a text; `head` alone where nothing is cut.

    `lines` is None where only about how much is missing is known. `mid_line` says that `tail`
    begins inside a line.
    """

    head: str
    tail: str = ""
    characters: int = 0
    lines: int | None = 0
    mid_line: bool = False

    @property
    def is_cut(self) -> bool:
        return self.characters > 0

    @property
    def said(self) -> str:
        """What was cut, in words: "41,230 characters, 310 lines"."""
        if self.lines is None:
            return f"about {self.characters:,} characters"
        lines = f", {self.lines:,} line{'s' if self.lines != 1 else ''}" if self.lines else ""
        return f"{self.characters:,} character{'s' if self.characters != 1 else ''}{lines}"


def clip_text(text: str, limit: int) -> Clipped:
    """`text`, or about `limit` characters of it: its two ends, cut between lines if it can be.

    The middle goes because errors often stand at the end of a long result.
    """
    if len(text) <= limit + limit // 4:
        return Clipped(text)
    half = limit // 2
    head_end = text.rfind("\n", half // 2, half) + 1 or half
    near = text.find("\n", len(text) - half, len(text) - half // 2) + 1
    tail_start = near or len(text) - half
    cut = text[head_end:tail_start]
    return Clipped(
        head=text[:head_end],
        tail=text[tail_start:],
        characters=len(cut),
        lines=cut.count("\n"),
        mid_line=not near,
    )


def pretty(value: Any) -> str:
    if about_size(value) > COUNT_UP_TO:
        return json.dumps(value, ensure_ascii=False, indent=2)
    return "\n".join(_lines(value))


def clip_json(value: Any, limit: int) -> Clipped:
    """The layout of `value`, cut in its middle to about `limit` characters."""
    size = about_size(value)
    if size <= COUNT_UP_TO:
        return clip_text(pretty(value), limit)
    half = limit // 2
    head = _some(_lines(value), half)
    tail = _some(_lines(value, backward=True), half)[::-1]
    first, last = "\n".join(head)[:half], "\n".join(tail)[-half:]
    missing = max(1, size - len(first) - len(last))
    return Clipped(
        head=first + "\n" if len(first) < half else first,
        tail=last,
        # Two digits: what is counted from a sample says no more.
        characters=round(missing, 2 - len(str(missing))),
        lines=None,
        mid_line=len(last) == half,
    )


def about_size(value: Any) -> int:
    """About how many characters of JSON a value has; of a long container a sample is counted."""
    if not isinstance(value, (dict, list)):
        return len(value) + 2 if isinstance(value, str) else 5
    if not value:
        return 2
    # Not a multiple of what things usually repeat by.
    apart = max(1, len(value) // SAMPLE)
    while apart > 1 and any(apart % prime == 0 for prime in (2, 3, 5, 7)):
        apart += 1
    keys = islice(value, 0, None, apart) if isinstance(value, dict) else ()
    labels = [len(key) + 4 for key in keys]
    items = list(islice(value.values() if isinstance(value, dict) else value, 0, None, apart))
    counted = sum(labels) + sum(about_size(item) for item in items) + 2 * len(items)
    return 2 + counted * len(value) // len(items)


def dumps(value: Any) -> str:
    text: str = encode_basestring(value) if isinstance(value, str) else _encode(value)
    return text


def _some(lines: Iterator[str], characters: int) -> list[str]:
    """Lines from an iterator until they hold so many characters."""
    found: list[str] = []
    for line in lines:
        found.append(line)
        characters -= len(line) + 1
        if characters <= 0:
            break
    return found


def _lines(
    value: Any, indent: str = "", before: str = "", after: str = "", *, backward: bool = False
) -> Iterator[str]:
    """Lines of the layout; from the last to the first for `backward`."""
    if not isinstance(value, (dict, list)) or not value:
        yield f"{indent}{before}{dumps(value)}{after}"
        return
    short = _on_one_line(value, WIDTH - len(indent) - len(before))
    if short is not None:
        yield f"{indent}{before}{short}{after}"
        return
    children = _children(value)
    opens, closes = "{}" if isinstance(value, dict) else "[]"
    opening, closing = f"{indent}{before}{opens}", f"{indent}{closes}{after}"
    last = len(children) - 1
    yield closing if backward else opening
    for at in reversed(range(len(children))) if backward else range(len(children)):
        label, item = children[at]
        comma = "," if at < last else ""
        yield from _lines(item, indent + INDENT, label, comma, backward=backward)
    yield opening if backward else closing


def _children(value: dict[str, Any] | list[Any]) -> list[tuple[str, Any]]:
    """What a container holds, each with what stands before it: its key, or nothing."""
    if isinstance(value, dict):
        return [(f"{encode_basestring(key)}: ", item) for key, item in value.items()]
    return [("", item) for item in value]


def _on_one_line(value: Any, room: int) -> str | None:
    """`value` as JSON if that takes at most `room` characters; gives up early if not."""
    if not isinstance(value, (dict, list)):
        if isinstance(value, str) and len(value) > room:
            return None
        text = dumps(value)
        return text if len(text) <= room else None
    if 3 * len(value) > room:
        return None
    room -= 2
    parts: list[str] = []
    for label, item in _children(value):
        inside = _on_one_line(item, room - len(label))
        if inside is None:
            return None
        parts.append(label + inside)
        room -= len(label) + len(inside) + 2
    whole = ", ".join(parts)
    return f"{{{whole}}}" if isinstance(value, dict) else f"[{whole}]"
