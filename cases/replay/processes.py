"""The process of a replayed agent, from outside: started, asked, timed, killed."""

import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self, cast

from django.conf import settings

from cases.errors import BadInput
from cases.replay.conversations import Conversation

# What the customer's agent has no business to know.
_PRIVATE = ("CALIBRANT", "DJANGO", "DATABASE_URL", "REDIS_URL", "SECRET_KEY")
# By this, processes that an agent started and that left its group are found again.
_MARK = "REPLAYED_AGENT"
_SECONDS_TO_START = 120
_SECONDS_TO_END = 10
# The answer to one conversation; a larger one is an error, since this process would hold it.
MAX_ANSWER = 64 * 2**20
_LEAST_MEMORY = 512


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for one conversation, and megabytes of address space for the agent's process."""

    seconds: float = 120
    memory: int = 8192

    def check(self) -> None:
        """Raise BadInput for limits under which no agent can run, or that are none."""
        if not 0 < self.seconds < 86_400:
            raise BadInput(f"timeout {self.seconds}: allow some seconds, at most a day's")
        if self.memory < _LEAST_MEMORY:
            raise BadInput(f"memory {self.memory}: allow {_LEAST_MEMORY} MB or more")


class _Silent(Exception):
    """The process gave no answer; `why` says "timeout" or how it ended."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class AgentProcess:
    """One agent, loaded in a process of its own for as long as it behaves.

    A process that answers too late or dies is replaced before the next conversation. Use it as a
    context: whatever happens, no process is left behind.
    """

    def __init__(
        self, agent: str, *, limits: Limits, live_tools: bool = False, verbose: bool = False
    ) -> None:
        self.agent = agent
        self.limits = limits
        self._live_tools = live_tools
        self._verbose = verbose
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._mark = secrets.token_hex(16)
        self._asked = 0
        self.facts: dict[str, Any] = {}

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def replay(self, conversation: Conversation) -> dict[str, Any]:
        """What the child answered, or {"error": why, "events": []} where it did not."""
        began = time.monotonic()
        try:
            if self._process is None:
                self._start()
            self._send(conversation.to_json())
            return self._receive(self.limits.seconds)
        except _Silent as silent:
            self.close()
            seconds = round(time.monotonic() - began, 3)
            return {"error": silent.why, "events": [], "seconds": seconds}

    def close(self) -> None:
        if self._process is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        _kill_marked(self._mark)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process, self._unread = None, b""

    def _start(self) -> None:
        command = [sys.executable, "-m", "cases.replay.child", self.agent]
        command += ["--memory", str(self.limits.memory)]
        command += ["--live-tools"] if self._live_tools else []
        self._process = subprocess.Popen(  # noqa: S603 - the agent is what the caller asked to run
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if self._verbose else subprocess.DEVNULL,
            env=_environment() | {_MARK: self._mark},
            start_new_session=True,
        )
        self._asked = 0
        try:
            first = self._receive(_SECONDS_TO_START)
        except _Silent as silent:
            self.close()
            raise BadInput(
                f"the agent {self.agent} did not start ({silent.why}): run it with --verbose, "
                "or allow it more with --memory"
            ) from None
        if "failed" in first:
            self.close()
            raise BadInput(f"{first['failed']}; --verbose shows what the agent itself says")
        self.facts = first["ready"]

    @property
    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise _Silent("not started")
        return self._process

    def _send(self, job: dict[str, Any]) -> None:
        self._asked += 1
        job["id"] = self._asked
        pipe = cast(IO[bytes], self._running.stdin)
        try:
            pipe.write(json.dumps(job).encode() + b"\n")
            pipe.flush()
        except OSError:
            raise _Silent(self._ending()) from None

    def _receive(self, seconds: float) -> dict[str, Any]:
        """The child's answer to what was asked last. Raises _Silent.

        Lines that are none are left out: an agent may write to any descriptor it finds.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                answer = json.loads(self._line(until))
            except (ValueError, RecursionError):
                answer = None
            if isinstance(answer, dict) and answer.get("id") == self._asked:
                return answer
            # Where there is always one more line, nothing below ever waits.
            if time.monotonic() > until:
                raise _Silent("timeout")

    def _line(self, until: float) -> bytes:
        pipe = cast(IO[bytes], self._running.stdout)
        pieces, size = [self._unread], len(self._unread)
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, selectors.EVENT_READ)
            while b"\n" not in pieces[-1]:
                if size > MAX_ANSWER:
                    raise _Silent(f"answer of more than {MAX_ANSWER >> 20} MB")
                if not selector.select(max(0.0, until - time.monotonic())):
                    raise _Silent("timeout")
                read = os.read(pipe.fileno(), 2**20)
                if not read:
                    raise _Silent(self._ending())
                pieces.append(read)
                size += len(read)
        line, _, self._unread = b"".join(pieces).partition(b"\n")
        return line

    def _ending(self) -> str:
        code = self._running.wait()
        return f"killed by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_PRIVATE)}
    paths = [str(settings.BASE_DIR), *filter(None, [kept.get("PYTHONPATH")])]
    return kept | {"PYTHONPATH": os.pathsep.join(paths), "ADK_DISABLE_LOCAL_STORAGE": "1"}


def _kill_marked(mark: str) -> None:
    """End what an agent started and what left its group, until none is there any more. Only Linux
    tells; elsewhere the group is all that is ended.

    A killed process is there for a moment yet, and one may have started another while we looked.
    """
    until = time.monotonic() + _SECONDS_TO_END
    while _killed(f"{_MARK}={mark}".encode()) and time.monotonic() < until:
        time.sleep(0.02)


def _killed(wanted: bytes) -> int:
    """Kill every process whose environment holds `wanted`; how many there were."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if wanted in (process / "environ").read_bytes().split(b"\0"):
                found += 1
                os.kill(int(process.name), signal.SIGKILL)
    return found
