"""The rating form: what is posted for one item, and how it is shown again."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.utils import ErrorDict

from cases.errors import BadInput
from cases.models import Criterion
from cases.transcript import Turn
from raters import pairs
from raters.evidence import MAX_QUOTES, locate, read_quotes, storable, write_quotes
from raters.models import Label
from raters.ratings import Answer

MAX_COMMENT = 20_000
# Of the milliseconds spent.
MAX_DIGITS = 12
CANT_TELL = "cant_tell"

SKIP_REASONS = [
    ("The transcript is broken or incomplete", "The transcript is broken or incomplete"),
    ("Outside my language or field", "Outside my language or field"),
    ("I know the people or the case", "I know the people or the case"),
    ("Something else", "Something else"),
]

_PAIRWISE_CHOICES = [
    ("left", "A is better", "The left answer does this better."),
    ("tie", "Equal", "Both do this equally well or badly."),
    ("right", "B is better", "The right answer does this better."),
]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a question as the page shows it; `key` is its digit."""

    value: str
    key: str
    label: str
    text: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Question:
    """One criterion as the page shows it."""

    criterion: Criterion
    number: int
    choices: list[Choice]
    cant_tell: bool
    comment: str
    quote: str
    evidence: str
    quotes: list[dict[str, Any]]
    errors: list[str]

    @property
    def has_notes(self) -> bool:
        return bool(self.comment or self.quote or self.quotes)


