import re
from collections import Counter

import pytest

from calibration.excerpts import MOST, PIECE, SHOWN, excerpt, places_in


def meets(text: str) -> list[str]:
    """Rules: a word, and two words however far apart."""
    far = "BEGIN" in text and "END" in text[text.index("BEGIN") :]
    return [name for name, met in (("word", "ATTACK" in text), ("far", far)) if met]


def whole(shown: str) -> int:
    """The length of the text that an excerpt is of."""
    cuts = re.findall(r" \[\.\.\. ([\d,]+) characters cut \.\.\.\] ", shown)
    marks = sum(len(f" [... {cut} characters cut ...] ") for cut in cuts)
    return len(shown) - marks + sum(int(cut.replace(",", "")) for cut in cuts)


def test_a_short_text_is_shown_whole() -> None:
    text = "a" * SHOWN
    assert excerpt(text, meets) == text


@pytest.mark.parametrize("at", [0, 1, 299, 300, 4_000, 9_994])
def test_the_match_is_shown_wherever_it_stands(at: int) -> None:
    text = ("." * 10_000)[:at] + "ATTACK" + ("." * 10_000)[at + 6 :]
    shown = excerpt(text, meets)
    assert "ATTACK" in shown
    assert len(shown) < SHOWN
    assert whole(shown) == len(text)


def test_all_matches_are_shown_with_what_is_between_them_counted() -> None:
    text = "." * 5_000 + "ATTACK one" + "." * 5_000 + "ATTACK two" + "." * 5_000
    shown = excerpt(text, meets)
    assert shown.count("ATTACK") == 2
    assert shown.count("characters cut") == 3
    assert whole(shown) == len(text)


def test_what_only_a_longer_piece_meets_is_shown_from_its_beginning_to_its_end() -> None:
    text = "." * 20_000 + "BEGIN" + "." * 2 * PIECE + "END" + "." * 20_000
    shown = excerpt(text, meets)
    assert "BEGIN" in shown
    assert "END" in shown
    assert len(shown) < MOST


def test_a_text_full_of_matches_is_cut_and_says_so() -> None:
    shown = excerpt("ATTACK " * 10_000, meets)
    assert len(shown) < MOST + 100
    assert whole(shown) == 70_000


def test_a_text_twice_as_long_takes_about_twice_the_looking() -> None:
    def looked_at(text: str) -> int:
        read: Counter[str] = Counter()

        def counted(piece: str) -> list[str]:
            read["characters"] += len(piece)
            return meets(piece)

        excerpt(text, counted)
        return read["characters"]

    text = "BEGIN" + "." * 100_000 + "END"
    assert looked_at(text + text) <= 2.5 * looked_at(text)


def test_what_is_looked_at_stays_in_bounds_however_much_meets_a_rule() -> None:
    read: list[int] = []

    def counted(piece: str) -> list[str]:
        read.append(len(piece))
        return meets(piece)

    excerpt("ATTACK " * 600_000, counted)
    assert sum(read) < 100_000


def test_places_are_looked_for_where_asked() -> None:
    text = "ATTACK" + "." * 50_000 + "ATTACK" + "." * 50_000 + "ATTACK"
    places = places_in(text, meets, [(0, 1_000), (len(text) - 1_000, len(text))])
    assert {"ATTACK" in text[first:last] for first, last in places} == {True}
    assert {first < 1_000 for first, _ in places} == {True, False}
    assert not any(1_000 < first < 90_000 for first, _ in places)
