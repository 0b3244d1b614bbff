"""However and whenever the worked example is killed, nothing stays and the next run completes."""

import json
import random
import shutil
import signal
import time
import urllib.request
from pathlib import Path

import pytest

from config.embedded.processes import free_port
from tests.config.commands import MANAGE, Command, assert_nothing_left, left_over

pytestmark = [pytest.mark.services, pytest.mark.slow]

DEMO = [*MANAGE, "demo", "--no-serve", "--json"]
MAKE = ["make", "demo", "ARGS=--no-serve"]
# The whole example takes about 40 s on two cores; these fall before, among and after its steps.
LATEST = 30.0


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
