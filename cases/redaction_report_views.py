"""The redaction report of an import, to keep."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse

from cases.access import get_import_run
from cases.redaction_reports import redaction_report, report_csv


def import_redaction(request: HttpRequest, slug: str, pk: int, form: str) -> HttpResponse:
    """As JSON or CSV, for leads and admins."""
    report = redaction_report(get_import_run(request.user, slug, pk))
    name = f"redaction-{slug}-{pk}.{form}"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    if form == "json":
        return JsonResponse(report, headers=disposition, json_dumps_params={"indent": 2})
    if form == "csv":
        text = report_csv(report)
        return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=disposition)
    raise Http404("There is JSON and CSV.")
