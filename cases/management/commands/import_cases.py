"""Import sessions of an ADK store into a study, redacted."""

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from cases.agent_info import read_agent_info
from cases.agent_versions import record_agent
from cases.errors import BadInput
from cases.import_options import STRATA_KEPT, VERSION_KEY, ImportOptions, read_keys, read_spreads
from cases.import_pages import undrawn_words
from cases.import_plans import plan_import
from cases.import_spreads import from_labels
from cases.importing import import_sessions
from cases.models import Study
from cases.sampling import ALLOCATIONS, PROPORTIONAL
from cases.sources import examples, open_store
from config.commands import CalibrantCommand

# Outcomes whose names say too little by themselves.
_OUTCOMES = {
    "grown": "changed since",
    "grown_but_rated": "changed since but begun, rated or paired",
    "redacted_afresh_but_rated": "redacted afresh but begun, rated or paired",
    "same_text": "changed in nothing that is shown",
}
_NUMBERS = ("sessions", "drawn", "probability", "weight", "spread")


class Command(CalibrantCommand):
    help = (
        "Import sessions of an ADK session store into a study. The store is only read; what is "
        "kept has been redacted. Run it again to add what is new: sessions that have changed "
        "become new revisions, and what people rate already stays as it is."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--source",
            required=True,
            metavar="URI",
            help=f"{examples()}. A password is best left in the environment, as shown; quote the "
            "address then. docs/sources.md says what each kind needs",
        )
        parser.add_argument(
            "--app",
            default="",
            metavar="NAME",
            help="the agent's app name; not needed where the store holds one app only",
        )
        parser.add_argument("--study", required=True, metavar="SLUG")
        parser.add_argument("--sample", type=int, metavar="N", help="import N sessions, not all")
        parser.add_argument(
            "--stratify",
            default=",".join(STRATA_KEPT),
            metavar="KEYS",
            help="session state keys to sample by (default: %(default)s). Add tags where sessions "
            "have few different lists of them: each different list is a stratum",
        )
        parser.add_argument(
            "--allocation",
            default=PROPORTIONAL,
            metavar="HOW",
            help=f"how the sample is shared among strata: {', '.join(ALLOCATIONS)} "
            "(default: %(default)s)",
        )
        parser.add_argument(
            "--spread",
            action="append",
            default=[],
            metavar="KEY=LABEL:S",
            help="for neyman: the standard deviation of pass and fail there, 0 to 0.5; repeatable",
        )
        parser.add_argument(
            "--pass-rate",
            action="append",
            default=[],
            metavar="KEY=LABEL:P",
            help="for neyman: the pass rate expected there, 0 to 1; repeatable",
        )
        parser.add_argument(
            "--spread-from-labels",
            action="store_true",
            help="for neyman: take spreads from what people have rated in this study so far",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="K", help="of the sample")
        parser.add_argument(
            "--agent-version",
            default="",
            metavar="LABEL",
            help="agent version of sessions that do not say their own",
        )
        parser.add_argument(
            "--version-key",
            default=VERSION_KEY,
            metavar="KEY",
            help="key of custom_metadata or of the state under which sessions say their agent "
            "version (default: %(default)s)",
        )
        parser.add_argument(
            "--agent-info",
            metavar="FILE",
            help="JSON of GET /apps/NAME/app-info: what the agent is told and which tools it has "
            "are kept, redacted, with the version of sessions that do not say their own",
        )
        parser.add_argument(
            "--again",
            action="store_true",
            help="redact sessions that are here already afresh, after a change of the policy",
        )
        parser.add_argument(
            "--only-here",
            action="store_true",
            help="look for changes in sessions that are in the study and add none: weights stay",
        )
        parser.add_argument(
            "--leave-out",
            default="",
            metavar="KEYS",
            help="sessions not to read, as messages of imports call them: such as one that ended "
            "the worker each time",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be imported, write nothing"
        )

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        options["app"] = options["app"] or _only_app(options["source"])
        choice: dict[str, Any] = {
            "source_uri": options["source"],
            "app_name": options["app"],
            "options": _options(study, options),
        }
        if options["dry_run"]:
            plan = plan_import(**choice, study=study)
            return {
                "dry_run": True,
                "sessions": dict(plan.counts),
                "strata": plan.strata,
                "warnings": plan.warnings,
                "problems": plan.problems,
                "options": choice["options"].to_json(),
            }
        if options["agent_info"]:
            choice["options"] = _described(study, options, choice["options"])
        run = import_sessions(
            study=study,
            progress=lambda done, total: self.progress(done, total, "sessions"),
            **choice,
        )
        return {
            "import": run.pk,
            "study": study.slug,
            "state": run.state,
            **run.report,
            "strata": run.strata,
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [_sessions_line(result["sessions"])]
        lines += [f"note: {warning}" for warning in result["warnings"]]
        if result.get("dry_run"):
            lines += _spread_lines(result["options"])
            lines += [_stratum_line(row) for row in result["strata"]]
            lines += [undrawn] if (undrawn := undrawn_words(result["strata"])) else []
            lines += [_problem_line(problem) for problem in result["problems"]]
            return [*lines, "dry run: nothing was written"]
        lines.append(f"{result['items']} items added to {result['study']}")
        lines.append("hidden: " + _counts(result["redactions"]))
        lines.append("events: " + _counts(result["events"]))
        if result["changes"]:
            lines.append("changed sessions are now: " + _counts(result["changes"]))
        if result["agent_versions"]:
            lines.append("agent versions: " + _counts(result["agent_versions"]))
        return lines + [_problem_line(problem) for problem in result["problems"]]


def _problem_line(problem: dict[str, str]) -> str:
    return f"session {problem['session']}: {problem['reason']}"


def _options(study: Study, options: dict[str, Any]) -> ImportOptions:
    keys = read_keys(options["stratify"])
    given = read_spreads(options["spread"], options["pass_rate"])
    spreads, origin = given, "given" if given else ""
    if options["spread_from_labels"]:
        spreads, origin = from_labels(study, keys) | given, "labels"
    return ImportOptions(
        sample=options["sample"],
        stratify=keys,
        seed=options["seed"],
        agent_version=options["agent_version"],
        version_key=options["version_key"],
        allocation=options["allocation"],
        spreads=spreads,
        spreads_from=origin,
        again=options["again"],
        only_here=options["only_here"],
        leave_out=read_keys(options["leave_out"]),
    )


def _only_app(source: str) -> str:
    """The app of a store that holds one. Raises BadInput where it holds several, or none."""
    store = open_store(source)
    apps = store.apps()
    if not apps:
        raise BadInput(f"{store.name} holds no sessions: run the agent first, then import")
    if len(apps) > 1:
        known = ", ".join(f"{name} ({count})" for name, count in apps.items())
        raise BadInput(f"{store.name} holds several apps: choose one with --app: {known}")
    return next(iter(apps))


def _described(study: Study, options: dict[str, Any], chosen: ImportOptions) -> ImportOptions:
    """Keep the description of the agent; sessions that say no version have that one."""
    path = Path(options["agent_info"])
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise BadInput(f"--agent-info {path} can't be read: {type(error).__name__}") from error
    info = read_agent_info(text, f"--agent-info {path}")
    version = record_agent(
        study=study, app_name=options["app"], info=info, label=chosen.agent_version
    )
    return replace(chosen, agent_version=version.label)


def _sessions_line(sessions: dict[str, int]) -> str:
    counts = [f"{n} {_OUTCOMES.get(name, name.replace('_', ' '))}" for name, n in sessions.items()]
    counts = [words for words, name in zip(counts, sessions, strict=True) if name != "seen"]
    return f"{sessions.get('seen', 0)} sessions seen: {', '.join(counts)}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in sorted(counts.items())) or (
        "nothing"
    )


def _spread_lines(options: dict[str, Any]) -> list[str]:
    if not options["spreads_from"]:
        return []
    origin = "people's labels so far" if options["spreads_from"] == "labels" else "given"
    said = ", ".join(f"{name} {spread}" for name, spread in sorted(options["spreads"].items()))
    return [f"spreads ({origin}): {said or 'none'}; 0.5 for all others"]


def _stratum_line(row: dict[str, Any]) -> str:
    name = " / ".join(str(value) or "-" for key, value in row.items() if key not in _NUMBERS)
    weight = "none drawn" if row["weight"] is None else f"weight {row['weight']}"
    spread = f", spread {row['spread']}" if "spread" in row else ""
    return (
        f"  {name}: {row['drawn']} of {row['sessions']} "
        f"(probability {row['probability']}, {weight}{spread})"
    )
