from collections import Counter
from itertools import combinations, islice

from hypothesis import given
from hypothesis import strategies as st

from cases.pairing import (
    Side,
    can_be_compared,
    count_pairs,
    most_shared,
    pairs_in_rounds,
    said_by_user,
    shared_turns,
)
from tests.make import make_turns

WORDS = st.lists(st.sampled_from("abc"), max_size=6)


def side(key: str, conversation: str = "k", version: str = "", content: str = "") -> Side:
    return Side(
        case_id=hash(key),
        key=key,
        conversation=conversation,
        version=version,
        content=content or key,
    )


def keys(sides: list[Side], *, seed: int = 0, any_version: bool = False) -> list[str]:
    pairs = pairs_in_rounds(sides, seed=seed, any_version=any_version)
    return [first.key + second.key for first, second in pairs]


@given(WORDS, WORDS)
def test_what_is_shared_is_the_longest_common_beginning(
    first: list[str], second: list[str]
) -> None:
    shared = shared_turns(first, second)
    assert first[:shared] == second[:shared]
    assert shared == shared_turns(second, first) <= min(len(first), len(second))
    if shared < min(len(first), len(second)):
        assert first[shared] != second[shared]


def test_case_and_white_space_of_users_do_not_count() -> None:
    said = said_by_user(make_turns(question="Where  is\nmy Refund?"))
    assert (
        said == said_by_user(make_turns(question="where is my refund?")) == ("where is my refund?",)
    )


def test_two_versions_that_answer_one_conversation_are_a_pair() -> None:
    sides = [side("b", version="2"), side("a", version="1")]
    assert keys([*sides, side("d", conversation="other", version="2")]) == ["ab"]


def test_answers_of_one_version_are_compared_only_when_asked_for() -> None:
    sides = [side("a", version="1"), side("b", version="1")]
    assert keys(sides) == []
    assert keys(sides, any_version=True) == ["ab"]


def test_two_copies_are_nothing_to_compare() -> None:
    assert keys([side("a", version="1", content="c"), side("b", version="2", content="c")]) == []


SIDES = st.lists(
    st.tuples(st.sampled_from("pq"), st.sampled_from("12"), st.sampled_from("xyz")), max_size=12
)


@given(SIDES, st.booleans(), st.integers(min_value=0, max_value=9))
def test_pairs_come_each_once_and_as_many_as_the_formula_says(
    rows: list[tuple[str, str, str]], any_version: bool, seed: int
) -> None:
    sides = [side(f"{n:02}", *row) for n, row in enumerate(rows)]
    expected = {
        first.key + second.key
        for first, second in combinations(sides, 2)
        if can_be_compared(first, second, any_version=any_version)
    }
    found = keys(sides, seed=seed, any_version=any_version)
    assert set(found) == expected
    assert len(found) == len(expected) == count_pairs(sides, any_version=any_version)
    assert keys(sides[::-1], seed=seed, any_version=any_version) == found


def test_each_conversation_comes_once_before_any_comes_twice() -> None:
    sides = [side(f"{name}{n}", name, version=str(n)) for name in "pqr" for n in range(4)]
    found = keys(sides, seed=1)
    assert len(found) == 18
    assert {pair[0] for pair in found[:3]} == {pair[0] for pair in found[3:6]} == set("pqr")
    assert any(keys(sides, seed=seed)[:3] != found[:3] for seed in range(2, 9))


def test_within_a_conversation_the_cases_take_turns() -> None:
    sides = [side(f"{n:03}", version=str(n % 2)) for n in range(400)]
    used = Counter(s.key for pair in islice(pairs_in_rounds(sides, seed=3), 100) for s in pair)
    assert len(used) > 100
    assert max(used.values()) <= 2


def test_the_versions_with_the_most_conversations_in_common_are_proposed() -> None:
    rows = [("p", "1"), ("p", "2"), ("q", "1"), ("q", "3"), ("r", "1"), ("r", "3"), ("s", "")]
    sides = [side(f"{n}", *row) for n, row in enumerate(rows)]
    assert most_shared(sides) == ("1", "3")
    assert most_shared([side("a", version="1"), side("b", version="")]) is None
