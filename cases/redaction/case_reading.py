"""Everything private in one case, and the places in each of its texts where it stands."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cases.redaction import checks
from cases.redaction.carriers import carrier_places
from cases.redaction.finder import STRONG, Finder, without_dates, without_kept
from cases.redaction.keys import CARD, EMAIL, ID, KEEP, PERSON, PHONE, SECRET, USER, hint_of
from cases.redaction.known import SecondPass
from cases.redaction.leaves import Leaf, Walker, known_values
from cases.redaction.listed import name_list
from cases.redaction.marks import MARK
from cases.redaction.mixtures import parts_of
from cases.redaction.names import (
    NOBODY,
    Value,
    canonical,
    is_identifier,
    is_somebody,
    spreads,
)
from cases.redaction.pairs import percent_decoded
from cases.redaction.phones import is_bare, is_introduced
from cases.redaction.policy import ALWAYS
from cases.redaction.spans import Place, Span
from cases.redaction.spelling import bare
from cases.redaction.things import names_a_thing
from cases.redaction.watching import PLACES, Watch, unwatched
from cases.transcript import Step, StepKind, Turn, steps_of

_FEWEST_DIGITS = 4
_TELEPHONE = re.compile(r"\+?[\d ().\-–/]{7,24}")


@dataclass(frozen=True, slots=True)
class CaseText:
    """What goes in: turns, and values known of the people in it that the turns need not show.

    `known` is read like a value, so {"user": {...}} is about a person; `identifiers` are user and
    session ids.
    """

    turns: Sequence[Turn]
    known: Any = None
    identifiers: tuple[str, ...] = ()


def body_of(step: Step) -> Any:
    """What is walked of a step: its text or its data. Authors and tools are names of the
    customer's own program; see CaseReading.agent for when they do not stay."""
    if step.kind in (StepKind.SAY, StepKind.ERROR):
        return step.text
    return step.data if step.kind in (StepKind.CALL, StepKind.RESULT) else None


def texts_to_read(turns: Iterable[Turn], finder: Finder) -> list[str]:
    """What the name model has to see of a case: all text that does not go as a whole because of
    its key, and keys that are written like names."""
    leaves, keys = _leaves_and_keys(turns, finder)
    said = [
        leaf.value
        for leaf in leaves
        if isinstance(leaf.value, str) and leaf.hint != KEEP and hidden_as(leaf, finder) is None
    ]
    return [*said, *(key for key in keys if _may_be_name(key))]


def _leaves_and_keys(turns: Iterable[Turn], finder: Finder) -> tuple[list[Leaf], dict[str, None]]:
    leaves: list[Leaf] = []
    keys: dict[str, None] = {}

    def note(leaf: Leaf) -> Any:
        leaves.append(leaf)
        return leaf.value

    def note_key(key: str) -> str:
        keys[key] = None
        return key

    walker = Walker(finder.policy, note, note_key)
    for step in steps_of(turns):
        walker.walk(body_of(step))
    return leaves, keys


def _may_be_name(key: str) -> bool:
    """Whether a key can be somebody's name: two words or more with capitals, and no known field."""
    return " " in key.strip() and not key.islower() and hint_of(key) is None


