"""Imports whose workers die, whose store goes, and which are cancelled in the middle of a batch."""

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone

from cases import importing
from cases.claims import Claim
from cases.errors import BadInput
from cases.identifiers import session_key
from cases.import_batches import characters_in
from cases.import_claims import KeptStore
from cases.importing import cancel_import, import_again, import_sessions, run_import, start_import
from cases.models import Case, ImportRun, Item, Person, RedactionPreview, Source, Study
from cases.redaction_previews import run_preview
from cases.sources import (
    SessionEntry,
    SessionKey,
    StoreBusy,
    StoredSession,
    check_app,
    open_store,
)
from cases.sources.sqlite import SqliteStore
from tests.cases.redaction_pages import make_preview
from tests.cases.small_store import APP, SmallStore, talk
from tests.cases.test_claims import SOON, until_renewed
from tests.cases.test_import_resuming import Killed, begin, lapse
from tests.make import make_study


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cases.import_running.SESSIONS_PER_BATCH", 2)
    monkeypatch.setattr("cases.sources.sqlite_files.SECONDS_TO_WAIT", 0.05)


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    store = SmallStore(tmp_path / "sessions.db")
    for number in range(6):
        store.add(f"s{number}", talk(f"parcel number {number}"))
    return store


@pytest.fixture
def on_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[str], None]], list[str]]:
    """Lets something happen before each session is read; gives the ids of those that are."""
    read = SqliteStore.read

    def arrange(happen: Callable[[str], None]) -> list[str]:
        seen: list[str] = []

        def reading(self: SqliteStore, key: SessionKey, *, digest_key: bytes) -> StoredSession:
            seen.append(key.session_id)
            happen(key.session_id)
            return read(self, key, digest_key=digest_key)

        monkeypatch.setattr(SqliteStore, "read", reading)
        return seen

    return arrange


OnRead = Callable[[Callable[[str], None]], list[str]]


def kill_at(name: str) -> Callable[[str], None]:
    def happen(session_id: str) -> None:
        if session_id == name:
            raise Killed

    return happen


def run_until_over(run: ImportRun, times: int = 12) -> int:
    """Take a run up each time that its worker is killed; gives how often that was."""
    for kills in range(times):
        try:
            run_import(run.pk)
        except Killed:
            lapse(run)
        else:
            run.refresh_from_db()
            return kills
    raise AssertionError(f"still not given up after {times} times")


