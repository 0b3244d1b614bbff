"""How raters are doing, for leads and admins: never for raters."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from calibration.health import pages
from calibration.health.snapshots import is_out_of_date, request_health
from calibration.health.thresholds import LIMITS, thresholds_of
from calibration.models import HealthSnapshot, Report
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Membership, Study
from config.htmx import is_fragment, render_page
from raters.models import Assignment

LAST_RATINGS = 30
SORTS = {name for name, _ in pages.COLUMNS}


def _latest(study: Study) -> tuple[HealthSnapshot | None, HealthSnapshot | None]:
    """The newest snapshot that is ready, and a newer one that is not; either may be missing."""
    snapshots = HealthSnapshot.objects.filter(study=study).order_by("-created_at", "-pk")
    ready = snapshots.filter(state=Report.State.READY).first()
    newest = snapshots.defer("content").first()
    pending = newest if newest is not None and newest.state != Report.State.READY else None
    if ready is not None:
        ready.study = study
    return ready, pending


def _seen(request: HttpRequest, study: Study) -> None:
    """Agreement of raters is a result: whoever has seen it can't rate the study blind."""
    Membership.objects.note_results_seen(study=study, person=person_of(request.user))


def _lines(snapshot: HealthSnapshot | None, typed: Any = None) -> list[dict[str, Any]]:
    """The thresholds as fields of the form, with what was typed where it was refused."""
    values = thresholds_of(snapshot.thresholds if snapshot else {}).to_json()
    return [
        {
            "name": name,
            "label": pages.THRESHOLD_LABELS[name],
            "value": (typed or values).get(name, values[name]),
        }
        for name in LIMITS
    ]


@never_cache
@require_safe
def health_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All raters with their flags; `sort` and `falling` order them."""
    study = get_study(request.user, slug)
    return _list_page(request, study)


def _list_page(
    request: HttpRequest, study: Study, *, problem: str = "", status: int = 200
) -> HttpResponse:
    ready, pending = _latest(study)
    if is_fragment(request) and pending is None:
        # The progress asked: the figures are there now, so the whole page comes.
        return HttpResponseClientRefresh()
    sort = request.GET.get("sort", "flags")
    sort = sort if sort in SORTS else "flags"
    falling = request.GET.get("falling", "1" if sort == "flags" else "") == "1"
    rows: list[pages.Row] = []
    if ready is not None and ready.content and not is_fragment(request):
        names = pages.names_of(study, [int(pk) for pk in ready.content["raters"]])
        rows = pages.rows_of(ready.content, names, sort=sort, falling=falling)
        _seen(request, study)
    context = {
        "study": study,
        "snapshot": ready,
        "pending": pending,
        "out_of_date": ready is not None and is_out_of_date(ready),
        "rows": rows,
        "columns": pages.COLUMNS,
        "sort": sort,
        "falling": falling,
        "lines": _lines(ready, request.POST if problem else None),
        "problem": problem,
    }
    return render_page(
        request,
        "calibration/health_list.html",
        context,
        fragment="health-progress",
        status=status,
    )


@require_POST
def health_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue a new snapshot with the thresholds posted."""
    study = get_study(request.user, slug)
    posted = {name: request.POST[name] for name in LIMITS if name in request.POST}
    try:
        snapshot = request_health(study=study, thresholds=posted, actor=person_of(request.user))
    except BadInput as error:
        return _list_page(request, study, problem=str(error), status=422)
    if snapshot.state == Report.State.FAILED:
        messages.error(request, snapshot.message)
    return redirect("health_list", study.slug)


@never_cache
@require_safe
def health_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One rater: flags, figures, the control chart and the last ratings."""
    study = get_study(request.user, slug)
    ready, _ = _latest(study)
    block = (ready.content or {})["raters"].get(str(pk)) if ready is not None else None
    if ready is None or block is None:
        raise Http404("No figures of such a rater.")
    _seen(request, study)
    name, simulated = pages.names_of(study, [pk])[pk]
    lines = thresholds_of(ready.thresholds)
    ratings = Assignment.objects.filter(rater=pk, item__study=study).rated()
    context = {
        "study": study,
        "snapshot": ready,
        "out_of_date": is_out_of_date(ready),
        "person": pk,
        "name": name,
        "simulated": simulated,
        "rater": block,
        "lines": lines,
        "flags": pages.flags_shown(block),
        "criteria": pages.criteria_shown(block),
        "habits": pages.habits_shown(block),
        "chart": pages.agreement_chart(block, floor=lines.gold_floor),
        "control": pages.drift_chart(block),
        "last": ratings.select_related("item__case", "rating")
        .defer("item__case__turns")
        .order_by("-finished_at", "-pk")[:LAST_RATINGS],
    }
    return render_page(request, "calibration/health_detail.html", context)
