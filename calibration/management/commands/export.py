"""export: settled labels and regression sets as files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from calibration.exporting import label_chunks, write_files
from calibration.label_rows import SPLITS
from calibration.regression_sets import freeze_set, write_evalset
from cases.errors import BadInput
from cases.models import Study
from config.commands import CalibrantCommand


class Command(CalibrantCommand):
    help = (
        "Write a study's labels (CSV or JSONL), or freeze its settled items and write them as an "
        "ADK eval set with its config. Held-out items stay behind unless --split all is given, "
        "which moves them to tuning."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, help="the study's short name")
        parser.add_argument(
            "--format", required=True, choices=["labels-csv", "labels-jsonl", "evalset"]
        )
        parser.add_argument("--out", required=True, type=Path, help="folder to write into")
        parser.add_argument("--split", choices=SPLITS, default="tuning")
        parser.add_argument(
            "--set", type=int, help="evalset only: write this version instead of freezing anew"
        )
        parser.add_argument(
            "--judge-model", default="", help="evalset only: the model that the config names"
        )

    def run(self, **options: Any) -> dict[str, Any]:
        study = Study.named(options["study"])
        if options["format"] != "evalset" and (options["set"] or options["judge_model"]):
            raise BadInput("--set and --judge-model go with --format evalset only")
        if options["format"] == "evalset":
            return self._evalset(study, options)
        fmt = options["format"].removeprefix("labels-")
        chunks = label_chunks(study=study, fmt=fmt, split=options["split"])
        paths = write_files(options["out"], {f"{study.slug}.labels.{fmt}": chunks})
        return {"study": study.slug, "files": [str(path) for path in paths]}

    def _evalset(self, study: Study, options: dict[str, Any]) -> dict[str, Any]:
        if options["set"]:
            frozen = study.regression_sets.filter(version=options["set"]).first()
            if frozen is None:
                raise BadInput(f"study {study.slug} has no regression set {options['set']}")
        else:
            frozen = freeze_set(study=study, split=options["split"])
        paths = write_evalset(frozen, options["out"], judge_model=options["judge_model"])
        manifest = frozen.content["manifest"]
        return {
            "study": study.slug,
            "regression_set": frozen.version,
            "content_hash": frozen.content_hash,
            "cases": manifest["cases"],
            "with_expectation": manifest["with_expectation"],
            "left_out": {reason: left["count"] for reason, left in manifest["left_out"].items()},
            "files": [str(path) for path in paths],
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        head = []
        if "regression_set" in result:
            left_out = sum(result["left_out"].values())
            head = [
                f"Regression set {result['regression_set']} of {result['study']}: "
                f"{result['cases']} cases, {result['with_expectation']} with an expectation, "
                f"{left_out} {'item' if left_out == 1 else 'items'} left out "
                "(manifest.json says why)."
            ]
        return [*head, *(f"wrote {path}" for path in result["files"])]
