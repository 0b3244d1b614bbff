"""The labels of a study as rows of the long format, streamed in an order of their own content."""

import heapq
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db import connection
from django.db.models import F, QuerySet
from django.db.models.functions import Collate
from django.utils.crypto import salted_hmac

from calibration.labels_format import COLUMNS, LabelRow, stamp
from calibration.matrices import load_scales
from calibration.models import Adjudication
from calibration.process_rows import (
    FIRST_ERROR_STEP,
    PROCESS_CRITERIA,
    STEP_LABEL,
    error_labels,
)
from calibration.references import AMBIGUOUS, counting_decisions, reference_labels
from cases.errors import BadInput
from cases.models import Item, Study
from judges.models import Verdict
from raters.models import Assignment, FirstError, Label, Rating, StepLabel

SPLITS = ("tuning", "all")
CHUNK = 2_000
# Who settled what people agreed on; a reviewer's decision bears the reviewer's pseudonym.
MAJORITY = "majority"

# Columns of the item that every row repeats, as paths from an item.
_ITEM = (
    "key",
    "kind",
    "split",
    "purpose",
    "case__key",
    "case_b__key",
    "case__conversation_key",
    "case__strata",
    "case__weight",
)
_KIND = _ITEM.index("kind")
# Ratings that were taken out of the figures, or that came back when the place was filled.
_NOT_COUNTED = (Assignment.State.SET_ASIDE, Assignment.State.SURPLUS)


def label_rows(*, study: Study, split: str = "tuning") -> Iterator[LabelRow]:
    """Every label, skip, verdict and settled label of the study, in a fixed order.

    `split` "tuning" is everything but held-out items (gold and training items are in no split
    and stay in); "all" is everything. A constant number of queries, read in chunks; rows are
    ordered by item, then by their own content, so that the same labels give the same bytes on
    every database. Only the revision that counts is a row, and only the verdicts that reports
    count.
    """
    check_split(split)
    items = items_in(study, split)
    streams = (
        _human_rows(study, items),
        _step_rows(study, items),
        _error_rows(study, items),
        _passed_over_rows(study, items),
        _verdict_rows(study, items),
        _settled_rows(study, items),
    )
    merged = heapq.merge(*streams, key=lambda row: str(row["item_id"]))
    for _, group in groupby(merged, key=lambda row: str(row["item_id"])):
        rows = list(group)
        _date_majorities(rows)
        yield from sorted(rows, key=_order)


def check_split(split: str) -> None:
    if split not in SPLITS:
        raise BadInput(f"no split {split!r}; choose tuning or all")


def items_in(study: Study, split: str) -> QuerySet[Item]:
    """The items whose labels an export of `split` takes in."""
    items = Item.objects.filter(study=study)
    return items if split == "all" else items.exclude(split=Item.Split.HELD_OUT)


@lru_cache(maxsize=4096)
def rater_pseudonym(person_id: int) -> str:
    """A stable name for a person that tells nothing without the installation's secret key."""
    digest = salted_hmac("calibration.label_rows.rater", str(person_id), algorithm="sha256")
    return f"r-{digest.hexdigest()[:12]}"


def _order(row: LabelRow) -> tuple[str, ...]:
    return (
        row["criterion"],
        row["rater_kind"],
        row["rater_id"],
        row["side_order"],
        *(f"{-1 if row[c] is None else row[c]:010d}" for c in ("sample", "revision", "step")),
        json.dumps(row, sort_keys=True),
    )


def _by_key(path: str) -> Collate:
    """Order by code point, as Python does, whatever the database's locale."""
    return Collate(F(path), "C" if connection.vendor == "postgresql" else "BINARY")


def _plain(text: str) -> str:
    """Without NUL, which neither spreadsheets nor PostgreSQL take: it becomes its picture."""
    return text.replace("\0", "\u2400")


def _clean(value: Any) -> Any:
    """JSON with keys in order (PostgreSQL keeps them in another than they came in), no NUL."""
    match value:
        case str():
            return _plain(value)
        case list():
            return [_clean(part) for part in value]
        case dict():
            return {key: _clean(value[key]) for key in sorted(value)}
        case _:
            return value


