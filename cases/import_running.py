"""Carrying out an import that has been claimed, from its plan to the items of its cases."""

import logging
import time
import traceback
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.utils import timezone

from cases.claims import LAPSE, MAX_ATTEMPTS, Claim, ClaimLost
from cases.errors import BadInput
from cases.identifiers import session_key
from cases.import_batches import import_batch
from cases.import_claims import KeptStore, ended_by
from cases.import_options import ImportOptions
from cases.import_plans import Plan, plan_import
from cases.import_tallies import Tally, where
from cases.imported_cases import forget_weights, give_weights
from cases.items import add_items
from cases.models import Case, ImportRun, Study
from cases.redaction_policies import hold_to_policy, policy_hash
from cases.redactors import redactor_for
from cases.sources import Store, StoreGone, open_store

logger = logging.getLogger("calibrant.import")

SESSIONS_PER_BATCH = 20
# Items are made of so many cases at a time: their splits are even within each such lot.
CASES_PER_LOT = 2_000

Progress = Callable[[int, int], None]


class ImportStopped(Exception):
    """An import met an error that nobody expected. Says its type and place, never its words."""


def carry_out(
    run: ImportRun,
    claim: Claim,
    plan: Plan | None,
    progress: Progress | None,
    store: Store | None = None,
) -> None:
    """Run a claimed import to its end, good or bad; `run` then says which it was.

    Raises ClaimLost, with nothing more written, and ImportStopped.
    """
    what = ""
    try:
        with claim.kept_alive():
            _carry_out(run, claim, plan, progress, store)
        return
    except ClaimLost:
        logger.warning("import %s: somebody else has it now, or has cancelled it", run.pk)
        settle(run)
        raise
    except StoreGone as error:
        message = f"{error}. What was imported stays: run it again when the source can be read."
    except BadInput as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001 - goes on as ImportStopped
        what = where(error)
        frames = "".join(traceback.format_tb(error.__traceback__))
        logger.error("import %s stopped: %s\n%s", run.pk, what, frames)
        message = f"The import stopped: {what}; see the worker's log. What was imported stays."
    # Not while the error is being handled: another one raised here would bring its words along.
    _finish(run, claim, ImportRun.State.FAILED, message)
    if what:
        raise ImportStopped(f"import {run.pk}: {what}")


def give_up(run: ImportRun, claim: Claim) -> None:
    """End an import that ended its worker each time it was tried. Raises ClaimLost."""
    message = (
        f"It was tried {MAX_ATTEMPTS} times and ended its worker each time before it got any "
        "further: see the worker's log, give it more memory, or import a smaller sample."
    )
    if key := ended_by(run):
        message = (
            f"Session {key} ended the worker {MAX_ATTEMPTS} times. What was imported stays. Give "
            "the worker more memory, or run this again without that session: Run again leaves it "
            f"out, and so does --leave-out {key}."
        )
    _finish(run, claim, ImportRun.State.FAILED, message)


def _carry_out(
    run: ImportRun, claim: Claim, plan: Plan | None, progress: Progress | None, store: Store | None
) -> None:
    if run.started_at is None:
        run.started_at = timezone.now()
        claim.renew(started_at=run.started_at)
    hold_to_policy(run)
    # The store that is open already, if any: only its address may hold the password.
    kept = KeptStore(store or open_store(run.source.uri), claim)
    if plan is None:
        # Whatever ends this worker before it comes to a session is none's doing.
        claim.renew(checkpoint={name: v for name, v in run.checkpoint.items() if name != "at"})
        redactor_for(run.study).load()
        plan = plan_import(
            source_uri=run.source.uri,
            app_name=run.source.app_name,
            options=ImportOptions.from_json(run.options),
            study=run.study,
            store=kept,
            run_id=run.pk,
        )
    if run.options.get("dry_run"):
        tally = Tally(sessions=plan.counts, problems=plan.problems)
        report = tally.report(plan) | {"items": 0}
        fields = {"report": report, "strata": plan.strata}
        _finish(run, claim, ImportRun.State.FINISHED, "", **fields)
        return
    _execute(run, claim, plan, progress, kept)


