"""Joining the services of a data folder, or starting and stopping them.

One process owns a data folder's services at a time (a lock says who). Whoever comes second uses
the same queue and worker. What an owner started ends with it: see config.embedded.keeper.
"""

import contextlib
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import kombu.exceptions
import redis
from django.conf import settings

from cases.errors import BadInput
from config.celery import app
from config.embedded import processes
from config.embedded.folder import (
    FileLock,
    clear_state,
    is_alive,
    prepare_folder,
    read_state,
    state_path,
    tail,
    write_state,
)
from config.embedded.link import KeeperGone, KeeperLink, Order
from config.embedded.processes import Web, check_port, data_dir, log_path

START_SECONDS = 90.0
FAILURES_TO_GIVE_UP = 5
NO_QUEUE = "redis://127.0.0.1:1/0"

Say = Callable[[str], None]


def _say_on_stderr(line: str) -> None:
    sys.stderr.write(f"{line}\n")
    sys.stderr.flush()


class Services:
    """Running services. `joined`: another process owns them. `web_url`: where pages are."""

    def __init__(self, *, lock: FileLock | None, say: Say) -> None:
        self.redis_url = ""
        self.joined = lock is None
        self.web_url: str | None = None
        self.token = secrets.token_hex(4)
        self._lock = lock
        self._say = say
        self._link: KeeperLink | None = None
        self._web: Web | None = None
        self._closing = False
        self._owner: dict[str, Any] | None = None

    # --- for those who use them --------------------------------------------------------------

    @property
    def pids(self) -> dict[str, int]:
        """Process ids by name, of the processes started here (a restart changes them)."""
        if self._link is None:
            return {}
        found = {name: s.pid for name, s in self._link.states.items() if s.pid is not None}
        return {"keeper": self._link.pid, **found}

    def check(self) -> None:
        """Raise BadInput when work can't go on: call it in loops that wait for a task."""
        if self._owner is not None:
            state = read_state(data_dir())
            if state is None or state.get("token") != self._owner["token"]:
                raise BadInput(
                    f"the services of {data_dir()} were stopped by "
                    f"`{self._owner['command']}`, which had started them; run this again"
                )
        if self._link is None:
            return
        if not self._link.alive and not self._closing:
            raise BadInput("the process that looks after the services was killed; run this again")
        for name, kept in self._link.states.items():
            if kept.failures >= FAILURES_TO_GIVE_UP:
                raise BadInput(_failure(f"{name} keeps ending ({kept.why})", name))

    def open_web(self) -> str:
        """Start the web process reserved with `web=`; returns its address once it answers."""
        if self.web_url is not None:
            return self.web_url
        if self._web is None or self._link is None:
            raise RuntimeError("no web process was reserved: running(web=Web(...))")
        web = self._web
        check_port(web)
        self._start(
            processes.web_order(web, self.redis_url), lambda pid: processes.web_answers(web)
        )
        self.web_url = web.url
        self._publish()
        return web.url

    def wait(self) -> None:
        """Look after the services until this process is interrupted. Raises BadInput by check()."""
        while True:
            time.sleep(0.5)
            if self._link is not None and not self._link.alive:
                self.check()

    # --- starting and stopping ---------------------------------------------------------------

    def _start_all(self, *, worker: bool, web: Web | None) -> None:
        self._web = web
        lock_fd, state_file = -1, ""
        if self._lock is not None:
            lock_fd, state_file = self._lock.fd, str(state_path(data_dir()))
        self._link = KeeperLink(lock_fd=lock_fd, state_file=state_file, on_exit=self._on_exit)
        if not self.redis_url:
            self._start_queue()
        point_at(self.redis_url)
        if worker:
            self._start(
                processes.worker_order(self.redis_url, token=self.token),
                lambda pid: processes.worker_ready(self.token, pid),
            )
        self._publish()

    def _use_owners(self, *, worker: bool) -> None:
        """Use the owner's queue; bring a worker along where the owner has none."""
        point_at(self.redis_url)
        if worker and self._owner is not None and not self._owner["worker"]:
            self._start_all(worker=True, web=None)

    def _start_queue(self) -> None:
        port = processes.free_port()
        url = processes.queue_url(port)
        self._start(processes.valkey_order(port), lambda pid: processes.queue_answers(url))
        self.redis_url = url

    def _start(self, order: Order, ready: Callable[[int | None], bool]) -> None:
        link = self._link
        if link is None:
            raise RuntimeError("no keeper")
        try:
            link.start(order)
        except KeeperGone:
            raise BadInput(f"can't start {order.name}: its keeper was killed") from None
        deadline = time.monotonic() + START_SECONDS
        while not ready(link.states[order.name].pid):
            state = link.states[order.name]
            if state.failures or not link.alive:
                raise BadInput(_failure(f"{order.name} did not start ({state.why})", order.name))
            if time.monotonic() > deadline:
                raise BadInput(
                    _failure(f"{order.name} was not ready in {START_SECONDS:.0f} s", order.name)
                )
            time.sleep(0.05)

    def _on_exit(self, name: str, why: str, again_in: float) -> None:
        if not self._closing:
            self._say(f"{name} ended ({why}); starting it again in {again_in:.1f} s")

    def _publish(self, *, ready: bool = True) -> None:
        if self._lock is None:
            return
        state = {
            "ready": ready,
            "token": self.token,
            "pid": os.getpid(),
            "command": " ".join(Path(word).name for word in sys.argv[:2]),
            "redis_url": self.redis_url,
            "worker": "worker" in self.pids,
            "web": self._web.url if self._web is not None else None,
            "web_open": self.web_url is not None,
            "pids": self.pids,
        }
        write_state(data_dir(), state)

    def _close(self) -> None:
        self._closing = True
        try:
            if self._link is not None:
                self._link.close()
        finally:
            processes.ready_marker(self.token).unlink(missing_ok=True)
            if self._lock is not None:
                clear_state(data_dir())
                self._lock.release()


