"""Stores that are there and stop answering: no reading waits for ever, and the import goes on."""

import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from cases.errors import BadInput
from cases.importing import import_sessions
from cases.models import Case, ImportRun, Study
from cases.sources import SessionKey, StoreGone, database, open_store
from tests.cases.sources.adk_sessions import numbered, write
from tests.cases.sources.engine_server import ENGINE, LOCATION, PROJECT, running_engine
from tests.cases.sources.engine_server import write_credentials as engine_credentials
from tests.cases.sources.firestore_server import PROJECT as FIRESTORE_PROJECT
from tests.cases.sources.firestore_server import running_firestore
from tests.cases.sources.silence import Relay, relay, silent_server
from tests.cases.sources.store_servers import FIXTURE, Server, copy_store
from tests.cases.sources.test_firestore_store import adk_service
from tests.cases.sources.test_redis_store import running_server, write_to

# Far more than any limit below; only a reading that never ends comes to it.
NEVER = 60


@pytest.fixture(autouse=True)
def impatient(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.STORE_SECONDS = 1
    for kind in ("postgresql", "mysql"):
        monkeypatch.setattr(f"cases.sources.{kind}.MARGIN_SECONDS", 0.5)
    assert database.MARGIN_SECONDS > 0.5


def gone(job: Callable[[], object]) -> str:
    """What is said of a store that `job` finds silent."""
    pool = ThreadPoolExecutor(max_workers=1)
    future = pool.submit(job)
    pool.shutdown(wait=False)
    with pytest.raises(StoreGone) as caught:
        future.result(timeout=NEVER)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_database_that_never_says_a_word(scheme: str) -> None:
    with silent_server() as port:
        said = gone(lambda: open_store(f"{scheme}://reader@127.0.0.1:{port}/d"))
    assert "no answer" in said


def test_a_redis_that_never_says_a_word() -> None:
    with silent_server() as port:
        said = gone(lambda: open_store(f"redis://127.0.0.1:{port}/0").apps())
    assert "did not answer within 1 s: try again" in said


def test_an_engine_that_never_says_a_word(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uri = f"agentengine://projects/{PROJECT}/locations/{LOCATION}/reasoningEngines/{ENGINE}"
    with running_engine() as engine, silent_server() as port:
        account = engine_credentials(tmp_path / "account.json", engine)
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(account))
        monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", f"http://127.0.0.1:{port}")
        said = gone(lambda: open_store(uri).apps())
    assert "did not answer within 1 s: try again" in said


@pytest.mark.parametrize("method", ["ListDocuments", "RunQuery", "BatchGetDocuments"])
def test_a_firestore_that_stops_answering(monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    over = threading.Event()
    with running_firestore() as server:
        monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", server.address)
        write(adk_service(), numbered(1))
        server.before = lambda name: over.wait(NEVER) if name == method else None
        store = open_store(f"firestore://{FIRESTORE_PROJECT}")
        key = SessionKey("desk", "u-000", "s-000")
        try:
            if method == "BatchGetDocuments":
                said = gone(lambda: store.read(key, digest_key=b"k"))
            else:
                said = gone(lambda: list(store.index("desk")))
        finally:
            over.set()
    assert "did not answer" in said


@pytest.fixture
def between(server: Server) -> Iterator[Relay]:
    """A relay before a database server that holds the sample store."""
    copy_store(FIXTURE, server.engine_url())
    parts = urlsplit(server.url)
    folder = dict(parse_qsl(parts.query)).get("host")

    def reach() -> socket.socket:
        if folder:
            found = socket.socket(socket.AF_UNIX)
            found.connect(f"{folder}/.s.PGSQL.{parts.port or 5432}")
            return found
        return socket.create_connection((parts.hostname or "127.0.0.1", parts.port or 0))

    with relay(reach) as made:
        yield made


@pytest.mark.stores
def test_a_database_that_stops_answering(server: Server, between: Relay) -> None:
    info = urlsplit(server.url).netloc.rpartition("@")[0]
    store = open_store(f"{server.kind}://{info}@127.0.0.1:{between.port}/{server.database}")
    (entry, *_) = store.index("refund_support")
    between.fall_silent()
    assert "no answer" in gone(lambda: store.read(entry.key, digest_key=b"k"))
    between.speak()
    assert store.read(entry.key, digest_key=b"k").events


@pytest.mark.django_db(transaction=True)
def test_an_import_from_a_store_that_stops_answering_ends_and_can_be_run_again(
    study: Study, tmp_path: Path
) -> None:
    with running_server(tmp_path) as server:
        write_to(server, numbered(25))
        host, _, port = server.partition(":")
        with relay(lambda: socket.create_connection((host, int(port)))) as between:
            uri = f"redis://127.0.0.1:{between.port}/0"

            def bring(progress: Callable[[int, int], None] | None = None) -> ImportRun:
                return import_sessions(
                    study=study, source_uri=uri, app_name="desk", progress=progress
                )

            with pytest.raises(BadInput, match=r"did not answer.*What was imported stays: run it"):
                bring(lambda done, of: between.fall_silent())
            run = ImportRun.objects.get()
            assert (run.state, run.claimed_until) == (ImportRun.State.FAILED, None)
            assert Case.objects.count() == 20
            between.speak()
            assert bring().state == ImportRun.State.FINISHED
    assert Case.objects.count() == 25
