import re
from html import unescape

from django.template.loader import render_to_string

from cases.readings import read
from cases.transcript import Step, StepKind, Turn
from tests.make import make_turns


def render(turns: list[Turn]) -> str:
    return render_to_string("cases/_transcript.html", {"reading": read(turns)})


def said(page: str, step: int) -> str:
    """The text content of the SAY element of a step, as a browser would give it."""
    found = re.search(rf'<div class="said"[^>]*data-step="{step}">(.*?)</div>', page, re.S)
    assert found
    return unescape(re.sub(r"<[^>]+>", "", found.group(1)))


def test_said_text_is_exactly_the_steps_text() -> None:
    text = '  <PERSON_1> & "quotes" </div><script>x</script>\n  \u202e\u05d0 tail '
    turns = [Turn(1, "user", (Step(1, StepKind.SAY, "user", text=text),))]
    page = render(turns)
    assert said(page, 1) == text
    assert "<script>" not in page
    assert '">&lt;PERSON_1&gt;</span>' in page


def test_steps_have_anchors_and_results_point_to_their_call() -> None:
    page = render(make_turns())
    for index in (1, 2, 3, 4):
        assert f'id="step-{index}"' in page
    assert 'href="#step-2" data-aside>answers step 2' in page
    assert 'answered in <a href="#step-3">step 3</a>' in page
    assert "lookup_order" in page
    assert 'data-step="4"' in page


def test_a_long_result_is_folded_and_says_what_was_cut() -> None:
    page = render(make_turns(result={"events": [{"note": "x" * 50_000}]}))
    assert "<details>" in page
    assert re.search(r"… 4\d,\d{3} characters cut … <a [^>]*href=\"steps/3/\"", page)
    assert len(page) < 20_000


def test_transfers_and_errors_show() -> None:
    turns = [
        Turn(
            1,
            "agent",
            (
                Step(1, StepKind.TRANSFER, "router", text="refunds_agent"),
                Step(2, StepKind.ERROR, "refunds_agent", text="SAFETY: blocked"),
                Step(3, StepKind.SAY, "refunds_agent", text="Half an ans", flags=("truncated",)),
            ),
        )
    ]
    page = render(turns)
    assert "hands over to" in page
    assert said(page, 2) == "SAFETY: blocked"
    assert "cut off by the model" in page
    assert page.count("style=") == 0
