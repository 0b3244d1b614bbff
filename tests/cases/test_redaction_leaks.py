"""Previews, marks and policies leave no original text in the database, the queue or the logs."""

import json
import logging
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from cases.models import Person, RedactionPreview, Study
from cases.redaction_findings import findings_of
from cases.redaction_places import slot_at
from cases.redaction_previews import read_again, run_preview
from tests.cases.private_strings import fuller_store, strings_in
from tests.cases.redaction_pages import ask_to_see, forget_others, mark_url, session_url
from tests.cases.test_import_leaks import _files, _manage, _prepare

THROUGH_THE_QUEUE = """
import sys, time
from cases.models import RedactionPreview, Study
from cases.redaction_previews import queue_preview
from config import embedded
from tests.make import make_person
with embedded.running(worker=True) as services:
    preview = queue_preview(
        study=Study.objects.get(slug="s"), source_uri=sys.argv[-1], app_name="refund_support",
        policy={"keep_keys": ["depot"]}, sample=100, seed=1, actor=make_person("ada"),
    )
    for _ in range(600):
        services.check()
        preview.refresh_from_db()
        if not preview.is_running:
            break
        time.sleep(0.2)
found = sum(len(row.findings) for row in preview.sessions.all())
print(preview.state, preview.message, "found", found)
"""


def everything() -> bytes:
    values: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            values += [str(value) for row in cursor for value in row]
    return "\n".join(values).encode()


def test_no_row_and_no_log_line_holds_a_text_that_was_looked_at_or_marked(
    client: Client,
    study: Study,
    admin: Person,
    tmp_path: Path,
    settings: object,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.DEBUG)
    store = fuller_store(tmp_path / "sessions.db")
    forget_others(store, "free-0", "record-0", "record-5")
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]  # type: ignore[attr-defined]
    queued: list[object] = []
    monkeypatch.setattr(
        "cases.tasks.preview_redaction.delay_on_commit", lambda *args: queued.append(args)
    )
    client.force_login(admin)
    form = {"source": "other", "source_uri": f"sqlite:///{store}", "sample": 3, "seed": 5}
    client.post(reverse("redaction_preview_new", args=[study.slug]), form)
    preview = RedactionPreview.objects.get()
    run_preview(preview.pk)
    ask_to_see(client, preview)
    marked = 0
    for row in preview.sessions.all():
        page = client.get(session_url(preview, row.position))
        assert strings_in(page.content) != []
        turns = read_again(row)
        for index, hidden in enumerate(findings_of(row)):
            slot = slot_at(turns, hidden.place)
            assert slot is not None
            words = slot.text[hidden.start : hidden.end]
            miss = {"do": "miss", "words": words, "kind": hidden.kind, "action": "deny"}
            alarm = {"do": "alarm", "finding": index, "action": "note"}
            wrong = miss | {"words": words + " and more", "action": "hide_key"}
            for data in (wrong, miss, alarm):
                client.post(mark_url(preview, row.position), data)
                marked += 1
    assert marked > 30
    client.post(reverse("redaction_draft", args=[study.slug]), {"do": "save"})
    study.refresh_from_db()
    assert len(study.redaction_policy["deny"]) >= 8
    out, err = capfd.readouterr()
    kept = everything() + json.dumps(queued).encode() + (caplog.text + out + err).encode()
    assert b"deny list" in kept or b"PERSON" in kept
    assert strings_in(kept) == []
    assert queued == [(preview.pk,)]


@pytest.mark.services
@pytest.mark.embedded
@pytest.mark.slow
def test_no_file_of_a_preview_through_the_queue_holds_anything_private(tmp_path: Path) -> None:
    """Database, write-ahead log, the queue's file and what a worker says."""
    store = fuller_store(tmp_path / "sessions.db")
    data = tmp_path / "data"
    said = _prepare(data)
    script = f"import sys; sys.argv.append('sqlite:///{store}')\n" + THROUGH_THE_QUEUE
    said += _manage(data, "shell", "-v0", "-c", script)
    assert b"finished" in said
    found = int(said.rsplit(b"found ", 1)[1].split()[0])
    assert found > 100
    content = _files(data)
    assert b"cases.tasks.preview_redaction" in content  # the queue's file is among them
    assert strings_in(content) == []
    assert strings_in(said) == []
