"""Where hidden text stands in a session, as numbers only, and laying that over the text again.

A place is a step and the way down its data as positions, so that no key is kept either. Pure.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cases.redaction import Finding
from cases.redaction.marks import MARK
from cases.transcript import Step, StepKind, Turn, steps_of

# Characters of one value that a page shows.
SHOWN = 20_000
MAX_RULE = 100
STEPS_A_PAGE = 60


def page_of(step: int) -> int:
    """The page of a session's preview on which a step stands; steps count from 1."""
    return (step - 1) // STEPS_A_PAGE + 1


@dataclass(frozen=True, slots=True)
class Place:
    """A value of a step, or with `in_key` the key above it. `path` is () for a step's own text."""

    step: int
    path: tuple[int, ...] = ()
    in_key: bool = False


@dataclass(frozen=True, slots=True)
class Hidden:
    """Characters `start` to `end` at a place. `number` is that of the pseudonym, 0 if unknown."""

    place: Place
    start: int
    end: int
    kind: str
    rule: str
    number: int = 0

    def to_json(self) -> list[Any]:
        place = self.place
        where = [place.step, list(place.path), int(place.in_key)]
        return [*where, self.start, self.end, self.kind, self.rule, self.number]

    @classmethod
    def from_json(cls, data: Sequence[Any]) -> "Hidden":
        step, path, in_key, start, end, kind, rule, number = data
        return cls(Place(step, tuple(path), bool(in_key)), start, end, kind, rule, number)

    @property
    def pseudonym(self) -> str:
        return f"<{self.kind}_{self.number}>" if self.number else f"<{self.kind}>"


