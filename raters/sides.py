"""The transcripts of one item: as turns by the side they are shown on, and as HTML."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cases.models import Case
from cases.transcript import Turn, turns_from_json
from raters import pairs
from raters.models import Assignment

# Transcripts kept as HTML in each process. The raters of an item come by soon after each other,
# since all of them walk the same queue; and a form that comes back shows its item again.
KEPT = 512

# What says that a case is as it was: its key, the hash of its turns, when it was erased. The hash
# also tells apart cases that had the same key in databases of different tests.
type _Stamp = tuple[int, str, datetime | None]


def turns_of(assignment: Assignment) -> dict[str, Sequence[Turn]]:
    """Turns by where they are shown: "" for what is read first, "left" and "right" for a pair."""
    return _laid_out(_keys(assignment), assignment.side_order)


def html_of(assignment: Assignment) -> dict[str, SafeString]:
    """The same as HTML; empty for a pair whose sides have no beginning in common.

    A case changes in one way only, by erasure, which is asked for each time.
    """
    keys = _keys(assignment)
    rows = Case.objects.filter(pk__in=keys).values_list("pk", "content_hash", "erased_at")
    stamps = {row[0]: row for row in rows}
    return dict(_rendered(tuple(stamps[pk] for pk in keys), assignment.side_order))


def _keys(assignment: Assignment) -> list[int]:
    item = assignment.item
    return [pk for pk in (item.case_id, item.case_b_id) if pk is not None]


@lru_cache(maxsize=KEPT)
def _rendered(stamps: tuple[_Stamp, ...], side_order: str) -> tuple[tuple[str, SafeString], ...]:
    sides = _laid_out([pk for pk, _, _ in stamps], side_order)
    return tuple((name, _html(turns, name, pair=len(sides) > 1)) for name, turns in sides.items())


def _html(turns: Sequence[Turn], side: str, *, pair: bool) -> SafeString:
    if pair and not side and not turns:
        return SafeString()
    # Turns and side are all there is to it: nothing of the rater or the request.
    return render_to_string("raters/_side.html", {"turns": turns, "anchor": side})


def _laid_out(keys: Sequence[int], side_order: str) -> dict[str, Sequence[Turn]]:
    # Only the turns: a case has much else, and none of it is for raters.
    stored = dict(Case.objects.filter(pk__in=keys).values_list("pk", "turns"))
    first, *second = (_turns(stored[pk]) for pk in keys)
    if not second:
        return {"": first}
    pair = pairs.lay_out(first, second[0], side_order=side_order)
    return {"": pair.shared, "left": pair.left, "right": pair.right}


def _turns(stored: list[dict[str, Any]]) -> list[Turn]:
    """Turns without times of day: on two answers they would tell which is newer."""
    return [
        replace(turn, steps=tuple(replace(step, at="") for step in turn.steps))
        for turn in turns_from_json(stored)
    ]
