"""Words, colours and the report of redaction."""

from typing import Any

from django import template

from cases.models import ImportRun
from cases.redaction_kinds import KIND_WORDS
from cases.redaction_reports import redaction_report

register = template.Library()

RULES_SHOWN = 20

# One colour for kinds that are read alike.
_COLOURS = {
    "PERSON": "person",
    "USER": "person",
    "EMAIL": "reach",
    "PHONE": "reach",
    "IP": "reach",
    "ADDRESS": "place",
    "DOB": "place",
    "CARD": "money",
    "IBAN": "money",
    "ACCOUNT": "money",
    "SECRET": "secret",
    "ID": "secret",
}


@register.filter
def kind_words(kind: str) -> str:
    return KIND_WORDS.get(kind, kind.capitalize())


@register.filter
def kind_colour(kind: str) -> str:
    return f"hid-{_COLOURS.get(kind, 'other')}"


@register.filter
def percent(share: float | None) -> str:
    """A share in percent with one decimal, or "not defined"."""
    return "not defined" if share is None else f"{100 * share:.1f} %"


@register.filter
def entry(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key)


@register.simple_tag
def report_of(run: ImportRun) -> dict[str, Any]:
    """The report of an import; `rules` are the commonest, `more_rules` says how many are not."""
    report = redaction_report(run)
    rules = list(report["by_rule"].items())
    return report | {"rules": rules[:RULES_SHOWN], "more_rules": len(rules[RULES_SHOWN:])}
