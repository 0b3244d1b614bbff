"""Who misses several known answers pauses, some ratings later, and nothing says why."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cases.errors import BadInput
from cases.models import AuditEvent, GoldAnswer, Membership, Person, Study
from raters.assignment import Empty
from raters.gold_checks import LATEST, SOONEST, firing, let_go_on
from raters.models import Assignment, SetAside, Slot
from raters.ratings import Answer
from tests.make import join, make_person, make_slots, make_study
from tests.raters.answers import rate, rate_next
from tests.raters.known import claimed, give, make_training_items, member, rate_gold


@pytest.mark.parametrize(
    ("missed", "misses", "window", "at"),
    [
        ([], 1, 1, None),
        ([True], 1, 1, 0),
        ([True, False, True, True], 3, 4, 3),
        ([True, False, True, True], 3, 3, None),
        ([True, True, False, False, True], 2, 2, 1),
        ([True, True, True], 0, 3, None),
    ],
)
def test_where_the_rule_holds_first(
    missed: list[bool], misses: int, window: int, at: int | None
) -> None:
    assert firing(missed, misses, window) == at


@pytest.fixture
def strict(db: None) -> Study:
    """Two of the last three gold items missed pause a rater."""
    return make_study(gold_misses=2, gold_window=3)


@pytest.fixture
def ruth(strict: Study) -> Person:
    return join(make_person("ruth"), strict, "rater")


def to_pause(study: Study, rater: Person) -> int:
    """Rate ordinary items until the pause is there; how many that took."""
    for count in range(LATEST + 1):
        if claimed(study, rater).reason is Empty.RATER_PAUSED:
            return count
        rate_next(study, rater)
    raise AssertionError("no pause came")


def test_a_pause_comes_some_ratings_after_it_is_decided(strict: Study, ruth: Person) -> None:
    make_slots(strict, 12)
    rate_gold(strict, ruth, "FAIL")
    assert member(strict, ruth).pause_in is None
    rate_gold(strict, ruth, "FAIL")
    coming = member(strict, ruth)
    assert coming.paused_at is None
    assert coming.pause_in is not None
    assert SOONEST <= coming.pause_in <= LATEST
    assert to_pause(strict, ruth) == coming.pause_in
    paused = member(strict, ruth)
    assert (paused.pause_cause, paused.pause_in) == ("gold", None)
    event = AuditEvent.objects.get(action="rater.paused")
    assert (event.actor, event.data["cause"]) == (None, "gold")


def test_ratings_since_the_last_gold_met_are_set_aside(strict: Study, ruth: Person) -> None:
    make_slots(strict, 20)
    safe = [rate_next(strict, ruth).pk for _ in range(2)]
    rate_gold(strict, ruth, "PASS")
    doubtful = [rate_next(strict, ruth).pk for _ in range(2)]
    rate_gold(strict, ruth, "FAIL")
    doubtful.append(rate_next(strict, ruth).pk)
    rate_gold(strict, ruth, "FAIL")
    # Met while the pause is on its way: it says nothing of what came before it.
    Membership.objects.filter(person=ruth).update(pause_in=3)
    rate_gold(strict, ruth, "PASS")
    doubtful += [rate_next(strict, ruth).pk for _ in range(2)]
    batch = SetAside.objects.get()
    assert batch.cause == "gold"
    assert batch.created_by is None
    assert sorted(batch.assignments.values_list("pk", flat=True)) == doubtful
    states = Assignment.objects.filter(slot__isnull=False).values_list("pk", "state")
    assert sorted(states) == [(pk, "finished") for pk in safe]
    assert Slot.objects.filter(state="filled").count() == 2
    assert Assignment.objects.filter(pk__in=doubtful, state="set_aside").count() == 5


def test_can_t_tell_and_an_old_miss_are_no_misses(strict: Study, ruth: Person) -> None:
    rate_gold(strict, ruth, "FAIL")
    keys = [c.key for c in strict.rubric_version.criteria.all()]
    for _ in range(3):
        gold = rate_gold_with(strict, ruth, {key: Answer("cant_tell") for key in keys})
        assert gold.state == "leased"
    rate_gold(strict, ruth, "FAIL")
    assert member(strict, ruth).pause_in is None


def rate_gold_with(study: Study, rater: Person, answers: dict[str, Answer]) -> Assignment:
    from tests.make import make_gold

    (item,) = make_gold(study)
    assignment = give(item, rater)
    rate(assignment, answers=answers)
    return assignment


def test_a_pause_that_rests_on_a_wrong_known_answer_does_not_come(
    strict: Study, ruth: Person
) -> None:
    make_slots(strict, 10)
    first = rate_gold(strict, ruth, "FAIL")
    rate_gold(strict, ruth, "FAIL")
    GoldAnswer.objects.filter(item=first.item).update(value="FAIL")
    Membership.objects.filter(person=ruth).update(pause_in=1)
    rate_next(strict, ruth)
    after = member(strict, ruth)
    assert (after.paused_at, after.pause_in) == (None, None)
    assert not SetAside.objects.exists()


def test_no_rule_no_pause(strict: Study, ruth: Person) -> None:
    Study.objects.filter(pk=strict.pk).update(gold_misses=0)
    for _ in range(4):
        rate_gold(strict, ruth, "FAIL")
    assert member(strict, ruth).pause_in is None


def test_a_correction_counts_nothing_down(strict: Study, ruth: Person) -> None:
    make_slots(strict, 2)
    done = rate_next(strict, ruth)
    Membership.objects.filter(person=ruth).update(pause_in=4)
    rate(Assignment.objects.get(pk=done.pk), "FAIL")
    assert member(strict, ruth).pause_in == 4


def test_a_lead_lets_a_rater_go_on(strict: Study, ruth: Person, lead: Person) -> None:
    make_slots(strict, 12)
    rate_gold(strict, ruth, "FAIL")
    rate_gold(strict, ruth, "FAIL")
    to_pause(strict, ruth)
    let_go_on(study=strict, rater=ruth, actor=lead)
    assert claimed(strict, ruth).assignment is not None
    # One more miss is one, not the third.
    rate_gold(strict, ruth, "FAIL")
    assert member(strict, ruth).pause_in is None
    rate_gold(strict, ruth, "FAIL")
    assert member(strict, ruth).pause_in is not None
    let_go_on(study=strict, rater=ruth, actor=lead)
    assert member(strict, ruth).pause_in is None
    with pytest.raises(BadInput, match="not held up"):
        let_go_on(study=strict, rater=ruth, actor=lead)


def test_a_retraining_lifts_the_pause(strict: Study, ruth: Person) -> None:
    make_slots(strict, 12)
    Membership.objects.filter(person=ruth).update(trained_at="2026-01-01T00:00Z")
    (item,) = make_training_items(strict, 1)
    rate_gold(strict, ruth, "FAIL")
    rate_gold(strict, ruth, "FAIL")
    Membership.objects.filter(person=ruth).update(pause_in=1)
    rate_next(strict, ruth)
    held_up = member(strict, ruth)
    assert (held_up.trained_at, held_up.training_attempt) == (None, 2)
    assert claimed(strict, ruth).reason is Empty.TRAINING
    from raters.training import begin

    assignment = begin(study=strict, rater=ruth)
    assert assignment is not None
    assert (assignment.item, assignment.attempt) == (item, 2)
    rate(assignment)
    after = member(strict, ruth)
    assert (after.paused_at, after.pause_cause) == (None, "")
    assert after.trained_at is not None
    assert claimed(strict, ruth).assignment is not None


def test_gold_and_ordinary_items_take_the_same_statements(strict: Study, ruth: Person) -> None:
    from tests.make import make_gold

    make_slots(strict, 3)
    rate_next(strict, ruth)
    (gold,) = make_gold(strict)
    shapes = []
    for assignment in (claimed(strict, ruth).assignment, give(gold, ruth)):
        assert assignment is not None
        with CaptureQueriesContext(connection) as queries:
            rate(assignment, "FAIL")
        statements = [q["sql"] for q in queries.captured_queries if "SAVEPOINT" not in q["sql"]]
        shapes.append([" ".join(sql.split()[:3]) for sql in statements])
    ordinary, hidden = shapes
    ordinary.remove("UPDATE raters_slot SET")
    assert hidden == ordinary


def test_the_look_at_the_last_gold_is_a_seek(strict: Study, ruth: Person) -> None:
    from raters.known_answers import last_outcomes

    with CaptureQueriesContext(connection) as queries:
        last_outcomes(strict.pk, ruth.pk, limit=10)
    (query,) = queries.captured_queries
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            plan = " ".join(str(row) for row in cursor.fetchall())
            # Ties of one moment may be sorted, not all that the rater ever did.
            assert "TEMP B-TREE FOR ORDER BY" not in plan
        else:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = " ".join(str(row) for row in cursor.fetchall())
        assert "assignment_known_answers" in plan
