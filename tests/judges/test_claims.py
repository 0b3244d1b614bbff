import pytest
from django.db import transaction

from judges import claims
from judges.models import JudgeRequest, JudgeRun
from judges.running import create_version
from tests.elsewhere import elsewhere
from tests.make import make_item, make_study

pytestmark = pytest.mark.django_db(transaction=True)


def make_requests(count: int) -> list[int]:
    """Waiting requests of a running run; nothing is queued."""
    study = make_study()
    version = create_version(study=study, name="b", model="baseline/rules")
    run = JudgeRun.objects.create(version=version, study=study)
    rows = [JudgeRequest(run=run, item=make_item(study)) for _ in range(count)]
    return [row.pk for row in JudgeRequest.objects.bulk_create(rows)]


def test_a_claim_that_waited_for_another_takes_nothing_of_it() -> None:
    ids = make_requests(3)
    with transaction.atomic():
        first = claims.claim_requests(ids)
        JudgeRequest.objects.filter(claim=first).update(
            state=JudgeRequest.State.DONE, outcome="ok", claimed_until=None
        )
        second = elsewhere(lambda: claims.claim_requests(ids))
        assert not second.done()
    assert second.result(timeout=30) == ""
    rows = JudgeRequest.objects.values_list("state", "claim", "attempts").distinct()
    assert list(rows) == [("done", first, 1)]


def test_nothing_of_a_stopped_run_is_claimed() -> None:
    ids = make_requests(1)
    JudgeRun.objects.update(state=JudgeRun.State.STOPPED)
    assert claims.claim_requests(ids) == ""
