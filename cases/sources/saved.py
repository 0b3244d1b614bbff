"""Saved sessions and evalsets: a JSON file, or a folder of them.

Sessions as `adk run --save_session` writes them and as `adk web` and the REST API give them, one a
file, in a list or one a line; eval cases with turns are sessions as well. Of a JSON file the text
and one document are in memory at a time, of a .jsonl one line; what is kept of each document is its
place and how much is in it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from cases.errors import BadInput
from cases.extraction.fields import field
from cases.sources import evalsets
from cases.sources.addresses import MAX_URI, path_of
from cases.sources.evalsets import Conversation
from cases.sources.json_files import CHANGED, Document, Place, documents
from cases.sources.parsed import NO_APP, gather, split_state
from cases.sources.records import (
    NOTHING_UNREAD,
    SessionEntry,
    SessionKey,
    StoredSession,
    StoreGone,
)
from cases.sources.session_json import SessionJson, is_session, session_of

SUFFIXES = (".json", ".jsonl")


def open_files(uri: str) -> "SavedStore":
    """The file or folder that `uri` names. Raises BadInput."""
    return SavedStore(path_of(uri))


@dataclass(slots=True)
class _Found:
    """Where a session stands. `case` is the number of the eval case in the eval set there."""

    place: Place
    case: int | None
    events: int
    updated: float
    copies: int = 0
    reason: str = ""


class SavedStore:
    """A JSON file or a folder of them, sub-folders not included.

    A session that stands in several files counts once: the copy with the most events, then the
    one updated last, is taken. Files and documents that can't be read are in the index of every
    app, since nobody knows whose they are; reading one raises BadInput with its reason.
    """

    layout = "JSON files"
    unread: Mapping[str, str] = NOTHING_UNREAD

    def __init__(self, path: Path) -> None:
        self.path = path
        self._check_path()
        self._found: dict[SessionKey, _Found] | None = None
        self._last: tuple[object, list[SessionJson]] | None = None

    @property
    def uri(self) -> str:
        return f"file://{quote(str(self.path))}"

    @property
    def name(self) -> str:
        return str(self.path)

    def apps(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for key in self._sessions():
            if not _is_unread(key):
                counts[key.app_name] = counts.get(key.app_name, 0) + 1
        if not counts:
            self._raise_for_nothing()
        return dict(sorted(counts.items()))

    def index(self, app_name: str) -> Iterator[SessionEntry]:
        """Sessions by user and id, each document read once more for its state."""
        by_name = sorted(self._sessions().items(), key=lambda item: astuple(item[0]))
        for key, found in by_name:
            if _is_unread(key):
                named = replace(key, app_name=app_name)
                yield SessionEntry(key=named, state={}, events=None, problem=found.reason)
            elif key.app_name == app_name:
                yield self._entry(key, found)

    def read(self, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        """One session. Raises BadInput for what can't be read, for this one only."""
        sessions = self._sessions()
        found = sessions.get(key) or sessions.get(replace(key, app_name=""))
        if found is None:
            raise BadInput(f"{self.path} has no such session any more: import it again")
        if found.reason:
            raise BadInput(found.reason)
        self._check_path()
        session = self._load(key, found)
        problems = dict(session.problems)
        if found.copies:
            problems["copy_of_session_left_out"] = found.copies
        return gather(
            key,
            state=session.state,
            events=session.events,
            digest_key=digest_key,
            problems=problems,
        )

    def _entry(self, key: SessionKey, found: _Found) -> SessionEntry:
        if found.reason:
            return SessionEntry(key=key, state={}, events=None, problem=found.reason)
        try:
            state = split_state(self._load(key, found).state)[0]
        except BadInput:
            # Changed a moment ago: reading it says so.
            return SessionEntry(key=key, state={}, events=None)
        return SessionEntry(key=key, state=state, events=found.events)

    def _load(self, key: SessionKey, found: _Found) -> SessionJson:
        """The session from its file. The last document is kept, since eval cases share one."""
        stamp = (found.place, found.place.stamp())
        if self._last is None or self._last[0] != stamp:
            document = Document(found.place, found.place.load())
            self._last = (stamp, list(_sessions_of(document, "")))
        for session in self._last[1]:
            if (session.key, session.case) == (key, found.case):
                return session
        raise BadInput(CHANGED)

    def _sessions(self) -> dict[SessionKey, _Found]:
        """Where each session stands: the whole store is gone through once."""
        if self._found is None:
            found: dict[SessionKey, _Found] = {}
            files = self._files()
            inside = self.path.is_dir()
            for number, path in enumerate(files, start=1):
                where = f"file {number} of {len(files)}, by name," if inside else "the file"
                if problem := inside and _no_file(path):
                    _add(found, _unread(where, problem), Place(path, 0, 0))
                    continue
                for session, place in _read_file(path, where):
                    _add(found, session, place)
            self._found = found
        return self._found

    def _files(self) -> list[Path]:
        if self.path.is_file():
            return [self.path]
        try:
            inside = sorted(self.path.iterdir())
        except OSError as error:
            raise StoreGone(f"can't read {self.path}: {error.strerror}") from None
        return [
            path
            for path in inside
            if path.suffix.lower() in SUFFIXES and not path.name.startswith(".")
        ]

    def _check_path(self) -> None:
        if len(self.uri) > MAX_URI:
            raise BadInput("the source's address is longer than can be kept: name it by a link")
        try:
            if not self.path.exists():
                raise StoreGone(f"{self.path} does not exist: check the path of the source")
            if not self.path.is_file() and not self.path.is_dir():
                raise StoreGone(f"{self.path} is neither a file nor a folder: name one of them")
        except OSError as error:
            raise StoreGone(f"can't read {self.path}: {error.strerror}") from None

    def _raise_for_nothing(self) -> None:
        """Say why nothing was found, if there were files. Raises BadInput."""
        unread = [found.reason for found in self._sessions().values()]
        if len(unread) == 1:
            raise BadInput(unread[0])
        if unread:
            raise BadInput(
                f"{self.path}: none of {len(unread)} can be read; the first: {unread[0]}"
            )


