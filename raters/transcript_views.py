"""Parts of the transcript of a rater's own item: what its page asks for once it is open."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from cases.transcript_pages import part_html, search_answer, whole_step_html
from config.htmx import is_fragment, render_page
from raters.access import get_assignment
from raters.models import Assignment
from raters.sides import ask_of, reading_of, readings_of

_LEFT = {Assignment.State.SKIPPED, Assignment.State.OPTED_OUT}


@never_cache
@require_GET
def item_part(request: HttpRequest, slug: str, token: uuid.UUID, number: int) -> HttpResponse:
    """The steps of one part of a long transcript."""
    assignment = _own(request, slug, token)
    side = request.GET.get("side", "")
    reading = reading_of(assignment, side)
    rated = assignment.item.turn
    return HttpResponse(part_html(reading, number, anchor=side, ask=ask_of(side), rated=rated))


@never_cache
@require_GET
def item_step(request: HttpRequest, slug: str, token: uuid.UUID, number: int) -> HttpResponse:
    """One step with nothing left out: as a page, or to be put in place of the clipped one."""
    assignment = _own(request, slug, token)
    side = request.GET.get("side", "")
    html = whole_step_html(reading_of(assignment, side), number, anchor=side, ask=ask_of(side))
    if is_fragment(request):
        return HttpResponse(html)
    context = {
        "study": assignment.item.study,
        "assignment": assignment,
        "number": number,
        "anchor": side,
        "html": html,
    }
    return render_page(request, "raters/step_detail.html", context)


@never_cache
@require_GET
def item_search(request: HttpRequest, slug: str, token: uuid.UUID) -> HttpResponse:
    """Where words stand in the transcript, as JSON for the page's script."""
    assignment = _own(request, slug, token)
    if not is_fragment(request):
        page = reverse("item_rate", args=[slug, token])
        return redirect(f"{page}?{request.GET.urlencode()}")
    return JsonResponse(search_answer(readings_of(assignment), request.GET.get("q", "")))


def _own(request: HttpRequest, slug: str, token: uuid.UUID) -> Assignment:
    """The user's own assignment; 404 for one that was left to somebody else."""
    assignment = get_assignment(request.user, slug, token)
    if assignment.state in _LEFT:
        raise Http404("No such item.")
    return assignment
