"""Inviting a list of people: look first, then make the links."""

import csv
import io

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Membership, Study
from raters.inviting import Invited, Planned, digest_of, invite_all, plan_invitations
from raters.people_forms import InviteAllForm


@never_cache
def people_invite(request: HttpRequest, slug: str) -> HttpResponse:
    """The list, what would come of it, and the links, which are shown once."""
    study = get_study(request.user, slug)
    admin = person_of(request.user).role_in(study) == Membership.Role.ADMIN
    form = InviteAllForm(request.POST or None, request.FILES or None, may_invite_admins=admin)
    planned: list[Planned] = []
    made: list[Invited] = []
    if request.method == "POST" and form.is_valid():
        rows = form.cleaned_data["rows"]
        if "invite" in request.POST:
            made = _invite(request, study, form)
        planned = [] if made else plan_invitations(study=study, rows=rows)
    context = {
        "study": study,
        "form": form,
        "planned": planned,
        "new": sum(plan.outcome == "new" for plan in planned),
        "seen": digest_of(planned),
        "list": form.cleaned_data["list"] if planned else "",
        "days": form.cleaned_data["days"] if planned else "",
        "links": _links(request, made),
        "sheet": _sheet(request, made),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "raters/people_invite.html", context, status=status)


def _invite(request: HttpRequest, study: Study, form: InviteAllForm) -> list[Invited]:
    """Those that were made; none, with the problem on the form, where that was refused."""
    try:
        return invite_all(
            study=study,
            rows=form.cleaned_data["rows"],
            actor=person_of(request.user),
            days=form.cleaned_data["days"],
            seen=request.POST.get("seen", ""),
        )
    except BadInput as error:
        form.add_error(None, str(error))
        return []


def _links(request: HttpRequest, made: list[Invited]) -> list[tuple[Invited, str]]:
    return [(one, _link(request, one)) for one in made]


def _link(request: HttpRequest, one: Invited) -> str:
    return request.build_absolute_uri(reverse("invitation_accept", args=[one.token]))


def _sheet(request: HttpRequest, made: list[Invited]) -> str:
    """The links as CSV, in which no cell is a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["for", "role", "link"])
    for one in made:
        note = f"'{one.row.note}" if one.row.note[:1] in "=+-@\t\r" else one.row.note
        writer.writerow([note, one.row.role, _link(request, one)])
    return text.getvalue() if made else ""
