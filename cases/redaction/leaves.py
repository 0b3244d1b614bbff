"""Walking the values of a step: every leaf with what its key says, keys left alone."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cases.redaction.carriers import is_carrier_key, names_a_carrier
from cases.redaction.keys import (
    ADDRESS,
    EMAIL,
    KEEP,
    PERSON,
    PHONE,
    USER,
    is_code_key,
    personal_record,
    value_hint,
    words_of,
)
from cases.redaction.names import word_set
from cases.redaction.policy import Policy
from cases.redaction.roles import is_written_like_a_name, may_be_somebodys
from cases.redaction.spelling import bare
from cases.redaction.tables import header, is_rows, pair_name, table_of

_PRODUCT = {"title", "sku", "brand", "model"} | word_set(
    "item items product products article articles goods merchandise artikel articulo produkt"
    " produkte"
    " producto productos prodotto prodotti produit produits produto produtos artigo articolo"
    " articoli"
    " towar vare varer vara bezeichnung designation edition variant style collection lines basket"
    " cart wishlist purchases positionen"
)
# Names of things are often three words long, and often somebody's: Royal Mail Tracked.
_THINGS = (
    _PRODUCT - {"title"}
    | {"carrier", "depot", "warehouse", "category", "plan", "tier"}
    | {
        "tool",
        "country",
        "language",
        "channel",
        "tracking",
        "color",
        "colour",
    }
)
_SOLD = {"price", "sku", "brand", "stock"}
_SHORT_PHONE, _LONGEST_KEY = 6, 60
_LETTERS = re.compile(r"[^\W\d_]{2,}")


# Stands in a path where the value is a string that holds JSON; what follows is the path inside.
INSIDE = "\x00json"


@dataclass(frozen=True, slots=True)
class Leaf:
    """A string (or number) at the end of a path. `hint` is a kind, KEEP or None; `code` says that
    digits in it are an id, a date or an amount; `key` is the key that it stands under."""

    value: str | int | float
    hint: str | None
    product: bool = False
    code: bool = False
    key: str = ""
    path: tuple[str | int, ...] = ()


@dataclass(frozen=True, slots=True)
class Walker:
    """Puts every leaf of a value through `change`, and every key through `rename` if there is one.
    A string that holds JSON is walked as well."""

    policy: Policy
    change: Callable[[Leaf], Any]
    rename: Callable[[str], str] | None = None

    def walk(
        self, value: Any, *, key: str = "", parent: str = "", path: tuple[str | int, ...] = ()
    ) -> Any:
        """`value` with its leaves and keys changed."""
        if isinstance(value, Mapping):
            return self._object(value, key, path)
        if isinstance(value, (list, tuple)):
            return self._list(value, key, parent, path)
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, str) and (inner := parsed(value)) is not None:
            changed = self.walk(inner, key=key, parent=parent, path=(*path, INSIDE))
            return value if changed == inner else json.dumps(changed, ensure_ascii=False)
        return self.change(self._leaf(value, key, parent, path))

    def _object(self, record: Mapping[str, Any], key: str, path: tuple[str | int, ...]) -> Any:
        about = _about(record)
        columns, rows = table_of(record)
        done: dict[str, Any] = {}
        for name, item in record.items():
            if name == rows:
                changed: Any = [
                    self._row(row, columns, (*path, name, place)) for place, row in enumerate(item)
                ]
            else:
                told = self._told(record, name, key)
                changed = self._entry(name, item, key, about, told, (*path, name))
            done[self._new_name(name, done)] = changed
        return done

    def _list(
        self, items: Sequence[Any], key: str, parent: str, path: tuple[str | int, ...]
    ) -> Any:
        """A list; a table with the names of its columns in its first row, and a pair such as
        ["phone", "0161 …"], are read by those names."""
        if len(items) == 2 and (name := pair_name(items)):
            value = self.walk(items[1], key=name, path=(*path, 1))
            return [self.walk(items[0], key=key, parent=parent, path=(*path, 0)), value]
        columns = header(items[0]) if len(items) > 1 and is_rows(items) else None
        first = 0
        done: list[Any] = []
        if columns:
            first = 1
            done = [self.walk(items[0], key=key, parent=parent, path=(*path, 0))]
        for place, item in enumerate(items[first:], start=first):
            where = (*path, place)
            if columns:
                done.append(self._row(item, columns, where))
            else:
                done.append(self.walk(item, key=key, parent=parent, path=where))
        return done

    def _row(
        self, cells: Sequence[Any], columns: Sequence[str], path: tuple[str | int, ...]
    ) -> list[Any]:
        """A row of a table as if each cell stood below the name of its column."""
        about = _about(dict.fromkeys(columns, ""))
        done = []
        for place, cell in enumerate(cells):
            where = (*path, place)
            name = columns[place] if place < len(columns) else ""
            done.append(
                self._entry(name, cell, "", about, None, where)
                if name
                else self.walk(cell, path=where)
            )
        return done

    def _new_name(self, name: str, taken: Mapping[str, Any]) -> str:
        new = self.rename(name) if self.rename else name
        number = 1
        while new in taken:  # two spellings of one person, each with something below it
            number += 1
            new = f"{new.split(' #')[0]} #{number}"
        return new

    def _leaf(self, value: Any, key: str, parent: str, path: tuple[str | int, ...]) -> Leaf:
        policy = self.policy
        hint = policy.hint(key, parent) if key else None
        if self._is_carrier(value, key, parent):
            return Leaf(value, KEEP, product=True, code=True, key=key, path=path)
        if self._is_somebody(value, key, parent, hint):
            return Leaf(value, PERSON, key=key, path=path)
        if hint != KEEP or key in policy.keep_keys:
            code = hint is None and bool(key) and is_code_key(key, parent) and not _is_prose(value)
            return Leaf(value, hint, code=code, key=key, path=path)
        if policy.switched_off(key, parent):
            return Leaf(value, KEEP, code=True, key=key, path=path)
        words = {*words_of(key), *words_of(parent)}
        if not words & _THINGS and _is_prose(value):
            # A status of three words or a title is somebody's sentence.
            return Leaf(value, None, key=key, path=path)
        product, code = bool(words & _PRODUCT), is_code_key(key, parent)
        return Leaf(value, hint, product=product, code=code, key=key, path=path)

    def _is_somebody(self, value: Any, key: str, parent: str, hint: str | None) -> bool:
        """Whether a key that may be a person's has a value that is written like a name."""
        policy = self.policy
        if not isinstance(value, str) or not policy.hides(PERSON):
            return False
        if key in policy.hide_keys or key in policy.keep_keys:
            return False
        if hint == USER:
            return " " in value.strip() and is_written_like_a_name(value)
        own = hint is None or (hint == KEEP and words_of(parent)[-1:] == ("agent",))
        own = own or (hint == KEEP and words_of(key)[-2:-1] == ("agent",))
        return own and may_be_somebodys(key, parent) and is_written_like_a_name(value)

    def _is_carrier(self, value: Any, key: str, parent: str) -> bool:
        policy = self.policy
        if not isinstance(value, str) or not is_carrier_key(key, parent):
            return False
        if key in policy.hide_keys or key in policy.keep_keys:
            return False
        hint = policy.hint(key, parent)
        return hint in (None, PERSON, KEEP) and names_a_carrier(value, somebody=hint == PERSON)

    def _told(self, record: Mapping[str, Any], name: str, key: str) -> str | None:
        """What stands beside a value and says what it is, unless the key above says more."""
        beside = value_hint(record, name) or _said_of_somebody(record, name)
        policy = self.policy
        if beside is None or name in policy.hide_keys or name in policy.keep_keys:
            return None
        if policy.hint(beside, "") == KEEP and policy.hint(name, key) not in (None, KEEP):
            return None
        return beside

    def _entry(
        self,
        name: str,
        item: Any,
        key: str,
        about: str,
        told: str | None,
        path: tuple[str | int, ...],
    ) -> Any:
        """One entry of an object. A plain `name` beside an e-mail or a phone is a person's, a
        `title` beside a price a product's, and all text below an address is part of it."""
        policy = self.policy
        if told is not None:
            return self.walk(item, key=told, path=path)
        scalar = isinstance(item, (str, int, float)) and not isinstance(item, bool)
        named = about == PERSON and words_of(name) == ("name",) and policy.hides(PERSON)
        named = named and not self._is_carrier(item, name, key)
        if scalar and named and policy.hint(name, key) in (None, PERSON):
            return self.change(Leaf(item, PERSON, key=name, path=path))
        if scalar and about == KEEP and words_of(name) == ("title",):
            return self.change(Leaf(item, KEEP, product=True, key=name, path=path))
        below = policy.hint(key, "") if key else None
        if below == ADDRESS and policy.hint(name, key) is None:
            if isinstance(item, str):
                return self.change(Leaf(item, ADDRESS, key=name, path=path))
            if isinstance(item, list) and all(isinstance(line, str) for line in item):
                return [
                    self.change(Leaf(line, ADDRESS, key=name, path=(*path, place)))
                    for place, line in enumerate(item)
                ]
        if below in (PHONE, EMAIL) and policy.hint(name, key) in (None, below):
            # {"phones": {"home": …, "work": {"number": …}}}
            if isinstance(item, (Mapping, list)):
                return self.walk(item, key=key, path=path)
            if below == EMAIL or sum(char.isdigit() for char in str(item)) >= _SHORT_PHONE:
                return self.change(Leaf(item, below, key=name, path=path))
        return self.walk(item, key=name, parent=key, path=path)


