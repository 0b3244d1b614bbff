from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.urls import include, path


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """For whoever started this process: pages are being answered. Touches no database."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    # First, because studies/new/ stands here and studies/<slug>/ below.
    path("", include("cases.urls")),
    path("", include("calibration.urls")),
    path("", include("raters.urls")),
    path("", include("judges.urls")),
]
