"""The page on which leads watch the rating of a study, pause it, close it and open it again."""

from statistics import median

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calibration.work import DAYS, RATE_DAYS, minutes_of, work_of
from calibration.work_items import MAX_WORDS, STATES, matching
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Study
from config.htmx import is_fragment, render_page
from raters.closing import change_state, left_of
from raters.overlap import add_places, extend_overlap, places_to_add

# What a POST of a state says when it is done; a pause and an end name what is in hand.
_SAID = {
    Study.State.OPEN: "The study is open: raters get items.",
    Study.State.PAUSED: "The study is paused; {} in hand may still be finished.",
    Study.State.CLOSED: "The study is closed; {} in hand can't be sent any more, drafts are kept.",
}


@never_cache
@require_safe
def work_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the rating is; htmx asks for the figures alone."""
    study = get_study(request.user, slug)
    return _work_page(request, study)


def _work_page(request: HttpRequest, study: Study, problem: str = "") -> HttpResponse:
    context = {
        "study": study,
        "work": work_of(study, now=timezone.now()),
        "left": None if is_fragment(request) else left_of(study),
        "states": STATES,
        "days": DAYS,
        "rate_days": RATE_DAYS,
        "problem": problem,
    }
    status = 422 if problem else 200
    template = "calibration/work_detail.html"
    return render_page(request, template, context, fragment="work-figures", status=status)


@never_cache
@require_POST
def work_state(request: HttpRequest, slug: str) -> HttpResponse:
    """Pause, close or open the study."""
    study = get_study(request.user, slug)
    state = request.POST.get("state", "")
    try:
        left = change_state(study=study, state=state, actor=person_of(request.user))
    except BadInput as error:
        return _work_page(request, study, problem=str(error))
    items = f"{left.in_hand} item{'' if left.in_hand == 1 else 's'}"
    messages.success(request, _SAID[Study.State(state)].format(items))
    return redirect("work_detail", slug)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def work_extend(request: HttpRequest, slug: str) -> HttpResponse:
    """More raters for all items, or for those that a filter holds: how much work that adds, then a
    POST that does it."""
    study = get_study(request.user, slug)
    given = request.POST if request.method == "POST" else request.GET
    state = given.get("state", "")
    state = state if state in STATES else ""
    words = given.get("q", "").replace("\x00", "").strip()[:MAX_WORDS]
    text = given.get("more", "1").strip()
    problem, added = "", 0
    more = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    chosen = None
    if state or words:
        chosen = list(matching(study, state=state, words=words).values_list("pk", flat=True))
    try:
        if request.method == "POST":
            actor = person_of(request.user)
            if chosen is None:
                overlap = _overlap(study, more, request.POST.get("overlap", ""))
                added = extend_overlap(study=study, overlap=overlap, actor=actor)
            else:
                added = add_places(study=study, items=chosen, more=more, actor=actor)
            messages.success(request, f"{added} rating{'' if added == 1 else 's'} more to do.")
            return redirect("work_detail", slug)
        added = places_to_add(study=study, more=more, items=chosen)
    except BadInput as error:
        problem = str(error)
    spent = [minutes for one in minutes_of(study).values() for minutes in one]
    minutes = median(spent) if spent else study.expected_minutes
    context = {
        "study": study,
        "states": STATES,
        "state": state,
        "words": words,
        "more": text,
        "added": added,
        "hours": added * minutes / 60,
        "minutes": minutes,
        "measured": bool(spent),
        "overlap": study.overlap + more,
        "problem": problem,
    }
    status = 422 if problem else 200
    return render_page(request, "calibration/work_extend.html", context, status=status)


def _overlap(study: Study, more: int, shown: str) -> int:
    """What the overlap is to be, if it is what the page has `shown`: nobody adds twice unseen."""
    if more < 1:
        raise BadInput("Give a number of more raters from 1 on.")
    if shown != str(study.overlap + more):
        raise BadInput(f"Every item gets {study.overlap} raters by now: count again, then add.")
    return study.overlap + more
