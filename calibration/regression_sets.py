"""Freezing settled items into regression sets, and writing them out."""

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.db.models.fields.json import KeyTransform

from calibration.evalset import (
    FRAMEWORK_CALLS,
    NotReplayable,
    check_with_adk,
    conversation_of,
    eval_config,
    has_calls,
    rubric_metric,
    to_bytes,
    with_judge_model,
)
from calibration.exporting import write_files
from calibration.label_rows import check_split, label_rows
from calibration.labels_format import LabelRow, csv_lines, encode, jsonl_lines
from calibration.models import RegressionSet
from calibration.references import SINGLE
from cases.errors import BadInput
from cases.items import leave_held_out
from cases.models import AuditEvent, Criterion, Item, Person, Study
from cases.transcript import StepKind, Turn, steps_of
from cases.transcript_cut import until

# Why an item is not in the set, or stands in it without an expectation.
REASONS = {
    "held_out": "held out: what is exported could be tuned on",
    "gold": "gold item: its answer would be given away",
    "training": "training item",
    "pairwise": "pairwise item: an eval case holds one conversation",
    "process": "process item: process criteria never gate",
    "erased": "the text was erased on request",
    "no_reference": "a gating criterion has no settled label",
    "single": "only one person has rated a gating criterion so far",
    "ambiguous": "a gating criterion was settled as ambiguous",
    "empty": "the conversation is empty",
    "starts_with_agent": "the conversation starts with the agent",
    "no_user_text": "a user turn holds no text",
}
# Listing these items by name would tell which they are.
COUNTED_ONLY = frozenset({"held_out", "gold", "training"})


@dataclass
class _Draft:
    """What is gathered while the items of a study are walked through."""

    cases: list[dict[str, Any]] = field(default_factory=list)
    item_ids: list[int] = field(default_factory=list)
    labels: list[LabelRow] = field(default_factory=list)
    left_out: dict[str, list[str]] = field(default_factory=dict)
    failing: list[str] = field(default_factory=list)
    framework_calls: int = 0


def freeze_set(
    *,
    study: Study,
    actor: Person | None = None,
    split: str = "tuning",
    request_id: int | None = None,
) -> RegressionSet:
    """Freeze the settled absolute items of `split` as the study's next regression set.

    The same cases, labels and config as an existing set give that set. Held-out items that go
    into a set move to tuning, with their whole conversation. Raises BadInput when no item is
    settled, or when google-adk's own models do not load the result. Locks the study's row.
    """
    check_split(split)
    draft = _gather(study, split)
    if not draft.cases:
        raise BadInput(_nothing_settled(study, draft))
    criteria = list(study.rubric_version.criteria.all())
    trajectory = any(has_calls(case["conversation"]) for case in draft.cases)
    config = eval_config(criteria, trajectory=trajectory)
    if not config["criteria"]:
        raise BadInput(
            f"rubric {study.rubric_version} has no gating criterion with a property sentence, so "
            "there is nothing to evaluate; add one to a new rubric version"
        )
    check = check_with_adk(_evalset(study, 1, draft.cases), config)
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        frozen, new = _store(study, split, draft, config, check, actor)
        if new:
            leave_held_out(study=study, item_ids=draft.item_ids, actor=actor, why=str(frozen))
        action = "regression_set.frozen" if new else "regression_set.found"
        _record(action, frozen, actor, request_id, cases=len(draft.cases))
    return frozen


def _store(
    study: Study,
    split: str,
    draft: _Draft,
    config: dict[str, Any],
    check: dict[str, Any],
    actor: Person | None,
) -> tuple[RegressionSet, bool]:
    """The set with this content and whether it is new. The study's row has to be locked."""
    content_hash = _hash({"cases": draft.cases, "config": config, "labels": draft.labels})
    existing = study.regression_sets.filter(content_hash=content_hash).first()
    if existing:
        return existing, False
    version = (study.regression_sets.aggregate(last=Max("version"))["last"] or 0) + 1
    evalset = _evalset(study, version, draft.cases)
    content = {
        "evalset": evalset,
        "config": config,
        "labels": draft.labels,
        "manifest": _manifest(study, version, split, draft, evalset["eval_set_id"], check),
    }
    frozen = RegressionSet.objects.create(
        study=study, version=version, content=content, content_hash=content_hash, created_by=actor
    )
    return frozen, True


