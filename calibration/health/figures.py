"""Figures of every rater and criterion, each with its n and interval, as one snapshot's JSON."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from calibration.health.flags import Check, flags_of
from calibration.health.reading import Material, Work
from calibration.health.sequences import control_chart, straight_line
from calibration.health.summary import peer_targets
from calibration.health.thresholds import Thresholds
from calibration.matrices import CANT_TELL, Ratings
from calibration.stats import monitoring
from calibration.stats.comparison import sign_test
from calibration.stats.counts import pair_table
from calibration.stats.kappa import cohen_kappa
from calibration.stats.proportions import rate
from cases.models import Item
from raters.models import Assignment

Json = dict[str, Any]
Hits = tuple[int, int]

ORDINARY = Item.Purpose.ORDINARY
# Further from one half than this before a preference of sides is worth words.
SIDE_MATTERS = 0.1


@dataclass(slots=True)
class _One:
    """One rater while their figures are computed."""

    person: int
    rated: list[Work]
    states: Counter[str]
    checks: list[Check] = field(default_factory=list)

    def check(self, test: str, p: float | None, said: str, *, on: str = "", matters: bool) -> None:
        self.checks.append(Check(self.person, test, on, p, matters, said))


def figures(material: Material, lines: Thresholds, *, seed: int) -> Json:
    """Raters by the text of their id, with flags; and how many tests there were. Pure."""
    rng = np.random.default_rng(seed)
    people = sorted(material.work)
    ones = [_one(person, material.work[person]) for person in people]
    blocks: dict[int, Json] = {person: {"criteria": []} for person in people}
    for kind, ratings in material.ratings.items():
        _criteria(ones, blocks, material, kind, ratings, lines, rng)
    for one in ones:
        blocks[one.person]["all"] = _pooled(blocks[one.person]["criteria"])
    every = np.sort([t for one in ones for t in _seconds(one)])
    for one in ones:
        blocks[one.person] |= {
            "ratings": len(one.rated),
            "gold": sum(work.purpose != ORDINARY for work in one.rated),
            "set_aside": one.states[Assignment.State.SET_ASIDE],
            "last_at": _last(one.rated),
            **_passed_over(one, ones),
            "speed": _speed(one, material, every, lines),
            "runs": _runs(one, material),
            "notes": _notes(material, one.person),
            "drift": _drift(one, material, lines),
        }
    checks = [check for one in ones for check in one.checks]
    flags = flags_of(checks, lines)
    for person in people:
        blocks[person]["flags"] = flags.get(person, [])
    return {
        "raters": {str(person): blocks[person] for person in people},
        "tests": sum(check.p is not None for check in checks),
    }


def _one(person: int, work: list[Work]) -> _One:
    rated = [one for one in work if one.state == Assignment.State.FINISHED]
    return _One(person, rated, Counter(one.state for one in work))


def _last(rated: Sequence[Work]) -> str | None:
    at = rated[-1].finished_at if rated else None
    return at.isoformat() if at else None


# --- criteria -------------------------------------------------------------------------------------


def _criteria(
    ones: list[_One],
    blocks: dict[int, Json],
    material: Material,
    kind: str,
    ratings: Ratings,
    lines: Thresholds,
    rng: np.random.Generator,
) -> None:
    rows = {rater: row for row, rater in enumerate(ratings.raters)}
    for position, scale in enumerate(ratings.scales):
        gold: dict[int, Hits] = {}
        for hit in material.gold:
            if hit.kind == kind and hit.criterion in scale.ids:
                right, asked = gold.get(hit.rater, (0, 0))
                gold[hit.rater] = (right + hit.right, asked + 1)
        codes = ratings.of(position)
        against = peer_targets(ratings)[position] if ratings.raters else codes
        both = (codes >= 0) & (against >= 0)
        hits, compared = ((codes == against) & both).sum(axis=1), both.sum(axis=1)
        unsure, given = (codes == CANT_TELL).sum(axis=1), (codes >= 0).sum(axis=1)
        for one in ones:
            row = rows.get(one.person)
            if row is None and one.person not in gold:
                continue
            block: Json = {"kind": kind, "key": scale.key}
            block["gold"] = _gold(one, scale.key, gold.get(one.person, (0, 0)), lines)
            own: Hits = (0, 0) if row is None else (int(hits[row]), int(compared[row]))
            rest: Hits = (int(hits.sum()) - own[0], int(compared.sum()) - own[1])
            block["peers"] = _peers(one, scale.key, own, rest, lines)
            k = len(scale.values)
            table = np.zeros((k, k)) if row is None else pair_table(codes[row], against[row], k)
            block["kappa"] = cohen_kappa(table, rng=rng, resamples=1000).to_json()
            cant: Hits = (0, 0) if row is None else (int(unsure[row]), int((unsure + given)[row]))
            others: Hits = (int(unsure.sum()) - cant[0], int((unsure + given).sum()) - cant[1])
            block["cant_tell"] = _cant_tell(one, scale.key, cant, others)
            if kind == Item.Kind.PAIRWISE and row is not None:
                block["left"] = _left(one, scale.key, ratings, position, row)
            blocks[one.person]["criteria"].append(block)


def _pooled(criteria: list[Json]) -> Json:
    """Shares over all criteria together, for a first look: answers of one item go together, so
    the intervals are too narrow."""
    found = {}
    for name, what in (
        ("gold", "answers equal to gold, all criteria"),
        ("peers", "answers equal to the others' majority, all criteria"),
        ("cant_tell", "answers that are can't tell, all criteria"),
    ):
        defined = [one[name] for one in criteria if one[name]["value"] is not None]
        n = sum(one["n"] for one in defined)
        found[name] = rate(
            round(sum(one["value"] * one["n"] for one in defined)), n, what=what
        ).to_json()
    return found


def _percent(k: int, n: int) -> str:
    return f"{100 * k / n:.0f} %" if n else "none"


def _gold(one: _One, key: str, own: Hits, lines: Thresholds) -> Json:
    k, n = own
    said = (
        f"{k} of {n} answers on gold items are right ({_percent(k, n)}); "
        f"{lines.gold_floor:.0%} are asked for."
    )
    p = monitoring.at_most(k, n, lines.gold_floor)
    one.check("gold", p, said, on=key, matters=n > 0 and k < lines.gold_floor * n)
    return rate(k, n, what="answers equal to gold").to_json()


def _peers(one: _One, key: str, own: Hits, rest: Hits, lines: Thresholds) -> Json:
    k, n = own
    p = None
    if n and rest[1]:
        floor = max(0.0, rest[0] / rest[1] - lines.peer_margin)
        p = monitoring.at_most(k, n, floor)
    said = (
        f"{k} of {n} answers equal the majority of the others ({_percent(k, n)}); for the other "
        f"raters it is {_percent(*rest)}."
    )
    one.check("peers", p, said, on=key, matters=True)
    return rate(k, n, what="answers equal to the others' majority").to_json()


def _cant_tell(one: _One, key: str, own: Hits, rest: Hits) -> Json:
    p = monitoring.more_often(*own, *rest)
    said = (
        f"Can't tell in {own[0]} of {own[1]} answers ({_percent(*own)}); the others in "
        f"{_percent(*rest)}."
    )
    one.check("cant_tell", p, said, on=key, matters=_twice(own, rest))
    return rate(*own, what="answers that are can't tell").to_json()


def _twice(own: Hits, rest: Hits) -> bool:
    """Whether the rater's share is at least twice that of the others."""
    return own[0] * rest[1] >= 2 * rest[0] * own[1] and own[0] > 0


