"""Redacting whole cases: find, look again everywhere, replace by pseudonyms, scan what is left."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cases.redaction import checks
from cases.redaction.keys import CARD, EMAIL, IBAN, KEEP, PERSON, PHONE, SECRET, USER
from cases.redaction.leaves import Leaf, known_values, walk
from cases.redaction.names import (
    SecondPass,
    Value,
    canonical,
    find_people,
    is_identifier,
    is_somebody,
    load_model,
    spreads,
)
from cases.redaction.pairs import find_pairs, percent_decoded
from cases.redaction.policy import Policy
from cases.redaction.recognisers import Recogniser, Span, build_cues, build_recognisers
from cases.redaction.spelling import bare, readable
from cases.transcript import Step, StepKind, Turn, steps_of

# Kinds that can be nothing else, whatever their key says.
STRONG = {EMAIL, CARD, IBAN, SECRET}
_REMEMBERED = 20_000
_LEFT = {
    EMAIL: re.compile(r"[^\s@<>\"]{1,64}@[^\s@<>\"]{1,190}\.[A-Za-z]{2,}"),
    CARD: re.compile(r"(?<![\w.-])\d(?:[ .-]?\d){11,18}(?![\w-])"),
    IBAN: re.compile(r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,29}\b"),
    SECRET: re.compile(
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bsk-[\w-]{20,}|\bgh[pousr]_\w{30,}|\bAIza[\w-]{30,}"
        r"|-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}"
    ),
}
_CHECKS = {CARD: checks.is_card, IBAN: checks.is_iban, PHONE: checks.is_phone}
# Telephone numbers are refused as keys only: elsewhere redaction has judged them by their key.
_LEFT_IN_KEYS = {PHONE: re.compile(r"^\s*(?:\+|\(|0|1?[ .-]?[2-9])[\d ().\-–/]{7,24}$")}
_PHONE_WORD = re.compile(r"\b(?:phone|mobile|telephone|tel|call|ring|whatsapp)\b", re.IGNORECASE)
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


@dataclass(frozen=True, slots=True)
class Redacted:
    """What comes out: turns with pseudonyms, replacements by kind, what the scan still found."""

    turns: list[Turn]
    counts: dict[str, int]
    problems: list[str]


class Redactor:
    """Holds the model and the recognisers, loaded when first used. One thread at a time."""

    def __init__(self, *, model_name: str, policy: Policy | None = None) -> None:
        self.model_name = model_name
        self.policy = policy or Policy()
        self._model: Any = None
        self._recognisers: list[Recogniser] = []
        self._cues: list[Recogniser] = []
        self._shapes: dict[str, list[Span]] = {}
        self._people: dict[str, list[Span]] = {}

    def redact_case(self, case: CaseText) -> Redacted:
        return self.redact_cases([case])[0]

    def redact_cases(self, cases: Sequence[CaseText]) -> list[Redacted]:
        """Redact each case by itself; texts of all of them go to the model in one batch."""
        self.load()
        self._find_people(leaf for case in cases for leaf in self._leaves(case.turns))
        return [self._redact(case) for case in cases]

    def redact_label(self, text: str, key: str = "") -> str:
        """A short label from outside any case, such as a stratum, a build or a model: "withheld"
        if it, or the key it stands under, is private."""
        self.load()
        leaf = Leaf(text, None)
        # Without a key it names the customer's own program: refund-agent is nobody.
        if key or re.search(r"\s", text):
            self._find_people([leaf])
        hinted = key and _hidden_as(Leaf(text, self.policy.hint(key, "")))
        found = hinted or self._spans(leaf, frozenset()) or _looks_private(text, _LEFT)
        return "withheld" if found else text

    def load(self) -> None:
        """Load the model now. Raises BadInput if it is not installed."""
        if self._model is None:
            self._recognisers = build_recognisers()
            self._cues = [build_cues()]
            self._model = load_model(self.model_name)
        if len(self._shapes) > _REMEMBERED:
            self._shapes.clear()
            self._people.clear()

    def _leaves(self, turns: Iterable[Turn]) -> list[Leaf]:
        leaves: list[Leaf] = []

        def note(leaf: Leaf) -> Any:
            leaves.append(leaf)
            return leaf.value

        for step in steps_of(turns):
            self._change(step, note)
        return leaves

    def _change(self, step: Step, change: Any) -> Step:
        """A step with every leaf changed. Tools, authors and the agent of a transfer are names of
        the customer's own program; see `_agent` for when they do not stay."""
        if step.kind in (StepKind.SAY, StepKind.ERROR):
            return replace(step, text=walk(step.text, self.policy, change))
        if step.kind in (StepKind.CALL, StepKind.RESULT):
            return replace(step, data=walk(step.data, self.policy, change))
        return step

    def _find_people(self, leaves: Iterable[Leaf]) -> None:
        texts = {
            leaf.value: None
            for leaf in leaves
            if isinstance(leaf.value, str) and leaf.hint is None and leaf.value not in self._people
            if not leaf.value.islower() and any(char.isalpha() for char in leaf.value)
        }
        spelt = [readable(text) for text in texts]
        found = find_people(self._model, [spelling.text for spelling in spelt])
        for text, spelling, spans in zip(texts, spelt, found, strict=True):
            self._people[text] = [
                Span(*spelling.place(span.start, span.end), span.kind) for span in spans
            ]

    def _redact(self, case: CaseText) -> Redacted:
        leaves = self._leaves(case.turns)
        protected = _protected(case.turns, leaves)
        values = self._values(case, leaves, protected)
        second = SecondPass(values, protected)
        names = _Pseudonyms(second)
        people = {canonical(PERSON, value.text) for value in values if value.trusted_person}

        def change(leaf: Leaf) -> Any:
            if kind := _hidden_as(leaf):
                return names.of(kind, str(leaf.value))
            if not isinstance(leaf.value, str):
                number = str(leaf.value)
                return names.of(CARD, number) if checks.is_card(number) else leaf.value
            return self._replace(leaf, protected, second, names)

        turns = [
            replace(
                turn,
                steps=tuple(
                    self._agent(self._change(step, change), people, names) for step in turn.steps
                ),
            )
            for turn in case.turns
        ]
        return Redacted(turns, dict(names.counts), _left_over(turns))

    def _agent(self, step: Step, people: set[str], names: "_Pseudonyms") -> Step:
        """The names of agents in a step stay, unless one is an e-mail address, a telephone number
        or somebody of the case."""

        def named(text: str) -> str:
            if text and canonical(PERSON, text) in people:
                return names.of(PERSON, text)
            for span in self._shaped(text):
                if span.kind in STRONG or span.kind == PHONE:
                    return names.of(span.kind, text)
            return text

        text = named(step.text) if step.kind is StepKind.TRANSFER else step.text
        return replace(step, author=named(step.author), text=text)

    def _values(self, case: CaseText, leaves: list[Leaf], protected: frozenset[str]) -> list[Value]:
        """Everything private that is known of the case, for the second pass."""
        values = [
            Value(kind, text, trusted=True)
            for kind, text in known_values(case.known, self.policy)
            if is_somebody(text) or kind != PERSON
            if spreads(kind, text)
        ]
        values += [
            Value(USER, name, trusted=True) for name in case.identifiers if is_identifier(name)
        ]
        for leaf in leaves:
            if kind := _hidden_as(leaf):
                if spreads(kind, str(leaf.value)):
                    values.append(Value(kind, str(leaf.value), trusted=True))
            elif isinstance(leaf.value, str):
                cued = {(s.start, s.end) for s in self._shaped(leaf.value) if s.kind == PERSON}
                values += [
                    Value(
                        span.kind,
                        _decoded(span.kind, leaf.value[span.start : span.end]),
                        trusted=span.kind != PERSON or (span.start, span.end) in cued,
                    )
                    for span in self._spans(leaf, protected)
                ]
        return values

    def _shaped(self, text: str) -> list[Span]:
        """Spans with a shape of their own and names behind a cue; remembered by text."""
        if text not in self._shapes:
            finders = (*self._recognisers, *self._cues)
            spelling = readable(text)
            spans = [span for finder in finders for span in finder.find(spelling.text)]
            self._shapes[text] = [
                Span(*spelling.place(span.start, span.end), span.kind)
                for span in (*spans, *find_pairs(spelling.text, self.policy))
            ]
        return self._shapes[text]

    def _spans(self, leaf: Leaf, protected: frozenset[str]) -> list[Span]:
        text = str(leaf.value)
        shaped = self._shaped(text)
        if leaf.hint == KEEP:
            return [
                span
                for span in shaped
                if span.kind in STRONG
                or (
                    span.kind == PHONE
                    and (text[span.start] == "+" or not leaf.code or _PHONE_WORD.search(text))
                )
            ]
        people = [
            span
            for span in self._people.get(text, ())
            if bare(text[span.start : span.end]).text.casefold() not in protected
        ]
        return [*shaped, *people]

    def _replace(
        self, leaf: Leaf, protected: frozenset[str], second: SecondPass, names: "_Pseudonyms"
    ) -> str:
        text = str(leaf.value)
        found = [
            (span, second.owner(span.kind, _decoded(span.kind, text[span.start : span.end]))[1])
            for span in self._spans(leaf, protected)
        ]
        found += [
            (span, value)
            for span, value in second.find(text)
            if not (leaf.product and span.kind == PERSON and _one_word(text, span))
        ]
        pieces: list[str] = []
        end = 0
        for start, stop, kind, value in _merged(found):
            pieces += [text[end:start], names.named(kind, value)]
            end = stop
        return "".join([*pieces, text[end:]])


