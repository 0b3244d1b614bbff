"""Products and carriers that are named like people stay; people below the same keys don't."""

from typing import Any

import pytest

from cases.redaction import Redactor
from cases.redaction.carriers import is_carrier_key
from tests.cases.redaction.cases import data, run, texts


@pytest.mark.parametrize(
    "result",
    [
        {"courier": "Hermes", "shipper": "Stuart"},
        {"carrier": {"name": "Swift Harrier", "phone": None}},
        {"shipping_service": "Royal Mail Tracked 48", "shippedVia": "Arlo"},
        {"service": "Kerry Express", "delivery_partner": "Blue Dart"},
        {"article": "Harper", "model": "Paige", "produkt": "Emma"},
        {"items": [{"title": "Jordan"}, {"label": "Madison Table"}, {"what": "Kelly bag"}]},
        {"basket": [{"label": "Charlotte"}], "lines": [{"article": "Emma"}]},
    ],
)
def test_products_and_carriers_below_their_keys_stay(redactor: Redactor, result: Any) -> None:
    assert data(run(redactor, "hello", result=result)) == result


def test_known_carriers_stay_in_sentences(redactor: Redactor) -> None:
    said = "Hermes lost it, and Royal Mail and Blue Dart say no."
    assert texts(run(redactor, said)) == [said]


def test_a_driver_below_a_carriers_key_is_hidden(redactor: Redactor) -> None:
    result = {"courier": {"name": "Tom Baker", "phone": "0161 496 0124"}, "shipper": "Ann Smith"}
    shown = str(data(run(redactor, "hello", result=result)))
    assert "Tom" not in shown
    assert "Smith" not in shown


def test_words_of_a_product_of_the_case_stay_in_sentences(redactor: Redactor) -> None:
    done = run(redactor, "I want the Jordan Blake bag", result={"product": "Jordan Blake bag"})
    assert texts(done) == ["I want the Jordan Blake bag"]


def test_keys_of_carriers() -> None:
    assert is_carrier_key("shippedVia", "")
    assert is_carrier_key("name", "carrier")
    assert not is_carrier_key("name", "customer")
