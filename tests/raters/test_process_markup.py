from raters.process_format import MEANINGS
from raters.process_forms import StepRow
from raters.process_markup import step_fields_html, step_options_html

LABELS = MEANINGS["step_labels"]
HOSTILE = '"><script>alert(1)</script>'


def test_what_stands_in_a_case_is_escaped() -> None:
    rows = [StepRow(3, "Tool call", HOSTILE, HOSTILE, "", False)]
    html = step_fields_html(rows, LABELS) + step_options_html(rows)
    assert "<script" not in html
    assert html.count("&quot;&gt;&lt;script&gt;") == 4


def test_the_label_and_the_first_error_are_marked() -> None:
    rows = [
        StepRow(3, "Says", "Hello", "desk", "HARMFUL", True),
        StepRow(5, "Says", "Bye", "", "", False),
    ]
    fields, options = step_fields_html(rows, LABELS), step_options_html(rows)
    assert fields.count(" checked") == 1
    assert 'name="step-3" value="HARMFUL" checked' in fields
    assert options == (
        '<option value="3" selected>Step 3 · Says Hello · desk</option>'
        '<option value="5">Step 5 · Says Bye</option>'
    )
