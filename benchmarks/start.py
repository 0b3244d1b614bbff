"""How fast the web process answers its first page, and what each process weighs.

    python -m benchmarks.start [--starts 5] [--work]

`--work` also runs the worked example and gives each process's largest weight on the way.
Weights are resident set sizes as `ps` prints them; pages shared between processes count in each.
"""

import argparse
import http.client
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
BUDGETS = {"start_seconds": 2.0, "web_mb": 150.0, "worker_mb": 400.0}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--starts", type=int, default=5, help="web processes to time")
    parser.add_argument("--work", action="store_true", help="weigh the worked example as well")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
        os.environ["CALIBRANT_DATA"] = folder
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        os.environ.pop("DATABASE_URL", None)
        os.environ.pop("REDIS_URL", None)
        django.setup()
        result: dict[str, object] = {"budgets": BUDGETS}
        result |= idle(options.starts)
    if options.work:
        result["largest_mb_at_work"] = at_work()
    print(json.dumps(result, indent=2))
    return 0


def idle(starts: int) -> dict[str, object]:
    """Start times in seconds and resident MB, with services that have nothing to do."""
    from django.core.management import call_command

    from config import embedded
    from config.embedded.processes import data_dir

    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    with embedded.running(worker=True) as services:
        services_seconds = time.perf_counter() - began
        time.sleep(2)
        weights = weigh(data_dir(), "valkey", "celery", "keeper")
        times, web = [], {}
        for _ in range(starts):
            with web_process(services.redis_url) as (port, since):
                times.append(first_answer(port, "/login/", since))
                for _ in range(50):
                    get(port, "/login/")
                web = weigh(data_dir(), "gunicorn")
    return {
        "web_first_login_page_seconds": {
            "median": round(statistics.median(times), 2),
            "worst": round(max(times), 2),
            "starts": starts,
        },
        "queue_and_worker_ready_seconds": round(services_seconds, 2),
        "resident_mb_idle": weights | web,
    }


@contextmanager
def web_process(url: str) -> Iterator[tuple[int, float]]:
    """The very process that `serve` starts; yields its port and the moment it was started."""
    from config.embedded.processes import Web, free_port, web_order

    port = free_port()
    order = web_order(Web(port=port), url)
    since = time.perf_counter()
    with open(order.log, "ab") as log:
        process = subprocess.Popen(order.argv, env=order.env, cwd=order.cwd, stdout=log, stderr=log)
    try:
        yield port, since
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def first_answer(port: int, path: str, since: float) -> float:
    while time.perf_counter() - since < 60:
        try:
            if get(port, path) == 200:
                return time.perf_counter() - since
        except OSError:
            time.sleep(0.01)
    raise TimeoutError(f"no 200 from {path} in a minute; see the web log")


def get(port: int, path: str) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def at_work() -> dict[str, float]:
    """The largest resident MB of each kind of process while the worked example is built."""
    largest: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
        command = [sys.executable, "manage.py", "demo", "--no-serve"]
        env = os.environ | {"CALIBRANT_DATA": folder}
        demo = subprocess.Popen(
            command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        while demo.poll() is None:
            for name, size in weigh(Path(folder), "valkey", "celery", "demo").items():
                largest[name] = max(size, largest.get(name, 0.0))
            time.sleep(0.2)
        if demo.returncode != 0:
            raise RuntimeError(f"the worked example ended with {demo.returncode}")
    return largest


def weigh(data: Path, *words: str) -> dict[str, float]:
    """Resident MB by kind of process, for those of the data folder; of several the largest."""
    from tests.config.commands import left_over

    pids = [line.split()[0] for line in left_over(data)]
    if not pids:
        return {}
    table = subprocess.run(
        ["ps", "-o", "rss=,args=", "-p", ",".join(pids)],
        check=False,
        capture_output=True,
        text=True,
    ).stdout
    found: dict[str, float] = {}
    for line in table.splitlines():
        size, args = line.split(None, 1)
        for word in words:
            if word in args:
                found[word] = max(round(int(size) / 1024, 1), found.get(word, 0.0))
    return found


if __name__ == "__main__":
    sys.exit(main())
