"""Names behind words that announce somebody: "this is Priya speaking", "signed for by jonas".

Cues are looked up word by word, so that the time taken grows with the text alone.
"""

import re
from collections.abc import Iterator

from cases.redaction.carriers import carrier_places
from cases.redaction.cue_words import (
    AGAIN,
    BELONGINGS,
    BETWEEN,
    DIRECT,
    DONE,
    GREETINGS,
    HERE,
    LABELS,
    LIKE_SOMEBODY,
    PREPOSITIONS,
    SAID_AFTER,
    SIGN_OFFS,
    SO,
    THIS,
    TITLES,
    WILL,
)
from cases.redaction.keys import PERSON
from cases.redaction.name_reading import (
    MEDIUM,
    STRONG,
    SURELY,
    WEAK,
    NameReader,
    is_nobodys,
    worth_of,
)
from cases.redaction.spans import Span

RULE = "introduction"
_CUES = LABELS | GREETINGS | SIGN_OFFS | DIRECT.keys() | PREPOSITIONS.keys() | {"was", "s"}
_ACTS = DONE | HERE | AGAIN | WILL | {"from", "at", "picks", "pick", "pressed", "as"}
_MAIL = re.compile(
    r"[ ]{0,2}(?:[,:-][ ])?[<(\[]?(?:mailto:)?[\w.+'%-]{1,64}@[\w-]{1,63}\.", re.IGNORECASE
)
_MENTION = re.compile(r"(?<![\w.@/+-])@([A-Za-z][\w.-]{2,30})(?![\w@/])")
_CUE_GAP = re.compile(r"[ ,:;\"'(*-]{0,2}[ \"'(/]?|/ ?|[ ]?[:-][ ]?\n?|\. ")
_LIST_GAP = re.compile(r"[,;][ ]?|[ ]?[&+/][ ]?")
_LINE = re.compile(r"[^\n]+")
_LINE_SIGN = re.compile(r"[ \t]*(?:[-–—~*/]{1,2}[ \t]*)?")
# A word that may stand before a name's first: van, de la, J.
_MOST_NAMES, _PARTICLE = 40, 6


class IntroductionFinder:
    """Finds people whom the words beside their name announce."""

    kind = PERSON
    expressions = (_MAIL, _MENTION, _CUE_GAP, _LINE)

    def find(self, text: str) -> list[Span]:
        """Names in `text`, in order of what announces them; they may overlap."""
        reader = NameReader(text)
        if not reader.words or not any(map(worth_of, set(reader.lows))):
            return []
        names = list(self._names(reader))
        carriers = carrier_places(text) if names else []
        spans: dict[tuple[int, int], Span] = {}
        for first, last in names:
            start, end = reader.original(first, last)
            if not any(a < end and start < b for a, b in carriers):
                spans[start, end] = Span(start, end, PERSON, RULE)
        return list(spans.values())

    def _names(self, reader: NameReader) -> Iterator[tuple[int, int]]:
        if "@" in reader.text:
            yield from _beside_mail(reader)
            yield from _mentioned(reader)
        if "\n" in reader.text:
            yield from _signed(reader)
        lows = reader.lows
        for place in range(1, len(lows)):
            if lows[place - 1] in _CUES and worth_of(lows[place]) + (len(lows[place]) < _PARTICLE):
                yield from _behind_a_cue(reader, place)
            if lows[place] in _ACTS and (level := _acts(reader, place)):
                first = reader.name_before(place - 1, level)
                if first is not None:
                    yield first, place - 1
        if "'s " in reader.text:
            for place in range(len(lows)):
                if _owns(reader, place):
                    first = reader.name_before(place, MEDIUM)
                    if first is not None:
                        yield first, place


def _behind_a_cue(reader: NameReader, place: int) -> Iterator[tuple[int, int]]:
    level = _announced(reader, place)
    if not level:
        return
    last = reader.name_at(place, level)
    if last is None and level == WEAK:
        # "it's nasreen again", and no "it's broken again".
        last = reader.name_at(place, STRONG)
        if last is not None and reader.lows[last + 1 : last + 2] not in SAID_AFTER:
            last = None
    if last is not None and _fits(reader, place, last, level):
        yield place, last
        yield from _more(reader, last, level)


def _owns(reader: NameReader, place: int) -> bool:
    """Whether a word is somebody's of whom something is said: "Maartje's account"."""
    if not reader.lows[place].endswith("'s") or not reader.words[place][0].isupper():
        return False
    return reader.lows[place + 1 : place + 2] != [] and reader.lows[place + 1] in BELONGINGS


def _announced(reader: NameReader, place: int) -> int:
    """How surely the words before `place` announce a name there; 0 if they do not."""
    lows = reader.lows
    before = lows[place - 1]
    gap = reader.gap(place)
    if not _CUE_GAP.fullmatch(gap):
        return 0
    if before in LABELS and ":" in gap:
        return SURELY if before not in ("by", "for", "to", "present", "team") else STRONG
    if gap.startswith(".") and before not in TITLES and before not in ("attn", "cust", "o"):
        return 0
    if before in DIRECT:
        return DIRECT[before]
    earlier = lows[place - 2] if place > 1 else ""
    if before == "is" and earlier == "name":
        return SURELY
    if before in PREPOSITIONS:
        said, level = PREPOSITIONS[before]
        if earlier in said or (
            earlier in BETWEEN and place > 2 and lows[place - 3] in said and before != "is"
        ):
            return level
    if before in ("is", "was") and earlier in THIS:
        return WEAK
    if before == "s" and earlier in THIS:
        return WEAK
    if before in GREETINGS or before in SIGN_OFFS:
        return STRONG
    return 0


