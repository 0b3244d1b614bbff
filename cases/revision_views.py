"""Pages on sessions that changed after work on their items had begun."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cases.access import get_case, get_study, person_of
from cases.errors import BadInput
from cases.models import Case
from cases.replacing import add_beside, take_back
from config.htmx import render_page

CASES_PER_PAGE = 50


def revision_list(request: HttpRequest, slug: str) -> HttpResponse:
    """New revisions of cases of which an earlier one is being rated as it was."""
    study = get_study(request.user, slug)
    cases = Case.objects.in_study(study).beside_rated().order_by("-pk")
    pages = Paginator(cases.prefetch_related("items"), CASES_PER_PAGE)
    context = {"study": study, "page": pages.get_page(request.GET.get("page"))}
    return render_page(request, "cases/revision_list.html", context)


@require_POST
def revision_add(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Let the new revision be rated as well."""
    case = get_case(request.user, slug, key)
    try:
        add_beside(study=case.study, case=case, actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"Revision {case.revision} of {case.key} is in the queue now.")
    return redirect("revision_list", slug)


@require_POST
def revision_undo(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Take a new revision out of the queue again, while nobody has begun on it."""
    case = get_case(request.user, slug, key)
    try:
        take_back(study=case.study, case=case, actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"Revision {case.revision} of {case.key} is out of the queue.")
    return redirect("revision_list", slug)
