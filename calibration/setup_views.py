"""The page on which leads set a study up step by step and see what it costs."""

from dataclasses import replace

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from calibration.cost import cost_of
from calibration.setting_up import counts_of, plan_of, steps_of
from cases.access import get_study
from config.htmx import render_page


class CostForm(forms.Form):
    """Other figures to try. Nothing of it is saved."""

    items = forms.IntegerField(label="Items", min_value=1, max_value=1_000_000)
    overlap = forms.IntegerField(label="Raters an item", min_value=1, max_value=50)
    minutes = forms.FloatField(label="Minutes a rating", min_value=0.05, max_value=600)
    hours = forms.FloatField(label="Hours a day per rater", min_value=0.1, max_value=24)


@never_cache
@require_safe
def study_setup(request: HttpRequest, slug: str) -> HttpResponse:
    """Each step with its state, and the cost, as the study is or by the figures in the address."""
    study = get_study(request.user, slug)
    counts = counts_of(study)
    plan = plan_of(study, counts)
    now = {"items": plan.items, "overlap": plan.overlap, "minutes": plan.minutes, "hours": 4}
    asked = {name: request.GET.get(name, now[name]) for name in CostForm.base_fields}
    form = CostForm(asked)
    cost, days = None, None
    if form.is_valid():
        figures = form.cleaned_data
        hours = figures.pop("hours")
        plan = replace(plan, **figures)
        cost = cost_of(plan)
        days = cost.days(hours)
    context = {
        "study": study,
        "steps": steps_of(study, counts),
        "counts": counts,
        "form": form,
        "plan": plan,
        "cost": cost,
        "days": days,
        "tried": any(name in request.GET for name in now),
    }
    status = 200 if cost else 422
    return render_page(request, "calibration/study_setup.html", context, status=status)
