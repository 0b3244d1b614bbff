"""Which of two agent versions people, and the judge, prefer."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.judge_answers import JudgeAnswers, load_judges
from calibration.matrices import ERROR, load_ratings
from calibration.references import references_of
from calibration.stats.comparison import sign_test, win_rate
from calibration.stats.counts import MISSING
from calibration.stats.estimate import Estimate, undefined
from calibration.stats.proportions import rate
from cases.items import PAIR_VALUES
from cases.models import Item, Study

Json = dict[str, Any]
FIRST, SECOND, TIE = range(len(PAIR_VALUES))

# Fewer decided pairs than this show nothing, whatever their interval.
MIN_DECIDED = 10
FLIPS = "verdicts that flip with the sides"

# Names of the sides where the cases carry no two different agent versions.
SIDES = ("first case", "second case")


def pairwise_block(
    study: Study, *, split: str, confidences: Mapping[int, float | None] | None = None
) -> Json:
    """The `pairwise` of a report: the comparison with the most items, others beside it.

    A and B are agent versions; a win is one of B over A. Overall an item is won by whoever wins
    more criteria, once all of them are settled. `confidences`: of each judge version's
    intervals, by id; None refuses its figures, 0.95 where it is not named. A constant number of
    queries.
    """
    ratings = load_ratings(study, kind=Item.Kind.PAIRWISE)
    chosen = ratings.items.in_split(split)
    if not chosen.any():
        nobody = _figures(np.zeros(0, dtype=np.int8))
        return {"items": 0, **nobody, "inconsistency_rate": _inconsistency([]), "criteria": {}}
    settled = np.stack([reference.codes for reference in references_of(study, ratings)])
    judges = load_judges(study, ratings.items, ratings.scales, kind=Item.Kind.PAIRWISE)
    groups, swapped = _by_versions(study, ratings.items.position)
    keys = [scale.key for scale in ratings.scales]
    inside = {names: [at for at in found if chosen[at]] for names, found in groups.items()}
    blocks = [
        _comparison(names, np.array(members), swapped, keys, settled, judges, confidences or {})
        for names, members in inside.items()
        if members
    ]
    blocks.sort(key=lambda block: -block["items"])
    return {**blocks[0], "others": blocks[1:]}


def _by_versions(
    study: Study, position: dict[int, int]
) -> tuple[dict[tuple[str, str], list[int]], npt.NDArray[np.bool_]]:
    """Items by their pair of agent versions, and which of them hold B as the first case."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    swapped = np.zeros(len(position), dtype=np.bool_)
    rows = Item.objects.filter(study=study, kind=Item.Kind.PAIRWISE).values_list(
        "pk", "case__agent_version__label", "case_b__agent_version__label"
    )
    for pk, first, second in rows:
        at = position.get(pk)
        if at is None:
            continue
        if first and second and first != second:
            swapped[at] = first > second
            groups[(min(first, second), max(first, second))].append(at)
        else:
            groups[SIDES].append(at)
    return groups, swapped


def _turned(codes: npt.NDArray[np.int8], swapped: npt.NDArray[np.bool_]) -> npt.NDArray[np.int8]:
    """The same preferences with B always second."""
    other = np.select([codes == FIRST, codes == SECOND], [SECOND, FIRST], default=codes)
    return np.where(swapped, other, codes).astype(np.int8)


