"""Templates into text and values, with the place of everything that was filled in."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks.redaction_corpus import values
from benchmarks.redaction_corpus.bank import AsJson, Bank, Cell, Plain
from benchmarks.redaction_corpus.labels import Path
from benchmarks.redaction_corpus.people import Person

_PLACE = re.compile(r"\{(?:(?P<who>[pqr])\.)?(?P<what>[a-z_]+)(?P<cue>!)?\}")
KINDS = {
    **dict.fromkeys(("name", "first", "last", "full"), "PERSON"),
    **dict.fromkeys(("address", "street", "code"), "ADDRESS"),
    **dict.fromkeys(("secret", "password"), "SECRET"),
    "email": "EMAIL",
    "phone": "PHONE",
    "card": "CARD",
    "iban": "IBAN",
    "id": "ID",
    "ip": "IP",
    "born": "DOB",
}
_NEUTRAL = {"town"}
_UNLABELLED = {"idword"}


@dataclass(frozen=True, slots=True)
class Mark:
    """A filled-in place of the leaf at `path`. `label` is "private", "kept" or "neutral"."""

    label: str
    path: Path
    start: int
    end: int
    kind: str
    form: str
    where: str
    template: str
    who: str
    origin: str
    cue: bool


class Renderer:
    """Fills the templates of one case. Orders, products and people stay the same all through it,
    but for amounts and for `{order_new}` and the like, which are drawn anew each time."""

    def __init__(self, bank: Bank, rng: Random) -> None:
        self._bank = bank
        self._rng = rng
        self._makers = bank.makers or values.MAKERS
        self._people: dict[str, Person] = {}
        self._kept: dict[str, str] = {}

    def person(self, who: str) -> Person:
        if who not in self._people:
            self._people[who] = Person(self._bank, self._rng)
        return self._people[who]

    def sentence(self, template: str, name: str, path: Path) -> tuple[str, list[Mark]]:
        """`template` filled in as a sentence; its marks are of "text"."""
        return self._filled(template, name, path, "text")

    def value(self, template: Any, name: str, path: Path, spell: Callable[[str], str]) -> Any:
        """(value, marks) of a result; `spell` writes its keys in the case's style."""
        if isinstance(template, Mapping):
            record: dict[str, Any] = {}
            marks: list[Mark] = []
            for key, item in template.items():
                written = spell(key)
                record[written], more = self.value(item, name, (*path, written), spell)
                marks += more
            return record, marks
        if isinstance(template, (list, tuple)):
            made = [self.value(t, name, (*path, n), spell) for n, t in enumerate(template)]
            return [value for value, _ in made], [mark for _, more in made for mark in more]
        if isinstance(template, AsJson):
            inner, marks = self.value(template.value, name, (), spell)
            return _as_json(inner, marks, path)
        if isinstance(template, Cell):
            return self._filled(template.template, name, path, "table")
        if isinstance(template, Plain):
            return self._filled(template.template, name, path, "unhinted")
        if isinstance(template, str):
            return self._leaf(template, name, path)
        return template, []

    def _leaf(self, template: str, name: str, path: Path) -> tuple[Any, list[Mark]]:
        if template == "{note}":
            notes = self._bank.sentences.note
            number = self._rng.randrange(len(notes))
            return self.sentence(notes[number], f"note-{number}", path)
        alone = _PLACE.fullmatch(template) is not None
        text, marks = self._filled(template, name, path, "hinted" if alone else "text")
        if alone and template == "{amount_number}":
            return float(text), marks
        return text, marks

    def _filled(self, template: str, name: str, path: Path, where: str) -> tuple[str, list[Mark]]:
        pieces: list[str] = []
        marks: list[Mark] = []
        length = end = 0
        for place in _PLACE.finditer(template):
            before = template[end : place.start()]
            text, more = self._place(place, where)
            start = length + len(before)
            for label, kind, form, begin, stop, origin in more:
                marks.append(
                    Mark(
                        *(label, path, start + begin, start + stop, kind, form),
                        *(_where(where, label), name, place["who"] or "", origin),
                        cue=bool(place["cue"]),
                    )
                )
            pieces += [before, text]
            length, end = start + len(text), place.end()
        return "".join([*pieces, template[end:]]), marks

    def _place(
        self, place: re.Match[str], where: str
    ) -> tuple[str, list[tuple[str, str, str, int, int, str]]]:
        """The text for a place, and (label, kind, form, start, end, origin) of what is in it."""
        what = place["what"]
        if place["who"] is None:
            text = self._business(what)
            kind = what.partition("_")[0]
            return text, [("kept", kind, "any", 0, len(text), "")]
        person = self.person(place["who"])
        if what in _UNLABELLED:
            return person.id_word, []
        written = person.written(what, in_field=where != "text")
        whole = (0, len(written.text))
        if what in _NEUTRAL:
            return written.text, [("neutral", what, what, *whole, "")]
        kind = KINDS[what]
        found = [("private", kind, written.form, *whole, person.origin)]
        found += [
            ("private", kind, form, start, end, person.origin) for form, start, end in written.parts
        ]
        return written.text, found

    def _business(self, what: str) -> str:
        name, _, new = what.partition("_")
        if name == "amount":
            return f"{self._rng.uniform(3, 900):.2f}" if new else self._drawn(name)
        if new or name not in self._kept:
            self._kept[name] = self._drawn(name)
        return self._kept[name]

    def _drawn(self, name: str) -> str:
        rng, bank, makers = self._rng, self._bank, self._makers
        ways: dict[str, Callable[[], str]] = {
            "order": lambda: values.order(rng, bank.orders),
            "sku": lambda: values.order(rng, bank.skus),
            "ticket": lambda: values.order(rng, bank.tickets),
            "amount": lambda: makers.amount(rng),
            "product": lambda: rng.choice(bank.products),
            "carrier": lambda: rng.choice(bank.carriers),
            "tool": lambda: rng.choice(bank.exchanges).tool,
            "date": lambda: makers.day(rng),
            "weekday": lambda: rng.choice(values.WEEKDAYS),
            "tracking": lambda: makers.tracking(rng),
            "uuid": lambda: values.identifier(rng),
            "stamp": lambda: values.timestamp(rng),
        }
        return ways[name]()


