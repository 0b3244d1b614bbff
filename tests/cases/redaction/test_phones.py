"""Telephone numbers: told from orders by grouping, and by the words and keys beside them."""

from typing import Any

import pytest

from cases.redaction import Redactor
from cases.redaction.phones import PhoneFinder
from tests.cases.redaction.cases import data, run, texts

BARE = "84920113"


def found(text: str) -> list[str]:
    return [text[span.start : span.end] for span in PhoneFinder().find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "You can get me on 21249282 most days.",
        "ring me back at 21249282 please",
        "My mobile: 21249282",
        "21249282 is her landline",
        "I changed my number to 21249282 last week.",
        "Contact for the driver is 21249282.",
        "Meine Handynummer ist 21249282",
        "WhatsApp 21249282",
    ],
)
def test_a_bare_number_is_a_telephones_where_a_word_says_so(text: str) -> None:
    assert found(text) == ["21249282"]


@pytest.mark.parametrize(
    "text",
    [
        "Where is 21249282?",
        "I called twice about 21249282 and nobody helped.",
        "They told me on the phone that 21249282 was lost",
        "Can you text me when 21249282 ships?",
        "Reference 21249282, my phone is broken",
        "phone case from order 21249282",
        "Meine Bestellung 21249282 fehlt",
        "el pedido 612 345 678 no llega",
        "zamówienie 512 345 678",
        "Call me, the order is 0049212492",
        "the tower is 512 345 678 kg",
        "invoice 21249-28, text me",
    ],
)
def test_words_for_orders_and_topics_decide_against(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "number",
    [
        "31 23 45 67",
        "412 34 567",
        "512 345 678",
        "612 34 56 78",
        "912 345 678",
        "347 123 4567",
        "98765 43210",
        "11 96123-4567",
        "08-12 66 08",
        "(022) 26005",
        "0161 496 0123",
        "+45 31 23 45 67",
        "(212) 555-0123",
    ],
)
def test_the_usual_grouping_of_a_country_needs_no_word(number: str) -> None:
    assert found(f"Leave it next door, {number}, thanks") == [number]


def test_two_numbers_side_by_side_are_two() -> None:
    assert found("Try 0161 496 0123 / 0161 496 0456") == ["0161 496 0123", "0161 496 0456"]


@pytest.mark.parametrize(
    "result",
    [
        {"phones": {"home": BARE, "work": "34215678"}},
        {"contactNumbers": [BARE, "34215678"]},
        {"telephones": {"primary": {"number": BARE}, "backup": {"value": 34215678}}},
        {"phone_numbers": [{"label": "home", "number": BARE}]},
        {"teléfonos": {"casa": BARE}},
    ],
)
def test_keys_in_the_plural_tell_of_every_entry(redactor: Redactor, result: Any) -> None:
    shown = str(data(run(redactor, "hello", result=result)))
    assert BARE not in shown
    assert "34215678" not in shown


def test_what_a_key_calls_an_order_is_no_telephone(redactor: Redactor) -> None:
    result = {"order": BARE, "pedido": "612 345 678", "dossier_number": "0212345678"}
    done = run(redactor, f"Call me back, {BARE} please", result=result)
    assert data(done) == result
    assert BARE in texts(done)[0]


def test_a_telephone_that_serves_as_an_account_is_hidden_in_both(redactor: Redactor) -> None:
    done = run(redactor, f"my mobile is {BARE}", result={"member_id": BARE})
    assert BARE not in texts(done)[0]
    assert BARE not in str(data(done))


def test_groups_of_an_article_are_a_telephone_only_behind_its_word() -> None:
    assert found("the lamp (048-1047-21) is sold out, how much is it?") == []
    assert found("my phone is 048-1047-21") == ["048-1047-21"]
