"""That no byte of somebody else's SQLite file changes, however it is being written."""

import gc
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cases.errors import BadInput
from cases.sources import SessionKey, open_store
from cases.sources.sqlite import SqliteStore

FIXTURE = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"
KEY = SessionKey("refund_support", "u-1001", "s-dmg-lamp")
# SQLite shares what it knows of a file within a process, so the agent is another one.
AGENT = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("PRAGMA journal_mode = WAL")
for line in sys.stdin:
    db.execute(line)
    print("done", flush=True)
"""
# ADK's own service opens its store anew for every event, and is the last to close it each time.
HASTY = """
import sqlite3, sys
for number in range(int(sys.argv[2])):
    db = sqlite3.connect(sys.argv[1], timeout=60)
    db.execute("INSERT INTO events SELECT ?, app_name, user_id, session_id, invocation_id,"
               " timestamp, event_data FROM events LIMIT 1", (f"hasty {number}",))
    db.commit()
    db.close()
"""


class Agent:
    """A process that has a store in WAL mode open and writes what it is told to."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", AGENT, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def write(self, statement: str) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{statement}\n")
        self.process.stdin.flush()
        assert self.process.stdout.readline() == "done\n"

    def add_event(self, number: int) -> None:
        self.write(
            "INSERT INTO events SELECT 'new' || " + str(number) + ", app_name, user_id, session_id,"
            " invocation_id, timestamp, event_data FROM events LIMIT 1"
        )

    def end(self, *, killed: bool = False) -> None:
        if killed:
            self.process.kill()
        self.process.communicate()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(shutil.copy(FIXTURE, tmp_path / "session.db"))


@pytest.fixture
def agent(path: Path) -> Iterator[Agent]:
    agent = Agent(path)
    agent.add_event(0)
    yield agent
    if agent.process.poll() is None:
        agent.end()


def snapshot(path: Path) -> dict[str, str]:
    """Every file of the folder by a hash of its bytes."""
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in path.parent.iterdir()
    }


def events_in(store: SqliteStore) -> int:
    """Go through everything; gives the number of events."""
    count = 0
    for app in store.apps():
        for entry in store.index(app):
            count += len(store.read(entry.key, digest_key=b"k").events)
    return count


def opened(path: Path) -> SqliteStore:
    store = open_store(f"sqlite:///{path}")
    assert isinstance(store, SqliteStore)
    return store


