"""The long label format as CSV and JSONL: columns, cells, writing, reading.

One row a label. `docs/exports.md` describes the columns to users; decision 0006 says why the
format is as it is. Rows are dicts that hold every column of COLUMNS in that order.
"""

import csv
import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Any

from cases.errors import BadInput

type LabelRow = dict[str, Any]

COLUMNS = (
    "study",
    "item_id",
    "case_id",
    "criterion",
    "rater_id",
    "rater_kind",
    "label",
    "state",
    "side_order",
    "split",
    "is_gold",
    "rubric_version",
    "judge_version",
    "created_at",
    "comment",
    "item_kind",
    "case_id_b",
    "step",
    "revision",
    "sample",
    "set_aside",
    "cluster",
    "stratum",
    "weight",
    "evidence",
    "reason",
)
REQUIRED = ("item_id", "criterion", "rater_id", "label")
# Columns that take one of a few words, and the word that a missing or empty cell stands for.
WORDS = {
    "rater_kind": (("human", "judge", "adjudicated"), "human"),
    "state": (("label", "cant_tell", "skip", "opt_out", "error"), "label"),
    "side_order": (("", "ab", "ba"), ""),
    "split": (("", "tuning", "held_out", "none"), ""),
    "item_kind": (("absolute", "pairwise", "process"), "absolute"),
}
FLAGS = ("is_gold", "set_aside")
COUNTS = ("step", "revision", "sample")

# Cells that a spreadsheet would run: a formula mark behind any blanks, or a leading tab or line
# end (which spreadsheets drop before they look). Apostrophes in front are part of the match so
# that adding one and taking one away are each other's inverse.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_LONGEST_CELL = 2**24


def stamp(moment: datetime) -> str:
    """`moment` in UTC as 2026-01-31T09:05:00.000000Z, always of one length."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def guard(cell: str) -> str:
    """`cell` with an apostrophe in front where a spreadsheet would run it as a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguard(cell: str) -> str:
    """The inverse of `guard`; an apostrophe that guards nothing stays."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def encode(text: str) -> bytes:
    """UTF-8. A lone surrogate, which only JSON strings can hold, becomes its JSON escape."""
    return text.encode("utf-8", "backslashreplace")


def csv_lines(rows: Iterable[LabelRow]) -> Iterator[str]:
    """RFC 4180 lines with a header: commas, CRLF, quotes only where they are needed."""
    buffer = StringIO(newline="")
    writer = csv.writer(buffer, lineterminator="\r\n")

    def line(cells: Iterable[str]) -> str:
        buffer.seek(0)
        buffer.truncate()
        writer.writerow(cells)
        return buffer.getvalue()

    yield line(COLUMNS)
    for row in rows:
        yield line(_cell(row[column]) for column in COLUMNS)


def jsonl_lines(rows: Iterable[LabelRow]) -> Iterator[str]:
    """One JSON object a line, keys in column order; flags and numbers are JSON's own."""
    for row in rows:
        yield json.dumps({c: row[c] for c in COLUMNS}, ensure_ascii=False) + "\n"


FORMATS: dict[str, Callable[[Iterable[LabelRow]], Iterator[str]]] = {
    "csv": csv_lines,
    "jsonl": jsonl_lines,
}


