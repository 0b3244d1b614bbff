"""What a redactor hid in labelled cases: recall, precision and what it took that should stay.

A value counts as found when every letter and digit of it is hidden ("full"), and as touched when
some of it is ("any"). A kept value counts as taken when any letter or digit of it is hidden.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.redaction_corpus import Kept, LabelledCase, Path, Private
from cases.redaction.spelling import bare
from cases.transcript import Step, Turn, steps_of

# (step, path of the leaf) -> hidden places of it as (start, end).
Hidden = Mapping[tuple[int, Path], Sequence[tuple[int, int]]]
_PSEUDONYM = re.compile(r"<[A-Z][A-Z_]*_\d+>")


def wilson(found: int, count: int) -> tuple[float, float]:
    """The 95 % Wilson interval of `found` of `count`; (0, 1) where there is nothing."""
    if not count:
        return 0.0, 1.0
    z, share = 1.959964, found / count
    centre = share + z * z / (2 * count)
    spread = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    below = 1 + z * z / count
    return max(0.0, (centre - spread) / below), min(1.0, (centre + spread) / below)


@dataclass(slots=True)
class Share:
    """`full` and `any` of `count`."""

    count: int = 0
    full: int = 0
    any: int = 0

    def add(self, *, full: bool, touched: bool) -> None:
        self.count += 1
        self.full += full
        self.any += touched

    def as_json(self) -> dict[str, Any]:
        low, high = wilson(self.full, self.count)
        share: dict[str, float | None] = {"full": None, "any": None}
        if self.count:
            share = {
                "full": round(self.full / self.count, 4),
                "any": round(self.any / self.count, 4),
            }
        return {"n": self.count, **share, "low": round(low, 4), "high": round(high, 4)}


@dataclass(slots=True)
class Score:
    """Tallies over many cases. Keys of `recall` are (group, where), of `taken` (kind, where).

    `forms` tells countries, issuers and spellings apart: (kind, form). `listed` are words, bare
    and in lower case, that the redactor knows as names: people without any are counted apart.
    """

    listed: frozenset[str] = frozenset()
    recall: dict[tuple[str, str], Share] = field(default_factory=dict)
    taken: dict[tuple[str, str], Share] = field(default_factory=dict)
    forms: dict[tuple[str, str], Share] = field(default_factory=dict)
    missed: Counter[str] = field(default_factory=Counter)
    overdone: Counter[str] = field(default_factory=Counter)
    places: int = 0
    right_places: int = 0
    other_letters: int = 0
    other_hidden: int = 0

    @property
    def precision(self) -> float | None:
        return self.right_places / self.places if self.places else None

    @property
    def over_share(self) -> float | None:
        return self.other_hidden / self.other_letters if self.other_letters else None

    def add(self, case: LabelledCase, hidden: Hidden) -> None:
        leaves = dict(leaves_of(case.turns))
        for value in case.private:
            text = leaves[value.step, value.path]
            covered = _covered(text, hidden.get((value.step, value.path), ()))
            letters = _letters(text, value.start, value.end)
            full, touched = letters <= covered, bool(letters & covered)
            for group in (*groups_of(value, case), *self._by_list(value, text)):
                share = self.recall.setdefault((group, value.where), Share())
                share.add(full=full, touched=touched)
            if value.where == "text":
                share = self.forms.setdefault((value.kind.lower(), value.form), Share())
                share.add(full=full, touched=touched)
            if not full:
                self.missed[f"{value.template} {value.kind} {value.form} {value.where}"] += 1
        for kept in case.kept:
            self._add_kept(kept, leaves[kept.step, kept.path], hidden)
        self._add_rest(case, leaves, hidden)

    def _by_list(self, value: Private, text: str) -> list[str]:
        if not self.listed or value.kind != "PERSON" or value.form == "native":
            return []
        if value.where != "text":
            return []
        words = set(re.split(r"[\s,'-]+", bare(text[value.start : value.end]).text.casefold()))
        return [f"person, {'some' if words & self.listed else 'no'} word of the name on the list"]

    def _add_kept(self, kept: Kept, text: str, hidden: Hidden) -> None:
        covered = _covered(text, hidden.get((kept.step, kept.path), ()))
        letters = _letters(text, kept.start, kept.end)
        share = self.taken.setdefault((kept.kind, kept.where), Share())
        share.add(full=letters <= covered, touched=bool(letters & covered))
        if letters & covered:
            self.overdone[f"{kept.template} {kept.kind} {kept.where}"] += 1

    def _add_rest(
        self, case: LabelledCase, leaves: Mapping[tuple[int, Path], str], hidden: Hidden
    ) -> None:
        gold: dict[tuple[int, Path], set[int]] = {}
        neutral: dict[tuple[int, Path], set[int]] = {}
        for value in case.private:
            place = (value.step, value.path)
            gold.setdefault(place, set()).update(range(value.start, value.end))
        for step, path, start, end in case.neutral:
            neutral.setdefault((step, path), set()).update(range(start, end))
        for place, text in leaves.items():
            private, aside = gold.get(place, set()), neutral.get(place, set())
            others = _letters(text, 0, len(text)) - private - aside
            places = hidden.get(place, ())
            self.other_letters += len(others)
            self.other_hidden += len(others & _covered(text, places))
            for start, end in places:
                letters = _letters(text, start, end)
                if letters and not letters <= aside:
                    self.places += 1
                    self.right_places += bool(letters & private)


def groups_of(value: Private, case: LabelledCase) -> list[str]:
    """The lines of the table that a private value counts in."""
    if value.kind == "ADDRESS":
        if value.form == "postcode":
            return ["postcode"]
        part, *elsewhere = value.form.split()[:-1]
        line = "street line" if part == "street" else "address"
        return [f"{line}, other countries" if elsewhere else line]
    if value.kind == "SECRET":
        # Keys have a shape; passwords only have words around them.
        return ["secret", "password" if value.form == "password" else "key"]
    if value.kind != "PERSON":
        return [value.kind.lower()]
    if value.form == "native":
        return ["person, other script"]
    if value.where != "text":
        return ["person"]
    words = {"first": 0, "first lower": 0}
    known = case.names.get(value.who, frozenset())
    named = len(known) > 1 or (bool(known) and value.form in words)
    group = "person, also in a field" if named else "person, only in sentences"
    cue = "behind a cue" if value.cue else "no cue"
    return ["person", group, f"{group}, {cue}"]


def leaves_of(turns: Iterable[Turn]) -> list[tuple[tuple[int, Path], str]]:
    """((step, path), text) of everything said and every value; numbers as they are written."""
    found: list[tuple[tuple[int, Path], str]] = []
    for step in steps_of(turns):
        if step.text:
            found.append(((step.index, ()), step.text))
        found += [((step.index, path), text) for path, text in _leaves(step.data, ())]
    return found


def _leaves(value: Any, path: Path) -> list[tuple[Path, str]]:
    if isinstance(value, dict):
        return [leaf for key, item in value.items() for leaf in _leaves(item, (*path, key))]
    if isinstance(value, list):
        return [leaf for place, item in enumerate(value) for leaf in _leaves(item, (*path, place))]
    return [] if value is None or isinstance(value, bool) else [(path, str(value))]


def hidden_in(before: Sequence[Turn], after: Sequence[Turn]) -> Hidden:
    """What pseudonyms took the place of, read off the redacted turns alone.

    Raises ValueError where a text changed in another way, or a key is not what it was.
    """
    old, new = leaves_of(before), leaves_of(after)
    if [place for place, _ in old] != [place for place, _ in new]:
        raise ValueError("redaction changed the shape of a case")
    return {
        place: replaced(text, changed)
        for (place, text), (_, changed) in zip(old, new, strict=True)
        if text != changed
    }


def replaced(before: str, after: str) -> list[tuple[int, int]]:
    """The places of `before` that stand as pseudonyms in `after`."""
    kept = _PSEUDONYM.split(after)
    pattern = "([\\s\\S]+?)".join(map(re.escape, kept))
    match = re.fullmatch(pattern, before)
    if match is None:
        raise ValueError("redaction changed a text other than by pseudonyms")
    return [match.span(group) for group in range(1, len(kept))]


def _covered(text: str, places: Sequence[tuple[int, int]]) -> set[int]:
    return {at for start, end in places for at in range(start, min(end, len(text)))}


def _letters(text: str, start: int, end: int) -> set[int]:
    return {at for at in range(start, min(end, len(text))) if text[at].isalnum()}


def strings_of(step: Step) -> list[str]:
    """The strings of a step, as a redactor that knows nothing of keys would be given them."""
    return [text for _, text in leaves_of([Turn(1, "agent", (step,))])]
