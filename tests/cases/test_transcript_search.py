from cases.transcript import Step, StepKind, Turn
from cases.transcript_search import LISTED, search
from tests.make import make_turns
from tests.transcripts import long_turns, mixed_turns


def test_words_are_found_whatever_their_case() -> None:
    found = search(make_turns(), " REFUND ")
    assert (found.total, found.steps) == (2, 2)
    first = found.hits[0]
    assert (first.step, first.count, first.before, first.match, first.after) == (
        (1, 1, "Where is my ", "refund", "?")
    )


def test_values_keys_and_tool_names_are_searched() -> None:
    for query, step in {"BR-1": 2, "order_id": 2, "lookup_order": 2, "64.0": 3}.items():
        assert search(make_turns(), query).hits[0].step == step
    assert search(make_turns(), "lookup_order").hits[0].label == "lookup_order"


def test_quotation_marks_are_found_in_text_and_in_json() -> None:
    turns = make_turns(result={"note": 'she said "now"'})
    assert search(turns, 'said "now"').total == 1
    assert search(turns, '"note": ').total == 1


def test_nothing_is_found_for_nothing_and_patterns_are_words() -> None:
    assert search(make_turns(), "  ").total == 0
    assert search(make_turns(), ".*").total == 0
    assert search(make_turns(), "(").total == 0


def test_a_long_list_is_cut_and_still_counted() -> None:
    found = search(long_turns(3000, words=1), "parcel")
    assert len(found.hits) == LISTED
    assert found.steps > LISTED
    # Those that are not listed can still be gone to.
    assert found.further[-1].step > found.further[0].step > found.hits[-1].step


def test_a_snippet_holds_nothing_that_turns_its_row() -> None:
    (hit,) = search(mixed_turns(), "of it").hits
    assert "\u202e" not in hit.before
    text = "a" * 80 + " here " + "b" * 80
    (hit,) = search([Turn(1, "user", (Step(1, StepKind.SAY, "user", text=text),))], "here").hits
    assert hit.before.startswith("…")
    assert hit.after.endswith("…")
