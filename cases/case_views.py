"""Pages on which leads look at the cases of a study."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import TooManyFieldsSent
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.dateparse import parse_datetime
from django.utils.http import urlencode
from django.views.decorators.http import require_GET, require_POST

from cases.access import get_case, get_study, person_of
from cases.comparing import compare
from cases.content_warnings import warn_before
from cases.loaded_cases import reading_of
from cases.models import Case, Study
from cases.models.cases import CaseQuerySet
from cases.readings import Reading
from cases.replayed_cases import replay_of
from cases.transcript import steps_of
from cases.transcript_pages import asked_step, search_answer
from cases.transcript_search import MAX_QUERY
from config.htmx import render_page

CASES_PER_PAGE = 50
STRATA = ("intent", "outcome")
FILTERS = (*STRATA, "version", "q", "aimed", "replays")


def case_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All current cases, by stratum, agent version and words in them."""
    study = get_study(request.user, slug)
    cases = Case.objects.in_study(study).current()
    chosen = {name: request.GET.get(name, "") for name in FILTERS}
    pages = Paginator(
        _matching(study, chosen).select_related("agent_version").newest_first(), CASES_PER_PAGE
    )
    context = {
        "study": study,
        "page": pages.get_page(request.GET.get("page")),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "case_query": _case_query(chosen),
        "listed": urlencode({name: value for name, value in chosen.items() if value}),
        "filters": [(name, cases.stratum_values(name), chosen[name]) for name in STRATA],
        "versions": study.agent_versions.order_by("label"),
        "aimed": cases.aimed_at_graders().count(),
        "replays": cases.exclude(run_facts={}).exists(),
        "total": cases.count(),
    }
    return render_page(request, "cases/case_list.html", context, fragment="cases")


@require_GET
def case_detail(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One case as raters read it, with what they do not see beside it."""
    case = get_case(request.user, slug, key, revision=request.GET.get("revision", ""))
    reading = reading_of(case)
    query = request.GET.get("q", "")[:MAX_QUERY]
    items = list(case.items.order_by("pk"))
    context = {
        "study": case.study,
        "case": case,
        "reading": reading,
        "at": asked_step(request),
        "ask": f"?revision={case.revision}" if case.superseded else "",
        "q": query,
        "kept": {
            "list": request.GET.get("list", "")[:4_000],
            "revision": str(case.revision) if case.superseded else "",
        },
        "found": search_answer({"": reading}, query) if query else None,
        "items": items,
        "warned": any(item.sensitive for item in items),
        "replay": replay_of(case),
        "began": case.started_at or _first_time(reading),
        "revisions": _revisions(case),
        **_changes(case, reading),
        **_beside(case, request.GET.get("list", "")),
    }
    return render_page(request, "cases/case_detail.html", context)


@require_POST
def case_warn(request: HttpRequest, slug: str) -> HttpResponse:
    """Warn raters before the items of one case, or of all that a list shows; or no longer."""
    study = get_study(request.user, slug)
    chosen = _chosen(request.POST.get("list", ""))
    key = request.POST.get("case", "")
    if key:
        get_case(request.user, slug, key)
        cases = Case.objects.in_study(study).filter(key=key)
    else:
        cases = _matching(study, chosen)
    warn = request.POST.get("warn") == "yes"
    changed = warn_before(study=study, cases=cases, warn=warn, actor=person_of(request.user))
    items = f"{changed} item{'' if changed == 1 else 's'}"
    said = "Raters are warned before" if warn else "Raters are no longer warned before"
    messages.success(request, f"{said} {items}." if changed else "That was so already.")
    if key:
        return redirect("case_detail", slug, key)
    query = urlencode({name: value for name, value in chosen.items() if value})
    return redirect(reverse("case_list", args=[slug]) + (f"?{query}" if query else ""))


def _matching(study: Study, chosen: dict[str, str]) -> CaseQuerySet:
    return (
        Case.objects.in_study(study)
        .current()
        .matching(
            words=chosen["q"],
            version=chosen["version"],
            aimed=bool(chosen["aimed"]),
            replays=chosen["replays"],
            strata={name: chosen[name] for name in STRATA if chosen[name]},
        )
    )


def _case_query(chosen: dict[str, str]) -> str:
    """The query with which a list links to its cases: what it was filtered by, and its words."""
    asked = QueryDict(mutable=True)
    if any(chosen.values()):
        listed = QueryDict(mutable=True)
        listed.update({name: value for name, value in chosen.items() if value})
        asked["list"] = listed.urlencode()
    if chosen["q"]:
        asked["q"] = chosen["q"]
    return f"?{asked.urlencode()}" if asked else ""


def _revisions(case: Case) -> list[Case]:
    """All revisions of the case, the newest first; none where there is only this one."""
    others = Case.objects.filter(study=case.study, session_key=case.session_key)
    found = list(others.only("revision", "superseded", "created_at").order_by("-revision"))
    return found if len(found) > 1 else []


def _changes(case: Case, reading: Reading) -> dict[str, Any]:
    """Which other revisions are being rated, and how this one differs from the last earlier one of
    them, or else from the one before it."""
    if case.erased_at:
        return {}
    revisions = Case.objects.filter(study=case.study, session_key=case.session_key)
    others = revisions.exclude(pk=case.pk).defer("turns").order_by("-revision")
    rated = list(others.with_items())
    earlier = others.filter(revision__lt=case.revision, erased_at=None)
    against = earlier.with_items().first() or earlier.first()
    said = {"rated_revisions": rated}
    if against is None:
        return said
    old, new = steps_of(reading_of(against).turns), steps_of(reading.turns)
    return said | {
        "here_rated": revisions.filter(pk=case.pk).with_items().exists(),
        "against": against,
        "comparison": compare(old, new),
        "addable": Case.objects.in_study(case.study).beside_rated().filter(pk=case.pk).exists(),
    }


def _first_time(reading: Reading) -> datetime | None:
    """When the first step that has a time took place."""
    turns = reading.parts[0].turns if reading.parts else ()
    times = (step.at for turn in turns for step in turn.steps if step.at)
    try:
        return parse_datetime(next(times, ""))
    except ValueError:
        return None


def _chosen(listed: str) -> dict[str, str]:
    """The filters that the query of a list holds; none where it is no query of a list."""
    try:
        asked = QueryDict(listed[:4_000])
    except TooManyFieldsSent:
        asked = QueryDict()
    return {name: asked.get(name, "") for name in FILTERS}


def _beside(case: Case, listed: str) -> dict[str, Any]:
    """The cases before and after this one in the list that it was opened from."""
    chosen = _chosen(listed)
    before, after = _matching(case.study, chosen).beside(case)
    return {
        "before": before,
        "after": after,
        "listed": listed,
        "case_query": _case_query(chosen),
        "filtered": any(chosen.values()),
    }
