"""Hiding what is private in a case, leaf by leaf. Pure: no Django, no network, and no
file but the list of names that ships with it."""

from cases.redaction.case_reading import CaseText
from cases.redaction.denied import deny_entry
from cases.redaction.findings import Finding, value_at
from cases.redaction.keys import KINDS
from cases.redaction.leaves import is_known_in
from cases.redaction.policy import ALWAYS, Policy
from cases.redaction.redactor import Redacted, Redactor

__all__ = [
    "ALWAYS",
    "KINDS",
    "CaseText",
    "Finding",
    "Policy",
    "Redacted",
    "Redactor",
    "deny_entry",
    "is_known_in",
    "value_at",
]
