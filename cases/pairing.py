"""Which cases can be compared: two answers to one conversation, alike up to a point. Pure.

A conversation of n cases has up to n(n - 1)/2 pairs, so they are counted by formula and come one
by one, never all at once.
"""

import hashlib
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from cases.transcript import Turn


@dataclass(frozen=True, slots=True)
class Side:
    """A case as it can stand in a pair. `content` is the same for cases that say the same in
    everything."""

    case_id: int
    key: str
    conversation: str
    version: str
    content: str


Pair = tuple[Side, Side]


def said_by_user(turns: Iterable[Turn]) -> tuple[str, ...]:
    """What the user said, turn by turn, without regard to case and white space."""
    return tuple(" ".join(turn.text.casefold().split()) for turn in turns if turn.role == "user")


def shared_turns(first: Sequence[str], second: Sequence[str]) -> int:
    """How many turns two users have in common from the beginning."""
    shared = 0
    while shared < min(len(first), len(second)) and first[shared] == second[shared]:
        shared += 1
    return shared


def can_be_compared(first: Side, second: Side, *, any_version: bool = False) -> bool:
    """Whether two cases are of one conversation and differ: in content, and in version as well
    unless `any_version`."""
    return (
        first.conversation == second.conversation
        and first.content != second.content
        and (any_version or first.version != second.version)
    )


def count_pairs(sides: Iterable[Side], *, any_version: bool = False) -> int:
    """How many two of the cases can be compared."""
    return sum(_count(members, any_version) for members in _by_conversation(sides).values())


def pairs_in_rounds(
    sides: Iterable[Side], *, seed: int, any_version: bool = False
) -> Iterator[Pair]:
    """Every two cases that can be compared, in an order that the seed and the keys decide.

    One of each conversation comes before a second of any, and within one the cases take turns, so
    that nothing is compared over and over. The sides of a pair are in the order of their keys.
    """
    conversations = _by_conversation(sides)
    names = sorted(conversations, key=lambda name: _place(seed, name))
    waiting = deque(_pairs_of(conversations[name], seed, any_version) for name in names)
    while waiting:
        pairs = waiting.popleft()
        if pair := next(pairs, None):
            yield pair
            waiting.append(pairs)


def most_shared(sides: Iterable[Side]) -> tuple[str, str] | None:
    """The two versions that answered the most conversations both; None where no two did.

    Cases whose version nobody said count for none.
    """
    shared: Counter[tuple[str, ...]] = Counter()
    for members in _by_conversation(sides).values():
        shared.update(combinations(sorted({side.version for side in members} - {""}), 2))
    if not shared:
        return None
    first, second = max(sorted(shared), key=lambda versions: shared[versions])
    return first, second


def _by_conversation(sides: Iterable[Side]) -> dict[str, list[Side]]:
    conversations: dict[str, list[Side]] = defaultdict(list)
    for side in sides:
        conversations[side.conversation].append(side)
    return conversations


def _count(members: Sequence[Side], any_version: bool) -> int:
    """Pairs in a conversation: all, less those of one content and those of one version, more
    those of both, which were taken off twice."""
    count = _two_of(len(members)) - _alike(side.content for side in members)
    if any_version:
        return count
    both = _alike((side.version, side.content) for side in members)
    return count - _alike(side.version for side in members) + both


def _alike(values: Iterable[object]) -> int:
    return sum(_two_of(count) for count in Counter(values).values())


def _two_of(count: int) -> int:
    return count * (count - 1) // 2


def _pairs_of(members: Sequence[Side], seed: int, any_version: bool) -> Iterator[Pair]:
    """Pairs of a conversation: each case with the next one in a drawn order, then with the one
    after that, and so on around."""
    ordered = sorted(members, key=lambda side: _place(seed, side.key))
    size = len(ordered)
    around = (
        (ordered[place], ordered[(place + step) % size])
        for step in range(1, size // 2 + 1)
        # Halfway round each pair would come twice.
        for place in range(size // 2 if 2 * step == size else size)
    )
    found = (
        (first, second) if first.key < second.key else (second, first)
        for first, second in around
        if can_be_compared(first, second, any_version=any_version)
    )
    # Ends with the last one instead of looking for more among the rest.
    yield from islice(found, _count(members, any_version))


def _place(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}\n{name}".encode()).hexdigest()
