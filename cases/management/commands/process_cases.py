"""Make process items of cases: trajectories that are rated step by step."""

from argparse import ArgumentParser
from typing import Any

from cases.models import Study
from cases.process_items import find_trajectories, make_trajectories
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Have cases of a study rated step by step: each step of the agent labelled, the first "
        "error found. Cases are drawn by lot from those that are no process items yet."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, metavar="SLUG")
        parser.add_argument(
            "--limit", type=int, default=30, metavar="N", help="at most N (default: %(default)s)"
        )
        parser.add_argument("--seed", type=int, default=0, metavar="K", help="of the choice")
        parser.add_argument("--words", default="", help="only cases that hold these words")
        parser.add_argument("--version-label", default="", metavar="LABEL", help="of this version")
        parser.add_argument("--intent", default="", help="only cases of this intent")
        parser.add_argument("--outcome", default="", help="only cases of this outcome")
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be made, write nothing"
        )

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        found = find_trajectories(
            study=study,
            limit=options["limit"],
            seed=options["seed"],
            words=options["words"],
            version=options["version_label"],
            strata={name: options[name] for name in ("intent", "outcome") if options[name]},
        )
        result: dict[str, Any] = {
            "study": study.slug,
            "candidates": found.total,
            "there": found.there,
            "cases": [{"case": key, "steps": steps} for _, key, steps in found.chosen],
        }
        if options["dry_run"]:
            return result | {"dry_run": True}
        return result | {"items": make_trajectories(study=study, found=found, actor=None)}

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [
            f"{result['candidates']} cases can be made process items, {result['there']} are there "
            f"already; {len(result['cases'])} chosen"
        ]
        if result.get("dry_run"):
            lines += [f"  {one['case']}: {one['steps']} steps to label" for one in result["cases"]]
            return [*lines, "dry run: nothing was written"]
        return [*lines, f"{result['items']} process items added to {result['study']}"]
