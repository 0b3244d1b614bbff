"""A process that redacts one description of an agent: `python -m cases.redaction_child`.

Reads one JSON job from standard input and answers with one JSON object, so that the language model
is never loaded by whoever asks. Knows nothing of Django and of the database, writes no file, and
ends with the process that started it. See cases.redaction_apart.
"""

import json
import signal
import sys
from typing import Any

from cases.errors import BadInput
from cases.redaction import CaseText, Policy, Redactor
from cases.transcript import Step, StepKind, Turn
from config.parent import ask_kernel


def main() -> None:
    ask_kernel(signal.SIGKILL)
    job = json.load(sys.stdin)
    try:
        answer = redact(job)
    except BadInput as error:
        answer = {"refused": str(error)}
    json.dump(answer, sys.stdout)


def redact(job: dict[str, Any]) -> dict[str, Any]:
    """{"labels": [text], "texts": [text], "problems": [reason]} of a job's labels and texts."""
    redactor = Redactor(
        model_name=job["model"],
        policy=Policy.from_json(job["policy"]),
        deny_key=bytes.fromhex(job["deny_key"]),
    )
    labels = [redactor.redact_label(label) if label else "" for label in job["labels"]]
    return {"labels": labels} | redact_texts(redactor, job["texts"])


def redact_texts(redactor: Redactor, texts: list[str]) -> dict[str, Any]:
    """{"texts", "problems"}: texts as they may be kept. Each person has one pseudonym through all
    of them."""
    steps = [Step(n, StepKind.SAY, "agent", text=text) for n, text in enumerate(texts, start=1)]
    found = redactor.redact_case(CaseText(turns=[Turn(1, "agent", tuple(steps))]))
    kept = [step.text for turn in found.turns for step in turn.steps]
    return {"texts": kept, "problems": found.problems}


if __name__ == "__main__":
    main()
