"""The first page: what there is to do, by role."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from calibration.next_steps import rating_of, setup_steps, studies_led_by
from cases.access import may_write_rubrics, person_of
from config.htmx import render_page


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Studies to rate in, studies to lead, and on an empty site how to begin."""
    person = person_of(request.user)
    leads = may_write_rubrics(person)
    studies = studies_led_by(person)
    context = {
        "leads": leads,
        "rating": rating_of(person),
        "studies": studies,
        "steps": setup_steps(person) if leads and not studies else [],
    }
    return render_page(request, "calibration/home.html", context)
