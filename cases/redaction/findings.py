"""Where something private stands in a case, and why, without the text itself."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cases.redaction.leaves import INSIDE

Path = tuple[str | int, ...]
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


@dataclass(frozen=True, slots=True)
class Finding:
    """Characters `start` to `end` of the value at `path` below the data of a step, or of the step's
    text where `path` is empty; with `in_key`, of the key that the path ends with.

    A key that is private stands in `path` as its place in the object; `value_at` reads both. In a
    string that holds JSON the characters are those of the whole string.
    """

    step: int
    path: Path
    start: int
    end: int
    kind: str
    rule: str
    in_key: bool = False


def value_at(data: Any, path: Iterable[str | int]) -> Any:
    """The value that a finding's path leads to. Raises LookupError if there is none."""
    for part in path:
        if isinstance(data, Mapping) and isinstance(part, int):
            data = list(data.values())[part]
        else:
            data = data[part]
    return data


def without_private_keys(data: Any, path: Path, private: Mapping[str, object]) -> Path:
    """`path` with each key of `private` as its place in its object."""
    parts: list[str | int] = []
    for part in path:
        if isinstance(data, Mapping) and part in private:
            parts.append(list(data).index(str(part)))
        else:
            parts.append(part)
        data = data[part]
    return tuple(parts)


def outside(data: Any, path: Path, start: int, end: int) -> tuple[Path, int, int]:
    """Path and place as `data` has them, for a path that may lead into a string of JSON."""
    if INSIDE not in path:
        return path, start, end
    outer = path[: path.index(INSIDE)]
    inner = path[len(outer) + 1 :]
    text = str(value_at(data, outer))
    place = dict(_places(text)).get(inner)
    if place is None:  # a key that stands twice, or JSON in JSON
        return outer, 0, len(text)
    if text[place[0]] != '"':
        return outer, *place
    written = text[place[0] + 1 : place[1] - 1]
    if "\\" in written:
        before, within = json.loads(f'"{written}"')[:start], json.loads(f'"{written}"')[start:end]
        start, end = _width(written, len(before)), _width(written, len(before) + len(within))
    return outer, place[0] + 1 + start, place[0] + 1 + end


def _width(written: str, count: int) -> int:
    """How many characters of a JSON string's inside its first `count` characters take."""
    place = 0
    for match in re.finditer(
        r"\\u[dD][89abAB]\w\w\\u[dD][c-fC-F]\w\w|\\u\w{4}|\\.|[^\\]", written, re.DOTALL
    ):
        if count == 0:
            break
        count -= 1
        place = match.end()
    return place


def _places(text: str) -> Iterator[tuple[Path, tuple[int, int]]]:
    """(path, place) of every string and number in the JSON that `text` is."""
    path: list[str | int] = []
    previous = ""
    for match in _PIECE.finditer(text):
        piece = match.group()
        if piece in "{[":
            path.append("" if piece == "{" else 0)
        elif piece in "}]":
            path.pop()
        elif piece == "," and path:
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else ""
        elif piece != ":" and path:
            if isinstance(path[-1], str) and previous in ("{", ","):
                path[-1] = json.loads(piece)
            else:
                yield tuple(path), match.span()
        previous = piece
