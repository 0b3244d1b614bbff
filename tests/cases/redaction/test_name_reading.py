"""Words read as names: what is on no list of names and no English word counts."""

import pytest

from cases.redaction.introductions import IntroductionFinder
from cases.redaction.name_reading import NO, SURE, extended, worth_of
from cases.redaction.national_ids import NationalIdFinder
from cases.redaction.postcodes import PostcodeFinder
from cases.redaction.spans import Span
from tests.cases.redaction.test_traps import HOSTILE, runs_away


@pytest.mark.parametrize(
    "word", ["tuulikki", "o'hanlon", "hyun-woo", "al-rashid", "nowakowska-lis"]
)
def test_names(word: str) -> None:
    assert worth_of(word) == SURE


@pytest.mark.parametrize("word", ["parcel", "it's", "e-mail", "paypal", "friday", "mr", "t1"])
def test_no_names(word: str) -> None:
    assert worth_of(word) == NO


@pytest.mark.parametrize(
    ("text", "part", "whole"),
    [
        ("Escalated by Akosua Ofori-Atta, see", "Akosua Ofori", "Akosua Ofori-Atta"),
        ("leave with Hilde van 't Hof at no. 4", "Hilde", "Hilde van 't Hof"),
        ("Thandiwe Mabuza wrote", "Mabuza", "Thandiwe Mabuza"),
        ("Order Mabuza wrote", "Mabuza", "Mabuza"),
    ],
)
def test_a_name_found_in_part_is_taken_whole(text: str, part: str, whole: str) -> None:
    start = text.index(part)
    spans = extended(text, [Span(start, start + len(part), "PERSON")])
    assert [text[span.start : span.end] for span in spans] == [whole]


LONG = [
    "van der " * 8_000,
    "dear X. Y. Z. " * 5_000,
    "from: Ana, " * 6_000,
    "@ana.b-" * 9_000,
    "DNI, is " * 8_000,
    "post code is to from " * 3_000,
]


@pytest.mark.parametrize("text", [*HOSTILE, *LONG], ids=range(len(HOSTILE) + len(LONG)))
def test_no_expression_for_names_or_ids_runs_away_on_hostile_text(text: str) -> None:
    finders = (IntroductionFinder(), NationalIdFinder(), PostcodeFinder())
    import regex

    expressions = [regex.compile(e.pattern, e.flags & 0x1F) for f in finders for e in f.expressions]
    assert [e.pattern[:60] for e in expressions if runs_away(e, text)] == []
