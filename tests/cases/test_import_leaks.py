"""Nothing private of a source is ever written: not to the database, the queue, or the logs."""

import json
import logging
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from cases.import_plans import ImportOptions
from cases.importing import import_sessions
from cases.models import Study
from tests.cases.private_strings import KEPT, fuller_store, private_strings, strings_in

ROOT = Path(__file__).parents[2]

THROUGH_THE_QUEUE = """
import sys, time
from cases.importing import queue_import
from cases.models import ImportRun, Study
from config import embedded
with embedded.running(worker=True) as services:
    run = queue_import(
        study=Study.objects.get(slug="s"), source_uri=sys.argv[-1], app_name="refund_support"
    )
    for _ in range(600):
        services.check()
        run.refresh_from_db()
        if run.state in ("finished", "failed"):
            break
        time.sleep(0.2)
print(run.state, run.message)
"""


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return fuller_store(tmp_path / "sessions.db")


def test_all_that_is_listed_stands_in_the_source(store: Path) -> None:
    """Else the tests below could not fail."""
    assert set(private_strings()) - set(strings_in(store.read_bytes())) == set()


def test_no_row_and_no_log_line_holds_anything_private(
    study: Study, store: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for app in ("refund_support", "warranty_desk"):
        import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=app)
    rows = b"".join(_every_value())
    assert b"BR-204417" in rows
    assert strings_in(rows) == []
    out, err = capfd.readouterr()
    assert strings_in((caplog.text + out + err).encode()) == []


def test_labels_that_are_private_are_withheld_wherever_they_are_kept(
    study: Study, store: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Strata, whose labels are any key of a state, and what an agent's version and model say."""
    state = {"intent": "Jeremiah Blunderstone", "outcome": "07700900999", "buyer": "Blunderstone"}
    state |= {"agent_version": "build of jeremiah.b@example.com"}
    with sqlite3.connect(store) as rows:
        rows.execute("UPDATE sessions SET state = ?", (json.dumps(state),))
        rows.execute(
            "UPDATE events SET event_data = json_set(event_data, '$.model_version', ?)",
            ("tuned by jeremiah.b@example.com",),
        )
    rows.close()
    options = ImportOptions(stratify=["intent", "outcome", "buyer"])
    run = import_sessions(
        study=study, source_uri=f"sqlite:///{store}", app_name="refund_support", options=options
    )
    labels = {"intent": "withheld", "outcome": "withheld", "buyer": "withheld"}
    assert [row | labels for row in run.strata] == run.strata
    case = run.cases.latest("pk")
    assert case.strata == labels
    assert case.agent_version is not None
    assert (case.agent_version.label, case.agent_version.model) == ("withheld", "withheld")
    kept = b"".join(_every_value()) + caplog.text.encode()
    assert [part for part in (b"lunderstone", b"07700900999", b"jeremiah") if part in kept] == []


def _every_value() -> list[bytes]:
    values: list[bytes] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            values += [str(value).encode() for row in cursor for value in row]
    return values


def _manage(data: Path, *words: str) -> bytes:
    """Run manage.py on a data folder of its own; returns all that it said."""
    environment = os.environ | {
        "CALIBRANT_DATA": str(data),
        "DATABASE_URL": "",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "DEBUG",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True
    )
    assert done.returncode == 0, done.stderr.decode()[-2_000:]
    return done.stdout + done.stderr


def _prepare(data: Path) -> bytes:
    making = "from tests.make import make_study; make_study('s')"
    return _manage(data, "migrate", "-v0") + _manage(data, "shell", "-v0", "-c", making)


def _files(data: Path) -> bytes:
    return b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())


@pytest.mark.slow
def test_no_file_of_a_command_line_import_holds_anything_private(
    store: Path, tmp_path: Path
) -> None:
    """As an admin runs it: database file, write-ahead log and everything beside them."""
    data = tmp_path / "data"
    said = _prepare(data)
    where = ["--source", f"sqlite:///{store}", "--study", "s"]
    said += _manage(data, "import_cases", *where, "--app", "refund_support", "--json")
    said += _manage(data, "import_cases", *where, "--app", "warranty_desk")
    said += _manage(data, "import_cases", *where, "--app", "refund_support", "--sample", "9")
    content = _files(data)
    assert all(text.encode() in content for text in KEPT)
    assert strings_in(content) == []
    assert strings_in(said) == []


@pytest.mark.services
@pytest.mark.embedded
@pytest.mark.slow
def test_no_file_of_an_import_through_the_queue_holds_anything_private(
    store: Path, tmp_path: Path
) -> None:
    """As a page starts it: a worker imports, and the queue keeps a file as well."""
    data = tmp_path / "data"
    said = _prepare(data)
    script = f"import sys; sys.argv.append('sqlite:///{store}')\n" + THROUGH_THE_QUEUE
    said += _manage(data, "shell", "-v0", "-c", script)
    assert b"finished" in said
    content = _files(data)
    assert b"cases.tasks.run_import" in content  # the queue's file is among them
    assert all(text.encode() in content for text in KEPT)
    assert strings_in(content) == []
    assert strings_in(said) == []
