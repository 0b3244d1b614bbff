"""Pages on which leads bring in cases and watch them arrive."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET, require_POST

from cases.access import get_import_run, get_study, person_of
from cases.errors import BadInput
from cases.import_forms import ImportForm, fields_of
from cases.import_pages import (
    at_hand_words,
    imports_of,
    policy_has_changed,
    progress_of,
    run_again_facts,
    superseded_by,
    took_words,
    undrawn_words,
    weights_are_used,
)
from cases.importing import cancel_import, import_again, queue_import
from cases.models import Case, ImportRun, Study
from config.htmx import render_page

IMPORTS_PER_PAGE = 50


@require_GET
def import_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All imports of the study, newest first, with what came of each."""
    study = get_study(request.user, slug)
    page = Paginator(imports_of(study), IMPORTS_PER_PAGE).get_page(request.GET.get("page"))
    return render_page(request, "cases/import_list.html", {"study": study, "page": page})


def import_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a source, look at what it holds, see the strata, start the import.

    `?from=` an import's number begins with its choices.
    """
    study = get_study(request.user, slug)
    person = person_of(request.user)
    given = request.POST or _choices_of(request, study)
    form = ImportForm(given, request.FILES or None, person=person, study=study)
    if request.method == "POST" and form.is_valid() and form.wants_import:
        try:
            run = queue_import(study=study, actor=person, **form.choice())
            return redirect("import_detail", slug, run.pk)
        except BadInput as error:
            if not form.errors:
                form.add_error(None, str(error))
    context = {
        "study": study,
        "form": form,
        "recent": study.imports.select_related("source", "created_by").order_by("-pk")[:10],
        "policy_changed": policy_has_changed(study),
    }
    status = 422 if form.errors and request.method == "POST" else 200
    return render_page(request, "cases/import_new.html", context, status=status)


def _choices_of(request: HttpRequest, study: Study) -> dict[str, Any] | None:
    """The form as the import that `?from=` names was started with; None if it names none."""
    number = request.GET.get("from", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 9):
        return None
    run = study.imports.select_related("source").filter(pk=int(number)).first()
    return fields_of(run) if run else None


def import_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import has come and what it counted."""
    run = get_import_run(request.user, slug, pk)
    running = run.state in (ImportRun.State.WAITING, ImportRun.State.RUNNING)
    running = running or run.is_stopping
    context = {
        "study": run.study,
        "run": run,
        "running": running,
        "progress": progress_of(run),
        "at_hand": at_hand_words(run),
        "took": took_words(run),
        "superseded_by": superseded_by(run),
        "weights_used": weights_are_used(run),
        "undrawn": undrawn_words(run.strata),
        "beside_rated": Case.objects.in_study(run.study).beside_rated().count(),
    }
    return render_page(request, "cases/import_detail.html", context, fragment="progress")


@require_POST
def import_cancel(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """End an import early."""
    run = get_import_run(request.user, slug, pk)
    if not cancel_import(run=run, actor=person_of(request.user)):
        messages.info(request, "This import was over already.")
    return redirect("import_detail", slug, pk)


def import_repeat(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Ask what to do once more, or import with the same choice; from a dry run for good.

    `how` is "draw" for the same choice once more, "here" to look only at what is in the study. A
    dry run is not asked: its page has said what comes of it.
    """
    run = get_import_run(request.user, slug, pk)
    person = person_of(request.user)
    how = "draw" if run.options.get("dry_run") else request.POST.get("how")
    if request.method != "POST" or how not in ("draw", "here"):
        context = {"study": run.study, "run": run, "facts": run_again_facts(run, person)}
        status = 422 if request.method == "POST" else 200
        return render_page(request, "cases/import_repeat.html", context, status=status)
    afresh = request.POST.get("afresh") == "on"
    try:
        run = import_again(run=run, actor=person, afresh=afresh, only_here=how == "here")
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("import_detail", slug, run.pk)
