"""A store of our own, the same bytes each time: parallel calls, several agents, odd characters."""

import json
import sqlite3
from pathlib import Path
from typing import Any

APP = "garden_club"

_TABLES = """
CREATE TABLE sessions (app_name TEXT, user_id TEXT, id TEXT, state TEXT, create_time REAL,
    update_time REAL, PRIMARY KEY (app_name, user_id, id));
CREATE TABLE events (id TEXT, app_name TEXT, user_id TEXT, session_id TEXT, invocation_id TEXT,
    timestamp REAL, event_data TEXT, PRIMARY KEY (app_name, user_id, session_id, id));
CREATE TABLE user_states (app_name TEXT, user_id TEXT, state TEXT, update_time REAL,
    PRIMARY KEY (app_name, user_id));
"""

Parts = list[dict[str, Any]]


def _say(text: str) -> Parts:
    return [{"text": text}]


def _call(number: int, tool: str, **args: Any) -> dict[str, Any]:
    return {"function_call": {"id": f"c{number}", "name": tool, "args": args}}


def _result(number: int, tool: str, response: Any) -> dict[str, Any]:
    return {"function_response": {"id": f"c{number}", "name": tool, "response": response}}


def _order(number: int) -> list[tuple[str, Parts]]:
    customer = {"name": "Wilhelmina Oduya", "email": f"w.oduya{number}@example.org"}
    return [
        ("user", _say(f"Grüße! Wo ist Bestellung GC-{number}? — Wilhelmina Oduya 🌱")),
        ("desk", [_call(1, "transfer_to_agent", agent_name="stock")]),
        ("desk", [_result(1, "transfer_to_agent", {"result": None})]),
        # Two calls at once, answered the other way round, one with an error.
        ("stock", [_call(2, "find_order", order=f"GC-{number}"), _call(3, "weather", town="Ely")]),
        (
            "stock",
            [
                _result(3, "weather", {"error": "no such town", "code": 404}),
                _result(
                    2,
                    "find_order",
                    {
                        "customer": customer,
                        "z": 1.0,
                        "a": [0.1, 1e22, -0.0, 10**15],
                        "paid": True,
                        "note": "one\ttab, a \\ and a \u2028 line",
                    },
                ),
            ],
        ),
        ("stock", [{"text": "They may be away.", "thought": True}, {"text": "Coming on 3 May."}]),
        ("user", _say("שלום, ring me at +44 161 496 0999.\r\nThank you!")),
        ("desk", _say(f"I will, Wilhelmina. Order {number:05} is on its way.")),
    ]


def write_store(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(_TABLES)
        for number in range(6):
            user, name = f"member-{number % 2}", f"visit-{number}"
            state = {"intent": "order", "tags": ["late", "vip"][: number % 3], "member_no": number}
            db.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, 0, 0)",
                (APP, user, name, json.dumps(state)),
            )
            for place, (author, parts) in enumerate(_order(number // 2 + 700)):
                event = {
                    "id": f"{name}-{place}",
                    "invocation_id": f"{name}-{place // 6}",
                    "author": author,
                    "timestamp": 1_790_000_000.5 + 100 * number + place,
                    "model_version": "scripted-2",
                    "custom_metadata": {"agent_version": f"garden@{number % 2}"},
                    "content": {"role": "user" if author == "user" else "model", "parts": parts},
                }
                row = (
                    *(event["id"], APP, user, name, event["invocation_id"], event["timestamp"]),
                    json.dumps(event, ensure_ascii=number % 2 == 0),
                )
                db.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        shared = json.dumps({"partner": "Thaddeus Nakagawa"})
        db.execute("INSERT INTO user_states VALUES (?, 'member-0', ?, 0)", (APP, shared))
    db.close()
