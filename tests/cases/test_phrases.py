import pytest

from cases.phrases import find_phrase, pattern_problem, word_overlap


@pytest.mark.parametrize(
    ("phrase", "text", "found"),
    [
        ("on the house", "It is ON  THE\nhouse.", "ON  THE\nhouse"),
        ("can't", "We can’t do that", "can’t"),
        ("£10 (ten)", "take £10 (ten) now", "£10 (ten)"),
        ("absent", "nothing of it", ""),
    ],
)
def test_a_phrase_is_found_through_space_case_and_apostrophes(
    phrase: str, text: str, found: str
) -> None:
    span = find_phrase(phrase, text)
    assert (text[slice(*span)] if span else "") == found


def test_case_counts_on_request() -> None:
    assert find_phrase("PASS", "pass", case_sensitive=True) is None


def test_a_pattern_is_searched_line_by_line_with_offsets_of_the_whole() -> None:
    text = "first line\nwithin 14 days\nlast"
    span = find_phrase(r"within \d+ days$", text, regex=True)
    # `$` also holds before the line's own end.
    assert span is not None
    assert text[slice(*span)] == "within 14 days"


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b",
        r"(?:a|aa)*c",
        r"(\w+) \1",
        r"(?P<x>a)",
        r"(?i)a",
        r"a*b*c",
        r".{0,400}",
        r"a.{0,40}b.*",
        "(",
        "x" * 201,
    ],
)
def test_patterns_that_could_run_away_are_refused(pattern: str) -> None:
    assert pattern_problem(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\bwithin \d{1,3} (?:day|week)s?\b",
        r"[*+?]{2}",
        r"a\*b\+c",
        r"(?<!no )refund(?! policy)",
        r"you(?:'ll| will)",
    ],
)
def test_usual_patterns_are_taken(pattern: str) -> None:
    assert pattern_problem(pattern) == ""


def test_the_worst_pattern_that_is_taken_stays_quick() -> None:
    pattern = r"a.{0,60}a.{0,60}b"
    assert pattern_problem(pattern) == ""
    # Tens of thousands of characters end the test run, not this test, where it is not so.
    assert find_phrase(pattern, "a" * 50_000, regex=True) is None


def test_overlap_is_the_share_of_telling_words() -> None:
    facts = "order BR-1 refund approved 64.00 card"
    assert word_overlap("The refund of your orders is approved", facts) == 1.0
    assert word_overlap("A parcel was signed by neighbours", facts) == 0.0
    assert word_overlap("refund parcel", facts) == 0.5
    assert word_overlap("it is so", facts) is None
