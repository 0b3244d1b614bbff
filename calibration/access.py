"""Loading is authorising: what the report, export and spot-check pages show comes from here."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from calibration.models import RegressionSet, Report
from calibration.report_order import in_order
from calibration.spot_checks import queue_of
from calibration.work_items import able_raters, states_of
from cases.access import STAFF, get_study
from cases.models import Item, Person, Study
from judges.models import Verdict
from raters.models import CalibrationRound


def get_regression_set(
    user: Person | AnonymousUser, slug: str, version: int, *, roles: Iterable[str] = STAFF
) -> RegressionSet:
    """A regression set of a study, for members with one of `roles`."""
    study = get_study(user, slug, roles=roles)
    frozen = RegressionSet.objects.filter(study=study, version=version).first()
    if frozen is None:
        raise Http404("No such regression set.")
    frozen.study = study
    return frozen


def get_report(
    user: Person | AnonymousUser, slug: str, pk: int, *, roles: Iterable[str] = STAFF
) -> Report:
    """A report of a study, for its leads and admins: raters see no results."""
    study = get_study(user, slug, roles=roles)
    report = Report.objects.filter(study=study, pk=pk).first()
    if report is None:
        raise Http404("No such report.")
    report.study = study
    return report


def get_spot_check(
    user: Person | AnonymousUser, slug: str, pk: int, *, roles: Iterable[str] = STAFF
) -> tuple[Study, Verdict]:
    """A verdict in the queue of a study's spot checks, for its leads and admins."""
    study = get_study(user, slug, roles=roles)
    verdict = queue_of(study).filter(pk=pk).first()
    if verdict is None:
        raise Http404("No such spot check.")
    return study, verdict


def get_work_item(user: Person | AnonymousUser, slug: str, key: str) -> Item:
    """An ordinary item of a study, with what states_of counts, for its leads and admins."""
    study = get_study(user, slug)
    items = states_of(study, able_raters(study)).select_related("case").defer("case__turns")
    item = items.filter(key=key).first()
    if item is None:
        raise Http404("No such item.")
    item.study = study
    return item


def get_round(user: Person | AnonymousUser, slug: str, number: int) -> CalibrationRound:
    """A calibration round of a study, for its leads and admins."""
    study = get_study(user, slug)
    # No round has a number beyond what its column holds.
    found = CalibrationRound.objects.filter(study=study, number=min(number, 32767)).first()
    if found is None:
        raise Http404("No such round.")
    found.study = study
    return found


def ready_content(report: Report) -> dict[str, Any]:
    """The JSON of a report, in order; 404 while it is not there."""
    if report.state != Report.State.READY or report.content is None:
        raise Http404("This report isn't ready.")
    return in_order(report.content)
