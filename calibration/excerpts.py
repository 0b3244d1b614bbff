"""Excerpts of long texts around what meets a rule of cases.cautions. Pure."""

from collections.abc import Callable, Iterator, Sequence

# Texts up to so many characters are shown whole.
SHOWN = 1_500
# Of long ones the pieces that meet a rule are shown, which overlap by half.
PIECE = 600
# Characters of one text that are shown at most.
MOST = 12_000
# Pieces are looked for only in longer blocks that meet a rule, since most meet none. Blocks
# overlap by as much as what a rule finds is long.
_BLOCK = 6_000
_OVERLAP = 1_300

# The names of the rules that a text meets.
Meets = Callable[[str], list[str]]
# The first character of a place, and the one behind it.
Place = tuple[int, int]


def excerpt(text: str, meets: Meets) -> str:
    """`text`, or of a long one what `places_in` finds, saying how much stands between."""
    return text if len(text) <= SHOWN else around(text, places_in(text, meets))


def places_in(text: str, meets: Meets, within: Sequence[Place] = ()) -> list[Place]:
    """Places of a text that meet a rule, in order, as many as are shown; only `within` some places
    if those are named.

    A rule that only more than a piece meets is looked for by halving the block that holds it.
    """
    places: list[Place] = []
    for first, last in within or [(0, len(text))]:
        for start in range(first, last, _BLOCK - _OVERLAP):
            stop = min(start + _BLOCK, last)
            if rules := meets(text[start:stop]):
                places += _in_block(text, (start, stop), rules, meets)
            if sum(end - begin for begin, end in _joined(places)) >= MOST:
                return sorted(places)
            if stop == last:
                break
    return sorted(places)


def around(text: str, places: Sequence[Place]) -> str:
    """A text's places, saying how much stands before, between and behind them; its beginning if
    there are none."""
    return "".join(_with_cuts(text, list(_joined(places or [(0, SHOWN)]))))


def _in_block(text: str, block: Place, rules: list[str], meets: Meets) -> list[Place]:
    places: list[Place] = []
    found: set[str] = set()
    for start in range(*block, PIECE // 2):
        stop = min(start + PIECE, block[1])
        if met := meets(text[start:stop]):
            found.update(met)
            places.append((start, stop))
    left = [rule for rule in rules if rule not in found]
    return places + [_narrowed(text, block, rule, meets) for rule in left]


def _narrowed(text: str, block: Place, rule: str, meets: Meets) -> Place:
    """A place in which `text` meets a rule that no piece of it meets, as short as is found."""
    start, end = block
    while end - start > PIECE:
        third = (end - start) // 3
        for first, last in ((start, end - third), (start + third, end)):
            if rule in meets(text[first:last]):
                start, end = first, last
                break
        else:
            break
    return start, end


def _joined(places: Sequence[Place]) -> Iterator[Place]:
    """Places in order, those that touch as one, as many characters as are shown at most."""
    if not places:
        return
    room = MOST
    ordered = sorted(places)
    start, end = ordered[0]
    for first, last in ordered[1:]:
        if first <= end:
            end = max(end, last)
            continue
        yield start, min(end, start + room)
        room -= end - start
        if room <= 0:
            return
        start, end = first, last
    yield start, min(end, start + room)


def _with_cuts(text: str, places: list[Place]) -> Iterator[str]:
    at = 0
    for start, end in places:
        if start > at:
            yield _cut(start - at)
        yield text[start:end]
        at = end
    if at < len(text):
        yield _cut(len(text) - at)


def _cut(count: int) -> str:
    return f" [... {count:,} characters cut ...] "
