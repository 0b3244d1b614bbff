"""The form in which a lead gives an item its known answers."""

from collections.abc import Mapping
from typing import Any

from django import forms

from calibration.gold_items import PAIR_WORDS, SettledAnswer
from cases.errors import BadInput
from cases.known_answers import MAX_EXPLANATION, ProcessAnswer
from cases.models import Criterion, GoldAnswer, GoldProcess, Item
from cases.transcript import Step, agent_steps
from raters.models import FirstError, StepLabel

NO_ERROR = "none"


class KnownAnswersForm(forms.Form):
    """Known answers with explanations, question by question; what for, while that is open.

    After is_valid, `answers` or `process` holds what cases.known_answers takes.
    """

    purpose = forms.ChoiceField(
        label="What for?",
        choices=[
            (Item.Purpose.GOLD, "Gold: hidden among the others"),
            (Item.Purpose.TRAINING, "Training: rated first, with the answers shown after it"),
        ],
        widget=forms.RadioSelect,
    )
    sure = forms.BooleanField(
        label="Ratings it has stop counting, and it never becomes an ordinary item again",
        error_messages={"required": "Tick this: it can’t be undone, only retired."},
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        item: Item,
        settled: Mapping[str, SettledAnswer] | None = None,
    ) -> None:
        super().__init__(data)
        self.item = item
        self.answers: dict[str, tuple[str, str]] = {}
        self.process: ProcessAnswer | None = None
        self.steps: list[Step] = []
        self.criteria: list[Criterion] = []
        if item.purpose != Item.Purpose.ORDINARY:
            del self.fields["purpose"], self.fields["sure"]
        if item.kind == Item.Kind.PROCESS:
            self._add_process()
        else:
            self._add_criteria(settled or {})

    def _add_criteria(self, settled: Mapping[str, SettledAnswer]) -> None:
        known = {one.criterion_id: one for one in GoldAnswer.objects.filter(item=self.item)}
        self.criteria = list(self.item.study.rubric_version.criteria.all())
        for criterion in self.criteria:
            there, found = known.get(criterion.pk), settled.get(criterion.key)
            value = there.value if there else found.value if found else ""
            why = there.explanation if there else ""
            self.fields[f"{criterion.key}-value"] = forms.ChoiceField(
                label="Known answer",
                choices=[("", "Not known"), *self._choices(criterion)],
                required=False,
                initial=value,
                help_text=f"Settled: {found.basis}." if found else "",
            )
            self.fields[f"{criterion.key}-why"] = _explanation(why)

    def _choices(self, criterion: Criterion) -> list[tuple[str, str]]:
        if self.item.kind == Item.Kind.PAIRWISE:
            return list(PAIR_WORDS.items())
        names = {level["value"]: level.get("label") for level in criterion.levels}
        return [(value, names.get(value) or value) for value in criterion.values]

    def _add_process(self) -> None:
        there = GoldProcess.objects.filter(item=self.item).first()
        self.steps = agent_steps(self.item.case.read_turns())
        numbers = [(str(step.index), f"Step {step.index}, {step.author}") for step in self.steps]
        first = str(there.first_error or NO_ERROR) if there else ""
        self.fields["first_error"] = forms.ChoiceField(
            label="First error",
            choices=[("", "Choose"), (NO_ERROR, "No error"), *numbers],
            initial=first,
        )
        self.fields["category"] = forms.ChoiceField(
            label="Its category",
            choices=[("", "None"), *FirstError.Category.choices],
            required=False,
            initial=there.category if there else "",
        )
        self.fields["why"] = _explanation(there.explanation if there else "")
        for step in self.steps:
            self.fields[f"step-{step.index}"] = forms.ChoiceField(
                label=f"Step {step.index}, {step.author}",
                choices=[("", "Not known"), *StepLabel.Value.choices],
                required=False,
                initial=there.steps.get(str(step.index), "") if there else "",
            )

    def questions(self) -> list[tuple[Criterion, forms.BoundField, forms.BoundField]]:
        return [(c, self[f"{c.key}-value"], self[f"{c.key}-why"]) for c in self.criteria]

    def step_fields(self) -> list[forms.BoundField]:
        return [self[f"step-{step.index}"] for step in self.steps]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        try:
            if self.item.kind == Item.Kind.PROCESS:
                self.process = self._process(cleaned)
            else:
                self.answers = self._answers(cleaned)
        except BadInput as error:
            self.add_error(None, str(error))
        return cleaned

    def _answers(self, cleaned: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
        answers = {}
        for criterion in self.criteria:
            value = cleaned.get(f"{criterion.key}-value", "")
            why = cleaned.get(f"{criterion.key}-why", "")
            if value:
                answers[criterion.key] = (value, why)
            elif why:
                self.add_error(f"{criterion.key}-value", "Choose the answer that you explain.")
        if not answers and not self.errors:
            raise BadInput("Give the known answer of at least one question.")
        return answers

    def _process(self, cleaned: Mapping[str, Any]) -> ProcessAnswer | None:
        first, category = cleaned.get("first_error", ""), cleaned.get("category", "")
        if not first:
            return None
        if first == NO_ERROR and category:
            raise BadInput("No error has no category: choose None, or the step of the error.")
        if first != NO_ERROR and not category:
            raise BadInput("Choose the category of the first error.")
        labels = {step.index: cleaned.get(f"step-{step.index}", "") for step in self.steps}
        return ProcessAnswer(
            first_error=None if first == NO_ERROR else int(first),
            category=category,
            steps={number: value for number, value in labels.items() if value},
            explanation=cleaned.get("why", ""),
        )


def _explanation(initial: str) -> forms.CharField:
    return forms.CharField(
        label="Why it is so",
        required=False,
        initial=initial,
        max_length=MAX_EXPLANATION,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text="Raters read it after a training item. No names of customers.",
    )
