"""From a file of replays to cases of a study, and to pairs of two versions' answers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import batched
from pathlib import Path
from typing import Any

from django.db import transaction

from cases.cautions import find_cautions
from cases.errors import BadInput
from cases.extraction.counting import WORDS
from cases.identifiers import content_hash, keyed
from cases.items import add_pair
from cases.models import AgentVersion, AuditEvent, Case, Person, Study
from cases.redaction import CaseText
from cases.redaction.keys import KINDS
from cases.redaction_policies import policy_hash
from cases.redactors import redactor_for
from cases.replay.files import ReplayLine, read_replays
from cases.transcript import steps_of, turns_to_json

_BATCH = 50


@dataclass(slots=True)
class BroughtIn:
    """What became of the lines of a file, and of the pairs that were asked for."""

    lines: Counter[str] = field(default_factory=Counter)
    pairs: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class _Ready:
    """A line ready to be stored: its label and everything else redacted, or refused."""

    line: ReplayLine
    label: str
    name: str
    turns: list[dict[str, Any]]
    stored: Mapping[str, Any]
    refused: bool


def bring_in(*, study: Study, path: Path, actor: Person | None = None) -> BroughtIn:
    """Make cases of the replays in `path` and pair them, one pair a conversation.

    Two agents in the file are paired with each other, a single one with the case that was replayed.
    Of more than two, the first two that answered a conversation are, and the others counted as
    "left_out".
    Where one of two has no answer that ended well, or was erased, there is no pair. Of repeats the
    first that ended well stands for its version. Runs that ended in an error become cases that say
    so, and no pair. Reading one file twice adds nothing.

    Everything is redacted once more on its way in: a file can have been edited. Raises BadInput,
    which names the line, before anything is written, and for a study that is closed.
    """
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then bring in")
    redactor_for(study).load()
    lines = list(read_replays(path))
    # Nobody can store a rating while a transaction is open, so what takes long is done before it.
    ready = [_redacted(study, line) for line in lines]
    several = len({found.label for found in ready}) > 1
    result = BroughtIn()
    sides: dict[str, dict[str, Case]] = {}
    with transaction.atomic():
        origins = _origins(study, {line.conversation for line in lines})
        there = _there(study, [found.name for found in ready])
        versions: dict[str, AgentVersion] = {}
        outcome: str
        case: Case | None
        for found in ready:
            if found.refused:
                outcome, case = "refused", None
            elif found.name in there:
                outcome, case = "there_already", there[found.name]
            else:
                version = versions.get(found.label) or _version(study, found)
                versions[found.label] = version
                origin = origins.get(found.line.conversation)
                outcome, case = _store(study, found, origin, version)
                there[found.name] = case
            result.lines[outcome] += 1
            if case is not None and found.line.state == "ok":
                sides.setdefault(found.line.conversation, {}).setdefault(found.label, case)
        for conversation, cases in sorted(sides.items()):
            if several and len(cases) == 1:
                pair = "one_side_failed"
            else:
                pair = _pair(study, origins.get(conversation), list(cases.values()))
            result.pairs[pair] += 1
            if len(cases) > 2:
                result.pairs["left_out"] += len(cases) - 2
        AuditEvent.record(
            "replay.brought_in",
            actor=actor,
            study=study,
            lines=dict(result.lines),
            pairs=dict(result.pairs),
        )
    return result


def _redacted(study: Study, line: ReplayLine) -> _Ready:
    redactor = redactor_for(study)
    redacted = redactor.redact_case(CaseText(turns=line.turns))
    agent = line.agent
    label = redactor.redact_label(agent.label)
    stored = {
        "app_name": redactor.redact_label(agent.app_name),
        "model": redactor.redact_label(agent.model),
        "tools": list(agent.tools),
        "facts": line.facts | {"error": redactor.redact_label(line.facts["error"])},
        "cautions": find_cautions(steps_of(redacted.turns)),
    }
    beside = [label, stored, line.extraction, line.redactions]
    return _Ready(
        line=line,
        label=label,
        name=keyed("replay", line.run, label, line.conversation, str(line.facts.get("repeat", 1))),
        turns=turns_to_json(redacted.turns),
        stored=stored,
        refused=line.state == "refused"
        or not _counts_only_what_is_known(line)
        or bool(redacted.problems or redactor.left_in(beside, "a replay")),
    )


def _counts_only_what_is_known(line: ReplayLine) -> bool:
    """Whether the names of a line's counts are such as a replay writes: any other may tell of
    somebody."""
    return WORDS.keys() >= line.extraction.keys() and {*KINDS} >= line.redactions.keys()


def _origins(study: Study, keys: Iterable[str]) -> dict[str, Case]:
    """The cases of the study that were replayed, by key."""
    found: dict[str, Case] = {}
    wanted = sorted(keys)
    for start in range(0, len(wanted), _BATCH):
        some = wanted[start : start + _BATCH]
        cases = Case.objects.in_study(study).current().filter(run_facts={}, key__in=some)
        found |= {case.key: case for case in cases}
    return found


def _there(study: Study, names: Sequence[str]) -> dict[str, Case]:
    """Session key → case, for lines that have been read before."""
    found: dict[str, Case] = {}
    for some in batched(names, _BATCH):
        cases = Case.objects.in_study(study).filter(session_key__in=some)
        found |= {case.session_key: case for case in cases}
    return found


def _store(
    study: Study, ready: _Ready, origin: Case | None, version: AgentVersion
) -> tuple[str, Case]:
    """(what happened, the case of the line)."""
    line = ready.line
    case = Case.objects.create(
        study=study,
        key=ready.name[:16],
        session_key=ready.name,
        conversation_key=origin.conversation_key
        if origin
        else keyed("conversation", "replay", line.conversation),
        app_name=ready.stored["app_name"],
        agent_version=version,
        turns=ready.turns,
        content_hash=content_hash(ready.turns),
        extraction=line.extraction,
        redactions=line.redactions,
        policy_hash=policy_hash(study.redaction_policy),
        strata=origin.strata if origin else {},
        weight=origin.weight if origin else None,
        cautions=ready.stored["cautions"],
        run_facts=ready.stored["facts"] | ({"of": origin.key} if origin else {}),
    )
    return "error" if line.state == "error" else "new", case


def _version(study: Study, ready: _Ready) -> AgentVersion:
    version, _ = AgentVersion.objects.get_or_create(
        study=study,
        label=ready.label,
        defaults={
            "model": ready.stored["model"],
            "instruction_hash": ready.line.agent.instruction_hash,
            "tools": ready.stored["tools"],
            "derived": ready.line.agent.derived,
        },
    )
    return version


def _pair(study: Study, origin: Case | None, cases: list[Case]) -> str:
    """Make the pair of a conversation; returns what became of it, as a count's name."""
    if len(cases) == 1:
        if origin is None:
            return "no_second_side"
        cases = [origin, *cases]
    first, second = cases[:2]
    if first.erased_at or second.erased_at:
        return "erased"
    if first.content_hash == second.content_hash:
        return "same_answers"
    try:
        _, new = add_pair(study=study, case=first, case_b=second)
    except BadInput:
        return "in_different_splits"
    return "new" if new else "there_already"