def _where(where: str, label: str) -> str:
    return where if label == "private" or where == "text" else "value"


def _as_json(value: Any, marks: list[Mark], path: Path) -> tuple[str, list[Mark]]:
    """`value` as JSON, and its marks moved to their places in it."""
    by_path: dict[Path, list[Mark]] = {}
    for mark in marks:
        by_path.setdefault(mark.path, []).append(mark)
    pieces: list[str] = []
    moved: list[Mark] = []

    def write(item: Any, inner: Path) -> None:
        if isinstance(item, dict):
            pieces.append("{")
            for number, (key, entry) in enumerate(item.items()):
                pieces.append(f"{', ' if number else ''}{json.dumps(key, ensure_ascii=False)}: ")
                write(entry, (*inner, key))
            pieces.append("}")
        elif isinstance(item, list):
            pieces.append("[")
            for number, entry in enumerate(item):
                pieces.append(", " if number else "")
                write(entry, (*inner, number))
            pieces.append("]")
        else:
            written = json.dumps(item, ensure_ascii=False)
            quote = int(isinstance(item, str))
            at = sum(map(len, pieces)) + quote
            for mark in by_path.get(inner, ()):
                text = str(item)
                start = at + len(_escaped(text[: mark.start]))
                stop = start + len(_escaped(text[mark.start : mark.end]))
                moved.append(_moved(mark, path, start, stop))
            pieces.append(written)

    write(value, ())
    return "".join(pieces), moved


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _moved(mark: Mark, path: Path, start: int, end: int) -> Mark:
    return Mark(
        *(mark.label, path, start, end, mark.kind, mark.form, mark.where),
        *(mark.template, mark.who, mark.origin, mark.cue),
    )
