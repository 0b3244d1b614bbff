"""Pages on which leads make a study and set it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cases.access import get_study, need_lead, person_of
from cases.errors import BadInput
from cases.models import Study
from cases.studies import change_study, create_study, set_state
from cases.study_forms import StudyForm, StudySettingsForm
from config.htmx import render_page


def study_new(request: HttpRequest) -> HttpResponse:
    """Make a study; its maker becomes its admin."""
    need_lead(request.user)
    form = StudyForm(request.POST or None, initial={"rubric_version": request.GET.get("rubric")})
    if request.method == "POST" and form.is_valid():
        try:
            study = create_study(actor=person_of(request.user), **form.cleaned_data)
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{study.name} is there. Next: bring in cases.")
            return redirect("study_setup", study.slug)
    status = 422 if request.method == "POST" else 200
    return render_page(request, "cases/study_new.html", {"form": form}, status=status)


def study_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What of a study may still be changed, and its state."""
    study = get_study(request.user, slug)
    items = study.items.count()
    form = StudySettingsForm(request.POST or None, study=study, fixed=items > 0)
    if request.method == "POST" and form.is_valid():
        try:
            changed = change_study(study=study, actor=person_of(request.user), **form.settings())
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, "Settings saved." if changed else "Nothing was changed.")
            return redirect("study_settings", slug)
    status = 422 if request.method == "POST" else 200
    context = {"study": study, "form": form, "items": items, "states": Study.State}
    return render_page(request, "cases/study_settings.html", context, status=status)


@require_POST
def study_state(request: HttpRequest, slug: str) -> HttpResponse:
    """Open, pause or close a study."""
    study = get_study(request.user, slug)
    try:
        set_state(study=study, state=request.POST.get("state", ""), actor=person_of(request.user))
    except BadInput as error:
        messages.error(request, str(error))
    else:
        study.refresh_from_db()
        messages.success(request, f"The study is {study.get_state_display().lower()} now.")
    return redirect("study_settings", slug)
