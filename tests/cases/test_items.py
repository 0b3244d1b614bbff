from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cases.errors import BadInput
from cases.items import add_items, add_pair, add_pairs
from cases.known_answers import make_gold
from cases.models import AuditEvent, Case, GoldAnswer, Item, Person, Study
from cases.signals import items_added, items_retired
from tests.make import make_case, make_rubric_version, make_study

pytestmark = pytest.mark.django_db


def make_cases(study: Study, count: int, **fields: Any) -> list[Case]:
    return [make_case(study, **fields) for _ in range(count)]


def test_every_case_gets_one_item_with_an_opaque_key(study: Study) -> None:
    cases = make_cases(study, 6)
    items = add_items(study=study, cases=cases)
    assert {item.case for item in items} == set(cases)
    for item in items:
        assert item.key.startswith("i-")
        assert len(item.key) == 18
        assert item.case.key not in item.key
        assert item.purpose == "ordinary"
        assert item.split in {"tuning", "held_out"}
    assert len({item.rank for item in items}) == 6


def test_adding_again_is_a_no_op(study: Study) -> None:
    cases = make_cases(study, 3)
    first = add_items(study=study, cases=cases)
    assert add_items(study=study, cases=cases) == []
    (new,) = add_items(study=study, cases=[*cases, *make_cases(study, 1), cases[0]])
    assert Item.objects.count() == 4
    assert new not in first


def test_the_signal_comes_once_and_only_for_new_items(study: Study) -> None:
    heard: list[list[Item]] = []

    def listen(sender: type, study: Study, items: list[Item], **_: Any) -> None:
        heard.append(items)

    items_added.connect(listen)
    try:
        cases = make_cases(study, 2)
        items = add_items(study=study, cases=cases)
        add_items(study=study, cases=cases)
    finally:
        items_added.disconnect(listen)
    assert heard == [items]


def test_splits_are_even_within_every_stratum() -> None:
    study = make_study(held_out_share=0.25, seed=7)
    cases = [
        make_case(study, strata={"intent": intent, "outcome": outcome})
        for intent in ("refund", "status")
        for outcome in ("ok", "not_ok")
        for _ in range(20)
    ]
    add_items(study=study, cases=cases)
    held_out = Counter(
        (i.case.strata["intent"], i.case.strata["outcome"])
        for i in Item.objects.filter(split="held_out").select_related("case")
    )
    assert set(held_out.values()) == {5}
    assert len(held_out) == 4


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0), (1.0, 9), (0.5, 4.5)])
def test_the_share_is_met_give_or_take_one(share: float, expected: float) -> None:
    study = make_study(held_out_share=share)
    add_items(study=study, cases=make_cases(study, 9))
    assert abs(Item.objects.filter(split="held_out").count() - expected) < 1


def test_the_seed_fixes_the_splits() -> None:
    def splits(seed: int) -> list[str]:
        study = make_study(seed=seed)
        cases = [
            make_case(study, session_key=f"s{n}", key=f"s{n}", conversation_key=f"c{n}")
            for n in range(30)
        ]
        return [item.split for item in add_items(study=study, cases=cases)]

    assert splits(1) == splits(1)
    assert splits(1) != splits(2)


def test_a_conversation_stays_in_one_split(study: Study) -> None:
    for batch in range(3):
        cases = [make_case(study, conversation_key=f"c{n}") for n in range(20)]
        add_items(study=study, cases=cases + cases[:batch])
    splits: dict[str, set[str]] = {}
    for item in Item.objects.select_related("case"):
        splits.setdefault(item.case.conversation_key, set()).add(item.split)
    assert len(splits) == 20
    assert all(len(found) == 1 for found in splits.values())
    assert {split for found in splits.values() for split in found} == {"tuning", "held_out"}


def test_the_number_of_queries_does_not_grow(study: Study) -> None:
    def queries(count: int) -> int:
        cases = make_cases(study, count)
        with CaptureQueriesContext(
            connection,
        ) as context:
            add_items(study=study, cases=cases)
        return len(context)

    assert queries(3) == queries(60)


