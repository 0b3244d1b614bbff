"""The form that brings sessions into a study."""

import math
import re
from dataclasses import replace
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.html import escape

from cases.agent_info import AgentInfo, read_agent_info
from cases.agent_versions import record_agent
from cases.errors import BadInput
from cases.import_options import (
    STRATA_KEPT,
    VERSION_KEY,
    ImportOptions,
    read_keys,
    read_spreads,
)
from cases.import_spreads import from_labels
from cases.importing import check_web_source
from cases.models import ImportRun, Person, Source, Study
from cases.sampling import EQUAL, NEYMAN, PROPORTIONAL
from cases.sources import open_store, shown_again

# Of a description of an agent that a page takes; far below what a request may hold.
LONGEST_INFO = 500_000

ALLOCATION_WORDS = {
    PROPORTIONAL: "In proportion to the strata's sizes",
    EQUAL: "Equally many from each stratum",
    NEYMAN: "More where pass and fail are less certain (Neyman)",
}


def fields_of(run: ImportRun) -> dict[str, Any]:
    """The fields of ImportForm with which `run` was started, as a form posts them."""
    options = ImportOptions.from_json(run.options)
    labels = options.spreads_from == "labels"
    rates = [f"{name}:{rate_of(spread):.3f}" for name, spread in options.spreads.items()]
    fields = {
        "source_uri": run.source.uri,
        "app_name": run.source.app_name,
        "sample": "" if options.sample is None else str(options.sample),
        "stratify": ", ".join(options.stratify),
        "allocation": options.allocation,
        "pass_rates": "" if labels else "\n".join(rates),
        "seed": str(options.seed),
        "agent_version": options.agent_version,
        "version_key": options.version_key,
        "do": "check",
    }
    boxes = {"from_labels": labels, "again": options.again}
    return fields | {name: "on" for name, ticked in boxes.items() if ticked}


def rate_of(spread: float) -> float:
    """A pass rate with that spread, the higher one of the two that have it."""
    return (1 + math.sqrt(max(0.0, 1 - 4 * spread**2))) / 2


def sources_known_to(person: Person, study: Study) -> list[str]:
    """Addresses of sources that the study was imported from, or that `person` has named before."""
    used = Source.objects.filter(Q(imports__study=study) | Q(created_by=person))
    return list(used.order_by("uri").values_list("uri", flat=True).distinct()[:50])


