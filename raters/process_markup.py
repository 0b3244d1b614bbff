"""Steps to label as HTML. Pure.

Built as text and not by a template, as cases.step_markup is: a trajectory may have hundreds of
steps, and a rater waits for them.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Protocol


class Row(Protocol):
    """A step to label, with the label it has; `error` where it is named as the first error."""

    @property
    def number(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def agent(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def error(self) -> bool: ...


def step_fields_html(rows: Iterable[Row], labels: Sequence[tuple[str, int, str, str]]) -> str:
    """A group of radio buttons for each step. `labels` are (value, key, name, meaning)."""
    return "".join(_step_fields(row, labels) for row in rows)


def step_options_html(rows: Iterable[Row]) -> str:
    """The steps as options of a select."""
    return "".join(
        f'<option value="{row.number}"{" selected" if row.error else ""}>Step {row.number} · '
        f"{escape(' · '.join(filter(None, (f'{row.kind} {row.what}'.strip(), row.agent))))}"
        "</option>"
        for row in rows
    )


def _step_fields(row: Row, labels: Sequence[tuple[str, int, str, str]]) -> str:
    name = f"step-{row.number}"
    radios = "".join(
        f'<label class="mark mark-{value.lower()}"><input type="radio" name="{name}" '
        f'value="{value}"{" checked" if value == row.label else ""}><kbd aria-hidden="true">{key}'
        f"</kbd>{label}</label>"
        for value, key, label, _ in labels
    )
    return (
        f'<fieldset class="step-label" data-label-step="{row.number}" '
        f'data-agent="{escape(row.agent)}"><legend><a href="#{name}">Step {row.number}</a>: '
        f"{row.kind} <bdi>{escape(row.what)}</bdi></legend>{radios}</fieldset>"
    )
