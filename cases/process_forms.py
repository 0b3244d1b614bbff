"""The form that chooses cases to be rated step by step."""

from collections.abc import Sequence
from typing import Any

from django import forms

from cases.models.cases import MAX_WORDS
from cases.process_items import MOST_CASES

USUAL_LIMIT = 30
STRATA = ("intent", "outcome")


class ProcessItemsForm(forms.Form):
    intent = forms.ChoiceField(required=False)
    outcome = forms.ChoiceField(required=False)
    version = forms.ChoiceField(label="Agent version", required=False)
    words = forms.CharField(label="Words or key", required=False, max_length=MAX_WORDS)
    limit = forms.IntegerField(
        label="At most",
        min_value=1,
        max_value=MOST_CASES,
        initial=USUAL_LIMIT,
        help_text="Drawn by lot from the cases of this choice.",
    )
    seed = forms.IntegerField(
        label="Seed", initial=0, help_text="The same seed chooses the same cases."
    )

    def __init__(
        self, data: Any = None, *, strata: dict[str, Sequence[str]], versions: Sequence[str]
    ) -> None:
        super().__init__(data)
        for name, values in (strata | {"version": versions}).items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells mypy
            field.choices = [("", "Any"), *((value, value) for value in values)]

    def choice(self) -> dict[str, Any]:
        """What was chosen, as find_trajectories takes it."""
        data = self.cleaned_data
        strata = {name: data[name] for name in STRATA if data[name]}
        return {name: data[name] for name in ("limit", "seed", "words", "version")} | {
            "strata": strata
        }
