"""What a rater has asked to see of sensitive items, kept for as long as they are logged in."""

from collections.abc import MutableMapping
from typing import Any

from raters.models import Assignment

_KEY = "unveiled"
# Items remembered one by one; the oldest is asked about again.
_REMEMBERED = 100


def is_veiled(session: MutableMapping[str, Any], assignment: Assignment) -> bool:
    """Whether the transcript has to wait until the rater asks for it."""
    if not assignment.item.sensitive:
        return False
    return not {_study(assignment), str(assignment.token)} & set(session.get(_KEY, ()))


def unveil(
    session: MutableMapping[str, Any], assignment: Assignment, *, whole_study: bool = False
) -> None:
    """Show this item from now on, or all of its study."""
    name = _study(assignment) if whole_study else str(assignment.token)
    kept = [one for one in session.get(_KEY, ()) if one != name]
    session[_KEY] = [*kept, name][-_REMEMBERED:]


def _study(assignment: Assignment) -> str:
    return f"study {assignment.item.study_id}"