def _execute(
    run: ImportRun, claim: Claim, plan: Plan, progress: Progress | None, store: Store
) -> None:
    began = time.monotonic()
    chosen = list(plan.chosen)
    total = len(chosen)
    tally, before = _resume(run, plan)
    done = before
    # What it took before it was stopped counts too.
    spent = run.report.get("seconds", 0.0) if before else 0.0
    here = {"frame": plan.frame} | ({"after": run.checkpoint["after"]} if before else {})
    # One by one after a worker was lost, to find out which session it was.
    alone_until = before + SESSIONS_PER_BATCH if run.attempts > 1 else 0
    run.policy_hash = policy_hash(run.study.redaction_policy)
    claim.renew(
        sessions_total=total,
        sessions_done=done,
        strata=plan.strata,
        policy_hash=run.policy_hash,
        at_hand={},
    )
    while done < total:
        keys = chosen[done : done + SESSIONS_PER_BATCH]
        if done < alone_until:
            keys = keys[:1]
            claim.renew(checkpoint=here | {"at": session_key(keys[0])})
        taken = import_batch(run, store, {key: plan.chosen[key] for key in keys}, tally, claim)
        done += taken
        here = {"frame": plan.frame, "after": session_key(keys[taken - 1])}
        per_second = round((done - before) / (time.monotonic() - began), 2)
        claim.get_further(
            sessions_done=done,
            at_hand={},
            report=tally.report(plan) | {"per_second": per_second, "seconds": _since(began, spent)},
            checkpoint=here,
        )
        if progress:
            progress(done, total)
    items = make_items(run.study)
    report = tally.report(plan) | {"items": items, "seconds": _since(began, spent)}
    if tally.usable:
        fields = {"report": report, "checkpoint": {"frame": plan.frame}}
        # Both or neither: an import that has not come to its end is no draw.
        with transaction.atomic():
            _end(claim, ImportRun.State.FINISHED, "", **fields)
            give_weights(run, plan.held)
        _say_end(run)
    else:
        message = tally.why_nothing_came(run.source.app_name, total)
        _finish(run, claim, ImportRun.State.FAILED, message, report=report)


def _since(began: float, spent: float) -> float:
    return round(spent + time.monotonic() - began, 2)


def _resume(run: ImportRun, plan: Plan) -> tuple[Tally, int]:
    """The counts so far and how many of the chosen sessions they are of.

    Those that this import was done with before it was killed are not read again, as long as the
    store holds what it held then. Otherwise it looks at all once more.
    """
    if run.checkpoint.get("frame") == plan.frame:
        after = run.checkpoint.get("after")
        for place, key in enumerate(plan.chosen, start=1):
            if session_key(key) == after:
                return Tally.resumed(plan.counts, run.report), place
    return Tally(sessions=plan.counts.copy(), problems=[*plan.problems]), 0


def make_items(study: Study) -> int:
    """An item for every case of which no revision has one; returns how many were made."""
    made = 0
    waiting = Case.objects.in_study(study).without_items().order_by("pk")
    needed = ("study", "key", "session_key", "revision", "conversation_key", "strata")
    while cases := list(waiting.only(*needed)[:CASES_PER_LOT]):
        made += len(add_items(study=study, cases=cases))
    return made


def settle(run: ImportRun) -> None:
    """Make items of what an import has brought that ended early, which stays. Safe to repeat.

    It came in no random order, so nothing is known of its weights. Does nothing for other imports.
    """
    early = ImportRun.objects.ended_early().filter(pk=run.pk)
    if not early.exists():
        return
    try:
        forget_weights(run)
        make_items(run.study)
    except Exception as error:  # noqa: BLE001 - its words may hold text of a case; tried again later
        logger.error("import %s could not be settled: %s", run.pk, where(error))
        return
    early.update(claimed_until=None)


def _finish(run: ImportRun, claim: Claim, state: str, message: str, **fields: Any) -> None:
    _end(claim, state, message, **fields)
    settle(run)
    _say_end(run)


def _end(claim: Claim, state: str, message: str, **fields: Any) -> None:
    now = timezone.now()
    if state != ImportRun.State.FINISHED:
        fields["claimed_until"] = now + LAPSE
    claim.finish(state, message, finished_at=now, **fields)


def _say_end(run: ImportRun) -> None:
    run.refresh_from_db()
    logger.info("import %s %s: %s", run.pk, run.state, run.report.get("sessions", {}))
