"""The second pass: what is known of a case, looked for everywhere in it."""

from collections.abc import Callable

import pytest

from cases.redaction.keys import ADDRESS, PERSON, PHONE
from cases.redaction.known import SecondPass
from cases.redaction.names import Value
from tests.cases.redaction.counting import steps


def letters(number: int) -> str:
    """A word of its own for each number."""
    return "".join("bcdfghklmn"[int(digit)] + "ao"[int(digit) % 2] for digit in f"{number:04}")


LOTS: dict[str, tuple[str, Callable[[int], str]]] = {
    "addresses with one first word": (ADDRESS, lambda n: f"Calle {letters(n).title()} {n}"),
    "names with one first word": (PERSON, lambda n: f"Maria {letters(n).title()}"),
    "names without spaces": (PERSON, lambda n: "王" + chr(0x4E00 + n) + chr(0x5E00 + n)),
    "numbers": (PHONE, lambda n: f"+44 161 49{n:04} 12"),
}


@pytest.mark.parametrize("lot", LOTS)
def test_looking_for_twice_the_values_in_twice_the_text_is_twice_the_work(lot: str) -> None:
    kind, made = LOTS[lot]

    def work(count: int) -> int:
        values = [made(number) for number in range(count)]
        second = SecondPass([Value(kind, text, trusted=True) for text in values], frozenset())
        text = "; ".join(values)
        found: list[object] = []
        taken = steps(lambda: found.extend(second.find(text)), of="cases/redaction/")
        assert len(found) >= count
        return taken

    assert work(800) < 3 * work(400)


@pytest.mark.parametrize("lot", LOTS)
def test_values_that_stand_elsewhere_add_nothing_to_the_work(lot: str) -> None:
    kind, made = LOTS[lot]
    text = "; ".join(made(number) for number in range(100))

    def work(count: int) -> int:
        values = [Value(kind, made(number), trusted=True) for number in range(count)]
        second = SecondPass(values, frozenset())
        return steps(lambda: second.find(text), of="cases/redaction/")

    assert work(800) < 1.5 * work(200)


def shown(text: str, *values: Value) -> list[str]:
    found = SecondPass(values, frozenset()).find(text)
    return [text[span.start : span.end] for span, _ in found]


def test_the_longest_known_value_goes_and_a_shorter_one_by_itself() -> None:
    known = [Value(PERSON, "Maria", trusted=True), Value(PERSON, "Maria del Mar Roe", trusted=True)]
    assert shown("Maria del Mar Roe asked, Maria called", *known) == ["Maria del Mar Roe", "Maria"]
    assert shown("Maria del Mer", *known) == ["Maria"]


def test_names_without_spaces_go_between_other_signs() -> None:
    known = [Value(PERSON, "王小明", trusted=True), Value(PERSON, "王小", trusted=True)]
    assert shown("我叫王小明。王小来了", *known) == ["王小明", "王小"]
