"""The page on which leads have cases rated step by step."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Case
from cases.process_forms import STRATA, ProcessItemsForm
from cases.process_items import (
    find_trajectories,
    make_trajectories,
    trajectories_made,
    undo_trajectory,
)
from config.htmx import render_page

ITEMS_PER_PAGE = 50


def process_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how many cases of a choice there are; when asked, make process items of them."""
    study = get_study(request.user, slug)
    cases = Case.objects.in_study(study).current()
    form = ProcessItemsForm(
        request.POST or None,
        strata={name: cases.stratum_values(name) for name in STRATA},
        versions=list(study.agent_versions.order_by("label").values_list("label", flat=True)),
    )
    found = find_trajectories(study=study, **form.choice()) if form.is_valid() else None
    if found is not None and found.chosen and request.POST.get("do") == "make":
        try:
            made = make_trajectories(study=study, found=found, actor=person_of(request.user))
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            said = "1 process item is" if made == 1 else f"{made} process items are"
            messages.success(request, f"{said} in the queue now.")
            return redirect("process_list", slug)
    page = Paginator(trajectories_made(study), ITEMS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"study": study, "form": form, "found": found, "page": page}
    status = 422 if form.errors else 200
    return render_page(request, "cases/process_list.html", context, status=status)


@require_POST
def process_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a process item out of the queue, while nobody has begun on it."""
    study = get_study(request.user, slug)
    try:
        undone = undo_trajectory(study=study, pk=pk, actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, "The item is out of the queue." if undone else "This item was gone already."
        )
    return redirect("process_list", slug)
