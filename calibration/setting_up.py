"""The steps from a new study to a rated one: what is there, what is missing, where it is done."""

from dataclasses import dataclass, replace
from enum import StrEnum

from django.db.models import Count, Q
from django.urls import reverse

from calibration.cost import Plan
from cases.models import Case, Item, Membership, Study
from raters.models import Slot

# Items to plan with before there are any.
EXAMPLE_ITEMS = 300


class State(StrEnum):
    DONE = "done"
    OPEN = "open"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class SetupStep:
    """One step. `fixed` says why it can't be changed any more; `now` marks the first open one."""

    name: str
    figures: str
    url: str
    link: str
    missing: str = ""
    fixed: str = ""
    now: bool = False

    @property
    def state(self) -> State:
        if self.fixed:
            return State.FIXED
        return State.OPEN if self.missing else State.DONE


@dataclass(frozen=True, slots=True)
class Counts:
    """What of a study the steps look at. `raters` are those who may rate now."""

    criteria: int
    cases: int
    items: int
    tuning: int
    held_out: int
    gold: int
    training: int
    raters: int
    slots: int
    filled: int


def counts_of(study: Study) -> Counts:
    """A constant number of queries."""
    ordinary = Q(purpose=Item.Purpose.ORDINARY)
    live = Q(retired_at=None)
    items = Item.objects.filter(study=study).aggregate(
        items=Count("pk", filter=ordinary),
        tuning=Count("pk", filter=ordinary & Q(split=Item.Split.TUNING)),
        held_out=Count("pk", filter=ordinary & Q(split=Item.Split.HELD_OUT)),
        gold=Count("pk", filter=live & Q(purpose=Item.Purpose.GOLD)),
        training=Count("pk", filter=live & Q(purpose=Item.Purpose.TRAINING)),
    )
    slots = Slot.objects.filter(study=study).aggregate(
        slots=Count("pk"), filled=Count("pk", filter=Q(state=Slot.State.FILLED))
    )
    return Counts(
        criteria=study.rubric_version.criteria.count(),
        cases=Case.objects.filter(study=study, superseded=False).count(),
        raters=Membership.objects.live()
        .filter(study=study, role=Membership.Role.RATER, paused_at=None)
        .count(),
        **items,
        **slots,
    )


def plan_of(study: Study, counts: Counts) -> Plan:
    """What the cost follows from, as the study is now."""
    return Plan(
        items=counts.items or EXAMPLE_ITEMS,
        overlap=study.overlap,
        minutes=study.expected_minutes,
        extra_share=study.extra_share,
        extra_overlap=study.extra_overlap,
        gold_share=study.gold_share,
        training_items=counts.training,
        raters=counts.raters,
    )


def steps_of(study: Study, counts: Counts) -> list[SetupStep]:
    """All steps in order; the first open one is the one to do now."""
    steps = [
        _rubric(study, counts),
        _cases(study, counts),
        _items(study, counts),
        _overlap(study, counts),
        _gold(study, counts),
        _splits(study, counts),
        _raters(study, counts),
    ]
    steps.append(_opening(study, counts, [s.name for s in steps if s.state == State.OPEN]))
    first = next((n for n, step in enumerate(steps) if step.state == State.OPEN), None)
    return [replace(step, now=n == first) for n, step in enumerate(steps)]


