"""Hiding what is private in a case, leaf by leaf. Pure: no Django, no files, no network."""

from cases.redaction.policy import Policy
from cases.redaction.redactor import CaseText, Redacted, Redactor

__all__ = ["CaseText", "Policy", "Redacted", "Redactor"]
