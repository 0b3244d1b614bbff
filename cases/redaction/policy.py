"""What a study may change about redaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cases.errors import BadInput
from cases.redaction.keys import KEEP, KINDS, hint_of


@dataclass(frozen=True, slots=True)
class Policy:
    """Keys whose values are always hidden, as a kind, or left as business data."""

    hide_keys: Mapping[str, str] = field(default_factory=dict)
    keep_keys: frozenset[str] = frozenset()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Policy":
        """Read {"hide_keys": {"loyalty_no": "ID"}, "keep_keys": ["branch"]}; {} is the default.

        Raises BadInput for an unknown entry or kind.
        """
        unknown = set(data) - {"hide_keys", "keep_keys"}
        if unknown:
            raise BadInput(
                f"redaction policy: unknown entry {sorted(unknown)[0]!r}; "
                "it may hold hide_keys and keep_keys"
            )
        hide = dict(data.get("hide_keys", {}))
        for key, kind in hide.items():
            if kind not in KINDS:
                raise BadInput(
                    f"redaction policy: {key!r} has the unknown kind {kind!r}; "
                    f"use one of {', '.join(KINDS)}"
                )
        return cls(hide_keys=hide, keep_keys=frozenset(data.get("keep_keys", ())))

    def hint(self, key: str, parent: str) -> str | None:
        """The kind of value below `key`, KEEP, or None; see keys.hint_of."""
        if key in self.hide_keys:
            return self.hide_keys[key]
        return KEEP if key in self.keep_keys else hint_of(key, parent)
