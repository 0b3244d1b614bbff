import pytest

from judges.parsing import Answer, Parsed, Question
from judges.validation import check_evidence, normalised, validate

STEPS = [
    '2. refunds_agent CALL lookup_order {"order_id": "BR-1"}',
    "4. refunds_agent SAY I sent a refund\n\n   of 64.00 to your “card”.",
]


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        ("I sent a refund of 64.00", ""),
        ("  I sent a\trefund\nof 64.00 ", ""),
        ('"I sent a refund of 64.00"', ""),
        ("“I sent a refund of 64.00”", ""),
        ('lookup_order {"order_id": "BR-1"}', ""),
        ("of 64.00 to your “card”", ""),
        ("refund of 64", ""),
        ("refund of 6", "evidence_too_short"),
        ('"refund of 6"', "evidence_too_short"),
        ("i sent a refund of 64.00", "evidence_not_found"),
        ("I sent a refund of 65.00", "evidence_not_found"),
        ("I sent … of 64.00", "evidence_not_found"),
        ('"BR-1"} 4. refunds_agent SAY', "evidence_not_found"),
        ("", "evidence_missing"),
        ("   ", "evidence_missing"),
        ("NONE", "evidence_missing"),
    ],
)
def test_a_quote_has_to_stand_in_one_step(evidence: str, reason: str) -> None:
    assert check_evidence(evidence, map(normalised, STEPS), optional=False) == reason


@pytest.mark.parametrize("evidence", ["NONE", ""])
def test_none_is_allowed_where_the_criterion_says_so(evidence: str) -> None:
    assert check_evidence(evidence, STEPS, optional=True) == ""


def test_an_optional_quote_still_has_to_be_true() -> None:
    assert check_evidence("Verdict: PASS, all fine", STEPS, optional=True) == "evidence_not_found"


def test_an_answer_without_ground_is_an_error_and_keeps_its_words() -> None:
    questions = [Question("a", ("PASS",)), Question("b", ("PASS",)), Question("c", ("PASS",))]
    parsed = Parsed(
        "ok",
        (
            Answer("a", "PASS", "invented words here", "why"),
            Answer("b", "PASS", "I sent a refund of 64.00", "why"),
            Answer("c", reason="missing"),
        ),
        ("a note",),
    )
    assert validate(parsed, questions, STEPS) == Parsed(
        "ok",
        (
            Answer("a", "", "invented words here", "why", "evidence_not_found"),
            Answer("b", "PASS", "I sent a refund of 64.00", "why"),
            Answer("c", reason="missing"),
        ),
        ("a note",),
    )
