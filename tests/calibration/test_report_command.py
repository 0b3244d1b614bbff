"""The report command against a real queue and worker."""

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from calibration.management.commands.report import rendered
from calibration.models import Report
from calibration.reporting import build_report
from cases.models import Study
from tests.calibration.made import judge_items, make_items, make_version, rate_items
from tests.config.commands import environment
from tests.make import join, make_person

KEY = "grounded"
ROOT = Path(__file__).parents[2]


def test_an_unknown_study_is_said(db: None) -> None:
    with pytest.raises(CommandError, match="no study 'nowhere'") as caught:
        call_command("report", study="nowhere")
    assert caught.value.returncode == 2


def test_a_folder_that_is_not_there_is_said(study: Study, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is not a folder"):
        call_command("report", study=study.slug, out=tmp_path / "no" / "report.json")
    assert not Report.objects.exists()


def test_the_three_formats(study: Study) -> None:
    items = make_items(study, ["tuning"] * 6)
    given = {item: {KEY: "PASS" if n % 2 else "FAIL"} for n, item in enumerate(items)}
    for name in ("ana", "ben"):
        rate_items(join(make_person(name), study, "rater"), given)
    judge_items(make_version(study), given)
    report = Report.objects.create(study=study)
    build_report(report.pk)
    report.refresh_from_db()

    assert json.loads(rendered(report, "json")) == report.content
    rows = list(csv.DictReader(rendered(report, "csv").splitlines()))
    assert any(row["statistic"] == "cohen_kappa" and row["value"] == "1.0" for row in rows)
    page = rendered(report, "html")
    assert "<style>" in page
    assert "--series-1" in page
    assert '<svg class="interval-chart"' in page
    # One file to send on: nothing is loaded from elsewhere.
    assert "<script" not in page
    assert " src=" not in page
    assert "<link" not in page


@pytest.mark.services
@pytest.mark.embedded
def test_the_command_starts_what_it_needs_and_waits(tmp_path: Path) -> None:
    def manage(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
        )

    assert manage("migrate", "-v0").returncode == 0
    script = (
        "from tests.make import make_rubric_version, make_study;"
        "make_study('refunds', rubric_version=make_rubric_version('grounded'))"
    )
    made = manage("shell", "-v0", "-c", script)
    assert made.returncode == 0, made.stderr
    done = manage("report", "--study", "refunds", "--json")
    assert done.returncode == 0, done.stderr
    content = json.loads(done.stdout)
    assert content["study"] == "refunds"
    assert content["criteria"]["grounded"]["humans"]["agreement"]["undefined"] == "no_items"
