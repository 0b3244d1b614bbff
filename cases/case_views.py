"""Pages on which leads look at the cases of a study."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from cases.access import get_case, get_study
from cases.models import Case
from config.htmx import render_page

CASES_PER_PAGE = 50
FILTERS = ("intent", "outcome")


def case_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All current cases, by stratum, agent version and words in them."""
    study = get_study(request.user, slug)
    cases = Case.objects.in_study(study).current()
    chosen = {name: request.GET.get(name, "") for name in (*FILTERS, "version", "q")}
    found = cases.matching(
        words=chosen["q"],
        version=chosen["version"],
        strata={name: chosen[name] for name in FILTERS if chosen[name]},
    )
    pages = Paginator(
        found.select_related("agent_version").order_by("-started_at", "pk"), CASES_PER_PAGE
    )
    context = {
        "study": study,
        "page": pages.get_page(request.GET.get("page")),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "filters": [(name, cases.stratum_values(name), chosen[name]) for name in FILTERS],
        "versions": study.agent_versions.order_by("label"),
        "total": cases.count(),
    }
    return render_page(request, "cases/case_list.html", context, fragment="cases")


def case_detail(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One case as raters read it, with what they do not see beside it."""
    case = get_case(request.user, slug, key)
    context = {
        "study": case.study,
        "case": case,
        "turns": case.read_turns(),
        "items": case.items.order_by("pk"),
    }
    return render_page(request, "cases/case_detail.html", context)