def _cell(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return guard(value)
        case list():
            return json.dumps(value, ensure_ascii=False) if value else ""
        case _:
            return repr(value)


# --- reading -------------------------------------------------------------------------------


def read_labels(path: Path) -> Iterator[LabelRow]:
    """Rows of a .csv or .jsonl file, with every column filled in and checked, one at a time.

    Raises BadInput that names file, row, column and value at the first row that can't be read;
    rows are counted as a spreadsheet shows them (the header of a CSV file is row 1).
    """
    readers = {".csv": _csv_records, ".jsonl": _jsonl_records}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise BadInput(f"{path} is neither .csv nor .jsonl; export labels as one of the two")
    for number, record in reader(path):
        with _named(path, number):
            row = _row(record)
        yield row


@contextmanager
def _named(path: Path, number: int) -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise BadInput(f"{path}, row {number}{error}") from error


def _csv_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(max(csv.field_size_limit(), _LONGEST_CELL))
    number = 1
    with _opened(path) as file:
        reader = csv.reader(file, strict=True)
        try:
            header = next(reader, [])
            _check_header(path, header)
            for number, cells in enumerate(reader, start=2):
                if not cells:
                    continue
                if len(cells) != len(header):
                    raise BadInput(
                        f"{path}, row {number}: {len(cells)} cells where the header has "
                        f"{len(header)}; check the quotes around commas and line ends"
                    )
                yield number, dict(zip(header, map(unguard, cells), strict=True))
        except csv.Error as error:
            raise BadInput(f"{path}, after row {number}: not CSV ({error})") from error
        except UnicodeDecodeError as error:
            raise BadInput(f"{path}, after row {number}: not UTF-8; save it as UTF-8") from error


def _jsonl_records(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    number = 0
    with _opened(path) as file:
        try:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                try:
                    record = json.loads(line)
                except ValueError as error:
                    raise BadInput(f"{path}, row {number}: not JSON ({error})") from error
                if not isinstance(record, dict):
                    raise BadInput(f"{path}, row {number}: not a JSON object")
                _check_columns(f"{path}, row {number}", record)
                yield number, record
        except UnicodeDecodeError as error:
            raise BadInput(f"{path}, after row {number}: not UTF-8; save it as UTF-8") from error


@contextmanager
def _opened(path: Path) -> Iterator[TextIOWrapper]:
    # newline="\n" keeps CR inside quoted cells and lets JSONL lines end with LF only.
    try:
        file = path.open(encoding="utf-8-sig", newline="\n" if path.suffix == ".jsonl" else "")
    except OSError as error:
        raise BadInput(f"can't read {path}: {error.strerror}") from error
    with file:
        yield file


def _check_header(path: Path, header: list[str]) -> None:
    doubled = {name for name in header if header.count(name) > 1}
    if doubled:
        raise BadInput(f"{path}, row 1: column {sorted(doubled)[0]} stands there twice")
    _check_columns(f"{path}, row 1", header)


def _check_columns(where: str, names: Iterable[str]) -> None:
    names = set(names)
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        raise BadInput(
            f"{where}: no column {', '.join(missing)}; is the file comma-separated, with the "
            "column names in its first row?"
        )
    unknown = sorted(names - set(COLUMNS))
    if unknown:
        raise BadInput(f"{where}: unknown column {unknown[0]!r}; known are {', '.join(COLUMNS)}")


def _row(record: dict[str, Any]) -> LabelRow:
    """Every column from `record`; ValueError with ", column …" for what can't be read."""
    row = {column: _read_cell(column, record.get(column)) for column in COLUMNS}
    for column in REQUIRED[:3]:
        if not row[column]:
            raise ValueError(f", column {column}: empty, but every row needs one")
    if row["state"] == "label" and not row["label"]:
        raise ValueError(
            ", column label: empty, but the state is label; name a level, or a state of "
            "cant_tell, skip, opt_out or error"
        )
    if row["state"] != "label" and row["label"]:
        raise ValueError(
            f", column label: {row['label']!r} beside state {row['state']}; only state label "
            "has a label"
        )
    return row


def _read_cell(column: str, value: Any) -> Any:
    if column in WORDS:
        words, default = WORDS[column]
        return _word(column, value, words) if value not in (None, "") else default
    if column in FLAGS:
        return _flag(column, value)
    if column in COUNTS:
        return _count(column, value)
    if column == "weight":
        return _weight(value)
    if column == "evidence":
        return _evidence(value)
    if value is not None and not isinstance(value, str):
        raise ValueError(f", column {column}: {value!r} is not text")
    if column == "created_at":
        return _moment(value)
    return value or ""


def _word(column: str, value: Any, words: tuple[str, ...]) -> str:
    if value not in words:
        raise ValueError(
            f", column {column}: {value!r} is none of {', '.join(filter(None, words))}"
        )
    return str(value)


def _flag(column: str, value: Any) -> bool:
    # A spreadsheet turns true into TRUE when it saves.
    word = str(value).lower() if value not in (None, "") else "false"
    if word not in ("true", "false"):
        raise ValueError(f", column {column}: {value!r} is neither true nor false")
    return word == "true"


def _count(column: str, value: Any) -> int | None:
    if value in (None, ""):
        return None
    if isinstance(value, bool) or not re.fullmatch(r"\d{1,9}", str(value), re.ASCII):
        raise ValueError(f", column {column}: {value!r} is not a whole number")
    return int(value)


def _weight(value: Any) -> float | None:
    if value in (None, ""):
        return None
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not (math.isfinite(number) and number > 0):
        raise ValueError(f", column weight: {value!r} is not a number above 0")
    return number


def _evidence(value: Any) -> list[Any]:
    if value in (None, ""):
        return []
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise ValueError(f", column evidence: {str(value)[:60]!r} is not a JSON array")
    return found


def _moment(value: str | None) -> str:
    if not value:
        return ""
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise ValueError(
            f", column created_at: {value!r} is not a UTC time such as 2026-01-31T09:05:00Z"
        )
    return stamp(moment)
