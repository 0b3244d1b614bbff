from cases.replay.conversations import RecordedCall, Recording, read_conversation
from cases.transcript import Step, StepKind, Turn


def turns() -> list[Turn]:
    ask = Step(1, StepKind.SAY, "user", text="Refund A-1, please [file: image/png, 20 bytes]")
    call = Step(2, StepKind.CALL, "desk", tool="refund", data={"order": "A-1"}, call=1)
    refusal = Step(3, StepKind.RESULT, "desk", tool="refund", data={"error": "confirm"}, call=1)
    confirm = Step(4, StepKind.CALL, "desk", tool="adk_request_confirmation", data={}, call=2)
    yes = Step(
        5,
        StepKind.RESULT,
        "user",
        tool="adk_request_confirmation",
        data={"confirmed": True},
        call=2,
        flags=("resumed",),
    )
    done = Step(6, StepKind.RESULT, "desk", tool="refund", data={"paid": 12}, call=1)
    thanks = Step(7, StepKind.SAY, "user", text="Thanks")
    return [
        Turn(1, "user", (ask,)),
        Turn(2, "agent", (call, refusal, confirm, yes, done)),
        Turn(3, "user", (thanks,)),
    ]


def test_what_a_transcript_gives() -> None:
    read = read_conversation(turns(), key="c", app_name="desk", state={"tier": "gold"})
    assert read.messages == ("Refund A-1, please [file: image/png, 20 bytes]", "Thanks")
    assert read.lost == 1
    assert read.calls == (
        RecordedCall("refund", {"order": "A-1"}, result={"paid": 12}),
        RecordedCall("adk_request_confirmation", {}, late={"confirmed": True}),
    )
    again = Recording.from_json(read.to_json()["calls"])
    assert again.answer("refund", {"order": "A-1"}) == {"paid": 12}


def test_a_recording_answers_in_order_and_then_the_last_again() -> None:
    recording = Recording(
        [RecordedCall("find", {"a": 1, "b": 2}, result=value) for value in ("first", "second")]
    )
    asked = [recording.answer("find", {"b": 2, "a": 1}) for _ in range(3)]
    assert asked == [{"result": "first"}, {"result": "second"}, {"result": "second"}]
    assert recording.unrecorded == 0


def test_what_was_never_recorded_is_an_error_and_counted() -> None:
    recording = Recording([RecordedCall("find", {"a": 1}, result={"ok": True})])
    assert "no recorded result" in recording.answer("find", {"a": 2})["error"]
    assert "no recorded result" in recording.answer("other", {"a": 1})["error"]
    assert recording.unrecorded == 2


def test_late_answers_are_given_once() -> None:
    recording = Recording([RecordedCall("ask", {}, result={"status": "pending"}, late="yes")])
    assert recording.late_answer("ask") == "yes"
    assert recording.late_answer("ask") is None
    assert recording.late_answer("other") is None