def refused(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        opened(path)
    return str(caught.value)


def test_a_file_that_is_not_wal(path: Path) -> None:
    before = snapshot(path)
    assert events_in(opened(path)) == 534
    assert snapshot(path) == before


def test_a_wal_file_that_an_agent_has_open(path: Path, agent: Agent) -> None:
    before = snapshot(path)
    assert set(before) == {"session.db", "session.db-wal", "session.db-shm"}
    store = opened(path)
    assert events_in(store) == 535
    assert snapshot(path) == before
    agent.add_event(1)
    before = snapshot(path)
    assert events_in(store) == 536
    assert snapshot(path) == before


def test_a_wal_file_whose_agent_was_killed(path: Path, agent: Agent) -> None:
    agent.end(killed=True)
    before = snapshot(path)
    assert len(before) == 3
    assert events_in(opened(path)) == 535
    assert snapshot(path) == before


def test_a_wal_file_that_nobody_has_open(path: Path, agent: Agent) -> None:
    agent.end()
    before = snapshot(path)
    assert set(before) == {"session.db"}
    assert events_in(opened(path)) == 535
    assert snapshot(path) == before


def test_an_agent_that_starts_while_a_wal_file_is_read(path: Path, agent: Agent) -> None:
    agent.end()
    store = opened(path)
    assert events_in(store) == 535
    agent = Agent(path)
    agent.add_event(1)
    assert events_in(store) == 536
    agent.write("PRAGMA wal_checkpoint(TRUNCATE)")
    agent.add_event(2)
    before = snapshot(path)
    assert events_in(store) == 537
    assert snapshot(path) == before
    agent.end()
    assert events_in(store) == 537


def test_a_wal_without_its_shm_is_refused_and_left(path: Path, agent: Agent) -> None:
    agent.end(killed=True)
    path.with_name("session.db-shm").unlink()
    before = snapshot(path)
    said = refused(path)
    assert "has its latest changes in session.db-wal, and the file session.db-shm" in said
    assert "import from a copy made by .backup" in said
    assert snapshot(path) == before


def test_a_journal_that_a_killed_writer_left_is_refused_and_left(path: Path) -> None:
    """Its changes would have to be rolled back first, which is writing."""
    script = (
        "import os, sqlite3, sys\n"
        "db = sqlite3.connect(sys.argv[1])\n"
        "db.execute('PRAGMA cache_size = 1')\n"
        "db.execute('UPDATE events SET event_data = event_data || 1')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    before = snapshot(path)
    assert set(before) == {"session.db", "session.db-journal"}
    assert "can't be opened read-only (SQLITE_" in refused(path)
    assert snapshot(path) == before


def test_a_locked_file_is_told_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cases.sources.sqlite_files.SECONDS_TO_WAIT", 0.1)
    writer = sqlite3.connect(path)
    writer.execute("BEGIN EXCLUSIVE")
    try:
        assert "is locked by another program: try again" in refused(path)
    finally:
        writer.close()


def test_a_session_that_goes_away_meanwhile_is_empty_and_counted(path: Path) -> None:
    store = opened(path)
    with sqlite3.connect(path) as db:
        db.execute("DELETE FROM events")
        db.execute("DELETE FROM sessions")
    db.close()
    session = store.read(KEY, digest_key=b"k")
    assert (session.events, session.problems["session_gone"]) == ([], 1)


def test_reading_while_an_agent_opens_and_closes_its_store_again_and_again(
    path: Path, agent: Agent
) -> None:
    agent.end()
    store, counts = opened(path), [0]
    hasty = subprocess.Popen([sys.executable, "-c", HASTY, str(path), "150"])
    while hasty.poll() is None:
        counts += [events_in(store), events_in(opened(path))]
    assert hasty.returncode == 0
    assert counts == sorted(counts)
    assert events_in(store) == events_in(opened(path)) == 535 + 150


def test_another_look_at_a_file_lets_go_of_no_lock_that_is_held_on_it(
    path: Path, agent: Agent
) -> None:
    """Whoever closes a WAL file last deletes its -wal, unless somebody is reading it."""
    store = opened(path)
    assert events_in(store) == 535
    assert events_in(opened(path)) == 535
    gc.collect()
    agent.end()
    assert path.with_name("session.db-wal").exists()
    assert events_in(store) == 535


def test_opening_makes_no_wal_that_was_deleted_a_moment_ago(path: Path, agent: Agent) -> None:
    agent.end()
    path.with_name("session.db-shm").touch()
    before = snapshot(path)
    assert events_in(opened(path)) == 535
    assert snapshot(path) == before


def test_a_file_that_turns_into_a_wal_file_while_it_is_read(path: Path) -> None:
    store = opened(path)
    assert events_in(store) == 534
    agent = Agent(path)
    agent.add_event(0)
    before = snapshot(path)
    assert events_in(store) == 535
    assert snapshot(path) == before
    agent.end()


def test_another_file_under_the_name_is_the_one_that_is_read(path: Path) -> None:
    store = opened(path)
    assert events_in(store) == 534
    other = Path(shutil.copy(FIXTURE, path.with_name("other.db")))
    with sqlite3.connect(other) as db:
        db.execute("DELETE FROM events WHERE rowid = (SELECT max(rowid) FROM events)")
    db.close()
    other.replace(path)
    assert events_in(store) == 533


def test_a_link_to_a_wal_file_shows_its_latest_changes(
    path: Path, agent: Agent, tmp_path_factory: pytest.TempPathFactory
) -> None:
    link = tmp_path_factory.mktemp("links") / "session.db"
    link.symlink_to(path)
    store = opened(link)
    assert events_in(store) == 535
    agent.add_event(1)
    assert events_in(store) == 536
    agent.end()
    assert list(link.parent.iterdir()) == [link]


def times_open(path: Path) -> int:
    files = list(Path("/proc/self/fd").iterdir())
    # The folder itself was open only while it was listed.
    return [file.readlink() for file in files if file.is_symlink()].count(path)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs Linux's list of open files")
def test_reconnecting_leaves_nothing_open(path: Path, agent: Agent) -> None:
    agent.end()
    store = opened(path)
    for number in range(20):
        os.utime(path, ns=(number, number))
        assert store.apps()
    assert times_open(path) == 2
    del store
    gc.collect()
    assert times_open(path) == 0
