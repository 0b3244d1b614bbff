"""The form that chooses pairs of cases."""

from typing import Any

from django import forms

from cases.case_pairs import MOST_PAIRS

USUAL_LIMIT = 50


class PairForm(forms.Form):
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

    def choice(self) -> dict[str, Any]:
        """What was chosen, as find_pairs takes it."""
        return {name: self.cleaned_data[name] for name in ("limit", "seed", "any_version")}