class CaseReading:
    """What is private in a case. `places` says where it stands in a leaf."""

    def __init__(self, case: CaseText, finder: Finder, watch: Watch = unwatched) -> None:
        self._finder = finder
        self._key_places: dict[str, list[Place]] = {}
        leaves, keys = _leaves_and_keys(case.turns, finder)
        self.texts = [*(str(leaf.value) for leaf in leaves), *keys]
        self._protected = _protected(case.turns, leaves)
        self._codes = frozenset(str(leaf.value).strip() for leaf in leaves if leaf.code)
        values = self._values(case, leaves, keys, watch)
        self._people = {canonical(PERSON, value.text) for value in values if value.trusted_person}
        self.second = SecondPass(values, self._protected)

    def places(self, leaf: Leaf, *, named: bool = True) -> list[Place]:
        """What to hide in a leaf, in order and without overlaps; without `named` not what the name
        model finds."""
        text = str(leaf.value)
        if kind := hidden_as(leaf, self._finder):
            owner = self.second.owner(kind, text)
            return [Place(0, len(text), *owner, f"key {leaf.key}")]
        if not isinstance(leaf.value, str):
            if checks.is_card_anywhere(text):
                return [Place(0, len(text), *self.second.owner(CARD, text), "shape card")]
            return []
        found = [self._place(text, span) for span in self._spans(leaf, named=named)]
        seen_again = self.second.find(text)
        carriers = carrier_places(text) if seen_again else []
        known = [
            Place(span.start, span.end, span.kind, value, span.rule)
            for span, value in seen_again
            if not self._is_product(leaf, span, value, carriers)
        ]
        known = without_dates(text, known)
        return _merged([*found, *without_kept(known, self._finder.kept(text))])

    def _is_product(
        self, leaf: Leaf, span: Span, value: str, carriers: list[tuple[int, int]]
    ) -> bool:
        """Whether a known name is a product's here: the Kelly bag, the Jordan shoe."""
        text = str(leaf.value)
        if span.kind != PERSON:
            return False
        if leaf.product and " " not in text[span.start : span.end]:
            return True
        if value in self._people:
            return False
        return names_a_thing(text, span) or _inside(span, carriers)

    def key_places(self, key: str) -> list[Place]:
        """What to hide in a key: e-mail addresses, numbers, and names that are the whole of it."""
        if key not in self._key_places:
            self._key_places[key] = self._found_in_key(key)
        return self._key_places[key]

    def _found_in_key(self, key: str) -> list[Place]:
        if key.isidentifier() and key.islower() and "_" in key:
            return []
        spans = [s for s in self._finder.shaped(key) if s.kind in STRONG or s.kind == PHONE]
        if _may_be_name(key):
            spans += [s for s in self._finder.people(key) if s.end - s.start == len(key)]
        known: list[Place] = []
        if hint_of(key) is None:
            known = [
                Place(span.start, span.end, span.kind, value, span.rule)
                for span, value in self.second.find(key)
                if span.kind != PERSON or span.end - span.start >= len(key.strip()) - 1
            ]
        spans = without_kept(spans, self._finder.kept(key))
        spans += self._finder.named_by_study(Leaf(key, None))
        found = [self._place(key, span) for span in spans]
        return _merged([*found, *without_kept(known, self._finder.kept(key))])

    def may_tell(self, key: str) -> bool:
        """Whether a key is private, or written like a name that nobody has looked at."""
        return (_may_be_name(key) and not self._finder.was_read(key)) or bool(self.key_places(key))

    def agent(self, name: str) -> Place | None:
        """The names of agents stay, unless one is an e-mail address, a telephone number or
        somebody of the case."""
        if not name:
            return None
        if canonical(PERSON, name) in self._people:
            return Place(0, len(name), *self.second.owner(PERSON, name), "second pass")
        for span in self._finder.shaped(name):
            if span.kind in STRONG or span.kind == PHONE:
                return Place(0, len(name), *self.second.owner(span.kind, name), span.rule)
        return None

    def _place(self, text: str, span: Span) -> Place:
        owner = self.second.owner(span.kind, _decoded(span.kind, text[span.start : span.end]))
        return Place(span.start, span.end, *owner, span.rule)

    def _values(
        self, case: CaseText, leaves: list[Leaf], keys: Iterable[str], watch: Watch
    ) -> list[Value]:
        """Everything private that is known of the case, for the second pass."""
        finder = self._finder
        values = [
            Value(kind, text, trusted=True)
            for hint, whole in known_values(case.known, finder.policy)
            for kind, text in _known_parts(hint, whole, finder)
            if is_somebody(text) or kind != PERSON
            if spreads(kind, text)
        ]
        values += [
            Value(USER, name, trusted=True) for name in case.identifiers if _is_telling(name)
        ]
        for number, leaf in enumerate(leaves):
            watch(PLACES, number, len(leaves))
            if kind := hidden_as(leaf, finder):
                if spreads(kind, str(leaf.value)):
                    values.append(Value(kind, str(leaf.value), trusted=True))
            elif isinstance(leaf.value, str):
                values += self._values_in(leaf)
        for key in keys:
            if _may_be_name(key):
                spans = [s for s in finder.people(key) if s.end - s.start == len(key)]
                values += [Value(PERSON, key, trusted=True) for _ in spans]
        return values

    def _values_in(self, leaf: Leaf) -> list[Value]:
        text = str(leaf.value)
        cued = self._finder.cued(text)
        cued |= {(span.start, span.end) for span in _parts(leaf, self._finder) or ()}
        return [
            Value(
                span.kind,
                _decoded(span.kind, text[span.start : span.end]),
                trusted=span.kind != PERSON or (span.start, span.end) in cued,
            )
            for span in self._spans(leaf)
        ]

    def _spans(self, leaf: Leaf, *, named: bool = True) -> list[Span]:
        """What is private in a leaf by itself. A bare number that a key of the case calls an order
        or the like is no telephone's, whatever stands beside it."""
        text = str(leaf.value)
        parts = without_kept(_parts(leaf, self._finder) or (), self._finder.kept(text))
        return parts + [
            span
            for span in self._finder.spans(leaf, self._protected, named=named)
            if span.kind != PHONE
            or not is_bare(text[span.start : span.end])
            or text[span.start : span.end] not in self._codes
            or is_introduced(text, span.start)
        ]


