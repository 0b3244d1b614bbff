"""What a study may change about redaction."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cases.errors import BadInput
from cases.redaction.custom import CustomPattern
from cases.redaction.denied import MAX_CHARACTERS, Denied
from cases.redaction.keys import CARD, KEEP, KINDS, SECRET, hint_of

# These are hidden whatever a policy says: nobody needs them to rate a case.
ALWAYS = frozenset({CARD, SECRET})
_ENTRIES = ("language", "hide", "hide_keys", "keep_keys", "allow", "deny", "patterns")
_MOST = 2_000
_MOST_PATTERNS = 50


@dataclass(frozen=True, slots=True)
class Policy:
    """`hide` are the kinds that the built-in rules look for. What the study itself names (its
    keys, deny list and patterns) is hidden as well, whichever kind it has. `allow` are texts that
    stay, unless they are cards, secrets or denied."""

    hide_keys: Mapping[str, str] = field(default_factory=dict)
    keep_keys: frozenset[str] = frozenset()
    hide: frozenset[str] = frozenset(KINDS)
    allow: tuple[str, ...] = ()
    deny: tuple[Denied, ...] = ()
    patterns: tuple[CustomPattern, ...] = ()
    language: str = "en"

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Policy":
        """Read a policy as Study.redaction_policy keeps it; {} is the default.

        {"language": "en", "hide": [KIND…], "hide_keys": {key: KIND}, "keep_keys": [key…],
        "allow": [text…], "deny": [{"kind", "hash", "words", "characters"}…],
        "patterns": [{"name", "kind", "regex", "context": [word…]}…]}

        Raises BadInput that names the entry and says what to do.
        """
        if not isinstance(data, Mapping):
            raise BadInput("redaction policy: it must be an object, such as {}")
        if unknown := sorted(set(data) - set(_ENTRIES)):
            raise BadInput(
                f"redaction policy: unknown entry {unknown[0]!r}; it may hold {', '.join(_ENTRIES)}"
            )
        hide = _texts(data, "hide", default=KINDS)
        for kind in hide:
            _check_kind(kind, "hide")
        return cls(
            language=_language(data.get("language", "en")),
            hide=frozenset(hide) | ALWAYS,
            hide_keys=_hide_keys(data.get("hide_keys", {})),
            keep_keys=frozenset(_texts(data, "keep_keys")),
            allow=_texts(data, "allow"),
            deny=tuple(
                _denied(entry, f"deny, entry {number}")
                for number, entry in enumerate(_list(data, "deny", _MOST), start=1)
            ),
            patterns=tuple(
                CustomPattern.from_json(entry, f"redaction policy: patterns, entry {number}")
                for number, entry in enumerate(_list(data, "patterns", _MOST_PATTERNS), start=1)
            ),
        )

    def hides(self, kind: str) -> bool:
        return kind in self.hide

    def hint(self, key: str, parent: str) -> str | None:
        """The kind of value below `key`, KEEP, or None; see keys.hint_of. A kind that is switched
        off is KEEP."""
        if key in self.hide_keys:
            return self.hide_keys[key]
        if key in self.keep_keys:
            return KEEP
        hint = hint_of(key, parent)
        return KEEP if hint is not None and hint not in self.hide else hint

    def switched_off(self, key: str, parent: str) -> bool:
        """Whether the value below `key` would be hidden but for its kind, which stays visible."""
        if key in self.hide_keys or key in self.keep_keys:
            return False
        hint = hint_of(key, parent)
        return hint not in (None, KEEP) and hint not in self.hide


def _check_kind(kind: Any, where: str) -> None:
    if kind not in KINDS:
        raise BadInput(
            f"redaction policy: {where} has the unknown kind {kind!r}; "
            f"use one of {', '.join(KINDS)}"
        )


def _list(data: Mapping[str, Any], entry: str, most: int) -> list[Any]:
    values = data.get(entry, [])
    if not isinstance(values, (list, tuple)):
        raise BadInput(f"redaction policy: {entry} must be a list")
    if len(values) > most:
        raise BadInput(f"redaction policy: {entry} has {len(values)} entries; leave {most} at most")
    return list(values)


def _texts(data: Mapping[str, Any], entry: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    values = _list({entry: data.get(entry, default)}, entry, _MOST)
    for number, value in enumerate(values, start=1):
        if not isinstance(value, str) or not value.strip():
            raise BadInput(
                f"redaction policy: {entry}, entry {number} is no text; give a text or leave it out"
            )
    return tuple(values)


def _language(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z]{2,3}", value):
        raise BadInput(
            f"redaction policy: language {value!r} is no code of a language; "
            "use one of two letters, such as en"
        )
    return value


def _hide_keys(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        raise BadInput(
            'redaction policy: hide_keys must be an object, such as {"loyalty_no": "ID"}'
        )
    for key, kind in value.items():
        _check_kind(kind, f"hide_keys, key {key!r},")
    return dict(value)


def _denied(entry: Any, where: str) -> Denied:
    if not isinstance(entry, Mapping) or set(entry) - {"characters"} != {"kind", "hash", "words"}:
        raise BadInput(
            f"redaction policy: {where} must have kind, hash and words; add the text anew"
        )
    _check_kind(entry["kind"], where)
    if not isinstance(entry["hash"], str) or not re.fullmatch(r"[0-9a-f]{64}", entry["hash"]):
        raise BadInput(
            f"redaction policy: {where} holds no hash; give texts on the policy page, "
            "which keeps a hash of each"
        )
    if type(entry["words"]) is not int or not 1 <= entry["words"] <= 12:
        raise BadInput(f"redaction policy: {where}: words must be a number from 1 to 12")
    characters = entry.get("characters", 0)
    if type(characters) is not int or not 0 <= characters <= MAX_CHARACTERS:
        raise BadInput(
            f"redaction policy: {where}: characters must be a number up to {MAX_CHARACTERS}"
        )
    return Denied(entry["kind"], entry["hash"], entry["words"], characters)
