from hypothesis import given
from hypothesis import strategies as st

from cases.pairing import Candidate, Side, candidates, choose, said_by_user, shared_turns
from tests.make import make_turns

WORDS = st.lists(st.sampled_from("abc"), max_size=6)


def side(key: str, conversation: str = "k", version: str = "", said: str = "ab") -> Side:
    return Side(
        case_id=hash(key),
        key=key,
        conversation=conversation,
        version=version,
        said=tuple(said),
        content=key,
    )


def keys(found: list[Candidate]) -> list[str]:
    return [candidate.first.key + candidate.second.key for candidate in found]


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


def test_two_versions_that_answer_one_beginning_are_a_pair() -> None:
    found = candidates(
        [
            side("a", version="1", said="xyz"),
            side("b", version="2", said="xyw"),
            side("c", version="2", said="q"),  # begins otherwise
            side("d", conversation="other", version="2", said="xyz"),
        ]
    )
    assert keys(found) == ["ab"]
    assert found[0].shared == 2


def test_answers_of_one_version_are_compared_only_when_asked_for() -> None:
    sides = [side("a", version="1"), side("b", version="1")]
    assert candidates(sides) == []
    assert keys(candidates(sides, any_version=True)) == ["ab"]


def test_two_copies_are_nothing_to_compare() -> None:
    first, second = side("a", version="1"), side("b", version="2")
    copy = Side(second.case_id, "b", "k", "2", second.said, content=first.content)
    assert candidates([first, copy]) == []


def test_each_conversation_comes_once_before_any_comes_twice() -> None:
    sides = [side(f"{name}{n}", name, version=str(n)) for name in "pqr" for n in range(4)]
    found = candidates(sides)
    assert len(found) == 18
    chosen = choose(found, 3, seed=1)
    assert {candidate.first.conversation for candidate in chosen} == set("pqr")
    assert choose(found[::-1], 3, seed=1) == chosen
    assert choose(found, 7, seed=1)[:3] == chosen
    assert any(choose(found, 3, seed=seed) != chosen for seed in range(2, 9))
    assert len(choose(found, 99, seed=1)) == 18
