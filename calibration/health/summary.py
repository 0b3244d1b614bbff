"""How each rater is doing, as data: never shown to raters themselves."""

from collections import defaultdict
from typing import Any

import numpy as np
from django.db.models import Count, F

from calibration.health.reading import gold_answers
from calibration.label_rows import rater_pseudonym
from calibration.matrices import CANT_TELL, Ratings
from calibration.stats.ceiling import targets
from calibration.stats.proportions import rate
from cases.models import Membership, Study
from raters.models import Assignment, Rating

Json = dict[str, Any]


def rater_health(study: Study, ratings: Ratings) -> dict[str, Json]:
    """Figures of everybody who answered something, by pseudonym. Five queries.

    Agreement with peers counts the answers that equal the strict majority of the others on the
    same item and criterion; agreement with gold those that equal the known answer.
    """
    simulated = set(
        Membership.objects.filter(study=study, simulated=True).values_list("person_id", flat=True)
    )
    gold, states, times = _gold_hits(study), _assignment_states(study), _active_seconds(study)
    people = sorted({*ratings.raters, *gold, *states})
    peers = {rater: _peer_hits(ratings, row) for row, rater in enumerate(ratings.raters)}
    health = {}
    for person in people:
        codes = ratings.codes[:, ratings.raters.index(person)] if person in peers else None
        agreed, compared = peers.get(person, (0, 0))
        right, asked = gold.get(person, (0, 0))
        seconds = times.get(person, [])
        health[rater_pseudonym(person)] = {
            "items": int((codes != -1).any(axis=0).sum()) if codes is not None else 0,
            "labels": int((codes >= 0).sum()) if codes is not None else 0,
            "cant_tell": int((codes == CANT_TELL).sum()) if codes is not None else 0,
            "skip": states.get(person, {}).get(Assignment.State.SKIPPED, 0),
            "opt_out": states.get(person, {}).get(Assignment.State.OPTED_OUT, 0),
            "gold_agreement": _share(right, asked, "answers equal to gold"),
            "peer_agreement": _share(agreed, compared, "answers equal to the others' majority"),
            "median_active_seconds": float(np.median(seconds)) if seconds else None,
            "timed": len(seconds),
            "simulated": person in simulated,
        }
    return health


def _share(hits: int, n: int, what: str) -> Json:
    return rate(hits, n, what=what).to_json()


def _peer_hits(ratings: Ratings, row: int) -> tuple[int, int]:
    """Answers of one rater that equal the others' majority, and how many could be compared."""
    agreed = compared = 0
    for codes, against in zip(ratings.codes, peer_targets(ratings), strict=True):
        both = (codes[row] >= 0) & (against[row] >= 0)
        agreed += int((codes[row][both] == against[row][both]).sum())
        compared += int(both.sum())
    return agreed, compared


def peer_targets(ratings: Ratings) -> list[Any]:
    """Per criterion the strict majority of the others, raters × items; kept on `ratings`."""
    if not ratings.targets:
        ratings.targets.extend(
            targets(codes, len(scale.values))
            for codes, scale in zip(ratings.codes, ratings.scales, strict=True)
        )
    return ratings.targets


def _gold_hits(study: Study) -> dict[int, tuple[int, int]]:
    hits: dict[int, tuple[int, int]] = {}
    for one in gold_answers(study):
        right, asked = hits.get(one.rater, (0, 0))
        hits[one.rater] = (right + one.right, asked + 1)
    return hits


def _assignment_states(study: Study) -> dict[int, dict[str, int]]:
    states: dict[int, dict[str, int]] = defaultdict(dict)
    rows = (
        Assignment.objects.filter(
            item__study=study,
            state__in=[
                Assignment.State.FINISHED,
                Assignment.State.SKIPPED,
                Assignment.State.OPTED_OUT,
            ],
        )
        .values_list("rater_id", "state")
        .annotate(n=Count("pk"))
        .order_by("rater_id", "state")
    )
    for rater, state, n in rows:
        states[rater][state] = n
    return states


def _active_seconds(study: Study) -> dict[int, list[float]]:
    times: dict[int, list[float]] = defaultdict(list)
    rows = Rating.objects.filter(
        assignment__item__study=study,
        assignment__rating=F("pk"),
        outcome=Rating.Outcome.RATED,
        active_ms__isnull=False,
    ).values_list("assignment__rater_id", "active_ms")
    for rater, milliseconds in rows:
        times[rater].append((milliseconds or 0) / 1000)
    return times
