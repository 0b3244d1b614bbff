"""Pages on which leads bring in cases and watch them arrive."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from cases.access import get_import_run, get_study, person_of
from cases.errors import BadInput
from cases.import_forms import ImportForm
from cases.import_pages import policy_has_changed, progress_of
from cases.importing import cancel_import, import_again, queue_import
from cases.models import Case, ImportRun
from config.htmx import render_page


def import_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a source, look at what it holds, see the strata, start the import."""
    study = get_study(request.user, slug)
    person = person_of(request.user)
    form = ImportForm(request.POST or None, person=person, study=study)
    if request.method == "POST" and form.is_valid() and form.wants_import:
        try:
            return redirect(
                "import_detail", slug, queue_import(study=study, actor=person, **form.choice()).pk
            )
        except BadInput as error:
            form.add_error(None, str(error))
    context = {
        "study": study,
        "form": form,
        "recent": study.imports.select_related("source", "created_by").order_by("-pk")[:10],
        "policy_changed": policy_has_changed(study),
    }
    status = 422 if form.errors else 200
    return render_page(request, "cases/import_new.html", context, status=status)


def import_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import has come and what it counted."""
    run = get_import_run(request.user, slug, pk)
    running = run.state in (ImportRun.State.WAITING, ImportRun.State.RUNNING)
    context = {
        "study": run.study,
        "run": run,
        "running": running,
        "progress": progress_of(run),
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


@require_POST
def import_repeat(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Import once more with the same choice, from a dry run for good."""
    run = get_import_run(request.user, slug, pk)
    afresh = request.POST.get("afresh") == "on"
    try:
        run = import_again(run=run, actor=person_of(request.user), afresh=afresh)
    except BadInput as error:
        messages.error(request, str(error))
    return redirect("import_detail", slug, run.pk)
