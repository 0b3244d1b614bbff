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
