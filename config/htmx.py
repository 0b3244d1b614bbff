"""One rule for answering with a whole page or with the fragment that htmx asked for."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, patch_vary_headers

if TYPE_CHECKING:
    from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """A request that has passed HtmxMiddleware."""

    htmx: "HtmxDetails"


def is_fragment(request: HttpRequest) -> bool:
    """True for an htmx request that wants a part of a page; a history restore wants it whole."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    return bool(htmx) and htmx is not None and not htmx.history_restore_request


def render_page(
    request: HttpRequest,
    template: str,
    context: dict[str, Any],
    *,
    fragment: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render `template`, or its partial `fragment` when htmx asks."""
    name = f"{template}#{fragment}" if fragment and is_fragment(request) else template
    return render(request, name, context, status=status)


def fragments_apart(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: no browser keeps a fragment, so that going back never shows one for its page."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        patch_vary_headers(response, ("HX-Request",))
        if "HX-Request" in request.headers:
            add_never_cache_headers(response)
        return response

    return answer