class _Pseudonyms:
    """<PERSON_1>, <PERSON_2>, … in order of appearance in the case; nothing leads back."""

    def __init__(self, second: SecondPass) -> None:
        self._second = second
        self._names: dict[tuple[str, str], str] = {}
        self._last: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    def of(self, kind: str, text: str) -> str:
        return self.named(*self._second.owner(kind, text))

    def named(self, kind: str, value: str) -> str:
        if (kind, value) not in self._names:
            self._last[kind] += 1
            self._names[kind, value] = f"<{kind}_{self._last[kind]}>"
        self.counts[kind] += 1
        return self._names[kind, value]


def _one_word(text: str, span: Span) -> bool:
    """A single name in a product's: the Kelly bag, the Jordan shoe."""
    return " " not in text[span.start : span.end]


def _hidden_as(leaf: Leaf) -> str | None:
    """The kind as which the whole leaf goes because of its key, or None."""
    text = str(leaf.value).strip()
    if leaf.hint in (None, KEEP) or not text:
        return None
    if leaf.hint in (PHONE, EMAIL) and not isinstance(leaf.value, str) and len(text) < 6:
        return None  # how many of them there are
    if leaf.hint in (PHONE, PERSON) and re.match(r"https?://", text):
        return None
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
    words = {word for name in names if len(name) < 120 for word in re.findall(r"[^\W_]{3,}", name)}
    return frozenset(bare(text).text.casefold() for text in names | words)


