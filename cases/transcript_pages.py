"""What the pages with a transcript ask for later: a part, a whole step, places of words.

Leads and raters ask at addresses of their own, below the address of the page.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from cases.readings import Reading
from cases.step_markup import step_html
from cases.templatetags.transcript import turn_views
from cases.transcript_search import search


def asked_step(request: HttpRequest) -> int | None:
    """The step that the query names, which may be none that exists."""
    number = request.GET.get("step", "")
    return int(number) if len(number) < 10 and number.isascii() and number.isdigit() else None


def part_html(
    reading: Reading, number: int, *, anchor: str = "", ask: str = "", rated: int | None = None
) -> SafeString:
    """One part of a long transcript; `rated` is the one turn that is asked about, if it is one.

    Raises Http404 where there is none of that number.
    """
    part = reading.part(number)
    if part is None:
        raise Http404("No such part.")
    frame = reading.frame_at(part, anchor=anchor, ask=ask)
    context = {"turns": turn_views(part, frame), "anchor": anchor, "rated": rated}
    return render_to_string("cases/_transcript_part.html", context)


def whole_step_html(reading: Reading, index: int, *, anchor: str = "", ask: str = "") -> SafeString:
    """One step with nothing left out. Raises Http404 where there is none of that number."""
    part, step = reading.part_with(index), reading.step(index)
    if part is None or step is None:
        raise Http404("No such step.")
    html = step_html(step, reading.frame_at(part, anchor=anchor, ask=ask), whole=True)
    return mark_safe(html)  # noqa: S308 - escaped where it is made


def search_answer(sides: Mapping[str, Reading], query: str) -> dict[str, Any]:
    """Places of `query` by side, as the page's script takes them. Of steps that are not listed
    only the number and the count are given; `unlisted` says how many they are."""
    found = {side: search(reading.turns, query) for side, reading in sides.items()}
    return {
        "total": sum(one.total for one in found.values()),
        "steps": sum(one.steps for one in found.values()),
        "unlisted": sum(len(one.further) for one in found.values()),
        "hits": [
            {"side": side, **asdict(hit)} for side, one in found.items() for hit in one.places
        ],
    }
