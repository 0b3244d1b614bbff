"""Arguments and results of tools as HTML: small ones as tables, others as JSON. Pure.

Where something is cut, the ends stay as they are and a note between them says how much is
missing; notes stand in elements with `data-aside`, which are no part of the text.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from cases.pretty_json import Clipped, clip_json, clip_text, dumps, pretty
from cases.text_markup import json_html, text_html
from cases.transcript_parts import DATA_SHOWN

# A longer value of a table's row is cut.
VALUE_SHOWN = 1_200
KEY_SHOWN = 200
RESULT_ROWS = 12
ARGUMENT_ROWS = 60
NESTED_SHOWN = 4_000
# Longer texts are laid out in pieces, so that a browser need not lay out what is out of view;
# and beyond so many characters JSON is left without colours.
PIECE = 16_000
COLOURED = 1_000_000
# What nothing limits: used for a step that is shown whole.
WHOLE = 1 << 62

_LOOKS_TYPED = re.compile(r"-?\d[\d.eE+-]*|true|false|null|\s.*|.*\s|", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Shown:
    """A value as HTML. `size` is the characters it has in all, `cut` whether some are missing."""

    html: str
    size: int
    cut: bool


def value_html(data: Any, *, name: str, arguments: bool, whole: bool, more: str) -> Shown:
    """A call's arguments or a result under an accessible name.

    `more` is HTML that follows the words about what was cut.
    """
    if data in ({}, [], "", None):
        return Shown(f'<p class="cut">{_nothing(data, arguments=arguments)}</p>', 0, cut=False)
    if isinstance(data, dict) and _is_table(data, arguments=arguments):
        return _table(data, name=name, whole=whole, more=more)
    limit = WHOLE if whole else DATA_SHOWN
    if isinstance(data, str):
        clipped, kind = clip_text(data, limit), ""
    elif whole:
        clipped, kind = Clipped(pretty(data)), " json"
    else:
        clipped, kind = clip_json(data, limit), " json"
    parts = [_pre(clipped.head, kind, name)]
    if clipped.is_cut:
        parts += _cut_line(clipped, more), _pre(clipped.tail, kind, f"End of {name}", clipped)
    size = len(clipped.head) + clipped.characters + len(clipped.tail)
    return Shown("".join(parts), size, clipped.is_cut)


def _nothing(data: Any, *, arguments: bool) -> str:
    if arguments:
        return "No arguments."
    return "Empty result." if data in ({}, None) else f"Empty result: {escape(json.dumps(data))}"


def _is_table(data: dict[str, Any], *, arguments: bool) -> bool:
    if arguments:
        return len(data) <= ARGUMENT_ROWS
    return len(data) <= RESULT_ROWS and not any(
        value and isinstance(value, (dict, list)) for value in data.values()
    )


def _pre(text: str, kind: str, name: str, tail_of: Clipped | None = None) -> str:
    direction = "ltr" if kind else "auto"
    begin = f'<pre class="value{kind}" dir="{direction}" tabindex="0" role="group" aria-label='
    mid_line = tail_of is not None and tail_of.mid_line
    # Of a line break right behind <pre> a browser makes nothing.
    first = "\n" if text.startswith(("\n", "\r")) else ""
    inside = first + _pieces(text, json_text=bool(kind), mid_line=mid_line)
    return f'{begin}"{escape(name)}">{inside}</pre>'


def _pieces(text: str, *, json_text: bool, mid_line: bool = False) -> str:
    """`text` marked; a long one in blocks of whole lines, as far as its lines are short enough."""
    coloured = json_text and len(text) <= COLOURED

    def marked(piece: str) -> str:
        return json_html(piece, mid_line=mid_line) if coloured else text_html(piece)

    if len(text) <= 2 * PIECE:
        return marked(text)
    return "".join(f'<span class="piece">{marked(piece)}</span>' for piece in _split(text))


def _split(text: str) -> Iterator[str]:
    start = 0
    while start < len(text):
        end = start + PIECE
        if end < len(text):
            end = text.rfind("\n", start, end) + 1 or end
        yield text[start:end]
        start = end


def _table(data: dict[str, Any], *, name: str, whole: bool, more: str) -> Shown:
    rows: list[str] = []
    size = 0
    cut = False
    for key, value in data.items():
        cell = _cell(value, name=f"{key} of {name}", whole=whole)
        label = clip_text(key, WHOLE if whole else KEY_SHOWN)
        rows.append(f'<tr><th scope="row">{_ends(label, json_text=False)}</th>{cell.html}</tr>')
        size += cell.size
        cut = cut or cell.cut or label.is_cut
    table = (
        f'<table class="pairs"><caption class="visually-hidden">{escape(name)}</caption>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    if cut:
        table += f'<p class="cut" data-aside>What is long is cut. {more}</p>'
    return Shown(table, size, cut)


def _cell(value: Any, *, name: str, whole: bool) -> Shown:
    if isinstance(value, str):
        clipped = clip_text(value, WHOLE if whole else VALUE_SHOWN)
        # Quotation marks tell the text "64" from the number; the style sheet draws them.
        kind = ' class="q"' if _LOOKS_TYPED.fullmatch(value) else ""
        inside = _ends(clipped, json_text=False)
        return Shown(f'<td dir="auto"{kind}>{inside}</td>', len(value), clipped.is_cut)
    if value and isinstance(value, (dict, list)):
        clipped = Clipped(pretty(value)) if whole else clip_json(value, NESTED_SHOWN)
        inside = _ends(clipped, json_text=True)
        size = len(clipped.head) + clipped.characters + len(clipped.tail)
        return Shown(f'<td><div class="json">{inside}</div></td>', size, clipped.is_cut)
    text = dumps(value)
    kind = "w" if value is None or isinstance(value, (bool, dict, list)) else "n"
    return Shown(f'<td class="{kind}">{text}</td>', len(text), cut=False)


def _ends(clipped: Clipped, *, json_text: bool) -> str:
    head = _pieces(clipped.head, json_text=json_text)
    if not clipped.is_cut:
        return head
    tail = _pieces(clipped.tail, json_text=json_text, mid_line=clipped.mid_line)
    return f'{head}<span class="cut" data-aside> … {clipped.said} cut … </span>{tail}'


def _cut_line(clipped: Clipped, more: str) -> str:
    return f'<p class="cut" data-aside>… {clipped.said} cut … {more}</p>'


def words(parts: Iterable[str]) -> str:
    """Parts of a line, without the empty ones."""
    return " ".join(part for part in parts if part)
