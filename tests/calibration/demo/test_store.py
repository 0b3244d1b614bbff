import json
import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from calibration.demo.scenarios import scenarios
from calibration.demo.script import Call, Exchange, Say, Scenario
from calibration.demo.store import write_store, write_truth


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


@pytest.fixture(scope="module")
def some() -> list[Scenario]:
    return scenarios()[:15]


@pytest.fixture(scope="module")
def store(some: list[Scenario], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("store") / "adk.db"
    write_store(path, some)
    return path


def test_the_same_rows_every_time(store: Path, some: list[Scenario], tmp_path: Path) -> None:
    write_store(tmp_path / "again.db", some)
    assert dump(tmp_path / "again.db") == dump(store)
    assert list(tmp_path.iterdir()) == [tmp_path / "again.db"]


def test_sessions_hold_what_was_written(store: Path, some: list[Scenario]) -> None:
    with closing(sqlite3.connect(store)) as db:
        states = {i: json.loads(s) for i, s in db.execute("SELECT id, state FROM sessions")}
        rows = db.execute("SELECT session_id, event_data FROM events ORDER BY rowid").fetchall()
    assert set(states) == {s.session_id for s in some}
    for scenario in some:
        state = states[scenario.session_id]
        assert (state["intent"], state["outcome"]) == (scenario.intent, scenario.outcome)
        events = [json.loads(data) for name, data in rows if name == scenario.session_id]
        versions = {event["custom_metadata"]["agent_version"] for event in events}
        assert versions == {scenario.agent_version}
        parts = [p for event in events for p in event["content"]["parts"]]
        spoken = [p["text"] for p in parts if "text" in p]
        called = [p["function_call"]["name"] for p in parts if "function_call" in p]
        answered = [
            p["function_response"]["response"]
            for p in parts
            if "function_response" in p and p["function_response"]["name"] != "transfer_to_agent"
        ]
        for exchange in scenario.exchanges:
            assert exchange.said in spoken
            for move in exchange.moves:
                if isinstance(move, Say):
                    assert move.text in spoken
                elif isinstance(move, Call):
                    assert move.tool in called
                    assert move.result in answered


def test_the_store_tells_nothing_of_the_author_s_verdict(
    store: Path, some: list[Scenario], tmp_path: Path
) -> None:
    write_truth(tmp_path / "truth.json", some)
    told = json.loads((tmp_path / "truth.json").read_text(encoding="utf-8"))
    assert told.keys() == {s.session_id for s in some}
    text = "\n".join(dump(store))
    assert not re.search(r"\b(PASS|FAIL|hard)\b", text)
    for verdicts in told.values():
        for key, verdict in verdicts.items():
            assert key == "policy" or key not in text  # there is a tool search_policy
            assert verdict["why"] not in text
            assert json.dumps(verdict["why"]) not in text


def test_a_script_that_was_not_played_out_is_an_error(some: list[Scenario], tmp_path: Path) -> None:
    scenario = some[0]
    first = scenario.exchanges[0]
    broken = Exchange(first.said, [*first.moves, Say("and one more")])
    with pytest.raises(AssertionError, match="1 moves were not played"):
        write_store(tmp_path / "adk.db", [replace(scenario, exchanges=(broken,))])
    assert not (tmp_path / "adk.db").exists()