def _said_of_somebody(record: Mapping[str, Any], name: str) -> str | None:
    """The word beside a value that says whose name it is: {"name": "gift_for", "value": "Ana"}."""
    if name not in ("value", "val") or not is_written_like_a_name(record[name]):
        return None
    said = (record.get(word) for word in ("name", "key", "field", "label", "type", "attribute"))
    return next(
        (
            word
            for word in said
            if isinstance(word, str) and len(word) <= _LONGEST_KEY and may_be_somebodys(word, "")
            if words_of(word) not in (("name",), ("names",))
        ),
        None,
    )


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and len(_LETTERS.findall(value)) > 2


def _about(record: Mapping[str, Any]) -> str:
    """PERSON or KEEP for an object that describes a person or something for sale, else ""."""
    if personal_record(record):
        return PERSON
    sold = any(set(words_of(str(key))[-1:]) & _SOLD for key in record)
    return KEEP if sold else ""


def parsed(text: str) -> Any:
    """The object or list that `text` is the JSON of, or None. Where a key stands twice in an
    object, all its values are kept as a list, since JSON would drop all but the last."""
    head = text.lstrip()[:1]
    if head not in ("{", "["):
        return None
    try:
        value = json.loads(text, object_pairs_hook=_every)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def _every(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        values: dict[str, list[Any]] = {}
        for key, value in pairs:
            values.setdefault(key, []).append(value)
        found = {key: many if len(many) > 1 else many[0] for key, many in values.items()}
    return found


def known_values(data: Any, policy: Policy) -> Iterator[tuple[str, str]]:
    """(kind, text) of every hinted string in `data`, such as {"user": the user's state}."""
    found: list[tuple[str, str]] = []

    def note(leaf: Leaf) -> Any:
        if leaf.hint not in (None, KEEP) and isinstance(leaf.value, str):
            found.append((str(leaf.hint), leaf.value))
        return leaf.value

    Walker(policy, note).walk(data)
    yield from found


def is_known_in(text: str, data: Any) -> bool:
    """Whether `text` is a value, or some words of a value, that a telling key of `data` holds."""
    words = set(bare(text).text.casefold().split())
    return any(
        words and words <= set(bare(value).text.casefold().split())
        for _, value in known_values(data, Policy())
    )
