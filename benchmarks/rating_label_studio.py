"""Fetch-next + submit in Label Studio and submit + next here, one after the other in one run.

    python -m venv ELSEWHERE; ELSEWHERE/bin/pip install label-studio==1.23.0 gunicorn
    python -m benchmarks.rating_label_studio --python ELSEWHERE/bin/python [--items 1000]

Both are served by one gunicorn process with four threads over SQLite and asked over real HTTP by
threads of this process, without a pause; both have the same number of items, of annotators and of
questions with two answers, and texts of like length. Label Studio runs as it comes, in a folder of
its own. A rating there is what its page sends: the next task, then the annotation. The two take
turns twice, so that a busy moment of the machine does not fall on one alone.
"""

import argparse
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks import rating

RATERS = 8
ROUNDS = 2
_START = """
import os, sys
sys.path.insert(0, os.path.dirname(__import__("label_studio").__file__))
os.environ["DJANGO_SETTINGS_MODULE"] = "core.settings.label_studio"
import django
django.setup()
"""
_FILL = (
    _START
    + """
import json, time
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command
call_command("migrate", verbosity=0)
from organizations.models import Organization
from projects.models import Project
from tasks.models import Task
from users.models import User
raters, items, questions, overlap = map(int, sys.argv[1:])
Store = import_module(settings.SESSION_ENGINE).SessionStore
owner = User.objects.create_user(email="owner@example.org", password="x" * 12)
group = Organization.create_organization(created_by=owner, title="Bench")
choices = "".join(
    f'<Choices name="q{n}" toName="text"><Choice value="PASS"/><Choice value="FAIL"/></Choices>'
    for n in range(questions)
)
project = Project.objects.create(
    title="Bench", created_by=owner, organization=group, maximum_annotations=overlap,
    label_config=f'<View><Text name="text" value="$text"/>{choices}</View>', is_published=True,
)
text = "I have looked at your order and at what our policy says about damaged goods. " * 25
Task.objects.bulk_create(
    Task(project=project, data={"text": f"BR-{n} {text}"}, overlap=overlap) for n in range(items)
)
sessions = []
for n in range(raters):
    person = User.objects.create_user(email=f"rater{n}@example.org", password="x" * 12)
    group.add_user(person)
    person.active_organization = group
    person.save()
    store = Store()
    store[SESSION_KEY] = str(person.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = person.get_session_auth_hash()
    store["last_login"] = time.time()
    store.save()
    sessions.append(store.session_key)
print("FILLED" + json.dumps({"project": project.pk, "sessions": sessions}))
"""
)
_WSGI = (
    _START
    + """
from django.core.wsgi import get_wsgi_application
application = get_wsgi_application()
"""
)


class Annotator:
    """One annotator's browser in Label Studio."""

    def __init__(self, port: int, project: int, session: str) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        self.failures = 0
        self.next = f"/api/projects/{project}/next"
        self.cookie = f"sessionid={session}; csrftoken={'a' * 32}"

    def _send(self, method: str, url: str, body: Any = None) -> tuple[int, Any]:
        """Again where the server failed, as with eight writers its SQLite now and then does."""
        headers = {"Cookie": self.cookie, "X-CSRFToken": "a" * 32}
        headers |= {"Content-Type": "application/json", "Host": "127.0.0.1"}
        while True:
            self.connection.request(method, url, json.dumps(body) if body else None, headers)
            response = self.connection.getresponse()
            text = response.read()
            if response.status < 500:
                return response.status, json.loads(text) if text else None
            self.failures += 1

    def submit(self) -> bool:
        status, task = self._send("GET", self.next)
        if status == 404:
            return False
        assert status == 200, (status, task)
        names = [f"q{n}" for n in range(rating.QUESTIONS)]
        result = [
            {
                "from_name": name,
                "to_name": "text",
                "type": "choices",
                "value": {"choices": ["PASS"]},
            }
            for name in names
        ]
        body = {"result": result, "lead_time": 60}
        status, answer = self._send("POST", f"/api/tasks/{task['id']}/annotations", body)
        assert status == 201, (status, answer)
        return True


