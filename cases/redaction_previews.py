"""Previews of a redaction policy: a worker reads a sample of sessions and keeps where something
would be hidden and why, never what. The page reads the sessions again and lays that over them."""

import hmac
import logging
import traceback
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from cases.claims import MAX_ATTEMPTS, Claim, ClaimLost, claim, queued_fields, take_due
from cases.errors import BadInput
from cases.extraction import extract
from cases.identifiers import derived_key, session_key
from cases.import_tallies import where
from cases.models import (
    AuditEvent,
    Person,
    RedactionPreview,
    RedactionPreviewSession,
    Source,
    Study,
)
from cases.recent_keys import RecentKeys
from cases.redaction import CaseText, Redactor
from cases.redaction_places import hidden_in
from cases.redaction_policies import PolicyJson, policy_hash, tidied
from cases.redactors import redactor_under
from cases.sampling import draw
from cases.sources import (
    EVAL_PREFIXES,
    SessionKey,
    Store,
    StoredSession,
    StoreGone,
    check_app,
    open_store,
)
from cases.transcript import Turn

logger = logging.getLogger("calibrant.redaction")

MAX_SESSIONS = 100
KEPT_FOR = timedelta(days=14)

State = RedactionPreview.State

_recent = RecentKeys()


class PreviewStopped(Exception):
    """A preview met an error that nobody expected. Says its type and place, never its words."""


class SessionGone(Exception):
    """The session that a preview was made of is no longer there, or no longer the same."""


def queue_preview(
    *,
    study: Study,
    source_uri: str,
    app_name: str,
    policy: PolicyJson,
    sample: int,
    seed: int,
    actor: Person,
    compared_with: RedactionPreview | None = None,
) -> RedactionPreview:
    """Record a preview and hand its id to a worker.

    Raises BadInput for a source that can't be read. Where the queue can't be reached the preview is
    FAILED and says so.
    """
    from cases import tasks

    if not 1 <= sample <= MAX_SESSIONS:
        raise BadInput(f"{sample} sessions: look at 1 to {MAX_SESSIONS} at a time")
    store = open_store(source_uri)
    check_app(store, app_name)
    preview = None
    try:
        with transaction.atomic():
            source, _ = Source.objects.get_or_create(
                uri=store.uri, app_name=app_name, defaults={"created_by": actor}
            )
            preview = RedactionPreview.objects.create(
                study=study,
                source=source,
                policy=tidied(policy),
                policy_hash=policy_hash(policy),
                sample=sample,
                seed=seed,
                compared_with=compared_with,
                created_by=actor,
                expires_at=timezone.now() + KEPT_FOR,
                **queued_fields(),
            )
            AuditEvent.record(
                "redaction_preview.started",
                actor=actor,
                study=study,
                target=preview,
                source=source.pk,
                policy_hash=preview.policy_hash,
                sample=sample,
                seed=seed,
            )
            tasks.preview_redaction.delay_on_commit(preview.pk)  # type: ignore[attr-defined]
    except OperationalError:
        if preview is None:
            raise
        RedactionPreview.objects.filter(pk=preview.pk, state=State.WAITING).update(
            state=State.FAILED, message="The queue can't be reached. Start it and try again."
        )
        preview.refresh_from_db()
    return preview


def resume_previews(*, everything: bool = False) -> None:
    """Queue again what nobody works on, and forget previews that have expired.

    With `everything` also those whose message may still be on its way: for a worker that has just
    started and can't know what became of its queue.
    """
    from cases import tasks

    RedactionPreview.objects.expired().delete()
    for pk in take_due(RedactionPreview, everything=everything):
        tasks.preview_redaction.delay(pk)


def run_preview(preview_id: int) -> None:
    """Carry out a preview; what it can't do is said in its message. Safe to repeat.

    Does nothing when it is done or somebody else works on it. Raises PreviewStopped.
    """
    held = claim(RedactionPreview, preview_id)
    if held is None:
        return
    preview = RedactionPreview.objects.select_related("source", "study").get(pk=preview_id)
    try:
        with held.kept_alive():
            _check_attempts(preview)
            _carry_out(preview, held)
        held.finish(State.FINISHED)
    except ClaimLost:
        logger.warning("redaction preview %s: somebody else has it now", preview_id)
    except BadInput as error:
        with suppress(ClaimLost):
            held.finish(State.FAILED, str(error))
    except Exception as error:  # noqa: BLE001 - goes on as PreviewStopped
        what = where(error)
        frames = "".join(traceback.format_tb(error.__traceback__))
        logger.error("redaction preview %s stopped: %s\n%s", preview_id, what, frames)
        message = f"The preview stopped: {what}; see the worker's log."
        with suppress(ClaimLost):
            held.finish(State.FAILED, message)
        raise PreviewStopped(f"redaction preview {preview_id}: {what}") from None


