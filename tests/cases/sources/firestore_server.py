"""Enough of Firestore on loopback for Google's own clients to write to and read from.

It speaks the real protocol, keeps documents in a dict, and writes down the method and the size of
the answer of every request.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import grpc
from google.cloud.firestore_v1 import types
from google.protobuf.empty_pb2 import Empty

PROJECT = "test-project"
SERVICE = "google.firestore.v1.Firestore"


class Firestore:
    """The documents by full name. `failure` is a status given instead of every answer."""

    def __init__(self) -> None:
        self.documents: dict[str, Any] = {}
        self.requests: Counter[str] = Counter()
        self.largest_page = 0
        self.failure: grpc.StatusCode | None = None
        # Called with the name of each method before it is answered.
        self.before: Callable[[str], None] = lambda _: None
        self.address = ""

    def get(self, request: Any) -> Iterator[Any]:
        for name in request.documents:
            now = datetime.now(tz=UTC)
            if name in self.documents:
                yield types.BatchGetDocumentsResponse(found=self.documents[name], read_time=now)
            else:
                yield types.BatchGetDocumentsResponse(missing=name, read_time=now)

    def list(self, request: Any) -> Any:
        """Documents of a collection, those that only hold others included, in pages of two."""
        prefix = f"{request.parent}/{request.collection_id}/"
        names = sorted({_child(name, prefix) for name in self.documents if name.startswith(prefix)})
        start = int(request.page_token or 0)
        end = start + min(request.page_size or 2, 2)
        self.largest_page = max(self.largest_page, len(names[start:end]))
        return types.ListDocumentsResponse(
            documents=[types.Document(name=prefix + name) for name in names[start:end]],
            next_page_token=str(end) if end < len(names) else "",
        )

    def query(self, request: Any) -> Iterator[Any]:
        """A collection's documents by name, after a cursor, up to a limit."""
        asked = request.structured_query
        (source,) = asked.from_
        assert not source.all_descendants
        assert [order.field.field_path for order in asked.order_by] == ["__name__"]
        prefix = f"{request.parent}/{source.collection_id}/"
        names = sorted(
            name
            for name in self.documents
            if name.startswith(prefix) and "/" not in name.removeprefix(prefix)
        )
        if asked.start_at.values:
            last = asked.start_at.values[0].reference_value
            names = [name for name in names if name > last]
        names = names[: asked.limit]
        self.largest_page = max(self.largest_page, len(names))
        now = datetime.now(tz=UTC)
        for name in names:
            yield types.RunQueryResponse(document=self._seen(name, asked), read_time=now)
        if not names:
            yield types.RunQueryResponse(read_time=now)

    def commit(self, request: Any) -> Any:
        now = datetime.now(tz=UTC)
        for write in request.writes:
            name = write.update.name
            old = self.documents.get(name)
            fields = dict(write.update.fields)
            if old is not None and write.update_mask.field_paths:
                fields = dict(old.fields) | fields
            for change in write.update_transforms:
                fields[change.field_path] = types.Value(timestamp_value=now)
            self.documents[name] = types.Document(
                name=name, fields=fields, create_time=now, update_time=now
            )
        results = [types.WriteResult(update_time=now) for _ in request.writes]
        return types.CommitResponse(write_results=results, commit_time=now)

    def begin(self, _: Any) -> Any:
        return types.BeginTransactionResponse(transaction=b"1")

    def rollback(self, _: Any) -> Empty:
        return Empty()

    def _seen(self, name: str, asked: Any) -> Any:
        document = self.documents[name]
        if not asked.select.fields:
            return document
        wanted = {field.field_path for field in asked.select.fields}
        fields = {key: value for key, value in document.fields.items() if key in wanted}
        return types.Document(
            name=name,
            fields=fields,
            create_time=document.create_time,
            update_time=document.update_time,
        )


@contextmanager
def running_firestore() -> Iterator[Firestore]:
    """A Firestore that listens on loopback until the block ends."""
    store = Firestore()
    methods: dict[str, tuple[Any, Any, Any]] = {
        "BatchGetDocuments": (
            store.get,
            types.BatchGetDocumentsRequest,
            types.BatchGetDocumentsResponse,
        ),
        "RunQuery": (store.query, types.RunQueryRequest, types.RunQueryResponse),
        "ListDocuments": (store.list, types.ListDocumentsRequest, types.ListDocumentsResponse),
        "Commit": (store.commit, types.CommitRequest, types.CommitResponse),
        "BeginTransaction": (
            store.begin,
            types.BeginTransactionRequest,
            types.BeginTransactionResponse,
        ),
        "Rollback": (store.rollback, types.RollbackRequest, None),
    }
    server = grpc.server(ThreadPoolExecutor(max_workers=4))
    handlers = {name: _handler(store, name, *method) for name, method in methods.items()}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    store.address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield store
    finally:
        server.stop(None).wait()


def _handler(store: Firestore, name: str, answer: Any, asked: Any, given: Any) -> Any:
    streams = name in ("BatchGetDocuments", "RunQuery")

    def checked(context: grpc.ServicerContext) -> None:
        store.requests[name] += 1
        store.before(name)
        if store.failure is not None:
            context.abort(store.failure, "said by the server")

    def one(request: Any, context: grpc.ServicerContext) -> Any:
        checked(context)
        return answer(request)

    def many(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        checked(context)
        yield from answer(request)

    make = grpc.unary_stream_rpc_method_handler if streams else grpc.unary_unary_rpc_method_handler
    return make(
        many if streams else one,
        request_deserializer=asked.deserialize,
        response_serializer=given.serialize if given else Empty.SerializeToString,
    )


def _child(name: str, prefix: str) -> str:
    return name.removeprefix(prefix).partition("/")[0]
