"""Imports that are killed, cancelled, repeated, or asked for twice."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoCaptureOnCommitCallbacks

from cases import importing
from cases.errors import BadInput
from cases.import_options import ImportOptions
from cases.import_pages import ImportProgress, progress_of
from cases.importing import cancel_import, import_again, import_sessions, run_import, start_import
from cases.models import AuditEvent, Case, ImportRun, Item, Person, Study
from cases.sources import SessionKey, StoredSession
from cases.sources.sqlite import SqliteStore
from tests.cases.small_store import APP, SmallStore, talk


@pytest.fixture(autouse=True)
def _small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cases.import_running.SESSIONS_PER_BATCH", 2)


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    store = SmallStore(tmp_path / "sessions.db")
    for number in range(7):
        store.add(f"s{number}", talk(f"parcel number {number}"))
    return store


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the sessions that are read, as they are."""
    seen: list[str] = []
    read = SqliteStore.read

    def note(self: SqliteStore, key: SessionKey, *, digest_key: bytes) -> StoredSession:
        seen.append(key.session_id)
        return read(self, key, digest_key=digest_key)

    monkeypatch.setattr(SqliteStore, "read", note)
    return seen


class Killed(BaseException):
    """Ends a worker as a signal would: nothing catches it."""


def kill_after(sessions: int) -> Callable[[int, int], None]:
    def progress(done: int, total: int) -> None:
        if done >= sessions:
            raise Killed

    return progress


