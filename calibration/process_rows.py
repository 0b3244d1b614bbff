"""What a rating of a trajectory is in the long format: criteria, labels and states. Pure."""

from collections.abc import Iterator

from raters.models import FirstError

STEP_LABEL = "step_label"
FIRST_ERROR_STEP = "first_error_step"
FIRST_ERROR_CATEGORY = "first_error_category"
FIRST_ERROR_AGENT = "first_error_agent"
# The criteria of process items, which ask none of the rubric's.
PROCESS_CRITERIA = (STEP_LABEL, FIRST_ERROR_STEP, FIRST_ERROR_CATEGORY, FIRST_ERROR_AGENT)
# The label where there is no error.
NONE = "NONE"


def error_labels(
    state: str, step: int | None, category: str, agent: str
) -> Iterator[tuple[str, str, str]]:
    """(criterion, label, state) of a first error; no agent where the case names none."""
    found = {
        FIRST_ERROR_STEP: "" if step is None else str(step),
        FIRST_ERROR_CATEGORY: category,
        FIRST_ERROR_AGENT: agent,
    }
    for criterion, label in found.items():
        if state == FirstError.State.CANT_TELL:
            yield criterion, "", "cant_tell"
        elif state == FirstError.State.NONE:
            yield criterion, NONE, "label"
        elif label:
            yield criterion, label, "label"
