"""National ids behind the word for them."""

import pytest

from cases.redaction.national_ids import NationalIdFinder


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in NationalIdFinder().find(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("I've noted your DNI, 14517147F, on the customs form.", "14517147F"),
        ("My AHV-Nummer is 756.4581.3495.36 if you need it", "756.4581.3495.36"),
        ("My SV number is 2215 201060 if you need it", "2215 201060"),
        ("your Steuer-ID, 37 893 124 053, on the form", "37 893 124 053"),
        ("I've noted your PESEL, 93081379413, there", "93081379413"),
        ("mein Sozialversicherungsnummer: 9340 060959", "9340 060959"),
        ("numéro de sécu 197078769665540", "197078769665540"),
        ("The social security number we hold is 536-90-4399. Right?", "536-90-4399"),
        ("the tax file number I have is 123 456 782", "123 456 782"),
        ("The AHV number on file: 756.9217.0769.85", "756.9217.0769.85"),
        ("my SIN is 046 454 286", "046 454 286"),
        ("the ID number on your card is 8001015009087", "8001015009087"),
    ],
)
def test_a_number_behind_its_word(text: str, number: str) -> None:
    assert found(text) == [number]


@pytest.mark.parametrize(
    "text",
    [
        "my passport is lost, order 84920113",
        "DNI on 12/03/2025",
        "the BSN field takes 9 digits",
        "a sin of 123456 people",
        "The order ID number is 8001015009",
    ],
)
def test_other_numbers_near_the_word_stay(text: str) -> None:
    assert found(text) == []
