"""One batch of an import: sessions are read, redacted at once, and written one by one."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from cases.claims import Claim, ClaimLost
from cases.errors import BadInput
from cases.extraction import Extraction, extract
from cases.identifiers import derived_key, session_key
from cases.import_options import VERSION_KEY
from cases.import_tallies import Tally, where
from cases.imported_cases import Before, write_case
from cases.models import Case, ImportRun
from cases.redaction import CaseText, Redacted
from cases.redactors import redactor_for
from cases.sources import SessionKey, Store, StoreBusy, StoredSession, StoreGone

# A batch ends when its events hold so many characters, however few sessions they are: about ten
# seconds of redaction, and as much text in memory.
CHARACTERS_PER_BATCH = 250_000
# How often in a row a store may be held by another program until it counts as gone; each time has
# been waited for by whoever reads the store, five seconds for SQLite.
BUSY_IN_A_ROW = 4
LEFT_OUT = "left out as asked, since it ended a worker"


@dataclass(frozen=True, slots=True)
class Read:
    """A session as it was read, with the case it is here already, if any."""

    stored: StoredSession
    extraction: Extraction
    before: Before | None


def import_batch(
    run: ImportRun,
    store: Store,
    weights: Mapping[SessionKey, float | None],
    tally: Tally,
    claim: Claim,
) -> int:
    """Bring in the first of some sessions, as many as CHARACTERS_PER_BATCH allows; returns how
    many. One that fails is counted and listed. Raises StoreGone, ClaimLost, and BadInput of the
    policy, with nothing written."""
    names = {key: session_key(key) for key in weights}
    before = Before.of(run.study, list(names.values()))
    read: list[Read] = []
    put_off: list[SessionKey] = []
    taken = size = 0

    def take(key: SessionKey) -> int:
        found = _read(run, store, key, names[key], before.get(names[key]), tally)
        read.extend([found] if found else [])
        return characters_in(found.stored.events) if found else 0

    with _timed(tally, "reading"):
        for key in names:
            taken += 1
            try:
                size += take(key)
            except StoreBusy:
                put_off.append(key)
                if len(put_off) >= BUSY_IN_A_ROW:
                    break
            if size >= CHARACTERS_PER_BATCH:
                break
        _take_up(put_off, take)
    with _timed(tally, "redacting"):
        redacted = list(_redacted(run, read, tally, claim, taken))
    # Somebody may have cancelled meanwhile.
    claim.renew()
    with _timed(tally, "writing"):
        for session, result in redacted:
            weight = weights[session.stored.key]
            write_case(
                run, session.stored, session.extraction, result, weight, tally, session.before
            )
    return taken


def _take_up(put_off: list[SessionKey], take: Callable[[SessionKey], int]) -> None:
    """Read what was put off since another program held the store. Raises StoreGone once that is so
    BUSY_IN_A_ROW times in a row."""
    in_a_row = 0
    while put_off:
        try:
            take(put_off[0])
        except StoreBusy as error:
            in_a_row += 1
            if in_a_row >= BUSY_IN_A_ROW:
                raise StoreGone(str(error)) from error
        else:
            in_a_row = 0
            put_off.pop(0)


def characters_in(value: Any) -> int:
    """How many characters the texts in a JSON value have, keys not counted."""
    total, waiting = 0, [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            total += len(one)
        elif isinstance(one, Mapping):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return total


def _read(
    run: ImportRun, store: Store, key: SessionKey, name: str, before: Before | None, tally: Tally
) -> Read | None:
    """The session if there is something to redact in it; else it has been counted."""
    if before and before.erased:
        # Whatever the source still holds, what was erased on request does not come back.
        tally.sessions["erased"] += 1
        return None
    if name[:16] in run.options.get("leave_out", ()):
        tally.trouble("left_out", name[:16], LEFT_OUT)
        return None
    try:
        stored = store.read(key, digest_key=derived_key("raw"))
        if before and _is_known(run, before, stored, tally):
            return None
        version_key = run.options.get("version_key") or VERSION_KEY
        extraction = extract(stored.events, version_key=version_key)
        extraction.counts.update(stored.problems)
    except (ClaimLost, StoreGone):
        raise
    except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
        tally.trouble("failed", name[:16], where(error))
        return None
    if not extraction.turns:
        tally.events.update(extraction.counts)
        tally.sessions["no_conversation"] += 1
        return None
    return Read(stored, extraction, before)


def _is_known(run: ImportRun, before: Before, stored: StoredSession, tally: Tally) -> bool:
    """Whether the session is here as it stands in the store, and is not to be redacted afresh."""
    if not before.was_seen_as(stored.raw_digest):
        return False
    if before.import_run_id == run.pk:
        # This import wrote it before it was stopped, and had not counted it yet.
        tally.count_again(Case.objects.select_related("agent_version").get(pk=before.pk))
        return True
    if run.options.get("again"):
        return False
    tally.sessions["unchanged"] += 1
    return True


def _redacted(
    run: ImportRun, read: list[Read], tally: Tally, claim: Claim, taken: int
) -> Iterator[tuple[Read, Redacted]]:
    """Redact a batch at once; if that fails, each by itself, to find out which one it was. `taken`
    is how many sessions the batch is of. Raises ClaimLost soon after the claim is."""
    redactor = redactor_for(run.study)

    def watch(stage: str, done: int, total: int) -> None:
        claim.show(at_hand={"sessions": taken, "stage": stage, "done": done, "total": total})

    texts = [
        CaseText(
            turns=session.extraction.turns,
            known=session.stored.known,
            identifiers=(session.stored.key.user_id, session.stored.key.session_id),
        )
        for session in read
    ]
    try:
        results: list[Redacted | None] = [*redactor.redact_cases(texts, watch)]
    except (BadInput, ClaimLost):
        raise
    except Exception:  # noqa: BLE001 - the batch is tried again session by session
        results = []
        for text, session in zip(texts, read, strict=True):
            try:
                results.append(redactor.redact_case(text, watch))
            except ClaimLost:
                raise
            except Exception as error:  # noqa: BLE001 - listed with its reason
                results.append(None)
                tally.trouble("failed", session_key(session.stored.key)[:16], where(error))
    for session, result in zip(read, results, strict=True):
        if result is None:
            continue
        if result.problems:
            reason = f"still holds something private: {'; '.join(result.problems[:3])}"
            tally.trouble("refused", session_key(session.stored.key)[:16], reason)
            continue
        yield session, result


@contextmanager
def _timed(tally: Tally, what: str) -> Iterator[None]:
    began = time.perf_counter()
    try:
        yield
    finally:
        spent = time.perf_counter() - began
        tally.seconds[what] = tally.seconds.get(what, 0.0) + spent
