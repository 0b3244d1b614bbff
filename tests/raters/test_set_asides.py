"""Ratings set aside and reinstated: kept, marked, and the overlap exact after each step."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Person, Study
from raters.assignment import claim_next
from raters.models import Assignment, Label, SetAside, Slot
from raters.ratings import last_finished, skip
from raters.set_asides import keep_out, reinstate, set_aside
from tests.make import join, make_person, make_slots, make_study
from tests.raters.answers import rate, rate_next


def states(study: Study) -> list[str]:
    return sorted(Assignment.objects.filter(item__study=study).values_list("state", flat=True))


def put_aside(study: Study, rater: Person, **which: object) -> SetAside:
    return set_aside(study=study, rater=rater, reason="Too quick.", actor=None, **which)  # type: ignore[arg-type]


def test_ratings_set_aside_stay_but_do_not_count(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study, 3)
    for _ in range(3):
        rate_next(study, rater)
    batch = set_aside(study=study, rater=rater, reason="  Too quick. ", actor=lead)
    assert (batch.reason, batch.decision, batch.assignments.count()) == ("Too quick.", "open", 3)
    assert states(study) == ["set_aside"] * 3
    assert Label.objects.current().count() == 6
    assert not Label.objects.counting().exists()
    assert not Slot.objects.exclude(state="open").exists()
    event = AuditEvent.objects.get(action="ratings.set_aside")
    assert (event.actor, event.data) == (
        lead,
        {"rater": rater.pk, "cause": "lead", "ratings": 3},
    )


def test_some_ratings_are_chosen_by_id_or_by_time(study: Study, rater: Person) -> None:
    make_slots(study, 4)
    done = [rate_next(study, rater) for _ in range(4)]
    assert list(put_aside(study, rater, assignments=[done[0].pk]).assignments.all()) == [done[0]]
    times = dict(Assignment.objects.values_list("pk", "finished_at"))
    since = put_aside(study, rater, since=times[done[1].pk])
    assert set(since.assignments.all()) == set(done[2:])
    with pytest.raises(BadInput, match="no rating"):
        put_aside(study, rater, since=timezone.now() + timedelta(hours=1))


def test_other_people_s_and_other_studies_ratings_are_left_alone(
    study: Study, rater: Person
) -> None:
    make_slots(study)
    other = join(make_person(), study, "rater")
    theirs = rate_next(study, other)
    with pytest.raises(BadInput, match="no rating"):
        put_aside(study, rater, assignments=[theirs.pk])
    elsewhere = make_study()
    join(rater, elsewhere, "rater")
    with pytest.raises(BadInput, match="no rating"):
        put_aside(elsewhere, rater)
    with pytest.raises(BadInput, match="not a member"):
        put_aside(make_study(), rater)
    with pytest.raises(BadInput, match="Say why"):
        set_aside(study=study, rater=other, reason=" ", actor=None)


def test_a_reinstated_rating_is_surplus_where_others_filled_the_place(
    db: None, lead: Person
) -> None:
    study = make_study(overlap=1)
    ruth = join(make_person(), study, "rater")
    olga = join(make_person(), study, "rater")
    make_slots(study, 2)
    first, second = rate_next(study, ruth), rate_next(study, ruth)
    batch = put_aside(study, ruth)
    taken = rate_next(study, olga).item
    assert reinstate(batch=batch, actor=lead, note="A mistake of ours.") == (1, 1)
    by_item = {a.item: a.state for a in (Assignment.objects.filter(rater=ruth))}
    assert by_item[taken] == "surplus"
    assert sorted(by_item.values()) == ["finished", "surplus"]
    assert {first.item, second.item} == set(by_item)
    assert Label.objects.counting().count() == 4
    batch.refresh_from_db()
    assert (batch.decision, batch.decided_by, batch.decision_note) == (
        "reinstated",
        lead,
        "A mistake of ours.",
    )
    event = AuditEvent.objects.get(action="ratings.reinstated")
    assert event.data == {"rater": ruth.pk, "counting": 1, "surplus": 1}


def test_a_decision_can_be_gone_back_on(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study)
    rate_next(study, rater)
    batch = put_aside(study, rater)
    assert keep_out(batch=batch, actor=lead) == 1
    with pytest.raises(BadInput, match="already"):
        keep_out(batch=batch, actor=lead)
    assert reinstate(batch=batch, actor=lead) == (1, 0)
    with pytest.raises(BadInput, match="already"):
        reinstate(batch=batch, actor=lead)
    assert keep_out(batch=batch, actor=lead) == 1
    assert states(study) == ["set_aside"]
    assert Slot.objects.filter(state="open").count() == 2


def test_what_another_batch_holds_out_stays_out(study: Study, rater: Person) -> None:
    make_slots(study)
    rate_next(study, rater)
    first = put_aside(study, rater)
    reinstate(batch=first, actor=None)
    put_aside(study, rater)
    keep_out(batch=first, actor=None)
    assert reinstate(batch=first, actor=None) == (0, 0)
    assert states(study) == ["set_aside"]


def test_a_rating_set_aside_can_t_be_changed_and_is_still_the_last(
    study: Study, rater: Person
) -> None:
    make_slots(study)
    done = rate_next(study, rater)
    put_aside(study, rater)
    assert last_finished(study=study, rater=rater) == done
    with pytest.raises(BadInput, match="changed now"):
        rate(Assignment.objects.get(pk=done.pk), "FAIL")


def test_thousands_of_ratings_go_in_one_batch(
    study: Study, rater: Person, django_assert_max_num_queries: object
) -> None:
    from tests.calibration.made import make_items, rate_items

    items = make_items(study, ["tuning"] * 5000)
    rate_items(rater, {item: {"grounded": "PASS"} for item in items})
    slots = Slot.objects.bulk_create(
        [Slot(study=study, item=i, number=1, rank=n, state="filled") for n, i in enumerate(items)],
        batch_size=500,
    )
    by_item = {slot.item_id: slot for slot in slots}
    rows = list(Assignment.objects.all())
    for row in rows:
        row.slot = by_item[row.item_id]
    Assignment.objects.bulk_update(rows, ["slot"], batch_size=500)
    with django_assert_max_num_queries(130):  # type: ignore[operator]
        batch = put_aside(study, rater)
    assert Slot.objects.filter(state="open").count() == 5000
    with django_assert_max_num_queries(130):  # type: ignore[operator]
        assert reinstate(batch=batch, actor=None) == (5000, 0)
    assert Slot.objects.filter(state="filled").count() == 5000


# --- any sequence -------------------------------------------------------------------------------

RATERS, ITEMS, OVERLAP = 4, 3, 2
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["rate", "rate", "rate", "skip", "aside", "reinstate", "keep out"]),
        st.integers(0, RATERS - 1),
    ),
    max_size=30,
)


class AnySequence(TestCase):
    @settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(STEPS)
    def test_keeps_the_overlap_exact(self, steps: Sequence[tuple[str, int]]) -> None:
        study = make_study(overlap=OVERLAP)
        people = [join(make_person(), study, "rater") for _ in range(RATERS)]
        make_slots(study, ITEMS)
        for step, who in steps:
            act(study, people[who], step)
            check_overlap(study)


def act(study: Study, rater: Person, step: str) -> None:
    import uuid

    batches = SetAside.objects.filter(study=study, rater=rater).order_by("pk")
    try:
        if step == "rate":
            rate_next(study, rater)
        elif step == "skip":
            claim = claim_next(study=study, rater=rater)
            if claim.assignment:
                skip(assignment=claim.assignment, submit_key=uuid.uuid4(), reason="Broken.")
        elif step == "aside":
            put_aside(study, rater)
        elif batches:
            change = reinstate if step == "reinstate" else keep_out
            change(batch=batches[len(batches) // 2], actor=None)
    except BadInput:
        return


def check_overlap(study: Study) -> None:
    for item in Item.objects.filter(study=study):
        live = Assignment.objects.filter(item=item, state="finished")
        slots = Slot.objects.filter(item=item)
        assert slots.count() == OVERLAP
        assert live.count() == slots.filter(state="filled").count() <= OVERLAP
        assert set(live.values_list("slot", flat=True)) == set(
            slots.filter(state="filled").values_list("pk", flat=True)
        )
        out = Assignment.objects.filter(item=item, state__in=["set_aside", "surplus"])
        assert not out.filter(slot__isnull=False).exists()
        counted = Label.objects.counting().filter(item=item, criterion__key="grounded")
        assert counted.count() == live.count()
