"""Which cases can be compared: two answers to one conversation, alike up to a point. Pure."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from cases.transcript import Turn


@dataclass(frozen=True, slots=True)
class Side:
    """A case as it can stand in a pair. `said` is what its user said, turn by turn; `content` is
    the same for cases that say the same in everything."""

    case_id: int
    key: str
    conversation: str
    version: str
    said: tuple[str, ...]
    content: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two cases whose users said the same in the first `shared` turns."""

    first: Side
    second: Side
    shared: int

    @property
    def versions_differ(self) -> bool:
        return self.first.version != self.second.version


def said_by_user(turns: Iterable[Turn]) -> tuple[str, ...]:
    """What the user said, turn by turn, without regard to case and white space."""
    return tuple(" ".join(turn.text.casefold().split()) for turn in turns if turn.role == "user")


def shared_turns(first: Sequence[str], second: Sequence[str]) -> int:
    """How many turns two users have in common from the beginning."""
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return shared


def candidates(sides: Iterable[Side], *, any_version: bool = False) -> list[Candidate]:
    """Every two cases of one conversation whose users begin alike and whose content differs.

    Of one agent version only with `any_version`. In an order that only the keys decide.
    """
    conversations: dict[str, list[Side]] = defaultdict(list)
    for side in sides:
        conversations[side.conversation].append(side)
    found = []
    for _, members in sorted(conversations.items()):
        for first, second in combinations(sorted(members, key=lambda side: side.key), 2):
            shared = shared_turns(first.said, second.said)
            same_version = first.version == second.version
            if shared and first.content != second.content and (any_version or not same_version):
                found.append(Candidate(first, second, shared))
    return found


def choose(found: Sequence[Candidate], limit: int, *, seed: int) -> list[Candidate]:
    """At most `limit` of the candidates, the same for one seed: one of each conversation before a
    second of any, so that no conversation is compared over and over."""
    taken: dict[str, int] = defaultdict(int)
    rounds = []
    for candidate in sorted(found, key=lambda c: _order(c, seed)):
        conversation = candidate.first.conversation
        rounds.append((taken[conversation], candidate))
        taken[conversation] += 1
    # Stable: within a round the order stays that of the seed.
    return [candidate for _, candidate in sorted(rounds, key=lambda row: row[0])[:limit]]


def _order(candidate: Candidate, seed: int) -> str:
    text = f"{seed}\n{candidate.first.key}\n{candidate.second.key}"
    return hashlib.sha256(text.encode()).hexdigest()
