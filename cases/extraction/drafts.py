"""Steps in the making, and the pairing of results with calls. Pure."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from cases.extraction.cleaning import Cleaner
from cases.transcript import Step, StepKind, Turn

PENDING = "pending"


@dataclass(slots=True)
class Draft:
    """A step whose number comes when all are there. `role` is the side whose turn it is in."""

    kind: StepKind
    author: str
    at: str
    text: str = ""
    tool: str = ""
    data: Any = None
    call: int | None = None
    flags: list[str] = field(default_factory=list)
    role: str = "agent"

    def flag(self, name: str) -> None:
        if name not in self.flags:
            self.flags.append(name)


@dataclass(slots=True)
class _Call:
    draft: Draft
    ident: str
    # A long-running call: what the agent answers to it is for the time being.
    awaited: bool
    answered: bool = False


class Calls:
    """The calls of a session, each with a number; results find theirs by the call's id."""

    def __init__(self, counts: Counter[str]) -> None:
        self.counts = counts
        self._calls: list[_Call] = []
        self._by_id: dict[str, list[_Call]] = {}

    def register(self, draft: Draft, ident: str, *, awaited: bool = False) -> None:
        """Number a call. Calls without an id, and ids used twice, get a number of their own."""
        call = _Call(draft, ident, awaited)
        self._calls.append(call)
        draft.call = len(self._calls)
        if ident:
            self._by_id.setdefault(ident, []).append(call)

    def pair(self, draft: Draft, ident: str, *, final: bool) -> None:
        """Give a result the number of its call.

        One call may have several results: a refusal until it is confirmed and what came then, or
        what a long-running tool said for the time being and the answer from outside (`final`).
        """
        call = self._find(ident, draft.tool)
        if call is None:
            draft.flag("unmatched")
            self.counts["result_without_call"] += 1
            return
        draft.call = call.draft.call
        if call.awaited and not final:
            draft.flag(PENDING)
        else:
            call.answered = True

    def _find(self, ident: str, tool: str) -> _Call | None:
        if known := self._by_id.get(ident):
            return next((call for call in known if not call.answered), known[-1])
        # The oldest open call of the tool is meant, unless ids say that it is not.
        return next(
            (c for c in self._open() if c.draft.tool == tool and not (ident and c.ident)), None
        )

    def _open(self) -> Iterator[_Call]:
        return (call for call in self._calls if not call.answered)

    def mark_unanswered(self) -> None:
        """Flag calls to which no result came back, and those that still wait for one."""
        for call in self._open():
            if call.awaited:
                call.draft.flag(PENDING)
                self.counts["pending_call"] += 1
            else:
                call.draft.flag("unanswered")
                self.counts["call_without_result"] += 1


def number(drafts: list[Draft], counts: Counter[str]) -> list[Turn]:
    """Turns of consecutive steps of one side, steps numbered through from 1."""
    turns: list[Turn] = []
    steps: list[Step] = []
    last = Draft(StepKind.SAY, "", "", role="")
    for index, (draft, after) in enumerate(pairwise([*drafts, last]), start=1):
        steps.append(_step(draft, index, Cleaner(counts)))
        if after.role != draft.role:
            turns.append(Turn(index=len(turns) + 1, role=draft.role, steps=tuple(steps)))
            steps = []
    return turns


def _step(draft: Draft, index: int, cleaner: Cleaner) -> Step:
    return Step(
        index=index,
        kind=draft.kind,
        author=cleaner.name(draft.author),
        text=cleaner.text(draft.text),
        tool=cleaner.name(draft.tool),
        data=cleaner.value(draft.data),
        call=draft.call,
        at=draft.at,
        flags=tuple(draft.flags),
    )