def _comparison(
    names: tuple[str, str],
    members: npt.NDArray[np.int64],
    swapped: npt.NDArray[np.bool_],
    keys: list[str],
    settled: npt.NDArray[np.int8],
    judges: list[JudgeAnswers],
    confidences: Mapping[int, float | None],
) -> Json:
    people = _turned(settled[:, members], swapped[members])
    block: Json = {"a": names[0], "b": names[1], "items": len(members), **_figures(_won(people))}
    block["judges"] = {
        judge.name: _judge_figures(
            _won(_turned(judge.codes[:, members], swapped[members])),
            judge.inconsistent[:, members].any(axis=0),
            confidences.get(judge.version_id, 0.95),
        )
        for judge in judges
    }
    block["inconsistency_rate"] = _inconsistency(list(block["judges"].values()))
    block["criteria"] = {}
    for row, key in enumerate(keys):
        entry = _figures(people[row])
        entry["judges"] = {
            judge.name: _judge_figures(
                _turned(judge.codes[row, members], swapped[members]),
                judge.inconsistent[row, members],
                confidences.get(judge.version_id, 0.95),
            )
            for judge in judges
        }
        block["criteria"][key] = entry
    return block


def _won(preferences: npt.NDArray[np.int8]) -> npt.NDArray[np.int8]:
    """Per item who wins more criteria; criteria × items in, items out; ERROR if any is.

    An item with an open criterion is open: what is missing is neither a tie nor a win.
    """
    lead = (preferences == SECOND).sum(axis=0) - (preferences == FIRST).sum(axis=0)
    result = np.select([lead > 0, lead < 0], [SECOND, FIRST], default=TIE).astype(np.int8)
    result[(preferences < 0).any(axis=0)] = MISSING
    result[(preferences == ERROR).any(axis=0)] = ERROR
    return result


def _figures(codes: npt.NDArray[np.int8], confidence: float = 0.95) -> Json:
    """Wins of B, losses, ties, and what they say."""
    found = Counter(codes.tolist())
    wins, losses, ties = found[SECOND], found[FIRST], found[TIE]
    estimate = win_rate(wins, losses, confidence=confidence)
    return {
        "wins": wins,
        "losses": losses,
        "ties": ties,
        "unsettled": len(codes) - wins - losses - ties,
        "tie_rate": rate(ties, wins + losses + ties, confidence=confidence, what="ties").to_json(),
        "win_rate": estimate.to_json(),
        "sign_test_p": sign_test(wins, losses),
        "reading": reading(estimate),
    }


def _judge_figures(
    codes: npt.NDArray[np.int8], flipped: npt.NDArray[np.bool_], confidence: float | None
) -> Json:
    """A judge's wins, losses and ties, and how often it flips; all None where it is refused."""
    if confidence is None:
        return _refused()
    # ERROR in one order leaves nothing that could flip, even where another criterion did.
    counted = flipped & (codes != ERROR)
    answered = int((counted | (codes >= 0)).sum())
    return {
        **_figures(codes, confidence),
        "errors": int((codes == ERROR).sum()),
        "inconsistency_rate": rate(
            int(counted.sum()), answered, confidence=confidence, what=FLIPS
        ).to_json(),
    }


def _refused() -> Json:
    counts = dict.fromkeys(("wins", "losses", "ties", "unsettled", "errors", "sign_test_p"))
    estimates = {
        name: undefined("held_out_spent", method=method).to_json()
        for name, method in (
            ("tie_rate", "ties"),
            ("win_rate", "win rate, ties dropped"),
            ("inconsistency_rate", FLIPS),
        )
    }
    return {**counts, **estimates, "reading": "Refused: the held-out items are used up."}


def _inconsistency(judges: list[Json]) -> Json:
    """The only judge's rate; undefined without a judge, and per judge where there are several."""
    if len(judges) == 1:
        found: Json = judges[0]["inconsistency_rate"]
        return found
    return undefined("several_judges" if judges else "no_items", method=FLIPS).to_json()


def reading(estimate: Estimate) -> str:
    """What a win rate shows, in words."""
    if estimate.low is None or estimate.high is None:
        return "Nothing was decided yet."
    if estimate.n < MIN_DECIDED:
        return f"Too few to say: {estimate.n} decided."
    if estimate.low > 0.5:
        return "B is shown to be better."
    if estimate.high < 0.5:
        return "A is shown to be better."
    return "B is not shown to be better, nor is A: the interval holds 0.5."
