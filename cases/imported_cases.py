"""The case that an imported session becomes, written whole or not at all."""

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import batched
from typing import Self

from django.db import IntegrityError, transaction

from cases.agent_versions import Build, build_of, record_build
from cases.cautions import find_cautions
from cases.errors import BadInput
from cases.extraction import Extraction
from cases.identifiers import content_hash, conversation_key, keyed, session_key
from cases.import_frames import label_in, state_label
from cases.import_options import STRATA_KEPT, VERSION_KEY
from cases.import_plans import withheld
from cases.import_tallies import (
    AFRESH,
    AFRESH_BUT_RATED,
    GROWN,
    GROWN_BUT_RATED,
    NEW,
    SAME,
    SAME_TEXT,
    Tally,
    where,
)
from cases.items import lock_study
from cases.models import Case, ImportRun, Study
from cases.redaction import Redacted
from cases.redactors import redactor_for
from cases.replacing import give_way
from cases.sources import StoredSession
from cases.transcript import steps_of, turns_to_json

# How many cases one statement gives their weight.
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of the case that a session is already."""

    pk: int
    session_key: str
    conversation_key: str
    revision: int
    raw_hash: str
    seen_raw_hash: str
    content_hash: str
    strata: dict[str, str]
    events: int
    weight: float | None
    import_run_id: int | None
    erased: bool

    @classmethod
    def of(cls, study: Study, names: Sequence[str]) -> dict[str, Self]:
        """Session key → the current case, for those of `names` that are cases of the study."""
        cases = Case.objects.in_study(study).current().filter(session_key__in=names)
        hashes = ("raw_hash", "seen_raw_hash", "content_hash")
        fields = ("session_key", "conversation_key", "revision", *hashes)
        rows = cases.values(
            "pk", *fields, "strata", "extraction", "weight", "import_run_id", "erased_at"
        )
        return {
            row["session_key"]: cls(
                **{name: row[name] for name in ("pk", *fields, "strata", "weight")},
                events=row["extraction"].get("events", 0),
                import_run_id=row["import_run_id"],
                erased=row["erased_at"] is not None,
            )
            for row in rows
        }

    def was_seen_as(self, raw_digest: str) -> bool:
        """Whether the session has been seen as it stands in the store now, and the case shows
        it."""
        known = (self.raw_hash, self.seen_raw_hash)
        return any(hmac.compare_digest(digest, raw_digest) for digest in known)


class _Quicker(Exception):
    """Somebody else has written or erased the case meanwhile."""


def write_case(
    run: ImportRun,
    stored: StoredSession,
    extraction: Extraction,
    redacted: Redacted,
    weight: float | None,
    tally: Tally,
    before: Before | None = None,
) -> None:
    """Write one case, or a new revision of the one that is there, and count what became of it.

    A run at the same time may have been quicker; then it is there already.
    """
    name = session_key(stored.key)
    try:
        build = _build(run, stored, extraction)
        case = _built(run, stored, extraction, redacted, weight, before)
        if left := _left_beside(case, build):
            reason = f"still holds something private: {'; '.join(left[:3])}"
            tally.trouble("refused", name[:16], reason)
            return
        if before and (case.content_hash, case.strata) == (before.content_hash, before.strata):
            Case.objects.filter(pk=before.pk).update(
                policy_hash=run.policy_hash, seen_raw_hash=stored.raw_digest
            )
            tally.sessions[SAME if before.was_seen_as(stored.raw_digest) else SAME_TEXT] += 1
            return
        outcome = _store(case, build, extraction, before)
    except _Quicker:
        tally.sessions[SAME] += 1
    except IntegrityError as error:
        if Case.objects.in_study(run.study).current().filter(session_key=name).exists():
            tally.sessions[SAME] += 1
        else:
            tally.trouble("failed", name[:16], where(error))
    except Exception as error:  # noqa: BLE001 - one bad session must not stop the others
        tally.trouble("failed", name[:16], where(error))
    else:
        _count(tally, outcome, extraction, redacted, build, before)


def _build(run: ImportRun, stored: StoredSession, extraction: Extraction) -> Build | None:
    return build_of(
        study=run.study,
        app_name=stored.key.app_name,
        extraction=extraction,
        in_state=_state_version(run, stored),
        given=run.options["agent_version"],
    )


def _built(
    run: ImportRun,
    stored: StoredSession,
    extraction: Extraction,
    redacted: Redacted,
    weight: float | None,
    before: Before | None,
) -> Case:
    """The case as it is to be stored, all but its agent version."""
    name = session_key(stored.key)
    turns = turns_to_json(redacted.turns)
    return Case(
        study=run.study,
        source=run.source,
        import_run=run,
        key=name[:16],
        session_key=name,
        user_key=keyed("user", stored.key.app_name, stored.key.user_id),
        conversation_key=(
            before.conversation_key if before else conversation_key(stored.key, extraction)
        ),
        revision=before.revision + 1 if before else 1,
        app_name=stored.key.app_name[:200],
        turns=turns,
        content_hash=content_hash(turns),
        raw_hash=stored.raw_digest,
        extraction=dict(extraction.counts),
        redactions=redacted.counts,
        policy_hash=run.policy_hash,
        cautions=find_cautions(steps_of(extraction.turns)),
        strata=_strata(run, stored),
        weight=before.weight if before else weight,
        started_at=extraction.started_at,
    )


def _left_beside(case: Case, build: Build | None) -> list[str]:
    """What still looks private in that which is stored beside the case's turns."""
    redactor = redactor_for(case.study)
    values = {
        "strata": case.strata,
        "counts": case.extraction,
        "cautions": case.cautions,
        "version": build.label if build else "",
    }
    return [
        problem
        for name, value in values.items()
        for problem in redactor.left_in(value, f"the {name}")
    ]


