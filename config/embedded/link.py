"""The owner's end of the keeper: orders go down a pipe, events come back on another."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

KEEPER = Path(__file__).with_name("keeper.py")
# The keeper needs the grace of two ranks at most; see config.embedded.processes.
CLOSE_SECONDS = 9.5


@dataclass(frozen=True, kw_only=True)
class Order:
    """What the keeper is to run. Signals are numbers, `grace` is in seconds."""

    name: str
    argv: list[str]
    env: dict[str, str]
    cwd: str
    log: str
    rank: int
    grace: float
    stop_signal: int = signal.SIGTERM
    death_signal: int = signal.SIGTERM
    holds_lock: bool = False


@dataclass
class State:
    """What the keeper last said of a process. `failures` counts quick exits in a row."""

    pid: int | None = None
    failures: int = 0
    why: str = ""


class KeeperGone(Exception):
    """The keeper process has ended, and with it the processes that it kept."""


class KeeperLink:
    """Starts a keeper; everything started through it ends when this process does."""

    def __init__(
        self, *, lock_fd: int, state_file: str, on_exit: Callable[[str, str, float], None]
    ) -> None:
        """`on_exit(name, why, seconds until the next start)` is called from a thread."""
        self.states: dict[str, State] = {}
        self._on_exit = on_exit
        self._process = subprocess.Popen(  # noqa: S603
            [
                *(sys.executable, "-I", "-S", str(KEEPER)),
                *(str(os.getpid()), str(lock_fd), state_file),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            pass_fds=[lock_fd] if lock_fd >= 0 else [],
        )
        _open_links.add(self)
        self._reader = threading.Thread(target=self._read, daemon=True, name="keeper")
        self._reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def start(self, order: Order) -> None:
        self.states[order.name] = State()
        self._send({"do": "start", **asdict(order)})

    def stop(self, name: str) -> None:
        self.states.pop(name, None)
        self._send({"do": "stop", "name": name})

    def close(self) -> None:
        """Stop everything in order; a second interrupt while waiting hurries it."""
        try:
            with contextlib.suppress(KeeperGone):
                self._send({"do": "leave"})
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(CLOSE_SECONDS)
        finally:
            self.drop()
            self._process.wait()
            self._reader.join()
            if self._process.stdout is not None:
                self._process.stdout.close()
            _open_links.discard(self)

    def drop(self) -> None:
        """Close our end: the keeper takes it for the end of its owner."""
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _send(self, order: dict[str, object]) -> None:
        if self._process.stdin is None or self._process.stdin.closed:
            raise KeeperGone
        text = json.dumps(order).encode() + b"\n"
        try:
            while text:
                text = text[self._process.stdin.write(text) :]
        except OSError as error:
            raise KeeperGone from error

    def _read(self) -> None:
        if self._process.stdout is None:
            return
        for line in self._process.stdout:
            event = json.loads(line)
            state = self.states.get(event.get("name", ""))
            if state is None:
                continue
            if event["event"] == "started":
                state.pid = event["pid"]
            elif event["event"] == "exited":
                state.pid, state.failures, state.why = None, event["failures"], event["why"]
                self._on_exit(event["name"], event["why"], event["again_in"])


_open_links: "weakref.WeakSet[KeeperLink]" = weakref.WeakSet()


def _close_in_fork() -> None:
    # A forked child (a process pool) that held the pipe would hide the owner's end.
    for link in list(_open_links):
        if link._process.stdin is not None:
            with contextlib.suppress(OSError):
                link._process.stdin.close()


os.register_at_fork(after_in_child=_close_in_fork)
