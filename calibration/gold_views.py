"""Pages on which leads keep gold and training items, and look after raters whom gold holds up."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calibration.gold_forms import KnownAnswersForm
from calibration.gold_items import (
    Choice,
    candidates,
    doubtful_items,
    figures_of,
    known_items,
    settled_answers,
)
from cases import known_answers
from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Item, Membership, Study
from config.htmx import render_page
from raters.gold_checks import let_go_on
from raters.known_answers import all_outcomes
from raters.models import SetAside

PER_PAGE = 30
_ACTIONS = {
    "retire": (known_answers.retire, "It is handed out no longer. Put it back whenever you like."),
    "put_back": (known_answers.put_back, "It is handed out again."),
    "move_up": (known_answers.move_up, "It comes one place earlier."),
}


@never_cache
@require_safe
def gold_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Gold and training items with how raters did on each, and who is held up."""
    study = get_study(request.user, slug)
    gold = Paginator(known_items(study, Item.Purpose.GOLD), PER_PAGE)
    page = gold.get_page(request.GET.get("page"))
    doubtful = doubtful_items(all_outcomes(study))
    training = list(known_items(study, Item.Purpose.TRAINING))
    # What raters answered has been seen.
    Membership.objects.note_results_seen(study=study, person=person_of(request.user))
    context = {
        "study": study,
        "page": page,
        "gold": figures_of(study, list(page.object_list), doubtful),
        "doubtful": len(doubtful),
        "training": figures_of(study, training, set()),
        "held_up": _held_up(study, bool(training)),
        "waiting": SetAside.objects.filter(study=study, decision=SetAside.Decision.OPEN).count(),
    }
    return render_page(request, "calibration/gold_list.html", context)


def _held_up(study: Study, trains: bool) -> list[Membership]:
    """Raters who are paused, whose pause is coming, or who have training before them."""
    members = Membership.objects.live().filter(study=study, role=Membership.Role.RATER)
    members = members.select_related("person").order_by("person__display_name", "pk")
    return [
        member
        for member in members
        if member.paused_at or member.pause_in or (trains and not member.trained_at)
    ]


@never_cache
@require_safe
def gold_choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Ordinary items to give known answers: settled ones, unanimous ones, or any."""
    study = get_study(request.user, slug)
    asked = request.GET.get("from", "")
    choice = Choice(asked) if asked in set(Choice) else Choice.ADJUDICATED
    after = request.GET.get("after", "")
    start = int(after) if after.isascii() and after.isdigit() and len(after) < 16 else 0
    items = list(candidates(study, choice, after=start)[: PER_PAGE + 1])
    context = {
        "study": study,
        "choice": choice,
        "items": items[:PER_PAGE],
        "start": start,
        "more": items[PER_PAGE - 1].pk if len(items) > PER_PAGE else None,
    }
    return render_page(request, "calibration/gold_choose.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def gold_item(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The known answers of one item, to be given or changed, and how raters answered."""
    study = get_study(request.user, slug)
    item = _get_item(study, key)
    ordinary = item.purpose == Item.Purpose.ORDINARY
    settled = settled_answers(item) if ordinary else {}
    form = KnownAnswersForm(
        request.POST if request.method == "POST" else None, item=item, settled=settled
    )
    if request.method == "POST" and form.is_valid() and _save(request, item, form):
        return redirect("gold_list", slug)
    Membership.objects.note_results_seen(study=study, person=person_of(request.user))
    context = {
        "study": study,
        "item": item,
        "form": form,
        "ordinary": ordinary,
        "known": None if ordinary else figures_of(study, [item], set())[0],
    }
    status = 422 if request.method == "POST" else 200
    return render_page(request, "calibration/gold_item.html", context, status=status)


def _save(request: HttpRequest, item: Item, form: KnownAnswersForm) -> bool:
    """Keep a valid form; False with the problem on it."""
    actor = person_of(request.user)
    try:
        if item.purpose != Item.Purpose.ORDINARY:
            changed = known_answers.change_answers(
                item=item, answers=form.answers, process=form.process, actor=actor
            )
            messages.success(request, "Saved." if changed else "Nothing was changed.")
            return True
        training = form.cleaned_data["purpose"] == Item.Purpose.TRAINING
        make = known_answers.make_training if training else known_answers.make_gold
        make(item=item, answers=form.answers, process=form.process, actor=actor, rated=True)
    except BadInput as error:
        form.add_error(None, str(error))
        return False
    messages.success(request, f"Item {item.key} is a {'training' if training else 'gold'} item.")
    return True


@require_POST
def gold_act(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Retire an item, put it back, or move it up."""
    study = get_study(request.user, slug)
    item = _get_item(study, key)
    if request.POST.get("action") not in _ACTIONS:
        messages.error(request, "Choose what is to become of the item.")
        return redirect("gold_item", slug, key)
    act, done = _ACTIONS[request.POST["action"]]
    try:
        act(item=item, actor=person_of(request.user))
        messages.success(request, done)
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("gold_list", slug)


@require_POST
def gold_release(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a rater go on whom a pause or training holds up."""
    study = get_study(request.user, slug)
    member = Membership.objects.select_related("person").filter(study=study, pk=pk).first()
    if member is None:
        raise Http404("No such rater.")
    try:
        let_go_on(study=study, rater=member.person, actor=person_of(request.user))
        messages.success(request, f"{member.person} goes on rating.")
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("gold_list", slug)


def _get_item(study: Study, key: str) -> Item:
    item = Item.objects.select_related("case", "case_b").filter(study=study, key=key).first()
    if item is None:
        raise Http404("No such item.")
    item.study = study
    return item
