"""Rows of people to invite, as a spreadsheet writes them. Nothing here reads or writes a table."""

import csv
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from cases.errors import BadInput

MOST_ROWS = 200
MOST_CHARACTERS = 100_000
LONGEST_NOTE = 160
_WHO = {"name", "who", "for", "note", "person", "rater", "display name", "full name"}
_MAIL = {"email", "e-mail", "mail", "email address", "e-mail address"}
_ROLE = {"role"}


@dataclass(frozen=True, slots=True)
class Row:
    """One person of the list: where it stands, who it is for, and what is wrong with it."""

    line: int
    note: str
    role: str
    problem: str = ""


def read_rows(text: str, *, roles: Collection[str], usual: str) -> list[Row]:
    """People of a list with commas, semicolons or tabs between its columns.

    The first line names the columns: `name`, `email` or both say who it is, `role` is optional and
    `usual` where it is empty. Without a line of names, the first column says who, the second the
    role. Columns of other names are left out. Raises BadInput for a list that can't be read as a
    whole; what is wrong with a row stands in its `problem`.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_CHARACTERS:
        raise BadInput(f"The list has more than {MOST_CHARACTERS:,} characters: send it in parts.")
    if "\0" in text:
        raise BadInput("This is no text. Save the sheet as CSV and choose that file.")
    lines = _cells(text)
    if not lines:
        raise BadInput("The list is empty: put one person a line, such as: Ann Example,rater")
    who, mail, role = 0, -1, 1
    first = [" ".join(cell.casefold().split()) for cell in lines[0][1]]
    if set(first) & (_WHO | _MAIL | _ROLE):
        who, mail, role = (_column(first, names) for names in (_WHO, _MAIL, _ROLE))
        if who < 0 and mail < 0:
            raise BadInput("Line 1: no column says who it is for; name one “name” or “email”.")
        lines = lines[1:]
    if len(lines) > MOST_ROWS:
        raise BadInput(f"The list has {len(lines)} people; at most {MOST_ROWS} go at a time.")
    if not lines:
        raise BadInput("There is nobody below the names of the columns.")
    found = [_row(line, cells, who, mail, role, roles, usual) for line, cells in lines]
    return _without_twins(found)


def same(note: str) -> str:
    """What two notes for one person have in common, whatever their case and blanks."""
    return " ".join(note.casefold().split())


def _cells(text: str) -> list[tuple[int, list[str]]]:
    """The cells of each line that has any, with the line's number."""
    head = next((line for line in text.splitlines() if line.strip()), "")
    sign = max(",;\t", key=head.count)
    reader = csv.reader(text.splitlines(), delimiter=sign, skipinitialspace=True)
    try:
        read = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise BadInput(f"Line {reader.line_num}: {error}.") from error
    return [(line, cells) for line, cells in read if any(cells)]


def _column(names: Sequence[str], known: Collection[str]) -> int:
    return next((at for at, name in enumerate(names) if name in known), -1)


def _row(
    line: int,
    cells: Sequence[str],
    who: int,
    mail: int,
    role: int,
    roles: Collection[str],
    usual: str,
) -> Row:
    def cell(at: int) -> str:
        return cells[at] if 0 <= at < len(cells) else ""

    name, address = cell(who), cell(mail)
    note = f"{name} <{address}>" if name and address else name or address
    said = cell(role).casefold() or usual
    problem = ""
    if not note:
        problem = "says nobody: put a name or an e-mail address"
    elif len(note) > LONGEST_NOTE:
        problem = f"who it is for has {len(note)} characters, at most {LONGEST_NOTE} are kept"
    elif said not in roles:
        problem = f"role “{cell(role)[:40]}”: choose among {', '.join(roles)}"
    return Row(line, note[:LONGEST_NOTE], said, problem)


def _without_twins(rows: Sequence[Row]) -> list[Row]:
    """Rows for somebody who stood in an earlier one have a problem."""
    seen: dict[str, int] = {}
    told = []
    for row in rows:
        earlier = seen.setdefault(same(row.note), row.line) if not row.problem else row.line
        twin = earlier != row.line
        problem = f"stands in line {earlier} already" if twin else row.problem
        told.append(Row(row.line, row.note, row.role, problem))
    return told
