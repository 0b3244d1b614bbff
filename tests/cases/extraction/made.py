"""Events by hand, and sessions of the fixture store."""

from pathlib import Path
from typing import Any

from cases.extraction import Extraction, extract
from cases.sources import open_store
from cases.transcript import steps_of

FIXTURE = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"


def event(author: str, *parts: dict[str, Any], at: float = 100.0, **fields: Any) -> dict[str, Any]:
    made = {"author": author, "invocation_id": "i1", "timestamp": at, **fields}
    return made | ({"content": {"parts": list(parts)}} if parts else {})


def text(words: str, **fields: Any) -> dict[str, Any]:
    return {"text": words, **fields}


def call(name: str, ident: str = "c1", **args: Any) -> dict[str, Any]:
    return {"function_call": {"id": ident, "name": name, "args": args}}


def answer(name: str, ident: str = "c1", **response: Any) -> dict[str, Any]:
    return {"function_response": {"id": ident, "name": name, "response": response}}


def kinds(found: Extraction) -> list[tuple[str, str]]:
    return [(step.kind.value, step.text or step.tool) for step in steps_of(found.turns)]


def session(name: str) -> Extraction:
    store = open_store(f"sqlite:///{FIXTURE}")
    entry = next(e for e in store.index("refund_support") if e.key.session_id == name)
    return extract(store.read(entry.key, digest_key=b"k").events)
