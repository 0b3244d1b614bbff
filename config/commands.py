"""What all management commands share: exit codes, `--json`, progress on a terminal."""

import json
import logging
import sys
from abc import ABC, abstractmethod
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from cases.errors import BadInput


class CalibrantCommand(BaseCommand, ABC):
    """Exits with 0 when done, 1 for an honest no, and 2 after one line on bad input."""

    # False for commands that make the tables themselves.
    needs_database = True

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help="print the result as JSON and nothing else"
        )
        self.add_own_arguments(parser)

    def add_own_arguments(self, parser: ArgumentParser) -> None:
        """Arguments of the command itself."""

    def handle(self, *args: Any, **options: Any) -> None:
        # A command says itself what it did; the log is for processes that nobody watches.
        logging.getLogger("calibrant").setLevel(logging.WARNING)
        try:
            if self.needs_database:
                _check_database()
            result = self.run(**options)
        except BadInput as error:
            raise CommandError(str(error), returncode=2) from error
        if options["json"]:
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=2, default=str))
        elif result is not None:
            for line in self.lines(result):
                self.stdout.write(line)

    @abstractmethod
    def run(self, **options: Any) -> dict[str, Any] | None:
        """Do the work; raise BadInput for what the caller can put right. Returns the result."""

    def lines(self, result: dict[str, Any]) -> list[str]:
        """The result for a person to read."""
        return [f"{key}: {value}" for key, value in result.items()]

    def progress(self, done: int, total: int, what: str) -> None:
        """A line that rewrites itself on a terminal and is silent elsewhere."""
        if not sys.stderr.isatty():
            return
        end = "\n" if done >= total else ""
        self.stderr.write(f"\r{what} {done}/{total}", ending=end)
        self.stderr.flush()


def _check_database() -> None:
    """Raise BadInput where the tables are missing, rather than fail on the first of them."""
    if "cases_study" not in connection.introspection.table_names():
        raise BadInput(
            f"there is no study database yet in {settings.DATA_DIR}: start `make serve` once, run "
            "`manage.py migrate`, or set CALIBRANT_DATA to the data folder you mean"
        )
