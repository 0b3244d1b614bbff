"""Make pairwise items of cases that answer one conversation."""

from argparse import ArgumentParser
from typing import Any

from cases.case_pairs import find_pairs, make_pairs
from cases.models import Study
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Pair cases of a study whose users began with the same words and which different agent "
        "versions answered. One pair of each conversation comes before a second of any."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, metavar="SLUG")
        parser.add_argument(
            "--limit", type=int, default=100, metavar="N", help="at most N (default: %(default)s)"
        )
        parser.add_argument("--seed", type=int, default=0, metavar="K", help="of the choice")
        parser.add_argument(
            "--versions", nargs=2, metavar="LABEL", help="only of these two (default: of any)"
        )
        parser.add_argument(
            "--any-version",
            action="store_true",
            help="pair different answers of one agent version too",
        )
        parser.add_argument(
            "--dry-run", action="store_true", help="show what would be paired, write nothing"
        )

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        found = find_pairs(
            study=study,
            limit=options["limit"],
            seed=options["seed"],
            any_version=options["any_version"],
            versions=tuple(options["versions"]) if options["versions"] else None,
        )
        result: dict[str, Any] = {
            "study": study.slug,
            "candidates": found.total,
            "there": found.there,
            "pairs": [
                {
                    "first": candidate.first.key,
                    "second": candidate.second.key,
                    "versions": [candidate.first.version, candidate.second.version],
                    "shared_turns": candidate.shared,
                }
                for candidate in found.chosen
            ],
        }
        if options["dry_run"]:
            return result | {"dry_run": True}
        made = make_pairs(study=study, chosen=found.chosen, actor=None)
        return result | {"items": made.items, "refused": made.refused}

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [
            f"up to {result['candidates']} pairs can be made, {result['there']} are there already; "
            f"{len(result['pairs'])} chosen"
        ]
        if result.get("dry_run"):
            lines += [
                f"  {pair['first']} ({pair['versions'][0] or 'version not said'}) and "
                f"{pair['second']} ({pair['versions'][1] or 'version not said'}): "
                f"{pair['shared_turns']} turns of the user alike"
                for pair in result["pairs"]
            ]
            return [*lines, "dry run: nothing was written"]
        lines.append(f"{result['items']} pairs added to {result['study']}")
        return lines + [f"refused: {reason}" for reason in result["refused"]]
