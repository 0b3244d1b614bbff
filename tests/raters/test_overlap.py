"""How many raters an item gets: the share that gets more, and changes while people rate."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from raters.assignment import Empty, claim_next
from raters.lots import is_drawn, lot_order
from raters.models import Assignment, Slot
from raters.overlap import add_places, extend_overlap
from raters.reserving import reserve
from tests.make import join, make_gold, make_person, make_slots, make_study
from tests.raters.answers import rate_next


def places(study: Study) -> list[int]:
    return sorted(Counter(Slot.objects.filter(study=study).values_list("item", flat=True)).values())


# --- a share of the items gets more ------------------------------------------------------------


@given(seed=st.integers(0, 2**31), share=st.floats(0, 1), batches=st.lists(st.integers(1, 9)))
def test_the_share_is_exact_however_items_come(seed: int, share: float, batches: list[int]) -> None:
    drawn = sum(is_drawn(seed, place, share) for place in range(sum(batches)))
    assert abs(drawn - share * sum(batches)) < 1 + 1e-9


def test_the_lot_goes_by_seed_and_key_alone() -> None:
    keys = [f"i-{n}" for n in range(50)]
    assert lot_order(7, keys) == lot_order(7, reversed(keys)) != lot_order(8, keys)
    assert lot_order(7, keys) != keys


@pytest.mark.django_db
def test_a_fixed_share_of_items_gets_more_raters_and_later_ones_too() -> None:
    study = make_study(overlap=2, extra_share=0.3, extra_overlap=2, seed=5)
    make_slots(study, 20)
    assert places(study).count(4) in {5, 6, 7}
    for _ in range(20):
        make_slots(study, 1)
    assert Counter(places(study)).keys() == {2, 4}
    assert places(study).count(4) in {11, 12, 13}


# --- extending ----------------------------------------------------------------------------------


def test_more_raters_for_every_item_and_those_who_had_passed_come_back(
    study: Study, rater: Person, lead: Person
) -> None:
    study.overlap = 1
    study.save()
    make_slots(study, 3)
    for _ in range(3):
        rate_next(study, rater)
    other = join(make_person(), study, "rater", queue_position=2**62)
    assert claim_next(study=study, rater=other).reason is Empty.FINISHED
    assert extend_overlap(study=study, overlap=2, actor=lead) == 3
    assert places(study) == [2, 2, 2]
    assert claim_next(study=study, rater=other).assignment is not None
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED
    event = AuditEvent.objects.get(action="study.overlap_changed")
    assert (event.actor, event.data) == (lead, {"before": 1, "after": 2, "slots": 3})
    study.refresh_from_db()
    assert study.overlap == 2


@pytest.mark.django_db
def test_items_with_more_raters_keep_that_many_more() -> None:
    study = make_study(overlap=1, extra_share=0.5, extra_overlap=1)
    make_slots(study, 10)
    before = places(study)
    extend_overlap(study=study, overlap=3, actor=None)
    assert places(study) == [count + 2 for count in before]


def test_fewer_raters_takes_open_places_only(study: Study, rater: Person) -> None:
    make_slots(study, 4)
    rate_next(study, rater)
    claim_next(study=study, rater=rater)
    assert extend_overlap(study=study, overlap=1, actor=None) == -4
    assert Counter(Slot.objects.values_list("state", flat=True)) == {
        "filled": 1,
        "leased": 1,
        "open": 2,
    }


def test_fewer_raters_than_an_item_has_is_refused_whole(study: Study, rater: Person) -> None:
    make_slots(study, 2)
    rate_next(study, rater)
    rate_next(study, join(make_person(), study, "rater"))
    before = sorted(Slot.objects.values_list("pk", "state"))
    with pytest.raises(BadInput, match="least that is possible is 2"):
        extend_overlap(study=study, overlap=1, actor=None)
    assert sorted(Slot.objects.values_list("pk", "state")) == before
    assert Study.objects.get().overlap == 2
    assert not AuditEvent.objects.filter(action="study.overlap_changed").exists()


def test_a_place_kept_for_somebody_is_not_taken_away(study: Study, rater: Person) -> None:
    (item,) = make_slots(study)
    reserve(study=study, items=[item], rater=rater, actor=None)
    extend_overlap(study=study, overlap=1, actor=None)
    assert Slot.objects.get().reserved_for == rater


@pytest.mark.parametrize("overlap", [0, 51])
def test_an_overlap_out_of_range_is_refused(study: Study, overlap: int) -> None:
    with pytest.raises(BadInput, match="from 1 to 50"):
        extend_overlap(study=study, overlap=overlap, actor=None)


def test_a_closed_study_is_not_extended(study: Study) -> None:
    study.state = "closed"
    study.save()
    with pytest.raises(BadInput, match="closed"):
        extend_overlap(study=study, overlap=3, actor=None)


def test_extending_reaches_exactly_the_new_overlap(study: Study) -> None:
    make_slots(study, 4)
    raters = [join(make_person(), study, "rater") for _ in range(4)]
    for turn in range(6):
        rate_next(study, raters[turn % 2])
    extend_overlap(study=study, overlap=3, actor=None)
    for rater in raters * 4:
        rate_next(study, rater)
    done = Counter(Assignment.objects.finished().values_list("item", flat=True))
    assert set(done.values()) == {3}


# --- some items only, and in batches --------------------------------------------------------------


def test_some_items_get_more_raters(study: Study, lead: Person) -> None:
    first, second = make_slots(study, 2)
    assert add_places(study=study, items=[first.pk], more=2, actor=lead) == 2
    assert Slot.objects.filter(item=first).count() == 4
    assert Slot.objects.filter(item=second).count() == 2
    event = AuditEvent.objects.get(action="slots.added")
    assert event.data == {"items": [first.pk], "count": 1, "more": 2}
    with pytest.raises(BadInput, match="50 raters at most"):
        add_places(study=study, items=[first.pk], more=47, actor=lead)
    with pytest.raises(BadInput, match="from 1 to 50"):
        add_places(study=study, items=[first.pk], more=0, actor=lead)


def test_items_of_other_studies_and_known_answers_get_none(study: Study, lead: Person) -> None:
    (other,) = make_slots(make_study(), 1)
    (gold,) = make_gold(study, 1)
    assert add_places(study=study, items=[other.pk, gold.pk], more=1, actor=lead) == 0


def test_batches_reach_every_item_once(study: Study, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("raters.overlap._BATCH", 2)
    make_slots(study, 5)
    assert extend_overlap(study=study, overlap=4, actor=None) == 10
    assert places(study) == [4] * 5


def test_two_extensions_one_after_the_other_add_up(study: Study) -> None:
    stale = Study.objects.get(pk=study.pk)
    make_slots(study, 2)
    extend_overlap(study=study, overlap=3, actor=None)
    extend_overlap(study=stale, overlap=4, actor=None)
    assert places(study) == [4, 4]