def test_settings_count_as_they_are_now_not_as_the_caller_loaded_them(study: Study) -> None:
    heard: list[Study] = []

    def listen(sender: type, study: Study, items: list[Item], **_: Any) -> None:
        heard.append(study)

    Study.objects.filter(pk=study.pk).update(held_out_share=1.0, overlap=5)
    items_added.connect(listen)
    try:
        items = add_items(study=study, cases=make_cases(study, 4))
        pair, _ = add_pair(study=study, case=make_case(study), case_b=make_case(study))
    finally:
        items_added.disconnect(listen)
    assert {item.split for item in [*items, pair]} == {"held_out"}
    assert [s.overlap for s in heard] == [5, 5]
    assert {item.slots.count() for item in [*items, pair]} == {5}


def test_cases_of_another_study_are_refused(study: Study) -> None:
    with pytest.raises(BadInput, match="is not a case of study"):
        add_items(study=study, cases=make_cases(make_study(), 1))
    assert not Item.objects.exists()


# --- pairs ---------------------------------------------------------------------------------


def test_a_pair_is_made_once_whichever_way_round(study: Study) -> None:
    a, b = make_cases(study, 2, conversation_key="one")
    pair, new = add_pair(study=study, case=a, case_b=b)
    assert new
    assert (pair.kind, pair.case, pair.case_b) == ("pairwise", a, b)
    assert add_pair(study=study, case=b, case_b=a) == (pair, False)
    assert Item.objects.count() == 1


def test_a_pair_keeps_the_split_of_its_conversations(study: Study) -> None:
    a, b = make_cases(study, 2)
    (item,) = add_items(study=study, cases=[a])
    pair, _ = add_pair(study=study, case=b, case_b=a)
    assert pair.split == item.split
    (later,) = add_items(study=study, cases=[b])
    assert later.split == item.split


def test_a_pair_across_splits_is_refused() -> None:
    study = make_study(held_out_share=0.5)
    items = add_items(study=study, cases=make_cases(study, 10))
    a = next(i.case for i in items if i.split == "tuning")
    b = next(i.case for i in items if i.split == "held_out")
    with pytest.raises(BadInput, match="different splits"):
        add_pair(study=study, case=a, case_b=b)
    with pytest.raises(BadInput, match="itself"):
        add_pair(study=study, case=a, case_b=a)


def test_pairs_are_added_in_bulk_and_those_across_splits_are_named(study: Study) -> None:
    cases = make_cases(study, 6)
    items = add_items(study=study, cases=cases[:4])
    items[0].split = items[1].split = "tuning"
    items[2].split = items[3].split = "held_out"
    Item.objects.bulk_update(items, ["split"])
    a, b, c, _, e, f = cases
    pairs = [(a, b), (a, c), (e, f), (f, e), (e, c)]
    made, refused = add_pairs(study=study, pairs=pairs)
    assert made[0].split == "tuning"
    # What the first pair of a conversation fixes holds for the next.
    drawn = made[1].split
    assert [(i.case, i.case_b) for i in made] == [(a, b), (e, f)] + [(e, c)] * (drawn == "held_out")
    assert f"cases {a.key} and {c.key} stand in different splits" in refused[0]
    assert len(made) + len(refused) == 4
    assert add_pairs(study=study, pairs=[(b, a), (e, f)]) == ([], [])


def test_the_splits_of_many_pairs_are_drawn_together_and_evenly() -> None:
    study = make_study(held_out_share=0.5)
    pairs = [
        tuple(make_cases(study, 2, conversation_key=f"c{n}", strata={"intent": "ab"[n % 2]}))
        for n in range(40)
    ]
    made, refused = add_pairs(study=study, pairs=pairs)  # type: ignore[arg-type]
    held_out = Counter(i.case.strata["intent"] for i in made if i.split == "held_out")
    assert (held_out, refused) == ({"a": 10, "b": 10}, [])


def test_conversations_that_pairs_connect_get_one_split(study: Study) -> None:
    cases = make_cases(study, 9)
    (item,) = add_items(study=study, cases=[cases[8]])
    chain = list(pairwise(cases[:5]))
    made, refused = add_pairs(
        study=study, pairs=[*chain, (cases[7], cases[6]), (cases[8], cases[7])]
    )
    assert refused == []
    assert len({i.split for i in made[:4]}) == 1
    assert {i.split for i in made[4:]} == {item.split}


def test_an_erased_case_is_paired_with_none(study: Study) -> None:
    a, b, c = make_cases(study, 3, conversation_key="one")
    Case.objects.filter(pk=b.pk).update(erased_at=timezone.now(), turns=[])
    made, refused = add_pairs(study=study, pairs=[(a, b), (a, c)])
    assert [(i.case, i.case_b) for i in made] == [(a, c)]
    assert refused == [f"case {b.key} was erased: pair cases that still have their text"]
    with pytest.raises(BadInput, match="was erased"):
        add_pair(study=study, case=b, case_b=c)


