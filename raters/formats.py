"""What differs between items of different kinds: form, what is kept of it, how it is shown.

The views are the same for all of them. A format is chosen by the item alone, and never by whether
its answer is known, so that gold looks and behaves as the other items do.
"""

from collections.abc import Mapping
from typing import Any

from cases.models import Item
from raters.criteria_format import CriteriaFormat
from raters.format import Format
from raters.models import Assignment
from raters.process_format import ProcessFormat
from raters.work_forms import WorkForm

_CRITERIA = CriteriaFormat()

FORMATS: Mapping[str, Format[Any]] = {
    Item.Kind.ABSOLUTE: _CRITERIA,
    Item.Kind.PAIRWISE: _CRITERIA,
    Item.Kind.PROCESS: ProcessFormat(),
}


def format_of(assignment: Assignment) -> Format[Any]:
    return FORMATS[assignment.item.kind]


def form_of(assignment: Assignment, posted: Mapping[str, Any] | None = None) -> WorkForm:
    """The form of an item: as posted, else as drafted, else as it was rated."""
    form: WorkForm = format_of(assignment).form(assignment, posted)
    return form
