"""Raters at real servers that are killed under them: nothing lost, doubled or overwritten.

Each rater is a browser without script: it posts forms over HTTP and sends again what it got no
answer to. Meanwhile web processes are killed in the middle of requests, leases run out, raters
skip and opt out, and the overlap is raised.
"""

import contextlib
import http.client
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from cases.models import Person, Study
from config.embedded.processes import free_port
from raters.leases import return_expired
from raters.models import Assignment, Label, Rating, Slot
from raters.overlap import extend_overlap
from tests.make import join, make_gold, make_person, make_slots, make_study

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).resolve().parent.parent.parent
POSTGRES = connection.vendor == "postgresql"
RATERS, ITEMS, OVERLAP = (50, 30, 4) if POSTGRES else (10, 20, 3)
WORKERS = 3
# By what is done, not by the clock: on a busy machine a new process would get nowhere.
RATINGS_BETWEEN_KILLS = 6
# A rater sends again for as long as that, however busy the machine is.
PATIENCE_SECONDS = 180


def database_url() -> str:
    entry = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{entry['NAME']}"
    login = f"{entry['USER']}:{entry['PASSWORD']}@{entry['HOST']}:{entry['PORT']}"
    return f"postgresql://{login}/{entry['NAME']}"


@dataclass
class Servers:
    """gunicorn with several web processes on one port."""

    port: int
    process: subprocess.Popen[bytes]
    killed: int = 0

    def children(self) -> list[int]:
        found = []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                state, parent, *_ = stat.read_text().rpartition(")")[2].split()
                if int(parent) == self.process.pid and state != "Z":
                    found.append(int(stat.parent.name))
        return found

    def kill_one(self, dice: random.Random) -> None:
        """As `kill -9` does: no handler runs, and gunicorn starts another."""
        children = self.children()
        if len(children) > 1:
            with contextlib.suppress(ProcessLookupError):
                os.kill(dice.choice(children), signal.SIGKILL)
                self.killed += 1


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    port = free_port()
    argv = [sys.executable, "-m", "gunicorn", "tests.raters.warm_wsgi:application", "--preload"]
    argv += [f"--workers={WORKERS}", "--worker-class=gthread", "--threads=4"]
    argv += [f"--bind=127.0.0.1:{port}", "--no-control-socket", "--log-level=critical"]
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": database_url(),
        # The key that sessions are signed with.
        "CALIBRANT_DATA": str(settings.DATA_DIR),
    }
    with open(tmp_path / "gunicorn.log", "wb") as log:
        process = subprocess.Popen(argv, cwd=ROOT, env=environment, stdout=log, stderr=log)
    servers = Servers(port, process)
    try:
        started = time.monotonic()
        while len(servers.children()) < WORKERS:
            assert process.poll() is None, (tmp_path / "gunicorn.log").read_text()
            assert time.monotonic() - started < 60
            time.sleep(0.1)
        yield servers
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=15)


@dataclass
class Sent:
    """What one rater sent, by submit key: the value chosen, and what was saved for certain."""

    chosen: dict[str, str] = field(default_factory=dict)
    saved: set[str] = field(default_factory=set)