def _n(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _has_items(counts: Counts) -> bool:
    # Gold and training items are answers to the rubric's questions as well.
    return bool(counts.items or counts.gold or counts.training)


def _rubric(study: Study, counts: Counts) -> SetupStep:
    version = study.rubric_version
    guidelines = "guidelines written" if study.guidelines.strip() else "no guidelines for raters"
    fixed = "The items were made for these questions." if _has_items(counts) else ""
    missing = "" if counts.criteria else "The rubric asks nothing yet."
    figures = f"{version}: {_n(counts.criteria, 'question')}, {guidelines}."
    if fixed:
        url = reverse("rubric_detail", args=[version.rubric.slug, version.number])
        return SetupStep("Rubric", figures, url, "See the rubric", missing, fixed)
    url = reverse("study_settings", args=[study.slug])
    return SetupStep("Rubric", figures, url, "Choose the rubric", missing)


def _cases(study: Study, counts: Counts) -> SetupStep:
    missing = "" if counts.cases else "Import sessions of the agent."
    url = reverse("import_new", args=[study.slug])
    return SetupStep("Cases", f"{_n(counts.cases, 'case')}.", url, "Bring in cases", missing)


def _items(study: Study, counts: Counts) -> SetupStep:
    missing = "" if counts.items else "Nothing to rate yet: an import makes items of its cases."
    page, link = ("case_list", "See the cases") if counts.cases else ("import_new", "Import")
    figures = f"{_n(counts.items, 'item')} to rate."
    return SetupStep("Items", figures, reverse(page, args=[study.slug]), link, missing)


def _overlap(study: Study, counts: Counts) -> SetupStep:
    figures = f"{_n(study.overlap, 'rater')} an item."
    if study.extra_share and study.extra_overlap:
        figures += f" {study.extra_share:.0%} of the items get {study.extra_overlap} more."
    missing = ""
    if study.overlap < 2:
        missing = "With one rater an item nobody can say how well people agree."
    if not _has_items(counts):
        url = reverse("study_settings", args=[study.slug])
        return SetupStep("Overlap", figures, url, "Set the overlap", missing)
    fixed = "The items have their places by it. More raters can be added, fewer can’t."
    url = reverse("work_extend", args=[study.slug])
    return SetupStep("Overlap", figures, url, "More raters for items", missing, fixed)


def _gold(study: Study, counts: Counts) -> SetupStep:
    figures = (
        f"{_n(counts.gold, 'gold item')}, {_n(counts.training, 'training item')}; "
        f"{study.gold_share:.0%} of the queue is to be gold."
    )
    missing = ""
    if study.gold_share and not counts.gold:
        missing = "No item has a known answer, so none is drawn as gold."
    url = reverse("gold_choose", args=[study.slug])
    return SetupStep("Gold and training", figures, url, "Choose gold items", missing)


def _splits(study: Study, counts: Counts) -> SetupStep:
    figures = (
        f"{study.held_out_share:.0%} held out: {counts.tuning} to tune by, "
        f"{counts.held_out} held out."
    )
    missing = ""
    if not study.held_out_share or (counts.items and not counts.held_out):
        missing = "Nothing is held out: no final figures can come from unseen items."
    elif study.held_out_share == 1 or (counts.items and not counts.tuning):
        missing = "All is held out: nothing is left to tune the judge by."
    url = reverse("study_settings", args=[study.slug])
    if not _has_items(counts):
        return SetupStep("Splits", figures, url, "Set the share", missing)
    fixed = "The items were split by it."
    return SetupStep("Splits", figures, url, "See the settings", missing, fixed)


def _raters(study: Study, counts: Counts) -> SetupStep:
    needed = study.overlap + (study.extra_overlap if study.extra_share else 0)
    missing = ""
    if counts.raters < needed:
        missing = f"An item needs up to {needed}: {needed - counts.raters} more."
    url = reverse("people_list", args=[study.slug])
    figures = f"{_n(counts.raters, 'rater')} who may rate now."
    return SetupStep("Raters", figures, url, "Invite raters", missing)


def _opening(study: Study, counts: Counts, waiting: list[str]) -> SetupStep:
    name = "Check and open"
    figures = (
        f"The study is {study.get_state_display().lower()}; "
        f"{counts.filled} of {_n(counts.slots, 'rating')} done."
    )
    url = reverse("study_settings", args=[study.slug])
    if study.state == Study.State.CLOSED:
        return SetupStep(name, figures, url, "Open again", fixed="The study is closed.")
    if waiting:
        missing = f"Open before this: {', '.join(waiting)}."
        return SetupStep(name, figures, url, "See the settings", missing)
    if study.state == Study.State.PAUSED:
        return SetupStep(name, figures, url, "Open the study", "Raters get no items while paused.")
    return SetupStep(name, figures, reverse("work_detail", args=[study.slug]), "Watch the work")
