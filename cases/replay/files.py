"""The file of replays: one JSON line a run, written by a replay and read back with suspicion."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cases.errors import BadInput
from cases.transcript import Turn, turns_from_json

FORMAT = "calibrant-replay/1"
STATES = ("ok", "error", "refused")
# What is known of a run, all of them numbers; `error` stands beside them.
FACTS = (
    *("repeat", "seconds", "model_calls", "tool_calls", "tokens", "unrecorded_calls"),
    *("messages", "lost_files"),
)
_NEEDED = ("run", "agent", "conversation", "state", "turns", "run_facts")
_HASH = re.compile(r"[0-9a-f]{64}|")
_COUNT_NAME = re.compile(r"[A-Za-z][\w.]{0,60}")
MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class AgentFacts:
    """What an agent is, as its line says."""

    label: str
    app_name: str
    model: str
    tools: tuple[str, ...]
    instruction_hash: str
    derived: bool


@dataclass(frozen=True, slots=True)
class ReplayLine:
    """One run. `number` is its place in the file; counts and facts hold only what is known here."""

    number: int
    run: str
    agent: AgentFacts
    conversation: str
    state: str
    turns: list[Turn]
    facts: dict[str, Any]
    extraction: dict[str, int]
    redactions: dict[str, int]


def read_replays(path: Path) -> Iterator[ReplayLine]:
    """The runs of a file. Raises BadInput that names the line, and for a file without any."""
    number = 0
    try:
        with path.open(encoding="utf-8") as file:
            for number, row in enumerate(file, start=1):
                yield _line(row, number, f"{path} line {number}")
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadInput(f"can't read {path}: {what}") from None
    if not number:
        raise BadInput(f"{path} holds no replays: it is empty")


def _line(row: str, number: int, where: str) -> ReplayLine:
    try:
        line = json.loads(row)
    except (ValueError, RecursionError):
        raise BadInput(f"{where} is not JSON") from None
    if not isinstance(line, dict) or line.get("format") != FORMAT:
        raise BadInput(f'{where} is no replay: it lacks "format": "{FORMAT}"')
    if missing := [name for name in _NEEDED if name not in line]:
        raise BadInput(f"{where} lacks {', '.join(missing)}")
    if line["state"] not in STATES:
        raise BadInput(f"{where} has no state that is known: use {', '.join(STATES)}")
    try:
        turns = turns_from_json(line["turns"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise BadInput(f"{where} has turns that can't be read") from None
    return ReplayLine(
        number=number,
        run=_text(line["run"], f"{where}: run"),
        agent=_agent(line["agent"], where),
        conversation=_text(line["conversation"], f"{where}: conversation"),
        state=line["state"],
        turns=turns,
        facts=_facts(line["run_facts"], where),
        extraction=_counts(line.get("extraction", {}), f"{where}: extraction"),
        redactions=_counts(line.get("redactions", {}), f"{where}: redactions"),
    )


def _agent(agent: Any, where: str) -> AgentFacts:
    if not isinstance(agent, dict):
        raise BadInput(f"{where}: agent is not an object")
    tools = agent.get("tools", [])
    if not isinstance(tools, list) or not all(isinstance(tool, str) for tool in tools):
        raise BadInput(f"{where}: the agent's tools are not a list of names")
    hashed = _text(agent.get("instruction_hash", ""), f"{where}: instruction_hash")
    if not _HASH.fullmatch(hashed):
        raise BadInput(f"{where}: instruction_hash is no SHA-256 in hexadecimal digits")
    return AgentFacts(
        label=_text(agent.get("label") or "replayed", f"{where}: label"),
        app_name=_text(agent.get("app_name", ""), f"{where}: app_name"),
        model=_text(agent.get("model", ""), f"{where}: model"),
        tools=tuple(tool[:MAX_NAME] for tool in tools),
        instruction_hash=hashed,
        derived=agent.get("derived") is True,
    )


def _facts(facts: Any, where: str) -> dict[str, Any]:
    if not isinstance(facts, dict):
        raise BadInput(f"{where}: run_facts is not an object")
    known = {name: facts[name] for name in FACTS if name in facts}
    for name, value in known.items():
        if not _is_number(value):
            raise BadInput(f"{where}: {name} is not a number")
    return known | {"error": _text(facts.get("error", ""), f"{where}: error")}


def _counts(counts: Any, where: str) -> dict[str, int]:
    if not isinstance(counts, Mapping) or not all(
        isinstance(name, str) and _COUNT_NAME.fullmatch(name) and type(count) is int
        for name, count in counts.items()
    ):
        raise BadInput(f"{where} holds something else than names with whole numbers")
    return dict(counts)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < 1e12


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or "\x00" in value:
        raise BadInput(f"{where} is not a text")
    return value[:MAX_NAME]