@transaction.atomic
def _store(case: Case, build: Build | None, extraction: Extraction, before: Before | None) -> str:
    """Write the case; returns what became of its session. Raises _Quicker."""
    if before:
        case.study = lock_study(case.study)
        _supersede(before)
    if build:
        case.agent_version = record_build(study=case.study, build=build, extraction=extraction)
    case.save(force_insert=True)
    return _outcome(before, case)


def _count(
    tally: Tally,
    outcome: str,
    extraction: Extraction,
    redacted: Redacted,
    build: Build | None,
    before: Before | None,
) -> None:
    tally.sessions[outcome] += 1
    if before and outcome in (GROWN, GROWN_BUT_RATED):
        tally.changes[_change(before.events, extraction.counts["events"])] += 1
    tally.events.update(extraction.counts)
    tally.redactions.update(redacted.counts)
    tally.rules.update(redacted.rules)
    tally.versions[build.label if build else "not said"] += 1


def give_weights(run: ImportRun, weights: Mapping[float | None, Iterable[str]]) -> None:
    """Give cases that were here already, from whatever source, their weight since this draw."""
    cases = Case.objects.in_study(run.study)
    for weight, keys in weights.items():
        for some in batched(keys, _BATCH):
            cases.filter(session_key__in=some).exclude(weight=weight).update(weight=weight)


def forget_weights(run: ImportRun) -> None:
    """Say that the weights of what an unfinished import brought are not known."""
    Case.objects.filter(import_run=run, revision=1).update(weight=None)


def _supersede(before: Before) -> None:
    """Mark the older revision. Raises _Quicker if it is not the current one any more."""
    current = Case.objects.filter(pk=before.pk, superseded=False, erased_at=None)
    if not current.update(superseded=True):
        raise _Quicker


def _outcome(before: Before | None, case: Case) -> str:
    """What became of the session, after its items have given way or stayed."""
    if before is None:
        return NEW
    afresh = before.was_seen_as(case.raw_hash)
    try:
        give_way(study=case.study, old=Case(pk=before.pk, study=case.study), new=case)
    except BadInput:
        return AFRESH_BUT_RATED if afresh else GROWN_BUT_RATED
    if Case.objects.filter(pk=case.pk).beside_rated().exists():
        return AFRESH_BUT_RATED if afresh else GROWN_BUT_RATED
    return AFRESH if afresh else GROWN


def _change(events_before: int, events: int) -> str:
    if events == events_before:
        return "same_length"
    return "longer" if events > events_before else "shorter"


def _strata(run: ImportRun, stored: StoredSession) -> dict[str, str]:
    """Labels to sample and report by; one that is somebody's name or number is withheld."""
    names = dict.fromkeys([*STRATA_KEPT, *run.options["stratify"]])
    return {
        name: withheld(run.study, name, label)
        for name in names
        if (label := label_in(stored.state, name))
    }


def _state_version(run: ImportRun, stored: StoredSession) -> str:
    return state_label(stored.state.get(run.options.get("version_key") or VERSION_KEY))
