"""Reading a previewed session again, and marking what stands under a key that is private."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from cases.identifiers import session_key
from cases.models import Person, RedactionDraft, RedactionPreview, Study
from cases.redaction_places import slots_of
from cases.redaction_previews import SessionGone, read_again
from cases.sources import SessionEntry
from cases.sources.sqlite import SqliteStore
from cases.transcript import steps_of
from tests.cases.private_strings import fuller_store
from tests.cases.redaction_pages import APP, ask_to_see, forget_others, make_preview, mark_url

CALLED = json.dumps(
    {
        "content": {
            "role": "model",
            "parts": [
                {
                    "function_call": {
                        "name": "look",
                        "args": {
                            "jo.bloggs@example.com": ["a blue unicorn"],
                            "toy": [["a green dragon"]],
                        },
                    }
                }
            ],
        },
        "author": "desk",
        "invocation_id": "i",
        "timestamp": 1,
    }
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = fuller_store(tmp_path / "sessions.db")
    forget_others(path, "record-0", "record-5")
    with sqlite3.connect(path) as rows:
        rows.execute("UPDATE events SET event_data = ? WHERE id = '2'", (CALLED,))
    rows.close()
    return path


@pytest.fixture
def preview(study: Study, admin: Person, store: Path) -> RedactionPreview:
    return make_preview(study, store, admin)


@pytest.fixture
def walked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the sessions that are gone through in an index."""
    seen: list[str] = []
    index = SqliteStore.index

    def note(self: SqliteStore, app_name: str) -> Iterator[SessionEntry]:
        for entry in index(self, app_name):
            seen.append(entry.key.session_id)
            yield entry

    monkeypatch.setattr(SqliteStore, "index", note)
    return seen


def test_the_index_is_gone_through_once_for_a_preview(
    preview: RedactionPreview, walked: list[str]
) -> None:
    first = [read_again(row) for row in preview.sessions.all()]
    assert len(first) == len(walked) == 2
    assert [read_again(row) for row in preview.sessions.all()] == first
    assert len(walked) == 2


def test_a_session_that_went_after_it_was_found_is_gone(
    preview: RedactionPreview, store: Path
) -> None:
    rows = list(preview.sessions.all())
    index = SqliteStore(store).index(APP)
    name = next(session_key(e.key) for e in index if e.key.session_id == "record-0")
    read_again(rows[0])
    with sqlite3.connect(store) as database:
        database.execute("DELETE FROM sessions WHERE id = 'record-0'")
        database.execute("DELETE FROM events WHERE session_id = 'record-0'")
    database.close()
    (gone,) = (row for row in rows if row.session_key == name)
    with pytest.raises(SessionGone, match="no longer in its store"):
        read_again(gone)


@pytest.mark.parametrize(("words", "status"), [("blue unicorn", 422), ("green dragon", 302)])
def test_a_key_that_is_somebodys_gets_into_no_policy(
    client: Client, admin: Person, preview: RedactionPreview, words: str, status: int
) -> None:
    client.force_login(admin)
    ask_to_see(client, preview)
    row = next(
        row
        for row in preview.sessions.all()
        if any(
            "unicorn" in slot.text for step in steps_of(read_again(row)) for slot in slots_of(step)
        )
    )
    form = {"do": "miss", "kind": "PERSON", "action": "hide_key", "words": words}
    answer = client.post(mark_url(preview, row.position), form)
    assert answer.status_code == status
    kept = json.dumps([draft.changes for draft in RedactionDraft.objects.all()])
    assert "bloggs" not in kept
    if status == 422:
        assert "This key is somebody" in answer.content.decode()
    else:
        assert '"toy"' in kept