def test_a_session_that_kills_its_worker_each_time_ends_the_import_and_is_named(
    study: Study,
    store: SmallStore,
    lead: Person,
    on_read: OnRead,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = on_read(kill_at("s3"))
    run = begin(study, store)
    run_until_over(run)
    key = session_key(SessionKey(APP, "user-s3", "s3"))[:16]
    assert run.state == ImportRun.State.FAILED
    assert f"Session {key} ended the worker 3 times" in run.message
    # Once in its batch, then by itself, so that what stood before it in the batch is here.
    assert seen.count("s3") == 4
    assert Case.objects.count() == 3
    # What is run again leaves it out.
    lead.is_superuser = True
    monkeypatch.setattr(importing, "queue_import", start_import)
    again = import_again(run=run, actor=lead)
    assert run_until_over(again) == 0
    assert again.state == ImportRun.State.FINISHED
    expected = {"seen": 6, "drawn": 6, "unchanged": 3, "imported": 2, "left_out": 1}
    assert again.report["sessions"] == expected
    assert [problem["session"] for problem in again.report["problems"]] == [key]
    assert Item.objects.count() == 5


def test_a_worker_killed_for_other_reasons_gives_nothing_up(
    study: Study, store: SmallStore, on_read: OnRead
) -> None:
    killed: list[str] = []

    def once_each(session_id: str) -> None:
        if session_id not in killed:
            killed.append(session_id)
            raise Killed

    on_read(once_each)
    run = begin(study, store)
    assert run_until_over(run) == 6
    assert run.state == ImportRun.State.FINISHED
    assert run.report["sessions"] == {"seen": 6, "drawn": 6, "imported": 6}


def test_an_import_killed_before_any_session_is_given_up_too(
    study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killing(self: SqliteStore, app_name: str) -> list[SessionEntry]:
        raise Killed

    monkeypatch.setattr(SqliteStore, "index", killing)
    run = begin(study, store)
    assert run_until_over(run) == 3
    assert run.state == ImportRun.State.FAILED
    assert "tried 3 times and ended its worker each time" in run.message


def test_no_session_is_blamed_for_a_worker_that_was_not_at_it(
    study: Study, store: SmallStore, on_read: OnRead, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_read(kill_at("s0"))
    run = begin(study, store)
    for _ in range(2):
        with pytest.raises(Killed):
            run_import(run.pk)
        lapse(run)
    run.refresh_from_db()
    assert run.checkpoint["at"]

    def killing(self: SqliteStore, app_name: str) -> list[SessionEntry]:
        raise Killed

    monkeypatch.setattr(SqliteStore, "index", killing)
    run_until_over(run)
    assert run.state == ImportRun.State.FAILED
    assert "before it got any further" in run.message


def preview_of(study: Study, store: SmallStore) -> RedactionPreview:
    source = Source.objects.create(uri=store.uri, app_name=APP)
    return make_preview(study, store.path, run=False, source=source, sample=4)


def test_a_killed_preview_goes_on_where_it_was_and_is_given_up(
    study: Study, store: SmallStore, on_read: OnRead
) -> None:
    preview = preview_of(study, store)
    killer: list[str] = []

    def second(session_id: str) -> None:
        killer.extend([session_id] if len(set(seen)) == 2 and not killer else [])
        if session_id in killer:
            raise Killed

    seen: list[str] = []
    seen = on_read(second)
    for _ in range(3):
        with pytest.raises(Killed):
            run_preview(preview.pk)
        RedactionPreview.objects.update(claimed_until=timezone.now())
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert preview.state == "failed"
    assert "tried 3 times" in preview.message
    assert "at session 2 of 4" in preview.message
    assert len(seen) == 4  # the first one once
    assert preview.sessions.count() == 1


def test_a_store_that_goes_ends_the_import_and_it_can_be_run_again(
    study: Study, store: SmallStore, lead: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = store.path.with_suffix(".away")
    run = begin(study, store)
    run_import(run.pk, lambda done, total: done == 2 and store.path.rename(away))
    run.refresh_from_db()
    assert run.state == ImportRun.State.FAILED
    assert "does not exist" in run.message
    assert "run it again when the source can be read" in run.message
    assert "failed" not in run.report["sessions"]
    assert Case.objects.count() == 2
    away.rename(store.path)
    lead.is_superuser = True
    monkeypatch.setattr(importing, "queue_import", start_import)
    again = import_again(run=run, actor=lead)
    run_import(again.pk)
    again.refresh_from_db()
    assert again.report["sessions"] == {"seen": 6, "drawn": 6, "unchanged": 2, "imported": 4}


def test_a_session_that_another_program_keeps_from_being_read_is_read_after_others(
    study: Study, store: SmallStore, on_read: OnRead
) -> None:
    def busy(session_id: str) -> None:
        if session_id == "s0" and seen.count("s0") < 4:
            raise StoreBusy("the store is locked by another program: try again")

    seen: list[str] = []
    seen = on_read(busy)
    run = import_sessions(study=study, source_uri=store.uri, app_name=APP)
    assert run.report["sessions"] == {"seen": 6, "drawn": 6, "imported": 6}
    assert seen[:5] == ["s0", "s1", "s0", "s0", "s0"]


def test_a_store_that_another_program_keeps_for_long_ends_the_import(
    study: Study, store: SmallStore
) -> None:
    run = begin(study, store)
    with sqlite3.connect(store.path, isolation_level=None) as agent:
        locked: list[bool] = []

        def lock(done: int, total: int) -> None:
            if not locked:
                locked.append(True)
                agent.execute("BEGIN EXCLUSIVE")

        run_import(run.pk, lock)
        agent.execute("ROLLBACK")
    agent.close()
    run.refresh_from_db()
    assert run.state == ImportRun.State.FAILED
    assert "is locked by another program" in run.message
    assert "run it again when the source can be read" in run.message
    assert "failed" not in run.report["sessions"]
    assert Case.objects.count() == Item.objects.count() == 2


def test_a_store_that_goes_ends_a_preview(study: Study, store: SmallStore, on_read: OnRead) -> None:
    preview = preview_of(study, store)
    on_read(lambda session_id: store.path.unlink(missing_ok=True))
    run_preview(preview.pk)
    preview.refresh_from_db()
    assert preview.state == "failed"
    assert "does not exist" in preview.message
    assert not preview.sessions.exists()


def test_a_session_that_is_broken_stops_no_other(
    study: Study, store: SmallStore, on_read: OnRead
) -> None:
    def broken(session_id: str) -> None:
        if session_id == "s1":
            raise BadInput("this one is broken")

    on_read(broken)
    run = import_sessions(study=study, source_uri=store.uri, app_name=APP)
    assert run.report["sessions"] == {"seen": 6, "drawn": 6, "imported": 5, "failed": 1}


def test_a_cancelled_import_writes_nothing_of_the_batch_at_hand(
    study: Study, store: SmallStore, lead: Person, on_read: OnRead
) -> None:
    run = begin(study, store)

    def cancel(session_id: str) -> None:
        if session_id == "s2":
            cancel_import(run=run, actor=lead)

    seen = on_read(cancel)
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.CANCELLED
    assert "failed" not in run.report["sessions"]
    assert Case.objects.count() == Item.objects.count() == 2
    assert seen[-1] in ("s2", "s3")


def test_a_claim_lost_while_reading_is_no_failure_of_a_session(
    study: Study, store: SmallStore, lead: Person, on_read: OnRead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cases.claims.Claim.keep", Claim.renew)  # as after ten seconds
    run = begin(study, store)
    seen = on_read(lambda session_id: cancel_import(run=run, actor=lead) and None)
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, seen) == (ImportRun.State.CANCELLED, ["s0"])
    assert run.report.get("sessions", {}) == {}
    assert not Case.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_import_keeps_its_claim_while_a_session_takes_long(
    store: SmallStore, on_read: OnRead, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cases.claims.BEAT", SOON)
    monkeypatch.setattr("cases.claims.Claim.keep", lambda self: None)
    run = begin(make_study(), store)
    on_read(lambda session_id: until_renewed(run))
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, run.sessions_done) == (ImportRun.State.FINISHED, 6)


def test_long_sessions_make_short_batches(
    study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cases.import_running.SESSIONS_PER_BATCH", 20)
    monkeypatch.setattr("cases.import_batches.CHARACTERS_PER_BATCH", 1_000)
    store.say("s1", ("user", "And one more word. " * 60))
    done: list[int] = []
    run = import_sessions(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        progress=lambda so_far, total: done.append(so_far),
    )
    assert done[0] == 2
    assert done[-1] == run.report["sessions"]["imported"] == 6


def test_characters_of_a_value_are_those_of_its_texts() -> None:
    assert characters_in({"key": ["four", {"a": "two", "b": 12345}, None]}) == len("fourtwo")


def test_what_a_store_could_not_read_is_known_while_a_claim_is_kept(tmp_path: Path) -> None:
    for app in ("fine", "torn"):
        (tmp_path / app / ".adk").mkdir(parents=True)
    SmallStore(tmp_path / "fine" / ".adk" / "session.db").add("s", talk("a parcel"))
    (tmp_path / "torn" / ".adk" / "session.db").write_text("no database")
    kept = KeptStore(open_store(f"adk://{tmp_path}"), Claim(ImportRun, 1, "key"))
    assert list(kept.unread) == ["torn"]
    with pytest.raises(BadInput, match="not readable: torn"):
        check_app(kept, "torn")
