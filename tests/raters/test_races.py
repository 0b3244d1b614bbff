"""Many raters at once on the real database: exact overlap, nothing lost, nothing doubled."""

import contextlib
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection, transaction
from django.utils import timezone

from cases.errors import BadInput
from cases.known_answers import make_gold as give_answers
from cases.models import Item, Person, Study
from raters import turns
from raters.assignment import Empty, claim_next
from raters.leases import return_expired, take_slot
from raters.models import Assignment, Label, Rating, Slot
from raters.overlap import add_places, extend_overlap
from raters.ratings import record_rating, skip
from raters.taking_back import take_back
from tests.elsewhere import elsewhere
from tests.make import join, make_gold, make_person, make_slots, make_study
from tests.raters.answers import answers_for


@pytest.fixture(autouse=True)
def _no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads race for the database itself, as processes do."""
    monkeypatch.setattr(turns, "_turn", contextlib.nullcontext())


pytestmark = pytest.mark.django_db(transaction=True)


def together(*jobs: Callable[[], None]) -> None:
    """Run the jobs in threads with a database connection each; raise what any of them raised."""
    problems: list[BaseException] = []
    start = threading.Barrier(len(jobs))

    def run(job: Callable[[], None]) -> None:
        try:
            start.wait(timeout=30)
            job()
        except BaseException as error:  # noqa: BLE001 (handed to the test)
            problems.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not any(thread.is_alive() for thread in threads)
    if problems:
        raise problems[0]


def work_through(study: Study, rater: Person, seed: int) -> None:
    """Rate until nothing is left, now and then skipping, dawdling, or clicking twice."""
    dice = random.Random(seed)
    for _ in range(400):
        claim = claim_next(study=study, rater=rater)
        if claim.assignment is None:
            if claim.reason is not Empty.WAITING:
                return
            time.sleep(0.02)
            continue
        key = uuid.uuid4()
        if dice.random() < 0.05:
            skip(assignment=claim.assignment, submit_key=key, reason="dice")
            continue
        if dice.random() < 0.1:
            # The lease runs out under the rater, and somebody sweeps.
            past = timezone.now() - timedelta(seconds=1)
            Assignment.objects.filter(pk=claim.assignment.pk).update(expires_at=past)
            return_expired(now=timezone.now(), study=study)
        for _ in range(1 + (dice.random() < 0.2)):
            try:
                record_rating(
                    assignment=claim.assignment,
                    submit_key=key,
                    answers=answers_for(claim.assignment),
                )
            except BadInput as error:
                if "somebody else has taken it" not in str(error):
                    raise
    raise AssertionError("the queue never ended")


def assert_consistent(study: Study) -> None:
    """Every slot is filled by exactly one finished assignment, which has exactly its labels."""
    finished = Assignment.objects.finished().filter(item__study=study)
    ordinary = finished.filter(item__purpose="ordinary")
    assert not Slot.objects.filter(study=study, state="leased").exists()
    filled = Slot.objects.filter(study=study, state="filled")
    assert sorted(ordinary.values_list("slot", flat=True)) == sorted(
        filled.values_list("pk", flat=True)
    )
    pairs = Counter(finished.values_list("item", "rater"))
    assert max(pairs.values(), default=1) == 1
    assert Label.objects.count() == 2 * Rating.objects.filter(outcome="rated").count()
    assert Rating.objects.filter(outcome="rated").count() == finished.count()


def test_ten_raters_reach_exactly_the_overlap() -> None:
    study = make_study(overlap=3, gold_share=0.1)
    items = make_slots(study, 15)
    make_gold(study, 5)
    raters = [join(make_person(), study, "rater") for _ in range(10)]
    together(*[lambda r=r, n=n: work_through(study, r, n) for n, r in enumerate(raters)])
    counts = Counter(
        Assignment.objects.finished()
        .filter(item__purpose="ordinary")
        .values_list("item", flat=True)
    )
    assert counts == {item.pk: 3 for item in items}
    assert_consistent(study)


def test_one_rater_in_many_windows_holds_one_item() -> None:
    study = make_study()
    make_slots(study, 8)
    rater = join(make_person(), study, "rater")
    got: list[Assignment | None] = []
    together(*[lambda: got.append(claim_next(study=study, rater=rater).assignment)] * 6)
    assert len(set(got)) == 1
    assert Assignment.objects.count() == 1
    assert Slot.objects.filter(state="leased").count() == 1


def test_one_form_sent_many_times_at_once_is_one_rating() -> None:
    study = make_study()
    make_slots(study)
    rater = join(make_person(), study, "rater")
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    key, answers = uuid.uuid4(), answers_for(assignment)
    got: list[Rating] = []

    def send() -> None:
        got.append(record_rating(assignment=assignment, submit_key=key, answers=answers))

    together(*[send] * 6)
    assert len(set(got)) == 1
    assert Label.objects.count() == 2


def test_forms_of_several_windows_at_once_save_one_and_refuse_the_rest() -> None:
    study = make_study()
    make_slots(study)
    rater = join(make_person(), study, "rater")
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    answers = answers_for(assignment)
    refused: list[str] = []

    def send() -> None:
        try:
            record_rating(
                assignment=assignment, submit_key=uuid.uuid4(), answers=answers, base_revision=0
            )
        except BadInput as error:
            refused.append(str(error))

    together(*[send] * 5)
    assert Rating.objects.count() == 1
    assert len(refused) == 4


def test_the_last_slot_goes_to_one_of_many() -> None:
    study = make_study(overlap=1)
    make_slots(study, 1)
    raters = [join(make_person(), study, "rater") for _ in range(8)]
    got: list[Assignment | None] = []
    together(*[lambda r=r: got.append(claim_next(study=study, rater=r).assignment) for r in raters])
    assert sum(assignment is not None for assignment in got) == 1
    assert Assignment.objects.filter(item=Item.objects.get(), state="leased").count() == 1


# --- what PostgreSQL's row locks have to keep apart -------------------------------------------

row_locks = pytest.mark.skipif(
    not connection.features.has_select_for_update, reason="SQLite lets one write at a time"
)


def expire(assignment: Assignment) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Assignment.objects.filter(pk=assignment.pk).update(expires_at=past)
    return_expired(now=timezone.now())


@row_locks
def test_taking_an_item_up_again_and_sending_it_lock_in_one_order() -> None:
    study = make_study(overlap=1)
    make_slots(study)
    rater = join(make_person(), study, "rater")
    assignment = claim_next(study=study, rater=rater).assignment
    assert assignment is not None
    expire(assignment)
    with transaction.atomic():
        locked = Assignment.objects.select_for_update().get(pk=assignment.pk)
        again = elsewhere(lambda: claim_next(study=study, rater=rater))
        assert take_slot(locked, Slot.State.LEASED)
        locked.state = Assignment.State.LEASED
        locked.expires_at = timezone.now() + timedelta(hours=1)
        locked.save()
    assert again.result(timeout=20).reason is Empty.FINISHED


@row_locks
def test_a_place_in_somebody_elses_hands_hides_neither_gold_nor_itself() -> None:
    study = make_study(overlap=1)
    make_slots(study)
    (gold,) = make_gold(study)
    rater = join(make_person(), study, "rater")
    with transaction.atomic():
        list(Slot.objects.select_for_update())
        waiting = elsewhere(lambda: claim_next(study=study, rater=rater)).result(timeout=20)
        study.gold_share = 1
        claim = elsewhere(lambda: claim_next(study=study, rater=rater)).result(timeout=20)
    assert waiting.reason is Empty.WAITING
    assert claim.assignment is not None
    assert claim.assignment.item == gold


@row_locks
def test_an_item_that_is_being_claimed_does_not_become_gold() -> None:
    study = make_study()
    (item,) = make_slots(study)
    rater = join(make_person(), study, "rater")
    answers = {"grounded": ("PASS", "")}
    with transaction.atomic():
        slot = Slot.objects.select_for_update().filter(item=item).first()
        making = elsewhere(lambda: give_answers(item=item, answers=answers, actor=None))
        assert slot is not None
        slot.state = Slot.State.LEASED
        slot.save()
        now = timezone.now()
        Assignment.objects.create(item=item, rater=rater, slot=slot, leased_at=now, expires_at=now)
    with pytest.raises(BadInput, match="rating it now"):
        making.result(timeout=20)
    assert Slot.objects.count() == 2


def test_two_leads_and_the_rater_at_once_leave_one_of_them_right() -> None:
    study = make_study(overlap=1)
    rater, *others = (join(make_person(), study, "rater") for _ in range(3))
    make_slots(study, 8)
    for _ in range(8):
        held = claim_next(study=study, rater=rater).assignment
        assert held is not None
        outcomes: list[str] = []
        together(
            *(partial(_unless_refused, outcomes, "lead", taking, held, to) for to in others),
            partial(_unless_refused, outcomes, "rater", sending, held),
        )
        assert len(outcomes) == 1
        slot = Slot.objects.get(item=held.item_id)
        kept = slot.reserved_for is not None
        assert (slot.state, kept) == (("filled", False), ("open", True))[outcomes == ["lead"]]


def taking(held: Assignment, to: Person) -> None:
    take_back(assignment=held, actor=None, to=to)


def sending(held: Assignment) -> None:
    record_rating(assignment=held, submit_key=uuid.uuid4(), answers=answers_for(held))


def _unless_refused(
    outcomes: list[str], name: str, act: Callable[..., None], *given: object
) -> None:
    with contextlib.suppress(BadInput):
        act(*given)
        outcomes.append(name)


def test_two_leads_who_give_more_raters_at_once_add_each_place_once() -> None:
    study = make_study(overlap=1)
    items = make_slots(study, 6)
    ids = [item.pk for item in items]
    same = partial(extend_overlap, study=study, overlap=2, actor=None)
    some = partial(add_places, study=study, items=ids, more=1, actor=None)
    together(
        *(partial(_drop_result, act) for act in (same, same, some)),
    )
    places = Counter(Slot.objects.values_list("item", flat=True))
    assert places == dict.fromkeys(ids, 3)


def _drop_result(act: Callable[[], object]) -> None:
    act()
