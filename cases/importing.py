"""Importing sessions: from a store, through extraction and redaction, to immutable cases.

Nothing of a session is written, logged or raised before it has been redacted. A session is written
whole or not at all, and one that fails is listed and stops nothing. Importing again adds only what
is new, so a run that was killed is simply run again.
"""

import hmac
import json
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import batched
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from cases.errors import BadInput
from cases.extraction import Extraction, extract
from cases.identifiers import content_hash, derived_key, keyed, session_key
from cases.import_plans import STRATA_KEPT, Plan, plan_import, state_label
from cases.items import add_items
from cases.models import AgentVersion, AuditEvent, Case, ImportRun, Person, Source, Study
from cases.redaction import CaseText, Policy, Redacted, Redactor
from cases.sources import SessionKey, SqliteStore, StoredSession, open_store, path_of
from cases.transcript import turns_to_json

logger = logging.getLogger("calibrant.import")

SESSIONS_PER_BATCH = 20
PROBLEMS_LISTED = 200

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class _Tally:
    sessions: Counter[str]
    events: Counter[str] = field(default_factory=Counter)
    redactions: Counter[str] = field(default_factory=Counter)
    versions: Counter[str] = field(default_factory=Counter)
    problems: list[dict[str, str]] = field(default_factory=list)

    def trouble(self, outcome: str, key: str, reason: str) -> None:
        self.sessions[outcome] += 1
        if len(self.problems) < PROBLEMS_LISTED:
            self.problems.append({"session": key, "reason": reason})


def import_sessions(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    actor: Person | None = None,
    sample: int | None = None,
    stratify: Sequence[str] = STRATA_KEPT,
    seed: int = 0,
    agent_version: str = "",
    progress: Progress | None = None,
) -> ImportRun:
    """Import now, in this process. Raises BadInput, with nothing written, if nothing can be."""
    redactor_for(study).load()
    plan = plan_import(
        source_uri=source_uri, app_name=app_name, sample=sample, stratify=stratify, seed=seed
    )
    run = start_import(
        study=study,
        source_uri=source_uri,
        app_name=app_name,
        actor=actor,
        sample=sample,
        stratify=stratify,
        seed=seed,
        agent_version=agent_version,
    )
    try:
        _execute(run, plan, progress)
    except BadInput as error:
        _finish(run, ImportRun.State.FAILED, str(error))
    if run.state == ImportRun.State.FAILED:
        raise BadInput(run.message)
    return run


@transaction.atomic
def start_import(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    actor: Person | None = None,
    sample: int | None = None,
    stratify: Sequence[str] = STRATA_KEPT,
    seed: int = 0,
    agent_version: str = "",
) -> ImportRun:
    """Record an import that waits to be run; raises BadInput for a source that can't be read."""
    store = open_store(source_uri)
    store.check_app(app_name)
    source, _ = Source.objects.get_or_create(
        uri=store.uri, app_name=app_name, defaults={"created_by": actor}
    )
    run = ImportRun.objects.create(
        study=study,
        source=source,
        created_by=actor,
        options={
            "sample": sample,
            "stratify": list(stratify),
            "seed": seed,
            "agent_version": agent_version,
        },
    )
    AuditEvent.record(
        "import.started", actor=actor, study=study, target=run, source=source.pk, **run.options
    )
    return run


