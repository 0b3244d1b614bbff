"""The case that an imported session becomes, written whole or not at all."""

from django.db import IntegrityError, transaction

from cases.extraction import Extraction
from cases.identifiers import content_hash, keyed, session_key
from cases.import_plans import STRATA_KEPT, state_label, withheld
from cases.import_tallies import Tally, where
from cases.models import AgentVersion, Case, ImportRun, Study
from cases.redaction import Redacted
from cases.redactors import redactor_for
from cases.sources import StoredSession
from cases.transcript import turns_to_json


def write_case(
    run: ImportRun,
    stored: StoredSession,
    extraction: Extraction,
    redacted: Redacted,
    weight: float,
    tally: Tally,
) -> None:
    """Write one case. A run at the same time may have been quicker; then it is there already."""
    name = session_key(stored.key)
    turns = turns_to_json(redacted.turns)
    said = extraction.agent_version or _state_version(stored) or run.options["agent_version"]
    label = redactor_for(run.study).redact_label(said[:200])
    try:
        strata = _strata(run, stored)
        with transaction.atomic():
            Case.objects.create(
                study=run.study,
                source=run.source,
                import_run=run,
                key=name[:16],
                session_key=name,
                user_key=keyed("user", stored.key.app_name, stored.key.user_id),
                conversation_key=_conversation_key(stored, extraction),
                app_name=stored.key.app_name[:200],
                agent_version=_agent_version(run.study, label, extraction),
                turns=turns,
                content_hash=content_hash(turns),
                raw_hash=stored.raw_digest,
                extraction=dict(extraction.counts),
                redactions=redacted.counts,
                strata=strata,
                weight=weight,
                started_at=extraction.started_at,
            )
    except IntegrityError as error:
        if Case.objects.in_study(run.study).current().filter(session_key=name).exists():
            tally.sessions["unchanged"] += 1
        else:
            tally.trouble("failed", name[:16], where(error))
        return
    except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
        tally.trouble("failed", name[:16], where(error))
        return
    tally.sessions["imported"] += 1
    tally.redactions.update(redacted.counts)
    tally.versions[label or "not said"] += 1


def _agent_version(study: Study, label: str, extraction: Extraction) -> AgentVersion | None:
    """The version row of a label, its tools growing with what cases are seen to use."""
    if not label:
        return None
    version, _ = AgentVersion.objects.get_or_create(study=study, label=label)
    tools = sorted({*version.tools, *extraction.tools})
    model = version.model or redactor_for(study).redact_label(extraction.model[:200])
    if (tools, model) != (version.tools, version.model):
        version.tools, version.model = tools, model
        version.save(update_fields=["tools", "model"])
    return version


def _strata(run: ImportRun, stored: StoredSession) -> dict[str, str]:
    """Labels to sample and report by; one that is somebody's name or number is withheld."""
    names = dict.fromkeys([*STRATA_KEPT, *run.options["stratify"]])
    return {
        name: withheld(run.study, name, label)
        for name in names
        if (label := state_label(stored.state.get(name)))
    }


def _conversation_key(stored: StoredSession, extraction: Extraction) -> str:
    """A resumed session begins with copies of the events it resumes, so that both share this."""
    first = extraction.first_event_id or "\x00".join((stored.key.user_id, stored.key.session_id))
    return keyed("conversation", stored.key.app_name, first)


def _state_version(stored: StoredSession) -> str:
    return state_label(stored.state.get("agent_version"))
