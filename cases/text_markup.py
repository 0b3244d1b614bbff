"""Text of a case as HTML whose text content is exactly that text. Pure.

Pseudonyms become chips, characters that cannot be seen or that turn the reading order get a mark
drawn around them by the style sheet, JSON gets quiet colours.
"""

import re
from functools import lru_cache
from html import escape
from zlib import crc32

from cases.redaction.marks import MARK_PATTERN

# Colours of chips in the style sheet: --chip-1 and on.
HUES = 8

# Controls, soft hyphen, zero-width and direction characters, and the tags by which text can be
# hidden in plain sight; joiners and direction marks too, which _odd lets stand where they belong.
# The same one many times over is one place.
_ODD = (
    "(?P<odd>[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb])(?P=odd)*|[\U000e0000-\U000e007f]+"
)
_MARKED = re.compile(f"({MARK_PATTERN})|({_ODD})")
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_JSON = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*")(?=: )|(?P<string>"(?:[^"\\]|\\.)*"?)'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<word>true|false|null)"
)
_BREAK = re.compile(r"(?<!\\)(?:\\\\)*\\n(?=.)")
_JOINERS = frozenset({0x200C, 0x200D})
_DIRECTION_MARKS = frozenset({0x200E, 0x200F, 0x061C})
# Flags of regions are spelt in tags behind this.
_FLAG = "\U0001f3f4"


def text_html(text: str) -> str:
    """`text` escaped, its pseudonyms and odd characters marked.

    A browser reads every kind of line break as \\n, and so does this.
    """
    text = shown_text(text)
    if text.isascii() and ("<" not in text or "_" not in text) and not _CONTROLS.search(text):
        return escape(text)
    return _marked(text, turned=_turned(text))


def shown_text(text: str) -> str:
    """`text` as a page has it: offsets of evidence count its characters (code points)."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _turned(text: str) -> bool:
    """Whether a text holds letters that are read from the right. Looked for once in each text."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def _marked(text: str, *, turned: bool) -> str:
    parts: list[str] = []
    end = 0
    for match in _MARKED.finditer(text):
        marked = chip(match.group()) if match[1] else _odd(match, turned=turned)
        if marked:
            parts += escape(text[end : match.start()]), marked
            end = match.end()
    parts.append(escape(text[end:]))
    return "".join(parts)


@lru_cache(maxsize=4096)
def chip(pseudonym: str) -> str:
    """A pseudonym in the colour of its kind and number, the same in every case."""
    kind, _, number = pseudonym.strip("<>").rpartition("_")
    hue = (crc32(kind.encode()) + int(number[-9:])) % HUES + 1
    return f'<span class="pseudonym hue-{hue}">{escape(pseudonym)}</span>'


def _odd(match: re.Match[str], *, turned: bool) -> str:
    """The mark of a character, or of one many times over; empty where the script needs it."""
    found = match.group()
    code = ord(found[0])
    if _belongs(code, match, turned=turned):
        return ""
    if code >= 0xE0000:
        hidden = "".join(chr(ord(c) - 0xE0000) for c in found if 0xE0020 <= ord(c) < 0xE007F)
        name = f"hidden: {hidden}" if hidden else f"U+{code:X}"
    else:
        name = NAMES.get(code, f"U+{code:04X}") + (f" × {len(found):,}" if found[1:] else "")
    return f'<span class="odd" data-name="{escape(name)}">{found}</span>'


def _belongs(code: int, match: re.Match[str], *, turned: bool) -> bool:
    """Whether a character does what it is for: joins letters or emoji, turns right-to-left text."""
    text, (start, end) = match.string, match.span()
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if code >= 0xE0000:
        return before == _FLAG
    # One that stands in a row of such is none that a script needs: two kinds of them spell bits.
    if end - start > 1 or _is_needed_kind(before) or _is_needed_kind(after):
        return False
    if code in _DIRECTION_MARKS:
        return turned
    return code in _JOINERS and bool(before and after) and not (before + after).isascii()


def _is_needed_kind(char: str) -> bool:
    return bool(char) and ord(char) in _JOINERS | _DIRECTION_MARKS


NAMES = {
    0xAD: "soft hyphen",
    0x200B: "zero-width space",
    0x200C: "zero-width non-joiner",
    0x200D: "zero-width joiner",
    0x200E: "left-to-right mark",
    0x200F: "right-to-left mark",
    0x202A: "left-to-right embedding",
    0x202B: "right-to-left embedding",
    0x202C: "end of direction",
    0x202D: "left-to-right override",
    0x202E: "right-to-left override",
    0x2060: "word joiner",
    0x2066: "left-to-right isolate",
    0x2067: "right-to-left isolate",
    0x2068: "isolate",
    0x2069: "end of isolate",
    0xFEFF: "zero-width no-break space",
}


def json_html(text: str, *, mid_line: bool = False) -> str:
    """JSON, or lines out of it, with its strings, keys, numbers and words told apart.

    With `mid_line` it begins inside a string, as far as anybody knows.
    """
    text = shown_text(text)
    if mid_line:
        first, line_end, rest = text.partition("\n")
        return text_html(first + line_end) + json_html(rest)
    parts: list[str] = []
    end = 0
    for match in _JSON.finditer(text):
        parts += escape(text[end : match.start()]), _token(match.lastgroup, match.group())
        end = match.end()
    parts.append(escape(text[end:]))
    return "".join(parts)


def _token(kind: str | None, token: str) -> str:
    if kind == "number":
        return f'<span class="n">{token}</span>'
    if kind == "word":
        return f'<span class="w">{token}</span>'
    if kind == "key":
        return f'<span class="k">{text_html(token)}</span>'
    return f'<span class="s">{_string_html(token) if "\\n" in token else text_html(token)}</span>'


def _string_html(token: str) -> str:
    """A string of JSON. Its line breaks keep both their characters; the style sheet breaks the
    line after them."""
    turned = _turned(token)
    parts: list[str] = []
    end = 0
    for match in _BREAK.finditer(token):
        parts += _marked(token[end : match.end() - 2], turned=turned), '<span class="nl">\\n</span>'
        end = match.end()
    parts.append(_marked(token[end:], turned=turned))
    return "".join(parts)
