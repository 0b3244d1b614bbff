"""Phrases and words looked for in text by the rules of a criterion. Pure."""

import functools
import re

# A pattern comes from a lead, not a programmer, and runs on text that anybody wrote: it gets a
# grammar that can't take more than about a square of a line's length.
_MAX_PATTERN = 200
_LINE = 2_000
_MAX_BOUND = 60

_ESCAPED = re.compile(r"\\.", re.DOTALL)
_CLASS = re.compile(r"\[\^?\]?[^\]]*\]")
_PLAIN_GROUP = re.compile(r"\(\?(?:[:=!]|<[=!])")
_QUANTIFIER = re.compile(r"(\)?)([*+?]|\{\d*(?:,\d*)?\})[?+]?")
_BACK_REFERENCE = re.compile(r"\\(?:[1-9]|g|k)")
_WORD = re.compile(r"\w+")
# Words that say nothing about where an answer comes from.
_COMMON = frozenset(
    {"the", "and", "for", "you", "your", "are", "was", "has", "have", "had", "with", "that"}
    | {"this", "from", "will", "would", "can", "could", "not", "but", "our", "its", "they"}
    | {"them", "there", "here", "what", "when", "which", "who", "how", "been", "were", "does"}
    | {"did", "any", "all"}
)


def find_phrase(
    phrase: str, text: str, *, regex: bool = False, case_sensitive: bool = False
) -> tuple[int, int] | None:
    """Where `phrase` first stands in `text`, as (start, end).

    Without `regex`, any run of white space matches any other and ’ matches '. With it, `phrase` is
    a pattern that `pattern_problem` has accepted, searched line by line.
    """
    pattern = _compile(phrase, regex, case_sensitive)
    text = text.replace("’", "'")
    if not regex:
        match = pattern.search(text)
        return match.span() if match else None
    for start, line in _lines(text):
        match = pattern.search(line)
        if match and match.end() > match.start():
            return start + match.start(), start + match.end()
    return None


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines of `text` with their offsets; long ones in pieces."""
    pieces = []
    start = 0
    for line in text.splitlines(keepends=True):
        pieces += [(start + i, line[i : i + _LINE]) for i in range(0, len(line), _LINE)]
        start += len(line)
    return pieces


@functools.lru_cache(maxsize=512)
def _compile(phrase: str, regex: bool, case_sensitive: bool) -> re.Pattern[str]:
    flags = 0 if case_sensitive else re.IGNORECASE
    if regex:
        return re.compile(phrase, flags)
    words = phrase.replace("’", "'").split()
    return re.compile(r"\s+".join(map(re.escape, words)), flags)


def pattern_problem(pattern: str) -> str:
    """Why `pattern` is not taken as a regular expression, or ""."""
    if len(pattern) > _MAX_PATTERN:
        return f"holds a pattern of more than {_MAX_PATTERN} characters"
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"holds {pattern!r}, which is no regular expression: {error}"
    if _BACK_REFERENCE.search(pattern):
        return f"holds {pattern!r}: references to groups are not taken"
    plain = _PLAIN_GROUP.sub("(", _CLASS.sub("a", _ESCAPED.sub("a", pattern)))
    if "(?" in plain:
        return f"holds {pattern!r}: of the (?…) groups only (?:…) and looking around are taken"
    unbounded = bounded = 0
    for after_group, quantifier in _QUANTIFIER.findall(plain):
        most = _most(quantifier)
        if after_group and most != 1:
            return f"holds {pattern!r}: a repeated group is not taken, write the words out"
        unbounded += most is None
        bounded += most is not None and most > 1
        if most is not None and most > _MAX_BOUND:
            return f"holds {pattern!r}: a count above {_MAX_BOUND} is not taken"
    if unbounded > 1 or bounded > 2 or (unbounded and bounded):
        return f"holds {pattern!r}: one * or +, or two counts such as {{0,40}}, are the most"
    return ""


def _most(quantifier: str) -> int | None:
    """How often a quantifier may repeat; None is without end."""
    if quantifier in {"*", "+"}:
        return None
    if quantifier == "?":
        return 1
    low, comma, high = quantifier[1:-1].partition(",")
    return int(high or 0) or None if comma else int(low or 0)


def word_overlap(text: str, facts: str) -> float | None:
    """The share of the distinct telling words of `text` that stand in `facts`.

    None when `text` has none. Telling: three letters or more and not among the commonest, or with
    a digit; case and a final s are left out of account.
    """
    words = _telling_words(text)
    if not words:
        return None
    return len(words & _telling_words(facts)) / len(words)


def _telling_words(text: str) -> set[str]:
    found = set()
    for word in _WORD.findall(text.replace("_", " ").casefold()):
        if any(c.isdigit() for c in word) or (len(word) > 2 and word not in _COMMON):
            found.add(word.removesuffix("s") if len(word) > 3 else word)
    return found
