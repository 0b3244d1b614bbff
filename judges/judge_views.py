"""Pages on which leads make judges, run them, and read what they answered."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from cases.access import get_study, person_of
from cases.errors import BadInput
from cases.models import Membership
from config.htmx import is_fragment, render_page
from judges.access import get_request, get_run, get_version
from judges.forms import RunForm, VersionForm, initial_of
from judges.models import JudgeRun, JudgeVersion
from judges.providers import list_models
from judges.reading import explain, failed_requests, request_counts
from judges.running import create_version, run_progress, start_run, stop_run

# More digits than any database takes for a key.
MAX_KEY_DIGITS = 18


@require_safe
def judge_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Judges with their versions, and the runs."""
    study = get_study(request.user, slug)
    context = {
        "study": study,
        "versions": JudgeVersion.objects.in_study(study).with_counts(),
        "runs": JudgeRun.objects.in_study(study).with_counts()[:50],
    }
    return render_page(request, "judges/judge_list.html", context)


@require_safe
def version_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One version, with all that goes into it."""
    version = get_version(request.user, slug, pk)
    context = {
        "study": version.judge.study,
        "version": version,
        "runs": JudgeRun.objects.filter(version=version).with_counts(),
    }
    return render_page(request, "judges/version_detail.html", context)


def judge_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a version: of the baseline, of a model (`?start=model`), or of an earlier (`?from=`)."""
    study = get_study(request.user, slug)
    earlier = request.GET.get("from", "")
    is_key = earlier.isdecimal() and len(earlier) <= MAX_KEY_DIGITS
    base = get_version(request.user, slug, int(earlier)) if is_key else None
    start = "" if base else request.GET.get("start", "baseline")
    form = VersionForm(request.POST or None, initial=initial_of(base, start))
    if request.method == "POST" and form.is_valid():
        try:
            version = create_version(study=study, actor=person_of(request.user), **form.version())
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{version} is there. Next: run it.")
            return redirect("version_detail", slug, version.pk)
    context = {"study": study, "form": form, "base": base, "start": start, "models": list_models()}
    status = 422 if request.method == "POST" else 200
    return render_page(request, "judges/judge_new.html", context, status=status)


def run_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a version, items and samples; says how many requests that makes."""
    study = get_study(request.user, slug)
    versions = JudgeVersion.objects.in_study(study).runnable()
    initial = {"version": request.GET.get("version")}
    counts = request_counts(study)
    form = RunForm(request.POST or None, versions=versions, counts=counts, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            run = start_run(actor=person_of(request.user), **form.cleaned_data)
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            return redirect("run_detail", slug, run.pk)
    context = {"study": study, "form": form, "total": counts["all"]}
    status = 422 if request.method == "POST" else 200
    return render_page(request, "judges/run_new.html", context, status=status)


@require_safe
def run_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far the run is, and what went wrong.

    htmx asks for the part `progress` again and again, and for the whole page once the run is over.
    """
    run = get_run(request.user, slug, pk)
    if is_fragment(request) and run.state != JudgeRun.State.RUNNING:
        return HttpResponseClientRefresh()
    context = {
        "study": run.study,
        "run": run,
        "progress": run_progress(run),
        "running": run.state == JudgeRun.State.RUNNING,
        "failed": failed_requests(run),
        "requests": run.requests.select_related("item").order_by("-finished_at", "pk")[:50],
    }
    return render_page(request, "judges/run_detail.html", context, fragment="progress")


@require_POST
def run_stop(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Stop asking. What is written stays."""
    run = get_run(request.user, slug, pk)
    if stop_run(run, actor=person_of(request.user)):
        messages.success(request, "Stopped. Start a new run to go on: known answers come again.")
    else:
        messages.info(request, "The run was over already.")
    return redirect("run_detail", slug, pk)


@require_safe
def request_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One request: what was sent, what came back, and what was made of it."""
    judged = get_request(request.user, slug, pk)
    Membership.objects.note_results_seen(study=judged.run.study, person=person_of(request.user))
    context = {
        "study": judged.run.study,
        "run": judged.run,
        "judged": judged,
        "verdicts": judged.verdicts.select_related("criterion").order_by("criterion__position"),
        "explained": explain(judged),
    }
    return render_page(request, "judges/request_detail.html", context)
