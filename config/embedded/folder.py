"""One data folder, one owner: the lock, and the file that tells others where the services are."""

import contextlib
import fcntl
import json
import os
import weakref
from pathlib import Path
from typing import Any, Self

from cases.errors import BadInput

_held: "weakref.WeakSet[FileLock]" = weakref.WeakSet()


def prepare_folder(data: Path) -> None:
    """Make the data folder and those inside it. Raises BadInput when it can't be written."""
    try:
        for folder in (data, data / "logs", data / "valkey", data / "run"):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(data / "run" / "probe", "")
    except OSError as error:
        raise BadInput(
            f"can't write in the data folder {data}: {error.strerror}; "
            "set CALIBRANT_DATA to a folder you may write to"
        ) from error


class FileLock:
    """An advisory lock that the system takes back when its holders end, however they end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fd = -1

    def take(self, *, shared: bool = False) -> bool:
        """True once held. Never waits. Raises BadInput where the folder can't be locked."""
        if self.fd < 0:
            self.fd = os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600)
            _held.add(self)
        try:
            fcntl.flock(self.fd, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
        except BlockingIOError:
            self.release()
            return False
        except OSError as error:
            self.release()
            raise BadInput(
                f"can't lock {self.path}: {error.strerror}; "
                "set CALIBRANT_DATA to a folder on a local disk"
            ) from error
        return True

    def release(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def _close_in_fork() -> None:
    # A lock lives as long as any copy of its descriptor; a forked child must not keep one.
    for lock in list(_held):
        with contextlib.suppress(OSError):
            lock.release()


os.register_at_fork(after_in_child=_close_in_fork)


def write_private(path: Path, text: str) -> None:
    """Write a file whole or not at all, readable by its owner only."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    draft.replace(path)


def state_path(data: Path) -> Path:
    return data / "services.json"


def write_state(data: Path, state: dict[str, Any]) -> None:
    write_private(state_path(data), json.dumps(state))


def read_state(data: Path) -> dict[str, Any] | None:
    """What the owner of the folder's services wrote, or None."""
    try:
        state = json.loads(state_path(data).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return state if isinstance(state, dict) else None


def clear_state(data: Path) -> None:
    state_path(data).unlink(missing_ok=True)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def tail(path: Path, lines: int = 8) -> str:
    """The end of a log, for a message about a start that failed."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join([line for line in text.splitlines() if line.strip()][-lines:])
