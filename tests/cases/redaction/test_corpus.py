"""Floors under what redaction finds on the tuning bank of the labelled corpus.

They lie a value or a few below what is measured there, so that a rule that finds less than before
breaks them. The measuring bank is not for tests: a test that fails gets tuned.
"""

import pytest

from benchmarks.redaction import redacted
from benchmarks.redaction_corpus import bank_named, cases_of
from benchmarks.redaction_scoring import Score
from cases.redaction import Redactor

FLOORS = {
    ("person", "hinted"): 0.98,
    ("person", "text"): 0.97,
    ("person, also in a field", "text"): 0.96,
    ("person, only in sentences", "text"): 0.97,
    ("email", "hinted"): 0.98,
    ("email", "text"): 0.98,
    ("phone", "hinted"): 0.98,
    ("phone", "text"): 0.96,
    ("card", "hinted"): 0.95,
    ("card", "text"): 0.94,
    ("iban", "text"): 0.96,
    ("secret", "hinted"): 0.98,
    ("secret", "text"): 0.95,
    ("street line", "hinted"): 0.98,
    ("street line", "text"): 0.96,
    ("dob", "text"): 0.97,
    ("ip", "text"): 0.94,
}
MOST = {"order": 0.01, "amount": 0.01, "date": 0.01, "tool": 0.01, "sku": 0.01, "product": 0.03}


@pytest.fixture(scope="module")
def score(redactor: Redactor) -> Score:
    tally = Score()
    for case, hidden, _ in redacted(redactor, cases_of(bank_named("tuning"), seed=7, count=200)):
        assert hidden is not None, f"the shape of case {case.number} did not survive"
        tally.add(case, hidden)
    return tally


@pytest.mark.parametrize(("group", "where"), FLOORS)
def test_recall_stays_above_its_floor(score: Score, group: str, where: str) -> None:
    share = score.recall[group, where]
    assert share.count >= 10
    assert share.full / share.count >= FLOORS[group, where]


@pytest.mark.parametrize("kind", MOST)
@pytest.mark.parametrize("where", ["text", "value"])
def test_what_a_rater_needs_stays(score: Score, kind: str, where: str) -> None:
    share = score.taken[kind, where]
    assert share.count >= 10
    assert share.any / share.count <= MOST[kind]


def test_most_of_what_is_hidden_is_private(score: Score) -> None:
    assert score.precision is not None
    assert score.precision >= 0.98
    assert score.over_share is not None
    assert score.over_share <= 0.01