class ImportForm(forms.Form):
    """Asks for a source first; the apps it holds are offered once it could be read."""

    source_uri = forms.CharField(
        label="Source",
        max_length=500,
        widget=forms.TextInput(
            attrs={
                "placeholder": "sqlite:////srv/agent/.adk/session.db",
                "list": "known-sources",
            }
        ),
        help_text=(
            "Where the agent's ADK sessions are kept, as an address: "
            "<code>sqlite:////path.db</code>, <code>adk:///project/folder</code>, "
            "<code>file:///saved/sessions</code>, "
            "<code>postgresql://</code>, <code>mysql://</code>, <code>redis://</code>, "
            "<code>firestore://</code> or <code>agentengine://</code>. Write a password as "
            "<code>${CALIBRANT_SOURCE_PASSWORD}</code>, a variable of the server. The source is "
            "only read."
        ),
    )
    app_name = forms.ChoiceField(label="App", required=False)
    sample = forms.IntegerField(
        label="How many sessions",
        required=False,
        min_value=1,
        help_text="Leave empty for all of them.",
    )
    stratify = forms.CharField(
        label="Strata",
        required=False,
        max_length=200,
        initial=", ".join(STRATA_KEPT),
        help_text="Keys of the session's state to sample by, separated by commas; "
        "add <code>tags</code> if sessions have few different lists of tags: each different list "
        "is a stratum.",
    )
    allocation = forms.ChoiceField(
        label="Share the sample",
        required=False,
        choices=list(ALLOCATION_WORDS.items()),
        initial=PROPORTIONAL,
    )
    pass_rates = forms.CharField(
        label="Expected pass rates",
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "intent=refund:0.7"}),
        help_text="For the Neyman allocation, one a line as <code>key=label:rate</code>. "
        "A stratum without one counts as 0.5.",
    )
    from_labels = forms.BooleanField(
        label="Take them from what people have rated here so far", required=False
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
    version_key = forms.CharField(
        label="Key of the version",
        required=False,
        max_length=200,
        initial=VERSION_KEY,
        help_text="Under this key of an event's <code>custom_metadata</code>, or of the session's "
        "state, a session says which version of the agent it ran.",
    )
    agent_info = forms.CharField(
        label="Description of the agent",
        required=False,
        max_length=LONGEST_INFO,
        strip=False,
        widget=forms.Textarea(
            attrs={
                "rows": 6,
                "class": "code",
                "spellcheck": "false",
                "placeholder": '{"model": "…", "instruction": "…", "tools": ["…"]}',
            }
        ),
        help_text="JSON, as <code>GET /apps/NAME/app-info</code> of the agent's server gives it: "
        "what the agent is told and which tools it has. It is kept, redacted, with the version of "
        "sessions that don't say their own.",
    )
    agent_info_file = forms.FileField(
        label="Or a file",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,application/json,text/plain"}),
        help_text="A chosen file counts instead of the text above.",
    )
    again = forms.BooleanField(
        label="Redact sessions that are here already afresh",
        required=False,
        help_text="Those whose redacted text differs become new revisions.",
    )

    def __init__(self, *args: Any, person: Person, study: Study, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unreadable_file = ""
        self._take_file()
        self.person = person
        self.study = study
        self.known_sources = sources_known_to(person, study)
        self.apps: dict[str, int] = {}
        self.layout = ""

    @property
    def wants_import(self) -> bool:
        """Whether the answer is an import or a dry run of one, not a look at the source."""
        return self.data.get("do") in ("start", "dry_run")

    def _take_file(self) -> None:
        """Put the text of a chosen file in place of the description, as if it had been typed: a
        form that comes back can keep a text, and no file."""
        file = self.files.get("agent_info_file") if self.is_bound else None
        if file is None:
            return
        if (file.size or 0) > 4 * LONGEST_INFO:
            self.unreadable_file = f"The file has over {LONGEST_INFO:,} characters."
            return
        try:
            text = str(file.read(), "utf-8-sig")
        except UnicodeDecodeError:
            self.unreadable_file = "The file is not text in UTF-8: save it as UTF-8."
        else:
            self.data = dict(self.data.items()) | {"agent_info": text}

    def clean_agent_info_file(self) -> None:
        if self.unreadable_file:
            raise forms.ValidationError(self.unreadable_file)

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
        field.choices = [
            (app, f"{app} ({count} session{'' if count == 1 else 's'})")
            for app, count in self.apps.items()
        ]
        if broken := store.unread:
            reasons = "; ".join(f"{app}: {reason}" for app, reason in broken.items())
            field.help_text = escape(f"Not readable: {reasons}")
        return uri

    def clean_stratify(self) -> list[str]:
        return read_keys(self.cleaned_data["stratify"])

    def clean_allocation(self) -> str:
        return self.cleaned_data["allocation"] or PROPORTIONAL

    def clean_version_key(self) -> str:
        key: str = self.cleaned_data["version_key"].strip()
        return key or VERSION_KEY

    def clean_agent_info(self) -> AgentInfo | None:
        text = self.cleaned_data["agent_info"]
        if not text.strip():
            return None
        try:
            return read_agent_info(text, "the description")
        except BadInput as error:
            raise forms.ValidationError(_sentence(error)) from error

    def clean_pass_rates(self) -> dict[str, float]:
        lines = re.split(r"[\n,]", self.cleaned_data["pass_rates"])
        try:
            return read_spreads([], [line for line in lines if line.strip()])
        except BadInput as error:
            raise forms.ValidationError(str(error)) from error

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if "source_uri" in self.errors:
            # Somebody may have written a password out.
            uri = shown_again(self.data.get("source_uri", ""))
            self.data = dict(self.data.items()) | {"source_uri": uri}
        if self.apps and not data.get("app_name"):
            data["app_name"] = next(iter(self.apps)) if len(self.apps) == 1 else ""
            if self.wants_import and not data["app_name"]:
                self.add_error("app_name", "Choose one of the apps in this source.")
        # From here on only for the page: an import needs an app, checking a source does not.
        self.fields["app_name"].required = True
        if self.wants_import and not self.errors:
            try:
                self.options().check()
            except BadInput as error:
                self.add_error(None, str(error))
        return data

    def options(self) -> ImportOptions:
        """What was chosen. Raises BadInput where labels were asked for and there are none."""
        data = self.cleaned_data
        spreads, origin = data["pass_rates"], "given" if data["pass_rates"] else ""
        if data["from_labels"]:
            spreads, origin = from_labels(self.study, data["stratify"]) | spreads, "labels"
        return ImportOptions(
            sample=data["sample"],
            stratify=data["stratify"],
            seed=data["seed"],
            agent_version=data["agent_version"],
            version_key=data["version_key"],
            allocation=data["allocation"],
            spreads=spreads,
            spreads_from=origin,
            again=data["again"],
            dry_run=self.data.get("do") == "dry_run",
        )

    def choice(self) -> dict[str, Any]:
        """What was chosen, as queue_import takes it.

        A description of the agent is recorded first: what is queued holds no text of it. Raises
        BadInput for one that can't be kept, having said so at its field.
        """
        names = ("source_uri", "app_name")
        options = self.options()
        if info := self.cleaned_data["agent_info"]:
            try:
                version = record_agent(
                    study=self.study,
                    app_name=self.cleaned_data["app_name"],
                    info=info,
                    label=options.agent_version,
                    actor=self.person,
                    apart=True,
                )
            except BadInput as error:
                self.add_error("agent_info", _sentence(error))
                raise
            options = replace(options, agent_version=version.label)
        return {name: self.cleaned_data[name] for name in names} | {"options": options}


def _sentence(error: BadInput) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
