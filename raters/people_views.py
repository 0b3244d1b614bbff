"""Pages on which people come in: log-in, invitations, and the members of a study."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Membership, Study
from config.htmx import render_page
from raters import access, invitations
from raters.members import members_of
from raters.models import Invitation
from raters.people_forms import AcceptForm, InvitationForm


class Login(LoginView):
    template_name = "raters/login.html"
    redirect_authenticated_user = True


class Logout(LogoutView):
    """Logs out by POST; LOGOUT_REDIRECT_URL says where to."""


@login_not_required
@never_cache
@sensitive_post_parameters("password", "again")
def invitation_accept(request: HttpRequest, token: str) -> HttpResponse:
    """Make an account by invitation, or join with the account that is logged in."""
    invitation = invitations.find(token)
    if invitation is None:
        return _invitation_page(request, status=404)
    problem = invitations.trouble(invitation, timezone.now())
    if problem:
        return _invitation_page(request, problem=problem, status=410)
    form = AcceptForm(request.POST or None)
    joining = request.user.is_authenticated and invitation.study is not None
    if request.method == "POST" and joining:
        return _join(request, token, invitation)
    if request.method == "POST" and form.is_valid() and _accept(request, token, form):
        return _welcome(invitation)
    return _invitation_page(
        request,
        invitation=invitation,
        form=form,
        joining=joining,
        status=422 if request.method == "POST" else 200,
    )


def _invitation_page(request: HttpRequest, *, status: int, **context: object) -> HttpResponse:
    return render_page(request, "raters/invitation_accept.html", context, status=status)


def _join(request: HttpRequest, token: str, invitation: Invitation) -> HttpResponse:
    try:
        study = invitations.join(token=token, person=person_of(request.user))
    except BadInput as error:
        return _invitation_page(request, problem=str(error), status=422)
    messages.success(request, f"You have joined {study}.")
    return _welcome(invitation)


def _welcome(invitation: Invitation) -> HttpResponse:
    """Raters begin with what they are asked; everybody else with their studies."""
    if invitation.study is not None and invitation.role == Membership.Role.RATER:
        return redirect("guidelines", invitation.study.slug)
    return redirect("home")


def _accept(request: HttpRequest, token: str, form: AcceptForm) -> bool:
    """Make the account and log in; on a problem put it on the form."""
    fields = {name: form.cleaned_data[name] for name in ("username", "display_name", "password")}
    try:
        person = invitations.accept(token=token, **fields)
    except BadInput as error:
        form.add_error("username", str(error))
        return False
    except ValidationError as error:
        form.add_error("password", error.messages)
        return False
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    return True


@never_cache
def people_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Members and invitations of a study. A new link is shown in the answer, once."""
    study = get_study(request.user, slug)
    form = _invitation_form(request, study)
    link, status = "", 200
    if request.method == "POST":
        link = _invite(request, study, form)
        status = 200 if link else 422
        form = _invitation_form(request, study, fresh=True) if link else form
    now = timezone.now()
    context = {
        "study": study,
        "members": members_of(study),
        "pending": Invitation.objects.pending(study=study, now=now),
        "form": form,
        "link": link,
    }
    return render_page(
        request, "raters/people_list.html", context, fragment="people", status=status
    )


def _invitation_form(request: HttpRequest, study: Study, *, fresh: bool = False) -> InvitationForm:
    admin = person_of(request.user).role_in(study) == Membership.Role.ADMIN
    data = request.POST if request.method == "POST" and not fresh else None
    return InvitationForm(data, may_invite_admins=admin)


def _invite(request: HttpRequest, study: Study, form: InvitationForm) -> str:
    """The new invitation's link, or "" with the problem on the form."""
    if not form.is_valid():
        return ""
    try:
        _, token = invitations.invite(
            study=study, actor=person_of(request.user), **form.cleaned_data
        )
    except BadInput as error:
        form.add_error(None, str(error))
        return ""
    return request.build_absolute_uri(reverse("invitation_accept", args=[token]))


@require_POST
def invitation_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    invitation = access.get_invitation(request.user, slug, pk)
    try:
        invitations.revoke(invitation=invitation, actor=person_of(request.user))
        messages.success(request, "The invitation is withdrawn; its link no longer works.")
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("people_list", slug)
