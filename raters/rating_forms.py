"""The form of the rubric's questions: what is posted for one item, and how it is shown again."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Any

from django import forms

from cases.errors import BadInput
from cases.models import Criterion
from cases.transcript import Turn
from raters import pairs
from raters.evidence import MAX_QUOTES, locate, read_quotes, write_quotes
from raters.models import Label
from raters.ratings import Answer
from raters.work_forms import WorkForm

MAX_COMMENT = 20_000
CANT_TELL = "cant_tell"
# One key for each answer: digits, then the letters that no other key of the page takes.
CHOICE_KEYS = "1234567890abdhilopqrtvwxyz"

_PAIRWISE_CHOICES = [
    ("left", "A is better", "The left answer does this better."),
    ("tie", "Equal", "Both do this equally well or badly."),
    ("right", "B is better", "The right answer does this better."),
]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer of a question as the page shows it; `key` chooses it."""

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


class RatingForm(WorkForm):
    """Answers for every criterion of one item.

    `sides` gives the turns to look quotes up in by the side they are shown on ("" for what is
    not side by side). It is called only when there are quotes, since it reads the case.
    """

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
        super().__init__(data, answers=answers, base_revision=base_revision)
        self.criteria = criteria
        self.side_order = side_order
        self.sides = sides
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

    # --- showing -----------------------------------------------------------------------------

    def value(self, criterion: Criterion, part: str) -> str:
        """What stands in the field `part` of a criterion."""
        return self.shown.get(f"{criterion.key}-{part}", "")

    def draft(self) -> dict[str, str]:
        kept = super().draft()
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
        problems = self.problems()
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

    def _choices(self, criterion: Criterion) -> list[Choice]:
        chosen, keys = self.value(criterion, "answer"), chain(CHOICE_KEYS, repeat(""))
        return [
            Choice(code, key, label, text, code == chosen)
            for key, (code, label, text) in zip(keys, self._codes(criterion), strict=False)
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
