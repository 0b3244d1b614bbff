"""The queue of a judge's passes on cases whose text aims at a grader, for leads and admins."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from calibration.access import get_spot_check
from calibration.models import SpotCheck
from calibration.spot_checks import (
    NOTE_LENGTH,
    beside,
    counts_of,
    label_of,
    mark,
    next_waiting,
    places_of,
    queue_of,
)
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Membership
from config.htmx import render_page

CHECKS_PER_PAGE = 50


@never_cache
@require_safe
def spot_check_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All of them, or with `state=waiting` those that nobody has looked at."""
    study = get_study(request.user, slug)
    waiting = request.GET.get("state") == "waiting"
    page = Paginator(queue_of(study, waiting=waiting), CHECKS_PER_PAGE).get_page(
        request.GET.get("page")
    )
    if page.object_list:
        # What a judge said has been seen.
        Membership.objects.note_results_seen(study=study, person=person_of(request.user))
    context = {"study": study, "page": page, "counts": counts_of(study), "waiting": waiting}
    return render_page(request, "calibration/spot_check_list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def spot_check_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One pass, the places that may have brought it about, and what leads found so far."""
    study, verdict = get_spot_check(request.user, slug, pk)
    person = person_of(request.user)
    problem = ""
    if request.method == "POST":
        outcome, note = request.POST.get("outcome", ""), request.POST.get("note", "").strip()
        try:
            mark(verdict=verdict, study=study, outcome=outcome, note=note, actor=person)
        except BadInput as error:
            problem = str(error)
        else:
            following = next_waiting(study, verdict)
            if following is None:
                return redirect("spot_check_list", study.slug)
            return redirect("spot_check_detail", study.slug, following)
    Membership.objects.note_results_seen(study=study, person=person)
    case = verdict.request.item.case
    before, after = beside(study, verdict)
    context = {
        "study": study,
        "verdict": verdict,
        "case": case,
        "level": label_of(verdict),
        "places": places_of(case.cautions, case.read_steps()),
        "checks": SpotCheck.objects.filter(verdict=verdict)
        .select_related("checked_by")
        .order_by("-revision"),
        "before": before,
        "after": after,
        "counts": counts_of(study),
        "problem": problem,
        "note": request.POST.get("note", "")[:NOTE_LENGTH] if problem else "",
        "note_length": NOTE_LENGTH,
    }
    status = 422 if problem else 200
    return render_page(request, "calibration/spot_check_detail.html", context, status=status)
