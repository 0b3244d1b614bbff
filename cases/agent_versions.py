"""Which build of the agent produced a case: as the session says, as given, or derived.

Said by the session comes first (an event's `custom_metadata`, then the session's state), then the
label given with the import. Else it is derived from what all sessions of one build share: the app,
the agent that answers first, and the model it first answered with. Tools and other agents are
left out, since a short session meets only some of them; so a build that changed in those alone
can't be told apart. Where the agent itself is described, its instructions and tools count as well.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from cases.agent_info import AgentInfo
from cases.errors import BadInput
from cases.extraction import Extraction
from cases.identifiers import keyed
from cases.models import AgentVersion, AuditEvent, Person, Study
from cases.redaction_apart import redacted_apart
from cases.redaction_child import redact_texts
from cases.redactors import redactor_for

LABEL_LENGTH = 200
_DERIVED = re.compile(r"derived-[0-9a-f]{6} \(")


@dataclass(frozen=True, slots=True)
class Build:
    """The label of a build, redacted; `derived` if nobody gave it."""

    label: str
    derived: bool = False


def build_of(
    *, study: Study, app_name: str, extraction: Extraction, in_state: str = "", given: str = ""
) -> Build | None:
    """The build that a session ran on; None if it holds no answer of a model and no label."""
    redactor = redactor_for(study)
    said = extraction.agent_version or in_state
    if not said and _DERIVED.match(given):
        return Build(given, derived=True)  # recorded with the agent's description
    if said := said or given:
        return Build(redactor.redact_label(said[:LABEL_LENGTH]))
    if not extraction.first_model:
        return None
    model = redactor.redact_label(extraction.first_model[:LABEL_LENGTH])
    shared = (app_name, extraction.first_agent, extraction.first_model)
    return Build(_derived_label(shared, model), derived=True)


def record_build(*, study: Study, build: Build, extraction: Extraction) -> AgentVersion:
    """The row of a build, its tools growing with what cases are seen to use.

    Locks the row where something is added, so that two imports don't undo each other's.
    """
    version, _ = AgentVersion.objects.get_or_create(
        study=study, label=build.label, defaults={"derived": build.derived}
    )
    model = version.model or redactor_for(study).redact_label(extraction.model[:LABEL_LENGTH])
    if model != version.model or not set(extraction.tools) <= set(version.tools):
        with transaction.atomic():
            version = AgentVersion.objects.select_for_update(no_key=True).get(pk=version.pk)
            version.tools = sorted({*version.tools, *extraction.tools})
            version.model = version.model or model
            version.save(update_fields=["tools", "model"])
    return version


def record_agent(
    *,
    study: Study,
    app_name: str,
    info: AgentInfo,
    label: str = "",
    actor: Person | None = None,
    apart: bool = False,
) -> AgentVersion:
    """Keep what is known of the agent itself: model, tools, and its instructions, redacted; `apart`
    in another process, for pages.

    Raises BadInput if the label is that of another agent already, or if something private in the
    instructions can't be hidden.
    """
    # Before the transaction: while one is open nobody can store a rating.
    labels = [info.model[:LABEL_LENGTH], label[:LABEL_LENGTH]]
    texts = [info.instruction, info.policy]
    if apart:
        labels, texts, problems = redacted_apart(study, labels=labels, texts=texts)
    else:
        redactor = redactor_for(study)
        labels = [redactor.redact_label(text) for text in labels]
        found = redact_texts(redactor, texts)
        texts, problems = found["texts"], found["problems"]
    if problems:
        raise BadInput(
            f"the agent's instructions still hold something private ({problems[0]}): take it out "
            "of the file"
        )
    return _record_agent(study, app_name, info, (labels[0], labels[1]), texts, actor)


@transaction.atomic
def _record_agent(
    study: Study,
    app_name: str,
    info: AgentInfo,
    labels: tuple[str, str],
    texts: Sequence[str],
    actor: Person | None,
) -> AgentVersion:
    model, name = labels
    instructions = keyed("instruction", *info.instructions)
    shared = (app_name, info.name, info.model, instructions, *info.tools)
    version, made = AgentVersion.objects.select_for_update().get_or_create(
        study=study,
        label=name or _derived_label(shared, model or "model not said", len(info.tools)),
        defaults={"derived": not name},
    )
    if version.instruction_hash not in ("", instructions):
        raise BadInput(
            f"agent version {version.label!r} is recorded with other instructions: give the new "
            "build a label of its own"
        )
    version.instruction_hash = instructions
    version.instruction, version.policy = texts
    version.tools = sorted({*version.tools, *info.tools})
    version.model = version.model or model
    version.save()
    AuditEvent.record("agent_version.described", actor=actor, study=study, target=version, new=made)
    return version


def _derived_label(shared: Sequence[Any], model: str, tools: int | None = None) -> str:
    """`derived-3f2a91 (gemini-2.5-flash, 4 tools)`: the same for the same build, always."""
    digest = hashlib.sha256(json.dumps(shared).encode()).hexdigest()[:6]
    known = model if tools is None else f"{model}, {tools} tool{'' if tools == 1 else 's'}"
    return f"derived-{digest} ({known})"[:LABEL_LENGTH]
