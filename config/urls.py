from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import include, path


@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    """For whoever started this process: pages are being answered. Touches no database."""
    return HttpResponse("ok\n", content_type="text/plain", headers={"Cache-Control": "no-store"})


@login_not_required
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it by this name on pages that have no markup to name another."""
    return redirect(staticfiles_storage.url("icon.svg"))


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", favicon, name="favicon"),
    # First, because studies/new/ stands here and studies/<slug>/ below.
    path("", include("cases.urls")),
    path("", include("calibration.urls")),
    path("", include("raters.urls")),
    path("", include("judges.urls")),
]
