"""Amounts of money in text and in tool data, in the ways the world writes them. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

_SYMBOL = r"(?:[A-Z]{1,3})?[$€£¥₹₽₺₩₪₫₴₦₱฿₡₲₵]"
_CODE = (
    r"(?:USD|EUR|GBP|JPY|CNY|CHF|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|BRL|MXN|ZAR"
    r"|SGD|HKD|KRW|ILS|AED|SAR|THB|RUB|UAH)"
)
_WORD = r"(?:euros?|pounds?|dollars?|pence|cents?|francs?|kron(?:or|er)|kr\.?|zł|Kč|yen|rupees?)"
_SPACE = "[ \u00a0\u202f]"
# A number with its separators; a space or apostrophe separates only full groups of three.
_NUMBER = r"\d+(?:(?:[.,]|[ \u00a0\u202f'’](?=\d{3}(?!\d)))\d+)*"
_AMOUNT = re.compile(
    rf"(?<![\w.,])(?<!\w-)(?<!\d[/:])"
    rf"(?:(?P<before>{_SYMBOL}|\b{_CODE}\b){_SPACE}?)?"
    rf"(?P<number>{_NUMBER})"
    rf"(?:(?P<after>(?:[.,][-–—])?{_SPACE}?(?:{_SYMBOL}(?!{_SPACE}?\d)|(?:{_CODE}|{_WORD})(?!\w)))"
    rf"|(?P<percent>{_SPACE}?%)|(?![/:.]\d|-\d+-|\w))",
    re.IGNORECASE,
)
# Fields that hold hundredths: {"amount_cents": 6400} is 64.00.
_MINOR = re.compile(r"(?:^|_)(?:cents?|pence|minor(?:_units?)?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount (never negative) and where it stands in the text it was read from."""

    value: Decimal
    text: str
    start: int
    end: int


def amounts_in(text: str) -> list[Amount]:
    """The amounts of money in `text`: numbers with a currency, or with exactly two decimals.

    Order numbers, dates, times, percentages and plain counts are no amounts.
    """
    return [found for found, money in _numbers(text) if money]


def numbers_in(data: Any, name: str = "") -> Iterator[Decimal]:
    """Every number in a tool's arguments or result, as an amount could state it.

    Walks mappings and lists; reads numbers inside strings; true and false are no numbers.
    """
    match data:
        case bool() | None:
            return
        case int() | float():
            value = _finite(str(data))
            if value is not None:
                yield abs(value)
                if _MINOR.search(name):
                    yield abs(value) / 100
        case str():
            for found, _ in _numbers(data):
                yield found.value
        case dict():
            for key, value in data.items():
                yield from numbers_in(value, str(key))
        case list() | tuple():
            for value in data:
                yield from numbers_in(value, name)


def _finite(text: str) -> Decimal | None:
    value = Decimal(text)
    return value if value.is_finite() else None


def _numbers(text: str) -> Iterator[tuple[Amount, bool]]:
    plain = _ascii_digits(text)
    for match in _AMOUNT.finditer(plain):
        if match["percent"]:
            continue
        value, decimals = _parse(match["number"])
        money = bool(match["before"] or match["after"]) or decimals == 2
        if (match["after"] or "").lower().strip(" \u00a0\u202f") in {"pence", "cent", "cents"}:
            value /= 100
        start, end = match.span()
        yield Amount(value, text[start:end], start, end), money


def _ascii_digits(text: str) -> str:
    """`text`, character for character, with every script's digits and separators as ASCII."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(c)) if c.isdecimal() else {"٫": ".", "٬": ",", "−": "-"}.get(c, c)
        for c in text
    )


def _parse(number: str) -> tuple[Decimal, int]:
    """A written number and its count of decimals: "1,299.00", "1.299,00", "1 299", "1'299.50"."""
    marks = [c for c in number if c in ".,"]
    whole, decimals = number, ""
    if marks:
        head, _, tail = number.rpartition(marks[-1])
        last_is_decimal = (
            marks.count(marks[-1]) == 1 if len(set(marks)) == 2 else len(marks) == 1
        ) and not (len(set(marks)) == 1 and len(tail) == 3 and 1 <= len(head) <= 3 and head != "0")
        if last_is_decimal:
            whole, decimals = head, tail
    digits = re.sub(r"\D", "", whole)
    return Decimal(f"{digits or '0'}.{decimals or '0'}"), len(decimals)