def _record(
    action: str, target: RegressionSet, actor: Person | None, request_id: int | None, **data: Any
) -> None:
    AuditEvent.record(
        action,
        actor=actor,
        study=target.study,
        target=target,
        version=target.version,
        request=request_id,
        **data,
    )


def _gather(study: Study, split: str) -> _Draft:
    draft = _Draft()
    settled = _settled_by_item(study)
    criteria = list(study.rubric_version.criteria.all())
    gating = [c for c in criteria if c.gates and c.kind != Criterion.Kind.PROCESS]
    items = Item.objects.filter(study=study).select_related("case").order_by("pk")
    for item in items.iterator(chunk_size=500):
        rows = settled.get(item.key, [])
        reason = _why_not(item, split) or _why_unsettled(rows, gating or criteria, study.overlap)
        if not reason:
            try:
                _add_case(draft, item, rows, gating)
            except NotReplayable as error:
                reason = str(error)
        if reason:
            draft.left_out.setdefault(reason, []).append(item.key)
    draft.cases.sort(key=lambda case: str(case["eval_id"]))
    draft.labels.sort(key=lambda row: (row["item_id"], row["criterion"]))
    return draft


def _settled_by_item(study: Study) -> dict[str, list[LabelRow]]:
    by_item: dict[str, list[LabelRow]] = {}
    for row in label_rows(study=study, split="all"):
        if row["rater_kind"] == "adjudicated":
            by_item.setdefault(row["item_id"], []).append(row)
    return by_item


def _why_not(item: Item, split: str) -> str:
    """A key of REASONS for what the item is, or an empty string."""
    if item.purpose != Item.Purpose.ORDINARY:
        return str(item.purpose)
    if item.split == Item.Split.HELD_OUT and split == "tuning":
        return "held_out"
    if item.kind != Item.Kind.ABSOLUTE:
        return str(item.kind)
    return "erased" if item.case.erased_at else ""


def _why_unsettled(rows: list[LabelRow], criteria: Iterable[Criterion], overlap: int) -> str:
    found = {row["criterion"]: row for row in rows}
    asked = [found.get(criterion.key) for criterion in criteria]
    settled = [row for row in asked if row]
    if any(row["state"] != "label" for row in settled):
        return "ambiguous"
    if len(settled) < len(asked):
        return "no_reference"
    # One label is a majority of one only where one was all that the study asked for.
    return "single" if overlap > 1 and any(r["reason"] == SINGLE for r in settled) else ""


def _add_case(draft: _Draft, item: Item, rows: list[LabelRow], gating: list[Criterion]) -> None:
    values = {row["criterion"]: row["label"] for row in rows if row["state"] == "label"}
    # Without pass levels nothing passes, and a case that did not pass expects nothing.
    passing = bool(gating) and all(c.passes(values[c.key]) for c in gating)
    turns = list(until(item.case.read_turns(), item.turn))
    conversation = conversation_of(turns, expected=passing)
    # What leaves the house can be tuned on; freezing moves the items accordingly.
    labels = [row | {"split": Item.Split.TUNING.value} for row in rows]
    draft.cases.append(_eval_case(item, conversation, values, passing))
    draft.labels += labels
    draft.item_ids.append(item.pk)
    if passing:
        draft.framework_calls += _framework_calls(turns)
    else:
        draft.failing.append(item.key)


def _framework_calls(turns: list[Turn]) -> int:
    """Transfers and framework calls of a case: what an expectation leaves out."""
    return sum(
        step.kind is StepKind.TRANSFER
        or (step.kind is StepKind.CALL and step.tool in FRAMEWORK_CALLS)
        for step in steps_of(turns)
    )


def _eval_case(
    item: Item, conversation: list[dict[str, Any]], settled: dict[str, str], passing: bool
) -> dict[str, Any]:
    case = item.case
    return {
        "eval_id": item.key,
        "conversation": conversation,
        "session_input": {
            "app_name": case.app_name,
            # Already a keyed hash; the customer's own id is nowhere in the database.
            "user_id": f"u-{case.user_key[:12]}" if case.user_key else "user",
            "state": {},
        },
        "creation_timestamp": case.started_at.timestamp() if case.started_at else 0.0,
        # ADK keeps fields of an eval case that it does not know.
        "calibrant": {
            "item_id": item.key,
            "case_id": case.key,
            "case_revision": case.revision,
            "case_hash": case.content_hash,
            "settled": settled,
            "expectation": passing,
        },
    }


