from cases.models.audit import AuditEvent
from cases.models.cases import AgentVersion, Case, GoldAnswer, GoldProcess, Item
from cases.models.people import Membership, Person
from cases.models.redaction import (
    RedactionDraft,
    RedactionMark,
    RedactionPolicyVersion,
    RedactionPreview,
    RedactionPreviewSession,
)
from cases.models.rubrics import Criterion, Rubric, RubricVersion
from cases.models.sources import ImportRun, Source
from cases.models.studies import Study

__all__ = [
    "AgentVersion",
    "AuditEvent",
    "Case",
    "Criterion",
    "GoldAnswer",
    "GoldProcess",
    "ImportRun",
    "Item",
    "Membership",
    "Person",
    "RedactionDraft",
    "RedactionMark",
    "RedactionPolicyVersion",
    "RedactionPreview",
    "RedactionPreviewSession",
    "Rubric",
    "RubricVersion",
    "Source",
    "Study",
]
