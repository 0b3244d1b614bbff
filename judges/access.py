"""Loading is authorising: what the judge pages show comes from here, for leads and admins."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from cases.access import get_study
from cases.models import Person, Study
from judges.models import JudgeRequest, JudgeRun, JudgeVersion


def get_version(user: Person | AnonymousUser, slug: str, pk: int) -> JudgeVersion:
    study = get_study(user, slug)
    version = (
        JudgeVersion.objects.select_related("judge", "rubric_version__rubric", "created_by")
        .filter(judge__study=study, pk=pk)
        .first()
    )
    if version is None:
        raise Http404("No such judge version.")
    version.judge.study = study
    return version


def get_run(user: Person | AnonymousUser, slug: str, pk: int) -> JudgeRun:
    study = get_study(user, slug)
    run = (
        JudgeRun.objects.select_related("version__judge", "created_by")
        .filter(study=study, pk=pk)
        .first()
    )
    if run is None:
        raise Http404("No such run.")
    run.study = study
    return run


def get_request(user: Person | AnonymousUser, slug: str, pk: int) -> JudgeRequest:
    study: Study = get_study(user, slug)
    request = (
        JudgeRequest.objects.select_related(
            "run__version__judge", "run__version__rubric_version", "item__case", "item__case_b"
        )
        .filter(run__study=study, pk=pk)
        .first()
    )
    if request is None:
        raise Http404("No such request.")
    request.run.study = study
    return request
