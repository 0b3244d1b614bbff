"""Excerpts of long texts around what meets a rule of cases.cautions. Pure."""

from collections.abc import Callable, Iterator

# Texts up to so many characters are shown whole.
SHOWN = 1_500
# Long ones are looked through in pieces that overlap by half, and those that meet a rule shown.
PIECE = 600
# Characters of one text that are shown at most.
MOST = 12_000


def excerpt(text: str, meets: Callable[[str], list[str]]) -> str:
    """`text`, or of a long one the pieces that meet a rule, saying how much stands between them.

    `meets` gives the names of the rules that a text meets. A rule that only more than a piece
    meets is looked for by halving what holds it.
    """
    if len(text) <= SHOWN:
        return text
    places: list[tuple[int, int]] = []
    found: set[str] = set()
    for start in range(0, len(text), PIECE // 2):
        if rules := meets(text[start : start + PIECE]):
            found.update(rules)
            places.append((start, min(start + PIECE, len(text))))
    places += [_narrowed(text, rule, meets) for rule in meets(text) if rule not in found]
    return "".join(_with_cuts(text, list(_joined(sorted(places)))))


def _narrowed(text: str, rule: str, meets: Callable[[str], list[str]]) -> tuple[int, int]:
    """A place in which `text` meets a rule that no piece of it meets, as short as is found."""
    start, end = 0, len(text)
    while end - start > PIECE:
        third = (end - start) // 3
        for first, last in ((start, end - third), (start + third, end)):
            if rule in meets(text[first:last]):
                start, end = first, last
                break
        else:
            break
    return start, end


def _joined(places: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places in order, those that touch as one, as many characters as are shown at most."""
    room = MOST
    start, end = places[0] if places else (0, SHOWN)
    for first, last in places[1:]:
        if first <= end:
            end = max(end, last)
            continue
        yield start, min(end, start + room)
        room -= end - start
        if room <= 0:
            return
        start, end = first, last
    yield start, min(end, start + room)


def _with_cuts(text: str, places: list[tuple[int, int]]) -> Iterator[str]:
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