def _inside(span: Span, places: list[tuple[int, int]]) -> bool:
    return any(start <= span.start and span.end <= end for start, end in places)


def _is_telling(identifier: str) -> bool:
    """Whether an id is looked for in what was said: no plain word, unless it is like janedoe."""
    if is_identifier(identifier):
        return True
    plain = bare(identifier).text.casefold()
    return len(plain) >= 5 and plain not in NOBODY and name_list().is_run_together(plain)


def hidden_as(leaf: Leaf, finder: Finder) -> str | None:
    """The kind as which the whole leaf goes because of its key, or None: parts of it may go, or
    what is found in it."""
    kind = _kind_of_whole(leaf)
    text = str(leaf.value)
    if MARK.fullmatch(text.strip()):
        return None
    if kind is None or kind in ALWAYS:
        return kind
    few = sum(map(str.isdigit, text)) < _FEWEST_DIGITS
    if kind == ID and few and leaf.key not in finder.policy.hide_keys:
        return None  # {"identity": "verified"}, {"id_document": "passport"}
    if _parts(leaf, finder) is not None:
        return None
    return None if finder.allowed.covers(text, 0, len(text.rstrip())) else kind


def _parts(leaf: Leaf, finder: Finder) -> list[Span] | None:
    """See parts_of."""
    if not isinstance(leaf.value, str) or leaf.hint not in (PERSON, EMAIL, PHONE):
        return None
    if leaf.hint == EMAIL and not finder.policy.hides(PERSON):
        return None
    parts = parts_of(leaf.hint, leaf.value, finder.shaped(leaf.value))
    return parts and [replace(span, rule=f"key {leaf.key}") for span in parts]


def _known_parts(kind: str, text: str, finder: Finder) -> list[tuple[str, str]]:
    """(kind, text) of what a known value is about: a name and an e-mail address are two."""
    parts = _parts(Leaf(text, kind), finder) if kind != PHONE else None
    if parts is None:
        return [(kind, text)]
    mails = [span for span in finder.shaped(text) if span.kind == EMAIL]
    return list({(s.kind, text[s.start : s.end]): None for s in (*parts, *mails)})


def _kind_of_whole(leaf: Leaf) -> str | None:
    text = str(leaf.value).strip()
    if leaf.hint in (None, KEEP) or not text:
        return None
    if leaf.hint in (PHONE, EMAIL) and not isinstance(leaf.value, str) and len(text) < 6:
        return None  # how many of them there are
    if leaf.hint != PERSON:
        return leaf.hint
    if isinstance(leaf.value, str) and is_somebody(text):
        return PERSON
    digits = sum(char.isdigit() for char in text)
    telephone = 9 <= digits <= 15 and _TELEPHONE.fullmatch(text)
    return PHONE if telephone and isinstance(leaf.value, str) else None


def _decoded(kind: str, text: str) -> str:
    """What a form or an address of a page wrote as Jane+Doe or jane%40example.com."""
    if kind == PHONE or not re.search(r"[%+]", text):
        return text
    return percent_decoded(text, plus=kind not in (EMAIL, SECRET))


def _protected(turns: Iterable[Turn], leaves: Iterable[Leaf]) -> frozenset[str]:
    """Names of agents, tools and products of the case, and the words of them."""
    names = {name for step in steps_of(turns) for name in (step.author, step.tool) if name}
    names |= {leaf.value for leaf in leaves if leaf.product and isinstance(leaf.value, str)}
    runs = {run for name in names if len(name) < 120 for run in _runs(bare(name).text.casefold())}
    return frozenset(bare(text).text.casefold() for text in names) | runs


def _runs(name: str) -> Iterator[str]:
    """Up to five words of a name that stand together, and every word of three letters or more."""
    words = re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", name)
    yield from re.findall(r"[^\W_]{3,}", name)
    for first in range(len(words)):
        for last in range(first + 2, min(first + 5, len(words)) + 1):
            yield " ".join(words[first:last])


def _merged(found: list[Place]) -> list[Place]:
    """Places in order, those that overlap as one under the longest of them."""
    merged: list[Place] = []
    longest = 0
    for place in sorted(found, key=lambda p: (p.start, -p.end)):
        if merged and place.start < merged[-1].end:
            last = merged[-1]
            chief = last
            if place.end - place.start > longest:
                chief, longest = place, place.end - place.start
            end = max(last.end, place.end)
            merged[-1] = Place(last.start, end, chief.kind, chief.owner, chief.rule)
        else:
            merged.append(place)
            longest = place.end - place.start
    return merged
