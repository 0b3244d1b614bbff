"""The worked example: a whole study from scripted sessions to a report, then served."""

import sys
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management import call_command

from calibration.demo.building import BEFORE_SERVICES, WITH_SERVICES, Demo, build_demo
from calibration.demo.folder import SLUG, logins, open_folder, sessions_of, start_over
from calibration.demo.scenarios import SESSIONS, scenarios
from calibration.models import Report
from cases.errors import BadInput
from config import embedded
from config.commands import CalibrantCommand

# With fewer, some criterion has too few failures to say anything of the judge.
FEWEST = 60


def migrate() -> None:
    call_command("migrate", verbosity=0, interactive=False)


class Command(CalibrantCommand):
    help = (
        "Builds the worked example in the data folder and serves it: an agent's sessions, redacted "
        "and imported, rated by simulated raters, judged by the offline baseline judge, and the "
        "report on how far that judge may be trusted. A second run only serves what is there."
    )

    needs_database = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-serve", action="store_true", help="end once all of it is there")
        parser.add_argument("--reset", action="store_true", help="delete it first and start over")
        parser.add_argument(
            "--sessions",
            type=int,
            help=f"a smaller example, from {FEWEST} sessions; {SESSIONS} where it is left off",
        )
        parser.add_argument("--host", default="127.0.0.1", help="loopback address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")

    def run(self, **options: Any) -> dict[str, Any] | None:
        web = None if options["no_serve"] else embedded.Web(options["host"], options["port"])
        if web is not None and not embedded.is_served():
            # Before a minute of work rather than after it.
            embedded.check_port(web)
        asked = options["sessions"]
        if asked is not None and not FEWEST <= asked <= SESSIONS:
            raise BadInput(f"--sessions {asked}: take {FEWEST} to {SESSIONS}")
        if options["reset"]:
            start_over()
        folder = open_folder()
        demo = Demo(folder, script=scenarios(sessions_of(folder, asked, otherwise=SESSIONS)))
        build = partial(build_demo, demo, tell=self.tell, done=self.done)
        results = build(steps=BEFORE_SERVICES)
        with embedded.running(web=web, prepare=migrate, say=self.say) as services:
            if services.joined:
                migrate()
            demo.check = services.check
            results |= build(steps=WITH_SERVICES)
            summary = {"steps": results, "criteria": self.uses(demo)}
            if web is None:
                return summary
            self.show(summary, services.open_web(), demo)
            if not services.joined:
                try:
                    services.wait()
                except KeyboardInterrupt:
                    self.say("Stopping")
        return None

    def uses(self, demo: Demo) -> dict[str, dict[str, Any]]:
        """Per criterion: kappa of the judge with its interval, and what it may be used for."""
        report = Report.objects.filter(study=demo.study, state=Report.State.READY).latest("pk")
        content: dict[str, Any] = report.content or {}
        found = {}
        for key, block in content["criteria"].items():
            judge = next(iter(block["judges"].values()))
            kappa = judge["cohen_kappa"]
            found[key] = {
                "kappa": kappa["value"],
                "low": kappa["low"],
                "high": kappa["high"],
                "use": judge["use"],
            }
        return found

    def lines(self, result: dict[str, Any]) -> list[str]:
        lines = ["", "How far the baseline judge may be trusted (kappa with people, 95 %):"]
        for key, found in result["criteria"].items():
            figures = "undefined"
            if found["kappa"] is not None:
                figures = f"{found['kappa']:.2f} ({found['low']:.2f} to {found['high']:.2f})"
            lines.append(f"  {key:<16}{figures:<24}{found['use']}")
        return [*lines, "The ratings are simulated: they show the product, not the judge.", ""]

    def show(self, summary: dict[str, Any], address: str, demo: Demo) -> None:
        for line in self.lines(summary):
            self.say(line)
        self.say(f"Calibrant runs at {address} (Ctrl-C stops it). Log in as:")
        for login in logins(demo.folder).values():
            self.say(f"  {login['username']:<8}{login['password']}")
        self.say(f"The report: {address.rstrip('/')}/studies/{SLUG}/")

    def tell(self, name: str, done: int, total: int) -> None:
        self.progress(done, total, f"{name:<10}")

    def done(self, name: str, result: str, seconds: float) -> None:
        wipe = "\r\x1b[K" if sys.stderr.isatty() else ""
        self.say(f"{wipe}{name:<10}{result}  ({seconds:.1f} s)")

    def say(self, line: str) -> None:
        self.stderr.write(line)
        self.stderr.flush()