class RatingForm(forms.Form):
    """Answers for every criterion of one item.

    `sides` gives the turns to look quotes up in by the side they are shown on ("" for what is
    not side by side). It is called only when there are quotes, since it reads the case.
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
        criteria: Sequence[Criterion],
        side_order: str,
        sides: Callable[[], dict[str, Sequence[Turn]]],
        answers: Mapping[str, str] | None = None,
        base_revision: int = 0,
    ) -> None:
        super().__init__(data)
        self.criteria = criteria
        self.side_order = side_order
        self.sides = sides
        self.shown = _texts(data if data is not None else (answers or {}))
        self.new_submit_key = uuid.uuid4()
        self.shown_revision = base_revision
        self.answers: dict[str, Answer] = {}

    # --- reading -----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for criterion in self.criteria:
            try:
                self.answers[criterion.key] = self._answer(criterion)
            except BadInput as error:
                self.add_error(None, forms.ValidationError(str(error), params={"c": criterion.key}))
        return cleaned

    def _answer(self, criterion: Criterion) -> Answer:
        chosen = self.value(criterion, "answer")
        comment = self.value(criterion, "comment").strip()
        if len(comment) > MAX_COMMENT:
            raise BadInput(
                f"The comment has {len(comment)} characters; keep it to {MAX_COMMENT} at most."
            )
        evidence = self._evidence(criterion)
        if chosen == CANT_TELL:
            return Answer(Label.State.CANT_TELL, "", comment, evidence)
        if chosen not in {code for code, _, _ in self._codes(criterion)}:
            raise BadInput("Choose an answer, or “Can’t tell”.")
        value = (
            pairs.value_of_side(chosen, side_order=self.side_order)
            if self.side_order
            else chosen.removeprefix("level:")
        )
        return Answer(Label.State.LABEL, value, comment, evidence)

    def _evidence(self, criterion: Criterion) -> list[dict[str, Any]]:
        quotes = read_quotes(self.value(criterion, "evidence"))
        typed = self.value(criterion, "quote").strip()
        if typed:
            quotes.append({"quote": typed})
        if len(quotes) > MAX_QUOTES:
            raise BadInput(f"Give at most {MAX_QUOTES} quotes.")
        return [self._located(quote) for quote in quotes]

    def _located(self, posted: dict[str, Any]) -> dict[str, Any]:
        sides = self.sides()
        wanted = posted.get("side")
        names = [wanted] if wanted in sides else list(sides)
        problem: BadInput | None = None
        for name in names:
            try:
                found = locate(
                    posted["quote"],
                    sides[name],
                    step=posted.get("step"),
                    start=posted.get("start"),
                )
            except BadInput as error:
                problem = error
                continue
            if name:
                found["case"] = pairs.value_of_side(name, side_order=self.side_order)
            return found
        raise problem or BadInput("There is nothing to quote from.")

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

    # --- showing -----------------------------------------------------------------------------

    def value(self, criterion: Criterion, part: str) -> str:
        """What stands in the field `part` of a criterion."""
        return self.shown.get(f"{criterion.key}-{part}", "")

    @property
    def active_ms_shown(self) -> str:
        """Time spent so far, to go on counting from; "" where that can't be told."""
        spent = self.shown.get("active_ms", "")
        return spent if len(spent) <= MAX_DIGITS and spent.isdecimal() else ""

    def draft(self) -> dict[str, str]:
        """The answers as posted, to be shown again later. No keys of the form itself.

        What can't be read is left out, since it would stand in the way of the next submission.
        """
        kept = {"active_ms": self.active_ms_shown}
        for criterion in self.criteria:
            for part in ("answer", "comment", "quote"):
                kept[f"{criterion.key}-{part}"] = self.value(criterion, part)
            kept[f"{criterion.key}-evidence"] = write_quotes(self._quotes_shown(criterion))
        return {name: value for name, value in kept.items() if value}

    def _quotes_shown(self, criterion: Criterion) -> list[dict[str, Any]]:
        """The quotes to show: none where they can't be read."""
        try:
            return read_quotes(self.value(criterion, "evidence"))
        except BadInput:
            return []

    def questions(self) -> list[Question]:
        problems = self._problems()
        return [
            self._question(number, criterion, problems.get(criterion.key, []))
            for number, criterion in enumerate(self.criteria, start=1)
        ]

    def _question(self, number: int, criterion: Criterion, errors: list[str]) -> Question:
        quotes = self._quotes_shown(criterion)
        return Question(
            criterion=criterion,
            number=number,
            choices=self._choices(criterion),
            cant_tell=self.value(criterion, "answer") == CANT_TELL,
            comment=self.value(criterion, "comment"),
            quote=self.value(criterion, "quote"),
            evidence=write_quotes(quotes),
            quotes=quotes,
            errors=errors,
        )

    def general_errors(self) -> list[str]:
        """Problems of the whole submission rather than of one question."""
        own = [f"{field}: {e}" for field in self.fields for e in self.errors.get(field, [])]
        return self._problems().get("", []) + own

    def _problems(self) -> dict[str, list[str]]:
        problems: dict[str, list[str]] = {}
        if self.is_bound:
            for error in self.non_field_errors().as_data():
                key = (error.params or {}).get("c", "")
                problems.setdefault(key, []).extend(error.messages)
        return problems

    def _choices(self, criterion: Criterion) -> list[Choice]:
        chosen = self.value(criterion, "answer")
        return [
            Choice(code, str(i) if i < 10 else "", label, text, code == chosen)
            for i, (code, label, text) in enumerate(self._codes(criterion), start=1)
        ]

    def _codes(self, criterion: Criterion) -> list[tuple[str, str, str]]:
        if self.side_order:
            return _PAIRWISE_CHOICES
        return [
            (f"level:{level['value']}", level.get("label") or level["value"], level.get("text", ""))
            for level in criterion.levels
        ]


def posted_answers(labels: Iterable[Label], *, side_order: str) -> dict[str, str]:
    """Labels as the form would post them, for changing what was submitted."""
    posted: dict[str, str] = {}
    for label in labels:
        key = label.criterion.key
        if label.state == Label.State.CANT_TELL:
            posted[f"{key}-answer"] = CANT_TELL
        elif side_order:
            posted[f"{key}-answer"] = pairs.side_of_value(label.value, side_order=side_order)
        else:
            posted[f"{key}-answer"] = f"level:{label.value}"
        posted[f"{key}-comment"] = label.comment
        quotes = [_with_side(quote, side_order) for quote in label.evidence]
        posted[f"{key}-evidence"] = write_quotes(quotes)
    return posted


def _with_side(quote: dict[str, Any], side_order: str) -> dict[str, Any]:
    quote = dict(quote)
    case = quote.pop("case", "")
    if case:
        quote["side"] = pairs.side_of_value(case, side_order=side_order)
    return quote


def _texts(fields: Mapping[str, Any]) -> dict[str, str]:
    """The texts among `fields`, as they can be kept. Anything else is ignored."""
    return {name: storable(value) for name, value in fields.items() if isinstance(value, str)}