def _left(one: _One, key: str, ratings: Ratings, position: int, row: int) -> Json:
    """Share of decided pairs won by what stood left."""
    left = decided = 0
    for work in one.rated:
        at = ratings.items.position.get(work.item)
        code = -1 if at is None else int(ratings.codes[position, row, at])
        if code in (0, 1):
            decided += 1
            left += (code == 0) == (work.side_order != "ba")
    said = f"The left side wins {left} of {decided} decided pairs ({_percent(left, decided)})."
    far = decided > 0 and abs(left / decided - 0.5) >= SIDE_MATTERS
    one.check("side", sign_test(left, decided - left), said, on=key, matters=far)
    return rate(left, decided, what="decided pairs won by the left side").to_json()


# --- the rater as a whole -------------------------------------------------------------------------


def _passed_over(one: _One, ones: Sequence[_One]) -> Json:
    """Skips and opt-outs among the items handed out. Opting out is nobody's fault: no flag."""

    def ended(some: Sequence[_One]) -> tuple[int, int, int]:
        states = sum((other.states for other in some), Counter())
        skips = states[Assignment.State.SKIPPED]
        outs = states[Assignment.State.OPTED_OUT]
        return skips, outs, sum(states.values())

    skips, outs, n = ended([one])
    rest = ended([other for other in ones if other is not one])
    p = monitoring.more_often(skips, n, rest[0], rest[2])
    said = (
        f"Skipped {skips} of {n} items ({_percent(skips, n)}); the others "
        f"{_percent(rest[0], rest[2])}."
    )
    one.check("skip", p, said, matters=_twice((skips, n), (rest[0], rest[2])))
    return {
        "skip": rate(skips, n, what="items skipped").to_json(),
        "opt_out": rate(outs, n, what="items opted out of").to_json(),
    }


def _seconds(one: _One) -> list[float]:
    return [work.seconds for work in one.rated if work.seconds is not None]


