"""What the forms of all formats have in common: the fields around the answers."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms.utils import ErrorDict

from cases.errors import BadInput
from raters.evidence import storable

# Of the milliseconds spent.
MAX_DIGITS = 12

SKIP_REASONS = [
    ("The transcript is broken or incomplete", "The transcript is broken or incomplete"),
    ("Outside my language or field", "Outside my language or field"),
    ("I know the people or the case", "I know the people or the case"),
    ("Something else", "Something else"),
]


class WorkForm(forms.Form):
    """A submission for one item. The form of each format adds its answers.

    `shown` holds every text of the form as it was posted, else as it was drafted or submitted;
    what a subclass shows, it reads from there, so that nothing typed is lost.
    """

    submit_key = forms.UUIDField()
    base_revision = forms.IntegerField(min_value=0)
    active_ms = forms.IntegerField(required=False, min_value=0)
    # Content hash of the rubric version whose questions were shown.
    rubric = forms.CharField(required=False, max_length=64)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        answers: Mapping[str, str] | None = None,
        base_revision: int = 0,
    ) -> None:
        super().__init__(data)
        self.shown = _texts(data if data is not None else (answers or {}))
        self.new_submit_key = uuid.uuid4()
        self.shown_revision = base_revision

    def draft(self) -> dict[str, str]:
        """The answers as posted, to be shown again later. No keys of the form itself.

        What can't be read is left out, since it would stand in the way of the next submission.
        """
        kept = {name: self.shown.get(name, "") for name in ("skip_note", "flag_note")}
        kept["active_ms"] = self.active_ms_shown
        return {name: text for name, text in kept.items() if text}

    def posted_key(self) -> uuid.UUID:
        """The submit key as posted; BadInput where there is none."""
        try:
            return uuid.UUID(self.shown.get("submit_key", ""))
        except ValueError as error:
            raise BadInput("The form is incomplete. Load the page again.") from error

    def skip_reason(self) -> str:
        """The chosen reason and what was written beside it."""
        chosen = self.shown.get("skip_reason", "").strip()
        note = self.shown.get("skip_note", "").strip()
        return f"{chosen}: {note}" if chosen and note else chosen or note

    def refuse(self, problem: str) -> None:
        """Let `problem` be all that is wrong with this form."""
        self._errors = ErrorDict()
        self.cleaned_data = {}
        self.add_error(None, problem)

    @property
    def active_ms_shown(self) -> str:
        """Time spent so far, to go on counting from; "" where that can't be told."""
        spent = self.shown.get("active_ms", "")
        return spent if len(spent) <= MAX_DIGITS and spent.isdecimal() else ""

    def general_errors(self) -> list[str]:
        """Problems of the whole submission rather than of one question."""
        own = [f"{field}: {e}" for field in self.fields for e in self.errors.get(field, [])]
        return self.problems().get("", []) + own

    def problems(self) -> dict[str, list[str]]:
        """What is wrong, by the question it belongs to; "" for the whole submission.

        A question is named by the error's parameter "c".
        """
        problems: dict[str, list[str]] = {}
        if self.is_bound:
            for error in self.non_field_errors().as_data():
                key = (error.params or {}).get("c", "")
                problems.setdefault(key, []).extend(error.messages)
        return problems


def _texts(fields: Mapping[str, Any]) -> dict[str, str]:
    """The texts among `fields`, as they can be kept. Anything else is ignored."""
    return {name: storable(value) for name, value in fields.items() if isinstance(value, str)}
