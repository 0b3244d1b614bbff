"""Reports and a study's first page, for leads and admins."""

import json
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from calibration import looks
from calibration.access import get_report, ready_content
from calibration.models import Report
from calibration.progress import overview
from calibration.report_csv import report_csv_text
from calibration.report_page import report_context
from calibration.reporting import request_report
from cases.access import get_study, person_of
from cases.errors import BadInput
from config.htmx import is_fragment, render_page

SHOWN_REPORTS = 50


@never_cache
@require_safe
def study_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """Where the study stands: ratings, judges, the latest report, the next step."""
    study = get_study(request.user, slug)
    context = {"study": study, "overview": overview(study, person_of(request.user))}
    return render_page(request, "calibration/study_detail.html", context)


@never_cache
@require_safe
def report_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All reports of a study, newest first, and the form that builds another."""
    study = get_study(request.user, slug)
    reports = Report.objects.filter(study=study).defer("content").order_by("-created_at", "-pk")
    context = {"study": study, "reports": reports[:SHOWN_REPORTS], "total": reports.count()}
    return render_page(request, "calibration/report_list.html", context)


@require_POST
def report_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Queue a report and go to its page, which shows the progress."""
    study = get_study(request.user, slug)
    try:
        report = request_report(
            study=study, split=request.POST.get("split", "all"), actor=person_of(request.user)
        )
    except BadInput as error:
        messages.error(request, str(error))
        return redirect("report_list", study.slug)
    return redirect("report_detail", study.slug, report.pk)


@never_cache
@require_http_methods(["GET", "HEAD"])
def report_detail(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A report, or how far its task has come. Seeing held-out figures is recorded as a look."""
    report = get_report(request.user, slug, pk)
    if report.state != Report.State.READY:
        context: dict[str, Any] = {"study": report.study, "report": report}
        return render_page(
            request, "calibration/report_progress.html", context, fragment="report-progress"
        )
    if is_fragment(request):
        # The progress bar asked: the report is there now, so the whole page comes.
        return HttpResponseClientRefresh()
    looks.record_look(report, person_of(request.user))
    return render_page(request, "calibration/report_detail.html", report_context(report))


@never_cache
@require_safe
def report_json(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The report contract's JSON as a download."""
    report = get_report(request.user, slug, pk)
    text = json.dumps(ready_content(report), ensure_ascii=False, indent=2)
    looks.record_look(report, person_of(request.user))
    return _download(report, text, "application/json", "json")


@never_cache
@require_safe
def report_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One row a criterion, judge and statistic as a download."""
    report = get_report(request.user, slug, pk)
    text = report_csv_text(ready_content(report))
    looks.record_look(report, person_of(request.user))
    return _download(report, text, "text/csv; charset=utf-8", "csv")


def _download(report: Report, text: str, content_type: str, extension: str) -> HttpResponse:
    name = f"{report.study.slug}-report-{report.pk}.{extension}"
    response = HttpResponse(text, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
