"""What the baseline answers, from the text of a request and nothing else.

Criteria with their rules stand in the instruction, steps in the message, both as JSON lines
between fences (judges.rendering writes them).
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from cases.rules import FALLBACK_RULES, RuleOutcome, evaluate_rules
from cases.transcript import Step, StepKind, step_line
from judges.validation import MIN_QUOTE, NO_EVIDENCE

_FENCED = re.compile(
    r"^<<<(?P<label>[A-Z ]+) (?P<number>[0-9a-f]{24}) BEGINS>>>\n"
    r"(?P<body>.*?)\n?"
    r"^<<<(?P=label) (?P=number) ENDS>>>$",
    re.MULTILINE | re.DOTALL,
)
# A line is quoted up to here when a rule has nothing better to quote.
_QUOTE_CHARS = 160


def answer_request(instruction: str, message: str) -> str:
    """The reply, as JSON. A criterion that no rule can decide is left out, which is an ERROR.

    Raises ValueError when the request holds no criteria or no case.
    """
    criteria = _fenced(instruction).get("CRITERIA")
    cases = {label: _steps(lines) for label, lines in _fenced(message).items()}
    if criteria is None:
        raise ValueError("the request holds no criteria; the prompt needs $rules_json")
    if "CASE" in cases:
        answers = [_absolute(criterion, cases["CASE"]) for criterion in criteria]
    elif {"CASE A", "CASE B"} <= cases.keys():
        answers = [_pairwise(c, cases["CASE A"], cases["CASE B"]) for c in criteria]
    else:
        raise ValueError("the request holds no case; the prompt needs $case_json")
    return json.dumps({"criteria": [a for a in answers if a]}, ensure_ascii=False)


def _fenced(text: str) -> dict[str, list[dict[str, Any]]]:
    return {
        match["label"]: [json.loads(line) for line in match["body"].split("\n") if line]
        for match in _FENCED.finditer(text)
    }


def _steps(lines: list[dict[str, Any]]) -> list[Step]:
    return [
        Step(**(line | {"kind": StepKind(line["kind"]), "flags": tuple(line.get("flags", ()))}))
        for line in lines
    ]


def _absolute(criterion: dict[str, Any], steps: Sequence[Step]) -> dict[str, str] | None:
    outcome = _evaluate(criterion, steps)
    value = _level(criterion, outcome.passed)
    if value is None:
        return None
    return _entry(criterion, value, outcome, steps)


def _pairwise(
    criterion: dict[str, Any], a: Sequence[Step], b: Sequence[Step]
) -> dict[str, str] | None:
    """The side that passes where the other fails; a tie where both do the same."""
    of_a, of_b = _evaluate(criterion, a), _evaluate(criterion, b)
    if of_a.passed is None or of_b.passed is None:
        return None
    if of_a.passed == of_b.passed:
        return _entry(criterion, "TIE", of_a, a)
    return _entry(criterion, "A", of_a, a) if of_a.passed else _entry(criterion, "B", of_b, b)


def _evaluate(criterion: dict[str, Any], steps: Sequence[Step]) -> RuleOutcome:
    """The criterion's own rules; word overlap with tool data where they decide nothing."""
    outcome = evaluate_rules(criterion["rules"], steps)
    return outcome if outcome.passed is not None else evaluate_rules(FALLBACK_RULES, steps)


def _level(criterion: dict[str, Any], passed: bool | None) -> str | None:
    """The level that says `passed` most plainly, or None where the scale has no such level.

    Rules know passing and failing only: on an ordinal scale that is its best passing and its
    worst level, on any other the one level that passes and the one that doesn't.
    """
    values, passing = criterion["values"], criterion["pass_levels"]
    if passed is None or not passing:
        return None
    fitting = [value for value in values if (value in passing) is passed]
    if criterion["scale"] == "ordinal" and fitting:
        return str(fitting[-1] if passed else fitting[0])
    return str(fitting[0]) if len(fitting) == 1 else None


def _entry(
    criterion: dict[str, Any], verdict: str, outcome: RuleOutcome, steps: Sequence[Step]
) -> dict[str, str]:
    return {
        "criterion": criterion["criterion"],
        "rationale": "; ".join(finding.text for finding in outcome.findings) or "No finding.",
        "evidence": _evidence(outcome, steps),
        "verdict": verdict,
    }


def _evidence(outcome: RuleOutcome, steps: Sequence[Step]) -> str:
    """The first finding's quote, else the beginning of the last step, numbered as shown."""
    for finding in outcome.findings:
        if len(finding.evidence) >= MIN_QUOTE:
            return finding.evidence
    line = step_line(steps[-1], 10**9)[:_QUOTE_CHARS] if steps else ""
    return line if len(line) >= MIN_QUOTE else NO_EVIDENCE