# --- gold ----------------------------------------------------------------------------------


@pytest.fixture
def item(study: Study) -> Item:
    return add_items(study=study, cases=[make_case(study)])[0]


def test_gold_leaves_its_split_and_freezes_the_rubric(item: Item, lead: Person) -> None:
    make_gold(item=item, answers={"grounded": ("FAIL", "No tool says so.")}, actor=lead)
    item.refresh_from_db()
    assert (item.purpose, item.split) == ("gold", "none")
    answer = GoldAnswer.objects.get(item=item)
    assert (answer.criterion.key, answer.value) == ("grounded", "FAIL")
    item.study.rubric_version.refresh_from_db()
    assert item.study.rubric_version.frozen_at
    event = AuditEvent.objects.get(action="item.made_gold")
    assert (event.actor, event.data) == (lead, {"criteria": ["grounded"]})
    assert not item.slots.exists()


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ({}, "at least one"),
        ({"tone": ("PASS", "")}, "'tone' is not in .*: choose among correct_amount, grounded"),
        ({"grounded": ("MAYBE", "")}, "no value 'MAYBE': choose among FAIL, PASS"),
    ],
)
def test_gold_answers_must_fit_the_rubric(
    item: Item, answers: dict[str, tuple[str, str]], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        make_gold(item=item, answers=answers, actor=None)
    item.refresh_from_db()
    assert item.purpose == "ordinary"


def test_gold_is_not_made_twice(item: Item) -> None:
    make_gold(item=item, answers={"grounded": ("FAIL", "")}, actor=None)
    with pytest.raises(BadInput, match="gold already"):
        make_gold(item=item, answers={"grounded": ("PASS", "")}, actor=None)


def test_a_receiver_that_refuses_undoes_it_all(item: Item) -> None:
    def refuse(sender: type, **_: Any) -> None:
        raise BadInput("being rated")

    items_retired.connect(refuse)
    try:
        with pytest.raises(BadInput, match="being rated"):
            make_gold(item=item, answers={"grounded": ("FAIL", "")}, actor=None)
    finally:
        items_retired.disconnect(refuse)
    item.refresh_from_db()
    assert item.purpose == "ordinary"
    assert not GoldAnswer.objects.exists()


def test_gold_pairs_are_answered_by_case() -> None:
    study = make_study(rubric_version=make_rubric_version("better"))
    a, b = make_cases(study, 2, conversation_key="one")
    pair, _ = add_pair(study=study, case=a, case_b=b)
    with pytest.raises(BadInput, match="choose among first_case, second_case, tie"):
        make_gold(item=pair, answers={"better": ("PASS", "")}, actor=None)
    make_gold(item=pair, answers={"better": ("second_case", "")}, actor=None)
    pair.refresh_from_db()
    assert pair.is_gold


def test_the_conversation_of_gold_leaves_held_out(lead: Person) -> None:
    study = make_study(held_out_share=1.0)
    a, a_again = make_cases(study, 2, conversation_key="one")
    b, c = make_cases(study, 2)
    item, *_ = add_items(study=study, cases=[a, a_again, b, c])
    pair, _ = add_pair(study=study, case=a_again, case_b=b)
    make_gold(item=item, answers={"grounded": ("FAIL", "")}, actor=lead)
    splits = dict(Item.objects.values_list("case_id", "split").filter(case_b=None))
    # The pair shows gold's conversation, and takes the conversation of its other side along.
    assert splits == {a.pk: "none", a_again.pk: "tuning", b.pk: "tuning", c.pk: "held_out"}
    pair.refresh_from_db()
    assert pair.split == "tuning"
    event = AuditEvent.objects.get(action="split.left_held_out")
    assert (event.actor, event.data["why"]) == (lead, "gold")


def test_what_joins_the_conversation_of_gold_is_not_held_out() -> None:
    study = make_study(held_out_share=1.0)
    (item,) = add_items(study=study, cases=[make_case(study, conversation_key="one")])
    make_gold(item=item, answers={"grounded": ("FAIL", "")}, actor=None)
    (sibling,) = add_items(study=study, cases=[make_case(study, conversation_key="one")])
    assert sibling.split == "tuning"
    pair, _ = add_pair(study=study, case=sibling.case, case_b=make_case(study))
    assert pair.split == "tuning"
