"""prioritise: have people rate first what they and the judge are likely to split on."""

from argparse import ArgumentParser
from typing import Any

from calibration.priorities import plan_priorities, prioritise
from cases.errors import BadInput
from cases.models import Study
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Puts items first on which judge samples or versions disagree, or of kinds that people "
        "have split on before. Only the order changes. Raters can't tell."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, help="slug of the study")
        parser.add_argument("--dry-run", action="store_true", help="say what would change")

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        if study.state == Study.State.CLOSED:
            raise BadInput(f"study {study.slug} is closed: nothing in it is rated any more")
        dry = options["dry_run"]
        plan = plan_priorities(study) if dry else prioritise(study=study, actor=None)
        return {"study": study.slug, "dry_run": dry, **plan.as_json()}

    def lines(self, result: dict[str, Any]) -> list[str]:
        heads = ("priority", "items", "samples split", "versions differ", "people split before")
        lines = ["  ".join(heads)]
        for level in result["levels"]:
            pairs = zip(heads, level.values(), strict=True)
            lines.append("  ".join(f"{value:>{len(head)}}" for head, value in pairs))
        would = "would move" if result["dry_run"] else "moved"
        lines.append(f"{result['changed']} items {would}.")
        if result["unjudged"]:
            lines.append(f"{result['unjudged']} have no verdict: only their strata speak.")
        if result["placed_by_lead"]:
            lines.append(f"{result['placed_by_lead']} stay where a lead has placed them.")
        return lines