def _failure(what: str, name: str) -> str:
    text = tail(log_path(name))
    return f"{what}; the end of {log_path(name)}:\n{text}" if text else f"{what}; no log was left"


_active: Services | None = None


@contextlib.contextmanager
def running(
    *,
    worker: bool = True,
    web: Web | None = None,
    prepare: Callable[[], object] | None = None,
    say: Say | None = None,
) -> Iterator[Services]:
    """Queue, worker and, with `web`, a place for the web process, for as long as the block runs.

    Joins the services of the data folder when another process runs them, else starts its own and
    stops them at the end, after those who joined have left. Celery in this process talks to that
    queue within the block. `web` reserves an address (BadInput if it is taken, before anything
    starts); `services.open_web()` starts the process. With `web`, a short-lived owner without
    one is waited for. `prepare` runs in an owner before the first process starts, for migrations.
    `say` gets one line for whatever a person should know. Nested calls share the outer services.
    Raises BadInput when a service can't be had.
    """
    global _active
    if _active is not None:
        yield _active
        return
    say = say or _say_on_stderr
    with _ending_on_signals(), contextlib.ExitStack() as stack:
        prepare_folder(data_dir())
        services = _claim(stack, web=web, say=say)
        stack.callback(point_at, str(settings.REDIS_URL))
        stack.callback(services._close)
        if services.joined:
            services._use_owners(worker=_worker_wanted(worker))
        else:
            if web is not None:
                check_port(web)
            if prepare is not None:
                prepare()
            services._start_all(worker=_worker_wanted(worker), web=web)
        _active = services
        try:
            with _plain_queue_errors():
                yield services
            if not services.joined and web is None:
                _wait_for_joined(stack, say)
        finally:
            _active = None


def _worker_wanted(worker: bool) -> bool:
    return worker and not (
        settings.REDIS_URL and os.environ.get("CALIBRANT_WORKER", "") == "external"
    )


def is_served() -> bool:
    """Whether somebody else runs services for the data folder right now."""
    state = read_state(data_dir())
    return state is not None and is_alive(state["pid"])


def _claim(stack: contextlib.ExitStack, *, web: Web | None, say: Say) -> Services:
    """Become the owner of the data folder's services, or a guest of the owner."""
    data = data_dir()
    given = str(settings.REDIS_URL)
    if given and not processes.queue_answers(given):
        where = given.rsplit("@", 1)[-1].removeprefix("redis://")
        raise BadInput(f"REDIS_URL: nothing answers at {where}; start it, or unset REDIS_URL")
    lock, guests = FileLock(data / "calibrant.lock"), FileLock(data / "guests.lock")
    deadline = time.monotonic() + START_SECONDS
    told = False
    while not lock.take():
        state = read_state(data)
        if state is None:
            if time.monotonic() > deadline:
                raise BadInput(
                    f"another process holds {lock.path} and offers no services; "
                    "end it and try again"
                )
        elif _fits(state, given=given, web=web):
            # First be seen as a guest, then look again: the owner may be leaving.
            if guests.take(shared=True):
                again = read_state(data)
                if again is not None and again["token"] == state["token"]:
                    stack.callback(guests.release)
                    return _joined(again, say=say)
                guests.release()
        elif state["ready"] and not told:
            told = True
            say(f"waiting for `{state['command']}` (process {state['pid']}) to end")
        time.sleep(0.1)
    stack.callback(lock.release)
    services = Services(lock=lock, say=say)
    services.redis_url = given
    services._publish(ready=False)
    return services


def _fits(state: dict[str, Any], *, given: str, web: Web | None) -> bool:
    """Whether the services described are up, on the queue we were told to use, with a web."""
    return bool(
        state["ready"]
        and (not given or state["redis_url"] == given)
        and (web is None or state["web"])
    )


def _joined(state: dict[str, Any], *, say: Say) -> Services:
    services = Services(lock=None, say=say)
    services._owner = state
    services.redis_url = str(state["redis_url"])
    services.web_url = state["web"]
    return services


def _wait_for_joined(stack: contextlib.ExitStack, say: Say) -> None:
    """Hold the services until the last guest has left, and let no new one in."""
    guests = FileLock(data_dir() / "guests.lock")
    told = False
    while not guests.take():
        if not told:
            told = True
            say("waiting for other commands that use these services to end")
        time.sleep(0.2)
    stack.callback(guests.release)
    clear_state(data_dir())


def point_at(url: str) -> None:
    """Have Celery in this process use the queue at `url` ('' for none)."""
    broker = url or NO_QUEUE
    settings.CELERY_BROKER_URL = broker
    app.conf.update(broker_url=broker)
    # Celery has no public way to forget pooled connections to the queue used before; this one
    # is what it does in forked children.
    celery: Any = app
    celery._after_fork()


@contextlib.contextmanager
def _plain_queue_errors() -> Iterator[None]:
    try:
        yield
    except (kombu.exceptions.OperationalError, redis.ConnectionError) as error:
        raise BadInput(f"the queue does not answer ({error}); run this again") from error


@contextlib.contextmanager
def _ending_on_signals() -> Iterator[None]:
    """SIGTERM and SIGHUP end the block as Ctrl-C does, so that what was started is stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def leave(signum: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + signum)

    before = {}
    for signum in (signal.SIGTERM, signal.SIGHUP):
        before[signum] = signal.signal(signum, leave)
    try:
        yield
    finally:
        for signum, handler in before.items():
            signal.signal(signum, handler)
