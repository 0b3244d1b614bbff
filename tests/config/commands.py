"""Commands of the product as real processes over a data folder, and a look at what they leave."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent.parent
OWNER = [sys.executable, "-m", "tests.config.owner"]
MANAGE = [sys.executable, "manage.py"]


def environment(data: Path, **more: str) -> dict[str, str]:
    """The caller's environment without settings of the suite, over `data`."""
    ours = re.compile(r"CALIBRANT_|DJANGO_|DATABASE_URL|REDIS_URL|SECRET_KEY|PYTEST|MAKE|MFLAGS")
    env = {name: value for name, value in os.environ.items() if not ours.match(name)}
    env["DJANGO_SETTINGS_MODULE"] = "config.settings"
    env["CALIBRANT_DATA"] = str(data)
    return env | more


class Command:
    """A running command; its output is read line by line from a file."""

    def __init__(self, argv: list[str], data: Path, **more: str) -> None:
        data.parent.mkdir(parents=True, exist_ok=True)
        self.output = data.parent / f"output-{time.monotonic_ns()}"
        # A test runner started in the background ignores SIGINT, and children would inherit it.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            with open(self.output, "wb") as file:
                self.process = subprocess.Popen(
                    argv,
                    cwd=ROOT,
                    env=environment(data, **more),
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=file,
                )
        finally:
            signal.signal(signal.SIGINT, before)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()

    @property
    def text(self) -> str:
        return self.output.read_text(encoding="utf-8", errors="replace")

    def said(self, key: str, *, seconds: float = 60) -> Any:
        """The value of `key` in the first line of JSON that has it."""

        def find() -> list[Any]:
            lines = [line for line in self.text.splitlines() if line.startswith("{")]
            return [facts[key] for facts in map(json.loads, lines) if key in facts]

        wait_for(f"{key} from {self.process.args}", lambda: bool(find()) or self.ended, seconds)
        assert find(), self.text
        return find()[0]

    def wait_for_text(self, pattern: str, *, seconds: float = 60) -> re.Match[str]:
        wait_for(
            f"{pattern} in the output",
            lambda: bool(re.search(pattern, self.text)) or self.ended,
            seconds,
        )
        found = re.search(pattern, self.text)
        assert found, self.text
        return found

    @property
    def ended(self) -> bool:
        return self.process.poll() is not None

    def end(self, signum: int, *, within: float) -> int:
        """Send a signal, to this one process, and return the exit code."""
        self.process.send_signal(signum)
        return self.process.wait(within)


def wait_for(what: str, true: Callable[[], bool], seconds: float) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"no {what} after {seconds} s"
        time.sleep(0.05)


def left_over(data: Path) -> list[str]:
    """Processes that belong to the data folder, by the environment that they inherited."""
    if sys.platform.startswith("linux"):
        return [line for pid in Path("/proc").glob("[0-9]*") if (line := _line(pid, data))]
    table = subprocess.run(["ps", "axeww"], check=True, capture_output=True, text=True).stdout
    return [line for line in table.splitlines() if f"CALIBRANT_DATA={data}" in line.split()]


def _line(process: Path, data: Path) -> str:
    wanted = f"CALIBRANT_DATA={data}".encode()
    try:
        if wanted not in (process / "environ").read_bytes().split(b"\0"):
            return ""
        words = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""
    return f"{process.name} {words}"


def assert_nothing_left(data: Path, *, within: float = 5) -> None:
    until = time.monotonic() + within
    while rest := left_over(data):
        assert time.monotonic() < until, "\n".join(rest)
        time.sleep(0.1)
