"""Places are positions only, and fit the text that they were taken from."""

import json
from typing import Any

import pytest

from cases.redaction import Finding
from cases.redaction_places import (
    SHOWN,
    Hidden,
    Place,
    find_slot,
    hidden_in,
    lines_of,
    positions,
    slot_at,
    slots_of,
)
from cases.transcript import Step, StepKind, Turn

DATA = {
    "jane@example.com": {"tel": ["0161 496 0555", None, True]},
    "note": "Ring Jane, Jane Doe.",
    "count": 3,
}


def result(data: Any) -> Step:
    return Step(2, StepKind.RESULT, "desk", tool="find", data=data)


def turns(data: Any = DATA) -> list[Turn]:
    said = Step(1, StepKind.SAY, "user", text="I am Jane.")
    return [Turn(1, "user", (said,)), Turn(2, "agent", (result(data),))]


def test_a_path_is_kept_as_positions() -> None:
    assert positions(DATA, ("jane@example.com", "tel", 0)) == (0, 0, 0)
    # A private key comes as its place already.
    assert positions(DATA, (0, "tel", 2)) == (0, 0, 2)
    assert positions(DATA, ("note",)) == (1,)


def test_slots_are_keys_and_values_with_the_way_to_them() -> None:
    slots = {slot.keys: slot for slot in slots_of(result(DATA))}
    assert slots["jane@example.com.tel[0]"].text == "0161 496 0555"
    assert slots["jane@example.com.tel[0]"].key == "tel"
    assert slots["jane@example.com.tel[1]"].text == "null"
    assert slots["jane@example.com.tel[2]"].text == "true"
    assert slots["key jane@example.com"].place == Place(2, (0,), in_key=True)
    assert slots["count"].text == "3"
    for slot in slots.values():
        assert find_slot(turns(), slot.name) == slot
        assert slot_at(turns(), slot.place) == slot
    for odd in ("", "2", "2.9.0", "x.y.z", "1..1"):
        assert find_slot(turns(), odd) is None


def test_findings_become_numbers_in_the_order_of_the_text() -> None:
    findings = [
        Finding(2, ("note",), 11, 19, "PERSON", "name model"),
        Finding(2, ("note",), 5, 9, "PERSON", "cue"),
        Finding(2, (0,), 0, 16, "EMAIL", "shape e-mail", in_key=True),
        Finding(1, (), 5, 9, "PERSON", "cue"),
    ]
    stored = turns(
        {
            "<EMAIL_1>": {"tel": ["0161 496 0555", None, True]},
            "note": "Ring <PERSON_1>, <PERSON_2>.",
            "count": 3,
        }
    )
    hidden = hidden_in(turns(), findings, stored)
    places = [(h.place.step, h.place.path, h.place.in_key, h.start) for h in hidden]
    assert places == [
        (1, (), False, 5),
        (2, (0,), True, 0),
        (2, (1,), False, 5),
        (2, (1,), False, 11),
    ]
    # The first step was not stored with a pseudonym here, so that its number is not known.
    assert [h.pseudonym for h in hidden] == ["<PERSON>", "<EMAIL_1>", "<PERSON_1>", "<PERSON_2>"]
    kept = json.dumps([h.to_json() for h in hidden])
    assert "jane" not in kept
    assert [Hidden.from_json(entry) for entry in json.loads(kept)] == hidden


def test_pieces_put_together_are_the_text() -> None:
    hidden = [
        Hidden(Place(2, (1,)), 5, 9, "PERSON", "cue", 1),
        Hidden(Place(2, (1,)), 7, 12, "PERSON", "overlaps", 1),
        Hidden(Place(2, (1,)), 11, 19, "PERSON", "name model", 2),
    ]
    lines = lines_of(result(DATA), list(enumerate(hidden)))
    note = next(line for line in lines if line.slot.keys == "note")
    assert "".join(piece.text for piece in note.pieces) == DATA["note"]
    assert [piece.index for piece in note.pieces if piece.hidden] == [0, 2]
    # Keys in which nothing is hidden are no lines of their own.
    assert not any(line.slot.place.in_key for line in lines)


def test_ways_to_values_are_shown_as_they_will_be_stored() -> None:
    data = {"jane@example.org": {"note": "hello", "Zwetsch Quist": [1]}}
    hidden = [
        Hidden(Place(2, (0,), in_key=True), 0, 16, "EMAIL", "shape", 1),
        Hidden(Place(2, (0, 1), in_key=True), 0, 13, "PERSON", "name list", 2),
    ]
    lines = lines_of(result(data), list(enumerate(hidden)))
    assert [line.stored_keys for line in lines if not line.slot.place.in_key] == [
        "<EMAIL_1>.note",
        "<EMAIL_1>.<PERSON_2>[0]",
    ]
    assert [line.stored_key for line in lines if line.slot.text == "1"] == ["<PERSON_2>"]


@pytest.mark.parametrize("length", [SHOWN - 1, SHOWN, SHOWN + 1, SHOWN + 7])
def test_a_very_long_value_is_cut_and_says_by_how_much(length: int) -> None:
    hidden = [Hidden(Place(2, ()), length - 3, length, "PERSON", "cue")]
    (line,) = lines_of(result("x" * length), list(enumerate(hidden)))
    shown = sum(len(piece.text) for piece in line.pieces)
    assert shown + line.cut == length