def _merged(found: list[tuple[Span, str]]) -> list[tuple[int, int, str, str]]:
    """Spans in order, those that overlap as one under the longest of them."""
    merged: list[tuple[int, int, str, str]] = []
    longest = 0
    for span, value in sorted(found, key=lambda f: (f[0].start, -f[0].end)):
        if merged and span.start < merged[-1][1]:
            start, stop, kind, kept = merged[-1]
            if span.end - span.start > longest:
                kind, kept, longest = span.kind, value, span.end - span.start
            merged[-1] = (start, max(stop, span.end), kind, kept)
        else:
            merged.append((span.start, span.end, span.kind, value))
            longest = span.end - span.start
    return merged


def _left_over(turns: Iterable[Turn]) -> list[str]:
    """What still looks like a secret, as kind and place, never as text."""
    problems: list[str] = []
    for step in steps_of(turns):
        places = [("text", step.text), ("tool name", step.tool), ("author", step.author)]
        places += [("value", text) for text in _strings(step.data, keys=False)]
        for place, text in places:
            problems += [
                f"{k} in a {place} of step {step.index}" for k in _looks_private(text, _LEFT)
            ]
        for key in _strings(step.data, keys=True):
            kinds = _looks_private(key, _LEFT | _LEFT_IN_KEYS)
            problems += [f"{kind} in a key of step {step.index}" for kind in kinds]
    return problems


def _looks_private(text: str, shapes: dict[str, re.Pattern[str]]) -> list[str]:
    """The kinds of secret that `text` still seems to hold."""
    plain = readable(text).text
    return [
        kind
        for kind, pattern in shapes.items()
        if any(_CHECKS.get(kind, bool)(match.group()) for match in pattern.finditer(plain))
    ]


def _strings(value: Any, *, keys: bool) -> list[str]:
    if isinstance(value, dict):
        own = [str(key) for key in value] if keys else []
        return own + [text for item in value.values() for text in _strings(item, keys=keys)]
    if isinstance(value, list):
        return [text for item in value for text in _strings(item, keys=keys)]
    return [] if keys or value is None or isinstance(value, bool) else [str(value)]
