"""Parts of a case's transcript, for leads: what its page asks for once it is open."""

from collections.abc import Iterator
from itertools import batched

from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET

from cases.access import get_case
from cases.loaded_cases import reading_of
from cases.models import Case
from cases.transcript_pages import part_html, search_answer, whole_step_html
from cases.transcript_text import text_of
from config.htmx import is_fragment, render_page

# Lines of plain text that are sent at once.
LINES = 500


def asked_case(request: HttpRequest, slug: str, key: str) -> Case:
    """The case in the revision that the query names, else in its newest."""
    return get_case(request.user, slug, key, revision=request.GET.get("revision", ""))


def ask_of(case: Case) -> str:
    """The query that addresses of this revision carry."""
    return f"?revision={case.revision}" if case.superseded else ""


@require_GET
def case_part(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponse:
    """The steps of one part of a long case."""
    case = asked_case(request, slug, key)
    return HttpResponse(part_html(reading_of(case), number, ask=ask_of(case)))


@require_GET
def case_step(request: HttpRequest, slug: str, key: str, number: int) -> HttpResponse:
    """One step with nothing left out: as a page, or to be put in place of the clipped one."""
    case = asked_case(request, slug, key)
    html = whole_step_html(reading_of(case), number, ask=ask_of(case))
    if is_fragment(request):
        return HttpResponse(html)
    context = {"study": case.study, "case": case, "number": number, "html": html}
    return render_page(request, "cases/step_detail.html", context | {"ask": ask_of(case)})


@require_GET
def case_search(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Where words stand in the case, as JSON for the page's script."""
    case = asked_case(request, slug, key)
    query = request.GET.get("q", "")
    if not is_fragment(request):
        page = reverse("case_detail", args=[slug, key])
        return redirect(f"{page}?{request.GET.urlencode()}")
    return JsonResponse(search_answer({"": reading_of(case)}, query))


@require_GET
def case_text(request: HttpRequest, slug: str, key: str) -> StreamingHttpResponse:
    """The whole case as plain text; as a file with `?download`."""
    case = asked_case(request, slug, key)
    pieces = text_of(reading_of(case).turns, title=f"Case {case.key}, revision {case.revision}")

    def sent() -> Iterator[str]:
        for lines in batched(pieces, LINES):
            yield "".join(lines)

    response = StreamingHttpResponse(sent(), content_type="text/plain; charset=utf-8")
    if "download" in request.GET:
        response["Content-Disposition"] = f'attachment; filename="case-{case.key}.txt"'
    return response
