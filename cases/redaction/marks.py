"""How a pseudonym is written: <PERSON_1>."""

import re

from cases.redaction.keys import KINDS

# Groups: kind, number.
MARK = re.compile(rf"<({'|'.join(KINDS)})_(\d{{1,5}})>")
# The same without groups, to stand in another expression.
MARK_PATTERN = rf"<(?:{'|'.join(KINDS)})_\d{{1,5}}>"


def marks_in(text: str) -> list[tuple[int, int]]:
    """Places of what is written like a pseudonym in `text`; redaction leaves it alone."""
    return [match.span() for match in MARK.finditer(text)] if "<" in text else []
