"""Forms of a preview: which sessions to look at, and what was missed or hidden without need."""

from typing import Any

from django import forms

from cases.errors import BadInput
from cases.importing import check_web_source
from cases.models import Person, Source, Study
from cases.redaction_kinds import kind_choices
from cases.redaction_marks import FALSE_ALARM_ACTIONS, MISS_ACTIONS
from cases.redaction_previews import MAX_SESSIONS
from cases.sources import open_store, shown_again

OTHER = "other"


class PreviewForm(forms.Form):
    """A source that the study imported from, or the address of another one with its app."""

    source = forms.ChoiceField(label="Sessions of", widget=forms.RadioSelect, initial=OTHER)
    source_uri = forms.CharField(
        label="Address of the other source",
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "sqlite:////srv/agent/.adk/session.db"}),
        help_text="As for an import. The store is only read.",
    )
    app_name = forms.CharField(
        label="App in the other source",
        max_length=200,
        required=False,
        help_text="May be left out where the store holds one app only.",
    )
    sample = forms.IntegerField(
        label="How many sessions",
        min_value=1,
        max_value=MAX_SESSIONS,
        initial=10,
        help_text=f"{MAX_SESSIONS} at most.",
    )
    seed = forms.IntegerField(
        label="Seed",
        initial=0,
        min_value=-(2**31),
        max_value=2**31,
        help_text="The same seed draws the same sessions.",
    )

    def __init__(self, data: Any = None, *, study: Study, person: Person, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.person = person
        self.sources = {
            str(source.pk): source
            for source in Source.objects.filter(imports__study=study).distinct().order_by("-pk")
        }
        field = self.fields["source"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells mypy
        field.choices = [
            *((pk, f"{source.app_name} in {source.uri}") for pk, source in self.sources.items()),
            (OTHER, "another source"),
        ]
        field.initial = next(iter(self.sources), OTHER)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if source := self.sources.get(data.get("source", "")):
            try:
                check_web_source(source.uri, self.person)
            except BadInput as error:
                self.add_error("source", str(error))
        elif data.get("source") == OTHER:
            self._check_other(data)
        if "source_uri" in self.errors:
            # Somebody may have written a password out.
            uri = shown_again(self.data.get("source_uri", ""))
            self.data = dict(self.data.items()) | {"source_uri": uri}
        return data

    def _check_other(self, data: dict[str, Any]) -> None:
        """Check the address that was written, and fill in its app if there is but one."""
        if "source_uri" in self.errors:
            return
        uri = (data.get("source_uri") or "").strip()
        if not uri:
            self.add_error("source_uri", "Write the address of the source.")
            return
        try:
            check_web_source(uri, self.person)
            apps = open_store(uri).apps()
        except BadInput as error:
            self.add_error("source_uri", str(error))
            return
        if not data.get("app_name") and len(apps) == 1:
            data["app_name"] = next(iter(apps))
        if data.get("app_name") not in apps:
            known = ", ".join(f"{app} ({count})" for app, count in apps.items()) or "no sessions"
            self.add_error("app_name", f"Choose an app of this source: {known}.")

    def choice(self) -> dict[str, Any]:
        """What was chosen, as queue_preview takes it."""
        data = self.cleaned_data
        chosen = {"sample": data["sample"], "seed": data["seed"]}
        if data["source"] == OTHER:
            uri, app_name = data["source_uri"].strip(), data["app_name"]
        else:
            source = self.sources[data["source"]]
            uri, app_name = source.uri, source.app_name
        return chosen | {"source_uri": uri, "app_name": app_name}


class MissForm(forms.Form):
    """Something that should be hidden: typed, or selected on the page as offsets in a place."""

    step = forms.IntegerField(label="In step", min_value=1, max_value=10**6, required=False)
    words = forms.CharField(
        label="The words",
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text="As they stand in the step. They are not kept.",
    )
    slot = forms.CharField(max_length=500, required=False, widget=forms.HiddenInput)
    selected = forms.CharField(
        max_length=20_000, required=False, strip=False, widget=forms.HiddenInput
    )
    start = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    end = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    kind = forms.ChoiceField(label="They are", choices=kind_choices())
    action = forms.ChoiceField(label="And then", choices=list(MISS_ACTIONS.items()), initial="deny")


class FalseAlarmForm(forms.Form):
    """A hidden span that should have stayed."""

    finding = forms.IntegerField(min_value=0, max_value=10**7)
    action = forms.ChoiceField(label="And then", choices=list(FALSE_ALARM_ACTIONS.items()))

    def __init__(self, data: Any = None) -> None:
        # The page holds a form for misses as well.
        super().__init__(data, auto_id="alarm_%s")
