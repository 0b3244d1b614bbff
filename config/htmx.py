"""One rule for answering with a whole page or with the fragment that htmx asked for."""

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers

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
    """Render `template`, or its partial `fragment` when htmx asks. Varies on HX-Request."""
    name = f"{template}#{fragment}" if fragment and is_fragment(request) else template
    response = render(request, name, context, status=status)
    patch_vary_headers(response, ("HX-Request",))
    return response
