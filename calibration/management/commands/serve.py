"""Serve the app for real work: migrations, queue, worker and pages, until interrupted."""

import ipaddress
from argparse import ArgumentParser
from functools import partial
from typing import Any

from django.core.management import call_command
from django.urls import reverse

from cases.errors import BadInput
from config import embedded
from config.commands import CalibrantCommand
from raters.invitations import first_admin_link


class Command(CalibrantCommand):
    help = (
        "Migrates the database, starts the queue, a worker and the web process, and looks after "
        "them until Ctrl-C. On an empty database it prints a one-time link for the first admin."
    )

    needs_database = False

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
        parser.add_argument("--port", type=int, default=8000, help="port to listen on")
        parser.add_argument(
            "--remote",
            action="store_true",
            help="allow a --host that other machines can reach (put TLS in front of it)",
        )

    def run(self, **options: Any) -> dict[str, Any] | None:
        web = embedded.Web(options["host"], options["port"])
        if not is_loopback(web.host):
            self.warn_of_remote(web.host, allowed=options["remote"])
        migrate = partial(call_command, "migrate", verbosity=0, interactive=False)
        with embedded.running(web=web, prepare=migrate, say=self.say) as services:
            if services.joined:
                raise BadInput(f"already served at {services.web_url}; open that, or stop it first")
            address = services.open_web()
            self.say(f"Calibrant runs at {address} (Ctrl-C stops it)")
            if token := first_admin_link():
                link = address.rstrip("/") + reverse("invitation_accept", args=[token])
                self.say(f"Nobody has an account yet. Make the first admin here, once: {link}")
            try:
                services.wait()
            except KeyboardInterrupt:
                self.say("Stopping")
        return None

    def warn_of_remote(self, host: str, *, allowed: bool) -> None:
        if not allowed:
            raise BadInput(
                f"{host} can be reached from other machines, and these pages are not encrypted; "
                "put a proxy with TLS in front and say --remote, or leave --host out"
            )
        self.say(
            f"Warning: listening on {host} without TLS. Passwords and transcripts cross the "
            "network readable unless a proxy with TLS stands in front. Set ALLOWED_HOSTS to the "
            "names it is called by."
        )

    def say(self, line: str) -> None:
        self.stderr.write(line)
        self.stderr.flush()


def is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
