"""A lead sets ratings aside and reinstates them while their rater and others go on rating."""

import contextlib
from collections.abc import Callable

import pytest

from cases.errors import BadInput
from cases.models import Person, Study
from raters import turns
from raters.assignment import claim_next
from raters.models import Assignment, SetAside
from raters.set_asides import reinstate, set_aside
from tests.make import join, make_person, make_slots, make_study
from tests.raters.answers import rate
from tests.raters.test_races import together
from tests.raters.test_set_asides import OVERLAP, check_overlap

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _no_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let threads race for the database itself, as processes do."""
    monkeypatch.setattr(turns, "_turn", contextlib.nullcontext())


def rates(study: Study, rater: Person) -> Callable[[], None]:
    def run() -> None:
        for _ in range(20):
            claim = claim_next(study=study, rater=rater)
            if claim.assignment is not None:
                rate(claim.assignment)

    return run


def test_overlap_stays_exact_while_ratings_go_out_and_come_back() -> None:
    study = make_study(overlap=OVERLAP)
    people = [join(make_person(), study, "rater") for _ in range(3)]
    make_slots(study, 12)
    gone: list[int] = []

    def decides() -> None:
        for _ in range(4):
            with contextlib.suppress(BadInput):
                batch = set_aside(study=study, rater=people[0], reason="Too quick.", actor=None)
                gone.append(batch.pk)
                reinstate(batch=batch, actor=None)

    together(decides, *(rates(study, rater) for rater in people))
    check_overlap(study)
    assert SetAside.objects.filter(pk__in=gone).count() == len(gone)
    assert not Assignment.objects.filter(state="set_aside").exists()
    assert Assignment.objects.filter(state="finished").count() == 12 * OVERLAP
