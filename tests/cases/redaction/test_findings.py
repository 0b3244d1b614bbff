from typing import Any

import pytest

from cases.redaction import CaseText, Finding, Redactor, value_at
from cases.transcript import steps_of
from tests.cases.redaction.cases import case


def found(redactor: Redactor, *said: str, result: Any = None) -> list[tuple[str, str, str]]:
    """(hidden characters, kind, rule) of each finding, read back through its path."""
    turns = case(*said, result=result)
    steps = {step.index: step for step in steps_of(turns)}
    return [
        (_shown(steps[finding.step], finding), finding.kind, finding.rule)
        for finding in redactor.explain(CaseText(turns))
    ]


def _shown(step: Any, finding: Finding) -> str:
    if not finding.path:
        return str(step.text or step.data)[finding.start : finding.end]
    if finding.in_key:
        above = value_at(step.data, finding.path[:-1])
        last = finding.path[-1]
        key = list(above)[last] if isinstance(last, int) else last
        return str(key)[finding.start : finding.end]
    return str(value_at(step.data, finding.path))[finding.start : finding.end]


def test_every_finding_says_where_and_why(redactor: Redactor) -> None:
    assert found(
        redactor,
        "My name is Nora Achterberg, write to nora@example.com",
        "the achterberg order",
        result={"customer_name": "Nora Achterberg", "notes": ["call 0161 496 0000"], "n": 2},
    ) == [
        ("Nora Achterberg", "PERSON", "cue"),
        ("nora@example.com", "EMAIL", "shape e-mail"),
        ("achterberg", "PERSON", "second pass"),
        ("Nora Achterberg", "PERSON", "key customer_name"),
        ("0161 496 0000", "PHONE", "shape telephone number"),
    ]


@pytest.mark.parametrize(
    ("result", "shown"),
    [
        ({"raw": '{"a": [1, {"customer": "Nora Achterberg"}], "b": 2}'}, "Nora Achterberg"),
        ({"raw": r'{"customer": "Zo\u00eb \"Z\" Quill", "b": 2}'}, r"Zo\u00eb \"Z\" Quill"),
        ('{"b": "see \\n jo@example.com"}', "jo@example.com"),
        ({"raw": '{"phone": 442079460999}'}, "442079460999"),
    ],
)
def test_a_finding_in_json_in_a_string_points_into_the_string(
    redactor: Redactor, result: Any, shown: str
) -> None:
    assert [text for text, _, _ in found(redactor, result=result)] == [shown]


def test_a_finding_holds_no_private_key(redactor: Redactor) -> None:
    result = {"totals": 3, "jo@example.com": {"email": "jo@example.com"}}
    findings = redactor.explain(CaseText(case(result=result)))
    assert "jo@" not in str(findings)
    assert found(redactor, result=result) == [
        ("jo@example.com", "EMAIL", "key email"),
        ("jo@example.com", "EMAIL", "shape e-mail"),
    ]
