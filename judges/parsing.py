"""From a judge's raw reply to one answer per criterion. Pure: no Django, no I/O.

The reply has to be one JSON object, `{"criteria": [{criterion, rationale, evidence, verdict}]}`,
and nothing else. Whatever is wrong with it becomes ERROR with a reason, never a verdict: text
around the object could be somebody else's words, and a lenient reader would pick a verdict out
of it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

# What a criterion's ERROR may be called when the reply itself could be read.
MISSING = "missing"
MALFORMED = "malformed_entry"
UNKNOWN_VERDICT = "unknown_verdict"
CONTRADICTORY = "contradictory"


@dataclass(frozen=True, slots=True)
class Question:
    """What a criterion may be answered with."""

    key: str
    values: tuple[str, ...]
    evidence_optional: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """A judge's answer for one criterion: a value, or ERROR with a reason."""

    key: str
    value: str = ""
    evidence: str = ""
    rationale: str = ""
    reason: str = ""

    @property
    def valid(self) -> bool:
        return not self.reason


@dataclass(frozen=True, slots=True)
class Parsed:
    """`outcome` is "ok", "empty" or "invalid_json"; `answers` has one entry per question."""

    outcome: str
    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()


class _Refused(ValueError):
    pass


def storable(text: str) -> str:
    """`text` as any database takes it: no NUL and no half of a surrogate pair."""
    return text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")


def all_errors(questions: Sequence[Question], reason: str, note: str = "") -> Parsed:
    """A reply none of whose criteria has a verdict, for one common `reason`."""
    return Parsed(
        outcome=reason,
        answers=tuple(Answer(key=q.key, reason=reason) for q in questions),
        notes=(note,) if note else (),
    )


def parse_reply(raw: str, questions: Sequence[Question]) -> Parsed:
    """The answers in `raw`, in the order of `questions`. Raises nothing."""
    if not raw.strip():
        return all_errors(questions, "empty")
    try:
        entries = _entries(raw)
    except _Refused as error:
        return all_errors(questions, "invalid_json", str(error))
    except (ValueError, RecursionError) as error:
        where = f" at character {error.pos}" if isinstance(error, json.JSONDecodeError) else ""
        return all_errors(questions, "invalid_json", f"The reply is not JSON{where}.")
    by_key, notes = _sort(entries, {q.key for q in questions})
    answers = tuple(_answer(q, by_key.get(q.key, []), notes) for q in questions)
    return Parsed("ok", answers, tuple(notes))


def _entries(raw: str) -> list[Any]:
    reply = json.loads(raw, object_pairs_hook=_object, parse_constant=_refuse_constant)
    if not isinstance(reply, dict):
        raise _Refused("The reply is not an object.")
    entries = reply.get("criteria")
    if not isinstance(entries, list):
        raise _Refused('The reply has no list "criteria".')
    return entries


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are unique: of two verdicts under one key neither can be trusted."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise _Refused("A key stands twice in one object of the reply.")
    return result


def _refuse_constant(name: str) -> NoReturn:
    raise _Refused(f"{name} is not JSON.")


def _sort(entries: list[Any], known: set[str]) -> tuple[dict[str, list[dict[str, Any]]], list[str]]:
    by_key: dict[str, list[dict[str, Any]]] = {}
    notes: list[str] = []
    for number, entry in enumerate(entries, start=1):
        key = entry.get("criterion") if isinstance(entry, dict) else None
        if not isinstance(key, str):
            notes.append(f"Entry {number} names no criterion and was left out.")
        elif key not in known:
            notes.append(f"Unknown criterion {key[:60]!r} was left out.")
        else:
            by_key.setdefault(key, []).append(entry)
    return by_key, notes


def _answer(question: Question, entries: list[dict[str, Any]], notes: list[str]) -> Answer:
    if not entries:
        return Answer(key=question.key, reason=MISSING)
    entry = entries[-1]
    texts = {name: entry.get(name, "") for name in ("rationale", "evidence")}
    clean = {n: storable(text) if isinstance(text, str) else "" for n, text in texts.items()}
    malformed = not all(isinstance(text, str) for text in texts.values())
    verdict = entry.get("verdict")

    def error(reason: str) -> Answer:
        return Answer(key=question.key, reason=reason, **clean)

    if len(entries) > 1:
        if any(other.get("verdict") != verdict for other in entries):
            return error(CONTRADICTORY)
        notes.append(f"{question.key!r} was answered {len(entries)} times alike; the last counts.")
    if malformed or not isinstance(verdict, str):
        return error(MALFORMED)
    if verdict.strip() not in question.values:
        notes.append(f"{question.key!r} was answered with {verdict[:60]!r}, which is no level.")
        return error(UNKNOWN_VERDICT)
    return Answer(key=question.key, value=verdict.strip(), **clean)
