"""Forms of a study's settings."""

from typing import Any

from django import forms

from cases.models import RubricVersion, Study
from cases.models.studies import DEFAULT_THRESHOLDS

THRESHOLD_LABELS = {
    "human_rewrite": "People agree less than this: rewrite the question",
    "judge_rewrite": "The judge agrees less than this: rewrite, or keep it out of the gate",
    "judge_gate": "The judge may gate from this agreement on",
    "judge_gate_low": "… with the lower end of its interval above this",
    "ceiling_gap": "… and at most this far below what people reach among themselves",
}


def share_field(label: str, help_text: str, most: int) -> forms.FloatField:
    return forms.FloatField(label=label, help_text=help_text, min_value=0, max_value=most)


class _StudyForm(forms.Form):
    """What new studies and settings share. Shares are asked for in percent, given as fractions."""

    name = forms.CharField(label="Name", max_length=160)
    description = forms.CharField(
        label="What is it for?",
        required=False,
        max_length=4_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="For leads. Raters don't see it.",
    )
    guidelines = forms.CharField(
        label="Guidelines for raters",
        required=False,
        max_length=40_000,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=(
            "Raters read this before their first item, above the rubric's questions: who the "
            "customer is, what policy holds, what to do in doubt."
        ),
    )
    overlap = forms.IntegerField(
        label="Raters per item",
        min_value=1,
        max_value=50,
        initial=2,
        help_text="With two or more, agreement among people can be measured.",
    )
    gold_share = share_field(
        "Gold items, % of the queue",
        "Items with a known answer, hidden among the others. 5 is usual.",
        50,
    )
    held_out_share = share_field(
        "Held-out items, %",
        "Never shown to whoever tunes the judge's prompt; the final figures come from them.",
        100,
    )

    def clean_gold_share(self) -> float:
        return float(self.cleaned_data["gold_share"] / 100)

    def clean_held_out_share(self) -> float:
        return float(self.cleaned_data["held_out_share"] / 100)


class StudyForm(_StudyForm):
    """A new study."""

    slug = forms.SlugField(
        label="Short name for addresses and commands",
        max_length=80,
        required=False,
        help_text="Small letters, digits, hyphens. Left empty, it is made from the name.",
    )
    rubric_version = forms.ModelChoiceField(
        label="Rubric", queryset=RubricVersion.objects.none(), empty_label=None
    )
    field_order = [
        "name",
        "slug",
        "rubric_version",
        "overlap",
        "gold_share",
        "held_out_share",
        "guidelines",
        "description",
    ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["initial"] = {"gold_share": 5, "held_out_share": 50} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        choices = RubricVersion.objects.select_related("rubric").order_by("rubric__name", "-number")
        field = self.fields["rubric_version"]
        field.queryset = choices  # type: ignore[attr-defined]
        field.label_from_instance = lambda v: f"{v.rubric.name}, version {v.number}"  # type: ignore[attr-defined]


class StudySettingsForm(_StudyForm):
    """Settings of a study. What its items were made by is shown but fixed once it has items."""

    lease_minutes = forms.IntegerField(
        label="Minutes an item is kept for a rater",
        min_value=1,
        max_value=10_080,
        help_text="After that, an unfinished item goes to somebody else; drafts are kept.",
    )
    gold_misses = forms.IntegerField(
        label="Missed gold items that pause a rater",
        min_value=0,
        max_value=50,
        help_text="Their labels since are set aside until a lead decides. 0: nobody is paused.",
    )
    gold_window = forms.IntegerField(
        label="… among so many of the last", min_value=1, max_value=100
    )
    training_pass = share_field(
        "Training answers that have to be right, %", "Where the study has training items.", 100
    )
    change_hours = forms.IntegerField(
        label="Hours in which raters may change an answer",
        min_value=0,
        max_value=87_600,
        required=False,
        help_text="0: never. Left empty: as long as the study is open.",
    )
    break_minutes = forms.IntegerField(
        label="Minutes of work until a break is suggested",
        min_value=0,
        max_value=600,
        help_text="0: never.",
    )
    expected_minutes = forms.FloatField(
        label="Minutes that an item is thought to take",
        min_value=0.05,
        help_text="For the time left, until enough ratings have been timed.",
    )
    content_warning = forms.CharField(
        label="Content warning",
        required=False,
        max_length=2_000,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Raters see it before sensitive items, which stay blurred until they ask.",
    )
    adjudication_policy = forms.ChoiceField(
        label="How labels are settled",
        choices=Study.AdjudicationPolicy,
        help_text="What is left to a reviewer has no settled label until one has decided.",
    )

    def __init__(self, *args: Any, study: Study, fixed: bool, **kwargs: Any) -> None:
        kwargs["initial"] = _initial(study)
        super().__init__(*args, **kwargs)
        for name, label in THRESHOLD_LABELS.items():
            self.fields[f"threshold_{name}"] = forms.FloatField(
                label=label, min_value=0, max_value=1, widget=forms.NumberInput({"step": "0.05"})
            )
        if fixed:
            for name in ("overlap", "held_out_share"):
                self.fields[name].disabled = True
                self.fields[name].help_text = "Fixed, because the study has items."

    def clean_training_pass(self) -> float:
        return float(self.cleaned_data["training_pass"] / 100)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        misses, window = cleaned.get("gold_misses"), cleaned.get("gold_window")
        if misses is not None and window is not None and misses > window:
            self.add_error("gold_window", f"{misses} misses don't fit into {window} items.")
        return cleaned

    def thresholds(self) -> list[forms.BoundField]:
        return [self[f"threshold_{name}"] for name in THRESHOLD_LABELS]

    def settings(self) -> dict[str, Any]:
        """What was changed, as change_study takes it: an untouched share keeps its decimals."""
        fields = {name: self.cleaned_data[name] for name in self.changed_data}
        thresholds = {n: fields.pop(f"threshold_{n}", None) for n in THRESHOLD_LABELS}
        if any(value is not None for value in thresholds.values()):
            fields["thresholds"] = {
                n: self.cleaned_data[f"threshold_{n}"] for n in THRESHOLD_LABELS
            }
        return fields


def _percent(share: float) -> float:
    """A share in percent with two decimals; a whole one without any."""
    percent = round(share * 100, 2)
    return int(percent) if percent.is_integer() else percent


def _initial(study: Study) -> dict[str, Any]:
    thresholds = DEFAULT_THRESHOLDS | study.thresholds
    return {
        "name": study.name,
        "description": study.description,
        "guidelines": study.guidelines,
        "overlap": study.overlap,
        "gold_share": _percent(study.gold_share),
        "gold_misses": study.gold_misses,
        "gold_window": study.gold_window,
        "training_pass": _percent(study.training_pass),
        "change_hours": study.change_hours,
        "break_minutes": study.break_minutes,
        "expected_minutes": study.expected_minutes,
        "content_warning": study.content_warning,
        "held_out_share": _percent(study.held_out_share),
        "lease_minutes": study.lease_minutes,
        "adjudication_policy": study.adjudication_policy,
    } | {f"threshold_{name}": thresholds[name] for name in THRESHOLD_LABELS}
