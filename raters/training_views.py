"""Training as raters see it: what it is, each item's known answers, and how an attempt came out."""

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cases.access import RATER, get_study, person_of
from cases.errors import BadInput
from cases.models import Item, Membership, Person, Study
from config.htmx import render_page
from raters.gold_checks import trains
from raters.models import Assignment
from raters.sides import html_of
from raters.training import Part, attempt_of, begin, explained, place_of


@never_cache
@require_http_methods(["GET", "POST"])
def training(request: HttpRequest, slug: str) -> HttpResponse:
    """What training is and how the last attempt came out; a POST begins the next."""
    study = get_study(request.user, slug, roles=[RATER])
    person = person_of(request.user)
    if request.method == "POST":
        return _begin(request, study, person)
    member = Membership.objects.live().filter(study=study, person=person, role=RATER).first()
    if member is None or not trains(study):
        return redirect("rate_next", slug)
    number = member.training_attempt
    now = attempt_of(study, person, number, member.skills)
    last = now if member.trained_at else attempt_of(study, person, number - 1, member.skills)
    context = {
        "study": study,
        "member": member,
        "now": now,
        "last": last if last.begun else None,
        "percent_right": _percent(last.share),
        "percent_needed": _percent(study.training_pass),
        "results": _results(last.parts) if last.begun else [],
    }
    return render_page(request, "raters/training_detail.html", context)


def _begin(request: HttpRequest, study: Study, person: Person) -> HttpResponse:
    try:
        assignment = begin(study=study, rater=person)
    except BadInput as error:
        messages.error(request, str(error))
        return redirect("training", study.slug)
    if assignment is None:
        return redirect("rate_next", study.slug)
    return redirect("item_rate", study.slug, assignment.token)


def _results(parts: Sequence[Part]) -> list[dict[str, object]]:
    tokens = dict(
        Assignment.objects.filter(pk__in=[p.assignment for p in parts if p.assignment]).values_list(
            "pk", "token"
        )
    )
    return [
        {"number": at, "part": part, "token": tokens.get(part.assignment or 0)}
        for at, part in enumerate(parts, start=1)
    ]


def _percent(share: float | None) -> int | None:
    return None if share is None else round(share * 100)


def is_explained(assignment: Assignment) -> bool:
    """Whether its known answers may be shown: a training item that has been answered."""
    training = assignment.item.purpose == Item.Purpose.TRAINING
    return training and assignment.state == Assignment.State.FINISHED


def feedback_page(request: HttpRequest, assignment: Assignment) -> HttpResponse:
    """What an answered training item shows instead of its form, at its own address: the known
    answers beside the rater's. Its work area alone for htmx."""
    assignment.refresh_from_db(fields=["state", "rating"])
    study, rater = assignment.item.study, assignment.rater
    member = Membership.objects.get(study=study, person=rater)
    attempt = attempt_of(study, rater, assignment.attempt, member.skills)
    rows = explained(assignment)
    context = {
        "study": study,
        "assignment": assignment,
        "pairwise": assignment.item.kind == Item.Kind.PAIRWISE,
        "sides": html_of(assignment),
        "training": place_of(assignment),
        "rows": rows,
        "right": sum(row.mark.right is True for row in rows),
        "attempt": attempt,
        "passed": attempt.passes(study.training_pass),
        "percent_right": _percent(attempt.share),
        "percent_needed": _percent(study.training_pass),
    }
    return render_page(request, "raters/training_feedback.html", context, fragment="work")
