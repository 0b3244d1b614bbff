"""The data folder of the worked example: its marker, its log-ins, starting over."""

import json
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from cases.errors import BadInput
from cases.models import Study
from config.embedded.folder import FileLock, prepare_folder, write_private

SLUG = "refund-support"

# What a reset takes away: all that demo and serve put into a data folder, but for the secret key,
# which this process has loaded, and the locks.
_OURS = ("demo", "logs", "valkey", "run", "services.json")


@dataclass(frozen=True, slots=True)
class Folder:
    """Where the worked example keeps what is not in the database."""

    path: Path

    @property
    def marker(self) -> Path:
        return self.path / "worked-example"

    @property
    def store(self) -> Path:
        return self.path / "adk_sessions.db"

    @property
    def truth(self) -> Path:
        return self.path / "truth.json"

    @property
    def logins(self) -> Path:
        return self.path / "logins.json"

    @property
    def export(self) -> Path:
        return self.path / "export"


def sessions_of(folder: Folder, asked: int | None, *, otherwise: int) -> int:
    """How many sessions the example in `folder` has, or shall have: `asked`, else `otherwise`.

    Raises BadInput when another number is asked for than is there.
    """
    if not folder.truth.exists():
        return otherwise if asked is None else asked
    there = len(json.loads(folder.truth.read_text(encoding="utf-8")))
    if asked not in (None, there):
        raise BadInput(f"the example here has {there} sessions, not {asked}: add --reset")
    return there


def open_folder() -> Folder:
    """The folder, made and marked. Raises BadInput when the data folder is in use for real work."""
    data = Path(settings.DATA_DIR)
    prepare_folder(data)
    folder = Folder(data / "demo")
    if not folder.marker.exists():
        others = _studies()
        if others:
            raise BadInput(
                f"the database of {data} holds other studies ({', '.join(others[:5])}): the worked "
                "example wants a data folder of its own; set CALIBRANT_DATA to an empty one"
            )
        folder.path.mkdir(mode=0o700, exist_ok=True)
        folder.marker.write_text("Made by the demo command.\n", encoding="utf-8")
    return folder


def _studies() -> list[str]:
    """Slugs of the studies in the database other than ours; none where it is not set up yet."""
    if Study._meta.db_table not in connection.introspection.table_names():
        return []
    return list(Study.objects.exclude(slug=SLUG).order_by("slug").values_list("slug", flat=True))


def start_over() -> None:
    """Delete what an earlier run made. Raises BadInput where that could be more than a demo."""
    data = Path(settings.DATA_DIR)
    if not data.exists():
        return
    database = Path(str(settings.DATABASES["default"]["NAME"]))
    if connection.vendor != "sqlite" or database.parent != data:
        raise BadInput(
            "--reset deletes a SQLite database in the data folder, and DATABASE_URL names another: "
            "unset it, or empty that database yourself"
        )
    folder = Folder(data / "demo")
    if not folder.marker.exists():
        # The settings make an empty one, so that only its owner may read it.
        if database.exists() and database.stat().st_size:
            raise BadInput(
                f"{data} was not made by the demo command, so --reset leaves it alone; "
                "set CALIBRANT_DATA to another folder"
            )
        return
    with FileLock(data / "calibrant.lock") as lock:
        if not lock.take():
            raise BadInput(f"Calibrant is running on {data}: stop it, then reset")
        others = _studies()
        if others:
            raise BadInput(
                f"{data} also holds studies made by hand ({', '.join(others[:5])}): "
                "delete the folder yourself if they may go"
            )
        connection.close()
        for suffix in ("-wal", "-shm", "-journal", ""):
            database.with_name(database.name + suffix).unlink(missing_ok=True)
        # The marker's folder goes last, so that a reset cut short can be done again.
        for name in reversed(_OURS):
            found = data / name
            if found.is_dir():
                shutil.rmtree(found)
            else:
                found.unlink(missing_ok=True)


def logins(folder: Folder) -> dict[str, dict[str, str]]:
    """Username and password by role; drawn once and kept in a file that only the owner reads."""
    if folder.logins.exists():
        kept: dict[str, dict[str, str]] = json.loads(folder.logins.read_text(encoding="utf-8"))
        return kept
    drawn = {
        role: {"username": role, "password": secrets.token_urlsafe(9)}
        for role in ("rater", "lead", "admin")
    }
    write_private(folder.logins, json.dumps(drawn, indent=1))
    return drawn
