"""What the pages with a transcript ask for later: a part, a whole step, places of words.

Leads and raters ask at addresses of their own, below the address of the page.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.http import Http404, HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from cases.step_markup import step_html
from cases.templatetags.transcript import frame_for, turn_views
from cases.transcript import Turn
from cases.transcript_parts import part_with, parts_of
from cases.transcript_search import search


def asked_step(request: HttpRequest) -> int | None:
    """The step that the query names, which may be none that exists."""
    number = request.GET.get("step", "")
    return int(number) if len(number) < 10 and number.isascii() and number.isdigit() else None


def part_html(turns: Sequence[Turn], number: int, *, anchor: str = "", ask: str = "") -> SafeString:
    """One part of a long transcript. Raises Http404 where there is none of that number."""
    part = next((part for part in parts_of(turns) if part.number == number), None)
    if part is None:
        raise Http404("No such part.")
    frame = frame_for(turns, part, anchor=anchor, ask=ask)
    context = {"turns": turn_views(part, frame), "anchor": anchor}
    return render_to_string("cases/_transcript_part.html", context)


def whole_step_html(
    turns: Sequence[Turn], index: int, *, anchor: str = "", ask: str = ""
) -> SafeString:
    """One step with nothing left out. Raises Http404 where there is none of that number."""
    part = part_with(parts_of(turns), index)
    if part is None:
        raise Http404("No such step.")
    step = next(step for turn in part.turns for step in turn.steps if step.index == index)
    frame = frame_for(turns, part, anchor=anchor, ask=ask)
    html = step_html(step, frame, whole=True)
    return mark_safe(html)  # noqa: S308 - escaped where it is made


def search_answer(sides: dict[str, Sequence[Turn]], query: str) -> dict[str, Any]:
    """Places of `query` by side, as the page's script takes them."""
    found = {side: search(turns, query) for side, turns in sides.items()}
    return {
        "total": sum(one.total for one in found.values()),
        "steps": sum(one.steps for one in found.values()),
        "hits": [{"side": side, **asdict(hit)} for side, one in found.items() for hit in one.hits],
    }
