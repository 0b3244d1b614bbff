"""The list of items by their state, and the page of one: who has it, and what leads can do."""

import re
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from calibration.access import get_work_item
from calibration.work_items import (
    MAX_WORDS,
    STATES,
    able_raters,
    matching,
    page_of,
    state_of,
    stuck_why,
)
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Item, Person, Study
from config.htmx import render_page
from raters.asking import MAX_REASON, ask_skill, give_priority
from raters.models import Assignment, Slot
from raters.overlap import add_places
from raters.taking_back import give_again, hand_to, open_again, take_back


@never_cache
@require_safe
def work_items(request: HttpRequest, slug: str) -> HttpResponse:
    """Ordinary items, searched and filtered, from the one after the id `after` on."""
    study = get_study(request.user, slug)
    state = request.GET.get("state", "")
    state = state if state in STATES else ""
    words = request.GET.get("q", "").replace("\x00", "").strip()[:MAX_WORDS]
    page = page_of(matching(study, state=state, words=words), after=_number(request.GET, "after"))
    context = {
        "study": study,
        "states": STATES,
        "state": state,
        "words": words,
        "page": page,
        "rows": [(item, STATES[state_of(item)].label) for item in page.items],
        "begun": "after" in request.GET,
    }
    return render_page(request, "calibration/work_items.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def work_item(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """One item; a POST does one of _ACTIONS."""
    item = get_work_item(request.user, slug, key)
    if request.method != "POST":
        return _page(request, item)
    try:
        action = _ACTIONS.get(request.POST.get("action", ""))
        if action is None:
            raise BadInput("Choose what is to change.")
        messages.success(request, action(item, request.POST, person_of(request.user)))
    except BadInput as error:
        return _page(request, item, problem=str(error))
    return redirect("work_item", slug, key)


def _page(request: HttpRequest, item: Item, problem: str = "") -> HttpResponse:
    study, able = item.study, able_raters(item.study)
    assignments = list(
        item.assignments.select_related("rater", "slot", "rating").order_by("leased_at", "pk")
    )
    kept = item.slots.filter(state=Slot.State.OPEN, reserved_for__isnull=False)
    had = {one.rater_id for one in assignments}
    had |= set(kept.values_list("reserved_for", flat=True))
    free_for = Person.objects.filter(pk__in=able.by_skill.get(item.skill, [])).exclude(pk__in=had)
    context = {
        "study": study,
        "item": item,
        "label": STATES[state_of(item)].label,
        "why_stuck": stuck_why(item, able) if _is_stuck(item) else "",
        "assignments": assignments,
        "kept": kept.select_related("reserved_for", "round").order_by("number"),
        "free_for": sorted(free_for, key=str),
        "chosen": request.POST.get("rater", ""),
        "more": request.POST.get("more", "1"),
        "skill": request.POST.get("skill", item.skill),
        "priority": request.POST.get("priority", item.priority),
        "reason": request.POST.get("reason", ""),
        "reason_length": MAX_REASON,
        "problem": problem,
    }
    status = 422 if problem else 200
    return render_page(request, "calibration/work_item.html", context, status=status)


def _is_stuck(item: Item) -> bool:
    return matching(item.study, state="stuck").filter(pk=item.pk).exists()


# --- actions: each returns what is then said ------------------------------------------------------


def _take_back(item: Item, posted: QueryDict, actor: Person) -> str:
    held = _assignment(item, posted)
    to = _rater(item.study, posted) if posted.get("rater") else None
    take_back(assignment=held, actor=actor, to=to)
    return f"Taken back from {held.rater}; {f'{to} gets it next' if to else 'its place is open'}."


def _give_again(item: Item, posted: QueryDict, actor: Person) -> str:
    taken = _assignment(item, posted)
    give_again(assignment=taken, actor=actor)
    return f"{taken.rater} gets the item again, with the draft."


def _hand_to(item: Item, posted: QueryDict, actor: Person) -> str:
    rater = _rater(item.study, posted)
    hand_to(item=item, rater=rater, actor=actor)
    return f"A place is kept for {rater}, who gets the item next."


def _open_again(item: Item, posted: QueryDict, actor: Person) -> str:
    slot = item.slots.filter(pk=_number(posted, "slot")).first()
    if slot is None:
        raise BadInput("Choose a place of this item.")
    slot.item = item
    open_again(slot=slot, actor=actor)
    return "The place is open for everybody."


def _extend(item: Item, posted: QueryDict, actor: Person) -> str:
    more = _number(posted, "more")
    added = add_places(study=item.study, items=[item.pk], more=more, actor=actor)
    if not added:
        raise BadInput("An item of a calibration round that goes on gets no more raters: end it.")
    return f"{added} more rater{'s' if added > 1 else ''} for this item."


def _ask_skill(item: Item, posted: QueryDict, actor: Person) -> str:
    skill = posted.get("skill", "").strip().lower()
    if not ask_skill(study=item.study, items=[item.pk], skill=skill, actor=actor):
        raise BadInput(f"The item asks for {skill} already." if skill else "It asks for no skill.")
    return f"Only raters with {skill} get this item." if skill else "Every rater may get this item."


def _prioritise(item: Item, posted: QueryDict, actor: Person) -> str:
    text = posted.get("priority", "").strip()
    if not re.fullmatch(r"-?[0-9]{1,4}", text, re.ASCII):
        raise BadInput("Give the priority as a whole number; 0 is that of most items.")
    reason = posted.get("reason", "").replace("\x00", "")
    if not give_priority(
        study=item.study, items=[item.pk], priority=int(text), reason=reason, actor=actor
    ):
        raise BadInput(f"The item has priority {int(text)} already.")
    return f"The item has priority {int(text)} now."


_ACTIONS: dict[str, Callable[[Item, QueryDict, Person], str]] = {
    "take_back": _take_back,
    "give_again": _give_again,
    "hand_to": _hand_to,
    "open_again": _open_again,
    "extend": _extend,
    "skill": _ask_skill,
    "priority": _prioritise,
}


def _number(posted: QueryDict, name: str) -> int:
    """A small number that was posted; 0 for anything else."""
    text = posted.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0


def _assignment(item: Item, posted: QueryDict) -> Assignment:
    found = item.assignments.select_related("rater").filter(pk=_number(posted, "assignment"))
    one = found.first()
    if one is None:
        raise BadInput("Choose somebody who has this item.")
    one.item = item
    return one


def _rater(study: Study, posted: QueryDict) -> Person:
    person = Person.objects.filter(
        memberships__study=study, memberships__removed_at=None, pk=_number(posted, "rater")
    ).first()
    if person is None:
        raise BadInput("Choose a rater from the list.")
    return person
