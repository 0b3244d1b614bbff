"""Replaying conversations against an agent, redacting what comes back, and the file it goes to."""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

from cases.errors import BadInput
from cases.extraction import extract
from cases.models import Study
from cases.redaction import CaseText
from cases.redactors import redactor_for
from cases.replay.conversations import Conversation
from cases.replay.files import FACTS, FORMAT
from cases.replay.processes import AgentProcess, Limits
from cases.sources.parsed import split_state
from cases.transcript import turns_to_json

MOST_REPEATS = 20


@dataclass(frozen=True, slots=True)
class AgentChoice:
    """Where an agent is and the label of its version; "" derives one from what it is made of."""

    where: str
    label: str = ""


@dataclass(slots=True)
class Outcome:
    """Counts over all replays of a command."""

    agents: list[dict[str, Any]] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    unrecorded_calls: int = 0
    warnings: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    repeats: int = 1
    live_tools: bool = False
    limits: Limits = field(default_factory=Limits)
    verbose: bool = False


def replay_to_file(
    *,
    conversations: Sequence[Conversation],
    agents: Sequence[AgentChoice],
    out: Path,
    options: ReplayOptions,
    study: Study | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Replay each conversation against each agent; write one JSON line for each run.

    Texts are redacted under the policy of `study`, or the default one, before they are written.
    Lines are written as they come, so that what was done stays if the command is stopped.
    Raises BadInput for an agent that can't be loaded, a file that is there already or can't be
    written, nothing to replay, and repeats out of range.
    """
    if not conversations:
        raise BadInput("there is no conversation to replay: name cases or an eval set with turns")
    if not 1 <= options.repeats <= MOST_REPEATS:
        raise BadInput(f"repeats {options.repeats}: ask for 1 to {MOST_REPEATS}")
    options.limits.check()
    redactor_for(study).load()
    outcome = Outcome()
    total = len(conversations) * len(agents) * options.repeats
    with _new_file(out) as file:
        lines = _replays(conversations, agents, options, study, outcome)
        for done, line in enumerate(lines, start=1):
            file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            file.flush()
            if progress:
                progress(done, total)
    return outcome


def _new_file(out: Path) -> TextIO:
    try:
        return out.open("x", encoding="utf-8")
    except FileExistsError:
        raise BadInput(f"{out} is there already: name another file, or remove it") from None
    except OSError as error:
        raise BadInput(f"can't write {out}: {error.strerror}") from None


def _replays(
    conversations: Sequence[Conversation],
    agents: Sequence[AgentChoice],
    options: ReplayOptions,
    study: Study | None,
    outcome: Outcome,
) -> Iterator[dict[str, Any]]:
    run = secrets.token_hex(8)
    for choice in agents:
        with AgentProcess(
            choice.where,
            limits=options.limits,
            live_tools=options.live_tools,
            verbose=options.verbose,
        ) as process:
            agent = _agent(choice, process.facts, study)
            if agent["label"] in [other["label"] for other in outcome.agents]:
                raise BadInput(
                    f"both agents would be called {agent['label']!r}: tell them apart with labels"
                )
            outcome.agents.append(agent)
            _warn_of_other_apps(conversations, agent, outcome)
            for conversation in conversations:
                for repeat in range(1, options.repeats + 1):
                    answer = process.replay(conversation)
                    line = _redacted(conversation, answer, study)
                    outcome.states[line["state"]] += 1
                    outcome.unrecorded_calls += answer.get("unrecorded_calls", 0)
                    if line["run_facts"]["error"]:
                        outcome.errors[line["run_facts"]["error"]] += 1
                    line["run_facts"]["repeat"] = repeat
                    yield {"format": FORMAT, "run": run, "agent": agent} | line


def _agent(choice: AgentChoice, facts: dict[str, Any], study: Study | None) -> dict[str, Any]:
    """The agent as it is written down. The label is the caller's, or made of what the agent is."""
    made_of = json.dumps([facts[k] for k in ("agents", "model", "tools", "instruction_hash")])
    derived = f"{facts['app_name']}-{hashlib.sha256(made_of.encode()).hexdigest()[:8]}"
    redactor = redactor_for(study)
    return {
        "label": redactor.redact_label(choice.label[:200]) if choice.label else derived,
        "derived": not choice.label,
        "app_name": facts["app_name"],
        "model": redactor.redact_label(facts["model"][:200]),
        "tools": facts["tools"],
        "instruction_hash": facts["instruction_hash"],
    }


def _warn_of_other_apps(
    conversations: Sequence[Conversation], agent: dict[str, Any], outcome: Outcome
) -> None:
    recorded = {c.app_name for c in conversations if c.app_name} - {agent["app_name"]}
    if recorded:
        names = ", ".join(sorted(recorded)[:3])
        outcome.warnings.append(
            f"conversations were recorded with {names}, "
            f"agent {agent['label']} is {agent['app_name']}"
        )


def _redacted(
    conversation: Conversation, answer: dict[str, Any], study: Study | None
) -> dict[str, Any]:
    """One run as it is written: turns with pseudonyms only, or none and the reason."""
    extraction = extract(answer["events"])
    redactor = redactor_for(study)
    own, user, app = split_state(conversation.state)
    redacted = redactor.redact_case(
        CaseText(turns=extraction.turns, known={"user": [own, user], "app": app})
    )
    facts = {name: answer[name] for name in FACTS if name in answer}
    facts["error"] = redactor.redact_label(answer["error"])
    facts["lost_files"] = conversation.lost
    state = "refused" if redacted.problems else "error" if answer["error"] else "ok"
    return {
        "conversation": conversation.key,
        "case": conversation.case,
        "state": state,
        "turns": [] if redacted.problems else turns_to_json(redacted.turns),
        "problems": redacted.problems[:3],
        "extraction": dict(extraction.counts),
        "redactions": redacted.counts,
        "run_facts": facts,
    }
