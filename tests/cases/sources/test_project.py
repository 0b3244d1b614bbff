import asyncio
import shutil
import sqlite3
import warnings
from pathlib import Path

import pytest

from cases.errors import BadInput
from cases.sources import check_app, open_store
from cases.sources.project import ProjectStore

FIXTURE = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"


def add_app(root: Path, folder: str, app: str, *, sessions: int = 1) -> Path:
    """An app's own store, made of the fixture's tables with sessions of `app` only."""
    file = root / folder / ".adk" / "session.db"
    file.parent.mkdir(parents=True)
    shutil.copy(FIXTURE, file)
    with sqlite3.connect(file) as db:
        db.execute("DELETE FROM events WHERE session_id != 's-dmg-lamp'")
        db.execute("DELETE FROM sessions WHERE id != 's-dmg-lamp'")
        db.execute("UPDATE events SET app_name = ?", (app,))
        db.execute("UPDATE sessions SET app_name = ?", (app,))
        for number in range(1, sessions):
            db.execute("INSERT INTO sessions VALUES (?, 'u', ?, '{}', 0, 0)", (app, str(number)))
    db.close()
    return file


def opened(root: Path) -> ProjectStore:
    store = open_store(f"adk://{root}")
    assert isinstance(store, ProjectStore)
    return store


def test_apps_are_found_in_their_folders(tmp_path: Path) -> None:
    add_app(tmp_path, "orders", "orders", sessions=3)
    add_app(tmp_path, "team/refunds", "team.refunds")
    (tmp_path / "no_sessions_yet").mkdir()
    add_app(tmp_path, ".venv/old", "old")
    store = opened(tmp_path)
    assert store.apps() == {"orders": 3, "team.refunds": 1}
    assert store.uri == f"adk://{tmp_path}"
    (entry,) = store.index("team.refunds")
    session = store.read(entry.key, digest_key=b"k")
    assert (len(session.events), session.key.app_name) == (16, "team.refunds")
    # The same session by the file's own address is the same, digest and all.
    file = open_store(f"sqlite:///{tmp_path}/team/refunds/.adk/session.db")
    assert file.read(entry.key, digest_key=b"k") == session


def test_the_folder_of_one_agent_will_do(tmp_path: Path) -> None:
    add_app(tmp_path, "orders", "orders")
    assert opened(tmp_path / "orders").apps() == {"orders": 1}


def test_a_store_that_cannot_be_read_is_listed_and_stops_no_other(tmp_path: Path) -> None:
    add_app(tmp_path, "orders", "orders")
    add_app(tmp_path, "cut", "cut")
    cut = tmp_path / "cut/.adk/session.db"
    cut.write_bytes(cut.read_bytes()[:9000])
    (tmp_path / "text/.adk").mkdir(parents=True)
    (tmp_path / "text/.adk/session.db").write_text("none")
    (tmp_path / "old/.adk").mkdir(parents=True)
    with sqlite3.connect(tmp_path / "old/.adk/session.db") as db:
        db.execute("CREATE TABLE events (id, app_name, actions BLOB)")
    db.close()
    store = opened(tmp_path)
    assert store.apps() == {"orders": 1}
    reasons = store.unread
    assert list(reasons) == ["cut", "old", "text"]
    assert "is damaged" in reasons["cut"]
    assert "is not a SQLite file" in reasons["text"]
    assert (
        f"adk migrate session --source_db_url sqlite:///{tmp_path}/old/.adk/session.db"
        in reasons["old"]
    )
    with pytest.raises(BadInput, match=r"it holds: orders \(1\); not readable: cut \(.*; .*old \("):
        check_app(store, "cut")
    with pytest.raises(BadInput, match="is damaged"):
        list(store.index("cut"))
    shutil.rmtree(tmp_path / "orders")
    with pytest.raises(BadInput, match=r"no store that can be read: cut: .*; old: .*; text: "):
        opened(tmp_path)


def test_an_app_in_another_folder_too_is_taken_where_adk_looks_for_it(tmp_path: Path) -> None:
    add_app(tmp_path, "copy", "orders", sessions=2)
    add_app(tmp_path, "orders", "orders", sessions=3)
    add_app(tmp_path, "zebra", "orders", sessions=4)
    store = opened(tmp_path)
    assert store.apps() == {"orders": 3}
    reasons = store.unread
    assert list(reasons) == ["orders in copy", "orders in zebra"]
    assert (
        f"import them by sqlite:///{tmp_path}/zebra/.adk/session.db" in reasons["orders in zebra"]
    )


def test_a_store_outside_the_folder_is_not_followed(tmp_path: Path) -> None:
    root = tmp_path / "agents"
    add_app(root, "orders", "orders")
    elsewhere = add_app(tmp_path, "elsewhere", "secret")
    (root / "link/.adk").mkdir(parents=True)
    (root / "link/.adk/session.db").symlink_to(elsewhere)
    store = opened(root)
    assert store.apps() == {"orders": 1}
    assert "leads out of" in store.unread["link"]


def test_folders_that_are_no_project(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path, "holds no app with sessions"),
        (tmp_path / "none", "does not exist"),
        (FIXTURE, "is not a folder"),
    ):
        with pytest.raises(BadInput, match=words):
            opened(path)


def test_it_reads_what_adks_own_service_for_projects_wrote(tmp_path: Path) -> None:
    async def write() -> None:
        from google.adk.cli.utils.local_storage import PerAgentDatabaseSessionService

        for app in ("desk", "team.desk"):
            (tmp_path / app.replace(".", "/")).mkdir(parents=True, exist_ok=True)
        service = PerAgentDatabaseSessionService(agents_root=tmp_path)
        for app in ("desk", "team.desk"):
            await service.create_session(app_name=app, user_id="u", session_id="s")
        await service.close()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        asyncio.run(write())
    assert opened(tmp_path).apps() == {"desk": 1, "team.desk": 1}
