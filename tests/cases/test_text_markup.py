import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases import text_markup
from cases.text_markup import HUES, chip, json_html, shown_text, text_html


def content(html: str) -> str:
    """The text content that a browser would see."""
    return unescape(re.sub(r"<[^>]*>", "", html))


TEXTS = st.text(
    st.one_of(
        st.characters(exclude_categories=("Cs",)),
        st.sampled_from('<>&"\\_{}[]:, \n\u202e\u200b\u200d\ufeff\U000e0041PERSON_1'),
    )
)


# A NUL never reaches the page: no case holds one.
@given(TEXTS)
def test_the_text_content_stays_exactly_the_text(text: str) -> None:
    assert content(text_html(text)).replace("\ufffd", "") == unescaped(text)
    assert content(json_html(text)).replace("\ufffd", "") == unescaped(text)
    assert content(json_html(text, mid_line=True)).replace("\ufffd", "") == unescaped(text)


def unescaped(text: str) -> str:
    return shown_text(text).replace("\ufffd", "")


def test_a_pseudonym_keeps_its_colour_and_neighbours_differ() -> None:
    assert text_html("<PERSON_1>") == chip("<PERSON_1>") == chip("<PERSON_1>")
    colours = [re.findall(r"hue-\d", chip(f"<PERSON_{n}>"))[0] for n in range(1, HUES + 1)]
    assert len(set(colours)) == HUES
    assert "hue-" in chip("<ID_99999999999999999999>")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a\u202eb", "right-to-left override"),
        ("pay\u200bpal", "zero-width space"),
        ("a\u200db", "zero-width joiner"),
        ("left\u200eright", "left-to-right mark"),
        ("hi \U000e0068\U000e0069", "hidden: hi"),
        ("bell\x07", "U+0007"),
        ("\ufeffstart", "zero-width no-break space"),
    ],
)
def test_what_cannot_be_seen_is_marked(text: str, name: str) -> None:
    assert f'data-name="{name}"' in text_html(text)


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d👩\u200d👧",
        "می\u200cخواهم",
        "שלום\u200f!",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "plain, <b>bold</b> & lines\nand\ttabs",
    ],
)
def test_what_a_script_needs_is_left_alone(text: str) -> None:
    assert "data-name" not in text_html(text)


def test_json_tells_its_types_apart() -> None:
    html = json_html('{"a": "1 < 2", "b": -1.5e3, "c": null, "d": "x\\ny"}')
    assert '<span class="k">&quot;a&quot;</span>: <span class="s">&quot;1 &lt; 2&quot;' in html
    assert '<span class="n">-1.5e3</span>' in html
    assert '<span class="w">null</span>' in html
    assert 'x<span class="nl">\\n</span>y' in html


def test_an_escaped_backslash_before_n_is_no_line_break() -> None:
    assert "nl" not in json_html('"c:\\\\new"')


def test_a_line_break_of_any_kind_is_one_character() -> None:
    assert text_html("a\r\nb\rc\n\rd") == "a\nb\nc\n\nd"
    assert content(json_html('"a\r\nb"')) == '"a\nb"'


def test_a_hidden_text_stays_inside_its_attribute() -> None:
    hidden = "".join(chr(0xE0000 + ord(char)) for char in 'a\\nb" onx=1 \\n')
    html = json_html(f'"first\\nsecond {hidden} tail"')
    assert re.findall('data-name="([^"]*)"', html) == ["hidden: a\\nb&quot; onx=1 \\n"]
    assert html.count('<span class="nl">') == 1
    assert content(html) == f'"first\\nsecond {hidden} tail"'


@pytest.mark.parametrize(
    ("before", "zero", "one"),
    [("I paid", "\u200c", "\u200d"), ("می", "\u200c", "\u200d"), ("שלום", "\u200e", "\u200f")],
)
def test_no_message_is_hidden_in_characters_that_scripts_need(
    before: str, zero: str, one: str
) -> None:
    bits = f"{int.from_bytes(b'pass'):b}"
    html = text_html(before + bits.replace("0", zero).replace("1", one) + "!")
    names = re.findall('data-name="([^"]*)"', html)
    told = sum(int(name.partition(" × ")[2] or 1) for name in names)
    assert told == len(bits)


def test_one_character_many_times_over_is_one_mark() -> None:
    html = text_html("a" + "\u200e" * 60_000)
    assert html.count("<span") == 1
    assert 'data-name="left-to-right mark × 60,000"' in html


class Counting:
    """A compiled expression that counts the characters it is given to look through."""

    def __init__(self, pattern: re.Pattern[str], read: Counter[str]) -> None:
        self.pattern = pattern
        self.read = read

    def __getattr__(self, name: str) -> Any:
        method = getattr(self.pattern, name)

        def counted(*arguments: Any) -> Any:
            self.read["characters"] += len(arguments[-1])
            return method(*arguments)

        return counted


@pytest.mark.parametrize("html", [text_html, json_html])
@pytest.mark.parametrize(
    "piece",
    [
        "\u200e",
        "\u200ea",
        "\u202eא\u202c",
        "a\u200d",
        "\n",
        "\r\n",
        "\\n",
        "\\",
        '"',
        "<PERSON_",
        "🏴\U000e0067",
    ],
)
@pytest.mark.parametrize("around", ["", '"'])
def test_no_text_is_looked_through_once_for_each_of_its_marks(
    monkeypatch: pytest.MonkeyPatch, html: Any, piece: str, around: str
) -> None:
    read: Counter[str] = Counter()
    for name, value in vars(text_markup).copy().items():
        if isinstance(value, re.Pattern):
            monkeypatch.setattr(text_markup, name, Counting(value, read))
    text = around + piece * 2_000 + around
    html(text)
    assert read["characters"] <= 8 * len(text)
