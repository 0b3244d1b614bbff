from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.amounts import amounts_in, numbers_in


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("I sent 64.00 to your card.", ["64.00"]),
        ("£64 is back with you", ["64"]),
        ("1,299.00 in all", ["1299.00"]),
        ("1.299,00 € zurück", ["1299.00"]),
        ("EUR 1 299,50", ["1299.50"]),
        ("1\u202f299,50 €", ["1299.50"]),
        ("CHF 1'299.50 and CHF 1’299.50", ["1299.50", "1299.50"]),
        ("$1,299 or US$ 12.5", ["1299", "12.5"]),
        ("₹1,29,900.00", ["129900.00"]),
        ("٦٤٫٠٠ please", ["64.00"]),
        ("６４.００", ["64.00"]),
        ("64,- kr", ["64"]),
        ("50 pence, 75 cents", ["0.5", "0.75"]),
        ("−64.00 and (5.00)", ["64.00", "5.00"]),
        ("£10–£20", ["10", "20"]),
        ("12.345,67EUR", ["12345.67"]),
        ("**64.00**, [65.00]; total=66.00", ["64.00", "65.00", "66.00"]),
        # What is no amount of money:
        ("order BR-1042.00 of 2026-10-19 at 10:30", []),
        ("12.50% off, 20 % off", []),
        ("within 14 days, 6 plates, 3.5kg, 1,299 orders", []),
        ("19.10.2026, version 1.2.3, 192.168.10.20", []),
        ("", []),
    ],
)
def test_amounts_are_found_as_the_world_writes_them(text: str, amounts: list[str]) -> None:
    assert [a.value for a in amounts_in(text)] == [Decimal(a) for a in amounts]


def test_an_amount_says_where_it_stands() -> None:
    text = "We refunded £1,299.00 today"
    (amount,) = amounts_in(text)
    assert text[amount.start : amount.end] == amount.text == "£1,299.00"


def test_numbers_of_tool_data_come_from_every_depth_and_type() -> None:
    data = {
        "total": 64.0,
        "lines": [{"price": "EUR 12,50"}, {"price": 7}],
        "amount_cents": 6400,
        "paid": True,
        "none": None,
        "odd": float("nan"),
        "refund": -3.5,
    }
    found = set(numbers_in(data))
    assert {Decimal("64"), Decimal("12.50"), Decimal("7"), Decimal("3.5")} <= found
    assert Decimal("6400") in found
    assert Decimal(1) not in found


def test_numbers_are_read_from_data_that_came_as_text() -> None:
    assert Decimal("64.0") in set(numbers_in('{"total": 64.0, "currency": "GBP"}'))
    assert Decimal("64.0") in set(numbers_in('{"total":64.0}'))


@given(st.decimals(min_value=0, max_value=99_999_999, places=2))
def test_an_amount_reads_the_same_in_four_notations(value: Decimal) -> None:
    english = f"{value:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    for text in (english, german, english.replace(",", "'"), german.replace(".", "\u00a0")):
        (amount,) = amounts_in(f"Refund: {text} today")
        assert amount.value == value


@given(st.text(max_size=200))
def test_no_text_is_too_strange(text: str) -> None:
    for amount in amounts_in(text):
        assert text[amount.start : amount.end] == amount.text