def _evalset(study: Study, version: int, cases: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        # ADK's file store takes letters, digits and underscores.
        "eval_set_id": f"{re.sub(r'[^a-zA-Z0-9_]', '_', study.slug)}_v{version}",
        "name": f"{study.name}, regression set {version}",
        "description": f"Settled items of {study.slug}, rubric {study.rubric_version}.",
        "eval_cases": cases,
        "creation_timestamp": 0.0,
    }


def _manifest(
    study: Study, version: int, split: str, draft: _Draft, set_id: str, check: dict[str, Any]
) -> dict[str, Any]:
    criteria = study.rubric_version.criteria.all()
    metrics = [(c, *rubric_metric(c)) for c in criteria]
    return {
        "eval_set_id": set_id,
        "study": study.slug,
        "version": version,
        "rubric_version": str(study.rubric_version),
        "split": split,
        "cases": len(draft.cases),
        "with_expectation": len(draft.cases) - len(draft.failing),
        "without_expectation": sorted(draft.failing),
        "labels": len(draft.labels),
        "criteria": [
            {"criterion": c.key, "metric": metric, "left_out": why} for c, metric, why in metrics
        ],
        "framework_calls_left_out": draft.framework_calls,
        "left_out": {
            reason: {
                "why": REASONS[reason],
                "count": len(keys),
                "items": [] if reason in COUNTED_ONLY else sorted(keys),
            }
            for reason, keys in sorted(draft.left_out.items())
        },
        "loaded_by_google_adk": check,
    }


def _nothing_settled(study: Study, draft: _Draft) -> str:
    if not draft.left_out:
        return f"study {study.slug} has no items; import cases first"
    reasons = "; ".join(
        f"{len(keys)} {'item' if len(keys) == 1 else 'items'}: {REASONS[reason]}"
        for reason, keys in sorted(draft.left_out.items())
    )
    return (
        f"no item of study {study.slug} can go into a regression set ({reasons}); "
        "collect ratings or settle the disagreements first"
    )


def _hash(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def listed_sets(study: Study) -> list[dict[str, Any]]:
    """Version, content_hash, created_at, author and manifest of each set, newest first.

    The manifest alone: a set's contents are as long as its transcripts.
    """
    sets = study.regression_sets.annotate(
        manifest=KeyTransform("manifest", "content"), author=F("created_by__display_name")
    ).order_by("-version")
    return [
        dict(row)
        for row in sets.values("version", "content_hash", "created_at", "author", "manifest")
    ]


def set_files(frozen: RegressionSet, *, judge_model: str = "") -> dict[str, bytes]:
    """The files of a set by name. `judge_model` replaces the judge named in the config.

    The config is called test_config.json because `adk eval` takes that name by itself when it
    lies beside the eval set, and falls back to criteria of its own when it finds none.
    """
    content = frozen.content
    config = content["config"]
    if judge_model:
        config = with_judge_model(config, judge_model)
    labels: list[LabelRow] = content["labels"]
    return {
        f"{content['evalset']['eval_set_id']}.evalset.json": to_bytes(content["evalset"]),
        "test_config.json": to_bytes(config),
        "labels.csv": encode("".join(csv_lines(labels))),
        "labels.jsonl": encode("".join(jsonl_lines(labels))),
        "manifest.json": to_bytes(content["manifest"] | {"content_hash": frozen.content_hash}),
    }


def write_evalset(
    frozen: RegressionSet,
    directory: Path,
    *,
    judge_model: str = "",
    actor: Person | None = None,
) -> list[Path]:
    """Write the set's files into a folder of `directory` named after the set; their paths."""
    folder = directory / frozen.content["evalset"]["eval_set_id"]
    files = set_files(frozen, judge_model=judge_model)
    paths = write_files(folder, {name: [data] for name, data in files.items()})
    AuditEvent.record(
        "regression_set.exported",
        actor=actor,
        study=frozen.study,
        target=frozen,
        version=frozen.version,
    )
    return paths
