"""Agent Engine's sessions API on loopback, for Google's own client to talk to.

It keeps what google-adk's VertexAiSessionService sends, answers in pages as the API does, and
writes down every request. Its token endpoint serves a service account that is made up here.
"""

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

PROJECT, LOCATION, ENGINE = "test-project", "europe-west4", "4711"
PARENT = f"projects/{PROJECT}/locations/{LOCATION}/reasoningEngines/{ENGINE}"


class Engine:
    """The state behind the API. `failures` are answers, (code, headers), given before any other."""

    def __init__(self) -> None:
        self.sessions: dict[str, dict[str, Any]] = {}
        self.events: dict[str, list[dict[str, Any]]] = {}
        self.requests: list[tuple[str, str]] = []
        self.failures: list[tuple[int, dict[str, str]]] = []
        self.page_size = 2
        self.token_code = 200
        self.fixed_answer: Any = None
        # Times at which sessions are updated while their events are being listed.
        self.updates: list[str] = []
        self.url = ""

    def add(self, name: str, user: str, state: dict[str, Any], events: list[Any]) -> None:
        path = f"{PARENT}/sessions/{name}"
        self.sessions[path] = {
            "name": path,
            "userId": user,
            "sessionState": state,
            "createTime": "2026-10-01T00:00:00Z",
            "updateTime": "2026-10-01T00:00:00.123456789Z",
        }
        self.events[path] = events

    def methods(self) -> Counter[str]:
        """Methods of the requests that were made to the API itself."""
        return Counter(method for method, path in self.requests if path != "/token")

    def answer(self, method: str, target: str, body: dict[str, Any]) -> tuple[int, Any]:
        url = urlsplit(target)
        if url.path == "/token":
            return self.token_code, {"access_token": "t", "expires_in": 3600}
        if self.fixed_answer is not None:
            return 200, self.fixed_answer
        path = unquote(url.path).removeprefix("/v1beta1/")
        if not path.startswith(PARENT):
            return 404, {"error": {"code": 404, "status": "NOT_FOUND", "message": "engine"}}
        if method == "POST":
            return 200, self._write(path, body)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if path == f"{PARENT}/sessions":
            return 200, self._page(list(self.sessions.values()), "sessions", query)
        if path.endswith("/events"):
            if self.updates:
                self.sessions[path.removesuffix("/events")]["updateTime"] = self.updates.pop(0)
            events = self.events.get(path.removesuffix("/events"), [])
            return 200, self._page(events, "sessionEvents", query)
        if path in self.sessions:
            return 200, self.sessions[path]
        return 404, {"error": {"code": 404, "status": "NOT_FOUND", "message": "session"}}

    def _write(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        session = path.removesuffix(":appendEvent")
        number = len(self.events[session])
        self.events[session].append({"name": f"{session}/events/{number}"} | body)
        return {}

    def _page(self, items: list[Any], name: str, query: dict[str, str]) -> dict[str, Any]:
        start = int(query.get("pageToken", "0"))
        end = start + self.page_size
        page = {name: items[start:end]}
        return page | ({"nextPageToken": str(end)} if end < len(items) else {})


@contextmanager
def running_engine() -> Iterator[Engine]:
    """An engine that listens on loopback until the block ends."""
    engine = Engine()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            engine.requests.append((self.command, self.path))
            size = int(self.headers.get("content-length") or 0)
            raw = self.rfile.read(size)
            token = self.path == "/token"
            headers: dict[str, str] = {}
            if engine.failures and not token:
                code, headers = engine.failures.pop(0)
                body: Any = {
                    "error": {"code": code, "status": "X", "message": "said by the server"}
                }
            else:
                body_in = json.loads(raw) if raw and not token else {}
                code, body = engine.answer(self.command, self.path, body_in)
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(code)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_DELETE = do_PATCH = do_GET

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    engine.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield engine
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@cache
def _private_key() -> str:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode()


def write_credentials(path: Path, engine: Engine) -> Path:
    """A service account's file whose tokens the engine gives out."""
    account = {
        "type": "service_account",
        "project_id": PROJECT,
        "private_key_id": "1",
        "private_key": _private_key(),
        "client_email": "reader@test-project.iam.gserviceaccount.com",
        "client_id": "1",
        "token_uri": f"{engine.url}/token",
    }
    path.write_text(json.dumps(account))
    return path


def event_of(author: str, text: str, number: int, **fields: Any) -> dict[str, Any]:
    """An event without rawEvent, as older services wrote them."""
    session = re.sub(r"\W", "", author)
    return {
        "name": f"{PARENT}/sessions/{session}/events/{number}",
        "author": author,
        "invocationId": f"i-{number // 2}",
        "timestamp": f"2026-10-01T08:00:{number:02}.5Z",
        "content": {"role": "user" if author == "user" else "model", "parts": [{"text": text}]},
    } | fields
