"""Forms for judge versions and runs."""

from typing import Any

from django import forms

from judges.models import JudgeVersion
from judges.parameters import Parameters
from judges.prompting import BASELINE_MODEL, default_prompt, ships
from judges.providers import GEMINI_SUGGESTED
from judges.running import MAX_SAMPLES, SPLITS

SPLIT_LABELS = {
    "all": "All items",
    "tuning": "Tuning items",
    "held_out": "Held-out items",
}


class VersionForm(forms.Form):
    """A new version of a judge. A prompt that ships stands for the one that ships for the model."""

    name = forms.SlugField(
        label="Judge",
        max_length=80,
        help_text="Letters, digits and hyphens. A known name gets a further version.",
    )
    model = forms.CharField(
        label="Model",
        max_length=200,
        widget=forms.TextInput(attrs={"list": "models", "autocomplete": "off"}),
    )
    temperature = forms.FloatField(
        label="Temperature",
        required=False,
        min_value=0,
        max_value=2,
        initial=0,
        widget=forms.NumberInput(attrs={"step": "0.1"}),
        help_text="Leave empty for a model that takes none.",
    )
    seed = forms.IntegerField(label="Seed", required=False, min_value=0, max_value=2**31 - 1)
    max_output_tokens = forms.IntegerField(
        label="Longest reply, tokens", required=False, min_value=64, max_value=1_000_000
    )
    timeout_s = forms.FloatField(label="Time-out, seconds", min_value=1, max_value=600)
    max_step_chars = forms.IntegerField(
        label="Longest step, characters",
        min_value=200,
        max_value=1_000_000,
        help_text="Longer ones are cut in the middle.",
    )
    prompt = forms.CharField(
        label="Prompt",
        required=False,
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 22, "class": "code", "spellcheck": "false"}),
        help_text="A section that is left out keeps the text that ships.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = Parameters().model_dump() | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)

    def clean_prompt(self) -> str:
        """Empty for a prompt that ships: whoever changes only the model means that model's."""
        prompt: str = self.cleaned_data["prompt"]
        return "" if ships(prompt) else prompt

    def version(self) -> dict[str, Any]:
        """The cleaned fields as create_version takes them."""
        return {
            "name": self.cleaned_data["name"],
            "model": self.cleaned_data["model"],
            "prompt": self.cleaned_data["prompt"],
            "parameters": {name: self.cleaned_data[name] for name in Parameters.model_fields},
        }

    def parameter_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in Parameters.model_fields]


def initial_of(base: JudgeVersion | None, start: str) -> dict[str, Any]:
    """What the form begins with: an earlier version, a language model, or the baseline."""
    if base is not None:
        fixed = {"name": base.judge.name, "model": base.model, "prompt": base.prompt}
        return {**fixed, **base.parameters}
    if start == "model":
        return {"model": GEMINI_SUGGESTED[0], "prompt": default_prompt(GEMINI_SUGGESTED[0])}
    return {
        "name": "baseline",
        "model": BASELINE_MODEL,
        "prompt": default_prompt(BASELINE_MODEL),
    }


class RunForm(forms.Form):
    """A new run of one of the study's judge versions."""

    version = forms.ModelChoiceField(
        label="Judge version", queryset=JudgeVersion.objects.none(), empty_label=None
    )
    split = forms.ChoiceField(
        label="Items",
        help_text="Gold items are left out; a pair makes two requests, one per side order.",
    )
    samples = forms.IntegerField(
        label="Samples per item",
        min_value=1,
        max_value=MAX_SAMPLES,
        initial=1,
        help_text="More than one shows how steady the judge is, at that many times the cost.",
    )

    def __init__(self, *args: Any, versions: Any, counts: dict[str, int], **kwargs: Any) -> None:
        """`counts`: requests that one sample of each split makes."""
        super().__init__(*args, **kwargs)
        self.fields["split"].choices = [  # type: ignore[attr-defined]
            (split, f"{SPLIT_LABELS[split]}, requests: {counts[split]:,}") for split in SPLITS
        ]
        self.fields["version"].queryset = versions  # type: ignore[attr-defined]
        self.fields["version"].label_from_instance = lambda v: f"{v} · {v.model}"  # type: ignore[attr-defined]
