"""Freezing by the worker: asked for on a page, answered once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from calibration.freezing import answer_freeze, latest_freeze, request_freeze
from calibration.models import RegressionSet
from calibration.regression_sets import freeze_set
from calibration.tasks import freeze_regression_set
from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from tests.calibration.answers import clock, rate
from tests.make import make_item, make_person

pytestmark = pytest.mark.django_db


def settle(study: Study) -> None:
    item = make_item(study)
    for rater in (make_person(), make_person()):
        rate(item, rater, correct_amount="PASS", grounded="PASS")


def test_nobody_has_asked(study: Study) -> None:
    assert latest_freeze(study) is None


def test_a_request_waits_until_the_worker_has_answered(study: Study, admin: Person) -> None:
    settle(study)
    request = request_freeze(study=study, split="tuning", actor=admin)
    waiting = latest_freeze(study)
    assert waiting is not None
    assert waiting.state == "waiting"
    freeze_regression_set(request.pk)
    frozen = latest_freeze(study)
    assert frozen is not None
    assert (frozen.state, frozen.version) == ("frozen", 1)
    assert RegressionSet.objects.get().created_by == admin


def test_the_task_twice_makes_one_set_and_one_answer(study: Study, admin: Person) -> None:
    settle(study)
    request = request_freeze(study=study, split="tuning", actor=admin)
    answer_freeze(request.pk)
    answer_freeze(request.pk)
    assert RegressionSet.objects.count() == 1
    assert AuditEvent.objects.filter(data__request=request.pk).count() == 1


def test_nothing_new_is_said(study: Study, admin: Person) -> None:
    settle(study)
    for _ in range(2):
        answer_freeze(request_freeze(study=study, split="tuning", actor=admin).pk)
    found = latest_freeze(study)
    assert found is not None
    assert (found.state, found.version) == ("found", 1)


def test_a_refusal_says_why(study: Study, admin: Person) -> None:
    answer_freeze(request_freeze(study=study, split="tuning", actor=admin).pk)
    refused = latest_freeze(study)
    assert refused is not None
    assert refused.state == "refused"
    assert "import cases first" in refused.message


def test_an_old_refusal_is_forgotten_once_a_set_came(study: Study, admin: Person) -> None:
    answer_freeze(request_freeze(study=study, split="tuning", actor=admin).pk)
    settle(study)
    freeze_set(study=study)
    assert latest_freeze(study) is None


def test_an_unknown_split_is_refused_at_once(study: Study, admin: Person) -> None:
    with pytest.raises(BadInput, match="no split"):
        request_freeze(study=study, split="held_out", actor=admin)
    assert not AuditEvent.objects.exists()


def test_a_request_without_a_worker_is_late(study: Study, admin: Person) -> None:
    with clock(timezone.now() - timedelta(minutes=11)):
        request_freeze(study=study, split="tuning", actor=admin)
    late = latest_freeze(study)
    assert late is not None
    assert late.state == "late"


@pytest.mark.usefixtures("no_queue")
@pytest.mark.django_db(transaction=True)
def test_a_queue_that_cannot_be_reached_is_said(study: Study, admin: Person) -> None:
    request_freeze(study=study, split="tuning", actor=admin)
    refused = latest_freeze(study)
    assert refused is not None
    assert refused.state == "refused"
    assert "queue can't be reached" in refused.message
