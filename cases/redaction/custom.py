"""A study's own expressions, such as the numbers of its loyalty cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cases.errors import BadInput
from cases.redaction.keys import KINDS
from cases.redaction.spans import Span
from cases.redaction.spelling import readable

# Seconds that one expression may take on one text. A sound one takes thousandths.
TIMEOUT = 2.0
_TRIAL = 0.3
_REACH = 60
_LONGEST = 500
# Long texts of one sign or of few make expressions with repetitions inside of repetitions take for
# ever, where the end does not match though all that it needs is there.
_END = "!#%&*+,-./:;=?@_|~ aA0xX"
_TRIALS = (
    *("a" * 3_000 + _END, "0" * 3_000 + _END, "A" * 3_000 + _END, " " * 3_000 + _END),
    *("a1-" * 1_500 + _END, "Ab " * 1_500 + _END),
)


class TooSlow(Exception):
    """An expression of the policy took too long on a text. Names the expression."""


@dataclass(frozen=True, slots=True)
class CustomPattern:
    """Hides what `regex` matches as `kind`. With `context` words, only where one of them stands
    within sixty characters before the match, thirty after it, or in the value's key."""

    name: str
    kind: str
    regex: str
    context: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Any, where: str) -> "CustomPattern":
        """Read {"name", "kind", "regex", "context": [word…]}; raises BadInput that says where."""
        if not isinstance(data, Mapping) or not {"name", "kind", "regex"} <= set(data):
            raise BadInput(f"{where} is no pattern; give it a name, a kind and a regex")
        if unknown := sorted(set(data) - {"name", "kind", "regex", "context"}):
            raise BadInput(
                f"{where} has the unknown entry {unknown[0]!r}; "
                "a pattern has name, kind, regex and context"
            )
        name, kind, expression = data["name"], data["kind"], data["regex"]
        if not isinstance(name, str) or not 1 <= len(name.strip()) <= 60:
            raise BadInput(f"{where}: the name must be a text of 1 to 60 characters")
        where = f"{where} ({name})"
        if kind not in KINDS:
            raise BadInput(f"{where}: unknown kind {kind!r}; use one of {', '.join(KINDS)}")
        context = data.get("context", [])
        if not isinstance(context, list) or not all(isinstance(w, str) and w for w in context):
            raise BadInput(f"{where}: context must be a list of words")
        if not isinstance(expression, str) or not 1 <= len(expression) <= _LONGEST:
            raise BadInput(f"{where}: the regex must be a text of 1 to {_LONGEST} characters")
        _check(expression, where)
        return cls(name.strip(), kind, expression, tuple(context))

    def find(self, text: str, key: str = "") -> list[Span]:
        """Raises TooSlow if the expression can't be done with `text`."""
        import regex

        spelling = readable(text)
        try:
            matches = list(regex.finditer(self.regex, spelling.text, timeout=TIMEOUT))
        except TimeoutError:
            raise TooSlow(f"pattern {self.name!r} took too long") from None
        return [
            Span(*spelling.place(*match.span()), self.kind, f"pattern {self.name}")
            for match in matches
            if match.end() > match.start() and self._told(spelling.text, key, *match.span())
        ]

    def _told(self, text: str, key: str, start: int, end: int) -> bool:
        if not self.context:
            return True
        near = f"{text[max(0, start - _REACH) : start]} {text[end : end + _REACH // 2]} "
        near = f"{near}{re.sub(r'[_-]', ' ', key)}".casefold()
        return any(
            re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", near) for word in self.context
        )


def _check(expression: str, where: str) -> None:
    """Raises BadInput for an expression that is none, matches nothing at all, or never ends."""
    import regex

    try:
        compiled = regex.compile(expression)
    except (regex.error, OverflowError, RecursionError) as error:
        raise BadInput(
            f"{where}: {expression!r} is no regular expression ({error}); correct it"
        ) from None
    try:
        if compiled.search("", timeout=_TRIAL):
            raise BadInput(
                f"{where}: {expression!r} matches the empty text; "
                "let it ask for one character at least"
            )
        for trial in _TRIALS:
            for _ in compiled.finditer(trial, timeout=_TRIAL):
                pass
    except TimeoutError:
        raise BadInput(
            f"{where}: {expression!r} takes too long on long texts; leave out repetitions inside "
            "of repetitions, such as (a+)+, and give repetitions an end, such as {1,20}"
        ) from None
