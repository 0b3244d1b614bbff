"""Importing sessions: from a store, through extraction and redaction, to immutable cases.

Nothing of a session is written, logged or raised before it has been redacted. A session is written
whole or not at all, and one that fails is listed and stops nothing. Importing again adds only what
is new, so a run that was killed is simply run again.
"""

import hmac
import logging
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import batched
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from cases.errors import BadInput
from cases.extraction import Extraction, extract
from cases.identifiers import derived_key, session_key
from cases.import_claims import (
    Claim,
    ClaimLost,
    claim_import,
    claimed_fields,
    queued_fields,
    take_due,
)
from cases.import_plans import DEFAULT_OPTIONS, ImportOptions, Plan, plan_import
from cases.import_tallies import Tally, where
from cases.imported_cases import write_case
from cases.items import add_items
from cases.models import AuditEvent, Case, ImportRun, Person, Source, Study
from cases.redaction import CaseText, Redacted
from cases.redactors import redactor_for
from cases.sources import (
    SessionKey,
    Store,
    StoredSession,
    check_app,
    check_no_literal_password,
    check_placeholders,
    is_listed,
    is_local,
    open_store,
    path_of,
    shown,
)

logger = logging.getLogger("calibrant.import")

SESSIONS_PER_BATCH = 20

Progress = Callable[[int, int], None]


class ImportStopped(Exception):
    """An import met an error that nobody expected. Says its type and place, never its words."""


def import_sessions(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    options: ImportOptions = DEFAULT_OPTIONS,
    actor: Person | None = None,
    progress: Progress | None = None,
) -> ImportRun:
    """Import now, in this process. Raises BadInput, with nothing written, if nothing can be."""
    redactor_for(study).load()
    plan = plan_import(source_uri=source_uri, app_name=app_name, options=options, study=study)
    store = open_store(source_uri)
    run = _record(study, store, app_name, options, actor, claimed_fields())
    try:
        _carry_out(run, Claim(run.pk, run.claim), plan, progress, store)
    except ClaimLost as error:
        raise BadInput(
            f"import {run.pk} stood still for so long that a worker took it over: "
            "see on its page how it goes on"
        ) from error
    if run.state == ImportRun.State.FAILED:
        raise BadInput(run.message)
    return run


def start_import(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    options: ImportOptions = DEFAULT_OPTIONS,
    actor: Person | None = None,
) -> ImportRun:
    """Record an import that waits to be run; raises BadInput for a source that can't be read."""
    store = open_store(source_uri)
    return _record(study, store, app_name, options, actor, queued_fields())


@transaction.atomic
def _record(
    study: Study,
    store: Store,
    app_name: str,
    options: ImportOptions,
    actor: Person | None,
    fields: dict[str, Any],
) -> ImportRun:
    check_app(store, app_name)
    source, _ = Source.objects.get_or_create(
        uri=store.uri, app_name=app_name, defaults={"created_by": actor}
    )
    run = ImportRun.objects.create(
        study=study, source=source, created_by=actor, options=options.to_json(), **fields
    )
    AuditEvent.record(
        "import.started", actor=actor, study=study, target=run, source=source.pk, **run.options
    )
    return run


