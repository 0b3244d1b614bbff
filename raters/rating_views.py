"""The pages on which people rate."""

import uuid

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
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
from raters.ahead import take_up
from raters.assignment import Empty, claim_ahead, claim_next
from raters.evidence import storable
from raters.flags import flag, unflag
from raters.formats import form_of, format_of
from raters.models import Assignment, Rating
from raters.own_ratings import MAX_WORDS, rows_of, submitted_by
from raters.process_format import MEANINGS
from raters.rating_pages import frame, work_context
from raters.ratings import (
    last_finished,
    newest_revision,
    opt_out,
    save_draft,
    skip,
)
from raters.training_views import feedback_page, is_explained
from raters.veil import is_veiled, unveil
from raters.work_forms import WorkForm

MINE_PER_PAGE = 25
# Names the item whose work area the page holds ready, both ways.
READY = "X-Item-Ready"


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
    kinds = set(study.items.order_by().values_list("kind", flat=True).distinct())
    context = {
        "study": study,
        "criteria": study.rubric_version.criteria.all(),
        "membership": membership,
        "pairwise": Item.Kind.PAIRWISE in kinds,
        "process": MEANINGS if Item.Kind.PROCESS in kinds else None,
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
    if request.method == "POST":
        action = _ACTIONS.get(request.POST.get("action", ""), _submit)
        return action(request, assignment)
    if assignment.state in {Assignment.State.SKIPPED, Assignment.State.OPTED_OUT}:
        messages.info(request, "You have left that item to somebody else.")
        return redirect("rate_mine", slug)
    if is_explained(assignment):
        return feedback_page(request, assignment)
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
@require_POST
def rate_ahead(request: HttpRequest, slug: str) -> HttpResponse:
    """The work area of the item after the one being rated (`holding`), for the page to have it
    ready. 204 where there is none to be had."""
    holding = get_assignment(request.user, slug, _token(request.POST.get("holding", "")))
    study, person = holding.item.study, holding.rater
    claim = claim_ahead(study=study, rater=person, holding=holding)
    if claim.assignment is None:
        return HttpResponse(status=204)
    assignment = claim.assignment
    assignment.item.study, assignment.rater = study, person
    return _work(request, assignment, form_of(assignment), fragment=True)


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
    """The rater's own submissions, to search, look at and change while the study allows."""
    study = get_study(request.user, slug, roles=[RATER])
    words, outcome = storable(request.GET.get("q", ""))[:MAX_WORDS], request.GET.get("outcome", "")
    flagged, commented = "flagged" in request.GET, "commented" in request.GET
    mine = submitted_by(
        person_of(request.user),
        study,
        words=words,
        outcome=outcome,
        flagged=flagged,
        commented=commented,
    )
    page = Paginator(mine, MINE_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "study": study,
        "page": page,
        "rows": rows_of(page.object_list, study),
        "words": words,
        "outcome": outcome,
        "flagged": flagged,
        "commented": commented,
        "filtered": bool(words or outcome or flagged or commented),
        "outcomes": Rating.Outcome.choices,
    }
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
    """What comes when an item has been submitted: the next, or the answers of a training item."""
    if assignment.item.purpose == Item.Purpose.TRAINING:
        if is_fragment(request):
            return feedback_page(request, assignment)
        return redirect("item_rate", assignment.item.study.slug, assignment.token)
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


def _flag(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """Flag the item or take that back; the page stays, with everything in it."""
    form = form_of(assignment, request.POST)
    try:
        if request.POST["action"] == "flag":
            flag(assignment=assignment, note=form.shown.get("flag_note", ""))
        else:
            unflag(assignment=assignment)
    except BadInput as error:
        form.refuse(str(error))
        return _not_saved(request, assignment, form)
    assignment.draft = form.draft()
    save_draft(assignment=assignment, draft=assignment.draft, now=timezone.now())
    # Not submitted: questions that are still open are not wrong.
    form.is_bound = False
    done = "Flagged for the leads." if request.POST["action"] == "flag" else "No longer flagged."
    return _work(request, assignment, form, done=done, announce="")


def _show(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """Lift the veil of a sensitive item, or of all in the study."""
    unveil(request.session, assignment, whole_study="whole_study" in request.POST)
    if not is_fragment(request):
        return redirect("item_rate", assignment.item.study.slug, assignment.token)
    return _work(request, assignment, form_of(assignment))


_ACTIONS = {
    "skip": _leave,
    "opt_out": _leave,
    "flag": _flag,
    "unflag": _flag,
    "show": _show,
}


def _not_saved(request: HttpRequest, assignment: Assignment, form: WorkForm) -> HttpResponse:
    """The form again, with what was wrong and the answers still in it, here and in the draft."""
    save_draft(assignment=assignment, draft=form.draft(), now=timezone.now())
    assignment.refresh_from_db(fields=["state", "rating"])
    form.shown_revision = newest_revision(assignment)
    return _work(request, assignment, form, status=422)


def _next(request: HttpRequest, study: Study, person: Person, done: str = "") -> HttpResponse:
    if request.method == "POST" and not is_fragment(request):
        return redirect("rate_next", study.slug)
    ready = request.headers.get(READY, "")
    if ready and take_up(study=study, rater=person, token=_token(ready)):
        return _go_on(request, study, person, ready, done)
    claim = claim_next(study=study, rater=person)
    if claim.reason is Empty.TRAINING and not is_fragment(request):
        return redirect("training", study.slug)
    if claim.assignment is None:
        around = frame(study, person, announce="There is no next item.", done=done)
        context = around | {"reason": claim.reason}
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


def _go_on(
    request: HttpRequest, study: Study, person: Person, token: str, done: str
) -> HttpResponse:
    """What a page needs that has the next item ready: the bar with the new counts."""
    context = frame(study, person, announce="Next item.", done=done)
    response = render(request, "raters/_rate_bar.html", context)
    response[READY] = token
    response["HX-Push-Url"] = reverse("item_rate", args=[study.slug, token])
    return response


def _token(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise Http404("No such item.") from None


def _work(
    request: HttpRequest,
    assignment: Assignment,
    form: WorkForm,
    *,
    done: str = "",
    announce: str | None = None,
    status: int = 200,
    fragment: bool = False,
) -> HttpResponse:
    context = work_context(
        assignment,
        form,
        at=asked_step(request),
        query=request.GET.get("q", "")[:MAX_QUERY],
        done=done,
        announce=announce,
        veiled=is_veiled(request.session, assignment),
    )
    template = "raters/item_rate.html"
    if fragment:
        return render(request, f"{template}#work", context, status=status)
    return render_page(request, template, context, fragment="work", status=status)