def _fits(reader: NameReader, first: int, last: int, level: int) -> bool:
    """Whether what follows a name agrees with what announced it: "Hi Ana," and no"
    " "it's dhl that"."""
    before = reader.lows[first - 1]
    behind = reader.behind(last)
    ended = behind in set(',!.\n?;:-–—)"') or reader.is_last(last)
    weak = level == WEAK
    if before in GREETINGS | SIGN_OFFS and before not in DIRECT:
        return ended
    if before == "you" and not ended:
        return False
    if not weak:
        return True
    following = reader.lows[last + 1 : last + 2]
    said = following and following[0] in (
        DONE | HERE | AGAIN | {"from", "and", "with", "at", "calling", "the", "i"}
    )
    return bool(ended or said) or last > first


def _acts(reader: NameReader, place: int) -> int:
    """How surely what a word says is done by somebody named right before it."""
    low = reader.lows[place]
    if place < 1 or reader.gap(place) not in (" ", ", "):
        return 0
    if reader.gap(place) == ", ":
        return 0
    if low in DONE:
        return MEDIUM
    if low in HERE and (reader.behind(place) in set(",.!;:\n-–") or reader.is_last(place)):
        return MEDIUM
    if low in AGAIN and place > 1 and reader.behind(place) in set(",.!"):
        return WEAK if reader.lows[place - 2] not in THIS | {"it's", "its"} else MEDIUM
    if low in WILL:
        following = [w for w in reader.lows[place + 1 : place + 4] if w not in SO][:1]
        return MEDIUM if following and following[0] in LIKE_SOMEBODY else 0
    if low in ("from", "at") and reader.lows[place + 1 : place + 2]:
        where = reader.lows[place + 1 : place + 3]
        known = {"your", "support", "customer", "accounts", "sales", "billing", "reception"}
        return MEDIUM if known & set(where) else 0
    if low in ("picks", "pick", "pressed") or (low == "as" and "contact" in reader.lows[place:]):
        return MEDIUM
    return 0


def _more(reader: NameReader, last: int, level: int) -> Iterator[tuple[int, int]]:
    """Further names of a list: "Ana, Luis and Jörg"."""
    level = STRONG if level == SURELY else MEDIUM
    for _ in range(_MOST_NAMES):
        place = last + 1
        if place >= len(reader):
            return
        gap = reader.gap(place)
        listed = _LIST_GAP.fullmatch(gap) is not None
        if reader.lows[place] in (
            "and",
            "und",
            "et",
            "y",
            "e",
            "en",
            "or",
            "i",
        ) and place + 1 < len(reader):
            place += 1
        elif not listed or (reader.words[place].islower() and level < STRONG):
            return
        found = reader.name_at(place, level)
        if found is None:
            return
        yield place, found
        last = found


def _beside_mail(reader: NameReader) -> Iterator[tuple[int, int]]:
    """Names right before an e-mail address: "Selam Warsame <selam@example.org>"."""
    for place in range(len(reader)):
        if not _MAIL.match(reader.text, reader.ends[place]):
            continue
        if reader.text[reader.ends[place]] not in " ,<([:":
            continue
        bracket = reader.text[reader.ends[place] : reader.ends[place] + 3].strip()[:1] in set("<([")
        first = reader.name_before(place, SURELY if bracket else STRONG)
        if first is not None and not (first == place and is_nobodys(reader.lows[place])):
            yield first, place


def _mentioned(reader: NameReader) -> Iterator[tuple[int, int]]:
    """Names of people in what they are called in a chat: @jonas, @priya.nair."""
    for match in _MENTION.finditer(reader.text):
        handle = match[1].rstrip(".-")
        parts = [part for part in re.split(r"[\d._-]+", handle.lower()) if len(part) > 1]
        worths = [worth_of(part) for part in parts]
        if worths and min(worths) > 0 and max(worths) > 1:
            start, end = match.start(1), match.start(1) + len(handle)
            inside = [
                place
                for place in range(len(reader))
                if start <= reader.starts[place] and reader.ends[place] <= end
            ]
            if inside:
                yield inside[0], inside[-1]


def _signed(reader: NameReader) -> Iterator[tuple[int, int]]:
    """Names that stand in a line by themselves, below a sign-off or behind a dash at the end."""
    lines = [(match.start(), match.end()) for match in _LINE.finditer(reader.text)]
    places = iter(range(len(reader)))
    by_line: list[list[int]] = []
    place = next(places, None)
    for start, end in lines:
        inside = []
        while place is not None and reader.starts[place] < end:
            if reader.starts[place] >= start:
                inside.append(place)
            place = next(places, None)
        by_line.append(inside)
    above: list[str] = []
    for number, ((start, _), words) in enumerate(zip(lines, by_line, strict=True)):
        if not words:
            continue
        low = [reader.lows[place] for place in words]
        dashed = reader.text[start:].lstrip(" \t")[:1] in set("-–—~/*") if start else False
        last_line = number >= len(lines) - 1
        if _closes(above) or (dashed and last_line):
            found = reader.name_at(words[0], SURELY if _closes(above) else STRONG)
            whole = found is not None and (
                found == words[-1] or reader.behind(found) in set(",|(-–/")
            )
            if whole and found is not None and not all(map(is_nobodys, low)):
                yield words[0], found
        above = low


def _closes(words: list[str]) -> bool:
    """Whether a line is a sign-off: "Kind regards", "Thanks so much for your help", "mfg"."""
    if not words or len(words) > 7:
        return False
    return words[0] in SIGN_OFFS or words[-1] in SIGN_OFFS
