"""The form that chooses pairs of cases."""

from collections.abc import Sequence
from typing import Any

from django import forms

from cases.case_pairs import MOST_PAIRS, Versions

USUAL_LIMIT = 50


class PairForm(forms.Form):
    first_version = forms.ChoiceField(label="Agent version", required=False)
    second_version = forms.ChoiceField(label="Compared with", required=False)
    limit = forms.IntegerField(
        label="At most",
        min_value=1,
        max_value=MOST_PAIRS,
        initial=USUAL_LIMIT,
        help_text="One pair of each conversation comes before a second of any.",
    )
    seed = forms.IntegerField(
        label="Seed", initial=0, help_text="The same seed chooses the same pairs."
    )
    any_version = forms.BooleanField(
        label="Different answers of one agent version too", required=False
    )

    def __init__(self, data: Any = None, *, labels: Sequence[str], usual: Versions | None) -> None:
        first, second = usual or ("", "")
        super().__init__(data, initial={"first_version": first, "second_version": second})
        for name in ("first_version", "second_version"):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells mypy
            field.choices = [("", "Any"), *((label, label) for label in labels)]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        first, second = data.get("first_version"), data.get("second_version")
        if bool(first) != bool(second):
            raise forms.ValidationError("Choose both versions, or any for both.")
        if first and first == second and not data.get("any_version"):
            raise forms.ValidationError(
                "Both versions are the same: choose two, or tick answers of one version too."
            )
        return data

    def choice(self) -> dict[str, Any]:
        """What was chosen, as find_pairs takes it."""
        data = self.cleaned_data
        versions = (
            (data["first_version"], data["second_version"]) if data["first_version"] else None
        )
        chosen = {name: data[name] for name in ("limit", "seed", "any_version")}
        return chosen | {"versions": versions}
