"""Loading is authorising: what the report and export pages show comes from here."""

from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from calibration.models import RegressionSet
from cases.access import STAFF, get_study
from cases.models import Person


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
