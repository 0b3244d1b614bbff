"""Items whose answers are known: gold, hidden among the others, and training items.

An item becomes one or the other for good: whoever has seen its answer can't rate it blind again. It
can be retired, which means that it is handed out no longer, and put back.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from cases.errors import BadInput
from cases.items import PAIR_VALUES, leave_held_out, lock_study
from cases.models import AuditEvent, GoldAnswer, GoldProcess, Item, Person, Study
from cases.rubrics import freeze
from cases.signals import items_retired
from cases.transcript import agent_steps

# Criterion key → (value, explanation).
Answers = Mapping[str, tuple[str, str]]
MAX_EXPLANATION = 5_000
# What raters may say of a trajectory; raters.models has the same words.
STEP_LABELS = ("NEEDED", "REDUNDANT", "HARMFUL", "RECOVERY")
ERROR_CATEGORIES = (
    "policy",
    "ungrounded",
    "wrong_tool",
    "bad_arguments",
    "ignored_error",
    "loop",
)
GONE = "This item is an ordinary one: give it known answers first."


@dataclass(frozen=True, slots=True)
class ProcessAnswer:
    """What is known of a trajectory: labels of some steps, and its first error, None for none."""

    first_error: int | None = None
    category: str = ""
    steps: Mapping[int, str] = field(default_factory=dict)
    explanation: str = ""


@transaction.atomic
def make_gold(
    *,
    item: Item,
    answers: Answers | None = None,
    process: ProcessAnswer | None = None,
    actor: Person | None,
    rated: bool = False,
) -> Item:
    """Give an ordinary item known answers; it is mixed in among the others from now on.

    `answers` for the questions of the rubric, `process` for an item of kind process. It leaves its
    split and the ordinary queue, and the rest of its conversation leaves held-out. The rubric
    version is frozen, since the answers are answers to its wording. With `rated` it may have
    ratings, which stay and no longer count. Raises BadInput for unknown criteria or values, for no
    answers, for an item that is gold or training already, and (from a receiver of items_retired)
    for one that somebody is rating now or, without `rated`, that people have begun to rate.
    """
    return _make_known(item, Item.Purpose.GOLD, answers, process, actor, rated)


@transaction.atomic
def make_training(
    *,
    item: Item,
    answers: Answers | None = None,
    process: ProcessAnswer | None = None,
    actor: Person | None,
    rated: bool = False,
) -> Item:
    """As make_gold, for training: raters get it first and are shown the answers after it. It comes
    behind the training items there are."""
    return _make_known(item, Item.Purpose.TRAINING, answers, process, actor, rated)


def _make_known(
    item: Item,
    purpose: str,
    answers: Answers | None,
    process: ProcessAnswer | None,
    actor: Person | None,
    rated: bool,
) -> Item:
    study = lock_study(item.study)
    # Nothing but the item, and so that a claim of it under way can go on to its end.
    item = Item.objects.select_for_update(of=("self",), no_key=True).get(pk=item.pk)
    item.study = study
    if item.purpose != Item.Purpose.ORDINARY:
        raise BadInput(f"item {item.key} is {item.purpose} already: choose an ordinary item")
    freeze(study.rubric_version)
    rows = _answer_rows(item, answers, process)
    leave_held_out(study=study, item_ids=[item.pk], actor=actor, why=str(purpose))
    items_retired.send(sender=Study, study=study, items=[item], rated=rated)
    item.purpose = purpose
    item.split = Item.Split.NONE
    if purpose == Item.Purpose.TRAINING:
        there = study.items.filter(purpose=Item.Purpose.TRAINING)
        item.rank = (there.aggregate(last=Max("rank"))["last"] or 0) + 1
    item.save(update_fields=["purpose", "split", "rank"])
    for row in rows:
        row.save(force_insert=True)
    AuditEvent.record(
        f"item.made_{purpose}",
        actor=actor,
        study=study,
        target=item,
        criteria=sorted(answers or {}),
    )
    return item


@transaction.atomic
def change_answers(
    *,
    item: Item,
    answers: Answers | None = None,
    process: ProcessAnswer | None = None,
    actor: Person | None,
) -> bool:
    """Put other known answers or explanations in place; whether anything changed.

    Ratings are compared with the new ones from now on, those given before as well. Raises BadInput
    as make_gold, and for an ordinary item.
    """
    item = _locked(item)
    before = _said(item)
    rows = _answer_rows(item, answers, process)
    GoldAnswer.objects.filter(item=item).delete()
    GoldProcess.objects.filter(item=item).delete()
    for row in rows:
        row.save(force_insert=True)
    after = _said(item)
    if before == after:
        return False
    values = [{key: value for key, (value, _) in said.items()} for said in (before, after)]
    AuditEvent.record(
        "item.answers_changed",
        actor=actor,
        study=item.study,
        target=item,
        before=values[0],
        after=values[1],
    )
    return True


@transaction.atomic
def retire(*, item: Item, actor: Person | None) -> None:
    """Hand the item out no longer. It stays what it is, and so do the ratings on it."""
    item = _locked(item)
    if item.retired_at is not None:
        raise BadInput("This item is retired already.")
    item.retired_at = timezone.now()
    item.save(update_fields=["retired_at"])
    AuditEvent.record("item.retired", actor=actor, study=item.study, target=item)


@transaction.atomic
def put_back(*, item: Item, actor: Person | None) -> None:
    """Hand a retired item out again."""
    item = _locked(item)
    if item.retired_at is None:
        raise BadInput("This item is handed out already.")
    item.retired_at = None
    item.save(update_fields=["retired_at"])
    AuditEvent.record("item.put_back", actor=actor, study=item.study, target=item)


@transaction.atomic
def move_up(*, item: Item, actor: Person | None) -> None:
    """Let a training item change places with the one before it. The first stays where it is."""
    item = _locked(item)
    if item.purpose != Item.Purpose.TRAINING:
        raise BadInput("Only training items have an order.")
    others = item.study.items.filter(purpose=Item.Purpose.TRAINING, rank__lt=item.rank)
    before = others.order_by("-rank").first()
    if before is None:
        return
    item.rank, before.rank = before.rank, item.rank
    item.save(update_fields=["rank"])
    before.save(update_fields=["rank"])
    AuditEvent.record("training.reordered", actor=actor, study=item.study, target=item)


# --- inside ---------------------------------------------------------------------------------------


def _locked(item: Item) -> Item:
    study = lock_study(item.study)
    item = Item.objects.select_for_update(of=("self",), no_key=True).get(pk=item.pk)
    item.study = study
    if item.purpose == Item.Purpose.ORDINARY:
        raise BadInput(GONE)
    return item


def _said(item: Item) -> dict[str, tuple[object, str]]:
    """What is known of the item: criterion key → (value, explanation)."""
    known = GoldAnswer.objects.filter(item=item).select_related("criterion")
    said: dict[str, tuple[object, str]] = {
        one.criterion.key: (one.value, one.explanation) for one in known
    }
    process = GoldProcess.objects.filter(item=item).first()
    if process is not None:
        values = [process.first_error, process.category, process.steps]
        said["process"] = (values, process.explanation)
    return said


def _answer_rows(
    item: Item, answers: Answers | None, process: ProcessAnswer | None
) -> list[GoldAnswer | GoldProcess]:
    if item.kind == Item.Kind.PROCESS:
        return [_process_row(item, process)]
    return list(_criterion_rows(item, answers or {}))


def _criterion_rows(item: Item, answers: Answers) -> list[GoldAnswer]:
    criteria = {c.key: c for c in item.study.rubric_version.criteria.all()}
    if not answers:
        raise BadInput(f"item {item.key}: give the known answer of at least one criterion")
    rows = []
    for key, (value, explanation) in answers.items():
        if key not in criteria:
            raise BadInput(
                f"criterion {key!r} is not in {item.study.rubric_version}: "
                f"choose among {', '.join(criteria)}"
            )
        allowed = PAIR_VALUES if item.kind == Item.Kind.PAIRWISE else criteria[key].values
        if value not in allowed:
            raise BadInput(
                f"criterion {key!r} has no value {value!r}: choose among {', '.join(allowed)}"
            )
        _check_text(explanation)
        rows.append(
            GoldAnswer(item=item, criterion=criteria[key], value=value, explanation=explanation)
        )
    return rows


def _process_row(item: Item, process: ProcessAnswer | None) -> GoldProcess:
    if process is None:
        raise BadInput(f"item {item.key}: say where its first error is, or that it has none")
    numbers = {step.index for step in agent_steps(item.case.read_turns())}
    named = {*process.steps, *([] if process.first_error is None else [process.first_error])}
    if named - numbers:
        unknown = ", ".join(str(number) for number in sorted(named - numbers))
        raise BadInput(f"item {item.key} has no step {unknown} that an agent took")
    if (process.first_error is None) != (process.category == ""):
        raise BadInput("A first error needs its step and its category; no error needs neither.")
    if wrong := set(process.steps.values()) - set(STEP_LABELS):
        raise BadInput(f"No label of a step: {', '.join(sorted(wrong))}.")
    if process.category and process.category not in ERROR_CATEGORIES:
        raise BadInput(f"{process.category!r} is no kind of error.")
    _check_text(process.explanation)
    return GoldProcess(
        item=item,
        first_error=process.first_error,
        category=process.category,
        steps={str(step): value for step, value in sorted(process.steps.items())},
        explanation=process.explanation,
    )


def _check_text(text: str) -> None:
    if len(text) > MAX_EXPLANATION or "\x00" in text:
        raise BadInput(
            f"An explanation must be plain text of {MAX_EXPLANATION:,} characters at most."
        )
