"""However and whenever the worked example is killed, nothing stays and the next run completes."""

import json
import random
import shutil
import signal
import sqlite3
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from calibration.management.commands.demo import FEWEST
from config.embedded.processes import free_port
from tests.config.commands import MANAGE, Command, assert_nothing_left, left_over, wait_for

pytestmark = [pytest.mark.services, pytest.mark.slow, pytest.mark.embedded]

DEMO = [*MANAGE, "demo", "--no-serve", "--json", f"--sessions={FEWEST}"]
MAKE = ["make", "demo", f"ARGS=--no-serve --sessions={FEWEST}"]
# So many sessions take 20 to 40 s on two cores; these fall before, among and after the steps.
LATEST = 20.0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_killed_at_any_moment_it_leaves_nothing_and_completes_next_time(data: Path) -> None:
    seed = random.randrange(10_000)
    print(f"seed {seed}")
    draw = random.Random(seed)
    blows = [
        (DEMO, signal.SIGTERM),
        (DEMO, signal.SIGINT),
        (DEMO, signal.SIGKILL),
        (MAKE, signal.SIGKILL),
        (MAKE, signal.SIGTERM),
    ]
    draw.shuffle(blows)
    for command, signum in blows:
        with Command(command, data) as demo:
            moment = draw.uniform(0.2, LATEST)
            print(f"{command[0]} {signum.name} after {moment:.1f} s")
            until = time.monotonic() + moment
            while time.monotonic() < until and not demo.ended:
                time.sleep(0.05)
            demo.process.send_signal(signum)
            demo.process.wait(15)
            # SIGTERM ends make at once, while what it started stops in order.
            assert_nothing_left(data, within=30)

    with Command(DEMO, data) as demo:
        assert demo.process.wait(180) == 0, demo.text
        result = json.loads(demo.text[demo.text.index("\n{") :])
    assert len(result["criteria"]) == 4
    assert all(found["kappa"] is not None for found in result["criteria"].values())
    assert_nothing_left(data, within=5)


def test_killed_inside_the_import_it_goes_on_with_it_at_once(data: Path) -> None:
    """Seen in the database rather than by the clock: some sessions are in, others are not."""
    with Command(DEMO, data) as demo:
        wait_for("the import's first cases", lambda: cases(data) > 0 or demo.ended, 120)
        demo.process.kill()
        demo.process.wait()
        assert_nothing_left(data, within=30)
    [(killed, claimed_until)] = query(data, "SELECT state, claimed_until FROM cases_importrun")
    assert (killed, claimed_until is None) == ("running", False)
    before = cases(data)

    with Command(DEMO, data) as demo:
        imported = demo.wait_for_text(r"Import +(\d+) cases, redacted", seconds=180)
        assert demo.end(signal.SIGTERM, within=30) != 0
        assert_nothing_left(data, within=30)
    items = query(data, "SELECT count(*) FROM cases_item WHERE kind = 'absolute'")
    assert imported[1] == str(items[0][0]) == str(cases(data))
    assert before < cases(data) == FEWEST
    states = query(data, "SELECT state FROM cases_importrun ORDER BY id")
    assert states == [("cancelled",), ("finished",)]


def cases(data: Path) -> int:
    try:
        return int(query(data, "SELECT count(*) FROM cases_case")[0][0])
    except sqlite3.OperationalError:
        # Not made yet, or being made.
        return 0


def query(data: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(f"file:{data}/calibrant.sqlite3?mode=ro", uri=True)) as db:
        return db.execute(sql).fetchall()


@pytest.mark.skipif(shutil.which("make") is None, reason="kills make")
def test_a_killed_make_takes_the_served_example_down(data: Path) -> None:
    port = free_port()
    with Command(["make", "serve", f"ARGS=--port {port}"], data) as make:
        address = make.wait_for_text(r"runs at (http://\S+)").group(1)
        with urllib.request.urlopen(f"{address}healthz", timeout=10) as answer:  # noqa: S310
            assert answer.status == 200
        assert len(left_over(data)) >= 8
        make.process.kill()
        make.process.wait()
        assert_nothing_left(data, within=30)
