"""The page on which leads pair cases that answer one conversation."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from cases.access import get_study, person_of
from cases.case_pairs import find_pairs, make_pairs
from cases.errors import BadInput
from cases.pair_forms import PairForm
from config.htmx import render_page


def pair_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what can be compared, then make items of it."""
    study = get_study(request.user, slug)
    form = PairForm(request.POST or None)
    choice = form.choice() if form.is_valid() else PairForm.usual()
    found = find_pairs(study=study, **choice)
    if request.method == "POST" and form.is_valid() and request.POST.get("do") == "make":
        try:
            made = make_pairs(study=study, chosen=found.chosen, actor=person_of(request.user))
        except BadInput as error:
            form.add_error(None, str(error))
        else:
            if made.items:
                messages.success(request, f"{made.items} pairs are in the queue now.")
            for reason in made.refused[:5]:
                messages.error(request, reason)
            return redirect("pair_list", slug)
    context = {"study": study, "form": form, "found": found}
    status = 422 if form.errors else 200
    return render_page(request, "cases/pair_list.html", context, status=status)
