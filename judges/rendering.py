"""What a judge is sent for one item: criteria as instruction, the case as fenced data.

A case's text can neither close its fence nor look like a step of its own: fence marks inside it
are pulled apart, lines after a step's first are indented, and the fence carries a number made
of the whole text, which no part of that text can know.
"""

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cases.models import Criterion
from cases.neutral_names import steps_alike
from cases.transcript import Step, step_line
from judges.parsing import Question
from judges.prompting import Prompt
from judges.schema import pairwise_questions

NO_LIMIT = 10**9
# Side orders of a pairwise item: "ab" shows its first case as A.
SIDE_ORDERS = ("ab", "ba")

_MARKS = re.compile(r"<{3,}|>{3,}")


@dataclass(frozen=True, slots=True)
class Rendered:
    """One request: the two texts, what may be answered, and what may be quoted."""

    instruction: str
    message: str
    questions: tuple[Question, ...]
    quotable: tuple[str, ...]
    pairwise: bool = False


def questions_of(criteria: Sequence[Criterion]) -> tuple[Question, ...]:
    return tuple(Question(c.key, tuple(c.values), c.evidence_optional) for c in criteria)


class Renderer:
    """Makes the requests of one judge version; the part about the criteria is made once."""

    def __init__(self, prompt: Prompt, criteria: Sequence[Criterion], *, limit: int) -> None:
        """`limit` is about how many characters of one step are shown."""
        self.prompt = prompt
        self.limit = limit
        self.questions = questions_of(criteria)
        self.pairwise_questions = pairwise_questions(self.questions)
        about = _Lazy(
            criteria=lambda: "\n\n".join(criterion_text(c) for c in criteria),
            rules_json=lambda: fence("CRITERIA", "\n".join(_json(_rules(c)) for c in criteria)),
        )
        self.absolute_instruction = prompt.absolute_instruction.substitute(about)
        self.pairwise_instruction = prompt.pairwise_instruction.substitute(about)

    def absolute(self, steps: Sequence[Step], *, rated: range | None = None) -> Rendered:
        """A request about one case, or about its steps `rated`, with the others as context."""
        case = _Lazy(
            case=lambda: fence("CASE", _lines(steps, self.limit)),
            case_json=lambda: fence("CASE", _json_lines(steps)),
        )
        message = self.prompt.absolute_message.substitute(case)
        if rated:
            message = f"{message.rstrip()}\n\n{_only(rated)}\n"
        return Rendered(
            instruction=self.absolute_instruction,
            message=message,
            questions=self.questions,
            quotable=_quotable(steps),
        )

    def pairwise(self, a: Sequence[Step], b: Sequence[Step]) -> Rendered:
        """A request about two cases, shown as A and B."""
        a, b = steps_alike(a, b)
        cases = _Lazy(
            case_a=lambda: fence("CASE A", _lines(a, self.limit)),
            case_b=lambda: fence("CASE B", _lines(b, self.limit)),
            case_a_json=lambda: fence("CASE A", _json_lines(a)),
            case_b_json=lambda: fence("CASE B", _json_lines(b)),
        )
        return Rendered(
            instruction=self.pairwise_instruction,
            message=self.prompt.pairwise_message.substitute(cases),
            questions=self.pairwise_questions,
            quotable=_quotable(a) + _quotable(b),
            pairwise=True,
        )


def _only(rated: range) -> str:
    steps = f"step {rated[0]}" if len(rated) == 1 else f"steps {rated[0]} to {rated[-1]}"
    return f"Judge the agent's last turn only: {steps}. What stands before it is context."


class _Lazy(dict[str, Callable[[], str]]):
    """Placeholders whose text is made only if the template names them."""

    def __getitem__(self, name: str) -> str:  # type: ignore[override]
        return super().__getitem__(name)()


def case_value(verdict: str, side_order: str) -> str:
    """What a side's verdict means for the item's cases: first_case, second_case or tie."""
    if verdict == "TIE":
        return "tie"
    return "first_case" if (verdict == "A") == (side_order == "ab") else "second_case"


def fence(label: str, body: str) -> str:
    """`body` between two lines that nothing in `body` can imitate."""
    number = hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:24]
    return f"<<<{label} {number} BEGINS>>>\n{body}\n<<<{label} {number} ENDS>>>"


def defuse(text: str) -> str:
    """`text` with every run of three or more angle brackets pulled apart."""
    return _MARKS.sub(lambda match: " ".join(match.group()), text)


def _lines(steps: Sequence[Step], limit: int) -> str:
    return "\n".join(_block(step_line(step, limit)) for step in steps) or "(no steps)"


def _block(line: str) -> str:
    """A step at the margin, its further lines indented."""
    return "\n    ".join(defuse(line).splitlines())


def _json_lines(steps: Sequence[Step]) -> str:
    return "\n".join(
        _json(
            {
                "index": step.index,
                "kind": step.kind,
                "author": step.author,
                "text": step.text,
                "tool": step.tool,
                "data": step.data,
                "call": step.call,
                **({"flags": list(step.flags)} if step.flags else {}),
            }
        )
        for step in steps
    )


def _json(data: Any) -> str:
    """One line in which angle brackets, which JSON has in strings only, are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    text = text.replace("<", "\\u003c").replace(">", "\\u003e")
    return "".join(f"\\u{ord(c):04x}" if c in "\x85\u2028\u2029" else c for c in text)


def _quotable(steps: Sequence[Step]) -> tuple[str, ...]:
    """What stands in the steps, both as it is and as shown; never our own marks for cuts."""
    plain = [step_line(step, NO_LIMIT) for step in steps]
    return tuple(dict.fromkeys([*plain, *map(defuse, plain)]))


def criterion_text(criterion: Criterion) -> str:
    """One criterion with question, property, anchored levels and examples."""
    lines = [f"## {criterion.key}", f"Question: {criterion.question}"]
    if criterion.property:
        lines.append(f"Passes exactly when this is true: {criterion.property}")
    lines.append("Levels, worst first:" if criterion.scale == "ordinal" else "Levels:")
    for level in criterion.levels:
        name = f"{level['value']} ({level['label']})" if level.get("label") else level["value"]
        lines.append(f"- {name}: {level.get('text', '')}".rstrip(": "))
    for name, texts in criterion.examples.items():
        if texts:
            lines.append(f"Examples ({name}):")
            lines.extend(f"- {text}" for text in texts)
    lines.append(
        "Evidence: a verbatim quote, or NONE where nothing can be quoted."
        if criterion.evidence_optional
        else "Evidence: a verbatim quote is required."
    )
    return "\n".join(lines)


def _rules(criterion: Criterion) -> dict[str, Any]:
    return {
        "criterion": criterion.key,
        "values": criterion.values,
        "pass_levels": criterion.pass_levels,
        "scale": criterion.scale,
        "evidence_optional": criterion.evidence_optional,
        "rules": criterion.rules,
    }
