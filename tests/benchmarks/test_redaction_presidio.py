"""Presidio is compared with the same recognisers: each of the product's has to stand in it."""

import base64
import os

import pytest

from benchmarks.redaction_corpus import bank_named, cases_of
from benchmarks.redaction_presidio import as_presidio, hidden_by, own_engine
from benchmarks.redaction_scoring import leaves_of
from benchmarks.redaction_speed import MODEL
from cases.redaction.recognisers import build_cues, build_recognisers

RECOGNISERS = [*build_recognisers(), build_cues()]
SAID = [
    "Write to ann.lee@post.example or to 10.20.30.40, and call +44 20 7946 0958.",
    "ann dot lee at post dot example; five five five oh one two three four five six",
    "My card is 4111 1111 1111 1111, expiry 04/27, the account GB82 WEST 1234 5698 7654 32.",
    "My SSN is 219-09-9999, my Aadhaar 2341 2341 2346. Born on 4 May 1981.",
    "The password is Tr0ub4dor&3. I live at 221B Baker Street, London NW1 6XE.",
    "Dear Ms Lee,\nmy name is Ann Lee.",
    base64.b64encode(b"write to ann.lee@post.example").decode(),
]


@pytest.mark.parametrize("number", range(len(RECOGNISERS)))
def test_presidio_finds_with_each_recogniser_what_the_product_finds(number: int) -> None:
    recogniser = RECOGNISERS[number]
    presidio = as_presidio(recogniser)
    corpus = cases_of(bank_named("tuning"), seed=3, count=60)
    texts = {*SAID, *(text for case in corpus for _, text in leaves_of(case.turns))}
    found = [
        (text, {(span.start, span.end, span.kind) for span in recogniser.find(text)})
        for text in sorted(texts)
    ]
    assert any(spans for _, spans in found), "no text here has anything for it"
    for text, spans in found:
        results = presidio.analyze(text, presidio.supported_entities, None)
        theirs = {(result.start, result.end, result.entity_type) for result in results}
        # Presidio drops what lies within another finding of the same kind.
        assert theirs <= spans
        for start, end, kind in spans:
            assert any(k == kind and s <= start and end <= e for s, e, k in theirs), text[start:end]


def test_an_engine_of_the_same_recognisers_hides_what_they_find() -> None:
    os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
    engine = own_engine(MODEL)
    kinds = {recogniser.kind for recogniser in RECOGNISERS}
    assert kinds <= set(engine.get_supported_entities("en"))
    results = engine.analyze(" ".join(SAID[:5]), language="en")
    assert {"EMAIL", "IP", "PHONE", "CARD", "IBAN"} <= {found.entity_type for found in results}
    (case,) = cases_of(bank_named("tuning"), seed=3, count=1)
    ((same, hidden),) = hidden_by(engine, [case], None)
    assert same is case
    assert any(hidden.values())