def begin(study: Study, store: SmallStore, **options: object) -> ImportRun:
    return start_import(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def lapse(run: ImportRun) -> None:
    ImportRun.objects.filter(pk=run.pk).update(claimed_until=timezone.now())


def test_a_killed_import_goes_on_where_it_was(
    study: Study, store: SmallStore, reads: list[str]
) -> None:
    run = begin(study, store)
    with pytest.raises(Killed):
        run_import(run.pk, kill_after(4))
    assert reads == ["s0", "s1", "s2", "s3"]
    reads.clear()
    lapse(run)
    run.refresh_from_db()
    assert run.report["seconds"] >= 0
    run.report |= {"seconds": 1_000, "seconds_by": {"reading": 900}}
    run.save()
    run_import(run.pk)
    run.refresh_from_db()
    assert reads == ["s4", "s5", "s6"]
    assert run.state == ImportRun.State.FINISHED
    assert run.report["sessions"] == {"seen": 7, "drawn": 7, "imported": 7}
    assert run.report["events"]["events"] == 14
    assert run.report["items"] == Item.objects.count() == 7
    # What it took before it was killed counts as well.
    assert run.report["seconds"] >= 1_000
    assert run.report["seconds_by"]["reading"] >= 900


def test_what_a_killed_batch_had_written_is_counted_as_new(
    study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begin(study, store)
    with monkeypatch.context() as patched:
        patched.setattr("cases.claims.Claim.get_further", get_further_once())
        with pytest.raises(Killed):
            run_import(run.pk)
    assert Case.objects.count() == 4  # two counted, two not
    lapse(run)
    run_import(run.pk)
    run.refresh_from_db()
    assert run.report["sessions"] == {"seen": 7, "drawn": 7, "imported": 7}
    assert run.report["events"]["events"] == 14
    assert run.report["agent_versions"] == {"not said": 7}


def get_further_once() -> Callable[..., None]:
    """A claim whose worker is killed when it was about to say that a second batch is done."""
    from cases.claims import Claim

    get_further, calls = Claim.get_further, []

    def counted(self: Claim, **fields: object) -> None:
        calls.append(fields)
        if len(calls) == 2:
            raise Killed
        get_further(self, **fields)

    return counted


def test_when_the_source_has_changed_meanwhile_all_is_looked_at_once_more(
    study: Study, store: SmallStore, reads: list[str]
) -> None:
    run = begin(study, store)
    with pytest.raises(Killed):
        run_import(run.pk, kill_after(4))
    store.add("a-new-one", talk("one parcel more"))
    lapse(run)
    run_import(run.pk)
    run.refresh_from_db()
    assert run.report["sessions"] == {"seen": 8, "drawn": 8, "imported": 8}
    assert Case.objects.count() == Item.objects.count() == 8


def test_a_cancelled_import_keeps_what_it_had_and_can_be_run_again(
    study: Study, store: SmallStore, lead: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = begin(study, store)
    run_import(run.pk, lambda done, total: cancel(run, lead))
    run.refresh_from_db()
    assert run.state == ImportRun.State.CANCELLED
    # The batch that was begun before it was noticed is not written.
    assert Case.objects.count() == Item.objects.count() == 2
    assert AuditEvent.objects.filter(action="import.cancelled", actor=lead).count() == 1
    assert not cancel_import(run=run, actor=lead)
    run_import(run.pk)  # a message that was still under way
    assert Case.objects.count() == 2
    lead.is_superuser = True
    monkeypatch.setattr(importing, "queue_import", start_import)
    again = import_again(run=run, actor=lead)
    assert again.options == run.options
    run_import(again.pk)
    again.refresh_from_db()
    assert again.report["sessions"] == {"seen": 7, "drawn": 7, "imported": 5, "unchanged": 2}
    assert Item.objects.count() == 7


def cancel(run: ImportRun, lead: Person) -> None:
    cancel_import(run=run, actor=lead)


def test_an_import_that_waits_is_cancelled_at_once(
    study: Study, store: SmallStore, lead: Person
) -> None:
    run = begin(study, store)
    assert cancel_import(run=run, actor=lead)
    run_import(run.pk)
    assert not Case.objects.exists()


def test_ctrl_c_on_the_command_line_cancels(study: Study, store: SmallStore) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_sessions(study=study, source_uri=store.uri, app_name=APP, progress=interrupt)
    assert ImportRun.objects.get().state == ImportRun.State.CANCELLED
    assert Case.objects.count() == Item.objects.count() == 2


def test_one_source_is_imported_once_at_a_time(study: Study, store: SmallStore) -> None:
    first = begin(study, store)
    with pytest.raises(BadInput, match=f"import {first.pk} of 'small_shop' from .* is waiting"):
        import_sessions(study=study, source_uri=store.uri, app_name=APP)
    # One that nobody works on any more is in nobody's way.
    lapse(first)
    import_sessions(study=study, source_uri=store.uri, app_name=APP)
    first.refresh_from_db()
    assert first.state == ImportRun.State.CANCELLED
    assert "another import of the source took its place" in first.message


def test_what_a_displaced_import_had_brought_gets_items_and_no_weight(
    study: Study,
    store: SmallStore,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    first = begin(study, store, sample=6)
    with pytest.raises(Killed):
        run_import(first.pk, kill_after(4))
    assert set(Case.objects.values_list("weight", flat=True)) == {7 / 6}
    lapse(first)
    with django_capture_on_commit_callbacks(execute=True):
        begin(study, store)
    assert Case.objects.count() == Item.objects.count() == 4
    assert set(Case.objects.values_list("weight", flat=True)) == {None}


def test_a_closed_study_takes_no_cases(study: Study, store: SmallStore) -> None:
    Study.objects.filter(pk=study.pk).update(state="closed")
    study.refresh_from_db()
    with pytest.raises(BadInput, match=f"study {study.slug} is closed: open it in its settings"):
        import_sessions(study=study, source_uri=store.uri, app_name=APP)
    assert not ImportRun.objects.exists()


def test_a_dry_run_shows_strata_and_brings_nothing(study: Study, store: SmallStore) -> None:
    run = begin(study, store, sample=3, dry_run=True)
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.FINISHED
    assert run.report["sessions"] == {"seen": 7, "drawn": 3}
    assert [row["drawn"] for row in run.strata] == [3]
    assert not Case.objects.exists()
    # And it was no draw: what is drawn afterwards has its weight.
    import_sessions(
        study=study, source_uri=store.uri, app_name=APP, options=ImportOptions(sample=3, seed=5)
    )
    assert set(Case.objects.values_list("weight", flat=True)) == {7 / 3}


def test_the_page_offers_what_can_be_done(
    client: Client, study: Study, store: SmallStore, lead: Person, settings: object
) -> None:
    settings.CALIBRANT_IMPORT_DIRS = [str(store.path.parent)]  # type: ignore[attr-defined]
    client.force_login(lead)
    run = begin(study, store, sample=3, dry_run=True)
    url = reverse("import_detail", args=[study.slug, run.pk])
    assert reverse("import_cancel", args=[study.slug, run.pk]) in client.get(url).content.decode()
    run_import(run.pk)
    page = client.get(url).content.decode()
    assert "No session has been imported." in page
    assert "Import these" in page
    assert "0.4286" in page  # 3 of 7
    other = begin(study, store)
    client.post(reverse("import_cancel", args=[study.slug, other.pk]))
    page = client.get(reverse("import_detail", args=[study.slug, other.pk])).content.decode()
    assert "Cancelled. What was imported stays" in page
    assert "Run again" in page


def test_rate_and_time_left_are_said_while_it_runs(study: Study, store: SmallStore) -> None:
    run = begin(study, store)
    assert progress_of(run) == ImportProgress(None, None)
    run.state, run.sessions_total, run.sessions_done = "running", 1_000, 100
    run.report = {"per_second": 5.0}
    assert progress_of(run) == ImportProgress(5.0, 180)
    words = [ImportProgress(1.0, seconds).left for seconds in (20, 70, 180, 9_000)]
    assert words == ["less than a minute", "about 1 minute", "about 3 minutes", "about 2 hours"]
