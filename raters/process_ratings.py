"""What a rater says of a trajectory: a label for each step of the agent, and the first error."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cases.errors import BadInput
from cases.models import Item
from cases.transcript import Step, agent_steps
from raters.models import Assignment, FirstError, Rating, StepLabel
from raters.ratings import Keep, record
from raters.sides import turns_of
from raters.standing import Standing


@dataclass(frozen=True, slots=True)
class ErrorFound:
    """Where the first error is. `step` and `category` belong to state "found" alone.

    Which agent made it is not said: it is the author of the step, as the case has it.
    """

    state: str
    step: int | None = None
    category: str = ""
    comment: str = ""
    evidence: list[dict[str, Any]] = field(default_factory=list)


def labelled_steps(assignment: Assignment) -> list[Step]:
    """The steps that the rater labels, in order. Reads the case."""
    return agent_steps(turns_of(assignment)[""])


def record_process(
    *,
    assignment: Assignment,
    submit_key: uuid.UUID,
    labels: Mapping[int, str],
    error: ErrorFound,
    active_ms: int | None = None,
    base_revision: int | None = None,
) -> Rating:
    """Keep a label for every step of the agent, step number → label, and the first error.

    By the rules of raters.ratings.record_rating. Raises BadInput, having written nothing, for steps
    without a label, for labels of other steps, and for an error that is none of the agent's steps.
    """
    # Read before anything is locked: a case does not change.
    steps = labelled_steps(assignment)

    def check(locked: Assignment, standing: Standing) -> Keep:
        _check_kind(locked.item)
        check_labels(steps, labels)
        check_error(steps, error)
        return lambda rating: _keep(rating, steps, labels, error)

    return record(
        assignment=assignment,
        submit_key=submit_key,
        check=check,
        active_ms=active_ms,
        base_revision=base_revision,
    )


def check_labels(steps: Sequence[Step], labels: Mapping[int, str]) -> None:
    """Raise BadInput unless every one of `steps` has a label and nothing else has. Pure."""
    numbers = {step.index for step in steps}
    if unknown := sorted(labels.keys() - numbers):
        raise BadInput(f"{_listed(unknown)}: not a step of the agent, so it takes no label.")
    if missing := sorted(numbers - labels.keys()):
        raise BadInput(f"{_listed(missing)}: choose a label.")
    if wrong := sorted(step for step, label in labels.items() if label not in StepLabel.Value):
        raise BadInput(f"{_listed(wrong)}: {labels[wrong[0]]!r} is not a label of a step.")


def check_error(steps: Sequence[Step], error: ErrorFound) -> None:
    """Raise BadInput unless `error` names one of `steps` and a category, or neither. Pure."""
    if error.state not in FirstError.State:
        raise BadInput("Say which step is the first error, that there is none, or “Can’t tell”.")
    if error.state != FirstError.State.FOUND:
        if error.step is not None or error.category:
            raise BadInput("Without an error there is neither its step nor its kind.")
        return
    if error.step not in {step.index for step in steps}:
        raise BadInput("Choose the step of the agent that is the first error.")
    if error.category not in FirstError.Category:
        raise BadInput("Choose what kind of error it is.")


def process_answers(rating: Rating) -> list[tuple[str, str]]:
    """What a rating says of a trajectory in few words: (question, answer)."""
    counts = [
        (label, sum(one.value == value for one in rating.step_labels.all()))
        for value, label in StepLabel.Value.choices
    ]
    said = ", ".join(f"{count} {label.lower()}" for label, count in counts if count)
    return [("Steps", said or "None"), ("First error", _spoken(rating))]


def _spoken(rating: Rating) -> str:
    error = getattr(rating, "first_error", None)
    if error is None:
        return "Not answered"
    if error.state != FirstError.State.FOUND:
        return str(error.get_state_display())
    by = f" ({error.agent})" if error.agent else ""
    return f"Step {error.step}{by}: {error.get_category_display()}"


def _check_kind(item: Item) -> None:
    if item.kind != Item.Kind.PROCESS:
        raise BadInput("This item is not rated step by step. Load the page again.")


def _keep(
    rating: Rating, steps: Sequence[Step], labels: Mapping[int, str], error: ErrorFound
) -> None:
    StepLabel.objects.bulk_create(
        [StepLabel(rating=rating, step=step.index, value=labels[step.index]) for step in steps],
        batch_size=1_000,
    )
    authors = {step.index: step.author for step in steps}
    FirstError.objects.create(
        rating=rating,
        state=error.state,
        step=error.step,
        category=error.category,
        agent="" if error.step is None else authors[error.step][:200],
        comment=error.comment,
        evidence=error.evidence,
    )


def _listed(numbers: Sequence[int]) -> str:
    """Steps by number: "Step 4", "Steps 4, 6 and 9", the first few of many."""
    shown = [str(number) for number in numbers[:8]]
    if len(numbers) == 1:
        return f"Step {shown[0]}"
    if len(numbers) > len(shown):
        return f"Steps {', '.join(shown)} and {len(numbers) - len(shown)} more"
    return f"Steps {', '.join(shown[:-1])} and {shown[-1]}"
