"""replay: say again what users said, to other versions of the agent, and pair the answers."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from cases.errors import BadInput
from cases.models import Study
from cases.replay.bringing_in import bring_in
from cases.replay.inputs import from_evalset, from_study
from cases.replay.processes import Limits
from cases.replay.replaying import AgentChoice, ReplayOptions, replay_to_file
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Replay the users' side of cases or of an eval set against one or two agents, each in a "
        "process of its own, and write the redacted answers to a file. Tools answer from what was "
        "recorded. The agent's code runs on this machine with your rights: name only agents that "
        "you trust."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", metavar="SLUG", help="replay the cases of this study")
        parser.add_argument("--case", action="append", default=[], metavar="KEY", help="only these")
        parser.add_argument("--evalset", type=Path, metavar="FILE", help="replay an eval set")
        parser.add_argument("--limit", type=int, metavar="N", help="the first N conversations")
        parser.add_argument(
            "--agent",
            action="append",
            default=[],
            metavar="WHERE",
            help="an ADK agent folder, a file or a module; twice to compare two",
        )
        parser.add_argument(
            "--agent-version",
            action="append",
            default=[],
            metavar="LABEL",
            help="label of each --agent, in their order (default: made of what the agent is)",
        )
        parser.add_argument("--repeats", type=int, default=1, metavar="N")
        parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="JSON lines")
        parser.add_argument("--live-tools", action="store_true", help="run the tools themselves")
        parser.add_argument("--timeout", type=float, default=120, help="seconds a conversation")
        parser.add_argument("--memory", type=int, default=8192, help="MB of an agent's process")
        parser.add_argument("--verbose", action="store_true", help="show what the agent prints")
        parser.add_argument(
            "--into",
            metavar="SLUG",
            help="bring the answers into this study as pairwise items; alone with --out, brings "
            "in a file that is there already",
        )

    def run(self, **options: Any) -> dict[str, Any]:
        into = Study.named(options["into"]) if options["into"] else None
        result: dict[str, Any] = {"file": str(options["out"])}
        if options["agent"]:
            result |= self._replay(into, options)
        elif into is None:
            raise BadInput("name an agent with --agent, or a study with --into")
        if into is not None:
            brought = bring_in(study=into, path=options["out"])
            result |= {
                "study": into.slug,
                "cases": dict(brought.lines),
                "pairs": dict(brought.pairs),
            }
        if set(result.get("runs", {"ok": 0})) <= {"error", "refused"}:
            raise CommandError(f"no replay ended well: {result['errors']}", returncode=1)
        return result

    def _replay(self, into: Study | None, options: dict[str, Any]) -> dict[str, Any]:
        study = Study.named(options["study"]) if options["study"] else None
        if (study is None) == (options["evalset"] is None):
            raise BadInput("name either --study or --evalset to replay")
        limit = options["limit"]
        if limit is not None and limit < 1:
            raise BadInput(f"limit {limit}: ask for one conversation or more")
        outcome = replay_to_file(
            conversations=from_study(study=study, keys=options["case"], limit=limit)
            if study is not None
            else from_evalset(options["evalset"], limit=limit),
            agents=_agents(options["agent"], options["agent_version"]),
            out=options["out"],
            options=ReplayOptions(
                repeats=options["repeats"],
                live_tools=options["live_tools"],
                limits=Limits(seconds=options["timeout"], memory=options["memory"]),
                verbose=options["verbose"],
            ),
            study=study or into,
            progress=lambda done, total: self.progress(done, total, "replays"),
        )
        return {
            "agents": outcome.agents,
            "runs": dict(outcome.states),
            "errors": dict(outcome.errors),
            "unrecorded_calls": outcome.unrecorded_calls,
            "warnings": outcome.warnings,
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [f"agent {agent['label']} ({agent['model']})" for agent in result.get("agents", [])]
        lines += [f"warning: {warning}" for warning in result.get("warnings", [])]
        for name in ("runs", "errors", "cases", "pairs"):
            if counts := result.get(name):
                listed = ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in counts.items())
                lines.append(f"{name}: {listed}")
        if calls := result.get("unrecorded_calls"):
            lines.append(
                f"{calls} calls had no recorded result and were answered by an error: run them "
                "with --live-tools, or read those answers with care"
            )
        return [*lines, f"file: {result['file']}"]


def _agents(places: list[str], labels: list[str]) -> list[AgentChoice]:
    if len(places) > 2:
        raise BadInput(f"{len(places)} agents named: compare two at a time")
    if labels and len(labels) != len(places):
        raise BadInput(f"{len(labels)} labels for {len(places)} agents: give one for each or none")
    if len(set(labels)) < len(labels):
        raise BadInput("both agents have one label: name each version differently")
    return [
        AgentChoice(place, label)
        for place, label in zip(places, labels or [""] * len(places), strict=True)
    ]
