"""The blind bank's own numbers, labels and width."""

import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from benchmarks.redaction_corpus import (
    Path,
    blind,
    blind_ids,
    blind_secrets,
    blind_values,
    cases_of,
)
from benchmarks.redaction_scoring import leaves_of


def digits_of(text: str) -> str:
    return re.sub(r"\D", "", text)


def passes_luhn(number: str) -> bool:
    doubled = [
        sum(divmod(int(digit) * (1 + at % 2), 10)) for at, digit in enumerate(reversed(number))
    ]
    return sum(doubled) % 10 == 0


def total(number: str, *weights: int) -> int:
    return sum(int(digit) * weight for digit, weight in zip(number, weights, strict=True))


def passes_mod_11_10(number: str) -> bool:
    rest = 10
    for digit in number[:-1]:
        rest = ((int(digit) + rest) % 10 or 10) * 2 % 11
    return (rest + int(number[-1])) % 10 == 1


def passes_cpf(number: str) -> bool:
    return all(
        total(number[:size], *range(size + 1, 1, -1)) * 10 % 11 % 10 == int(number[size])
        for size in (9, 10)
    )


def drawn(make: Callable[[Random], str], count: int = 200) -> list[str]:
    rng = Random(4)
    return [make(rng) for _ in range(count)]


def test_cards_have_the_length_and_check_digit_of_their_network() -> None:
    rng = Random(1)
    lengths = {form: length for form, _, length, _, _ in blind_ids.CARDS}
    seen = set()
    for _ in range(2_000):
        form, text = blind_ids.card(rng)
        number = digits_of(text)
        assert len(number) == lengths[form]
        assert passes_luhn(number), (form, text)
        seen.add(form)
    assert seen == set(lengths)


def test_ibans_leave_one_when_divided_by_97() -> None:
    rng = Random(1)
    for _ in range(600):
        country, text = blind_ids.account(rng)
        number = text.replace(" ", "").upper()
        assert number[:2] == country
        assert len(number) == len(blind_ids.IBANS[country]) + 4
        moved = number[4:] + number[:4]
        assert int("".join(str(int(char, 36)) for char in moved)) % 97 == 1


@pytest.mark.parametrize(
    ("make", "valid"),
    [
        (blind_ids.gb_nhs, lambda n: total(n, *range(10, 0, -1)) % 11 == 0),
        (blind_ids.de_tax_id, passes_mod_11_10),
        (blind_ids.fr_nir, lambda n: (int(n[:-2]) + int(n[-2:])) % 97 == 0),
        (blind_ids.nl_bsn, lambda n: total(n, 9, 8, 7, 6, 5, 4, 3, 2, -1) % 11 == 0),
        (blind_ids.be_national, lambda n: (int(n[:-2]) + int(n[-2:])) % 97 == 0),
        (blind_ids.at_svnr, lambda n: total(n, 3, 7, 9, -1, 5, 8, 4, 2, 1, 6) % 11 == 0),
        (blind_ids.ch_ahv, lambda n: total(n, *(1, 3) * 6, 1) % 10 == 0),
        (blind_ids.se_personal, lambda n: passes_luhn(n[-10:])),
        (blind_ids.pl_pesel, lambda n: total(n, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1) % 10 == 0),
        (blind_ids.ca_sin, passes_luhn),
        (blind_ids.au_tfn, lambda n: total(n, 1, 4, 3, 7, 5, 8, 6, 9, 10) % 11 == 0),
        (blind_ids.br_cpf, passes_cpf),
        (blind_ids.za_id, passes_luhn),
        (blind_ids.tr_kimlik, lambda n: sum(map(int, n[:10])) % 10 == int(n[10])),
    ],
)
def test_national_ids_have_right_check_digits(
    make: Callable[[Random], str], valid: Callable[[str], bool]
) -> None:
    for text in drawn(make):
        assert valid(digits_of(text)), text


@pytest.mark.parametrize(
    ("make", "pattern"),
    [
        (blind_ids.es_dni, r"\d{8}-?[A-Z]"),
        (blind_ids.es_nie, r"([XYZ])-?(\d{7})-?[A-Z]"),
    ],
)
def test_spanish_ids_have_the_letter_of_their_number(
    make: Callable[[Random], str], pattern: str
) -> None:
    for text in drawn(make):
        assert re.fullmatch(pattern, text)
        number = int(digits_of(text.translate(str.maketrans("XYZ", "012"))[:-1]))
        assert text[-1] == "TRWAGMYFPDXBNJZSQVHLCKE"[number % 23]


def test_every_national_id_has_words_and_is_drawn() -> None:
    rng = Random(1)
    assert blind_ids.ID_WORDS.keys() == blind_ids.NATIONAL_IDS.keys()
    assert {blind_ids.national_id(rng)[0] for _ in range(2_000)} == set(blind_ids.NATIONAL_IDS)


def test_keys_are_of_many_issuers_and_differ_from_each_other() -> None:
    rng = Random(1)
    drawn_keys = [blind_secrets.secret(rng) for _ in range(3_000)]
    assert {form for form, _ in drawn_keys} == set(blind_secrets.SECRETS)
    assert len({key for _, key in drawn_keys}) == len(drawn_keys)
    assert "password" not in blind_secrets.SECRETS


def test_sentences_and_results_are_as_many_as_asked() -> None:
    sentences = blind.BANK.sentences
    everything = [*sentences.user, *sentences.agent, *sentences.note, *sentences.prose]
    assert len(set(everything)) == len(everything) >= 160
    assert sum("password}" in template for template in everything) >= 15
    assert len({exchange.tool for exchange in blind.BANK.exchanges}) >= 25
    assert sum(not place.claimed for place in blind.BANK.addresses.values()) >= 3
    assert len(blind.BANK.orders) >= 15
    assert len(blind_values.TRACKING) >= 8


def test_labels_lie_inside_their_text_and_beside_each_other() -> None:
    for case in cases_of(blind.BANK, seed=9, count=400):
        leaves = dict(leaves_of(case.turns))
        # A street is labelled by itself and again as part of its address.
        alone = [v for v in case.private if not v.form.startswith("street")]
        places = [(v.step, v.path, v.start, v.end) for v in (*alone, *case.kept)]
        spans: dict[tuple[int, Path], list[tuple[int, int]]] = {}
        for step, path, start, end in [*places, *case.neutral]:
            spans.setdefault((step, path), []).append((start, end))
        for place, found in spans.items():
            leaf = leaves[place]
            found.sort()
            assert all(start < end for start, end in found)
            assert all(one[1] <= later[0] for one, later in pairwise(found))
            # A number is labelled as it was drawn: 249.10 may stand as 249.1.
            assert re.fullmatch(r"\d+\.\d", leaf) or found[-1][1] <= len(leaf)


def test_nothing_that_stands_for_a_value_is_left_in_a_text() -> None:
    for case in cases_of(blind.BANK, seed=9, count=400):
        for text in dict(leaves_of(case.turns)).values():
            assert not re.search(r"\{(?:[pqr]\.)?[a-z_]+!?\}", str(text))
