"""The last look at what is about to be stored: anything still shaped like a secret."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cases.redaction import checks
from cases.redaction.allowed import Allowed
from cases.redaction.keys import CARD, EMAIL, IBAN, PHONE, SECRET
from cases.redaction.spelling import readable
from cases.transcript import Turn, steps_of

SHAPES = {
    EMAIL: re.compile(r"[^\s@<>\"]{1,64}@[^\s@<>\"]{1,190}\.[A-Za-z]{2,}"),
    CARD: re.compile(r"(?<![\w.-])\d(?:[ .-]?\d){11,18}(?![\w-])"),
    IBAN: re.compile(r"\b[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,29}\b"),
    # Only what redaction finds by its shape wherever it stands. What rests on the words around it
    # may be wrong, and must not refuse a whole case.
    SECRET: re.compile(
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bsk-(?=[\w-]{0,80}\d)[\w-]{20,}|\bgh[pousr]_[A-Za-z0-9]{30,}"
        r"|\b[sr]k_(?:live|test)_[A-Za-z0-9]{20,}|\bgithub_pat_[A-Za-z0-9_]{30,}|\bglpat-[\w-]{20,}"
        r"|\bxox[abp]-[\w-]{20,}|\bshpat_[0-9a-f]{32}|\bnpm_[A-Za-z0-9]{36}|\bGOCSPX-[\w-]{28}|\bAIza[\w-]{30,}"
        r"|-----BEGIN [A-Z ]*PRIVATE KEY|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}"
    ),
}
# Telephone numbers are refused as keys only: elsewhere redaction has judged them by their key.
_IN_KEYS = {PHONE: re.compile(r"^\s*(?:\+|\(|0|1?[ .-]?[2-9])[\d ().\-–/]{7,24}$")}
_CHECKS = {CARD: checks.is_card_anywhere, IBAN: checks.is_iban, PHONE: checks.is_phone}


class LastScan:
    """Looser expressions than redaction's own, for the kinds that a policy hides. A text that the
    policy allows is no problem, unless it is a card or a secret."""

    def __init__(self, kinds: Iterable[str], allowed: Allowed | None = None) -> None:
        self._kinds = frozenset(kinds)
        self._allowed = allowed

    def problems(self, turns: Iterable[Turn]) -> list[str]:
        """What still looks like a secret in a case, as kind and place, never as text."""
        found: list[str] = []
        for step in steps_of(turns):
            places = [("text", step.text), ("tool name", step.tool), ("author", step.author)]
            places += [("time", step.at), *(("flag", flag) for flag in step.flags)]
            for place, text in places:
                found += [f"{k} in a {place} of step {step.index}" for k in self.kinds_in(text)]
            found += self.problems_in(step.data, f"step {step.index}")
        return found

    def problems_in(self, value: Any, of: str) -> list[str]:
        """What still looks like a secret in a value and its keys."""
        found: list[str] = []
        for is_key, text in _strings(value):
            place = "key" if is_key else "value"
            found += [f"{kind} in a {place} of {of}" for kind in self.kinds_in(text, key=is_key)]
        return found

    def kinds_in(self, text: str, *, key: bool = False) -> list[str]:
        """The kinds of secret that `text` still seems to hold."""
        plain = readable(text).text
        shapes = SHAPES | _IN_KEYS if key else SHAPES
        return [
            kind
            for kind, pattern in shapes.items()
            if kind in self._kinds
            if any(self._counts(kind, match, plain) for match in pattern.finditer(plain))
        ]

    def _counts(self, kind: str, match: re.Match[str], text: str) -> bool:
        if not _CHECKS.get(kind, bool)(match.group()):
            return False
        allowed = kind not in (CARD, SECRET) and self._allowed
        return not (allowed and allowed.covers(text, *match.span()))


def _strings(value: Any) -> Iterator[tuple[bool, str]]:
    """(whether it is a key, text) of everything in `value` that can hold text or a number."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield True, str(key)
            yield from _strings(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _strings(item)
    elif value is not None and not isinstance(value, bool):
        yield False, str(value)
