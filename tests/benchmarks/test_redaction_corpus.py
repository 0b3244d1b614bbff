import re
from collections.abc import Iterator
from itertools import combinations

import phonenumbers
import pytest

from benchmarks.redaction_corpus import (
    BANKS,
    Bank,
    LabelledCase,
    bank_named,
    blind,
    blind_ids,
    blind_places,
    blind_secrets,
    cases_of,
    held_out,
    held_out_places,
    held_out_values,
    measuring,
    measuring_people,
    prose_of,
    tuning,
    tuning_people,
    values,
)
from benchmarks.redaction_corpus.digits import filled, iban, luhn, verhoeff
from benchmarks.redaction_scoring import leaves_of


@pytest.fixture(params=BANKS)
def bank(request: pytest.FixtureRequest) -> Bank:
    return bank_named(request.param)


def private_texts(case: LabelledCase) -> Iterator[tuple[str, str]]:
    leaves = dict(leaves_of(case.turns))
    for value in case.private:
        yield value.kind, leaves[value.step, value.path][value.start : value.end]


def without_number(street: str) -> str:
    """The words of a street, without what stands for digits."""
    return " ".join(re.findall(r"[^\W\d_]{2,}", street)).casefold()


def test_a_case_depends_on_the_seed_and_its_number_alone(bank: Bank) -> None:
    ten = list(cases_of(bank, seed=3, count=10))
    assert ten[:4] == list(cases_of(bank, seed=3, count=4))
    assert ten != list(cases_of(bank, seed=4, count=10))


def test_every_label_names_a_value_of_its_kind(bank: Bank) -> None:
    for case in cases_of(bank, seed=1, count=300):
        for kind, text in private_texts(case):
            assert text
            assert text == text.strip()
            if kind == "EMAIL":
                assert "@" in text
            if kind in ("CARD", "IBAN", "PHONE", "IP", "DOB"):
                assert sum(char.isdigit() for char in text) >= 4


def test_one_person_has_one_address_all_through_a_case(bank: Bank) -> None:
    for case in cases_of(bank, seed=1, count=200):
        leaves = dict(leaves_of(case.turns))
        found: dict[str, set[str]] = {}
        for value in case.private:
            if value.kind == "EMAIL":
                text = leaves[value.step, value.path][value.start : value.end]
                found.setdefault(value.who, set()).add(text)
        assert all(len(texts) == 1 for texts in found.values())


def test_labels_inside_a_string_of_json_are_at_their_places(bank: Bank) -> None:
    inside = [
        (text, leaf)
        for case in cases_of(bank, seed=5, count=300)
        for value in case.private
        if (leaf := dict(leaves_of(case.turns))[value.step, value.path]).startswith("{")
        for text in (leaf[value.start : value.end],)
    ]
    assert inside
    for text, leaf in inside:
        assert "{" not in text
        assert f'"{text}"' in leaf or f" {text}" in leaf or f"{text} " in leaf or text in leaf


def test_the_banks_share_neither_templates_nor_people_nor_streets() -> None:
    def said(bank: Bank) -> set[str]:
        sentences = bank.sentences
        return {*sentences.user, *sentences.agent, *sentences.note, *sentences.prose}

    def names(bank: Bank) -> set[str]:
        origins = bank.origins.values()
        return {n.casefold() for o in origins for n in (*o.first, *o.last, *o.native)}

    def streets(bank: Bank) -> set[str]:
        places = bank.addresses.values()
        return {without_number(street) for place in places for street in place.streets}

    def tools(bank: Bank) -> set[str]:
        return {exchange.tool for exchange in bank.exchanges}

    for one, other in combinations((tuning.BANK, measuring.BANK, held_out.BANK, blind.BANK), 2):
        for part in (said, names, streets, tools):
            shared = part(one) & part(other)
            assert not shared, f"{one.name} and {other.name} share {sorted(shared)}"


def test_a_bank_is_as_wide_as_it_says(bank: Bank) -> None:
    assert len(bank.origins) >= 20
    assert len(bank.addresses) >= 13
    assert len(bank.phones) >= 16
    numbers, keys = {
        "held_out": (held_out_values, held_out_values),
        "blind": (blind_ids, blind_secrets),
    }.get(bank.name, (values, values))
    assert len(numbers.IBANS) >= 12
    assert len(numbers.NATIONAL_IDS) >= 14
    assert len(keys.SECRETS) >= 8


def test_the_held_out_bank_has_sentences_and_results_enough() -> None:
    sentences = held_out.BANK.sentences
    assert len({*sentences.user, *sentences.agent, *sentences.note}) >= 120
    assert len(held_out.BANK.exchanges) >= 14


@pytest.mark.parametrize(
    "phones",
    [
        tuning_people.PHONES,
        measuring_people.PHONES,
        held_out_places.PHONES,
        blind_places.PHONES,
    ],
)
def test_telephone_numbers_are_ones_that_exist(phones: dict[str, tuple[str, ...]]) -> None:
    import random

    rng = random.Random(2)
    for country, forms in phones.items():
        for form in forms:
            # 555 01.. in the United States is set aside for examples and passes none the less.
            number = phonenumbers.parse(filled(rng, form), country)
            assert phonenumbers.is_valid_number(number), (country, form)


@pytest.mark.parametrize(
    ("body", "digit"), [("7992739871", "3"), ("411111111111111", "1"), ("37828224631000", "5")]
)
def test_luhn(body: str, digit: str) -> None:
    assert luhn(body) == digit


@pytest.mark.parametrize(
    "number", ["DE89370400440532013000", "GB29NWBK60161331926819", "FR1420041010050500013M02606"]
)
def test_iban(number: str) -> None:
    assert iban(number[:2], number[4:]) == number


def test_verhoeff() -> None:
    assert verhoeff("236") == "3"


def test_prose_is_as_long_as_asked(bank: Bank) -> None:
    text = prose_of(bank, seed=1, number=0, characters=1_500)
    assert len(text) >= 1_500
    assert text == prose_of(bank, seed=1, number=0, characters=1_500)
