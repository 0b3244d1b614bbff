"""Import sessions of an ADK store into a study, redacted."""

from argparse import ArgumentParser
from typing import Any

from cases.import_plans import STRATA_KEPT, ImportOptions, plan_import
from cases.importing import import_sessions
from cases.models import Study
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Import sessions of an ADK session store into a study. The store is only read; what is "
        "kept has been redacted. Run it again to add what is new."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--source",
            required=True,
            metavar="URI",
            help="sqlite:///relative/path.db or sqlite:////absolute/path.db",
        )
        parser.add_argument("--app", required=True, metavar="NAME", help="the agent's app name")
        parser.add_argument("--study", required=True, metavar="SLUG")
        parser.add_argument("--sample", type=int, metavar="N", help="import N sessions, not all")
        parser.add_argument(
            "--stratify",
            default=",".join(STRATA_KEPT),
            metavar="KEYS",
            help="session state keys to sample in proportion by (default: %(default)s)",
        )
        parser.add_argument("--seed", type=int, default=0, metavar="K", help="of the sample")
        parser.add_argument(
            "--agent-version",
            default="",
            metavar="LABEL",
            help="agent version of sessions that do not say their own",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be imported, write nothing"
        )

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        choice: dict[str, Any] = {
            "source_uri": options["source"],
            "app_name": options["app"],
            "options": ImportOptions(
                sample=options["sample"],
                stratify=[key.strip() for key in options["stratify"].split(",") if key.strip()],
                seed=options["seed"],
                agent_version=options["agent_version"],
            ),
        }
        if options["dry_run"]:
            plan = plan_import(**choice, study=study)
            return {"dry_run": True, "sessions": dict(plan.counts), "strata": plan.strata}
        run = import_sessions(
            study=study,
            progress=lambda done, total: self.progress(done, total, "sessions"),
            **choice,
        )
        return {"import": run.pk, "study": study.slug, "state": run.state, **run.report}

    def lines(self, result: dict[str, Any]) -> list[str]:
        sessions = result["sessions"]
        seen = f"{sessions.get('seen', 0)} sessions seen"
        counts = [f"{n} {name.replace('_', ' ')}" for name, n in sessions.items() if name != "seen"]
        lines = [f"{seen}: {', '.join(counts)}"]
        if result.get("dry_run"):
            lines += [_stratum_line(row) for row in result["strata"]]
            return [*lines, "dry run: nothing was written"]
        redactions = sorted(result["redactions"].items())
        lines.append(f"{result['items']} items added to {result['study']}")
        lines.append("hidden: " + (", ".join(f"{n} {kind}" for kind, n in redactions) or "nothing"))
        lines += [f"session {p['session']}: {p['reason']}" for p in result["problems"]]
        return lines


def _stratum_line(row: dict[str, Any]) -> str:
    numbers = ("sessions", "drawn", "weight")
    name = " / ".join(str(value) or "-" for key, value in row.items() if key not in numbers)
    return f"  {name}: {row['drawn']} of {row['sessions']} (weight {row['weight']})"
