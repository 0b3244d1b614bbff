"""The pages on which people rate."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from cases.access import ANYONE, RATER, get_study, person_of
from cases.errors import BadInput
from cases.models import Item, Membership, Person, Study
from cases.transcript_pages import asked_step
from cases.transcript_search import MAX_QUERY
from config.htmx import is_fragment, render_page
from raters.access import get_assignment
from raters.assignment import claim_next
from raters.formats import form_of, format_of
from raters.models import Assignment
from raters.rating_pages import frame, rows_of, work_context
from raters.ratings import (
    last_finished,
    newest_revision,
    opt_out,
    save_draft,
    skip,
)
from raters.work_forms import WorkForm


@never_cache
@require_http_methods(["GET", "POST"])
def guidelines(request: HttpRequest, slug: str) -> HttpResponse:
    """What raters are asked, with examples; has to be read once before the first item."""
    study = get_study(request.user, slug, roles=ANYONE)
    person = person_of(request.user)
    membership = Membership.objects.filter(study=study, person=person, role=RATER).first()
    if request.method == "POST" and membership is not None:
        if membership.guidelines_read_at is None:
            membership.guidelines_read_at = timezone.now()
            membership.save(update_fields=["guidelines_read_at"])
        return redirect("rate_next", slug)
    context = {
        "study": study,
        "criteria": study.rubric_version.criteria.all(),
        "membership": membership,
        "pairwise": study.items.filter(kind=Item.Kind.PAIRWISE).exists(),
    }
    return render_page(request, "raters/guidelines_detail.html", context)


@never_cache
@require_GET
def rate_next(request: HttpRequest, slug: str) -> HttpResponse:
    """Lease the next item and go there, or say why there is none."""
    study = get_study(request.user, slug, roles=[RATER])
    person = person_of(request.user)
    unread = Membership.objects.filter(study=study, person=person, guidelines_read_at=None)
    if unread.exists():
        return redirect("guidelines", slug)
    return _next(request, study, person)


@never_cache
@require_http_methods(["GET", "POST"])
def item_rate(request: HttpRequest, slug: str, token: uuid.UUID) -> HttpResponse:
    """One item: its transcript and its questions, new, drafted or to be changed."""
    assignment = get_assignment(request.user, slug, token)
    if request.method == "POST" and request.POST.get("action") in {"skip", "opt_out"}:
        return _leave(request, assignment)
    if request.method == "POST":
        return _submit(request, assignment)
    if assignment.state in {Assignment.State.SKIPPED, Assignment.State.OPTED_OUT}:
        messages.info(request, "You have left that item to somebody else.")
        return redirect("rate_mine", slug)
    return _work(request, assignment, form_of(assignment))


@never_cache
@require_POST
def item_draft(request: HttpRequest, slug: str, token: uuid.UUID) -> HttpResponse:
    """Keep what is typed so far. 204, or 409 when the item is no longer being rated."""
    assignment = get_assignment(request.user, slug, token)
    form = form_of(assignment, request.POST)
    kept = save_draft(assignment=assignment, draft=form.draft(), now=timezone.now())
    return HttpResponse(status=204 if kept else 409)


@never_cache
@require_GET
def rate_last(request: HttpRequest, slug: str) -> HttpResponse:
    """The item rated last, opened for a change."""
    study = get_study(request.user, slug, roles=[RATER])
    assignment = last_finished(study=study, rater=person_of(request.user))
    if assignment is None:
        messages.info(request, "There is nothing to undo: you have not rated an item yet.")
        return redirect("rate_next", slug)
    return redirect("item_rate", slug, assignment.token)


@never_cache
@require_GET
def rate_mine(request: HttpRequest, slug: str) -> HttpResponse:
    """The rater's own last items, to look at and change while the study is open."""
    study = get_study(request.user, slug, roles=[RATER])
    context = {"study": study, "rows": rows_of(study=study, rater=person_of(request.user))}
    return render_page(request, "raters/rating_list.html", context)


# --- what the views share ----------------------------------------------------------------------


def _submit(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    form = form_of(assignment, request.POST)
    if form.is_valid():
        try:
            format_of(assignment).record(assignment, form)
        except BadInput as error:
            form.refuse(str(error))
        else:
            return _after(request, assignment)
    return _not_saved(request, assignment, form)


def _after(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """What comes when an item has been submitted."""
    return _next(request, assignment.item.study, assignment.rater, done="Saved.")


def _leave(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    form = form_of(assignment, request.POST)
    try:
        key = form.posted_key()
        if request.POST["action"] == "opt_out":
            opt_out(assignment=assignment, submit_key=key)
        else:
            skip(assignment=assignment, submit_key=key, reason=form.skip_reason())
    except BadInput as error:
        form.refuse(str(error))
        return _not_saved(request, assignment, form)
    return _next(request, assignment.item.study, assignment.rater, done="Left to somebody else.")


def _not_saved(request: HttpRequest, assignment: Assignment, form: WorkForm) -> HttpResponse:
    """The form again, with what was wrong and the answers still in it, here and in the draft."""
    save_draft(assignment=assignment, draft=form.draft(), now=timezone.now())
    assignment.refresh_from_db(fields=["state", "rating"])
    form.shown_revision = newest_revision(assignment)
    return _work(request, assignment, form, status=422)


def _next(request: HttpRequest, study: Study, person: Person, done: str = "") -> HttpResponse:
    if request.method == "POST" and not is_fragment(request):
        return redirect("rate_next", study.slug)
    claim = claim_next(study=study, rater=person)
    if claim.assignment is None:
        context = frame(study, person) | {"reason": claim.reason, "done": done}
        response = render_page(request, "raters/queue_empty.html", context, fragment="work")
        if is_fragment(request):
            response["HX-Push-Url"] = reverse("rate_next", args=[study.slug])
        return response
    assignment = claim.assignment
    url = reverse("item_rate", args=[study.slug, assignment.token])
    if not is_fragment(request):
        return redirect(url)
    assignment.item.study, assignment.rater = study, person
    response = _work(request, assignment, form_of(assignment), done=done)
    response["HX-Push-Url"] = url
    return response


def _work(
    request: HttpRequest,
    assignment: Assignment,
    form: WorkForm,
    *,
    done: str = "",
    status: int = 200,
) -> HttpResponse:
    at, query = asked_step(request), request.GET.get("q", "")[:MAX_QUERY]
    context = work_context(assignment, form, at=at, query=query) | {"done": done}
    return render_page(request, "raters/item_rate.html", context, fragment="work", status=status)
