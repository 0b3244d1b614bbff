"""Importing sessions: from a store, through extraction and redaction, to immutable cases.

Nothing of a session is written, logged or raised before it has been redacted. A session is written
whole or not at all, and one that fails is listed and stops nothing. Importing again adds only what
is new, so a run that was killed is simply run again.
"""

import logging
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from cases.claims import (
    MAX_ATTEMPTS,
    Claim,
    ClaimLost,
    claim,
    claimed_fields,
    queued_fields,
    take_due,
)
from cases.errors import BadInput
from cases.import_claims import ended_by, is_held, release, take_unsettled
from cases.import_options import DEFAULT_OPTIONS, ImportOptions
from cases.import_plans import plan_import
from cases.import_running import ImportStopped, Progress, carry_out, give_up, settle
from cases.models import AuditEvent, ImportRun, Person, Source, Study
from cases.redactors import redactor_for
from cases.sources import (
    Store,
    check_app,
    check_no_literal_password,
    check_placeholders,
    is_listed,
    is_local,
    open_store,
    path_of,
    shown,
)

__all__ = [
    "ImportStopped",
    "cancel_import",
    "import_again",
    "import_sessions",
    "queue_import",
    "run_import",
]

logger = logging.getLogger("calibrant.import")


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
    _check_open(study)
    redactor_for(study).load()
    store = open_store(source_uri)
    plan = plan_import(
        source_uri=source_uri, app_name=app_name, options=options, study=study, store=store
    )
    run = _record(study, store, app_name, options, actor, claimed_fields())
    try:
        carry_out(run, Claim(ImportRun, run.pk, run.claim), plan, progress, store)
    except ClaimLost as error:
        run.refresh_from_db()
        if run.state == ImportRun.State.CANCELLED:
            raise BadInput(f"import {run.pk} was cancelled; what it had imported stays") from error
        raise BadInput(
            f"import {run.pk} stood still for so long that a worker took it over: "
            "see on its page how it goes on"
        ) from error
    except KeyboardInterrupt:
        # Else a worker would go on with it.
        cancel_import(run=run, actor=actor)
        settle(run)
        raise
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
    _check_open(study)
    options.check()
    check_app(store, app_name)
    source, _ = Source.objects.get_or_create(
        uri=store.uri, app_name=app_name, defaults={"created_by": actor}
    )
    _check_alone(study, source, store)
    try:
        with transaction.atomic():
            run = ImportRun.objects.create(
                study=study, source=source, created_by=actor, options=options.to_json(), **fields
            )
    except IntegrityError as error:
        raise BadInput(
            f"another import of {app_name!r} from {store.name} has just begun: wait for it"
        ) from error
    AuditEvent.record(
        "import.started", actor=actor, study=study, target=run, source=source.pk, **run.options
    )
    return run


def _check_open(study: Study) -> None:
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then import")


def _check_alone(study: Study, source: Source, store: Store) -> None:
    """Refuse a second import of one source; one that nobody works on any more gives way."""
    for run in ImportRun.objects.filter(study=study, source=source).live():
        if is_held(run):
            raise BadInput(
                f"import {run.pk} of {source.app_name!r} from {store.name} is {run.state}: wait "
                "for it, or cancel it on its page"
            )
        if release(run, "It stood still; another import of the source took its place."):
            # Robust, since whatever is wrong with the old import must not keep the new one back.
            transaction.on_commit(partial(settle, run), robust=True)


def cancel_import(*, run: ImportRun, actor: Person | None) -> bool:
    """End an import early; what it has imported stays. False if it was over already.

    Whoever works on it notices before it writes the batch at hand, and makes the items.
    """
    held = run.state == ImportRun.State.RUNNING and is_held(run)
    with transaction.atomic():
        if not release(run, "Cancelled. What was imported stays; run it again to go on."):
            return False
        AuditEvent.record("import.cancelled", actor=actor, study=run.study, target=run)
    run.refresh_from_db()
    if not held:
        settle(run)
    return True


def import_again(
    *, run: ImportRun, actor: Person, afresh: bool = False, only_here: bool = False
) -> ImportRun:
    """Queue an import with the choice of `run`, `afresh` to redact what is here once more;
    `only_here` draws nothing and looks for changes in what is in the study.

    A session that ended the workers of `run` is left out. Raises BadInput as queue_import does, and
    for a source that `actor` may not name on a page.
    """
    check_web_source(run.source.uri, actor)
    options = ImportOptions.from_json(run.options)
    leave_out = dict.fromkeys(name for name in (*options.leave_out, ended_by(run)) if name)
    return queue_import(
        study=run.study,
        source_uri=run.source.uri,
        app_name=run.source.app_name,
        options=replace(
            options,
            again=afresh if only_here else options.again or afresh,
            only_here=only_here,
            dry_run=False,
            leave_out=list(leave_out),
        ),
        actor=actor,
    )


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
            claimed_until=None,
            finished_at=timezone.now(),
        )
        run.refresh_from_db()
    return run


def resume_imports(*, everything: bool = False) -> None:
    """Queue again what nobody works on: imports of killed workers, messages that got lost, and the
    settling of what ended early."""
    from cases import tasks

    for pk in take_due(ImportRun, everything=everything):
        tasks.run_import.delay(pk)
    for pk in take_unsettled():
        tasks.settle_import.delay(pk)


def settle_import(import_run_id: int) -> None:
    """Make items of what an import has brought that did not come to its end. Safe to repeat."""
    settle(ImportRun.objects.select_related("study").get(pk=import_run_id))


def run_import(import_run_id: int, progress: Progress | None = None) -> None:
    """Run a recorded import; what it can't do is said in the run's message. Safe to repeat.

    Does nothing when the import is over or somebody else runs it. Raises ImportStopped.
    """
    held = claim(ImportRun, import_run_id)
    if held is None:
        return
    run = ImportRun.objects.select_related("source", "study").get(pk=import_run_id)
    with suppress(ClaimLost):
        if run.attempts > MAX_ATTEMPTS:
            give_up(run, held)
        else:
            carry_out(run, held, None, progress)


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
                f"source {shown(uri)} is outside the folders that pages may import from: ask a "
                "site admin to import it, or to add its folder to CALIBRANT_IMPORT_DIRS"
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
