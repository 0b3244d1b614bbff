"""Input made to break or to hide: half characters, signs of no width, hostile and long texts."""

from typing import Any

import pytest

from cases.redaction import Redactor
from cases.redaction.recognisers import build_cues, build_recognisers
from cases.redaction.spelling import readable
from tests.cases.redaction.cases import data, run, texts

# The regex module measures with clock(3), which stands still while others have the processor.
PROCESSOR_SECONDS = 20
HOSTILE = [
    "A-" * 2_000 + "@",
    "a" * 4_000 + " @",
    "12 " * 1_500,
    "x.@" * 1_500,
    "\n- A" * 900,
    "4111\n\n" * 900,
    "pw a-" + "aa-" * 1_500,
    "call " * 900 + "1",
    "one two " * 600,
    "jane dot " * 600 + "at example",
    "1 Aa " * 900 + "Nagar",
    "Flat 1 " + "Aa " * 1_200,
    "GB33 " * 900,
    "password is " * 400,
    "log in with " * 400,
    "my passphrase is aa " * 250,
    "aB3dE5fG7hJ9kL1m " * 300,
    "FOO_SECRET=" * 450,
    "://a:b" * 800,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_no_expression_runs_away_on_hostile_text(text: str) -> None:
    """A generous limit a single expression, which one of exponential time would pass by far. It is
    time of the processor and not of the clock, so that a busy machine breaks nothing."""
    expressions = [e for r in (*build_recognisers(), build_cues()) for e in r.expressions]
    assert [e.pattern[:60] for e in expressions if runs_away(e, readable(text).text)] == []


def runs_away(expression: Any, text: str) -> bool:
    try:
        for _ in expression.finditer(text, timeout=PROCESSOR_SECONDS):
            pass
    except TimeoutError:
        return True
    return False


def test_half_characters_and_null_pass_through(redactor: Redactor) -> None:
    done = run(redactor, "I am Nora Achterberg \ud800 ok", result={"a": "\udfff x\x00"})
    assert texts(done) == ["I am <PERSON_1> \ud800 ok"]
    assert data(done) == {"a": "\udfff x\x00"}


def test_signs_of_no_width_and_direction_hide_no_known_name(redactor: Redactor) -> None:
    done = run(
        redactor,
        "ask No\u200bra Achter\u00adberg or \u202bנועה לוי\u202c",
        result={"customer": "Nora Achterberg", "recipient": "נועה לוי"},
    )
    assert "Achter" not in texts(done)[0]
    assert "נועה" not in texts(done)[0]
