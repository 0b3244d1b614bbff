"""The page of one member of a study: what holds them up, and what leads can change."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cases.access import person_of
from cases.errors import BadInput
from cases.models import Membership, Person
from config.htmx import render_page
from raters import access
from raters.gold_checks import let_go_on, trains
from raters.managing import bring_back, pause_rater, remove_member, set_skills
from raters.people_forms import SkillsForm


def _pause(member: Membership, actor: Person) -> str:
    pause_rater(membership=member, actor=actor)
    return f"{member.person} is paused and gets no items."


def _go_on(member: Membership, actor: Person) -> str:
    let_go_on(study=member.study, rater=member.person, actor=actor)
    return f"{member.person} goes on rating."


def _remove(member: Membership, actor: Person) -> str:
    places = remove_member(membership=member, actor=actor)
    back = f" {places} of their places are open again." if places else ""
    return f"{member.person} is removed; their ratings stay.{back}"


def _bring_back(member: Membership, actor: Person) -> str:
    bring_back(membership=member, actor=actor)
    return f"{member.person} is back in the study."


_ACTIONS: dict[str, Callable[[Membership, Person], str]] = {
    "pause": _pause,
    "go_on": _go_on,
    "remove": _remove,
    "bring_back": _bring_back,
}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def member_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    member = access.get_member(request.user, slug, pk)
    action = request.POST.get("action", "")
    if request.method != "POST":
        return _page(request, member, SkillsForm(initial={"skills": ", ".join(member.skills)}))
    if action == "skills":
        return _save_skills(request, member)
    try:
        if action not in _ACTIONS:
            raise BadInput("Choose what is to change.")
        messages.success(request, _ACTIONS[action](member, person_of(request.user)))
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("member_detail", slug, pk)


def _save_skills(request: HttpRequest, member: Membership) -> HttpResponse:
    form = SkillsForm(request.POST)
    if form.is_valid():
        try:
            kept = set_skills(
                membership=member,
                skills=form.cleaned_data["skills"].split(","),
                actor=person_of(request.user),
            )
        except BadInput as error:
            form.add_error("skills", str(error))
        else:
            said = f"{member.person} has {', '.join(kept)}." if kept else "No skill is noted now."
            messages.success(request, said)
            return redirect("member_detail", member.study.slug, member.pk)
    return _page(request, member, form, status=422)


def _page(
    request: HttpRequest, member: Membership, form: SkillsForm, status: int = 200
) -> HttpResponse:
    rater = member.role == Membership.Role.RATER
    untrained = rater and member.trained_at is None and trains(member.study)
    context = {
        "study": member.study,
        "member": member,
        "form": form,
        "untrained": untrained,
        "held_up": rater
        and (member.paused_at is not None or member.pause_in is not None or untrained),
        "self": member.person_id == person_of(request.user).pk,
    }
    return render_page(request, "raters/member_detail.html", context, status=status)
