"""The same sessions in every layout of ADK's, on every server, give the same turns."""

import json
import warnings
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from cases.extraction import extract
from cases.sources import SessionKey, open_store
from tests.cases.adk_store import APP, LOST_AND_FAILED, write_database, write_store
from tests.cases.sources.store_servers import FIXTURE, Server, copy_store

# PostgreSQL takes no NUL, so ADK loses this session there.
NUL_SESSION = "s-nul-and-tabs"


def extracted(uri: str) -> dict[SessionKey, str]:
    """What is made of every session, as one JSON text each; keys of objects in one order."""
    store = open_store(uri)
    texts = {}
    for app in store.apps():
        for entry in store.index(app):
            session = store.read(entry.key, digest_key=b"k")
            extraction = extract(session.events)
            whole: list[Any] = [
                entry.state,
                entry.events,
                session.state,
                session.known,
                session.raw_digest,
                sorted(session.problems.items()),
                sorted(extraction.counts.items()),
                [asdict(turn) for turn in extraction.turns],
            ]
            texts[entry.key] = json.dumps(whole, sort_keys=True, default=str)
    return texts


@pytest.fixture(scope="module")
def scripted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("adk") / "session.db"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_store(path, LOST_AND_FAILED)
    return path


@pytest.mark.stores
@pytest.mark.parametrize("name", ["fixture", "scripted"])
def test_a_server_gives_what_the_local_file_gives(
    server: Server, scripted: Path, name: str
) -> None:
    source = FIXTURE if name == "fixture" else scripted
    left_out = copy_store(source, server.engine_url())
    want = extracted(f"sqlite:///{source}")
    for key in [key for key in want if key.session_id in left_out]:
        del want[key]
    assert extracted(server.uri) == want
    nul = [NUL_SESSION] if (name, server.kind) == ("fixture", "postgresql") else []
    assert left_out == nul


@pytest.mark.parametrize("name", ["fixture", "scripted"])
def test_the_database_layout_in_a_file_gives_what_the_local_one_gives(
    tmp_path: Path, scripted: Path, name: str
) -> None:
    from sqlalchemy import URL

    source = FIXTURE if name == "fixture" else scripted
    copy = tmp_path / "v1.db"
    assert copy_store(source, URL.create("sqlite", database=str(copy))) == []
    assert open_store(f"sqlite:///{copy}").layout == "database-v1"
    assert extracted(f"sqlite:///{copy}") == extracted(f"sqlite:///{source}")


@pytest.mark.stores
def test_what_adk_itself_has_written_is_read_whole(server: Server, scripted: Path) -> None:
    """Two runs differ in ids and times, and in nothing that was said or done."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_database(server.engine_url(asynchronous=True), LOST_AND_FAILED)
    assert open_store(server.uri).apps() == {APP: 2}
    assert said(server.uri) == said(f"sqlite:///{scripted}")


def said(uri: str) -> dict[str, list[tuple[str, ...]]]:
    store = open_store(uri)
    return {
        entry.key.session_id: [
            (step.kind, step.author, step.tool, step.text)
            for turn in extract(store.read(entry.key, digest_key=b"k").events).turns
            for step in turn.steps
        ]
        for entry in store.index(APP)
    }