def queue_import(*, study: Study, source_uri: str, app_name: str, **options: Any) -> ImportRun:
    """Record an import and hand it to a worker; options as for start_import.

    Where the queue can't be reached the import is FAILED and says so.
    """
    from cases import tasks

    run = None
    try:
        with transaction.atomic():
            run = start_import(study=study, source_uri=source_uri, app_name=app_name, **options)
            tasks.run_import.delay_on_commit(run.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if run is None:
            raise
        _finish(run, ImportRun.State.FAILED, "The queue can't be reached. Start it and try again.")
    return run


def resume_imports() -> None:
    """Queue again what an earlier worker left waiting or half done.

    Two workers on one import are harmless: a session becomes a case once.
    """
    from cases import tasks

    unfinished = ImportRun.objects.filter(
        state__in=[ImportRun.State.WAITING, ImportRun.State.RUNNING]
    )
    for pk in unfinished.values_list("pk", flat=True):
        tasks.run_import.delay(pk)


def run_import(import_run_id: int, progress: Progress | None = None) -> None:
    """Run a recorded import; what it can't do is said in the run's message. Safe to repeat."""
    run = ImportRun.objects.select_related("source", "study").get(pk=import_run_id)
    if run.state in (ImportRun.State.FINISHED, ImportRun.State.FAILED):
        return
    options = run.options
    try:
        redactor_for(run.study).load()
        plan = plan_import(
            source_uri=run.source.uri,
            app_name=run.source.app_name,
            sample=options["sample"],
            stratify=options["stratify"],
            seed=options["seed"],
        )
        _execute(run, plan, progress)
    except BadInput as error:
        _finish(run, ImportRun.State.FAILED, str(error))


def check_web_source(uri: str, person: Person) -> None:
    """Refuse files that a page may not open: site admins may name any, others only those in a
    folder of CALIBRANT_IMPORT_DIRS. Raises BadInput."""
    if person.is_superuser:
        return
    path = path_of(uri).resolve()
    folders = [Path(folder).resolve() for folder in settings.CALIBRANT_IMPORT_DIRS]
    if not any(path.is_relative_to(folder) for folder in folders):
        raise BadInput(
            f"source {uri!r} is outside the folders that pages may import from: ask a site admin "
            "to import it, or to add its folder to CALIBRANT_IMPORT_DIRS"
        )


def _execute(run: ImportRun, plan: Plan, progress: Progress | None) -> None:
    began = time.monotonic()
    run.state = ImportRun.State.RUNNING
    run.sessions_total, run.sessions_done = len(plan.chosen), 0
    run.save(update_fields=["state", "sessions_total", "sessions_done"])
    store = open_store(run.source.uri)
    tally = _Tally(sessions=plan.counts.copy())
    for keys in batched(plan.chosen, SESSIONS_PER_BATCH):
        _import_batch(run, store, {key: plan.chosen[key] for key in keys}, tally)
        run.sessions_done += len(keys)
        run.report = _report(tally, plan)
        run.save(update_fields=["sessions_done", "report"])
        if progress:
            progress(run.sessions_done, run.sessions_total)
    waiting = Case.objects.in_study(run.study).current().filter(items=None).defer("turns")
    items = add_items(study=run.study, cases=list(waiting))
    run.report = _report(tally, plan) | {
        "items": len(items),
        "seconds": round(time.monotonic() - began, 2),
    }
    usable = sum(tally.sessions[name] for name in ("imported", "unchanged", "changed"))
    if usable:
        _finish(run, ImportRun.State.FINISHED, "")
    else:
        _finish(run, ImportRun.State.FAILED, _nothing_came(run, tally))


def _import_batch(
    run: ImportRun, store: SqliteStore, weights: dict[SessionKey, float], tally: _Tally
) -> None:
    names = {key: session_key(key) for key in weights}
    known = dict(
        Case.objects.in_study(run.study)
        .current()
        .filter(session_key__in=names.values())
        .values_list("session_key", "raw_hash")
    )
    read: list[tuple[StoredSession, Extraction]] = []
    for key, name in names.items():
        try:
            stored = store.read(key, digest_key=derived_key("raw"))
            if name in known:
                same = hmac.compare_digest(known[name], stored.raw_digest)
                tally.sessions["unchanged" if same else "changed"] += 1
                continue
            extraction = extract(stored.events)
            extraction.counts.update(stored.problems)
        except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
            tally.trouble("failed", name[:16], _where(error))
            continue
        tally.events.update(extraction.counts)
        if extraction.turns:
            read.append((stored, extraction))
        else:
            tally.sessions["no_conversation"] += 1
    for stored, extraction, redacted in _redacted(run, read, tally):
        _store(run, stored, extraction, redacted, weights[stored.key], tally)


def _redacted(
    run: ImportRun, read: list[tuple[StoredSession, Extraction]], tally: _Tally
) -> Iterator[tuple[StoredSession, Extraction, Redacted]]:
    """Redact a batch at once; if that fails, each by itself, to find out which one it was."""
    redactor = redactor_for(run.study)
    texts = [
        CaseText(
            turns=extraction.turns,
            known=stored.known,
            identifiers=(stored.key.user_id, stored.key.session_id),
        )
        for stored, extraction in read
    ]
    try:
        results: list[Redacted | None] = [*redactor.redact_cases(texts)]
    except BadInput:
        raise
    except Exception:  # noqa: BLE001 - the batch is tried again session by session
        results = []
        for text, (stored, _) in zip(texts, read, strict=True):
            try:
                results.append(redactor.redact_case(text))
            except Exception as error:  # noqa: BLE001 - listed with its reason
                results.append(None)
                tally.trouble("failed", session_key(stored.key)[:16], _where(error))
    for (stored, extraction), result in zip(read, results, strict=True):
        if result is None:
            continue
        if result.problems:
            reason = f"still holds something private: {'; '.join(result.problems[:3])}"
            tally.trouble("refused", session_key(stored.key)[:16], reason)
            continue
        yield stored, extraction, result


def _store(
    run: ImportRun,
    stored: StoredSession,
    extraction: Extraction,
    redacted: Redacted,
    weight: float,
    tally: _Tally,
) -> None:
    """Write one case. A run at the same time may have been quicker; then it is there already."""
    name = session_key(stored.key)
    turns = turns_to_json(redacted.turns)
    label = (extraction.agent_version or _state_version(stored) or run.options["agent_version"])[
        :200
    ]
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
    except IntegrityError:
        tally.sessions["unchanged"] += 1
        return
    except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
        tally.trouble("failed", name[:16], _where(error))
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
    model = version.model or extraction.model[:200]
    if (tools, model) != (version.tools, version.model):
        version.tools, version.model = tools, model
        version.save(update_fields=["tools", "model"])
    return version


def _strata(run: ImportRun, stored: StoredSession) -> dict[str, str]:
    """Labels to sample and report by; one that is somebody's name or number is withheld."""
    redactor = redactor_for(run.study)
    names = dict.fromkeys([*STRATA_KEPT, *run.options["stratify"]])
    return {
        name: redactor.redact_label(label)
        for name in names
        if (label := state_label(stored.state.get(name)))
    }


def _report(tally: _Tally, plan: Plan) -> dict[str, Any]:
    return {
        "sessions": dict(tally.sessions),
        "events": dict(tally.events),
        "redactions": dict(tally.redactions),
        "agent_versions": dict(tally.versions),
        "problems": tally.problems,
        "strata": plan.strata,
    }


def _finish(run: ImportRun, state: str, message: str) -> None:
    run.state, run.message, run.finished_at = state, message, timezone.now()
    run.save(update_fields=["state", "message", "finished_at", "report"])
    logger.info("import %s %s: %s", run.pk, state, run.report.get("sessions", {}))


def _nothing_came(run: ImportRun, tally: _Tally) -> str:
    parts = [
        f"{count} {name.replace('_', ' ')}"
        for name in ("no_conversation", "refused", "failed")
        if (count := tally.sessions[name])
    ]
    first = f"; the first: {tally.problems[0]['reason']}" if tally.problems else ""
    return (
        f"none of {run.sessions_total} sessions of {run.source.app_name!r} could be imported "
        f"({', '.join(parts)}){first}"
    )


@lru_cache(maxsize=2)
def _redactor(model_name: str, policy: str) -> Redactor:
    return Redactor(model_name=model_name, policy=Policy.from_json(json.loads(policy)))


def redactor_for(study: Study) -> Redactor:
    """The process's redactor under the study's policy; it holds a model, so it is kept."""
    policy = json.dumps(study.redaction_policy, sort_keys=True)
    return _redactor(settings.REDACTION_SPACY_MODEL, policy)


def _conversation_key(stored: StoredSession, extraction: Extraction) -> str:
    """A resumed session begins with copies of the events it resumes, so that both share this."""
    first = extraction.first_event_id or "\x00".join((stored.key.user_id, stored.key.session_id))
    return keyed("conversation", stored.key.app_name, first)


def _state_version(stored: StoredSession) -> str:
    return state_label(stored.state.get("agent_version"))


def _where(error: Exception) -> str:
    """What failed and where. An exception's own words may quote the session, so they stay out."""
    if isinstance(error, BadInput):
        return str(error)
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else "?"
    return f"{type(error).__name__} at {place}"
