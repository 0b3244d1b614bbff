"""Keys with values inside of free text: XML elements, form fields, pieces of JSON."""

import re

from cases.redaction.keys import ADDRESS, DOB, EMAIL, KEEP, PERSON, PHONE, words_of
from cases.redaction.policy import Policy
from cases.redaction.spans import Span

# Every repetition has an end, so that odd text takes no long time.
_SHAPES = [
    re.compile(r"<(?P<key>[A-Za-z][\w:.-]{0,60})(?:\s[^<>]{0,200})?>(?P<value>[^<>]{1,300})</"),
    re.compile(
        r"(?<![\w%])(?P<key>[A-Za-z_][\w.-]{0,59})=(?P<value>[^\s&;,<>\"'=]{1,200}"
        r"(?: (?=[^\W\d_a-z])[^\s&;,<>\"'=]{1,40}(?![^\s&;,<>\"']|=)){0,4})"
    ),
    re.compile(
        r"\\?\"(?P<key>[^\W\d][\w .-]{0,59})\\?\"\s{0,3}[:=]\s{0,3}\\?\"(?P<value>[^\"\\\n]{1,300})"
    ),
    re.compile(r"\\?\"(?P<key>[^\W\d][\w .-]{0,59})\\?\"\s{0,3}:\s{0,3}(?P<value>\+?\d{6,20})\b"),
    re.compile(
        r"(?<!\w)'(?P<key>[^\W\d][\w .-]{0,59})'\s{0,3}[:=]\s{0,3}'(?P<value>[^'\n]{1,300})"
    ),
]


def percent_decoded(text: str, *, plus: bool) -> str:
    """Jane%20Doe as Jane Doe; with `plus` Jane+Doe as well."""

    def byte_run(match: re.Match[str]) -> str:
        return bytes.fromhex(match.group().replace("%", "")).decode(errors="replace")

    return re.sub(r"(?:%[0-9A-Fa-f]{2})+", byte_run, text.replace("+", " ") if plus else text)


def find_pairs(text: str, policy: Policy) -> list[Span]:
    """Values in `text` whose key says that they are private. A plain `name` is somebody's where
    an e-mail address, a telephone number or the like stands beside it."""
    if "=" not in text and "</" not in text and ":" not in text:
        return []
    matches = [match for shape in _SHAPES for match in shape.finditer(text)]
    hints = [policy.hint(match["key"].rpartition(":")[2], "") for match in matches]
    about_somebody = any(hint in (EMAIL, PHONE, ADDRESS, DOB) for hint in hints)
    spans = []
    for match, hint in zip(matches, hints, strict=True):
        if hint is None and about_somebody and words_of(match["key"]) == ("name",):
            hint = PERSON
        if hint in (None, KEEP) or (hint == PERSON and not re.search(r"[^\W\d_]", match["value"])):
            continue
        spans.append(Span(*match.span("value"), str(hint), f"key {match['key']}"))
    return spans
