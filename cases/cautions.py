"""Text of a case that addresses a grader or gives orders to a model. Pure.

Nothing is hidden or changed for it: the case is marked, so that a lead can look at what a judge
made of it. What is kept is the step and the name of the rule, never the text.
"""

import base64
import binascii
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from cases.caution_rules import ENCODED, HIDDEN, RULES
from cases.transcript import Step, StepKind

# More than anybody reads; a case with that many is suspicious enough.
MOST = 200
# Characters looked at from each end of a step. A judge is sent far less of a step's two ends, so
# that what stands between them reaches none.
LOOKED_AT = 200_000
_TOKEN = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{24,40000}={0,2}(?![\w+/=-])")
_TOKENS = 200
_TAGS = re.compile("[\U000e0020-\U000e007e]{3,}")
# A flag such as Scotland's is a black flag with tags behind it.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
_UNSEEN = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_LATIN_TWINS = str.maketrans("асеорхуіјѕԁɡԛԝАВЕКМНОРСТХ", "aceopxyijsdgqwABEKMHOPCTX")
_MIXED = re.compile(r"[A-Za-z][а-яіјѕԁА-Я]|[а-яіјѕԁА-Я][A-Za-z]")


class Caution(TypedDict):
    step: int
    rule: str


def find_cautions(steps: Iterable[Step]) -> list[Caution]:
    """The places of a case that a lead should know of: each rule once a step, in order."""
    found: list[Caution] = []
    for step in steps:
        rules: dict[str, None] = {}
        for text in _ends(list(texts_of(step))):
            rules |= dict.fromkeys(rules_in(text))
        found += [Caution(step=step.index, rule=rule) for rule in rules]
        if len(found) >= MOST:
            return found[:MOST]
    return found


def rules_in(text: str) -> list[str]:
    """The names of the rules that a text meets."""
    if len(text) < 4:
        return []
    plain = _plain(text)
    found = _matching(plain)
    if _hides(text, plain, found):
        found.append(HIDDEN)
    if any(_matching(_plain(order)) for order in _decoded(text)):
        found.append(ENCODED)
    return found


def texts_of(step: Step) -> Iterator[str]:
    """The texts of a step that are looked at: what was said, or each text in its data."""
    if step.kind in (StepKind.SAY, StepKind.ERROR):
        yield step.text
    elif step.data is not None:
        yield from _strings(step.data)


def _ends(texts: list[str]) -> list[str]:
    """Texts of a step from both of its ends, as much as is looked at."""
    if sum(map(len, texts)) <= 2 * LOOKED_AT:
        return texts
    head, tail = "\n".join(_up_to(texts)), "\n".join(_up_to([t[::-1] for t in texts[::-1]]))
    return [head[:LOOKED_AT], tail[:LOOKED_AT][::-1]]


def _up_to(texts: Iterable[str]) -> Iterator[str]:
    room = LOOKED_AT
    for text in texts:
        if room <= 0:
            return
        yield text[:room]
        room -= len(text)


def _strings(value: Any) -> Iterator[str]:
    """All texts in a value, keys too: whoever writes a result may write both."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            waiting += [text for pair in reversed(item.items()) for text in reversed(pair)]
        elif isinstance(item, list):
            waiting += reversed(item)


def _plain(text: str) -> str:
    """`text` as a model reads it: nothing unseen, tags as letters, one kind of white space."""
    text = _TAGS.sub(lambda found: _untagged(found.group()), _FLAG.sub("", text))
    text = unicodedata.normalize("NFKC", _UNSEEN.sub("", text))
    if _MIXED.search(text):
        text = text.translate(_LATIN_TWINS)
    return re.sub(r"[^\S\n]+", " ", text)


def _untagged(tags: str) -> str:
    return "".join(chr(ord(char) - 0xE0000) for char in tags)


def _matching(plain: str) -> list[str]:
    """Rules met by the lines of a text, or by the text as one line."""
    low = plain.casefold()
    flat = plain.replace("\n", " ") if "\n" in plain else ""
    return [
        rule.name
        for rule in RULES
        if any(word in low for word in rule.needs)
        and (rule.pattern.search(plain) or (flat and rule.pattern.search(flat)))
    ]


def _hides(text: str, plain: str, found: list[str]) -> bool:
    """Whether characters hide something: letters as tags, or words that only show what they are
    without what no screen shows. A turned direction alone is common in mixed scripts."""
    if _TAGS.search(_FLAG.sub("", text)):
        return True
    return bool(_UNSEEN.search(text)) and found != _matching(text)


def _decoded(text: str) -> Iterator[str]:
    """What stands in the text in base64, where it is text."""
    for place, token in enumerate(_TOKEN.finditer(text)):
        if place >= _TOKENS:
            return
        standard = token.group().replace("-", "+").replace("_", "/").rstrip("=")
        try:
            data = base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)
            decoded = data.decode()
        except (binascii.Error, ValueError):
            continue
        if decoded.isprintable() or "\n" in decoded:
            yield decoded
