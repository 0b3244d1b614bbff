"""The form that chooses single turns to be rated."""

from typing import Any

from django import forms

from cases.turn_items import EVERY, LAST, MOST_TURNS

NUMBER = "number"
USUAL_LIMIT = 200


class TurnForm(forms.Form):
    which = forms.ChoiceField(
        label="Which turns",
        choices=[
            (LAST, "The agent’s last turn of each case"),
            (EVERY, "Every turn of the agent"),
            (NUMBER, "The turn with this number"),
        ],
        initial=LAST,
    )
    number = forms.IntegerField(
        label="Number",
        required=False,
        min_value=1,
        max_value=100_000,
        help_text="As the transcript counts them. Cases in which it is not the agent’s are left.",
    )
    limit = forms.IntegerField(
        label="At most", min_value=1, max_value=MOST_TURNS, initial=USUAL_LIMIT
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("which") == NUMBER and not data.get("number") and "number" not in self.errors:
            self.add_error("number", "Say which turn: 2 is usually the agent’s first.")
        return data

    def choice(self) -> dict[str, Any]:
        """What was chosen, as find_turns takes it."""
        data = self.cleaned_data
        number = data["number"] if data["which"] == NUMBER else None
        return {"which": data["which"], "number": number, "limit": data["limit"]}
