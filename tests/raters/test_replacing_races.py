"""A rater takes an item at the moment at which a newer revision is to take its place."""

import contextlib

import pytest
from django.db import transaction
from kombu.exceptions import OperationalError

from cases.errors import BadInput
from cases.models import Case, Item, Person, Study
from cases.replacing import give_way
from judges.running import create_version, start_run
from raters import turns
from raters.assignment import claim_next
from raters.models import Assignment, Slot
from tests.elsewhere import elsewhere
from tests.make import join, make_case, make_person, make_slots, make_study
from tests.raters.test_races import together

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads race for the database itself, as processes do."""
    monkeypatch.setattr(turns, "_turn", contextlib.nullcontext())


def revise(old: Case) -> Case:
    """A newer revision of the case, as an import writes it."""
    Case.objects.filter(pk=old.pk).update(superseded=True)
    return make_case(
        old.study,
        key=old.key,
        session_key=old.session_key,
        conversation_key=old.conversation_key,
        revision=2,
    )


def replace(study: Study, old: Case) -> bool:
    """Whether the items of the case gave way to those of a newer revision."""
    with transaction.atomic():
        new = revise(old)
        try:
            give_way(study=study, old=old, new=new)
        except BadInput:
            return False
    return True


def claim(study: Study, rater: Person) -> int | None:
    assignment = claim_next(study=study, rater=rater).assignment
    return assignment.item_id if assignment else None


def test_a_rater_who_was_first_keeps_the_item() -> None:
    study = make_study(overlap=1)
    (item,) = make_slots(study, 1)
    rater = join(make_person(), study, "rater")
    with transaction.atomic():
        assert claim(study, rater) == item.pk
        replaced = elsewhere(lambda: replace(study, item.case))
        assert not replaced.done()
    assert replaced.result(timeout=30) is False
    assert Assignment.objects.get().item_id == item.pk
    assert not Item.objects.filter(case__revision=2).exists()


def test_a_rater_who_was_second_gets_the_new_item_or_none_for_now() -> None:
    study = make_study(overlap=1)
    (item,) = make_slots(study, 1)
    rater = join(make_person(), study, "rater")
    with transaction.atomic():
        assert replace(study, item.case)
        claimed = elsewhere(lambda: claim(study, rater))
    got = claimed.result(timeout=30)
    successor = Item.objects.get()
    assert successor.case.revision == 2
    assert got in (None, successor.pk)
    assert claim(study, rater) == successor.pk


def test_many_raters_and_an_import_at_once_lose_nothing() -> None:
    study = make_study(overlap=2)
    items = make_slots(study, 12)
    raters = [join(make_person(), study, "rater") for _ in range(6)]
    claimed: list[int] = []
    outcomes: dict[int, bool] = {}

    def take(rater: Person) -> None:
        got = claim(study, rater)
        if got is not None:
            claimed.append(got)

    def run_import() -> None:
        for item in items:
            outcomes[item.pk] = replace(study, item.case)

    together(run_import, *[lambda rater=rater: take(rater) for rater in raters])
    # What somebody got is still there, and what gave way nobody has.
    assert set(claimed) == set(Assignment.objects.values_list("item", flat=True))
    kept = {pk for pk, replaced in outcomes.items() if not replaced}
    assert kept == set(Item.objects.filter(case__revision=1).values_list("pk", flat=True))
    assert kept <= set(claimed)
    assert Item.objects.count() == 12
    assert Slot.objects.count() == 24
    assert Slot.objects.filter(state="leased").count() == len(claimed)


def test_a_judge_run_that_was_first_keeps_its_items() -> None:
    study = make_study()
    (item,) = make_slots(study, 1)
    version = create_version(study=study, name="b", model="baseline/rules")
    # There is no queue here to hand the run to.
    with contextlib.suppress(OperationalError), transaction.atomic():
        run = start_run(version=version)
        replaced = elsewhere(lambda: replace(study, item.case))
        assert not replaced.done()
    assert replaced.result(timeout=30) is False
    assert list(run.requests.values_list("item", flat=True)) == [item.pk]
