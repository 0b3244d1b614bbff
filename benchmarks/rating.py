"""Submit + next item over real HTTP: ratings per second and latency, by raters and study size.

    python benchmarks/rating.py [--items 1000,20000] [--raters 1,8] [--seconds 20] [--json]

Each size gets a data folder of its own with a study of that many items (plus one gold item in
twenty), a transcript of about 2 kB each and four questions. The server is the embedded default:
one gunicorn process with threads over SQLite. The raters are threads of this process, which
knows no Django: each sends its form as the page's script would, reads the next item out of the
answer, and sends again without a pause.
"""

import argparse
import contextlib
import http.client
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
# What Label Studio 1.23 did with fetch-next + submit on a machine like this one (two cores,
# SQLite, eight annotators). Quoted, not run here.
REFERENCE_PER_SECOND = 3.7
REFERENCE_P95_MS = 3900
QUESTIONS = 4


class Rater:
    """One rater's browser, as far as the server can tell."""

    def __init__(self, port: int, slug: str, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.cookies = {"sessionid": session}
        self.latencies: list[float] = []
        self.page = self._follow(f"/rate/{slug}/")

    def _send(self, method: str, url: str, body: str = "", **headers: str) -> tuple[int, str, str]:
        headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        self.connection.request(method, url, body or None, headers)
        response = self.connection.getresponse()
        text = response.read().decode()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.split(";")[0]
        return response.status, response.getheader("Location", ""), text

    def _follow(self, url: str) -> str:
        status, location, text = self._send("GET", url)
        while status == 302:
            status, location, text = self._send("GET", location)
        assert status == 200, (status, text[:400])
        return text

    def submit(self) -> bool:
        """Send the form of the item in hand; False when there is none left."""
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', self.page))
        action = re.search(r'<form id="rating"[^>]* action="([^"]+)"', self.page)
        if action is None:
            return False
        body = {
            "csrfmiddlewaretoken": fields["csrfmiddlewaretoken"],
            "submit_key": fields["submit_key"],
            "base_revision": "0",
            "active_ms": "60000",
            "action": "submit",
        }
        for name in re.findall(r'name="([\w-]+)-answer" value="level:PASS"', self.page):
            body[f"{name}-answer"] = "level:PASS"
        begun = time.perf_counter()
        status, _, self.page = self._send(
            "POST",
            action[1],
            urlencode(body),
            **{"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"},
        )
        self.latencies.append(time.perf_counter() - begun)
        assert status == 200, (status, self.page[:400])
        return True


def measure(port: int, slug: str, sessions: list[str], seconds: float) -> dict[str, float]:
    latencies: list[float] = []
    dry = threading.Event()
    ready = threading.Barrier(len(sessions) + 1)

    def work(session: str) -> None:
        try:
            rater = Rater(port, slug, session)
            for _ in range(5):
                rater.submit()
            rater.latencies.clear()
            ready.wait(timeout=60)
            end = time.perf_counter() + seconds
            # A small study may be done before the time is up.
            while time.perf_counter() < end and not dry.is_set():
                if not rater.submit():
                    dry.set()
            latencies.extend(rater.latencies)
        except Exception:
            ready.abort()
            raise

    with ThreadPoolExecutor(len(sessions)) as pool:
        raters = [pool.submit(work, session) for session in sessions]
        with contextlib.suppress(threading.BrokenBarrierError):
            ready.wait(timeout=60)
        begun = time.perf_counter()
        problems = [error for rater in raters if (error := rater.exception()) is not None]
        took = time.perf_counter() - begun
    # One rater's failure breaks the barrier for the others: raise the cause, not that.
    for error in sorted(problems, key=lambda e: isinstance(e, threading.BrokenBarrierError)):
        raise error
    cuts = statistics.quantiles(latencies, n=100)
    return {
        "ratings": len(latencies),
        "per_second": round(len(latencies) / took, 1),
        "p50_ms": round(1000 * cuts[49], 1),
        "p95_ms": round(1000 * cuts[94], 1),
        "p99_ms": round(1000 * cuts[98], 1),
    }


def cpu_seconds(master: int) -> float:
    """Processor time that the server's processes have used so far."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == master or int(fields[1]) == master:
                ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def prepare(data: Path, items: int, raters: int, overlap: int) -> dict[str, object]:
    """Migrate and fill a data folder in a process of its own."""
    environment = os.environ | {"CALIBRANT_DATA": str(data)}
    run = [sys.executable, str(ROOT / "manage.py"), "migrate", "-v", "0"]
    subprocess.run(run, check=True, env=environment)
    fill = f"from benchmarks.rating_study import fill; fill({items}, {raters}, {overlap})"
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "shell", "-v", "0", "-c", fill],
        check=True,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    study: dict[str, object] = json.loads(done.stdout)
    return study


def serve(data: Path, port: int, workers: int, threads: int) -> subprocess.Popen[bytes]:
    argv = [sys.executable, "-m", "gunicorn", "config.wsgi:application", f"--workers={workers}"]
    argv += ["--worker-class=gthread", f"--threads={threads}", f"--bind=127.0.0.1:{port}"]
    argv += ["--keep-alive=5", "--no-control-socket", "--log-level=warning"]
    environment = os.environ | {"CALIBRANT_DATA": str(data)}
    server = subprocess.Popen(argv, env=environment, cwd=ROOT)
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return server
        except OSError:
            time.sleep(0.05)
    server.kill()
    raise RuntimeError("the server did not start")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--items", default="1000,20000")
    parser.add_argument("--raters", default="1,8")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--overlap", type=int, default=12, help="raters an item")
    parser.add_argument("--workers", type=int, default=1, help="web processes")
    parser.add_argument("--threads", type=int, default=4, help="threads of each web process")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    counts = [int(word) for word in options.raters.split(",")]
    results = []
    for items in (int(word) for word in options.items.split(",")):
        with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
            results += bench(Path(folder), items, counts, options)
    if options.json:
        print(json.dumps({"load": os.getloadavg(), "results": results}, indent=2))
        return
    print("  items raters   per s  p50 ms  p95 ms  p99 ms  cpu ms queries  x reference")
    for row in results:
        ratio = row["per_second"] / REFERENCE_PER_SECOND
        figures = [row[name] for name in ("items", "raters", "per_second", "p50_ms", "p95_ms")]
        figures += [row[name] for name in ("p99_ms", "cpu_ms", "queries")]
        print(*(f"{figure:>7}" for figure in figures), f"{ratio:>12.0f}")
    print(f"load averages at the end: {os.getloadavg()}")


def bench(
    folder: Path, items: int, counts: list[int], options: argparse.Namespace
) -> list[dict[str, float]]:
    study = prepare(folder, items, sum(counts), options.overlap)
    slug, sessions, queries = str(study["slug"]), study["sessions"], study["queries"]
    assert isinstance(sessions, list)
    assert isinstance(queries, int)
    port = free_port()
    server = serve(folder, port, options.workers, options.threads)
    try:
        rows = []
        for count in counts:
            fresh, sessions = sessions[:count], sessions[count:]
            used = cpu_seconds(server.pid)
            row = measure(port, slug, fresh, options.seconds)
            used = cpu_seconds(server.pid) - used
            row["cpu_ms"] = round(1000 * used / row["ratings"], 1)
            rows.append({"items": items, "raters": count, "queries": queries, **row})
        return rows
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


if __name__ == "__main__":
    main()