def _read_file(path: Path, where: str) -> Iterator[tuple[SessionJson, Place]]:
    """Sessions of a file, and stand-ins for what in it can't be read."""
    turns: list[Any] = []
    for document in documents(path):
        if evalsets.is_former_turn(document.value):
            turns.append(document.value)
            continue
        for session in _sessions_of(document, where):
            yield session, document.place
    if turns:
        # A list of turns is one conversation, and stands where the list stands.
        whole = Document(Place(path, 0, path.stat().st_size), value=turns)
        for session in _sessions_of(whole, where):
            yield session, whole.place


def _sessions_of(document: Document, where: str) -> Iterator[SessionJson]:
    """The sessions in one document of a file, which is at `where` in words.

    A file's name is often a session's id, so files are told apart by their place in the folder.
    """
    value, place = document.value, document.place
    name = place.path.name.partition(".")[0]
    where = f"{where} at byte {place.start}" if place.start > 3 else where
    if document.problem:
        yield _unread(where, document.problem)
    elif evalsets.is_evalset(value):
        set_id = str(field(value, "eval_set_id") or name)
        used: Counter[str] = Counter()
        for number, case in enumerate(evalsets.conversations(value)):
            # Cases that share an id are two conversations all the same.
            used[case.eval_id] += 1
            if used[case.eval_id] > 1:
                case.eval_id += f"#{used[case.eval_id]}"
            yield _of_case(case, set_id, number, where)
    elif evalsets.is_eval_case(value):
        yield _of_case(evalsets.conversation(value, fallback_id="case"), name, 0, where)
    elif isinstance(value, list) and all(map(evalsets.is_former_turn, value)):
        yield _of_case(evalsets.former_conversation(value, eval_id="case"), name, 0, where)
    elif is_session(value):
        stem = place.path.name.removesuffix(place.path.suffix).removesuffix(".session")
        yield session_of(value, fallback_id=f"{stem}@{place.start}" if place.start > 3 else stem)
    else:
        yield _unread(where, "is neither a saved session nor an evalset: leave it out")


def _of_case(case: Conversation, set_id: str, number: int, where: str) -> SessionJson:
    """A session of an eval case, named by its eval set and itself: the id of the session in which
    it is to be run may be the same for many."""
    return SessionJson(
        key=SessionKey(case.app_name or NO_APP, case.user_id, f"{set_id}:{case.eval_id}"),
        state=case.state,
        events=case.events,
        problems=case.problems,
        reason=f"eval case {number + 1} of {where} {case.reason}" if case.reason else "",
        case=number,
    )


def _unread(where: str, problem: str) -> SessionJson:
    """What stands in for something that can't be read: of no app."""
    return SessionJson(key=SessionKey("", "", where), reason=f"{where} {problem}")


def _is_unread(key: SessionKey) -> bool:
    return not key.app_name


def _no_file(path: Path) -> str:
    """Why a name in a folder can't be opened as a file; "" if it can."""
    try:
        if not path.resolve().is_relative_to(path.parent.resolve()):
            return "is a link to another folder: name that folder as a source of its own"
        return "" if path.is_file() else "is no file: leave it out"
    except OSError as error:
        return f"can't be read: {error.strerror}"


def _add(found: dict[SessionKey, _Found], session: SessionJson, place: Place) -> None:
    """Keep one place a session: of copies the one with the most events, then the latest."""
    new = _Found(
        place=place,
        case=session.case,
        events=len(session.events),
        updated=session.updated,
        reason=session.reason,
    )
    old = found.get(session.key)
    if old:
        new.copies = old.copies = old.copies + 1
        if (old.events, old.updated) >= (new.events, new.updated):
            return
    found[session.key] = new
