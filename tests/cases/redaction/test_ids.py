"""National ids and dates of birth beside the words that announce them."""

import pytest

from cases.redaction import Redactor, checks
from cases.redaction.recognisers import build_recognisers
from tests.cases.redaction.cases import run, texts

BIRTHS = [
    "I was born on the {} and moved since",
    "D.O.B. {}",
    "Date of birth given: {}",
    "To verify: {} is my date of birth",
    "{} (date of birth)",
    "verified by birthday ({})",
    "Geburtsdatum: {}",
    "née le {}",
    "she was born in Leeds on {}",
]
DATES = ["14/03/1985", "14 March 1985", "14-MAR-1985", "March 14th, 1985", "14.3.85", "1985-03-14"]
IDS = [
    ("tax file number {}", "876543210"),
    ("Steueridentifikationsnummer lautet {}", "65929970489"),
    ("social security no. is {}", "123456789"),
    ("{} is my NRIC", "S1234567D"),
    ("For customs: {}, that's my PESEL", "85031412345"),
    ("I can give my BSN, it is {}", "111222333"),
    ("national insurance number {}", "QQ 12 34 56 C"),
    ("PPS number {}", "1234567T"),
    ("the SIN on my form should read {}", "046 454 286"),
    ("fødselsnummer {}", "14038512345"),
]


def hidden(text: str) -> str:
    places = {
        place
        for recogniser in build_recognisers()
        for span in recogniser.find(text)
        for place in range(span.start, span.end)
    }
    return "".join(char for place, char in enumerate(text) if place in places)


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize("sentence", BIRTHS)
def test_a_date_of_birth_is_found_beside_its_word(sentence: str, date: str) -> None:
    assert date in hidden(sentence.format(date))


@pytest.mark.parametrize(("sentence", "number"), IDS)
def test_an_id_is_found_beside_its_name(sentence: str, number: str) -> None:
    assert number in hidden(sentence.format(number))


@pytest.mark.parametrize(
    "text",
    [
        "Your birthday discount ends 14/03/2025",
        "birthday gift to arrive by 14 March 2025",
        "order number 123456789 is the id",
        "customer id 84920113",
        "BSN store opens 12/03/2024",
    ],
)
def test_other_dates_and_numbers_stay(text: str) -> None:
    assert hidden(text) == ""


def test_an_articles_number_is_no_card_unless_a_word_says_so() -> None:
    assert checks.is_card("4052853677554")
    assert not checks.is_card_anywhere("4052853677554")
    assert checks.is_card_anywhere("5018527711821")
    assert checks.is_card_anywhere("4222-2222-2222-2")


def test_an_articles_number_stays_and_a_card_of_as_many_digits_goes(redactor: Redactor) -> None:
    assert texts(run(redactor, "Is 4052853677554 in stock?")) == ["Is 4052853677554 in stock?"]
    assert texts(run(redactor, "My card is 4052853677554.")) == ["My card is <CARD_1>."]


def with_check_digit(number: str) -> str:
    """`number` and the digit that makes it pass Luhn's check."""
    return next(number + digit for digit in "0123456789" if checks.luhn(number + digit))


CARDS = [
    "650002111122223",  # Elo
    "508512345678901",  # RuPay
    "817212345678901",
    "979210123456789",  # Troy
    "622200123456789012",  # UnionPay of 19 digits
    "50181234567890123",  # Maestro of 18
]


@pytest.mark.parametrize("start", CARDS)
@pytest.mark.parametrize("groups", ["{}", "{:.4} {:.4} {:.4} {:.9}"])
def test_cards_of_more_networks_are_found_without_a_word(start: str, groups: str) -> None:
    number = with_check_digit(start)
    pieces = (number[:4], number[4:8], number[8:12], number[12:])
    written = groups.format(number) if groups == "{}" else " ".join(pieces)
    assert written in hidden(f"I paid with {written} yesterday")


def test_a_card_in_two_groups_is_found() -> None:
    number = with_check_digit("622200123456789012")
    written = f"{number[:6]} {number[6:]}"
    assert written in hidden(f"it says {written}, the bank told me")


def test_a_card_of_an_unknown_network_is_found_beside_a_word_for_cards_only() -> None:
    number = with_check_digit("968812345678901")
    assert number in hidden(f"my debit card number is {number}")
    assert hidden(f"the parcel {number} is late") == ""
    assert hidden(f"my gift card {number} is empty") == ""
    assert hidden(f"card for order {number} please") == ""


def test_an_articles_twelve_digits_are_no_card_and_no_telephone(redactor: Redactor) -> None:
    number = next(n for n in map(str, range(501800000000, 501800009999)) if checks.is_card(n))
    assert not checks.is_card_anywhere(number)
    bar_code = next(
        n for n in (f"00442079{tail:04}" for tail in range(9999)) if checks.is_article_number(n)
    )
    sentences = [f"Is {number} in stock?", f"the lamp ({bar_code}) is sold out"]
    assert texts(run(redactor, *sentences)) == sentences