def _row(study: Study, item: Iterable[Any], **fields: Any) -> LabelRow:
    key, kind, split, purpose, case, case_b, conversation, strata, weight = item
    row: LabelRow = {
        **dict.fromkeys(COLUMNS, ""),
        "study": study.slug,
        "item_id": key,
        "case_id": case,
        "split": split,
        "is_gold": purpose == Item.Purpose.GOLD,
        "item_kind": kind,
        "case_id_b": case_b or "",
        "step": None,
        "revision": None,
        "sample": None,
        "set_aside": False,
        "cluster": conversation[:16],
        "stratum": "; ".join(f"{name}={strata[name]}" for name in sorted(strata)),
        "weight": weight,
        "evidence": [],
    }
    return row | fields


def _read(
    query: QuerySet[Any], item: str, fields: dict[str, str]
) -> Iterator[tuple[Sequence[Any], dict[str, Any]]]:
    """Rows of `query` by item key: the values of _ITEM below the path `item`, and `fields`.

    `fields` maps names of our own to paths from the query's model.
    """
    rows = query.order_by(_by_key(f"{item}__key")).values_list(
        *(f"{item}__{path}" for path in _ITEM), *fields.values()
    )
    for values in rows.iterator(chunk_size=CHUNK):
        yield values[: len(_ITEM)], dict(zip(fields, values[len(_ITEM) :], strict=True))


def _human_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    fields = {
        "criterion": "criterion__key",
        "rubric": "criterion__version__rubric__slug",
        "number": "criterion__version__number",
        "rater": "rater_id",
        "state": "state",
        "value": "value",
        "comment": "comment",
        "evidence": "evidence",
        "at": "created_at",
        "revision": "rating__revision",
        "side": "rating__assignment__side_order",
        "standing": "rating__assignment__state",
    }
    labels = Label.objects.current().filter(item__in=items)
    for item, label in _read(labels, "item", fields):
        yield _row(
            study,
            item,
            criterion=label["criterion"],
            rater_id=rater_pseudonym(label["rater"]),
            rater_kind="human",
            label=label["value"],
            state=label["state"],
            side_order=label["side"],
            rubric_version=f"{label['rubric']}-v{label['number']}",
            created_at=stamp(label["at"]),
            comment=_plain(label["comment"]),
            revision=label["revision"],
            set_aside=label["standing"] in _NOT_COUNTED,
            evidence=_clean(label["evidence"]),
        )


# What process rows take from the rating they belong to, as paths from it.
_OF_RATING = {
    "rater": "assignment__rater_id",
    "at": "created_at",
    "revision": "revision",
    "standing": "assignment__state",
}


def _step_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    """Labels of the steps of trajectories, one row a step."""
    fields = {name: f"rating__{path}" for name, path in _OF_RATING.items()}
    labels = StepLabel.objects.filter(
        rating=F("rating__assignment__rating"), rating__assignment__item__in=items
    )
    fields |= {"step": "step", "value": "value"}
    for item, label in _read(labels, "rating__assignment__item", fields):
        yield _process_row(
            study, item, label, criterion=STEP_LABEL, label=label["value"], step=label["step"]
        )


def _error_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    """First errors of trajectories: step, category and agent, one row each."""
    fields = {name: f"rating__{path}" for name, path in _OF_RATING.items()}
    own = ("state", "step", "category", "agent", "comment", "evidence")
    fields |= {name: name for name in own}
    errors = FirstError.objects.filter(
        rating=F("rating__assignment__rating"), rating__assignment__item__in=items
    )
    for item, error in _read(errors, "rating__assignment__item", fields):
        said = error_labels(error["state"], error["step"], error["category"], error["agent"])
        for criterion, label, state in said:
            words = {}
            if criterion == FIRST_ERROR_STEP:
                words = {"comment": _plain(error["comment"]), "evidence": _clean(error["evidence"])}
            yield _process_row(
                study,
                item,
                error,
                criterion=criterion,
                label=_plain(label),
                state=state,
                step=error["step"],
                **words,
            )


def _process_row(
    study: Study, item: Iterable[Any], rating: dict[str, Any], **fields: Any
) -> LabelRow:
    return _row(
        study,
        item,
        **{
            "rater_id": rater_pseudonym(rating["rater"]),
            "rater_kind": "human",
            "state": "label",
            "created_at": stamp(rating["at"]),
            "revision": rating["revision"],
            "set_aside": rating["standing"] in _NOT_COUNTED,
            **fields,
        },
    )


