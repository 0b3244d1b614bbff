"""The form of a judge's reply, built for one rubric version.

The rationale stands before the verdict: a model that writes in order has to reason first.
"""

import enum
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, Field, create_model

from judges.parsing import Question

SIDES = ("A", "B", "TIE")


def reply_model(questions: Sequence[Question]) -> type[BaseModel]:
    """A pydantic model of the reply: criteria by key, verdicts out of all levels.

    A verdict of another criterion's scale fits this schema; judges.parsing refuses it.
    """
    keys = enum.StrEnum("Criterion", {f"C{i}": q.key for i, q in enumerate(questions)})  # type: ignore[misc]
    values = dict.fromkeys(value for q in questions for value in q.values)
    verdicts = enum.StrEnum("Verdict", {f"V{i}": value for i, value in enumerate(values)})  # type: ignore[misc]
    fields: dict[str, Any] = {
        "criterion": (keys, Field(description="Key of the criterion")),
        "rationale": (str, Field(description="Your reasons, in two or three sentences")),
        "evidence": (str, Field(description="Verbatim quote from the transcript, or NONE")),
        "verdict": (verdicts, Field(description="One of the criterion's levels")),
    }
    entry = create_model("CriterionVerdict", **fields)
    return create_model(
        "Reply",
        criteria=(list[entry], Field(description="One entry per criterion")),  # type: ignore[valid-type]
    )


def pairwise_questions(questions: Sequence[Question]) -> tuple[Question, ...]:
    """The same criteria, answered with the better side."""
    return tuple(Question(q.key, SIDES, q.evidence_optional) for q in questions)


def reply_schemas(questions: Sequence[Question]) -> dict[str, Any]:
    """JSON schemas of the replies for absolute and pairwise items, as a version keeps them."""
    return {
        "absolute": reply_model(questions).model_json_schema(),
        "pairwise": reply_model(pairwise_questions(questions)).model_json_schema(),
    }
