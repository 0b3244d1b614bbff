"""Opening transcripts in Chromium: first paint, memory, requests, and what is done after.

    python -m benchmarks.transcript [--megabytes 10] [--runs 5] [--json]

Three cases: an ordinary one, one of many thousand steps, and one with a single huge tool result.
The server is the embedded default, one gunicorn process with threads over SQLite. Each run opens
the page in a fresh browser context; the first one of a case also reads it into the server's
memory. Times are from the start of the navigation.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.rating import free_port, serve

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM = [
    "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-quic",
]  # fmt: skip
# What is in the window: the first paint of all, and the largest.
PAINTS = """() => new Promise(resolve => {
  const seen = {};
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen[entry.name || "largest"] = entry.startTime;
  }).observe({type: "paint", buffered: true});
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime;
  }).observe({type: "largest-contentful-paint", buffered: true});
  const navigation = performance.getEntriesByType("navigation")[0];
  setTimeout(() => resolve({
    first: seen["first-contentful-paint"], largest: seen.largest,
    response: navigation.responseStart, loaded: navigation.loadEventEnd,
  }), 200);
})"""


def fill(data: Path, megabytes: float) -> dict[str, Any]:
    environment = os.environ | {"CALIBRANT_DATA": str(data)}
    manage = [sys.executable, str(ROOT / "manage.py")]
    subprocess.run([*manage, "migrate", "-v", "0"], check=True, env=environment)
    run = f"from benchmarks.transcript_study import fill; fill({int(megabytes * 1e6)})"
    done = subprocess.run(
        [*manage, "shell", "-v", "0", "-c", run],
        check=True,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    filled: dict[str, Any] = json.loads(done.stdout)
    return filled


def open_page(browser: Browser, url: str, session: str) -> dict[str, Any]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    page = context.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(url)
    page.wait_for_load_state("networkidle")
    row = {name: round(ms) for name, ms in page.evaluate(PAINTS).items()}
    row["requests"] = len(requests)
    row["page_kb"] = round(len(page.content()) / 1000)
    row["elements"] = page.evaluate("document.querySelectorAll('*').length")
    row["heap_mb"] = heap(page)
    row["last_step"] = timed(page, "G", ".step.at")
    page.keyboard.press("/")
    page.keyboard.type("BR-5")
    row["search"] = timed(page, "Enter", "[data-find-count]:not(:empty)")
    page.wait_for_load_state("networkidle")
    row["heap_after_mb"] = heap(page)
    context.close()
    return row


def timed(page: Page, key: str, selector: str) -> int:
    """Milliseconds from a key to what it brings."""
    begun = time.perf_counter()
    page.keyboard.press(key)
    page.wait_for_selector(selector)
    return round(1000 * (time.perf_counter() - begun))


def heap(page: Page) -> float:
    """Megabytes that script and document take, after rubbish has been collected."""
    client = page.context.new_cdp_session(page)
    client.send("HeapProfiler.collectGarbage")
    client.send("Performance.enable")
    found = client.send("Performance.getMetrics")["metrics"]
    metrics = {metric["name"]: metric["value"] for metric in found}
    client.detach()
    return round(float(metrics["JSHeapUsedSize"]) / 1e6, 1)


def resident_mb(master: int) -> float:
    """Resident memory of the server's largest process."""
    sizes = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
        except OSError:
            continue
        if int(fields["PPid"]) == master and "VmRSS" in fields:
            sizes.append(int(fields["VmRSS"].split()[0]) / 1000)
    return round(max(sizes), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=float, default=10)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="calibrant-bench-") as folder:
        filled = fill(Path(folder), options.megabytes)
        port = free_port()
        server = serve(Path(folder), port, 1, 4)
        try:
            results = measure(f"http://127.0.0.1:{port}", filled, options.runs, server.pid)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=20)
    if options.json:
        print(json.dumps({"load": os.getloadavg(), "results": results}, indent=2))
        return
    for row in results:
        print(row.pop("case"))
        for name, figure in row.items():
            print(f"  {name:<16}{figure}")
    print(f"load averages at the end: {os.getloadavg()}")


def measure(address: str, filled: dict[str, Any], runs: int, server: int) -> list[dict[str, Any]]:
    results = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CALIBRANT_CHROMIUM", "/usr/bin/chromium"), args=CHROMIUM
        )
        for name, page in filled["pages"].items():
            url = address + page["address"]
            rows = [open_page(browser, url, filled["session"]) for _ in range(runs)]
            row = {"case": name, "json_mb": round(page["megabytes"], 2), "steps": page["steps"]}
            row["first_paint_cold"] = rows[0]["first"]
            for figure in rows[0]:
                row[figure] = round(statistics.median(one[figure] for one in rows), 1)
            row["first_paint_worst"] = max(one["first"] for one in rows)
            row["server_mb"] = resident_mb(server)
            results.append(row)
        browser.close()
    return results


if __name__ == "__main__":
    main()
