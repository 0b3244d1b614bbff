"""JSON files cut into their documents, each with its place, so that one can be read by itself."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cases.errors import BadInput

CHANGED = "a file was changed while it was being read: import it again"

# Such a file takes up to five times as much memory while it is looked through.
MAX_BYTES = 300_000_000

_BOM = b"\xef\xbb\xbf"
_SPACE = " \t\r\n"
# Takes NUL and other control characters inside strings, which some stores let through.
_DECODER = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document stands: bytes of a file, counted from 0, `end` not included."""

    path: Path
    start: int
    end: int

    def stamp(self) -> tuple[int, int]:
        """What changes when the file does: (time of its last change in ns, bytes), or zeros."""
        try:
            status = self.path.stat()
        except OSError:
            return 0, 0
        return status.st_mtime_ns, status.st_size

    def load(self) -> Any:
        """The document that stands here. Raises BadInput where it no longer does."""
        try:
            with self.path.open("rb") as file:
                file.seek(self.start)
                return _parsed(file.read(self.end - self.start))
        except OSError as error:
            raise BadInput(f"the file {_unreadable(error)}") from None
        except (ValueError, RecursionError):
            raise BadInput(CHANGED) from None


@dataclass(frozen=True, slots=True)
class Document:
    """A document of a file; `problem` says why there is none, in words that quote nothing."""

    place: Place
    value: Any = None
    problem: str = ""


def documents(path: Path) -> Iterator[Document]:
    """The documents of a JSON file, of the list in it, or of the lines of a JSONL file.

    What follows a break can't be told apart any more, so one problem stands for it; of JSONL only
    the broken line is lost. A JSONL file takes the memory of its longest line, every other one
    three times its own size, five where it has emoji.
    """
    if path.suffix == ".jsonl":
        yield from _lines(path)
        return
    try:
        if path.stat().st_size > MAX_BYTES:
            problem = (
                f"is larger than {MAX_BYTES // 10**6} MB: save it as .jsonl, one session a line, "
                "or as several files"
            )
            yield Document(Place(path, 0, 0), problem=problem)
            return
        raw = path.read_bytes()
    except OSError as error:
        yield Document(Place(path, 0, 0), problem=_unreadable(error))
        return
    yield from _whole(path, raw)


def _whole(path: Path, raw: bytes) -> Iterator[Document]:
    skipped = len(_BOM) if raw.startswith(_BOM) else 0
    whole = Place(path, skipped, len(raw))
    if problem := _no_json(raw):
        yield Document(whole, problem=problem)
        return
    # Bytes that are no UTF-8 keep their places as lone surrogates, which are repaired later.
    text = raw[skipped:].decode("utf-8", "surrogateescape")
    begin = _after_space(text, 0)
    if text.startswith("[", begin):
        yield from _elements(path, text, begin + 1, skipped)
        return
    try:
        value, end = _DECODER.raw_decode(text, begin)
    except (ValueError, RecursionError) as error:
        yield Document(whole, problem=_broken(error))
        return
    if _after_space(text, end) == len(text):
        yield Document(whole, value=value)
    elif text[end:].lstrip(" \t\r").startswith("\n"):
        yield from _lines(path)
    else:
        yield Document(whole, problem="goes on after its JSON ended: repair it or save it again")


def _elements(path: Path, text: str, at: int, skipped: int) -> Iterator[Document]:
    """Elements of a JSON list, one by one, as far as it is whole."""
    counted, offset = 0, skipped
    at = _after_space(text, at)
    if text.startswith("]", at):
        return
    while True:
        offset += _size(text[counted:at])
        counted = at
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            yield Document(Place(path, offset, offset), problem=_broken(error))
            return
        size = _size(text[at:end])
        yield Document(Place(path, offset, offset + size), value=value)
        mark = _after_space(text, end)
        if text.startswith("]", mark):
            return
        if not text.startswith(",", mark):
            place = Place(path, offset + size, offset + size)
            yield Document(place, problem="breaks off inside its list: save it again")
            return
        at = _after_space(text, mark + 1)


def _lines(path: Path) -> Iterator[Document]:
    """Documents of a JSONL file, one line in memory at a time."""
    start = 0
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                skipped = len(_BOM) if number == 1 and line.startswith(_BOM) else 0
                place = Place(path, start + skipped, start + len(line))
                start += len(line)
                if not line[skipped:].strip():
                    continue
                try:
                    value = _parsed(line[skipped:])
                except (ValueError, RecursionError) as error:
                    yield Document(place, problem=_broken(error, f" of line {number}"))
                    continue
                yield Document(place, value=value)
    except OSError as error:
        yield Document(Place(path, start, start), problem=_unreadable(error))


def _no_json(raw: bytes) -> str:
    """Why these bytes are no JSON at a first look; "" if they may be."""
    if not raw or raw.isspace():
        return "is empty: save the session again"
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "is in UTF-16: save it as UTF-8"
    if raw[:1] not in b"{[\xef \t\r\n":
        return "is no JSON: name a saved session or an evalset"
    return ""


def _broken(error: Exception, within: str = "") -> str:
    if isinstance(error, json.JSONDecodeError):
        return f"is broken or cut off at character {error.pos}{within}: save it again"
    return f"is nested too deeply or holds a number that is too long{within}: save it again"


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def _parsed(raw: bytes) -> Any:
    text = raw.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
    return json.loads(text, strict=False)


def _unreadable(error: OSError) -> str:
    return f"can't be read: {error.strerror}"
