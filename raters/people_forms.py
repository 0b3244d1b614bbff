"""Forms of the people pages."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html

from cases.models import Membership

_TEXT = {"autocomplete": "off"}


class InvitationForm(forms.Form):
    """Whom to invite. Only admins are offered the admin's role."""

    role = forms.ChoiceField(label="Role")
    note = forms.CharField(
        label="Who is it for?",
        max_length=160,
        required=False,
        help_text="For your own list, such as a name. The invited person doesn't see it.",
        widget=forms.TextInput(attrs=_TEXT),
    )
    days = forms.IntegerField(label="Days it is good for", min_value=1, max_value=90, initial=14)

    def __init__(self, *args: Any, may_invite_admins: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        roles = [r for r in Membership.Role if may_invite_admins or r != Membership.Role.ADMIN]
        self.fields["role"].choices = [(r.value, r.label) for r in roles]  # type: ignore[attr-defined]


class SkillsForm(forms.Form):
    """What a rater knows of."""

    skills = forms.CharField(
        label="What this rater knows of",
        max_length=1_000,
        required=False,
        help_text=(
            "Separated by commas, such as: medical, legal. Items and questions that ask for a "
            "skill are shown only to raters who have it."
        ),
        widget=forms.TextInput(attrs=_TEXT),
    )


class AcceptForm(forms.Form):
    """The account that an invitation makes."""

    display_name = forms.CharField(
        label="Your name",
        max_length=120,
        help_text="Leads of the study see it; other raters don't.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    username = forms.CharField(
        label="Username",
        max_length=150,
        help_text="For logging in. Letters, digits and @ . + - _",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    password = forms.CharField(
        label="Password",
        strip=False,
        help_text=password_validators_help_text_html,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label="Password again",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        password, again = cleaned.get("password"), cleaned.get("again")
        if password and again and password != again:
            self.add_error("again", "The two passwords differ: type them once more.")
        return cleaned
