"""Tables: rows of cells whose columns are named elsewhere, in values and in text."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cases.redaction.keys import ADDRESS, KEEP, PERSON, PHONE, hint_of, personal_record, words_of
from cases.redaction.policy import Policy
from cases.redaction.spans import Span

_COLUMNS = ("columns", "headers", "header", "fields", "column_names", "columnNames", "cols", "keys")
_ROWS = ("rows", "data", "values", "records", "items", "results", "entries", "lines")
_MOST_COLUMNS = 200
_LONGEST_NAME = 60
_SEPARATORS = "\t|;,"
_QUOTED = r'"(?:[^"]|"")*"'


def is_rows(items: Any) -> bool:
    """Whether a value is a list of rows, each a list of cells."""
    return (
        isinstance(items, (list, tuple))
        and len(items) > 0
        and all(isinstance(row, (list, tuple)) for row in items)
    )


def header(cells: Any) -> list[str] | None:
    """The names of columns in `cells`, or None if they can't be names or tell nothing."""
    if not isinstance(cells, (list, tuple)) or not 1 <= len(cells) <= _MOST_COLUMNS:
        return None
    names = [_column(cell) for cell in cells]
    if any(name is None for name in names):
        return None
    known = [str(name) for name in names]
    return known if any(_tells(name) for name in known) else None


def _column(cell: Any) -> str | None:
    """The name of a column: a text, or an object such as {"name": "city", "type": "text"}."""
    if isinstance(cell, Mapping):
        cell = next((cell[key] for key in ("name", "label", "id", "key") if key in cell), None)
    short = isinstance(cell, str) and 0 < len(cell) <= _LONGEST_NAME
    return cell if short and not re.search(r"[@\d]{3}", cell) else None


def _tells(name: str) -> bool:
    """Whether a column of this name can be private."""
    return hint_of(name) not in (None, KEEP) or words_of(name) in (("name",), ("city",))


def table_of(record: Mapping[str, Any]) -> tuple[list[str], str]:
    """The names of the columns and the key of the rows of {"columns": […], "rows": [[…]]}; the key
    is "" where the object is no such table."""
    for name in _COLUMNS:
        columns = header(record[name]) if isinstance(record.get(name), (list, tuple)) else None
        if columns is None:
            continue
        for rows in _ROWS:
            if rows != name and is_rows(record.get(rows)):
                return columns, rows
    return [], ""


def pair_name(items: Sequence[Any]) -> str | None:
    """The first of two items if it says what the second is, as in ["phone", "0161 …"]."""
    name, value = items
    if not isinstance(name, str) or len(name) > _LONGEST_NAME or isinstance(value, bool):
        return None
    hint = hint_of(name)
    if hint in (None, KEEP) or not isinstance(value, (str, int)):
        return None
    text = str(value)
    if hint_of(text) is not None:
        return None  # a list of fields: ["name", "phone"]
    if hint == PHONE:
        return name if sum(char.isdigit() for char in text) >= 6 else None
    if hint in (PERSON, ADDRESS):
        return name if not text.islower() or " " in text else None
    return name if any(char.isdigit() or char in "@." for char in text) else None


def find_tables(text: str, policy: Policy) -> list[Span]:
    """Cells of tables in `text` (CSV with a header line, tables of Markdown) whose column says that
    they are private."""
    if "\n" not in text:
        return []
    lines = [(match.start(), match.group()) for match in re.finditer(r"[^\n]+", text)]
    spans: list[Span] = []
    place = 0
    while place < len(lines) - 1:
        table = _header_line(lines[place][1], lines[place + 1][1])
        if table is None:
            place += 1
            continue
        separator, columns = table
        place += 1
        while place < len(lines):
            cells = _cells(lines[place][1], separator)
            if len(cells) != len(columns):
                break
            spans += _private_cells(columns, cells, lines[place][1], lines[place][0], policy)
            place += 1
    return spans


def _header_line(line: str, following: str) -> tuple[str, list[str]] | None:
    """The separator and the columns that a line names, if the line after has as many cells."""
    if len(line) > _LONGEST_NAME * 40:
        return None
    for separator in _SEPARATORS:
        if separator not in line or separator not in following:
            continue
        cells = _cells(line, separator)
        if len(cells) != len(_cells(following, separator)):
            continue
        names = [line[start:end] for start, end in cells]
        plain = all(re.fullmatch(r"[^\W\d][\w .#/-]{0,59}|", name) for name in names)
        known = sum(hint_of(name) is not None or _tells(name) for name in names)
        # In prose with commas one word may be like a key, but not most of them.
        enough = separator in "\t|" or 2 * known > len(names)
        if plain and enough and len(names) > 1 and any(_tells(name) for name in names):
            return separator, names
    return None


def _cells(line: str, separator: str) -> list[tuple[int, int]]:
    """Start and end of each cell of a line, without quotes and spaces around it."""
    expression = rf"(?:\s*{_QUOTED}\s*(?={re.escape(separator)}|$)|[^{re.escape(separator)}]*)"
    stripped = line.rstrip("\r")
    end = len(stripped)
    found: list[tuple[int, int]] = []
    at = 0
    if separator == "|" and stripped.strip()[:1] == "|":
        at = stripped.index("|") + 1
        end = stripped.rindex("|") if stripped.rstrip().endswith("|") else end
    pattern = re.compile(expression)
    while at <= end:
        match = pattern.match(stripped, at, max(end, at))
        stop = match.end() if match else at
        found.append(_trimmed(stripped, at, stop))
        at = stop + 1
    return found


def _trimmed(line: str, start: int, end: int) -> tuple[int, int]:
    while start < end and line[start] in ' \t"':
        start += 1
    while end > start and line[end - 1] in ' \t"':
        end -= 1
    return start, end


def _private_cells(
    columns: list[str], cells: list[tuple[int, int]], line: str, offset: int, policy: Policy
) -> list[Span]:
    personal = personal_record(dict.fromkeys(columns, ""))
    spans = []
    for name, (start, end) in zip(columns, cells, strict=True):
        hint = policy.hint(name, "")
        if hint is None and personal and words_of(name) == ("name",) and policy.hides(PERSON):
            hint = PERSON
        if any(map(str.isalnum, line[start:end])) and hint not in (None, KEEP):
            spans.append(Span(offset + start, offset + end, str(hint), f"key {name}"))
    return spans
