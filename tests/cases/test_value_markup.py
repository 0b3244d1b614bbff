"""Arguments and results of tools as HTML: what is long is cut, in keys as in values."""

from typing import Any

import pytest

from cases.value_markup import KEY_SHOWN, value_html


@pytest.mark.parametrize("value", ["short", 7, {"inner": 1}, [1, 2]])
@pytest.mark.parametrize("arguments", [True, False])
def test_a_long_key_is_cut_in_the_middle_and_that_is_said(value: Any, arguments: bool) -> None:
    data = {"begin" + "k" * 1_000_000 + "end": value, "other": 1}
    shown = value_html(data, name="Arguments", arguments=arguments, whole=False, more="MORE")
    assert len(shown.html) < 60_000
    assert shown.cut
    assert "begin" in shown.html
    assert "cut" in shown.html
    assert "MORE" in shown.html


def test_a_key_stands_whole_where_the_step_does_and_where_it_is_short() -> None:
    long = "k" * 5_000
    whole = value_html({long: 1}, name="Arguments", arguments=True, whole=True, more="")
    assert long in whole.html
    assert not whole.cut
    short = "k" * KEY_SHOWN
    shown = value_html({short: 1}, name="Arguments", arguments=True, whole=False, more="")
    assert short in shown.html
    assert not shown.cut
