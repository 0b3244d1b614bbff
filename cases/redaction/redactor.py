"""Redacting whole cases: find, look again everywhere, replace by pseudonyms, scan what is left."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from threading import RLock
from typing import Any

from cases.redaction.case_reading import CaseReading, CaseText, body_of, texts_to_read
from cases.redaction.custom import TooSlow
from cases.redaction.finder import Finder
from cases.redaction.findings import Finding, outside, without_private_keys
from cases.redaction.last_scan import LastScan
from cases.redaction.leaves import INSIDE, Leaf, Walker
from cases.redaction.policy import Policy
from cases.redaction.pseudonyms import Pseudonyms
from cases.redaction.spans import Place
from cases.redaction.watching import HIDING, Watch, unwatched
from cases.transcript import Step, StepKind, Turn, steps_of

_LONGEST_KEY = 60
# Redactors of several policies share one model, so the threads of a process share one lock.
_turn = RLock()


@dataclass(frozen=True, slots=True)
class Redacted:
    """What comes out: turns with pseudonyms, replacements by kind and by rule, and what the last
    scan still found. A case with problems has to be refused."""

    turns: list[Turn]
    counts: dict[str, int]
    problems: list[str]
    rules: dict[str, int] = field(default_factory=dict)


class Redactor:
    """Redacts under one policy. Holds the model, loaded when first used.

    Threads take turns, since they share the model and what is remembered of texts.
    """

    def __init__(
        self, *, model_name: str, policy: Policy | None = None, deny_key: bytes = b""
    ) -> None:
        """`deny_key` is the key of the hashes in the policy's deny list."""
        self.model_name = model_name
        self.policy = policy or Policy()
        self._finder = Finder(model_name, self.policy, deny_key)
        self._last_scan = LastScan(self.policy.hide, self._finder.allowed)

    def load(self) -> None:
        """Load the model now. Raises BadInput if it is not installed."""
        with _turn:
            self._finder.load()

    def redact_case(self, case: CaseText, watch: Watch = unwatched) -> Redacted:
        return self.redact_cases([case], watch)[0]

    def redact_cases(self, cases: Sequence[CaseText], watch: Watch = unwatched) -> list[Redacted]:
        """Redact each case by itself; texts of all of them go to the model in one batch. What
        `watch` raises goes on to the caller."""
        with _turn:
            self._read(cases, watch)
            return [self._redact(case, watch) for case in cases]

    def redact_label(self, text: str, key: str = "") -> str:
        """A short label from outside any case, such as a stratum, a build or a model: "withheld"
        if it, or the key it stands under, is private."""
        with _turn:
            return self._label(text, key)

    def _label(self, text: str, key: str) -> str:
        self.load()
        leaf = Leaf(text, self.policy.hint(key, "") if key else None, key=key)
        # Without a key it names the customer's own program: refund-agent is nobody.
        named = bool(key or re.search(r"\s", text))
        if named:
            self._finder.read([text])
        reading = CaseReading(CaseText([]), self._finder)
        found = (
            reading.places(leaf, named=named)
            or reading.places(Leaf(text, None, key=key), named=named)
            or self._last_scan.kinds_in(text)
        )
        return "withheld" if found else text

    def left_in(self, value: Any, of: str) -> list[str]:
        """What still looks like a secret in something that is stored beside a case's turns, such
        as its labels; `of` says what it is. A case with any has to be refused."""
        return self._last_scan.problems_in(value, of)

    def explain(self, case: CaseText) -> list[Finding]:
        """Where something would be hidden in a case, and why. Raises custom.TooSlow.

        Names of agents are not among it.
        """
        with _turn:
            self._read([case])
            reading = CaseReading(case, self._finder)
            steps = steps_of(case.turns)
            return [finding for step in steps for finding in self._findings(step, reading)]

    def _read(self, cases: Sequence[CaseText], watch: Watch = unwatched) -> None:
        self.load()
        texts = [text for case in cases for text in texts_to_read(case.turns, self._finder)]
        self._finder.read(texts, watch)

    def _redact(self, case: CaseText, watch: Watch) -> Redacted:
        try:
            return self._replaced(case, watch)
        except TooSlow as error:
            return Redacted([], {}, [str(error)])

    def _replaced(self, case: CaseText, watch: Watch) -> Redacted:
        reading = CaseReading(case, self._finder, watch)
        names = Pseudonyms(reading.texts)
        done = count(1)
        rules: Counter[str] = Counter()

        def hidden(text: str, places: Sequence[Place]) -> str:
            pieces: list[str] = []
            end = 0
            for place in places:
                rules[_shown(place.rule, reading)] += 1
                pieces += [text[end : place.start], names.named(place.kind, place.owner)]
                end = place.end
            return "".join([*pieces, text[end:]])

        def change(leaf: Leaf) -> Any:
            watch(HIDING, next(done), len(reading.texts))
            places = reading.places(leaf)
            return hidden(str(leaf.value), places) if places else leaf.value

        def rename(key: str) -> str:
            places = reading.key_places(key)
            return hidden(key, places) if places else key

        def agent(name: str) -> str:
            place = reading.agent(name)
            return hidden(name, [place]) if place else name

        walker = Walker(self.policy, change, rename)

        def changed(step: Step) -> Step:
            body = walker.walk(body_of(step))
            if step.kind in (StepKind.SAY, StepKind.ERROR):
                return replace(step, author=agent(step.author), text=body)
            if step.kind is StepKind.TRANSFER:
                return replace(step, author=agent(step.author), text=agent(step.text))
            return replace(step, author=agent(step.author), data=body)

        turns = [
            replace(turn, steps=tuple(changed(step) for step in turn.steps)) for turn in case.turns
        ]
        problems = self._last_scan.problems(turns)
        return Redacted(turns, dict(names.counts), problems, dict(rules))

    def _findings(self, step: Step, reading: CaseReading) -> list[Finding]:
        found: list[tuple[tuple[str | int, ...], Place]] = []
        private_keys: dict[str, list[Place]] = {}

        def change(leaf: Leaf) -> Any:
            found.extend((leaf.path, place) for place in reading.places(leaf))
            return leaf.value

        def rename(key: str) -> str:
            if places := reading.key_places(key):
                private_keys[key] = places
            return key

        body = body_of(step)
        Walker(self.policy, change, rename).walk(body)
        findings = []
        for path, place in found:
            outer, start, end = outside(body, path, place.start, place.end)
            shown = without_private_keys(body, outer, private_keys)
            rule = _shown(place.rule, reading)
            findings.append(Finding(step.index, shown, start, end, place.kind, rule))
        for path, key in _keys_in(body):
            shown = without_private_keys(body, path, private_keys)
            findings += [
                Finding(step.index, shown, place.start, place.end, place.kind, place.rule, True)
                for place in private_keys.get(key, ())
                if INSIDE not in path
            ]
        return findings


def _shown(rule: str, reading: CaseReading) -> str:
    """A rule as it may be kept: without its key if that names somebody, or is a sentence."""
    key = rule.removeprefix("key ")
    if key == rule:
        return rule
    private = len(key) > _LONGEST_KEY or reading.second.find(key) or reading.may_tell(key)
    return "key" if private else rule


def _keys_in(
    value: Any, path: tuple[str | int, ...] = ()
) -> list[tuple[tuple[str | int, ...], str]]:
    """(path, key) of every key in `value`."""
    if isinstance(value, dict):
        return [
            entry
            for key, item in value.items()
            for entry in ([((*path, key), key), *_keys_in(item, (*path, key))])
        ]
    if isinstance(value, list):
        return [
            entry for place, item in enumerate(value) for entry in _keys_in(item, (*path, place))
        ]
    return []
