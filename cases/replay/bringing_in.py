"""From a file of replays to cases of a study, and to pairs of two versions' answers."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from cases.cautions import find_cautions
from cases.errors import BadInput
from cases.identifiers import content_hash, keyed
from cases.items import add_pair
from cases.models import AgentVersion, AuditEvent, Case, Item, Person, Study
from cases.redaction import CaseText
from cases.redactors import redactor_for
from cases.replay.replaying import FORMAT
from cases.transcript import steps_of, turns_from_json, turns_to_json

_NEEDED = ("run", "agent", "conversation", "state", "turns", "run_facts")


@dataclass(slots=True)
class BroughtIn:
    """What became of the lines of a file, and of the pairs that were asked for."""

    lines: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)


def bring_in(*, study: Study, path: Path, actor: Person | None = None) -> BroughtIn:
    """Make cases of the replays in `path` and pair them, one pair a conversation.

    Two agents in the file are paired with each other, a single one with the case that was replayed.
    Of repeats the first that ended well stands for its version. Runs that ended in an error become
    cases that say so, and no pair. Reading one file twice adds nothing.

    Texts are redacted once more on their way in: a file can have been edited. Raises BadInput,
    which names the line, before anything is written.
    """
    lines = list(_read(path))
    redactor_for(study).load()
    result = BroughtIn()
    sides: dict[str, dict[str, Case]] = {}
    with transaction.atomic():
        for line in lines:
            outcome, case = _case(study, line)
            result.lines[outcome] += 1
            if case is not None and line["state"] == "ok":
                sides.setdefault(line["conversation"], {}).setdefault(_label(line), case)
        for conversation, cases in sorted(sides.items()):
            result.pairs[_pair(study, conversation, list(cases.values()))] += 1
        AuditEvent.record(
            "replay.brought_in",
            actor=actor,
            study=study,
            lines=dict(result.lines),
            pairs=dict(result.pairs),
        )
    return result


def _read(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadInput(f"can't read {path}: {what}") from None
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            line = json.loads(row)
            missing = [name for name in _NEEDED if name not in line]
        except (ValueError, TypeError, RecursionError):
            raise BadInput(f"{path} line {number} is not a JSON object") from None
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise BadInput(f'{path} line {number} is no replay: it lacks "format": "{FORMAT}"')
        if missing or not isinstance(line["agent"], dict):
            raise BadInput(f"{path} line {number} lacks {', '.join(missing) or 'an agent'}")
        yield line


def _label(line: Mapping[str, Any]) -> str:
    return str(line["agent"].get("label") or "replayed")[:200]


def _case(study: Study, line: dict[str, Any]) -> tuple[str, Case | None]:
    """(what happened, the case of the line if it has one)."""
    if line["state"] == "refused":
        return "refused", None
    repeat = line["run_facts"].get("repeat", 1)
    name = keyed("replay", line["run"], _label(line), line["conversation"], str(repeat))
    there = Case.objects.in_study(study).filter(session_key=name).first()
    if there is not None:
        return "there_already", there
    try:
        turns = turns_from_json(line["turns"])
    except (KeyError, TypeError, ValueError):
        raise BadInput(f"a replay of {line['conversation']} has turns that can't be read") from None
    redacted = redactor_for(study).redact_case(CaseText(turns=turns))
    if redacted.problems:
        return "refused", None
    origin = _origin(study, line)
    stored = turns_to_json(redacted.turns)
    case = Case.objects.create(
        study=study,
        key=name[:16],
        session_key=name,
        conversation_key=_conversation_key(line, origin),
        app_name=str(line["agent"].get("app_name", ""))[:200],
        agent_version=_version(study, line["agent"]),
        turns=stored,
        content_hash=content_hash(stored),
        extraction=line.get("extraction", {}),
        redactions=line.get("redactions", {}),
        strata=origin.strata if origin else {},
        weight=origin.weight if origin else None,
        cautions=find_cautions(steps_of(redacted.turns)),
        run_facts=line["run_facts"],
    )
    return "error" if line["state"] == "error" else "new", case


def _origin(study: Study, line: Mapping[str, Any]) -> Case | None:
    """The case that was replayed, if it is one of the study's."""
    cases = Case.objects.in_study(study).current().filter(run_facts={})
    return cases.filter(key=str(line["conversation"])).first()


def _conversation_key(line: Mapping[str, Any], origin: Case | None) -> str:
    if origin is not None:
        return origin.conversation_key
    return keyed("conversation", "replay", str(line["conversation"]))


def _version(study: Study, agent: Mapping[str, Any]) -> AgentVersion:
    version, _ = AgentVersion.objects.get_or_create(
        study=study,
        label=str(agent.get("label") or "replayed")[:200],
        defaults={
            "model": str(agent.get("model", ""))[:200],
            "instruction_hash": str(agent.get("instruction_hash", ""))[:64],
            "tools": list(agent.get("tools", [])),
            "derived": bool(agent.get("derived")),
        },
    )
    return version


def _pair(study: Study, conversation: str, cases: list[Case]) -> str:
    """Make the pair of a conversation; returns what became of it, as a count's name."""
    if len(cases) == 1:
        origin = _origin(study, {"conversation": conversation})
        if origin is None:
            return "no_second_side"
        cases = [origin, *cases]
    first, second = cases[:2]
    if first.content_hash == second.content_hash:
        return "same_answers"
    before = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE).count()
    try:
        add_pair(study=study, case=first, case_b=second)
    except BadInput:
        return "in_different_splits"
    after = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE).count()
    return "new" if after > before else "there_already"
