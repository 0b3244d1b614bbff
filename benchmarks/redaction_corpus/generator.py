"""Cases of a bank: a conversation with tool calls about one or two people, drawn by a seed."""

import importlib
from collections.abc import Callable, Iterator, Sequence
from random import Random

from benchmarks.redaction_corpus.bank import Bank, Exchange
from benchmarks.redaction_corpus.labels import TEXT, Kept, LabelledCase, Private
from benchmarks.redaction_corpus.rendering import Mark, Renderer
from cases.transcript import Step, StepKind, Turn

BANKS = ("tuning", "measuring", "held_out", "blind")
_ABOUT_SHARE = 0.6


def bank_named(name: str) -> Bank:
    """The bank `name`, one of BANKS."""
    module = importlib.import_module(f"benchmarks.redaction_corpus.{name}")
    bank: Bank = module.BANK
    return bank


def cases_of(bank: Bank, *, seed: int, count: int) -> Iterator[LabelledCase]:
    """`count` cases; the n-th is the same whatever `count` is."""
    for number in range(count):
        yield _Case(bank, Random(f"{bank.name} {seed} {number}"), number).made()


def prose_of(bank: Bank, *, seed: int, number: int, characters: int) -> str:
    """A text of at least `characters` that reads like notes of a help desk."""
    rng = Random(f"{bank.name} prose {seed} {number}")
    pieces: list[str] = []
    while sum(map(len, pieces)) < characters:
        renderer = Renderer(bank, rng)
        chosen = rng.sample(bank.sentences.prose, 4)
        pieces += [renderer.sentence(template, "prose", TEXT)[0] for template in chosen]
    return " ".join(pieces)


class _Case:
    def __init__(self, bank: Bank, rng: Random, number: int) -> None:
        self._bank = bank
        self._rng = rng
        self._number = number
        self._renderer = Renderer(bank, rng)
        self._marks: list[tuple[int, Mark]] = []
        self._last = 0

    def made(self) -> LabelledCase:
        about = self._rng.random() < _ABOUT_SHARE
        fitting = [exchange for exchange in self._bank.exchanges if exchange.about == about]
        sentences = self._bank.sentences
        turns = [Turn(1, "user", (self._say("user", "user", sentences.user),))]
        turns.append(Turn(2, "agent", self._agent(self._rng.choice(fitting))))
        turns.append(Turn(3, "user", (self._say("user", "user", sentences.user),)))
        if self._rng.random() < 0.4:
            turns.append(Turn(4, "agent", self._agent(self._rng.choice(fitting))))
        return self._labelled(turns)

    def _agent(self, exchange: Exchange) -> tuple[Step, ...]:
        author = self._rng.choice(self._bank.authors)
        number = self._bank.exchanges.index(exchange)
        spell = self._rng.choices(_SPELLINGS, [60, 33, 7])[0]
        if exchange.fixed_keys:
            spell = snake
        call = self._data(
            StepKind.CALL, author, exchange, f"call-{number}", exchange.arguments, spell
        )
        result = self._data(
            StepKind.RESULT, author, exchange, f"result-{number}", exchange.result, spell
        )
        return call, result, self._say(author, "agent", self._bank.sentences.agent)

    def _say(self, author: str, group: str, templates: Sequence[str]) -> Step:
        number = self._rng.randrange(len(templates))
        text, marks = self._renderer.sentence(templates[number], f"{group}-{number}", TEXT)
        self._last += 1
        self._marks += [(self._last, mark) for mark in marks]
        return Step(self._last, StepKind.SAY, author, text=text)

    def _data(
        self,
        kind: StepKind,
        author: str,
        exchange: Exchange,
        name: str,
        template: object,
        spell: Callable[[str], str],
    ) -> Step:
        data, marks = self._renderer.value(template, name, (), spell)
        self._last += 1
        self._marks += [(self._last, mark) for mark in marks]
        return Step(self._last, kind, author, tool=exchange.tool, data=data, call=self._last)

    def _labelled(self, turns: list[Turn]) -> LabelledCase:
        private = [
            Private(
                *(step, m.path, m.start, m.end, m.kind, m.form, m.where, m.template, m.who),
                *(m.origin, m.cue),
            )
            for step, m in self._marks
            if m.label == "private"
        ]
        kept = [
            Kept(step, m.path, m.start, m.end, m.kind, m.where, m.template)
            for step, m in self._marks
            if m.label == "kept"
        ]
        neutral = [
            (step, m.path, m.start, m.end) for step, m in self._marks if m.label == "neutral"
        ]
        return LabelledCase(self._number, turns, private, kept, neutral, self._names(private))

    def _names(self, private: list[Private]) -> dict[str, frozenset[str]]:
        """For each person, the words of their name that fields of the case hold."""
        found: dict[str, frozenset[str]] = {}
        for value in private:
            if value.kind == "PERSON" and value.where in ("hinted", "table"):
                words = self._renderer.person(value.who).words(value.form)
                found[value.who] = found.get(value.who, frozenset()) | words
        return found


def snake(key: str) -> str:
    return key


def camel(key: str) -> str:
    head, *rest = key.split("_")
    return head + "".join(word.capitalize() for word in rest)


def pascal(key: str) -> str:
    return "".join(word.capitalize() for word in key.split("_"))


_SPELLINGS: tuple[Callable[[str], str], ...] = (snake, camel, pascal)
