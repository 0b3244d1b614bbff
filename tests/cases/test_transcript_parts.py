from cases.readings import packed, read
from cases.transcript import Step, StepKind, Turn, steps_of
from cases.transcript_parts import (
    DATA_SHOWN,
    PART_STEPS,
    WHOLE_STEPS,
    parts_of,
    shown_size,
)
from tests.make import make_turns
from tests.transcripts import long_turns, mixed_turns


def test_an_ordinary_transcript_is_one_part() -> None:
    turns = make_turns()
    (part,) = parts_of(turns)
    assert list(part.turns) == turns
    assert len(parts_of(long_turns(WHOLE_STEPS, words=1))) == 1
    assert parts_of([]) == []
    assert parts_of([Turn(1, "agent")]) == []


def test_parts_hold_every_step_once_and_in_order() -> None:
    turns = long_turns(1001)
    parts = parts_of(turns)
    assert [part.number for part in parts] == list(range(1, len(parts) + 1))
    assert [s for part in parts for s in steps_of(part.turns)] == steps_of(turns)
    assert all(part.last - part.first < PART_STEPS for part in parts)
    assert [part.continues for part in parts] == [False] + [True] * (len(parts) - 1)


def test_a_packed_reading_reads_the_same() -> None:
    for turns in (long_turns(1001), mixed_turns(), make_turns()):
        reading = read(turns)
        again = packed(reading)
        assert again.turns == reading.turns == turns
        assert again.frame == reading.frame
        for part, kept in zip(reading.parts, again.parts, strict=True):
            assert (kept.number, kept.first, kept.last) == (part.number, part.first, part.last)
            assert kept.turns == part.turns
        assert again.step(3) == reading.step(3) == steps_of(turns)[2]
        assert again.part_with(2000) is again.part(99) is again.step(2000) is None


def test_a_part_ends_with_a_turn_where_it_can() -> None:
    turns = [
        Turn(n, "user" if n % 2 else "agent", (Step(n, StepKind.SAY, "a", text="x" * 2_000),))
        for n in range(1, 400)
    ]
    parts = parts_of(turns)
    assert not any(part.continues for part in parts)
    assert [turn for part in parts for turn in part.turns] == turns


def test_one_huge_result_makes_no_parts() -> None:
    turns = make_turns(result={"rows": [{"text": "x" * 1_000}] * 5_000})
    assert shown_size(turns[1].steps[1]) == DATA_SHOWN
    assert len(parts_of(turns)) == 1
