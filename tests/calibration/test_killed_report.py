"""A report that a killed worker left is taken up by the next one."""

import pytest

from calibration.models import Report
from tests.calibration.made import judge_items, make_items, make_version, rate_items, same
from tests.judges.test_killed_worker import Worker, queue_url, wait_for, worker
from tests.make import join, make_person, make_study

__all__ = ["queue_url", "worker"]  # fixtures

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_a_starting_worker_takes_up_reports_that_were_left(worker: Worker) -> None:
    study = make_study()
    items = make_items(study, ["tuning"] * 4)
    rate_items(join(make_person(), study, "rater"), same(items, "PASS"))
    judge_items(make_version(study), same(items, "PASS"))
    # What a worker leaves that dies before, or in the middle: no task stands in the queue.
    left = [
        Report.objects.create(study=study),
        Report.objects.create(study=study, state=Report.State.BUILDING, progress=40),
    ]
    failed = Report.objects.create(study=study, state=Report.State.FAILED, message="no queue")
    worker.start()

    def all_ready() -> bool:
        for report in left:
            report.refresh_from_db()
        return all(report.state == Report.State.READY for report in left)

    wait_for("reports", all_ready, 60)
    assert all(report.content and report.input_hash for report in left)
    failed.refresh_from_db()
    assert (failed.state, failed.message) == (Report.State.FAILED, "no queue")
