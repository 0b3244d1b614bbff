"""The page on which leads pair cases that answer one conversation."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from cases.access import get_study, person_of
from cases.case_pairs import (
    count_found,
    find_pairs,
    make_pairs,
    pairs_made,
    undo_pair,
    usual_versions,
)
from cases.errors import BadInput
from cases.pair_forms import PairForm
from config.htmx import render_page

PAIRS_PER_PAGE = 50


def pair_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how much can be compared; when asked, show a choice of it, then make items of it."""
    study = get_study(request.user, slug)
    usual = usual_versions(study)
    labels = list(study.agent_versions.order_by("label").values_list("label", flat=True))
    form = PairForm(request.POST or None, labels=labels, usual=usual)
    asked = form.is_valid()
    if asked:
        found = find_pairs(study=study, **form.choice())
    else:
        found = count_found(study=study, versions=usual)
    if asked and request.POST.get("do") == "make":
        try:
            made = make_pairs(study=study, chosen=found.chosen, actor=person_of(request.user))
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            if made.items:
                said = "1 pair is" if made.items == 1 else f"{made.items} pairs are"
                messages.success(request, f"{said} in the queue now.")
            for reason in made.refused[:5]:
                messages.error(request, reason)
            return redirect("pair_list", slug)
    pages = Paginator(pairs_made(study), PAIRS_PER_PAGE)
    made_page = pages.get_page(request.GET.get("page"))
    context = {"study": study, "form": form, "found": found, "asked": asked, "page": made_page}
    status = 422 if form.errors else 200
    return render_page(request, "cases/pair_list.html", context, status=status)


@require_POST
def pair_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a pair that was made by mistake out of the queue, while nobody has begun on it."""
    study = get_study(request.user, slug)
    try:
        undone = undo_pair(study=study, pk=pk, actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, "The pair is undone." if undone else "This pair was gone already."
        )
    number = request.POST.get("page", "")
    query = f"?page={number}" if number.isascii() and number.isdecimal() else ""
    return redirect(f"{reverse('pair_list', args=[slug])}{query}")
