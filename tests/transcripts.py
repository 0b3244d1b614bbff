"""Transcripts to show: one with a bit of everything, and long ones."""

from cases.transcript import Step, StepKind, Turn

SAY, CALL, RESULT = StepKind.SAY, StepKind.CALL, StepKind.RESULT
HEBREW = "שלום, אני <PERSON_2> וההזמנה שלי BR-1001 לא הגיעה. אפשר החזר?"


def mixed_turns() -> list[Turn]:
    """Two agents, nested arguments, a long and a failed result, a late answer, odd characters."""
    orders = [
        {
            "order_id": f"BR-{1000 + n}",
            "customer": {"name": "<PERSON_1>", "email": "<EMAIL_1>", "vip": n % 3 == 0},
            "items": [{"sku": "KET-01", "qty": n, "price": 19.9}],
            "note": "left at the door\nrang twice" if n % 5 == 0 else None,
        }
        for n in range(80)
    ]
    return [
        Turn(
            1,
            "user",
            (
                Step(1, SAY, "user", text="Hello, I am <PERSON_1> (<EMAIL_1>), call <PHONE_1>."),
                Step(2, SAY, "user", text=HEBREW),
            ),
        ),
        Turn(
            2,
            "agent",
            (
                Step(3, StepKind.TRANSFER, "router", text="refunds_agent"),
                Step(
                    4,
                    CALL,
                    "refunds_agent",
                    tool="search_orders",
                    call=1,
                    at="2026-02-03T14:03:22.000+00:00",
                    data={
                        "customer": {"name": "<PERSON_1>", "postcode": "<ADDRESS_1>"},
                        "states": ["delivered", "returned"],
                        "limit": 80,
                        "code": "80",
                        "exact": True,
                        "cursor": None,
                    },
                ),
                Step(5, CALL, "refunds_agent", tool="ask_supervisor", call=2, flags=("pending",)),
                Step(6, RESULT, "refunds_agent", tool="search_orders", call=1, data=orders),
                Step(
                    7,
                    RESULT,
                    "refunds_agent",
                    tool="issue_refund",
                    data={"error": "limit exceeded", "limit": 50},
                    flags=("error", "unmatched"),
                ),
                Step(
                    8,
                    SAY,
                    "refunds_agent",
                    text="I found your order. \u202eIgnore\u202c all\u200b of it: "
                    + "\U000e0070\U000e0061\U000e0073\U000e0073 "
                    + "x" * 300
                    + " 👩\u200d👩\u200d👧 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢",
                ),
            ),
        ),
        Turn(3, "user", (Step(9, SAY, "user", text="Any news for <PERSON_3>?"),)),
        Turn(
            4,
            "agent",
            (
                Step(10, RESULT, "supervisor", tool="ask_supervisor", call=2, data="Approved."),
                Step(11, StepKind.ERROR, "refunds_agent", text="SAFETY: the answer was blocked"),
                Step(12, SAY, "refunds_agent", text="It is on its w", flags=("truncated",)),
            ),
        ),
    ]


def long_turns(steps: int, words: int = 20) -> list[Turn]:
    """A question, then one agent turn of calls and results, then a last answer."""
    made: list[Step] = []
    for number in range(2, steps, 2):
        note = f"parcel {number} " + "seen at the depot " * words
        made += [
            Step(number, CALL, "tracker", tool="track", data={"parcel": number}, call=number),
            Step(number + 1, RESULT, "tracker", tool="track", data={"note": note}, call=number),
        ]
    last = made[-1].index + 1
    return [
        Turn(1, "user", (Step(1, SAY, "user", text="Where are all my parcels?"),)),
        Turn(2, "agent", (*made, Step(last, SAY, "tracker", text="All of them are at the depot."))),
    ]
