"""One conversation, written by ADK into every kind of store, reads the same from each."""

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cases.extraction import extract
from cases.sources import StoredSession, open_store
from cases.transcript import Turn
from tests.cases.sources import engine_server, firestore_server
from tests.cases.sources.adk_sessions import SAMPLE, sample, write
from tests.cases.sources.test_firestore_store import adk_service as firestore_service
from tests.cases.sources.test_redis_store import adk_service as redis_service
from tests.cases.sources.test_redis_store import running_server


@pytest.fixture
def store_uri(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """The address of a store of the wanted kind that holds the sample."""
    with ExitStack() as stack:
        yield WRITERS[request.param](stack, tmp_path, monkeypatch)


def _saved(_: ExitStack, folder: Path, __: pytest.MonkeyPatch) -> str:
    return f"file://{SAMPLE}"


def _sqlite(_: ExitStack, folder: Path, __: pytest.MonkeyPatch) -> str:
    @asynccontextmanager
    async def service() -> AsyncIterator[Any]:
        from google.adk.sessions.sqlite_session_service import SqliteSessionService

        yield SqliteSessionService(str(folder / "session.db"))

    write(service(), [sample()])
    return f"sqlite:///{folder}/session.db"


def _redis(stack: ExitStack, folder: Path, _: pytest.MonkeyPatch) -> str:
    uri = f"redis://{stack.enter_context(running_server(folder))}/0"
    write(redis_service(uri), [sample()])
    return uri


def _firestore(stack: ExitStack, _: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    server = stack.enter_context(firestore_server.running_firestore())
    monkeypatch.setenv("FIRESTORE_EMULATOR_HOST", server.address)
    write(firestore_service(), [sample()])
    return f"firestore://{firestore_server.PROJECT}"


def _vertex(stack: ExitStack, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    engine = stack.enter_context(engine_server.running_engine())
    account = engine_server.write_credentials(folder / "account.json", engine)
    monkeypatch.setenv("GOOGLE_VERTEX_BASE_URL", engine.url)
    monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(account))
    write(_engine_service(engine), [sample()])
    engine.requests.clear()
    stack.callback(lambda: _only_read(engine))
    return f"agentengine://{engine_server.PARENT}"


def _only_read(engine: engine_server.Engine) -> None:
    assert set(engine.methods()) == {"GET"}


@asynccontextmanager
async def _engine_service(engine: engine_server.Engine) -> AsyncIterator[Any]:
    """ADK's service, pointed at the engine. Making sessions takes operations that run for long
    there, so they are put in place."""
    from google.adk.sessions import Session, VertexAiSessionService

    class Service(VertexAiSessionService):
        def _api_client_http_options_override(self) -> dict[str, Any]:
            return {"base_url": engine.url}

        async def create_session(self, **given: Any) -> Session:
            name, user = given["session_id"], given["user_id"]
            engine.add(name, user, given["state"], [])
            return Session(id=name, app_name=engine_server.ENGINE, user_id=user)

    service = Service(engine_server.PROJECT, engine_server.LOCATION, engine_server.ENGINE)
    yield service
    await service._get_api_client()._api_client.aclose()


def _evalset(_: ExitStack, folder: Path, __: pytest.MonkeyPatch) -> str:
    from google.adk.evaluation.eval_case import EvalCase, SessionInput
    from google.adk.evaluation.eval_set import EvalSet
    from google.adk.evaluation.evaluation_generator import EvaluationGenerator
    from google.adk.sessions import Session

    read = Session.model_validate(sample())
    turns = EvaluationGenerator.convert_events_to_eval_invocations(read.events)
    given = SessionInput(app_name=read.app_name, user_id=read.user_id, state=read.state)
    case = EvalCase(eval_id="plates", conversation=turns, session_input=given)
    path = folder / "plates.evalset.json"
    path.write_text(EvalSet(eval_set_id="set", eval_cases=[case]).model_dump_json(indent=1))
    return f"file://{path}"


WRITERS = {
    "saved": _saved,
    "sqlite": _sqlite,
    "redis": _redis,
    "firestore": _firestore,
    "vertex": _vertex,
    "evalset": _evalset,
}


def only_session(uri: str) -> StoredSession:
    store = open_store(uri)
    (app,) = store.apps()
    (entry,) = store.index(app)
    return store.read(entry.key, digest_key=b"k")


def without_times(turns: list[Turn]) -> list[Turn]:
    return [
        replace(turn, steps=tuple(replace(step, at="") for step in turn.steps)) for turn in turns
    ]


# Google's models for the sessions that ADK writes use a form that Pydantic will drop.
@pytest.mark.filterwarnings("ignore:Using .@model_validator. with:DeprecationWarning")
@pytest.mark.parametrize("store_uri", WRITERS, indirect=True)
def test_one_conversation_reads_the_same_from_every_store(
    store_uri: str, request: pytest.FixtureRequest
) -> None:
    session = only_session(store_uri)
    expected = extract(sample()["events"])
    found = extract(session.events)
    if "evalset" in request.node.name:
        # An evalset has one time a turn, and none of an event.
        assert without_times(found.turns) == without_times(expected.turns)
    else:
        assert found.turns == expected.turns
        assert (found.agent_version, found.started_at) == (
            expected.agent_version,
            expected.started_at,
        )
    own = {name: value for name, value in sample()["state"].items() if ":" not in name}
    assert session.state == own
    assert any("Lucienne" in json.dumps(state) for state in session.known["user"])
    assert session.known["app"]["banner"] == "Sale ends Sunday"
    assert not +session.problems
