"""The page on which leads make items of single turns."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.turn_forms import TurnForm
from cases.turn_items import find_turns, make_turns, turns_made, undo_turn
from config.htmx import render_page

TURNS_PER_PAGE = 50


def turn_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Say how many turns there are of a kind; when asked, make items of them."""
    study = get_study(request.user, slug)
    form = TurnForm(request.POST or None)
    found = find_turns(study=study, **form.choice()) if form.is_valid() else None
    if found is not None and found.chosen and request.POST.get("do") == "make":
        try:
            made = make_turns(study=study, found=found, actor=person_of(request.user))
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            said = "1 turn is" if made == 1 else f"{made} turns are"
            messages.success(request, f"{said} in the queue now.")
            return redirect("turn_list", slug)
    page = Paginator(turns_made(study), TURNS_PER_PAGE).get_page(request.GET.get("page"))
    context = {"study": study, "form": form, "found": found, "page": page}
    status = 422 if form.errors else 200
    return render_page(request, "cases/turn_list.html", context, status=status)


@require_POST
def turn_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take the item of a turn out of the queue, while nobody has begun on it."""
    study = get_study(request.user, slug)
    try:
        undone = undo_turn(study=study, pk=pk, actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        messages.success(
            request, "The turn is out of the queue." if undone else "This item was gone already."
        )
    return redirect("turn_list", slug)
