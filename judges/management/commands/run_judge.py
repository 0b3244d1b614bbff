"""run_judge: ask a judge about a study's items."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from cases.errors import BadInput
from cases.models import Study
from config import embedded
from config.commands import CalibrantCommand
from judges.models import Judge, JudgeRun, JudgeVersion
from judges.running import SPLITS, create_version, run_progress, start_run

POLL_SECONDS = 0.5


class Command(CalibrantCommand):
    help = (
        "Run a judge over a study's items. With --model a version of that judge is made (or found, "
        "if nothing differs); without it the judge's newest version runs. With --wait the command "
        "ends when the run has; without it, a worker goes on with the run."
    )

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--study", required=True, help="the study's short name")
        parser.add_argument("--judge", required=True, metavar="NAME", help="the judge's name")
        parser.add_argument("--model", default="", help="such as baseline/rules")
        parser.add_argument(
            "--split", default="all", help="all, tuning or held-out items (default: all)"
        )
        parser.add_argument("--samples", type=int, default=1, help="answers per item (default: 1)")
        parser.add_argument("--wait", action="store_true", help="wait for the run, show progress")

    def run(self, **options: Any) -> dict[str, Any]:
        split = options["split"].replace("-", "_")
        if split not in SPLITS:
            raise BadInput(f"--split {options['split']!r}: choose all, tuning or held-out")
        study = Study.named(options["study"])
        version = _version(study, options["judge"], options["model"])
        with embedded.running(worker=options["wait"]) as services:
            run = start_run(version=version, split=split, samples=options["samples"])
            if options["wait"]:
                self.wait(run, services)
        return self.result(run)

    def wait(self, run: JudgeRun, services: embedded.Services) -> None:
        while run.state == JudgeRun.State.RUNNING:
            time.sleep(POLL_SECONDS)
            services.check()
            run.refresh_from_db(fields=["state", "finished_at"])
            total = run.requests.count()
            done = run.requests.filter(state="done").count()
            self.progress(done, total, f"{run.version}: requests")
        if run.state == JudgeRun.State.STOPPED:
            raise CommandError(f"{run} was stopped", returncode=1)

    def result(self, run: JudgeRun) -> dict[str, Any]:
        progress = run_progress(run)
        kept = ("total", "done", "cached", "valid", "errors", "reasons", "latency_p50")
        return {"run": run.pk, "judge": str(run.version), "state": run.state} | {
            name: progress[name] for name in kept
        }

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = [
            f"run {result['run']} of {result['judge']}: {result['state']}, {result['done']} of "
            f"{result['total']} requests done, {result['cached']} from the cache",
        ]
        if result["done"]:
            reasons = ", ".join(f"{reason} {count}" for reason, count in result["reasons"])
            lines.append(
                f"{result['valid']} verdicts, {result['errors']} ERROR"
                + (f" ({reasons})" if reasons else "")
            )
        return lines


def _version(study: Study, name: str, model: str) -> JudgeVersion:
    if model:
        return create_version(study=study, name=name, model=model)
    version = JudgeVersion.objects.in_study(study).runnable().filter(judge__name=name).first()
    if version is None:
        known = ", ".join(Judge.objects.filter(study=study).values_list("name", flat=True))
        raise BadInput(
            f"study {study.slug} has no judge {name!r} for {study.rubric_version}"
            + (f" (there are: {known})" if known else "")
            + "; add --model baseline/rules or another model to make one"
        )
    return version