class Browser:
    def __init__(self, port: int, study: Study, rater: Person, seed: int) -> None:
        client = Client()
        client.force_login(rater)
        self.cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        self.port, self.start = port, f"/rate/{study.slug}/"
        self.dice = random.Random(seed)
        self.sent = Sent()
        self.token = ""
        self.deadline = time.monotonic() + PATIENCE_SECONDS
        self.open: http.client.HTTPConnection | None = None

    def ask(self, method: str, url: str, body: str | None = None) -> tuple[int, str, str]:
        """Status, Location and text; asked again until some server answers."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        while True:
            assert time.monotonic() < self.deadline, "no end in sight"
            try:
                if self.open is None:
                    self.open = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
                self.open.request(method, url, body, headers)
                response = self.open.getresponse()
                text = response.read().decode()
            except (OSError, http.client.HTTPException):
                if self.open is not None:
                    self.open.close()
                self.open = None
                time.sleep(0.05)
                continue
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.partition("=")
                    self.cookies[key] = rest.split(";")[0]
            return response.status, response.getheader("Location") or "", text

    def work(self) -> Sent:
        """Rate until there is nothing left."""
        try:
            return self._work()
        finally:
            if self.open is not None:
                self.open.close()

    def _work(self) -> Sent:
        while True:
            status, url, text = self.ask("GET", self.start)
            if status == 302:
                self.rate(url)
            elif "rated everything there is for you" in text:
                return self.sent
            else:
                assert "Nothing to rate just now" in text, text[:2000]
                time.sleep(self.dice.uniform(0.5, 1.5))

    def rate(self, url: str) -> None:
        if not self.token:
            _, _, page = self.ask("GET", url)
            found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
            assert found is not None, page[:2000]
            self.token = found[1]
        key, value = str(uuid.uuid4()), self.dice.choice(["PASS", "FAIL"])
        lot = self.dice.random()
        action = "skip" if lot < 0.04 else "opt_out" if lot < 0.06 else "submit"
        body = {
            "csrfmiddlewaretoken": self.token,
            "submit_key": key,
            "base_revision": "0",
            "active_ms": "1000",
            "action": action,
            "skip_reason": "other",
            "skip_note": "dice",
            "correct_amount-answer": f"level:{value}",
            "grounded-answer": f"level:{value}",
        }
        if action == "submit":
            self.sent.chosen[key] = value
        for _ in range(1 + (self.dice.random() < 0.1)):  # now and then a double click
            status, _, text = self.ask("POST", url, urlencode(body))
            if status == 302:
                if action == "submit":
                    self.sent.saved.add(key)
                continue
            # The lease ran out and its place is gone: what was typed stays, and does not count.
            assert status == 422, (status, text[:2000])
            assert "somebody else has taken it" in text or "already" in text, text[:4000]
            return


def test_no_label_is_lost_doubled_or_overwritten(servers: Servers) -> None:
    study = make_study(overlap=OVERLAP, gold_share=0.1, gold_misses=0)
    items = make_slots(study, ITEMS)
    make_gold(study, 4)
    now = timezone.now()
    people = [join(make_person(), study, "rater", guidelines_read_at=now) for _ in range(RATERS)]
    browsers = [Browser(servers.port, study, one, seed) for seed, one in enumerate(people)]
    done = threading.Event()
    with ThreadPoolExecutor(RATERS + 1) as pool:
        trouble = pool.submit(_with_own_connection, lambda: _make_trouble(study, servers, done))
        work = [pool.submit(browser.work) for browser in browsers]
        try:
            sent = [one.result() for one in work]
        finally:
            done.set()
        trouble.result()
    assert servers.killed >= 3
    study.refresh_from_db()
    assert study.overlap == OVERLAP + 1, "the overlap was raised on the way"

    finished = Assignment.objects.finished().filter(item__study=study)
    ordinary = finished.filter(item__purpose="ordinary")
    counts = Counter(ordinary.values_list("item", flat=True))
    assert counts == {item.pk: study.overlap for item in items}, "every item at its overlap"
    assert set(Slot.objects.values_list("state", flat=True)) == {"filled"}
    slots = Slot.objects.values_list("pk", flat=True)
    assert sorted(ordinary.values_list("slot", flat=True)) == sorted(slots)
    assert max(Counter(finished.values_list("item", "rater")).values()) == 1

    chosen = {key: value for one in sent for key, value in one.chosen.items()}
    saved = {key for one in sent for key in one.saved}
    ratings = Rating.objects.filter(outcome="rated")
    kept = {str(key) for key in ratings.values_list("submit_key", flat=True)}
    assert saved <= kept, "what a rater was told is saved is there"
    assert kept <= set(chosen), "and nothing that nobody sent"
    assert ratings.count() == finished.count() == len(kept)
    labels = list(Label.objects.values_list("rating__submit_key", "criterion", "value"))
    assert len(labels) == 2 * len(kept)
    assert {(str(key), value) for key, _, value in labels} == {(k, chosen[k]) for k in kept}


def _with_own_connection(job: Callable[[], None]) -> None:
    try:
        job()
    finally:
        connection.close()


def _make_trouble(study: Study, servers: Servers, done: threading.Event) -> None:
    """Kill web processes, let leases run out and raise the overlap, until `done`."""
    dice = random.Random(7)
    extended, next_kill = False, RATINGS_BETWEEN_KILLS
    while not done.wait(0.1):
        rated = Rating.objects.count()
        if rated >= next_kill:
            servers.kill_one(dice)
            next_kill = rated + RATINGS_BETWEEN_KILLS
        leases = list(Assignment.objects.filter(state="leased").values_list("pk", flat=True))
        if dice.random() < 0.3:
            late = dice.sample(leases, k=min(2, len(leases)))
            past = timezone.now() - timedelta(seconds=1)
            Assignment.objects.filter(pk__in=late, state="leased").update(expires_at=past)
            return_expired(now=timezone.now(), study=study)
        if not extended and rated > ITEMS:
            extend_overlap(study=study, overlap=OVERLAP + 1, actor=None)
            extended = True