def queue_import(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    options: ImportOptions = DEFAULT_OPTIONS,
    actor: Person | None = None,
) -> ImportRun:
    """Record an import and hand it to a worker.

    Where the queue can't be reached the import is FAILED and says so.
    """
    from cases import tasks

    run = None
    try:
        with transaction.atomic():
            run = start_import(
                study=study, source_uri=source_uri, app_name=app_name, options=options, actor=actor
            )
            tasks.run_import.delay_on_commit(run.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if run is None:
            raise
        ImportRun.objects.filter(pk=run.pk, state=ImportRun.State.WAITING).update(
            state=ImportRun.State.FAILED,
            message="The queue can't be reached. Start it and try again.",
            finished_at=timezone.now(),
        )
        run.refresh_from_db()
    return run


def resume_imports(*, everything: bool = False) -> None:
    """Queue again what nobody works on: imports of killed workers, messages that got lost."""
    from cases import tasks

    for pk in take_due(everything=everything):
        tasks.run_import.delay(pk)


def run_import(import_run_id: int, progress: Progress | None = None) -> None:
    """Run a recorded import; what it can't do is said in the run's message. Safe to repeat.

    Does nothing when the import is over or somebody else runs it. Raises ImportStopped.
    """
    claim = claim_import(import_run_id)
    if claim is None:
        return
    run = ImportRun.objects.select_related("source", "study").get(pk=import_run_id)
    with suppress(ClaimLost):
        _carry_out(run, claim, None, progress)


def check_web_source(uri: str, person: Person) -> None:
    """Refuse what a page may not open. Raises BadInput.

    Site admins may name any source. Others may name files in a folder of CALIBRANT_IMPORT_DIRS and
    servers listed in CALIBRANT_IMPORT_SOURCES. Passwords stand in no address of a page.
    """
    if is_local(uri):
        path = path_of(uri).resolve()
        folders = [Path(folder).resolve() for folder in settings.CALIBRANT_IMPORT_DIRS]
        if not person.is_superuser and not any(path.is_relative_to(folder) for folder in folders):
            raise BadInput(
                f"source {uri!r} is outside the folders that pages may import from: ask a site "
                "admin to import it, or to add its folder to CALIBRANT_IMPORT_DIRS"
            )
        return
    check_no_literal_password(uri)
    if is_listed(uri, settings.CALIBRANT_IMPORT_SOURCES):
        return
    if not person.is_superuser:
        raise BadInput(
            f"source {shown(uri)} is not among the servers that pages may import from: ask a site "
            "admin to import it, or to add it to CALIBRANT_IMPORT_SOURCES"
        )
    check_placeholders(uri)


def _carry_out(
    run: ImportRun,
    claim: Claim,
    plan: Plan | None,
    progress: Progress | None,
    store: Store | None = None,
) -> None:
    """Run a claimed import to its end, good or bad; `run` then says which it was.

    Raises ClaimLost, with nothing more written, and ImportStopped.
    """
    try:
        if plan is None:
            redactor_for(run.study).load()
            plan = plan_import(
                source_uri=run.source.uri,
                app_name=run.source.app_name,
                options=ImportOptions.from_json(run.options),
                study=run.study,
            )
        # The store that is open already, if any: only its address may hold the password.
        _execute(run, claim, plan, progress, store or open_store(run.source.uri))
    except ClaimLost:
        logger.warning("import %s: somebody else has it now", run.pk)
        raise
    except BadInput as error:
        _finish(run, claim, ImportRun.State.FAILED, str(error))
    except Exception as error:  # noqa: BLE001 - goes on as ImportStopped
        what = where(error)
        frames = "".join(traceback.format_tb(error.__traceback__))
        logger.error("import %s stopped: %s\n%s", run.pk, what, frames)
        message = f"The import stopped: {what}; see the worker's log. What was imported stays."
        _finish(run, claim, ImportRun.State.FAILED, message)
        raise ImportStopped(f"import {run.pk}: {what}") from None


def _execute(
    run: ImportRun, claim: Claim, plan: Plan, progress: Progress | None, store: Store
) -> None:
    began = time.monotonic()
    total, done = len(plan.chosen), 0
    claim.renew(sessions_total=total, sessions_done=0)
    tally = Tally(sessions=plan.counts.copy())
    for keys in batched(plan.chosen, SESSIONS_PER_BATCH):
        _import_batch(run, store, {key: plan.chosen[key] for key in keys}, tally)
        done += len(keys)
        claim.renew(sessions_done=done, report=tally.report(plan))
        if progress:
            progress(done, total)
    waiting = Case.objects.in_study(run.study).current().filter(items=None).defer("turns")
    items = add_items(study=run.study, cases=list(waiting))
    seconds = round(time.monotonic() - began, 2)
    report = tally.report(plan) | {"items": len(items), "seconds": seconds}
    if tally.usable:
        _finish(run, claim, ImportRun.State.FINISHED, "", report=report)
    else:
        message = tally.why_nothing_came(run.source.app_name, total)
        _finish(run, claim, ImportRun.State.FAILED, message, report=report)


def _import_batch(
    run: ImportRun, store: Store, weights: dict[SessionKey, float], tally: Tally
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
            tally.trouble("failed", name[:16], where(error))
            continue
        tally.events.update(extraction.counts)
        if extraction.turns:
            read.append((stored, extraction))
        else:
            tally.sessions["no_conversation"] += 1
    for stored, extraction, redacted in _redacted(run, read, tally):
        write_case(run, stored, extraction, redacted, weights[stored.key], tally)


def _redacted(
    run: ImportRun, read: list[tuple[StoredSession, Extraction]], tally: Tally
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
                tally.trouble("failed", session_key(stored.key)[:16], where(error))
    for (stored, extraction), result in zip(read, results, strict=True):
        if result is None:
            continue
        if result.problems:
            reason = f"still holds something private: {'; '.join(result.problems[:3])}"
            tally.trouble("refused", session_key(stored.key)[:16], reason)
            continue
        yield stored, extraction, result


def _finish(run: ImportRun, claim: Claim, state: str, message: str, **fields: Any) -> None:
    claim.finish(state, message, **fields)
    run.refresh_from_db()
    logger.info("import %s %s: %s", run.pk, state, run.report.get("sessions", {}))
