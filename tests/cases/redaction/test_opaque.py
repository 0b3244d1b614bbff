"""How random a word looks."""

import string
from random import Random

import pytest

from cases.redaction.opaque import disorder, is_hex, is_messy, is_random, is_uuid, naturalness

MIXED = string.ascii_letters + string.digits
NAMES = [
    "iPhone15ProMax256GBBlackTitanium",
    "getCustomerOrderHistoryV2",
    "refund_support_agent_v2",
    "IMG_20240101_123456789",
    "McDonaldsEmpireStateBuilding",
    "1Z999AA10123456784",
    "Sony-WH-1000XM4-BlackEdition2",
    "shop-prod-cluster-7f9c8d6b5-x2x4z",
    "2026-10-03T12:00:01Z",
    "9f86d081884c7d659a2feaa0c55ad0159f86d081",
    "192a2829-c5e5-4641-84c4-6f726fbb28f3",
]


def drawn(rng: Random, alphabet: str, length: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(length))


@pytest.mark.parametrize("length", [24, 32, 64])
def test_nearly_every_word_drawn_by_chance_is_seen(length: int) -> None:
    rng = Random(length)
    words = [drawn(rng, MIXED, length) for _ in range(500)]
    assert sum(map(is_random, words)) / len(words) > 0.96
    assert sum(map(is_messy, words)) / len(words) > 0.98


@pytest.mark.parametrize("word", NAMES)
def test_names_orders_digests_and_dates_are_not_random(word: str) -> None:
    assert not is_random(word, shortest=16)


def test_shares_lie_between_none_and_all() -> None:
    assert (naturalness("12345"), disorder("")) == (0.0, 0.0)
    assert naturalness("there") == 1.0
    assert (disorder("aB3dE5"), disorder("Basket")) == (1.0, 0.0)


def test_digests_and_ids_of_one_form() -> None:
    assert is_hex("9f86d081")
    assert not is_hex("9F86d081")
    assert not is_hex("12345678")
    assert is_uuid("192a2829-c5e5-4641-84c4-6f726fbb28f3")
    assert not is_uuid("192a2829-c5e5")
