"""What a password looks like by itself, and what looks like one and is something else."""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

import regex

from cases.redaction.opaque import (
    has_letter_and_digit,
    is_file_or_host,
    is_uuid,
    naturalness,
)
from cases.redaction.password_words import ADDRESSED

SHORTEST_DRAWN = 6

WORD = regex.compile(r"[^\s<>\"“”«»`]{3,64}")
QUOTED = regex.compile(
    r"\"([^\"<>\n]{3,80})\"|“([^”<>\n]{3,80})”|«([^»<>\n]{3,80})»|‘([^’<>\n]{3,80})’|`([^`<>\n]{3,80})`"
    r"|(?<!\w)'([^'<>\n]{3,80})'(?!\w)"
)
HYPHENED = regex.compile(r"\p{L}{2,20}(?:[-_.]\p{L}{2,20}){2,7}[-_.]?\d{0,4}")
# What a word with letters and digits may be besides.
_OTHER_WORD = regex.compile(
    r"\d+(?:st|nd|rd|th|am|pm|x|h|hrs?|min|mins|s|ms|k|m|gb|mb|tb|kg|g|cm|mm|km|ft|in|ml|l|w|kw|v|hz|mhz|px|gbp|usd|eur|%)"
    r"|[a-z]{1,2}\d{1,2}|\d+(?:[.,:/x-]\d+)+(?:am|pm|gb|mb)?|\d{4}-\d\d-\d\d\S*|v?\d+(?:\.\d+)+\S{0,4}|[$€£]\d\S*|\S+[€£]"
    r"|[+(]?\d[\d ().+-]*|[^@\s]+@[^@\s]+\.[a-z]{2,}|https?:.*|www\..*|#\d+|(?-i:[A-Z]{1,5}[-/]?\d[\dA-Z/-]*)|2fa|mp[34]|\d-[a-z-]+"
    r"|(?:usb|wifi|wi-fi|ipv|win|office|microsoft|auth|iphone|ipad|android|ios|windows|macos|chrome|galaxy|pixel|ps|xbox|covid|web)-?\d+\S{0,3}"
    r"|401\(?k\)?|oauth2?|base64|sha\d+|md5|utf-?8|b2b|b2c|h\d|i\d+n",
    regex.IGNORECASE,
)
# Names and calls of programs, which speak of passwords a lot.
_CODE_WORD = regex.compile(
    r"_{0,2}[A-Za-z]+(?:_+[A-Za-z]+)+_{0,2}|[A-Za-z_][\w.\[\]]*\(.*|[A-Za-z_]\w*==?[^=]*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|\*{1,2}\w+"
    r"|\$(?:\w+|[{(].*)|[%{].*|.*%[sd].*|.*\.(?:html?|py|js|md|txt|pdf|png|jpe?g)\b.*|.*\]\(.*|.*\|"
)
_TRAILING = ".,;:)]}’'"
SIGNS = frozenset("!@#$%^&*_+=~?|\\/")


_SERVICE = regex.compile(
    r"(?:office|microsoft|m|o)-?365|auth0|oauth2?|1password|windows-?1[01]|web3", regex.IGNORECASE
)
SENTENCE_END = regex.compile(r"[.!?][\"'”’)]?\s|\n\s*\n")


def trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start] in "('‘[*":
        start += 1
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if text.endswith("**", start, end):
        end -= 2
    return (start, end) if end - start >= 3 else None


def looks_chosen(word: str, *, strict: bool) -> bool:
    """Whether a word looks like a password: letters with digits or signs in them. `strict` asks for
    a small letter as well, since orders are written in capitals."""
    plain = word.rstrip("!?")
    signs = set(plain) & SIGNS
    mixed = has_letter_and_digit(word)
    if (not mixed and not signs) or _SERVICE.fullmatch(plain):
        return False
    if _OTHER_WORD.fullmatch(plain) and (
        strict or not has_letter_and_digit(plain) or len(plain) < 6 or "@" in plain
    ):
        return False
    if len(word) < (6 if strict else 5) or is_uuid(word):
        return False
    if is_file_or_host(plain) and not set(plain) & SIGNS:
        return False
    if _CODE_WORD.fullmatch(word):
        return False
    letters = any(char.isalpha() for char in word)
    if strict:
        small = any(char.islower() for char in word)
        if not small or "/" in plain or ("_" in plain and not mixed):
            return False
        if regex.fullmatch(r"[a-z]+(?:[_.-][a-z0-9]+)+", plain) and not _ends_in_number(plain):
            return False
        return mixed or (
            bool(signs - set("_?"))
            and letters
            and not plain.startswith(("@", "#", "&"))
            and "&" not in plain
            and "=" not in plain
        )
    return mixed or bool(signs - set("/?") and letters and not plain.startswith(("@", "#")))


def is_drawn(word: str) -> bool:
    """Whether letters alone look drawn by chance: bZPIISns, and no LastPass or McDonald."""
    folded = word.islower() or word.isupper()
    if not word.isalpha() or len(word) < SHORTEST_DRAWN or folded:
        return False
    most = 0.34 if word[1:].islower() else 0.5
    return naturalness(word) <= most


def _ends_in_number(word: str) -> bool:
    return word[-2:].isdigit()


def is_strange(word: str) -> bool:
    """Stranger than a name with a number: three kinds of signs, or a capital and digits."""
    kinds = [str.islower, str.isupper, str.isdigit]
    some = sum(any(kind(char) for char in word) for kind in kinds) + bool(
        set(word) & (SIGNS | {"-"})
    )
    return some >= 3 and len(word) >= 7


def is_named(text: str, at: int) -> bool:
    """Whether the word before a value calls it something else."""
    return ADDRESSED.search(text[max(0, at - 24) : at]) is not None