def read_again(row: RedactionPreviewSession) -> list[Turn]:
    """The turns of a previewed session, raw, from its store.

    Raises SessionGone if it changed or went since, BadInput if the store can't be read.
    """
    source = row.preview.source
    store = open_store(source.uri)
    stored = _read_known(store, row) or _read_found(store, row)
    if not _is_same(stored, row):
        raise SessionGone("This session has changed since the preview.")
    return extract(stored.events).turns


def _read_known(store: Store, row: RedactionPreviewSession) -> StoredSession | None:
    """The session by the key that a page has found lately; None if that leads nowhere."""
    place = (store.uri, row.session_key)
    key = _recent.get(place)
    if key is None:
        return None
    with suppress(BadInput):
        stored = store.read(key, digest_key=derived_key("raw"))
        if _is_same(stored, row):
            return stored
    _recent.forget(place)
    return None


def _is_same(stored: StoredSession, row: RedactionPreviewSession) -> bool:
    return hmac.compare_digest(stored.raw_digest, row.raw_hash)


def _read_found(store: Store, row: RedactionPreviewSession) -> StoredSession:
    """The session that has the row's keyed hash: plain ids are never kept.

    The index is gone through once for all sessions of the preview.
    """
    app_name = row.preview.source.app_name
    wanted = set(row.preview.sessions.values_list("session_key", flat=True))
    found: dict[str, SessionKey] = {}
    for entry in store.index(app_name):
        name = session_key(entry.key)
        if name in wanted:
            found[name] = entry.key
            _recent.put((store.uri, name), entry.key)
        if len(found) == len(wanted):
            break
    if row.session_key not in found:
        check_app(store, app_name)
        raise SessionGone("This session is no longer in its store.")
    return store.read(found[row.session_key], digest_key=derived_key("raw"))


def _check_attempts(preview: RedactionPreview) -> None:
    """Raise BadInput for a preview that ended its worker each time it was tried."""
    if preview.attempts <= MAX_ATTEMPTS:
        return
    where_it_was = (
        f"at session {preview.sessions_done + 1} of {preview.sessions_total}"
        if preview.sessions_total
        else "before it came to a session"
    )
    raise BadInput(
        f"The preview was tried {MAX_ATTEMPTS} times and ended its worker each time, "
        f"{where_it_was}: see the worker's log, give it more memory, or preview another sample."
    )


def _carry_out(preview: RedactionPreview, held: Claim) -> None:
    redactor = redactor_under(preview.policy)
    redactor.load()
    store = open_store(preview.source.uri)
    check_app(store, preview.source.app_name)
    keys = _chosen(store, preview)
    done = _done(preview, keys)
    held.renew(sessions_total=len(keys), sessions_done=done)
    for position, key in enumerate(keys[done:], start=done + 1):
        fields = _previewed(store, key, redactor)
        with transaction.atomic():
            held.get_further(sessions_done=position)
            RedactionPreviewSession.objects.create(
                preview=preview, position=position, session_key=session_key(key), **fields
            )


def _done(preview: RedactionPreview, keys: list[SessionKey]) -> int:
    """How many of the sessions a killed worker has looked at; 0, and forgotten, if the store has
    changed so that others are drawn now."""
    names = list(preview.sessions.order_by("position").values_list("session_key", flat=True))
    if names == [session_key(key) for key in keys[: len(names)]]:
        return len(names)
    preview.sessions.all().delete()
    return 0


def _chosen(store: Store, preview: RedactionPreview) -> list[SessionKey]:
    """The sample, in an order that stays the same from run to run."""
    keys = [
        entry.key
        for entry in store.index(preview.source.app_name)
        if entry.events != 0 and not entry.key.session_id.startswith(EVAL_PREFIXES)
    ]
    if not keys:
        raise BadInput(
            f"app {preview.source.app_name!r} in {store.name} has no session to look at: "
            "choose another app"
        )
    chosen = draw(keys, preview.sample, seed=preview.seed, salt=derived_key("sampling"))
    return sorted(chosen, key=session_key)


def _previewed(store: Store, key: SessionKey, redactor: Redactor) -> dict[str, Any]:
    """What a session's row keeps of it."""
    try:
        stored = store.read(key, digest_key=derived_key("raw"))
        turns = extract(stored.events).turns
        if not turns:
            return {"raw_hash": stored.raw_digest, "problem": "Nothing was said or done in it."}
        ids = (stored.key.user_id, stored.key.session_id)
        case = CaseText(turns=turns, known=stored.known, identifiers=ids)
        redacted = redactor.redact_case(case)
        hidden = hidden_in(turns, redactor.explain(case), redacted.turns)
    except StoreGone:
        raise
    except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
        return {"problem": f"It could not be read: {where(error)}."[:500]}
    problem = ""
    if redacted.problems:
        problem = f"An import would refuse it: {'; '.join(redacted.problems[:3])}."[:500]
    return {
        "raw_hash": stored.raw_digest,
        "findings": [one.to_json() for one in hidden],
        "problem": problem,
    }
