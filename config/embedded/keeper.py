"""The keeper: starts, watches and stops processes for an owner, and outlives it by seconds.

Run by path with `python -I -S keeper.py OWNER_PID LOCK_FD STATE_FILE`. It reads one JSON order
a line on stdin and writes one JSON event a line on stdout. When stdin closes, the owner is gone, by
whatever signal, and every process group started here is ended. It inherits the owner's lock on
the data folder, so nobody takes that folder over before the last process has left it; the state
file, which invites others to join, goes first.

Standard library only: it must start in a moment and stay small.
"""

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import Any

LOG_LIMIT = 5_000_000
FAST_FAILURE_SECONDS = 20.0
LONGEST_BACKOFF_SECONDS = 30.0
HURRY_SECONDS = 1.0
TICK_SECONDS = 1.0
TRIM_SECONDS = 30.0

_libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None


@dataclass
class Process:
    """One kept process: `order` is the owner's start order, see config.embedded.link."""

    order: dict[str, Any]
    child: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    due: float | None = field(default=None)

    @property
    def name(self) -> str:
        return str(self.order["name"])

    def start(self, lock_fd: int) -> int:
        """Start it in a session of its own; returns the pid. Raises OSError."""
        trim(self.order["log"])
        death = int(self.order["death_signal"])
        keeper = os.getpid()

        def before_exec() -> None:
            # Should the keeper itself be killed: Linux then ends its children. (The keeper has
            # one thread, so code between fork and exec is safe here.)
            if _libc is not None:
                _libc.prctl(1, death, 0, 0, 0)
                if os.getppid() != keeper:
                    os._exit(1)

        flags = os.O_CREAT | os.O_APPEND | os.O_WRONLY
        log = os.open(self.order["log"], flags, 0o600)
        try:
            self.child = subprocess.Popen(  # noqa: S603
                self.order["argv"],
                cwd=self.order["cwd"],
                env=self.order["env"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                umask=0o077,
                pass_fds=[lock_fd] if self.order["holds_lock"] and lock_fd >= 0 else [],
                preexec_fn=before_exec,
            )
        finally:
            os.close(log)
        self.started = time.monotonic()
        self.due = None
        return self.child.pid

    def poll(self) -> int | None:
        """Exit code once it has left; the rest of its group is killed with it."""
        if self.child is None:
            return None
        code = self.child.poll()
        if code is not None:
            self.signal_group(signal.SIGKILL)
        return code

    def signal_group(self, signum: int) -> None:
        if self.child is not None:
            # macOS says "not permitted" for a group of which only zombies are left.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.child.pid, signum)

    def ask_to_leave(self) -> None:
        """The stop signal, to the leader alone: it knows how to end its own children."""
        if self.child is not None and self.child.poll() is None:
            self.child.send_signal(int(self.order["stop_signal"]))


def trim(path: str) -> None:
    """Keep a log under LOG_LIMIT bytes, with one older copy. Writers append, so they go on."""
    with contextlib.suppress(OSError):
        if os.path.getsize(path) <= LOG_LIMIT:
            return
        with open(path, "rb") as source:
            source.seek(-LOG_LIMIT, os.SEEK_END)
            text = source.read()
        handle = os.open(f"{path}.1", os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "wb") as copy:
            copy.write(text)
        os.truncate(path, 0)


class Keeper:
    def __init__(self, owner: int, lock_fd: int, state_file: str) -> None:
        self.owner = owner
        self.lock_fd = lock_fd
        self.state_file = state_file
        self.processes: dict[str, Process] = {}
        self.pending = b""
        self.owner_gone = False
        self.leaving = False
        self.wake_read, wake_write = os.pipe()
        for handle in (self.wake_read, wake_write, 1):
            os.set_blocking(handle, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self.on_term)
        for signum in (signal.SIGINT, signal.SIGHUP):
            signal.signal(signum, signal.SIG_IGN)

    def on_term(self, *_: object) -> None:
        self.leaving = True

    def tell(self, event: str, **facts: object) -> None:
        line = json.dumps({"event": event, **facts}) + "\n"
        # An owner that does not listen or is gone must not hold the keeper up.
        with contextlib.suppress(OSError):
            os.write(1, line.encode())

    def run(self) -> None:
        trimmed = time.monotonic()
        while not (self.owner_gone or self.leaving):
            for order in self.listen(self.next_timeout()):
                self.obey(order)
            self.look_after()
            if time.monotonic() - trimmed > TRIM_SECONDS:
                trimmed = time.monotonic()
                for process in self.processes.values():
                    trim(process.order["log"])
        if self.state_file:
            with contextlib.suppress(OSError):
                os.unlink(self.state_file)
        self.stop_everything()
        self.tell("bye")

    def next_timeout(self) -> float:
        now = time.monotonic()
        waits = [p.due - now for p in self.processes.values() if p.due is not None]
        return max(0.0, min([TICK_SECONDS, *waits]))

    def listen(self, timeout: float) -> list[dict[str, Any]]:
        """Orders that have arrived; notes that the owner has gone."""
        ready, _, _ = select.select([0, self.wake_read], [], [], timeout)
        if self.wake_read in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self.wake_read, 4096)
        if os.getppid() != self.owner:
            self.owner_gone = True
        if 0 not in ready:
            return []
        data = os.read(0, 1 << 20)
        if not data:
            self.owner_gone = True
            return []
        *lines, self.pending = (self.pending + data).split(b"\n")
        return [json.loads(line) for line in lines]

    def obey(self, order: dict[str, Any]) -> None:
        if order["do"] == "start":
            process = self.processes[order["name"]] = Process(order)
            self.try_start(process)
        elif order["do"] == "stop":
            if order["name"] in self.processes:
                process = self.processes.pop(order["name"])
                self.stop([process], float(process.order["grace"]))
        elif order["do"] == "leave":
            self.leaving = True

    def try_start(self, process: Process) -> None:
        try:
            pid = process.start(self.lock_fd)
        except OSError as error:
            self.plan_restart(process, str(error))
        else:
            self.tell("started", name=process.name, pid=pid)

    def look_after(self) -> None:
        """Note who has left, and start again who is due."""
        for process in self.processes.values():
            code = process.poll()
            if code is not None:
                process.child = None
                self.plan_restart(process, f"exit {code}" if code >= 0 else f"signal {-code}")
            if process.due is not None and process.due <= time.monotonic():
                self.try_start(process)

    def plan_restart(self, process: Process, why: str) -> None:
        fast = time.monotonic() - process.started < FAST_FAILURE_SECONDS
        process.failures = process.failures + 1 if fast or not process.started else 1
        wait = min(LONGEST_BACKOFF_SECONDS, 0.25 * 2.0 ** (process.failures - 1))
        process.due = time.monotonic() + wait
        self.tell("exited", name=process.name, why=why, again_in=wait, failures=process.failures)

    def stop_everything(self) -> None:
        """Highest rank first, so that the queue leaves after those who use it."""
        for rank in sorted({int(p.order["rank"]) for p in self.processes.values()}, reverse=True):
            group = [p for p in self.processes.values() if int(p.order["rank"]) == rank]
            self.stop(group, max(float(p.order["grace"]) for p in group))

    def stop(self, processes: list[Process], grace: float) -> None:
        for process in processes:
            process.ask_to_leave()
        start = time.monotonic()
        waiting = [p for p in processes if p.child is not None]
        while waiting:
            if not self.owner_gone:
                self.listen(0.02)
            else:
                time.sleep(0.02)
            waiting = [p for p in waiting if p.poll() is None]
            limit = min(grace, HURRY_SECONDS) if self.owner_gone else grace
            if waiting and time.monotonic() - start > limit:
                break
        for process in waiting:
            process.signal_group(signal.SIGKILL)
            if process.child is not None:
                process.child.wait()
        for process in processes:
            self.tell("stopped", name=process.name)


if __name__ == "__main__":
    Keeper(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]).run()
