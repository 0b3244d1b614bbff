"""The form of a trajectory: what is posted for one item, and how it is shown again."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django import forms

from cases.errors import BadInput
from cases.transcript import Step, StepKind, Turn, agent_steps
from raters.evidence import MAX_QUOTES, locate, read_quotes, write_quotes
from raters.models import FirstError, Rating, StepLabel
from raters.process_ratings import ErrorFound, check_error, check_labels
from raters.rating_forms import MAX_COMMENT
from raters.work_forms import WorkForm

# What questions of this form are called in errors and in the names of fields.
STEPS, FIRST_ERROR = "steps", "first_error"

_STEP = re.compile(r"step-([1-9][0-9]{0,8})")
_PARTS = ("state", "step", "category", "comment", "quote")
_KINDS = {
    StepKind.SAY: "Says",
    StepKind.CALL: "Tool call",
    StepKind.TRANSFER: "Hands over",
    StepKind.ERROR: "Error",
}
_OPENING = 60


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step to label as the page lists it."""

    number: int
    kind: str
    what: str
    agent: str
    label: str
    error: bool


@dataclass(frozen=True, slots=True)
class ErrorQuestion:
    """The question about the first error as the page shows it."""

    state: str
    step: str
    category: str
    agent: str
    comment: str
    quote: str
    evidence: str
    quotes: list[dict[str, Any]]
    errors: list[str]
    needed: bool

    @property
    def has_notes(self) -> bool:
        return bool(self.comment or self.quote or self.quotes)


class ProcessForm(WorkForm):
    """A label for every step of the agent, and the first error.

    `turns` gives the transcript. It is called only when it is needed, since it reads the case.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        turns: Callable[[], Sequence[Turn]],
        answers: Mapping[str, str] | None = None,
        base_revision: int = 0,
    ) -> None:
        super().__init__(data, answers=answers, base_revision=base_revision)
        self._turns = turns
        self.labels: dict[int, str] = {}
        self.error: ErrorFound | None = None

    @cached_property
    def turns(self) -> Sequence[Turn]:
        return self._turns()

    @cached_property
    def steps(self) -> list[Step]:
        """The steps to label."""
        return agent_steps(self.turns)

    # --- reading -----------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for question, read in ((STEPS, self._read_labels), (FIRST_ERROR, self._read_error)):
            try:
                read()
            except BadInput as error:
                self.add_error(None, forms.ValidationError(str(error), params={"c": question}))
        return cleaned

    def _read_labels(self) -> None:
        self.labels = self.given_labels()
        if self.rest_needed:
            rest = {step.index for step in self.steps} - self.labels.keys()
            self.labels |= dict.fromkeys(rest, StepLabel.Value.NEEDED)
        check_labels(self.steps, self.labels)

    def _read_error(self) -> None:
        state, step = self.value("state"), self.value("step")
        found = state == FirstError.State.FOUND
        comment = self.value("comment").strip()
        if len(comment) > MAX_COMMENT:
            raise BadInput(
                f"The comment has {len(comment)} characters; keep it to {MAX_COMMENT} at most."
            )
        number = int(step) if step.isascii() and step.isdigit() and len(step) < 10 else None
        error = ErrorFound(
            state=state,
            step=number if found else None,
            category=self.value("category") if found else "",
            comment=comment,
            evidence=self._read_evidence(),
        )
        check_error(self.steps, error)
        self.error = error

    def _read_evidence(self) -> list[dict[str, Any]]:
        quotes = read_quotes(self.value("evidence"))
        if typed := self.value("quote").strip():
            quotes.append({"quote": typed})
        if len(quotes) > MAX_QUOTES:
            raise BadInput(f"Give at most {MAX_QUOTES} quotes.")
        return [
            locate(quote["quote"], self.turns, step=quote.get("step"), start=quote.get("start"))
            for quote in quotes
        ]

    # --- showing -----------------------------------------------------------------------------

    def value(self, part: str) -> str:
        """What stands in the field `part` of the question about the first error."""
        return self.shown.get(f"{FIRST_ERROR}-{part}", "")

    def given_labels(self) -> dict[int, str]:
        """Step number → label, of the steps for which one is chosen."""
        found = ((_STEP.fullmatch(name), label) for name, label in self.shown.items())
        return {int(match[1]): label for match, label in found if match and label}

    @property
    def rest_needed(self) -> bool:
        return bool(self.shown.get("rest_needed"))

    def draft(self) -> dict[str, str]:
        kept = super().draft()
        labels = self.given_labels()
        kept |= {
            f"step-{step}": label for step, label in labels.items() if label in StepLabel.Value
        }
        kept |= {f"{FIRST_ERROR}-{part}": self.value(part) for part in _PARTS}
        kept[f"{FIRST_ERROR}-evidence"] = write_quotes(self._quotes_shown())
        kept["rest_needed"] = "1" if self.rest_needed else ""
        return {name: value for name, value in kept.items() if value}

    def _quotes_shown(self) -> list[dict[str, Any]]:
        """The quotes to show: none where they can't be read."""
        try:
            return read_quotes(self.value("evidence"))
        except BadInput:
            return []

    def rows(self) -> list[StepRow]:
        labels, error = self.given_labels(), self.value("step")
        return [
            StepRow(
                number=step.index,
                kind=_KINDS[step.kind],
                what=_what(step),
                agent=step.author,
                label=labels.get(step.index, ""),
                error=error == str(step.index),
            )
            for step in self.steps
        ]

    def step_problems(self) -> list[str]:
        return self.problems().get(STEPS, [])

    def question(self) -> ErrorQuestion:
        quotes = self._quotes_shown()
        step = self.value("step")
        agents = {str(one.index): one.author for one in self.steps}
        found = self.value("state") == FirstError.State.FOUND
        return ErrorQuestion(
            state=self.value("state"),
            step=step,
            category=self.value("category"),
            agent=agents.get(step, "") if found else "",
            comment=self.value("comment"),
            quote=self.value("quote"),
            evidence=write_quotes(quotes),
            quotes=quotes,
            errors=self.problems().get(FIRST_ERROR, []),
            needed=found and self.shown.get(f"step-{step}") == StepLabel.Value.NEEDED,
        )


def posted_process(rating: Rating) -> dict[str, str]:
    """A rating as the form would post it, for changing what was submitted."""
    posted = {f"step-{one.step}": one.value for one in rating.step_labels.all()}
    error = getattr(rating, "first_error", None)
    if error is None:
        return posted
    return posted | {
        f"{FIRST_ERROR}-state": error.state,
        f"{FIRST_ERROR}-step": "" if error.step is None else str(error.step),
        f"{FIRST_ERROR}-category": error.category,
        f"{FIRST_ERROR}-comment": error.comment,
        f"{FIRST_ERROR}-evidence": write_quotes(error.evidence),
    }


def _what(step: Step) -> str:
    """By what a step is known in a list: its tool, whom it hands over to, its first words."""
    words = step.tool or " ".join(step.text.split())
    return words if len(words) <= _OPENING else f"{words[: _OPENING - 1]}…"
