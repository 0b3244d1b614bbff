"""The folder of an ADK project, where each app keeps its sessions in its own .adk/session.db."""

import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from cases.errors import BadInput
from cases.sources.addresses import MAX_URI, path_of
from cases.sources.records import SessionEntry, SessionKey, StoredSession
from cases.sources.sqlite import SqliteStore

STORE = Path(".adk", "session.db")
# An app called a.b lives in the folder a/b.
DEPTH = 3
_SKIPPED = {"node_modules", "venv", "site-packages"}


def open_project(uri: str) -> "ProjectStore":
    """The stores below the folder that `uri` names. Raises BadInput."""
    return ProjectStore(path_of(uri))


class ProjectStore:
    """The apps of a project. `unread` says of apps, by name, why their stores can't be read."""

    layout = "project folder"

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unread: dict[str, str] = {}
        self._stores: dict[str, SqliteStore] = {}
        self._counts: dict[str, int] = {}
        if len(self.uri) > MAX_URI:
            raise BadInput("the source's address is longer than can be kept: name it by a link")
        if not path.exists():
            raise BadInput(f"{path} does not exist: check the path of the source")
        if not path.is_dir():
            raise BadInput(
                f"{path} is not a folder: name the folder that holds the agents' folders"
            )
        found = list(_stores_below(path))
        if not found:
            raise BadInput(
                f"{path} holds no app with sessions: none of its folders has {STORE.as_posix()}"
            )
        for folder in found:
            self._open(folder)
        if not self._stores:
            raise BadInput(f"{path} holds no store that can be read: " + "; ".join(self._reasons()))

    @property
    def uri(self) -> str:
        return f"adk://{quote(str(self.path))}"

    @property
    def name(self) -> str:
        return str(self.path)

    def apps(self) -> dict[str, int]:
        """Session counts by app name. An app whose store can't be read is in `unread` only."""
        return dict(sorted(self._counts.items()))

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        yield from self._store(app_name).index(app_name)

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        return self._store(key.app_name).read(key, digest_key=digest_key)

    def _store(self, app_name: str) -> SqliteStore:
        if app_name not in self._stores:
            raise BadInput(self.unread.get(app_name, f"{self.path} has no app {app_name!r}"))
        return self._stores[app_name]

    def _open(self, folder: Path) -> None:
        """Take the apps of one folder's store, or note why that can't be done."""
        app = ".".join(folder.relative_to(self.path).parts) or folder.name
        file = folder / STORE
        if not file.resolve().is_relative_to(self.path.resolve()):
            self.unread[app] = f"{file} leads out of {self.path}: import it by its own address"
            return
        try:
            store = SqliteStore(file)
            counts = store.apps()
        except BadInput as error:
            self.unread[app] = str(error)
            return
        for name, count in counts.items():
            # The folder called like the app is where ADK looks for it; else the first one.
            if name in self._stores and name != app:
                self._note_double(name, store)
            else:
                if name in self._stores:
                    self._note_double(name, self._stores[name])
                self._stores[name], self._counts[name] = store, count

    def _note_double(self, app_name: str, store: SqliteStore) -> None:
        place = store.path.parent.parent.name
        self.unread[f"{app_name} in {place}"] = (
            f"{store.path} holds sessions of {app_name!r} too: import them by {store.uri}"
        )

    def _reasons(self) -> list[str]:
        return [f"{app}: {reason}" for app, reason in sorted(self.unread.items())]


def _stores_below(root: Path) -> Iterator[Path]:
    """Folders that have a store, the root first, in the order of their names."""
    for place, folders, _ in os.walk(root):
        here = Path(place)
        if (here / STORE).exists():
            yield here
        deep = len(here.relative_to(root).parts) >= DEPTH
        folders[:] = (
            []
            if deep
            else sorted(f for f in folders if not f.startswith((".", "__")) and f not in _SKIPPED)
        )