@dataclass(frozen=True, slots=True)
class Slot:
    """One text of a step with its place. `keys` is the way to it in words, `key` the last key."""

    place: Place
    text: str
    keys: str = ""
    key: str = ""

    @property
    def name(self) -> str:
        """The place as a form sends it."""
        place = self.place
        path = "-".join(map(str, place.path))
        return f"{place.step}.{path}.{int(place.in_key)}"


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text, hidden or not. `index` is that of the finding in its session."""

    text: str
    hidden: Hidden | None = None
    index: int = -1


@dataclass(frozen=True, slots=True)
class Line:
    """One slot as a page shows it; `cut` characters at its end are left out.

    `stored_keys` and `stored_key` are the slot's with what is hidden in keys hidden.
    """

    slot: Slot
    pieces: list[Piece]
    cut: int
    stored_keys: str = ""
    stored_key: str = ""


def hidden_in(
    turns: Sequence[Turn], findings: Iterable[Finding], redacted: Sequence[Turn]
) -> list[Hidden]:
    """The findings of a session in the order of its text, with the numbers of their pseudonyms."""
    steps = {step.index: step for step in steps_of(turns)}
    places: defaultdict[Place, list[Finding]] = defaultdict(list)
    for finding in findings:
        path = positions(steps[finding.step].data, finding.path)
        places[Place(finding.step, path, finding.in_key)].append(finding)
    stored = {slot.place: slot.text for step in steps_of(redacted) for slot in slots_of(step)}
    hidden = []
    for place, found in places.items():
        found.sort(key=lambda finding: finding.start)
        numbers = _numbers(stored.get(place, ""), [finding.kind for finding in found])
        hidden += [
            Hidden(place, f.start, f.end, f.kind, f.rule[:MAX_RULE], number)
            for f, number in zip(found, numbers, strict=True)
        ]
    return sorted(hidden, key=lambda h: (h.place.step, h.place.path, not h.place.in_key, h.start))


def positions(data: Any, path: Iterable[str | int]) -> tuple[int, ...]:
    """A path of keys and indices as positions alone."""
    found: list[int] = []
    for part in path:
        if isinstance(data, Mapping):
            position = part if isinstance(part, int) else list(data).index(part)
            data = list(data.values())[position]
        else:
            position = int(part)
            data = data[position]
        found.append(position)
    return tuple(found)


def slots_of(step: Step, renamed: Mapping[tuple[int, ...], str] | None = None) -> Iterator[Slot]:
    """Every text of a step that redaction looks at, keys before their values.

    `renamed` holds other names for keys, by path, for the ways to what stands below them.
    """
    if step.kind in (StepKind.CALL, StepKind.RESULT):
        yield from _below(step.data, Place(step.index), "", "", renamed or {})
    else:
        yield Slot(Place(step.index), step.text)


def find_slot(turns: Sequence[Turn], name: str) -> Slot | None:
    """The slot that a form names, or None."""
    number = name.partition(".")[0]
    steps = [step for step in steps_of(turns) if str(step.index) == number]
    return next((slot for step in steps for slot in slots_of(step) if slot.name == name), None)


def slot_at(turns: Sequence[Turn], place: Place) -> Slot | None:
    """The slot at a place, or None."""
    return find_slot(turns, Slot(place, "").name)


def lines_of(step: Step, hidden: Sequence[tuple[int, Hidden]]) -> list[Line]:
    """The slots of a step with what is hidden in them; `hidden` are (index, finding) of the step.

    Keys are lines of their own only where something is hidden in them.
    """
    places: defaultdict[Place, list[tuple[int, Hidden]]] = defaultdict(list)
    for index, found in hidden:
        places[found.place].append((index, found))
    slots = list(slots_of(step))
    renamed = {
        slot.place.path: "".join(
            piece.hidden.pseudonym if piece.hidden else piece.text
            for piece in _pieces(slot.text, places[slot.place])
        )
        for slot in slots
        if slot.place.in_key and slot.place in places
    }
    stored = slots_of(step, renamed) if renamed else slots
    return [
        _line(slot, places[slot.place], as_stored)
        for slot, as_stored in zip(slots, stored, strict=True)
        if not slot.place.in_key or slot.place in places
    ]


def _line(slot: Slot, found: Iterable[tuple[int, Hidden]], as_stored: Slot) -> Line:
    pieces = _pieces(slot.text, found)
    cut = len(slot.text) - sum(len(piece.text) for piece in pieces)
    return Line(slot, pieces, cut, as_stored.keys, as_stored.key)


def _pieces(text: str, found: Iterable[tuple[int, Hidden]]) -> list[Piece]:
    pieces: list[Piece] = []
    end = 0
    for index, hidden in found:
        if hidden.start < end or hidden.start >= SHOWN:
            continue
        if hidden.start > end:
            pieces.append(Piece(text[end : hidden.start]))
        pieces.append(Piece(text[hidden.start : hidden.end], hidden, index))
        end = hidden.end
    rest = text[end : max(end, SHOWN)]
    return [*pieces, Piece(rest)] if rest or not pieces else pieces


def _below(
    value: Any, place: Place, keys: str, key: str, renamed: Mapping[tuple[int, ...], str]
) -> Iterator[Slot]:
    if isinstance(value, Mapping):
        for position, (name, item) in enumerate(value.items()):
            path = (*place.path, position)
            said = renamed.get(path, str(name))
            way = f"{keys}.{said}" if keys else said
            yield Slot(Place(place.step, path, in_key=True), str(name), f"key {way}", said)
            yield from _below(item, Place(place.step, path), way, said, renamed)
    elif isinstance(value, (list, tuple)):
        for position, item in enumerate(value):
            path = (*place.path, position)
            yield from _below(item, Place(place.step, path), f"{keys}[{position}]", key, renamed)
    else:
        yield Slot(place, _as_text(value), keys, key)


def _as_text(value: Any) -> str:
    """A value as its findings count characters; true, false and null have none."""
    return {True: "true", False: "false", None: "null"}[value] if _is_word(value) else str(value)


def _is_word(value: Any) -> bool:
    return value is None or isinstance(value, bool)


def _numbers(stored: str, kinds: list[str]) -> list[int]:
    """The numbers of the pseudonyms in a stored text, zeros where they don't tell."""
    written = MARK.findall(stored)
    if [kind for kind, _ in written] != kinds:
        return [0] * len(kinds)
    return [int(number) for _, number in written]
