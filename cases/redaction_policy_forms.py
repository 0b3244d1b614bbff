"""The form of a study's redaction policy."""

import json
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html

from cases.errors import BadInput
from cases.redaction.custom import CustomPattern, TooSlow
from cases.redaction.keys import KINDS
from cases.redaction.policy import ALWAYS, Policy
from cases.redaction_kinds import EXAMPLES, KIND_WORDS, kind_choices
from cases.redaction_policies import PolicyJson, tidied
from cases.redactors import denied

CHOOSABLE = tuple(kind for kind in KINDS if kind not in ALWAYS)
MAX_TEXT = 40_000
_LINES = {"rows": 5, "spellcheck": "false", "class": "code"}


class Unechoed(forms.Textarea):
    """A text that a page takes and never gives back."""

    def format_value(self, value: Any) -> str | None:
        return None


def _lines(label: str, help_text: str, **attributes: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=MAX_TEXT,
        widget=forms.Textarea(attrs=_LINES | attributes),
    )


class PolicyForm(forms.Form):
    """Everything of a policy but its patterns. Words to hide leave it as keyed hashes only."""

    hide = forms.MultipleChoiceField(
        label="Kinds to hide",
        required=False,
        choices=[
            (
                kind,
                format_html(
                    '<b>{}</b> <span class="muted">{}</span>', KIND_WORDS[kind], EXAMPLES[kind]
                ),
            )
            for kind in CHOOSABLE
        ],
        widget=forms.CheckboxSelectMultiple,
    )
    hide_keys = _lines(
        "Keys whose value is hidden",
        "One a line with its kind: <code>nick = USER</code>.",
    )
    keep_keys = _lines("Keys whose value stays", "One a line: <code>depot_name</code>.")
    allow = _lines(
        "Texts that stay",
        "One a line, such as a product that is named like a person. "
        "They are kept as they are written here, and leads can read them.",
    )
    language = forms.CharField(
        label="Language of the sessions",
        max_length=3,
        help_text="A code of two letters, such as <code>en</code>.",
    )
    deny_kind = forms.ChoiceField(label="Hidden as", choices=kind_choices())
    deny_texts = forms.CharField(
        label="Words to hide wherever they stand",
        required=False,
        max_length=MAX_TEXT,
        widget=Unechoed(attrs={"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
        help_text=(
            "One name or number a line. Only a keyed hash of each is kept; "
            "neither this page nor anybody can read it back."
        ),
    )
    deny_remove = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    # Hashes of words that were typed into a form that came back because of something else.
    deny_typed = forms.CharField(required=False, max_length=MAX_TEXT, widget=forms.HiddenInput)
    based_on = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, policy: Mapping[str, Any], based_on: str = "", **kwargs: Any
    ) -> None:
        kwargs["initial"] = _initial(policy) | {"based_on": based_on}
        super().__init__(data, **kwargs)
        self.policy = policy
        self.typed: list[dict[str, Any]] = []
        self.denied: list[dict[str, Any]] = list(policy.get("deny", []))
        remove = self.fields["deny_remove"]
        assert isinstance(remove, forms.MultipleChoiceField)  # noqa: S101 - tells mypy
        remove.choices = [(entry["hash"], entry["kind"]) for entry in self.denied]

    def clean_hide_keys(self) -> dict[str, str]:
        keys: dict[str, str] = {}
        problems = []
        for number, line in _numbered(self.cleaned_data["hide_keys"]):
            key, separator, kind = (part.strip() for part in line.rpartition("="))
            if not separator or not key:
                problems.append(f"Line {number}: write a key, an equals sign and a kind.")
            elif kind.upper() not in KINDS:
                problems.append(
                    f"Line {number}: {kind or 'nothing'} is no kind; use {', '.join(KINDS)}."
                )
            else:
                keys[key] = kind.upper()
        if problems:
            raise forms.ValidationError(problems)
        return keys

    def clean_keep_keys(self) -> list[str]:
        return [line for _, line in _numbered(self.cleaned_data["keep_keys"])]

    def clean_allow(self) -> list[str]:
        return [line for _, line in _numbered(self.cleaned_data["allow"])]

    def clean_deny_typed(self) -> list[dict[str, Any]]:
        """Entries of an earlier try; what is no entry is forgotten."""
        try:
            entries = json.loads(self.cleaned_data["deny_typed"] or "[]")
            Policy.from_json({"deny": entries})
        except (ValueError, RecursionError, BadInput):
            return []
        return list(entries)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        problems = []
        self.typed = list(data.get("deny_typed") or [])
        for number, line in _numbered(data.pop("deny_texts", "")):
            try:
                self.typed.append(denied(line, data.get("deny_kind", "")))
            except BadInput as error:
                # The message names no word that was typed.
                problems.append(f"Line {number}: {str(error).removeprefix('deny list: ')}.")
        if problems:
            self.add_error("deny_texts", problems)
        both = set(data.get("hide_keys") or ()) & set(data.get("keep_keys") or ())
        if both:
            self.add_error("keep_keys", f"{sorted(both)[0]} is a key to hide as well: choose one.")
        return data

    def typed_json(self) -> str:
        """What was typed before something else went wrong, to send along with the next try."""
        return json.dumps(self.typed)

    def to_json(self, patterns: list[dict[str, Any]]) -> PolicyJson:
        """The policy that a valid form describes."""
        data = self.cleaned_data
        gone = set(data["deny_remove"])
        kept = {entry["hash"]: entry for entry in self.denied if entry["hash"] not in gone}
        kept |= {entry["hash"]: entry for entry in self.typed}
        policy: PolicyJson = {
            "hide_keys": data["hide_keys"],
            "keep_keys": data["keep_keys"],
            "allow": data["allow"],
            "deny": list(kept.values()),
            "patterns": patterns,
        }
        if set(data["hide"]) != set(CHOOSABLE):
            policy["hide"] = data["hide"]
        if data["language"] != "en":
            policy["language"] = data["language"]
        return tidied(policy)


class PatternForm(forms.Form):
    """One pattern of the study's own."""

    name = forms.CharField(label="Name", max_length=60, required=False)
    kind = forms.ChoiceField(label="Hidden as", choices=kind_choices())
    regex = forms.CharField(
        label="Regular expression",
        max_length=500,
        required=False,
        strip=False,
        widget=forms.TextInput(attrs={"class": "code", "spellcheck": "false"}),
    )
    context = forms.CharField(
        label="Only near these words",
        max_length=500,
        required=False,
        help_text="Separated by commas.",
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if self.errors or self.is_blank(data):
            return data
        try:
            CustomPattern.from_json(self.to_json(data), "This pattern")
        except BadInput as error:
            raise forms.ValidationError(f"{error}.") from None
        return data

    @staticmethod
    def is_blank(data: Mapping[str, Any]) -> bool:
        return not any(data.get(name) for name in ("name", "regex", "context"))

    @staticmethod
    def to_json(data: Mapping[str, Any]) -> dict[str, Any]:
        words = [word.strip() for word in data.get("context", "").split(",") if word.strip()]
        pattern = {"name": data["name"], "kind": data["kind"], "regex": data["regex"]}
        return pattern | ({"context": words} if words else {})


class PatternFormSet(forms.BaseFormSet):  # type: ignore[type-arg]
    """All patterns of a policy, with a blank one to add another."""

    def to_json(self) -> list[dict[str, Any]]:
        """The patterns of a valid form set, without blank and deleted ones."""
        return [
            PatternForm.to_json(form.cleaned_data)
            for form in self.forms
            if form.cleaned_data
            and not form.cleaned_data.get("DELETE")
            and not PatternForm.is_blank(form.cleaned_data)
        ]


_PatternForms = forms.formset_factory(
    PatternForm, formset=PatternFormSet, extra=1, can_delete=True, max_num=50, validate_max=True
)


def pattern_forms(data: Any, policy: Mapping[str, Any]) -> PatternFormSet:
    initial = [
        entry | {"context": ", ".join(entry.get("context", []))}
        for entry in policy.get("patterns", [])
    ]
    forms_of: PatternFormSet = _PatternForms(data, initial=initial, prefix="pattern")  # type: ignore[assignment]
    return forms_of


_SLOW_TRIED = 3


def try_patterns(patterns: list[dict[str, Any]], text: str) -> list[dict[str, Any]]:
    """What each pattern finds in `text`: [{"name", "kind", "found": [...], "problem"}].

    Once some were too slow, the rest is not tried: a page must not be kept for a minute.
    """
    tried = []
    slow = 0
    for entry in patterns:
        row: dict[str, Any] = {"name": entry["name"], "kind": entry["kind"], "problem": ""}
        if slow >= _SLOW_TRIED:
            tried.append(row | {"found": [], "problem": "not tried, since others were too slow"})
            continue
        try:
            spans = CustomPattern.from_json(entry, "pattern").find(text)
            row["found"] = [text[span.start : span.end] for span in spans]
        except TooSlow as error:
            slow += 1
            row |= {"found": [], "problem": str(error)}
        tried.append(row)
    return tried


def _initial(policy: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "hide": policy.get("hide", CHOOSABLE),
        "hide_keys": "\n".join(f"{k} = {kind}" for k, kind in policy.get("hide_keys", {}).items()),
        "keep_keys": "\n".join(policy.get("keep_keys", [])),
        "allow": "\n".join(policy.get("allow", [])),
        "language": policy.get("language", "en"),
        "deny_kind": "PERSON",
    }


def _numbered(text: str) -> list[tuple[int, str]]:
    """The lines that hold something, with their numbers."""
    lines = enumerate(text.splitlines(), start=1)
    return [(number, line.strip()) for number, line in lines if line.strip()]
