"""Pages on which leads decide about ratings that were set aside."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Person, Study
from config.htmx import render_page
from raters.models import SetAside
from raters.set_asides import MAX_NOTE, keep_out, reinstate

PER_PAGE = 30
SHOWN = 100


def _batches(study: Study) -> QuerySet[SetAside]:
    out = Q(assignments__state="set_aside")
    return (
        SetAside.objects.filter(study=study)
        .select_related("rater", "created_by", "decided_by")
        .annotate(
            ratings=Count("assignments"),
            out=Count("assignments", filter=out),
            surplus=Count("assignments", filter=Q(assignments__state="surplus")),
        )
        .order_by("-created_at", "-pk")
    )


@never_cache
@require_safe
def set_aside_list(request: HttpRequest, slug: str) -> HttpResponse:
    study = get_study(request.user, slug)
    page = Paginator(_batches(study), PER_PAGE).get_page(request.GET.get("page"))
    context = {"study": study, "page": page}
    return render_page(request, "calibration/set_aside_list.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_aside_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One batch with its ratings, to reinstate or keep out; either can be gone back on."""
    study = get_study(request.user, slug)
    batch = _batches(study).filter(pk=pk).first()
    if batch is None:
        raise Http404("No such batch.")
    batch.study = study
    problem = ""
    if request.method == "POST":
        problem = _decide(request, batch, person_of(request.user))
        if not problem:
            return redirect("set_aside_list", slug)
    ratings = batch.assignments.select_related("item__case").defer("item__case__turns")
    context = {
        "study": study,
        "batch": batch,
        "assignments": ratings.order_by("finished_at")[:SHOWN],
        "problem": problem,
        "note": request.POST.get("note", ""),
        "note_length": MAX_NOTE,
    }
    status = 422 if problem else 200
    return render_page(request, "calibration/set_aside_detail.html", context, status=status)


def _decide(request: HttpRequest, batch: SetAside, actor: Person) -> str:
    """What is wrong with the decision posted, or ""."""
    decision, note = request.POST.get("decision"), request.POST.get("note", "")
    try:
        if decision == SetAside.Decision.REINSTATED:
            counting, surplus = reinstate(batch=batch, actor=actor, note=note)
            rest = f"; {surplus} are surplus, since others have rated the items" if surplus else ""
            messages.success(request, f"Reinstated: {counting} count again{rest}.")
        elif decision == SetAside.Decision.KEPT_OUT:
            count = keep_out(batch=batch, actor=actor, note=note)
            messages.success(request, f"Kept out: {count} ratings do not count.")
        else:
            return "Choose whether these ratings count again or stay out."
    except BadInput as error:
        return str(error)
    return ""
