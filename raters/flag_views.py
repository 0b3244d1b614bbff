"""The page on which leads look at what raters have flagged."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from cases.access import get_study, person_of
from config.htmx import render_page
from raters.access import get_flag
from raters.flags import flags_in, open_flags, reopen, resolve

FLAGS_PER_PAGE = 50


@require_GET
def flag_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Open flags, or with `?resolved` those that somebody has looked at."""
    study = get_study(request.user, slug)
    resolved = "resolved" in request.GET
    pages = Paginator(flags_in(study, resolved=resolved), FLAGS_PER_PAGE)
    context = {
        "study": study,
        "page": pages.get_page(request.GET.get("page")),
        "resolved": resolved,
        "waiting": open_flags(study).count(),
    }
    return render_page(request, "raters/flag_list.html", context)


@require_POST
def flag_decide(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note that a flag has been looked at, or undo that."""
    flag = get_flag(request.user, slug, pk)
    actor = person_of(request.user)
    if request.POST.get("do") == "reopen":
        done = reopen(flag=flag, actor=actor)
        messages.success(request, "The flag is open again." if done else "It is open already.")
    else:
        done = resolve(flag=flag, actor=actor)
        messages.success(
            request, "The flag is resolved." if done else "Somebody has resolved it already."
        )
    return redirect("flag_list", slug)
