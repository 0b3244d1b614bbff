"""The page on which leads watch the rating of a study, pause it, close it and open it again."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from calibration.work import DAYS, RATE_DAYS, work_of
from calibration.work_items import STATES
from cases.access import get_study
from cases.models import Study
from config.htmx import render_page


@never_cache
@require_safe
def work_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """How far the rating is; htmx asks for the figures alone."""
    study = get_study(request.user, slug)
    context = {
        "study": study,
        "work": work_of(study, now=timezone.now()),
        "states": STATES,
        "study_states": Study.State,
        "days": DAYS,
        "rate_days": RATE_DAYS,
    }
    return render_page(request, "calibration/work_detail.html", context, fragment="work-figures")
