"""The form that brings sessions into a study."""

from typing import Any

from django import forms

from cases.errors import BadInput
from cases.import_plans import STRATA_KEPT, ImportOptions
from cases.importing import check_web_source
from cases.models import Person
from cases.sources import open_store


class ImportForm(forms.Form):
    """Asks for a source first; the apps it holds are offered once it could be read."""

    source_uri = forms.CharField(
        label="Source",
        max_length=500,
        widget=forms.TextInput(attrs={"placeholder": "sqlite:////srv/agent/.adk/session.db"}),
        help_text=(
            "Where the agent's ADK sessions are kept: <code>sqlite:////absolute/path.db</code>. "
            "The file is only read."
        ),
    )
    app_name = forms.ChoiceField(label="App", required=False)
    sample = forms.IntegerField(
        label="How many sessions",
        required=False,
        min_value=1,
        help_text="Leave empty for all of them. A sample is drawn in proportion to its strata.",
    )
    stratify = forms.CharField(
        label="Strata",
        required=False,
        max_length=200,
        initial=", ".join(STRATA_KEPT),
        help_text="Keys of the session's state to sample by, separated by commas.",
    )
    seed = forms.IntegerField(
        label="Seed", initial=0, help_text="The same seed draws the same sessions."
    )
    agent_version = forms.CharField(
        label="Agent version",
        required=False,
        max_length=200,
        help_text="For sessions that don't say which version of the agent they ran.",
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person
        self.apps: dict[str, int] = {}
        self.layout = ""

    def clean_source_uri(self) -> str:
        uri: str = self.cleaned_data["source_uri"].strip()
        try:
            check_web_source(uri, self.person)
            store = open_store(uri)
            self.apps, self.layout = store.apps(), store.layout
        except BadInput as error:
            raise forms.ValidationError(str(error)) from error
        if not self.apps:
            raise forms.ValidationError("This store holds no sessions yet.")
        field = self.fields["app_name"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells mypy
        field.choices = [(app, f"{app} ({count} sessions)") for app, count in self.apps.items()]
        return uri

    def clean_stratify(self) -> list[str]:
        return [key.strip() for key in self.cleaned_data["stratify"].split(",") if key.strip()]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.apps and not data.get("app_name"):
            data["app_name"] = next(iter(self.apps)) if len(self.apps) == 1 else ""
        # From here on only for the page: an import needs an app, checking a source does not.
        self.fields["app_name"].required = True
        return data

    def choice(self) -> dict[str, Any]:
        """What was chosen, as queue_import takes it."""
        data = dict(self.cleaned_data)
        source = {name: data.pop(name) for name in ("source_uri", "app_name")}
        return source | {"options": ImportOptions(**data)}
