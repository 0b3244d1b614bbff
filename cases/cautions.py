"""Text of a case that addresses a grader or gives orders to a model. Pure.

Nothing is hidden or changed for it: the case is marked, so that a lead can look at what a judge
made of it. What is kept is the step and the name of the rule, never the text.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, TypedDict

from cases.caution_disguises import (
    hides_data,
    is_spelled_out,
    readings,
    spelled_out,
    without_entities,
    without_marks,
)
from cases.caution_rule import CautionRule
from cases.caution_rules import ENCODED, HIDDEN, OTHER_LANGUAGE, RULES
from cases.transcript import Step, StepKind

# More than anybody reads; a case with that many is suspicious enough.
MOST = 200
# Characters looked at from each end of a step. A judge is sent far less of a step's two ends, so
# that what stands between them reaches none.
LOOKED_AT = 200_000
_TAGS = re.compile("[\U000e0020-\U000e007e]{3,}")
# A flag such as Scotland's is a black flag with tags behind it.
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007f]+")
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0100-\U000e01ef]"
)
_TWINS = "асеорхуіјѕԁɡԛԝһӏгпԍАВЕКМНОРСТХЅІЈαεικνορτυχωηΑΒΕΖΗΙΚΜΝΟΡΤΥΧɑıοⅼ"
_LATIN = "aceopxyijsdgqwhlrngABEKMHOPCTXSIJaeikvoptuxwnABEZHIKMNOPTYXaiol"
_LATIN_TWINS = str.maketrans(_TWINS, _LATIN)
_SMALL_CAPS = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz")
_MIXED = re.compile(r"[A-Za-z][\u0370-\u052f\u0251\u0131]|[\u0370-\u052f\u0251\u0131][A-Za-z]")
_MARKED = re.compile("[A-Za-z][\u0300-\u036f]")

_SHORT = 400
# Words that rules need, with the number of the rule, by their first three letters; of shorter words
# the first letter.
_NEEDED: dict[str, list[tuple[str, int]]] = {}
for _number, _rule in enumerate(RULES):
    for _word in _rule.needs:
        _NEEDED.setdefault(_word[:3] if len(_word) > 2 else _word[:1], []).append((_word, _number))


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
    if _is_disguised(text, plain, found):
        found.append(ENCODED)
    return found


def _is_disguised(text: str, plain: str, found: list[str]) -> bool:
    """Whether a reading of a text meets a rule that the text as it stands does not."""
    if is_spelled_out(text) or any(_matching(words) for words in spelled_out(text)):
        return True
    marked = unicodedata.normalize("NFD", plain)
    if _MARKED.search(marked):
        bare = {*_matching(without_marks(plain))} - {OTHER_LANGUAGE.name}
        if bare - {*found}:
            return True
    return any({*_matching(_plain(said))} - {*found} for said in readings(text))


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
    text = unicodedata.normalize("NFKC", without_entities(_UNSEEN.sub("", text)))
    if _MIXED.search(text):
        text = text.translate(_LATIN_TWINS)
    text = text.translate(_SMALL_CAPS)
    return re.sub(r"[^\S\n]+", " ", text)


def _untagged(tags: str) -> str:
    return "".join(chr(ord(char) - 0xE0000) for char in tags)


def _matching(plain: str) -> list[str]:
    """Rules met by the lines of a text, or by the text as one line."""
    due = _due(plain.casefold())
    flat = plain.replace("\n", " ") if due and "\n" in plain else ""
    return [
        rule.name
        for rule in due
        if rule.pattern.search(plain) or (flat and rule.pattern.search(flat))
    ]


def _due(low: str) -> list[CautionRule]:
    """Rules of which a word is in a text. Most texts are short, and few of all words begin with
    three letters that stand in such a one."""
    if len(low) > _SHORT:
        return [rule for rule in RULES if any(word in low for word in rule.needs)]
    starts = {low[at : at + 3] for at in range(len(low))} | {*low}
    found = {
        number
        for start in starts & _NEEDED.keys()
        for word, number in _NEEDED[start]
        if word in low
    }
    return [RULES[number] for number in sorted(found)]


def _hides(text: str, plain: str, found: list[str]) -> bool:
    """Whether characters hide something: letters as tags, or words that only show what they are
    without what no screen shows. A turned direction alone is common in mixed scripts."""
    if _TAGS.search(_FLAG.sub("", text)) or hides_data(text):
        return True
    return bool(_UNSEEN.search(text)) and found != _matching(text)
