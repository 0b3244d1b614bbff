"""Servers that are there and do not answer: from the beginning, or from some moment on."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def silent_server() -> Iterator[int]:
    """The port of a server that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


class Relay:
    """Hands on what two sides say, but not while it is silent; connections stay open then."""

    def __init__(self, reach: Callable[[], socket.socket]) -> None:
        self._reach = reach
        self._server = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self._silent = threading.Event()
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def fall_silent(self) -> None:
        self._silent.set()

    def speak(self) -> None:
        self._silent.clear()

    def close(self) -> None:
        for each in (self._server, *self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                front, _ = self._server.accept()
                back = self._reach()
                self._open += [front, back]
                for source, target in ((front, back), (back, front)):
                    threading.Thread(
                        target=self._hand_on, args=(source, target), daemon=True
                    ).start()

    def _hand_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not self._silent.is_set():
                    target.sendall(data)
            if not self._silent.is_set():
                target.shutdown(socket.SHUT_WR)


@contextmanager
def relay(reach: Callable[[], socket.socket]) -> Iterator[Relay]:
    made = Relay(reach)
    try:
        yield made
    finally:
        made.close()
