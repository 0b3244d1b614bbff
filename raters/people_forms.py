"""Forms of the people pages."""

from typing import Any

from django import forms
from django.contrib.auth.password_validation import password_validators_help_text_html
from django.core.files.uploadedfile import UploadedFile

from cases.errors import BadInput
from cases.models import Membership
from raters.invitation_rows import MOST_CHARACTERS, read_rows

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


class InviteAllForm(forms.Form):
    """A list of people to invite, pasted or as a file. `rows` of the cleaned data are its rows."""

    list = forms.CharField(
        label="People, one a line",
        required=False,
        max_length=MOST_CHARACTERS,
        help_text="Columns: name, email, role. From a sheet: copy the rows and paste them here.",
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "dir": "auto"}),
    )
    file = forms.FileField(
        label="Or a CSV file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,text/csv,text/plain"}),
    )
    days = forms.IntegerField(
        label="Days the links are good for", min_value=1, max_value=90, initial=14
    )

    def __init__(self, *args: Any, may_invite_admins: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.roles = [
            r.value for r in Membership.Role if may_invite_admins or r != Membership.Role.ADMIN
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "list" in self.errors:
            return cleaned
        upload = cleaned.get("file")
        field = "file" if upload else "list"
        try:
            text = _text_of(upload) if upload else cleaned.get("list", "")
            cleaned["rows"] = read_rows(text, roles=self.roles, usual=Membership.Role.RATER)
            cleaned["list"] = text
            # What a file holds is shown in the field, where it can be corrected.
            self.data = {name: self.data[name] for name in self.data} | {"list": text}
        except BadInput as error:
            self.add_error(field, str(error))
        return cleaned


def _text_of(upload: "UploadedFile[bytes]") -> str:
    if (upload.size or 0) > 4 * MOST_CHARACTERS:
        raise BadInput("The file is too large for a list of people. Is it the right one?")
    content: bytes = upload.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            "The file is not UTF-8. Save it as “CSV UTF-8”, or paste the rows instead."
        ) from error


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
