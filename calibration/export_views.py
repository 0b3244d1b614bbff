"""Pages and downloads of what leaves a study: label files and regression sets.

Leads see what there is; admins freeze and download, because a file can be carried away.
"""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_POST

from calibration.access import get_regression_set
from calibration.exporting import label_chunks
from calibration.freezing import latest_freeze, request_freeze
from calibration.regression_sets import listed_sets, set_files
from cases.access import ADMIN, STAFF, get_study, person_of
from cases.errors import BadInput
from cases.models import AuditEvent, Item, Membership, Study
from config.htmx import render_page

CONTENT_TYPES = {
    "csv": "text/csv; charset=utf-8; header=present",
    "jsonl": "application/jsonl; charset=utf-8",
    "json": "application/json",
}
PAGE = 100


@require_GET
def export_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Regression sets, where freezing stands, and the forms that freeze and download."""
    return _list_page(request, get_study(request.user, slug, roles=STAFF))


def _list_page(
    request: HttpRequest, study: Study, *, problem: str = "", status: int = 200
) -> HttpResponse:
    return render_page(
        request,
        "calibration/export_list.html",
        {
            "study": study,
            "sets": listed_sets(study),
            "freezing": latest_freeze(study),
            "held_out": Item.objects.filter(study=study, split=Item.Split.HELD_OUT).count(),
            "may_export": person_of(request.user).role_in(study) == ADMIN,
            "problem": problem,
            "chosen_split": request.POST.get("split", "tuning"),
        },
        fragment="regression-sets",
        status=status,
    )


@require_POST
def regression_set_freeze(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the worker for a new set; the list shows how it goes."""
    study = get_study(request.user, slug, roles=[ADMIN])
    try:
        request_freeze(
            study=study, split=request.POST.get("split", ""), actor=person_of(request.user)
        )
    except BadInput as error:
        return _list_page(request, study, problem=str(error), status=422)
    return redirect("export_list", slug)


@require_POST
def label_download(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Stream the study's labels as an attachment."""
    study = get_study(request.user, slug, roles=[ADMIN])
    fmt = request.POST.get("format", "")
    person = person_of(request.user)
    try:
        chunks = label_chunks(
            study=study, fmt=fmt, split=request.POST.get("split", ""), actor=person
        )
    except BadInput as error:
        return _list_page(request, study, problem=str(error), status=422)
    Membership.objects.note_results_seen(study=study, person=person)
    return _attachment(StreamingHttpResponse(chunks), f"{study.slug}.labels.{fmt}")


@require_GET
def regression_set_detail(request: HttpRequest, slug: str, version: int) -> HttpResponse:
    """A frozen set: its cases, what was left out and why, its hash and its files."""
    frozen = get_regression_set(request.user, slug, version)
    study = frozen.study
    Membership.objects.note_results_seen(study=study, person=person_of(request.user))
    manifest = frozen.content["manifest"]
    asked = [entry["criterion"] for entry in manifest["criteria"]]
    page = Paginator(frozen.content["evalset"]["eval_cases"], PAGE).get_page(
        request.GET.get("page")
    )
    return render_page(
        request,
        "calibration/regression_set_detail.html",
        {
            "study": study,
            "set": frozen,
            "manifest": manifest,
            "metrics": frozen.content["config"]["criteria"],
            "asked": asked,
            "page": page,
            "rows": [(c, [c["calibrant"]["settled"].get(key) for key in asked]) for c in page],
            "files": [(name, len(data)) for name, data in set_files(frozen).items()],
            "may_export": person_of(request.user).role_in(study) == ADMIN,
        },
    )


@require_GET
def regression_set_file(
    request: HttpRequest, slug: str, version: int, name: str
) -> HttpResponseBase:
    """One file of a set as an attachment."""
    frozen = get_regression_set(request.user, slug, version, roles=[ADMIN])
    study = frozen.study
    data = set_files(frozen).get(name)
    if data is None:
        raise Http404("No such file.")
    person = person_of(request.user)
    Membership.objects.note_results_seen(study=study, person=person)
    AuditEvent.record(
        "regression_set.downloaded", actor=person, study=study, target=frozen, file=name
    )
    return _attachment(HttpResponse(data), name)


def _attachment(response: HttpResponseBase, name: str) -> HttpResponseBase:
    response.headers["Content-Type"] = CONTENT_TYPES[name.rpartition(".")[2]]
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_store=True)
    return response
