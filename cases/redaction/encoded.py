"""What is private in base64: the whole run goes, since no part of it can be read by itself."""

import base64
from collections.abc import Sequence
from typing import Protocol

import regex

from cases.redaction.spans import Span

RULE = "shape in base64"
_RUN = regex.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{20,}={0,2}(?![\w+/=])")
_LONGEST = 20_000
_READABLE = regex.compile(r"[^\x00-\x08\x0e-\x1f\x7f\ufffd]*")


class _Recogniser(Protocol):
    kind: str

    def find(self, text: str) -> list[Span]: ...


class EncodedFinder:
    """Runs other recognisers over what base64 says, where that is text."""

    def __init__(self, inside: Sequence[_Recogniser], kind: str) -> None:
        self._inside = inside
        self.kind = kind
        self.expressions = [_RUN]

    def find(self, text: str) -> list[Span]:
        if len(text) < 20:
            return []
        return [
            Span(*run.span(), kind, RULE)
            for run in _RUN.finditer(text)
            if (kind := self._kind_in(run.group()))
        ]

    def _kind_in(self, run: str) -> str | None:
        said = decoded(run)
        if said is None:
            return None
        spans = (span for recogniser in self._inside for span in recogniser.find(said))
        return next((span.kind for span in spans), None)


def decoded(run: str) -> str | None:
    """The text that a run of base64 stands for, or None if it stands for none."""
    plain = run.rstrip("=").translate(str.maketrans("-_", "+/"))
    if len(plain) > _LONGEST or plain.isdecimal() or plain.islower() or plain.isupper():
        return None
    try:
        text = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True).decode()
    except ValueError:
        return None
    return text if _READABLE.fullmatch(text) else None
