"""Looking for words in a transcript, also where the page shows only a part of it. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cases.pretty_json import dumps
from cases.transcript import Step, StepKind, Turn

MAX_QUERY = 200
# Steps that are listed with what stands around the words; of the others their number is enough.
LISTED = 500
AROUND = 50

# Characters that turn the order of what follows; around a match they would reach beyond it.
_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Hit:
    """A step that holds the words `count` times: the first of them, and what stands around it."""

    step: int
    count: int
    label: str
    before: str
    match: str
    after: str


@dataclass(frozen=True, slots=True)
class Further:
    """A step beyond those that are listed, which can be gone to as well."""

    step: int
    count: int


@dataclass(frozen=True, slots=True)
class Found:
    hits: list[Hit]
    further: list[Further]
    total: int

    @property
    def places(self) -> list[Hit | Further]:
        return [*self.hits, *self.further]

    @property
    def steps(self) -> int:
        return len(self.hits) + len(self.further)


def search(turns: Sequence[Turn], query: str) -> Found:
    """Where `query` stands, whatever its case; nowhere for an empty one."""
    pattern = pattern_of(query)
    hits: list[Hit] = []
    further: list[Further] = []
    total = 0
    for step, places, text in _places(turns, pattern) if pattern else ():
        total += len(places)
        if len(hits) < LISTED:
            hits.append(_hit(step, places, text))
        else:
            further.append(Further(step.index, len(places)))
    return Found(hits, further, total)


def pattern_of(query: str) -> re.Pattern[str] | None:
    """What is looked for; None for an empty query.

    Values stand in the text as JSON, where quotation marks and breaks are escaped.
    """
    words = query.strip()[:MAX_QUERY]
    if not words:
        return None
    forms = {re.escape(words), re.escape(dumps(words)[1:-1])}
    return re.compile("|".join(sorted(forms)), re.IGNORECASE)


def searched_text(step: Step) -> str:
    """The text of a step in which words are found."""
    if step.kind in {StepKind.CALL, StepKind.RESULT}:
        data = step.data if isinstance(step.data, str) else dumps(step.data)
        return f"{step.tool}\n{data}"
    return step.text


def _places(
    turns: Sequence[Turn], pattern: re.Pattern[str]
) -> Iterator[tuple[Step, list[tuple[int, int]], str]]:
    for turn in turns:
        for step in turn.steps:
            text = searched_text(step)
            places = [match.span() for match in pattern.finditer(text)]
            if places:
                yield step, places, text


def _hit(step: Step, places: list[tuple[int, int]], text: str) -> Hit:
    start, end = places[0]
    before = _TURNING.sub("", text[max(0, start - AROUND) : start])
    after = _TURNING.sub("", text[end : end + AROUND])
    return Hit(
        step=step.index,
        count=len(places),
        label=step.tool if step.kind in {StepKind.CALL, StepKind.RESULT} else step.author,
        before=("…" if start > AROUND else "") + before.lstrip(),
        match=text[start:end],
        after=after.rstrip() + ("…" if end + AROUND < len(text) else ""),
    )
