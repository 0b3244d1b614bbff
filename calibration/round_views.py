"""Calibration rounds: start one, see who is through with it, end it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from calibration.access import get_round
from calibration.work_items import able_raters
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Item, Person, Study
from config.htmx import render_page
from raters.models import CalibrationRound
from raters.rounds import PILOT_ITEMS, close_round, round_progress, start_round

MAX_NOTE = 400
# Rounds that the page shows with everybody's progress; a study has few.
SHOWN = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All rounds with how far their raters are, and the form that starts another."""
    study = get_study(request.user, slug)
    if request.method != "POST":
        return _page(request, study)
    try:
        begun = _start(request, study)
    except BadInput as error:
        return _page(request, study, problem=str(error))
    items = begun.slots.values("item").distinct().count()
    messages.success(request, f"Round {begun.number} has begun with {items} items.")
    return redirect("round_list", slug)


@never_cache
@require_POST
def round_close(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    round_ = get_round(request.user, slug, number)
    back = close_round(round_=round_, actor=person_of(request.user))
    messages.success(
        request,
        f"Round {round_.number} is over; {back} place{'' if back == 1 else 's'} went back to all.",
    )
    return redirect("round_list", slug)


def _start(request: HttpRequest, study: Study) -> CalibrationRound:
    chosen = [pk for pk in request.POST.getlist("raters") if pk.isascii() and pk.isdigit()]
    raters = list(Person.objects.filter(pk__in=[pk for pk in chosen if len(pk) < 18]))
    keys = request.POST.get("keys", "").replace("\x00", "").split()
    items = None
    if keys:
        found = {item.key: item for item in Item.objects.in_study(study).filter(key__in=keys[:500])}
        missing = [key for key in keys if key not in found]
        if missing:
            raise BadInput(f"There is no item {missing[0][:100]} in this study: correct its key.")
        items = list(found.values())
    count = request.POST.get("count", "")
    number = int(count) if count.isascii() and count.isdigit() and len(count) < 5 else 0
    return start_round(
        study=study,
        raters=raters,
        items=items,
        count=number,
        note=request.POST.get("note", "").replace("\x00", "")[:MAX_NOTE],
        actor=person_of(request.user),
    )


def _page(request: HttpRequest, study: Study, problem: str = "") -> HttpResponse:
    rounds = CalibrationRound.objects.filter(study=study).order_by("-number")[:SHOWN]
    able = Person.objects.filter(pk__in=able_raters(study).people)
    posted = request.POST if problem else None
    context = {
        "study": study,
        "rounds": [(one, round_progress(one)) for one in rounds],
        "raters": sorted(able, key=str),
        "chosen": set(posted.getlist("raters")) if posted else {str(one.pk) for one in able},
        "count": posted.get("count", "") if posted else PILOT_ITEMS,
        "keys": posted.get("keys", "") if posted else "",
        "note": posted.get("note", "") if posted else "",
        "note_length": MAX_NOTE,
        "problem": problem,
    }
    status = 422 if problem else 200
    return render_page(request, "calibration/round_list.html", context, status=status)
