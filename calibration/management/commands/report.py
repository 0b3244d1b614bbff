"""Build a report and write it as JSON, CSV or one self-contained HTML file."""

import json
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from calibration import looks
from calibration.access import ready_content
from calibration.models import Report
from calibration.report_csv import report_csv_text
from calibration.report_page import report_context
from calibration.reporting import SPLITS, request_report
from cases.errors import BadInput
from cases.models import Study
from config import embedded
from config.commands import CalibrantCommand

POLL_SECONDS = 0.3


class Command(CalibrantCommand):
    help = (
        "Builds a report of a study in the worker (starting one where none runs), waits for it "
        "and prints what the judge may be used for on each criterion."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, help="slug of the study")
        parser.add_argument("--out", type=Path, help="file to write the report to")
        parser.add_argument(
            "--format", choices=["json", "html", "csv"], default="json", help="format of --out"
        )
        parser.add_argument(
            "--split",
            choices=[*SPLITS, "held-out"],
            default="all",
            help="items to report on; held-out figures are recorded as a look",
        )

    def run(self, **options: Any) -> dict[str, Any] | None:
        study = Study.named(options["study"])
        out: Path | None = options["out"]
        if out is None and options["format"] != "json":
            raise BadInput(f"--format {options['format']} needs --out FILE to write to")
        if out is not None and not out.parent.is_dir():
            raise BadInput(f"{out.parent} is not a folder; make it first")
        with embedded.running(worker=True):
            report = request_report(study=study, split=options["split"].replace("-", "_"))
            self.wait(report)
        looks.record_look(report, None)
        content = ready_content(report)
        if out is not None:
            self.write(out, rendered(report, options["format"]))
        if options["json"] and out is None:
            return content
        return {
            "report": report.pk,
            "file": str(out) if out else None,
            "criteria": {
                key: {name: judge["use"] for name, judge in block["judges"].items()}
                for key, block in content["criteria"].items()
            },
        }

    def wait(self, report: Report) -> None:
        while True:
            report.refresh_from_db()
            self.progress(report.progress, 100, report.message or "Report")
            if report.state == Report.State.READY:
                return
            if report.state == Report.State.FAILED:
                raise BadInput(report.message)
            time.sleep(POLL_SECONDS)

    def write(self, out: Path, text: str) -> None:
        try:
            out.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            raise BadInput(f"can't write {out}: {error.strerror}") from error

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [f"Report {result['report']}"]
        for key, judges in result["criteria"].items():
            uses = ", ".join(f"{name}: {use}" for name, use in judges.items())
            lines.append(f"  {key}: {uses or 'no judge run'}")
        if result["file"]:
            lines.append(f"Written to {result['file']}")
        return lines


def rendered(report: Report, format_: str) -> str:
    """The report as text in one of the three formats."""
    content = ready_content(report)
    if format_ == "json":
        return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
    if format_ == "csv":
        return report_csv_text(content)
    context = {**report_context(report), "css": style_sheet(), "in_file": True}
    return render_to_string("calibration/report_file.html", context)


def style_sheet() -> str:
    found = finders.find("calibrant.css")
    if not isinstance(found, str):
        raise BadInput("static/calibrant.css is missing; install the app again")
    return Path(found).read_text(encoding="utf-8")
