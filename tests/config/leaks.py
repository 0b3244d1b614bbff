"""Leaks for a crawler to find: each puts something on a rater's pages that raters must not know."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from judges.models import Verdict
from raters.models import Assignment, Label


def _in_markup(response: HttpResponse) -> None:
    held = Assignment.objects.select_related("item__case__agent_version").latest("pk")
    response.content += f"<!-- {held.item.case.agent_version.label} -->".encode()


def _in_a_header(response: HttpResponse) -> None:
    response["X-Debug"] = Verdict.objects.values_list("rationale", flat=True)[0]


def _in_a_cookie(response: HttpResponse) -> None:
    response.set_cookie("last", Label.objects.exclude(comment="").latest("pk").comment)


def _behind_a_link(response: HttpResponse) -> None:
    response.content += f'<a href="{reverse("leak")}">More</a>'.encode()


LEAKS: dict[str, Callable[[HttpResponse], None]] = {
    "markup": _in_markup,
    "header": _in_a_header,
    "cookie": _in_a_cookie,
    "link": _behind_a_link,
}


class Leaking:
    """Middleware that leaks as the setting PLANTED says, on pages below /rate/."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path.startswith("/rate/") and response.get("Content-Type", "").startswith(
            "text/html"
        ):
            LEAKS[settings.PLANTED](response)
        return response


def leak(request: HttpRequest) -> HttpResponse:
    """A page that no page links to, but the one with the planted link."""
    return HttpResponse(f"<p>{Label.objects.exclude(comment='').latest('pk').rater}</p>")