def _speed(one: _One, material: Material, every: Any, lines: Thresholds) -> Json:
    """Active seconds, beside everybody's, and those too short for the text that was shown."""
    timed = [work for work in one.rated if work.seconds is not None]
    own = np.sort(_seconds(one))
    slower = len(every) * len(own) - int(np.searchsorted(every, own, side="right").sum())
    # Of the ratings of others: the rater's own are in `every` as well.
    slower -= len(own) ** 2 - int(np.searchsorted(own, own, side="right").sum())
    others = len(own) * (len(every) - len(own))
    quick = [
        work
        for work in timed
        if (work.seconds or 0) < material.length.get(work.item, 0) / lines.characters_per_second
    ]
    k, n = len(quick), len(timed)
    said = (
        f"{k} of {n} ratings took less time than reading the text at "
        f"{lines.characters_per_second:g} characters a second ({_percent(k, n)}); up to "
        f"{lines.quick_share:.0%} is let pass."
    )
    p = monitoring.at_least(k, n, lines.quick_share)
    one.check("quick", p, said, matters=n > 0 and k > lines.quick_share * n)
    return {
        "median": monitoring.median(own).to_json(),
        "others_slower": slower / others if others else None,
        "quick": rate(k, n, what="ratings faster than their text can be read").to_json(),
    }


def _runs(one: _One, material: Material) -> Json:
    """Equal answers to all criteria in a row, on ordinary items in the order of rating."""
    answers: list[bytes] = []
    places = {
        kind: (ratings, ratings.raters.index(one.person))
        for kind, ratings in material.ratings.items()
        if one.person in ratings.raters
    }
    for work in one.rated:
        if work.kind not in places:
            continue
        ratings, row = places[work.kind]
        at = ratings.items.position.get(work.item)
        if at is None:
            continue
        codes = ratings.codes[:, row, at]
        if work.side_order == "ba":
            # What is answered in a row is a side, not a case.
            codes = np.where((codes == 0) | (codes == 1), 1 - codes, codes).astype(np.int8)
        answers.append(work.kind.encode() + codes.tobytes())
    found = straight_line(answers)
    said = (
        f"{found['longest']} ratings in a row have the same answers, of {found['n']}; with this "
        "rater's own shares of answers in random order that has a chance of "
        f"{_chance(found['probability'])}."
    )
    one.check("runs", found["probability"], said, matters=True)
    return found


def _chance(p: float | None) -> str:
    if p is None:
        return "nothing known"
    return "less than 1 in 10,000" if p < 1e-4 else f"{p:.2g}"


def _notes(material: Material, person: int) -> Json:
    n, quoted, commented = material.notes.get(person, (0, 0, 0))
    return {
        "evidence": rate(quoted, n, what="answers with evidence").to_json(),
        "comment": rate(commented, n, what="answers with a comment").to_json(),
    }


def _drift(one: _One, material: Material, lines: Thresholds) -> Json:
    """Whether ratings agree with gold and peers, batch by batch.

    A rating agrees when every answer of it that can be compared does; answers of one rating are
    not independent, so they count once.
    """
    events: list[tuple[Work, bool]] = []
    agrees = {
        kind: (ratings, *_agreeing(ratings, ratings.raters.index(one.person)))
        for kind, ratings in material.ratings.items()
        if one.person in ratings.raters
    }
    for work in one.rated:
        if work.pk in material.hits and work.purpose != ORDINARY:
            events.append((work, material.hits[work.pk]))
        elif work.kind in agrees:
            ratings, comparable, equal = agrees[work.kind]
            at = ratings.items.position.get(work.item)
            if at is not None and comparable[at]:
                events.append((work, bool(equal[at])))
    chart = control_chart(
        [hit for _, hit in events],
        [work.finished_at.isoformat() if work.finished_at else "" for work, _ in events],
        size=lines.batch,
    )
    batches = chart["batches"]
    if batches:
        first, last = batches[0], batches[-1]
        said = (
            f"{_percent(first['hits'], first['n'])} of the first {first['n']} ratings agree and "
            f"{_percent(last['hits'], last['n'])} of the last {last['n']}, over {len(batches)} "
            "batches."
        )
        one.check("drift", chart["trend_p"], said, matters=True)
        worst = min(batches, key=lambda batch: batch["p"])
        said = (
            f"Batch {batches.index(worst) + 1}: {worst['hits']} of {worst['n']} ratings agree; "
            f"for this rater at least {worst['low']:.0%} are expected."
        )
        p = min(1.0, worst["p"] * len(batches)) if len(batches) > 1 else None
        one.check("batch", p, said, matters=worst["below"])
    return chart


def _agreeing(ratings: Ratings, row: int) -> tuple[Any, Any]:
    """Per item: whether any answer can be compared with peers, and whether all of them agree."""
    own = ratings.codes[:, row, :]
    against = np.stack([target[row] for target in peer_targets(ratings)])
    both = (own >= 0) & (against >= 0)
    return both.any(axis=0), ((own == against) | ~both).all(axis=0)
