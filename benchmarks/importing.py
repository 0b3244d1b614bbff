"""How fast sessions come in, where the time goes, and that memory does not grow with the store.

    python -m benchmarks.importing [--sessions 5000,20000]

For each size a store is written by a generator of our own (eight scripted events a session, a
tool result with a customer's record among them), and imported into an empty study on SQLite, each
in a process of its own. Prints a table, and JSON with --json.
"""

import argparse
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

APP = "bench_desk"
_FIRST = ["Amelia", "Bogdan", "Chiara", "Dmitri", "Esther", "Farouk", "Gwen", "Hiroshi", "Ines"]
_LAST = ["Abara", "Bielski", "Castellano", "Dufour", "Eriksen", "Fontaine", "Grzelak", "Holmberg"]
_STREETS = ["Mill Lane", "Station Road", "Kiln Street", "Harbour View", "Elm Grove", "Abbey Close"]
_INTENTS = ["refund", "damaged_item", "late_parcel", "cancel", "warranty"]
_OUTCOMES = ["refunded", "declined", "escalated"]
_TABLES = """
CREATE TABLE sessions (app_name TEXT, user_id TEXT, id TEXT, state TEXT, create_time REAL,
    update_time REAL, PRIMARY KEY (app_name, user_id, id));
CREATE TABLE events (id TEXT, app_name TEXT, user_id TEXT, session_id TEXT, invocation_id TEXT,
    timestamp REAL, event_data TEXT, PRIMARY KEY (app_name, user_id, session_id, id));
"""


def session(number: int) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """State and events of one scripted conversation; the same for the same number."""
    dice = random.Random(number)
    name = f"{dice.choice(_FIRST)} {dice.choice(_LAST)}"
    order = f"BR-{100_000 + number}"
    record = {
        "order_id": order,
        "total": round(dice.uniform(5, 400), 2),
        "customer": {
            "name": name,
            "email": f"{name.split()[0].lower()}.{number}@example.com",
            "phone": f"+44 161 496 {dice.randrange(10_000):04}",
            "address": f"{dice.randrange(200)} {dice.choice(_STREETS)}, Leeds LS{number % 28} 4AB",
        },
        "items": [{"sku": f"SKU-{dice.randrange(9_999)}", "title": "Desk lamp, brass", "qty": 1}],
    }
    say = [
        ("user", f"Hello, this is {name}. My order {order} came with a broken lamp, what now?"),
        ("desk", f"I am sorry to hear that, {name.split()[0]}. Let me look at order {order}."),
        ("user", f"Please refund {record['total']} to my card, and do not call me in the evening."),
        ("desk", f"I have issued a refund of {record['total']} EUR. It takes five working days."),
    ]
    parts: list[tuple[str, dict[str, Any]]] = [(who, {"text": text}) for who, text in say]
    for place, tool, result in ((1, "lookup_order", record), (5, "issue_refund", {"state": "ok"})):
        call = f"c{number}-{tool}"
        args = {"order_id": order}
        parts[place:place] = [
            ("desk", {"function_call": {"id": call, "name": tool, "args": args}}),
            ("desk", {"function_response": {"id": call, "name": tool, "response": result}}),
        ]
    events = [
        {
            "id": f"e{place}",
            "invocation_id": f"{number}-{place // 4}",
            "author": who,
            "timestamp": 1_790_000_000.0 + 60 * number + place,
            "content": {"role": "user" if who == "user" else "model", "parts": [part]},
        }
        for place, (who, part) in enumerate(parts)
    ]
    return {"intent": dice.choice(_INTENTS), "outcome": dice.choice(_OUTCOMES)}, events


def write_store(path: Path, sessions: int) -> None:
    with sqlite3.connect(path) as db:
        db.executescript(_TABLES)
        for number in range(sessions):
            state, events = session(number)
            user, name = f"u-{number % 997}", f"s-{number:07}"
            db.execute(
                "INSERT INTO sessions VALUES (?, ?, ?, ?, 0, 0)",
                (APP, user, name, json.dumps(state)),
            )
            db.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)",
                [
                    (e["id"], APP, user, name, e["invocation_id"], e["timestamp"], json.dumps(e))
                    for e in events
                ],
            )
    db.close()


def measure(sessions: int) -> dict[str, Any]:
    """Write a store and import it twice, in this process, which has Django set up."""
    from django.core.management import call_command

    from cases.import_options import ImportOptions
    from cases.import_plans import plan_import
    from cases.importing import import_sessions
    from cases.models import Item, Rubric, RubricVersion, Study
    from cases.redactors import redactor_for

    call_command("migrate", verbosity=0)
    rubric = Rubric.objects.create(slug="r", name="R")
    version = RubricVersion.objects.create(rubric=rubric, number=1, content_hash="0" * 64)
    study = Study.objects.create(slug="bench", name="Bench", rubric_version=version)
    path = Path(os.environ["CALIBRANT_DATA"]) / "store.db"
    write_store(path, sessions)
    redactor_for(study).load()
    loaded = _resident()
    choice: dict[str, Any] = {"source_uri": f"sqlite:///{path}", "app_name": APP}
    began = time.process_time()
    plan_import(**choice, options=ImportOptions(), study=study)
    planning = time.process_time() - began
    seen: dict[int, float] = {}

    def note(done: int, total: int) -> None:
        seen[100 * done // total // 10 * 10] = _resident()

    began, clock = time.process_time(), time.monotonic()
    run = import_sessions(study=study, progress=note, **choice)
    cpu, wall = time.process_time() - began, time.monotonic() - clock
    began = time.process_time()
    again = import_sessions(study=study, **choice)
    spent = run.report["seconds_by"]
    return {
        "sessions": sessions,
        "imported": run.report["sessions"]["imported"],
        "items": Item.objects.count(),
        "cpu_seconds": round(cpu, 1),
        "wall_seconds": round(wall, 1),
        "sessions_per_cpu_second": round(sessions / cpu, 1),
        "reading_of_redaction": round(spent["reading"] / spent["redacting"], 3),
        "choosing_of_all": round(planning / cpu, 3),
        "seconds_by": spent,
        "resident_mb_loaded": loaded,
        "resident_mb_by_percent": seen,
        "resident_mb_peak": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "again_unchanged": again.report["sessions"]["unchanged"],
        "again_cpu_seconds": round(time.process_time() - began, 1),
    }


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return round(pages * resource.getpagesize() / 2**20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--sessions", default="5000,20000")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        import django

        django.setup()
        print(json.dumps(measure(options.one)))
        return
    results = [_in_process(int(size)) for size in options.sessions.split(",")]
    if options.json:
        print(json.dumps(results, indent=1))
        return
    print("sessions  sessions/s (cpu)  reading/redacting  again, s  resident MB: loaded, end, peak")
    for result in results:
        memory = result["resident_mb_by_percent"]
        print(
            f"{result['sessions']:8}  {result['sessions_per_cpu_second']:16}  "
            f"{result['reading_of_redaction']:17.1%}  {result['again_cpu_seconds']:8}  "
            f"{result['resident_mb_loaded']:.0f}, {memory[max(memory)]:.0f}, "
            f"{result['resident_mb_peak']}"
        )


def _in_process(sessions: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
        environment = os.environ | {
            "CALIBRANT_DATA": folder,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": "",
        }
        command = [sys.executable, "-m", "benchmarks.importing", "--one", str(sessions)]
        done = subprocess.run(
            command, env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return result


if __name__ == "__main__":
    main()
