"""Walking the values of a step: every leaf with what its key says, keys left alone."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cases.redaction.keys import (
    ADDRESS,
    KEEP,
    PERSON,
    is_code_key,
    personal_record,
    value_hint,
    words_of,
)
from cases.redaction.policy import Policy

_PRODUCT = {"item", "items", "product", "products", "title", "sku", "brand", "model"}
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
_LETTERS = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Leaf:
    """A string (or number) at the end of a path. `hint` is a kind, KEEP or None; `code` says that
    digits in it are an id, a date or an amount."""

    value: str | int | float
    hint: str | None
    product: bool = False
    code: bool = False


def walk(
    value: Any, policy: Policy, change: Callable[[Leaf], Any], *, key: str = "", parent: str = ""
) -> Any:
    """`value` with every leaf put through `change`. A string that holds JSON is walked as well."""
    if isinstance(value, Mapping):
        about = _about(value)
        return {
            name: _entry(name, item, policy, change, key, about, _told(value, name, key, policy))
            for name, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [walk(item, policy, change, key=key, parent=parent) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str) and (inner := parsed(value)) is not None:
        changed = walk(inner, policy, change, key=key, parent=parent)
        return value if changed == inner else json.dumps(changed, ensure_ascii=False)
    return change(_leaf(value, policy, key, parent))


def _about(record: Mapping[str, Any]) -> str:
    """PERSON or KEEP for an object that describes a person or something for sale, else ""."""
    if personal_record(record):
        return PERSON
    sold = any(set(words_of(str(key))[-1:]) & _SOLD for key in record)
    return KEEP if sold else ""


def _leaf(value: Any, policy: Policy, key: str, parent: str) -> Leaf:
    hint = policy.hint(key, parent) if key else None
    if hint != KEEP or key in policy.keep_keys:
        return Leaf(value, hint)
    words = {*words_of(key), *words_of(parent)}
    if isinstance(value, str) and not words & _THINGS and len(_LETTERS.findall(value)) > 2:
        # A status of three words or a title is somebody's sentence.
        return Leaf(value, None)
    return Leaf(value, hint, product=bool(words & _PRODUCT), code=is_code_key(key, parent))


def _told(record: Mapping[str, Any], name: str, key: str, policy: Policy) -> str | None:
    """What stands beside a value and says what it is, unless the key above says more."""
    beside = value_hint(record, name)
    if beside is None or name in policy.hide_keys or name in policy.keep_keys:
        return None
    if policy.hint(beside, "") == KEEP and policy.hint(name, key) not in (None, KEEP):
        return None
    return beside


def _entry(
    name: str,
    item: Any,
    policy: Policy,
    change: Callable[[Leaf], Any],
    key: str,
    about: str,
    told: str | None,
) -> Any:
    """One entry of an object. A plain `name` beside an e-mail or a phone is a person's, a `title`
    beside a price a product's, and all text below an address is part of it."""
    if told is not None:
        return walk(item, policy, change, key=told)
    scalar = isinstance(item, (str, int, float)) and not isinstance(item, bool)
    named = about == PERSON and words_of(name) == ("name",)
    if scalar and named and policy.hint(name, key) in (None, PERSON):
        return change(Leaf(item, PERSON))
    if scalar and about == KEEP and words_of(name) == ("title",):
        return change(Leaf(item, KEEP, product=True))
    below = policy.hint(key, "") if key else None
    if below == ADDRESS and policy.hint(name, key) is None:
        if isinstance(item, str):
            return change(Leaf(item, ADDRESS))
        if isinstance(item, list) and all(isinstance(line, str) for line in item):
            return [change(Leaf(line, ADDRESS)) for line in item]
    return walk(item, policy, change, key=name, parent=key)


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

    walk(data, policy, note)
    yield from found
