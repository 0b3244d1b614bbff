"""Walking the values of a step: every leaf with what its key says, keys left alone."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cases.redaction.keys import ADDRESS, KEEP, PERSON, personal_record, words_of
from cases.redaction.policy import Policy

_PRODUCT = {"item", "items", "product", "products", "title", "sku", "brand", "model"}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A string (or number) at the end of a path. `hint` is a kind, KEEP or None."""

    value: str | int | float
    hint: str | None
    product: bool = False


def walk(
    value: Any, policy: Policy, change: Callable[[Leaf], Any], *, key: str = "", parent: str = ""
) -> Any:
    """`value` with every leaf put through `change`. A string that holds JSON is walked as well."""
    if isinstance(value, Mapping):
        personal = personal_record(value)
        return {
            name: _entry(name, item, policy, change, key, personal) for name, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [walk(item, policy, change, key=key, parent=parent) for item in value]
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, str) and (inner := parsed(value)) is not None:
        changed = walk(inner, policy, change, key=key, parent=parent)
        return value if changed == inner else json.dumps(changed, ensure_ascii=False)
    hint = policy.hint(key, parent) if key else None
    words = set(words_of(key)) | set(words_of(parent))
    return change(Leaf(value, hint, product=hint == KEEP and bool(words & _PRODUCT)))


def _entry(
    name: str,
    item: Any,
    policy: Policy,
    change: Callable[[Leaf], Any],
    key: str,
    personal: bool,
) -> Any:
    """One entry of an object. A plain `name` beside an e-mail or a phone is a person's, and all
    text below an address is part of it."""
    if isinstance(item, (str, int, float)) and not isinstance(item, bool):
        if personal and words_of(name) == ("name",) and policy.hint(name, key) in (None, PERSON):
            return change(Leaf(item, PERSON))
        below = policy.hint(key, "") if key else None
        if below == ADDRESS and isinstance(item, str) and policy.hint(name, key) is None:
            return change(Leaf(item, ADDRESS))
    return walk(item, policy, change, key=name, parent=key)


def parsed(text: str) -> Any:
    """The object or list that `text` is the JSON of, or None."""
    head = text.lstrip()[:1]
    if head not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def known_values(data: Any, policy: Policy) -> Iterator[tuple[str, str]]:
    """(kind, text) of every hinted string in `data`, such as {"user": the user's state}."""
    found: list[tuple[str, str]] = []

    def note(leaf: Leaf) -> Any:
        if leaf.hint not in (None, KEEP) and isinstance(leaf.value, str):
            found.append((str(leaf.hint), leaf.value))
        return leaf.value

    walk(data, policy, note)
    yield from found
