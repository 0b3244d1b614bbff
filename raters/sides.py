"""The transcripts of one item: as turns by the side they are shown on, and as HTML."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from cases.loaded_cases import Sides, Stamp, kept, load_turns
from cases.models import Case
from cases.neutral_names import alike
from cases.readings import Reading, read
from cases.transcript import Turn, turns_from_json
from cases.transcript_cut import rated_steps, until
from raters import pairs
from raters.models import Assignment

# Transcripts kept as HTML in each process. The raters of an item come by soon after each other,
# since all of them walk the same queue; and a form that comes back shows its item again.
KEPT = 512


def turns_of(assignment: Assignment) -> dict[str, Sequence[Turn]]:
    """Turns by where they are shown: "" for what is read first, "left" and "right" for a pair."""
    return _laid_out(_keys(assignment), assignment.side_order, assignment.item.turn)


def html_of(assignment: Assignment, *, at: int | None = None) -> dict[str, SafeString]:
    """The same as HTML; empty for a pair whose sides have no beginning in common.

    `at` is a step that has to be among those sent of a long transcript. A case changes in one way
    only, by erasure, which is asked for each time.
    """
    stamps = _stamps(assignment)
    if at is not None:
        return dict(_render(stamps, assignment.side_order, assignment.item.turn, at))
    return dict(_rendered(stamps, assignment.side_order, assignment.item.turn))


def reading_of(assignment: Assignment, side: str) -> Reading:
    """What is shown on one side, for what a page asks for once it is open; empty for no side."""
    return readings_of(assignment).get(side) or read([])


def readings_of(assignment: Assignment) -> Sides:
    """What is shown, by side. Long cases are kept ready for a while."""
    stamps = _stamps(assignment)
    turn = assignment.item.turn

    def load() -> tuple[int, Sides]:
        loaded = [load_turns(pk) for pk, _, _ in stamps]
        cases = [_without_times(turns) for _, turns in loaded]
        sides = _by_side(cases, assignment.side_order, turn)
        return sum(size for size, _ in loaded), {name: read(t) for name, t in sides.items()}

    return kept.get(("sides", stamps, assignment.side_order, turn), load)


def _stamps(assignment: Assignment) -> tuple[Stamp, ...]:
    keys = _keys(assignment)
    rows = Case.objects.filter(pk__in=keys).values_list("pk", "content_hash", "erased_at")
    stamps = {row[0]: row for row in rows}
    return tuple(stamps[pk] for pk in keys)


def _keys(assignment: Assignment) -> list[int]:
    item = assignment.item
    return [pk for pk in (item.case_id, item.case_b_id) if pk is not None]


@lru_cache(maxsize=KEPT)
def _rendered(
    stamps: tuple[Stamp, ...], side_order: str, turn: int | None
) -> tuple[tuple[str, SafeString], ...]:
    return _render(stamps, side_order, turn)


def _render(
    stamps: tuple[Stamp, ...], side_order: str, turn: int | None, at: int | None = None
) -> tuple[tuple[str, SafeString], ...]:
    sides = _laid_out([pk for pk, _, _ in stamps], side_order, turn)
    if turn is not None:
        return (("", _turn_html(sides[""], turn, at)),)
    pair = len(sides) > 1
    return tuple((name, _html(turns, name, pair=pair, at=at)) for name, turns in sides.items())


def _html(turns: Sequence[Turn], side: str, *, pair: bool, at: int | None = None) -> SafeString:
    if pair and not side and not turns:
        return SafeString()
    # Turns and side are all there is to it: nothing of the rater or the request.
    context = {"reading": read(turns), "anchor": side, "ask": ask_of(side), "at": at}
    return render_to_string("raters/_side.html", context)


def _turn_html(turns: Sequence[Turn], turn: int, at: int | None) -> SafeString:
    """The transcript of a single turn; of a long one, the part in which that begins is here."""
    steps = rated_steps(turns, turn) or range(0)
    at = at if at is not None or not steps else steps[0]
    context = {"reading": read(turns), "anchor": "", "ask": "", "at": at, "rated": turn}
    return render_to_string("raters/_side.html", context)


def ask_of(side: str) -> str:
    """The query that addresses of a side carry."""
    return f"?side={side}" if side else ""


def _laid_out(keys: Sequence[int], side_order: str, turn: int | None) -> dict[str, Sequence[Turn]]:
    # Only the turns: a case has much else, and none of it is for raters.
    stored = dict(Case.objects.filter(pk__in=keys).values_list("pk", "turns"))
    cases = [_without_times(turns_from_json(stored[pk])) for pk in keys]
    return _by_side(cases, side_order, turn)


def _by_side(
    cases: Sequence[list[Turn]], side_order: str, turn: int | None
) -> dict[str, Sequence[Turn]]:
    first, *second = cases
    if not second:
        return {"": until(first, turn)}
    pair = pairs.lay_out(*alike(first, second[0]), side_order=side_order)
    return {"": pair.shared, "left": pair.left, "right": pair.right}


def _without_times(turns: Sequence[Turn]) -> list[Turn]:
    """Turns without times of day: on two answers they would tell which is newer."""
    return [
        replace(turn, steps=tuple(replace(step, at="") for step in turn.steps)) for turn in turns
    ]
