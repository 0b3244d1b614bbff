"""What the figures of raters are computed from, in a constant number of queries."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q

from calibration.matrices import Ratings, load_ratings
from cases.models import Case, GoldAnswer, Item, Study
from raters.known_answers import all_outcomes
from raters.models import Assignment, Label

_CHUNK = 500


class GoldHit(NamedTuple):
    """One answer on a gold item, and whether it equals the known one."""

    rater: int
    criterion: int
    kind: str
    right: bool


class Work(NamedTuple):
    """One assignment that ended. `seconds` is active time, None where it was not measured."""

    pk: int
    rater: int
    item: int
    kind: str
    purpose: str
    state: str
    finished_at: datetime | None
    seconds: float | None
    side_order: str


@dataclass(slots=True)
class Material:
    """Everything about the raters of one study.

    work: by rater, oldest first. hits: by the id of a finished gold assignment, whether every
    answer given equals the known one. length: characters of an item that a rater has to read.
    notes: by rater (labels, with evidence, with a comment).
    """

    ratings: dict[str, Ratings]
    work: dict[int, list[Work]]
    gold: list[GoldHit]
    hits: dict[int, bool]
    length: dict[int, int]
    notes: dict[int, tuple[int, int, int]]


def gold_answers(study: Study) -> list[GoldHit]:
    """Answers on gold items, those that raters could not tell left out. Two queries.

    Answers of when the item was an ordinary one, before its answer was known, stay out.
    """
    known = {
        (item, criterion): value
        for item, criterion, value in GoldAnswer.objects.filter(
            item__study=study, item__purpose=Item.Purpose.GOLD
        ).values_list("item_id", "criterion_id", "value")
    }
    rows = (
        Label.objects.current()
        .filter(
            item__study=study,
            item__purpose=Item.Purpose.GOLD,
            state=Label.State.LABEL,
            rating__assignment__attempt__gt=0,
        )
        .values_list("rater_id", "item_id", "item__kind", "criterion_id", "value")
    )
    return [
        GoldHit(rater, criterion, kind, value == known[item, criterion])
        for rater, item, kind, criterion, value in rows
        if (item, criterion) in known
    ]


def read(study: Study) -> Material:
    """Ratings that count, gold, and what people passed over."""
    work = _work(study)
    return Material(
        ratings={
            kind: load_ratings(study, kind=kind)
            for kind in (Item.Kind.ABSOLUTE, Item.Kind.PAIRWISE)
        },
        work=work,
        gold=gold_answers(study),
        hits={
            one.assignment: not one.wrong for one in all_outcomes(study) if one.right or one.wrong
        },
        length=_lengths(study, {one.item for rows in work.values() for one in rows}),
        notes=_notes(study),
    )


def _work(study: Study) -> dict[int, list[Work]]:
    rows = (
        Assignment.objects.filter(
            item__study=study,
            item__purpose__in=[Item.Purpose.ORDINARY, Item.Purpose.GOLD],
            attempt__gt=0,
        )
        .exclude(state__in=Assignment.UNRATED)
        .order_by("finished_at", "pk")
        .values_list(
            "pk",
            "rater_id",
            "item_id",
            "item__kind",
            "item__purpose",
            "state",
            "finished_at",
            "rating__active_ms",
            "side_order",
        )
    )
    work: dict[int, list[Work]] = defaultdict(list)
    for row in rows.iterator(chunk_size=20_000):
        one = Work(*row)
        if one.seconds is not None:
            one = one._replace(seconds=one.seconds / 1000)
        work[one.rater].append(one)
    return dict(work)


def _lengths(study: Study, items: set[int]) -> dict[int, int]:
    """Characters said in what each item shows. What tools were given and gave is left out:
    raters may well skim it."""
    rows: Iterable[tuple[int, int, int | None, int | None]] = Item.objects.in_study(
        study
    ).values_list("pk", "case_id", "case_b_id", "turn")
    shown = [row for row in rows if row[0] in items]
    cases = {row[1] for row in shown} | {row[2] for row in shown if row[2] is not None}
    said: dict[int, list[tuple[int, int]]] = {}
    texts = Case.objects.in_study(study).order_by("pk").values_list("pk", "turns")
    for pk, turns in texts.iterator(chunk_size=_CHUNK):
        if pk in cases:
            said[pk] = [(turn["index"], _said(turn["steps"])) for turn in turns]
    return {
        item: sum(
            length
            for one in (case, case_b)
            if one is not None
            for index, length in said.get(one, [])
            if turn is None or index <= turn
        )
        for item, case, case_b, turn in shown
    }


def _said(steps: Iterable[dict[str, Any]]) -> int:
    return sum(len(step.get("text", "")) for step in steps if step["kind"] == "SAY")


def _notes(study: Study) -> dict[int, tuple[int, int, int]]:
    rows = (
        Label.objects.counting()
        .filter(item__study=study)
        .order_by()
        .values_list("rater_id")
        .annotate(
            n=Count("pk"),
            quoted=Count("pk", filter=~Q(evidence=[])),
            commented=Count("pk", filter=~Q(comment="")),
        )
    )
    return {rater: (n, quoted, commented) for rater, n, quoted, commented in rows}
