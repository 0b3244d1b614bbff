"""Pages on which leads bring in cases and watch them arrive."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from cases.access import get_import_run, get_study, person_of
from cases.errors import BadInput
from cases.import_forms import ImportForm
from cases.importing import queue_import
from cases.models import ImportRun
from config.htmx import render_page


def import_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Name a source, look at what it holds, start the import."""
    study = get_study(request.user, slug)
    form = ImportForm(request.POST or None, person=person_of(request.user))
    status = 200
    if request.method == "POST":
        valid = form.is_valid()
        if valid and request.POST.get("do") == "start":
            if form.cleaned_data["app_name"]:
                try:
                    run = queue_import(study=study, actor=person_of(request.user), **form.choice())
                    return redirect("import_detail", slug, run.pk)
                except BadInput as error:
                    form.add_error(None, str(error))
            else:
                form.add_error("app_name", "Choose one of the apps in this source.")
        status = 422 if form.errors else 200
    recent = study.imports.select_related("source", "created_by").order_by("-pk")[:10]
    context = {"study": study, "form": form, "recent": recent}
    return render_page(request, "cases/import_new.html", context, status=status)


def import_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import has come and what it counted."""
    run = get_import_run(request.user, slug, pk)
    running = run.state in (ImportRun.State.WAITING, ImportRun.State.RUNNING)
    context = {"study": run.study, "run": run, "running": running}
    return render_page(request, "cases/import_detail.html", context, fragment="progress")