def _passed_over_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    """Skips and opt-outs: of the whole item, so one row for each thing that it asks."""
    states = {Rating.Outcome.SKIPPED: "skip", Rating.Outcome.OPTED_OUT: "opt_out"}
    fields = {
        "rater": "assignment__rater_id",
        "outcome": "outcome",
        "reason": "reason",
        "at": "created_at",
        "revision": "revision",
        "side": "assignment__side_order",
    }
    ratings = Rating.objects.filter(
        pk=F("assignment__rating"), outcome__in=list(states), assignment__item__in=items
    )
    criteria = list(study.rubric_version.criteria.values_list("key", flat=True))
    for item, rating in _read(ratings, "assignment__item", fields):
        process = item[_KIND] == Item.Kind.PROCESS
        for criterion in PROCESS_CRITERIA if process else criteria:
            yield _row(
                study,
                item,
                criterion=criterion,
                rater_id=rater_pseudonym(rating["rater"]),
                rater_kind="human",
                state=states[rating["outcome"]],
                side_order=rating["side"],
                rubric_version="" if process else str(study.rubric_version),
                created_at=stamp(rating["at"]),
                revision=rating["revision"],
                reason=_plain(rating["reason"]),
            )


def _verdict_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    fields = {
        "criterion": "criterion__key",
        "rubric": "criterion__version__rubric__slug",
        "number": "criterion__version__number",
        "judge": "request__run__version__judge__name",
        "version": "request__run__version__number",
        "state": "state",
        "value": "value",
        "rationale": "rationale",
        "quote": "evidence",
        "reason": "reason",
        "at": "created_at",
        "sample": "request__sample",
        "side": "request__side_order",
    }
    verdicts = Verdict.objects.counting().filter(request__item__in=items)
    for item, verdict in _read(verdicts, "request__item", fields):
        judge = f"{verdict['judge']}-v{verdict['version']}"
        valid = verdict["state"] == Verdict.State.VALID
        quote = _plain(verdict["quote"])
        yield _row(
            study,
            item,
            criterion=verdict["criterion"],
            rater_id=judge,
            rater_kind="judge",
            label=verdict["value"] if valid else "",
            state="label" if valid else "error",
            side_order=verdict["side"],
            rubric_version=f"{verdict['rubric']}-v{verdict['number']}",
            judge_version=judge,
            created_at=stamp(verdict["at"]),
            comment=_plain(verdict["rationale"]),
            sample=verdict["sample"],
            evidence=[{"quote": quote}] if quote else [],
            reason=_plain(verdict["reason"]),
        )


def _settled_rows(study: Study, items: QuerySet[Item]) -> Iterator[LabelRow]:
    """The reference of each ordinary item; an ambiguous decision is a cant_tell that says so."""
    settled = reference_labels(study=study, split="all")
    decided = counting_decisions(study, load_scales(study))
    criteria = list(study.rubric_version.criteria.all())
    ordinary = items.filter(purpose=Item.Purpose.ORDINARY).order_by(_by_key("key"))
    for pk, *item in ordinary.values_list("pk", *_ITEM).iterator(chunk_size=CHUNK):
        for criterion in criteria:
            reference = settled.get((pk, criterion.pk))
            if reference is None or (reference.value is None and reference.basis != AMBIGUOUS):
                continue
            row = _row(
                study,
                item,
                criterion=criterion.key,
                rater_id=MAJORITY,
                rater_kind="adjudicated",
                label=reference.value or "",
                state="cant_tell" if reference.value is None else "label",
                rubric_version=str(study.rubric_version),
                reason=reference.basis,
            )
            yield row | _decision(decided.get((pk, criterion.pk)))


def _decision(decision: Adjudication | None) -> dict[str, Any]:
    """What a reviewer's decision adds to a settled row."""
    if decision is None:
        return {}
    return {
        "rater_id": rater_pseudonym(decision.reviewer_id),
        "created_at": stamp(decision.created_at),
        "revision": decision.revision,
        "comment": _plain(decision.note),
    }


def _date_majorities(rows: list[LabelRow]) -> None:
    """A majority stands since the last label it rests on."""
    for row in rows:
        if row["rater_id"] == MAJORITY:
            row["created_at"] = max(
                (
                    other["created_at"]
                    for other in rows
                    if other["rater_kind"] == "human"
                    and other["state"] == "label"
                    and other["criterion"] == row["criterion"]
                ),
                default="",
            )
