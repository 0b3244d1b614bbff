"""The walk through the queue: lanes of skills, which of the next few items is taken, its cost."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cases.models import Item, Membership, Person, Study
from cases.signals import items_added
from raters.assignment import Empty, claim_next
from raters.models import Assignment, Slot
from raters.slots import set_priorities
from tests.make import join, make_case, make_gold, make_person, make_slots, make_study
from tests.raters.answers import rate_next


def statements_of_a_claim(study: Study, rater: Person) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        claim_next(study=study, rater=rater)
    return [q["sql"] for q in queries.captured_queries if "SAVEPOINT" not in q["sql"]]


def many_slots(study: Study, count: int, **fields: object) -> None:
    """Turns of one case: items that are quickly made."""
    case = make_case(study)
    fields = {"split": "tuning"} | fields
    items = Item.objects.bulk_create(
        Item(study=study, case=case, turn=n, key=f"t{case.pk}-{n}", **fields) for n in range(count)
    )
    items_added.send(sender=Study, study=study, items=items)


# --- skills -----------------------------------------------------------------------------------


def test_items_that_ask_for_a_skill_go_to_those_who_have_it(study: Study) -> None:
    study.overlap = 3
    there = {"": 2, "medical": 3, "legal": 2}
    for skill, count in there.items():
        make_slots(study, count, skill=skill)
    for skills in ([], ["medical"], ["legal", "medical"]):
        rater = join(make_person(), study, "rater", skills=skills)
        seen = []
        while (assignment := rate_next(study, rater)).pk:
            seen.append(assignment.item.skill)
        assert Counter(seen) == {skill: there[skill] for skill in ["", *skills]}


def test_all_lanes_are_one_order(study: Study) -> None:
    order = [("", 5, 9), ("medical", 5, 20), ("legal", 1, 3), ("", 1, 4), ("medical", 0, 1)]
    for skill, priority, rank in reversed(order):
        make_slots(study, skill=skill, priority=priority, rank=rank)
    rater = join(make_person(), study, "rater", skills=["medical", "legal"])
    seen = [rate_next(study, rater).item for _ in order]
    assert [(item.skill, item.priority, item.rank) for item in seen] == order


def test_a_rater_for_whom_nothing_is_says_so(study: Study, rater: Person) -> None:
    make_slots(study, skill="medical")
    assert claim_next(study=study, rater=rater).reason is Empty.NO_SKILL
    make_slots(study)
    rate_next(study, rater)
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED


def test_places_kept_for_others_are_not_worth_waiting_for(study: Study, rater: Person) -> None:
    make_slots(study)
    rate_next(study, rater)
    other = join(make_person(), study, "rater")
    make_slots(study)
    Slot.objects.filter(state="open").exclude(item__in=Assignment.objects.values("item")).update(
        reserved_for=other
    )
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED


def test_a_gold_item_asks_for_its_skill_too(study: Study, rater: Person) -> None:
    study.gold_share = 1
    make_slots(study, 5)
    make_gold(study, skill="medical")
    assert not rate_next(study, rater).item.is_gold
    Membership.objects.update(skills=["medical"])
    assert rate_next(study, rater).item.is_gold


# --- what is taken ------------------------------------------------------------------------------


def test_whom_a_rater_met_is_remembered(study: Study) -> None:
    ann, ben = (join(make_person(), study, "rater") for _ in range(2))
    make_slots(study, 2)
    for _ in range(2):
        rate_next(study, ann)
    for _ in range(2):
        rate_next(study, ben)
    met = dict(Membership.objects.values_list("person", "met"))
    assert met == {ann.pk: {}, ben.pk: {str(ann.pk): 2}}


def test_the_item_of_whom_one_has_met_least_comes_first(study: Study) -> None:
    study.overlap = 3
    study.save()
    ann, ben, me = (join(make_person(), study, "rater") for _ in range(3))
    of_ann, of_ben = make_slots(study, rank=1)[0], make_slots(study, rank=2)[0]
    for rater, item in ((ann, of_ann), (ben, of_ben)):
        slot = item.slots.first()
        assert slot is not None
        slot.reserved_for = rater
        slot.save()
        assert rate_next(study, rater).item == item
    Membership.objects.filter(person=me).update(met={str(ann.pk): 5, str(ben.pk): 2})
    assert rate_next(study, me).item == of_ben
    assert rate_next(study, me).item == of_ann, "what was left in front is next again"


def test_urgent_items_come_before_any_balance(study: Study) -> None:
    ann, me = (join(make_person(), study, "rater") for _ in range(2))
    (begun,) = make_slots(study, rank=1)
    rate_next(study, ann)
    (urgent,) = make_slots(study, priority=1)
    assert [rate_next(study, me).item for _ in range(2)] == [urgent, begun]


@pytest.mark.django_db
def test_a_queue_walked_out_of_order_is_walked_to_its_end() -> None:
    study = make_study(overlap=2)
    items = make_slots(study, 40)
    raters = [join(make_person(), study, "rater") for _ in range(5)]
    for turn in range(90):
        rate_next(study, raters[turn * turn % 5])
    for rater in raters:
        while rate_next(study, rater).pk:
            pass
    assert Slot.objects.filter(state="filled").count() == 2 * len(items)


# --- priorities -----------------------------------------------------------------------------------


def test_items_of_another_priority_move_and_raters_are_sent_back(
    study: Study, rater: Person
) -> None:
    items = make_slots(study, 6)
    for _ in range(3):
        rate_next(study, rater)
    open_ = [item for item in items if not item.assignments.exists()]
    changed = set_priorities(study, {open_[2].pk: 4, open_[1].pk: 90_000, open_[0].pk: 0, -1: 3})
    assert changed == 2
    assert rate_next(study, rater).item == open_[1]
    assert rate_next(study, rater).item == open_[2]
    assert Slot.objects.filter(item=open_[1]).values_list("priority", flat=True)[0] == 511
    assert set_priorities(study, {open_[2].pk: 4}) == 0


def test_an_item_put_off_behind_the_rater_is_still_found(study: Study, rater: Person) -> None:
    first, second = make_slots(study, 2, priority=5)
    make_slots(study, 3)
    had = rate_next(study, rater).item
    left = second if had == first else first
    set_priorities(study, {left.pk: -1})
    assert rate_next(study, rater).item != left
    seen = {rate_next(study, rater).item.pk for _ in range(3)}
    assert left.pk in seen


# --- cost -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("skills", [[], ["legal", "medical"]])
@pytest.mark.parametrize("count", [10, 1000])
def test_a_claim_takes_the_same_few_statements(count: int, skills: list[str]) -> None:
    study = make_study(overlap=1)
    many_slots(study, count)
    rater = join(make_person(), study, "rater", skills=skills)
    for _ in range(3):
        rate_next(study, rater)
    statements = statements_of_a_claim(study, rater)
    assert len(statements) == 6, statements


@pytest.mark.django_db
def test_gold_takes_as_many_statements_as_other_items() -> None:
    study = make_study(gold_share=0)
    many_slots(study, 20)
    make_gold(study, 9)
    rater = join(make_person(), study, "rater")
    rate_next(study, rater)
    ordinary = len(statements_of_a_claim(study, rater))
    rate_next(study, rater)
    study.gold_share = 1
    # The seek for gold begins at a random place, and once in ten from the top again.
    Item.objects.filter(purpose="gold").update(rank=2**53)
    assert len(statements_of_a_claim(study, rater)) == ordinary == 6


def plan_of(statement: str) -> str:
    explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE raters_slot, cases_item, raters_assignment")
        cursor.execute(explain + statement)
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


@pytest.mark.django_db
def test_the_queue_is_read_by_its_index() -> None:
    """A scan of all slots would make a claim slower with every item."""
    study = make_study(overlap=2, gold_share=0)
    for skill in ("", "legal", "medical"):
        many_slots(study, 1500, skill=skill)
    rater = join(make_person(), study, "rater", skills=["legal", "medical"])
    rate_next(study, rater)
    (seek,) = [sql for sql in statements_of_a_claim(study, rater) if "s.priority DESC" in sql]
    plan = plan_of(seek)
    assert len(re.findall(r"\bslot_open_queue\b", plan)) == 3, plan
    assert "slot_reserved_queue" in plan
    if connection.vendor == "sqlite":
        assert plan.count("slot_open_queue (study_id=? AND skill=? AND priority=? AND rank>?)") == 3
        assert "TEMP B-TREE" not in plan
        assert not re.search(r"^SCAN [sti]\b", plan, re.MULTILINE), plan
    else:
        assert "Seq Scan on raters_slot" not in plan
        assert "Sort" not in plan


@pytest.mark.django_db
def test_gold_is_drawn_by_its_index() -> None:
    study = make_study(gold_share=0)
    many_slots(study, 30)
    many_slots(study, 2000, purpose="gold", split="none")
    rater = join(make_person(), study, "rater")
    rate_next(study, rater)
    study.gold_share = 1
    (seek,) = [sql for sql in statements_of_a_claim(study, rater) if "i.rank >=" in sql]
    plan = plan_of(seek)
    assert "item_gold_by_rank" in plan, plan
    assert "TEMP B-TREE" not in plan
    assert "Sort" not in plan