def measure(people: list[Any], seconds: float) -> dict[str, float]:
    """Ratings a second of all of `people`, and the 95th percentile of one, in milliseconds."""
    latencies: list[float] = []
    lock = threading.Lock()

    def work(person: Any) -> None:
        person.connection.close()  # (the server has, while the other was measured)
        person.submit()
        end = time.perf_counter() + seconds
        mine = []
        while (begun := time.perf_counter()) < end and person.submit():
            mine.append(time.perf_counter() - begun)
        with lock:
            latencies.extend(mine)

    with ThreadPoolExecutor(len(people)) as pool:
        list(pool.map(work, people))
    latencies.sort()
    return {
        "per_second": len(latencies) / seconds,
        "p95_ms": 1000 * latencies[int(0.95 * len(latencies))],
    }


@contextmanager
def label_studio(python: str, folder: Path, items: int, overlap: int) -> Iterator[list[Annotator]]:
    env = os.environ | {"LABEL_STUDIO_BASE_DATA_DIR": str(folder), "COLLECT_ANALYTICS": "false"}
    env |= {"SENTRY_DSN": "", "FRONTEND_SENTRY_DSN": "", "LATEST_VERSION_CHECK": "false"}
    env = {name: value for name, value in env.items() if name != "DJANGO_SETTINGS_MODULE"}
    counts = [str(number) for number in (RATERS, items, rating.QUESTIONS, overlap)]
    (folder / "fill.py").write_text(_FILL)
    (folder / "bench_wsgi.py").write_text(_WSGI)
    done = subprocess.run(
        [python, "fill.py", *counts],
        cwd=folder,
        env=env,
        check=True,
        text=True,
        capture_output=True,
    )
    filled = json.loads(re.findall(r"^FILLED(.*)$", done.stdout, re.MULTILINE)[0])
    port = rating.free_port()
    argv = [python, "-m", "gunicorn", "bench_wsgi:application", "--workers=1", "--threads=4"]
    argv += ["--worker-class=gthread", f"--bind=127.0.0.1:{port}", "--log-level=error"]
    with _server(argv, folder, env, port):
        yield [Annotator(port, filled["project"], session) for session in filled["sessions"]]


@contextmanager
def calibrant(folder: Path, items: int, overlap: int) -> Iterator[list[rating.Rater]]:
    study = rating.prepare(folder, items, RATERS, overlap)
    slug, sessions = str(study["slug"]), study["sessions"]
    assert isinstance(sessions, list)
    port = rating.free_port()
    server = rating.serve(folder, port, workers=1, threads=4)
    try:
        yield [rating.Rater(port, slug, session) for session in sessions]
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=20)


@contextmanager
def _server(argv: list[str], folder: Path, env: dict[str, str], port: int) -> Iterator[None]:
    log = (folder / "server.log").open("wb")
    server = subprocess.Popen(argv, cwd=folder, env=env, stdout=log, stderr=log)
    try:
        for _ in range(1200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)
        log.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="of an environment with label-studio")
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--overlap", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=10)
    options = parser.parse_args()
    rows: dict[str, list[dict[str, float]]] = {"Label Studio": [], "Calibrant": []}
    with (
        tempfile.TemporaryDirectory(prefix="calibrant-bench-") as theirs,
        tempfile.TemporaryDirectory(prefix="calibrant-bench-") as ours,
        label_studio(options.python, Path(theirs), options.items, options.overlap) as annotators,
        calibrant(Path(ours), options.items, options.overlap) as raters,
    ):
        sides: list[tuple[str, Callable[[], dict[str, float]]]] = [
            ("Label Studio", lambda: measure(list(annotators), options.seconds)),
            ("Calibrant", lambda: measure(list(raters), options.seconds)),
        ]
        for _ in range(ROUNDS):
            for name, run in sides:
                rows[name].append(run())
        failures = sum(annotator.failures for annotator in annotators)
    print("               ratings/s           p95 ms")
    for name, runs in rows.items():
        speeds = " ".join(f"{run['per_second']:8.1f}" for run in runs)
        slow = " ".join(f"{run['p95_ms']:8.0f}" for run in runs)
        print(f"{name:13}{speeds}  {slow}")
    print(f"Label Studio answered {failures} requests with a server error; they were sent again")
    pairs = zip(rows["Calibrant"], rows["Label Studio"], strict=True)
    ratios = [ours["per_second"] / theirs["per_second"] for ours, theirs in pairs]
    print("Calibrant ÷ Label Studio:", " ".join(f"{ratio:.1f}" for ratio in ratios))


if __name__ == "__main__":
    main()
