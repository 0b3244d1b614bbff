"""Which events of a session count, and in what order they happened. Pure.

Reading back is by time, as ADK does it. Events of equal time keep the order in which they were
given, but nothing rests on it: what the user said comes first in its invocation, and a result
comes after its call.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from cases.extraction.fields import Event, field, parts_of, raw_parts, submap, time_of

USER = "user"


@dataclass(frozen=True, slots=True)
class Placed:
    """An event with the time it is ordered by: its own, or that of the one before it.

    `lane` tells branches that ran at once apart: 1, 2, …, or 0 for what ran alone.
    """

    event: Event
    time: float
    lane: int = 0


def placed(events: Iterable[Any], counts: Counter[str]) -> list[Placed]:
    """Events by time, without those that are none and those recorded twice."""
    found = [Placed(event, time) for event, time in _timed(_once(events, counts), counts)]
    return sorted(found, key=lambda item: item.time)


def _once(events: Iterable[Any], counts: Counter[str]) -> list[Event]:
    """Events without copies: the same id with the same content twice is one event."""
    seen: dict[str, list[Event]] = {}
    kept: list[Event] = []
    for event in events:
        if not isinstance(event, Mapping):
            counts["unreadable_event"] += 1
            continue
        name = field(event, "id")
        if isinstance(name, str) and name:
            known = seen.setdefault(name, [])
            if any(_equal(event, other) for other in known):
                counts["repeated_event"] += 1
                count_left_out(event, counts)
                continue
            counts["event_id_used_twice"] += bool(known)
            known.append(event)
        kept.append(event)
    return kept


def _equal(event: Event, other: Event) -> bool:
    try:
        return event == other
    except RecursionError:
        return False


def _timed(events: Sequence[Event], counts: Counter[str]) -> list[tuple[Event, float]]:
    own = [time_of(event) for event in events]
    last = next((time for time in own if time is not None), 0.0)
    timed: list[tuple[Event, float]] = []
    for event, time in zip(events, own, strict=True):
        if time is None:
            counts["event_without_time"] += 1
        last = last if time is None else time
        timed.append((event, last))
    return timed


def without_rewound(in_time: Sequence[Placed], counts: Counter[str]) -> list[Placed]:
    """Drop what the user took back, as ADK's own `_apply_rewinds` does.

    Backwards: a rewind drops itself and everything from the first event of the invocation it
    names; a rewind in what a later one drops does nothing. ADK goes by the clock alone; here
    invocations are held together, so that a clock that jumps brings nothing back.
    """
    events = [item for group in _groups(in_time) for item in group]
    first: dict[str, int] = {}
    for index, item in enumerate(events):
        first.setdefault(_invocation(item), index)
    kept: list[Placed] = []
    late: list[tuple[float, float]] = []
    index = len(events) - 1
    while index >= 0:
        item = events[index]
        target = field(submap(item.event, "actions"), "rewind_before_invocation_id")
        if not target:
            kept.append(item)
            index -= 1
            continue
        start = min(first.get(str(target), index), index)
        counts["rewind" if start < index else "rewind_without_target"] += 1
        counts["rewound_event"] += index - start
        late.append((events[start].time, item.time if start < index else 0.0))
        for gone in events[start : index + 1]:
            count_left_out(gone.event, counts)
        index = start - 1
    return _without_late(kept[::-1], late, counts)


def _without_late(
    kept: list[Placed], spans: list[tuple[float, float]], counts: Counter[str]
) -> list[Placed]:
    """Drop what earlier invocations got while the rewound ones ran: it was taken back too."""
    if not spans:
        return kept
    left: list[Placed] = []
    for item in kept:
        if any(start < item.time < end for start, end in spans):
            counts["rewound_event"] += 1
            count_left_out(item.event, counts)
        else:
            left.append(item)
    return left


def _groups(in_time: Iterable[Placed]) -> list[list[Placed]]:
    """Events by invocation, in the order in which the invocations began."""
    groups: dict[str, list[Placed]] = {}
    for position, item in enumerate(in_time):
        groups.setdefault(_invocation(item) or f"#{position}", []).append(item)
    return list(groups.values())


def _invocation(item: Placed) -> str:
    name = field(item.event, "invocation_id")
    return name if isinstance(name, str) else ""


def count_left_out(event: Event, counts: Counter[str]) -> None:
    """Note the parts of an event that is left out whole."""
    size = len(raw_parts(event))
    counts["parts"] += size
    counts["part_of_left_out_event"] += size


def by_invocation(events: Iterable[Placed], counts: Counter[str]) -> list[list[Placed]]:
    """Invocations by the time they began, each with its events in order.

    Two invocations that ran at once interleave in the store, and an answer to a waiting call
    carries the id of the turn that it resumes.
    """
    return [
        _results_after_calls(_opening_first(_lanes_together(group)), counts)
        for group in _groups(events)
    ]


def _opening_first(group: list[Placed]) -> list[Placed]:
    """An invocation begins with what the user said, whatever the clocks say.

    If the user spoke several times, as in a live session, only ties are settled.
    """
    spoken = [item for item in group if speaks(item.event)]
    if len(spoken) != 1:
        return sorted(group, key=lambda item: (item.time, not speaks(item.event)))
    return [*spoken, *(item for item in group if item is not spoken[0])]


def speaks(event: Event) -> bool:
    """Whether the user says something in this event, rather than answering a call."""
    if field(submap(event, "input_transcription"), "text"):
        return True
    if field(event, "author") != USER:
        return False
    return any(
        isinstance(field(part, name), kind)
        for part in parts_of(event)
        for name, kind in (("text", str), ("inline_data", Mapping), ("file_data", Mapping))
    )


def _lanes_together(group: list[Placed]) -> list[Placed]:
    """Branches that ran at once, each in one piece and under a number of its own.

    They don't see each other, so nothing is lost; read by the clock they would be torn apart.
    Which comes first is settled by time, then by name.
    """
    ordered: list[Placed] = []
    for above, run in groupby(group, key=lambda item: _branch_of(item)[0]):
        items = list(run)
        ordered += _in_lanes(items) if above else items
    return ordered


def _in_lanes(run: list[Placed]) -> list[Placed]:
    began: dict[str, float] = {}
    for item in run:
        began.setdefault(_branch_of(item)[1], item.time)
    if len(began) == 1:
        return run
    names = sorted(began, key=lambda name: (began[name], name))
    numbered = [replace(item, lane=names.index(_branch_of(item)[1]) + 1) for item in run]
    return sorted(numbered, key=lambda item: item.lane)


def _branch_of(item: Placed) -> tuple[str, str]:
    """(branch above, agent that ran beside others) of `par.p1.…`.

    A branch without a dot is that of a helper called as a tool, which runs alone.
    """
    branch = field(item.event, "branch")
    if not isinstance(branch, str) or "." not in branch:
        return "", ""
    above, name, *_ = branch.split(".")
    return above, name


def _results_after_calls(group: list[Placed], counts: Counter[str]) -> list[Placed]:
    """Hold an event back until the calls that it answers have been made."""
    made: dict[str, float] = {}
    for item in group:
        for name in _ids(item.event, "function_call"):
            made.setdefault(name, item.time)
    ordered: list[Placed] = []
    held: list[Placed] = []
    seen: set[str] = set()

    def ready(item: Placed) -> bool:
        own = _ids(item.event, "function_call")
        needed = (_ids(item.event, "function_response") & made.keys()) - own
        return needed <= seen

    def take(item: Placed) -> None:
        ordered.append(item)
        seen.update(_ids(item.event, "function_call"))

    for item in group:
        if not ready(item):
            held.append(item)
            continue
        take(item)
        held = _release(held, ready, take, counts, made)
    return ordered + held


def _release(
    held: list[Placed],
    ready: Callable[[Placed], bool],
    take: Callable[[Placed], None],
    counts: Counter[str],
    made: Mapping[str, float],
) -> list[Placed]:
    """Let go of what waited for the call just made; returns what still waits."""
    waiting: list[Placed] = []
    for item in held:
        if not ready(item):
            waiting.append(item)
            continue
        answers = _ids(item.event, "function_response") & made.keys()
        if any(made[name] > item.time for name in answers):
            counts["late_event"] += 1
        take(item)
    return waiting


def _ids(event: Event, kind: str) -> set[str]:
    found = (field(submap(part, kind), "id") for part in parts_of(event))
    return {name for name in found if isinstance(name, str) and name}
