import hashlib
import json
import os
import shutil
import sqlite3
import threading
import time
import traceback
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from cases import import_running, imported_cases
from cases.claims import LAPSE, claim, take_due
from cases.errors import BadInput
from cases.import_plans import ImportOptions, plan_import
from cases.importing import (
    ImportStopped,
    check_web_source,
    import_sessions,
    run_import,
    start_import,
)
from cases.models import AgentVersion, AuditEvent, Case, ImportRun, Item, Person, Source, Study
from cases.transcript import StepKind
from tests.cases.private_strings import KEPT, strings_in
from tests.make import make_study

FIXTURE = Path(__file__).parents[1] / "data" / "adk_sessions_v1.db"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return Path(shutil.copy(FIXTURE, tmp_path / "sessions.db"))


def load(study: Study, store: Path, **options: object) -> ImportRun:
    return import_sessions(
        study=study,
        source_uri=f"sqlite:///{store}",
        app_name="refund_support",
        actor=options.pop("actor", None),  # type: ignore[arg-type]
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def case_of(study: Study, words: str) -> Case:
    return next(c for c in Case.objects.filter(study=study) if words in json.dumps(c.turns))


def test_every_conversation_becomes_a_case_with_an_item(study: Study, store: Path) -> None:
    run = load(study, store)
    sessions = run.report["sessions"]
    assert run.state == ImportRun.State.FINISHED
    assert sessions["seen"] == 62
    assert (sessions["left_by_adk_eval"], sessions["empty"]) == (2, 2)
    assert sessions["no_conversation"] == 2  # one of state changes, one of fragments only
    assert sessions["imported"] == Case.objects.filter(study=study).count() == 56
    assert Item.objects.filter(study=study).count() == run.report["items"] == 56
    assert "failed" not in sessions
    assert "refused" not in sessions


def test_cases_carry_version_strata_weight_and_hashes(study: Study, store: Path) -> None:
    load(study, store, agent_version="fallback@0")
    case = case_of(study, "brass desk lamp")
    assert case.agent_version is not None
    assert case.agent_version.label == "refund-support@1.4.2"
    assert case.agent_version.model == "scripted-flash-001"
    assert "issue_refund" in case.agent_version.tools
    assert case.strata == {"intent": "damaged_item", "outcome": "refunded"}
    assert case.weight == 1.0
    assert len(case.raw_hash) == len(case.session_key) == 64
    assert case.started_at is not None
    without = case_of(study, "porcelain vase")
    assert without.agent_version is not None
    assert without.agent_version.label == "fallback@0"


def test_one_id_under_two_users_is_two_cases_and_a_copy_shares_its_conversation(
    study: Study, store: Path
) -> None:
    load(study, store)
    assert case_of(study, "already refunded").pk != case_of(study, "can't be cancelled").pk
    copies = [c for c in Case.objects.filter(study=study) if c.extraction.get("restored_event")]
    assert len(copies) == 1
    same = Case.objects.filter(study=study, conversation_key=copies[0].conversation_key)
    assert same.count() == 2
    assert len({item.split for item in Item.objects.filter(case__in=same)}) == 1


def test_the_second_run_adds_nothing(study: Study, store: Path) -> None:
    load(study, store)
    before = list(Case.objects.order_by("pk").values_list("pk", "content_hash"))
    again = load(study, store)
    assert again.report["sessions"]["unchanged"] == 56
    assert "imported" not in again.report["sessions"]
    assert again.report["items"] == 0
    assert list(Case.objects.order_by("pk").values_list("pk", "content_hash")) == before
    assert Source.objects.count() == 1


def test_a_killed_run_is_simply_run_again(study: Study, store: Path) -> None:
    plain = plan_import(source_uri=f"sqlite:///{store}", app_name="refund_support")
    load(study, store, sample=10)
    run = start_import(study=study, source_uri=f"sqlite:///{store}", app_name="refund_support")
    # A case whose run was killed before it made the items.
    orphan = Case.objects.filter(study=study).first()
    assert orphan is not None
    orphan.pk = None
    orphan.key = orphan.session_key = orphan.conversation_key = "0" * 16
    orphan.save()
    ImportRun.objects.filter(pk=run.pk).update(
        state=ImportRun.State.RUNNING, claim="a dead worker", claimed_until=timezone.now()
    )
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.FINISHED
    assert run.report["sessions"]["unchanged"] > 0
    assert Case.objects.filter(study=study).count() == Item.objects.filter(study=study).count()
    assert len(plain.chosen) == run.sessions_done
    run_import(run.pk)  # a task that is delivered twice


def test_what_is_no_secret_survives(study: Study, store: Path) -> None:
    load(study, store)
    text = json.dumps(list(Case.objects.values_list("turns", flat=True)), ensure_ascii=False)
    assert [kept for kept in KEPT if kept not in text] == []


def test_a_person_has_one_pseudonym_through_text_arguments_and_results(
    study: Study, store: Path
) -> None:
    load(study, store)
    case = case_of(study, "My neighbour")
    steps = case.read_steps()
    result = next(s for s in steps if s.kind is StepKind.RESULT)
    assert result.data["name"] == "<PERSON_1>"
    assert steps[0].text.startswith("My neighbour <PERSON_1> ordered a kettle")
    assert steps[-1].text.startswith("Sure! <PERSON_1> can be reached at <PHONE_1>")
    assert result.data["charges"] == [39.5, 39.5]


def test_the_source_is_not_touched(study: Study, store: Path) -> None:
    store.chmod(0o444)
    before = hashlib.sha256(store.read_bytes()).hexdigest(), os.stat(store).st_mtime_ns
    load(study, store)
    assert (hashlib.sha256(store.read_bytes()).hexdigest(), os.stat(store).st_mtime_ns) == before
    assert sorted(p.name for p in store.parent.iterdir()) == [store.name]


def test_a_writer_never_waits(study: Study, store: Path) -> None:
    """An agent appends all through the import and is never held up for a second."""
    written = threading.Event()
    done = threading.Event()
    refused: list[sqlite3.Error] = []

    def append() -> None:
        db = sqlite3.connect(store, timeout=1)  # raises once a lock has kept it for longer
        number = 0
        while not done.is_set():
            try:
                db.execute(
                    "INSERT INTO events VALUES (?, 'other', 'u', 's', 'i', 0, '{}')", (number,)
                )
                db.commit()
            except sqlite3.Error as error:
                refused.append(error)
                break
            written.set()
            number += 1
            done.wait(0.005)
        db.close()

    writer = threading.Thread(target=append)
    writer.start()
    try:
        assert written.wait(30)
        load(study, store)
    finally:
        done.set()
        writer.join()
    assert refused == []


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_times_do_not_depend_on_the_machines_zone(
    study: Study, store: Path, zone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        load(study, store, sample=60)
    finally:
        monkeypatch.undo()
        time.tzset()
    case = case_of(study, "brass desk lamp")
    assert case.started_at is not None
    assert case.started_at.isoformat().startswith("2026-10-02T08:00:")
    assert case.started_at.timestamp() == pytest.approx(1_790_928_000, abs=60)
    assert case.read_steps()[0].at.endswith("+00:00")


def test_a_sample_keeps_proportions_and_weighs_its_cases(study: Study, store: Path) -> None:
    run = load(study, store, sample=20, stratify=("quality",), seed=5)
    rows = run.strata
    assert sum(row["drawn"] for row in rows) == 20
    assert {row["quality"] for row in rows} == {"good", "bad", "edge"}
    total = sum(row["sessions"] for row in rows)
    for row in rows:
        assert row["drawn"] == pytest.approx(20 * row["sessions"] / total, abs=1)
        assert row["weight"] == pytest.approx(row["sessions"] / row["drawn"], abs=1e-3)
    case = Case.objects.filter(study=study).first()
    assert case is not None
    assert case.weight is not None
    assert case.weight > 1
    assert set(case.strata) <= {"intent", "outcome", "quality"}


def test_one_broken_session_is_listed_and_stops_nothing(study: Study, store: Path) -> None:
    bomb = "{" + '"a":{' * 300 + '"b":1' + "}" * 301
    event = '{"author": "router", "invocation_id": "i", "timestamp": 1790928000, "content": '
    event += '{"parts": [{"function_response": {"name": "t", "response": ' + bomb + "}}]}}"
    with sqlite3.connect(store) as db:
        db.execute("INSERT INTO sessions VALUES ('refund_support', 'u-9', 'deep', '{}', 0, 0)")
        db.execute(
            "INSERT INTO events VALUES ('e', 'refund_support', 'u-9', 'deep', 'i', 0, ?)", (event,)
        )
        db.execute("UPDATE events SET event_data = '{{{' WHERE session_id = 's-thanks-only'")
    db.close()
    run = load(study, store)
    assert run.report["sessions"]["imported"] + run.report["sessions"].get("failed", 0) == 56
    assert run.report["events"]["unreadable_event"] == 2


def test_an_unremovable_secret_refuses_the_case(study: Study, store: Path) -> None:
    """The name of a tool stays as it is, so the scan at the end has to stop the case."""
    with sqlite3.connect(store) as db:
        db.execute(
            "UPDATE events SET event_data = replace(event_data, '\"lookup_order\"',"
            " '\"jo.bloggs@example.com\"') WHERE session_id = 's-dmg-lamp'"
        )
    db.close()
    run = load(study, store)
    assert run.report["sessions"]["refused"] == 1
    assert "EMAIL in a tool name of step" in run.report["problems"][0]["reason"]
    assert "bloggs" not in json.dumps(run.report)


def test_the_import_is_audited_without_text(study: Study, store: Path, admin: Person) -> None:
    run = load(study, store, actor=admin)
    event = AuditEvent.objects.get(action="import.started")
    assert (event.actor, event.object_id) == (admin, str(run.pk))
    assert strings_in(json.dumps(event.data).encode()) == []


def test_an_app_with_nothing_to_import_leaves_nothing_behind(study: Study, store: Path) -> None:
    with sqlite3.connect(store) as db:
        db.execute("DELETE FROM events")
    db.close()
    with pytest.raises(BadInput, match="has no session to import: of 62 seen, 60 are empty"):
        load(study, store)
    assert not ImportRun.objects.exists()
    assert not Source.objects.exists()


def test_pages_may_open_only_allowed_folders(
    store: Path, admin: Person, settings: object, tmp_path: Path
) -> None:
    uri = f"sqlite:///{store}"
    settings.CALIBRANT_IMPORT_DIRS = []  # type: ignore[attr-defined]
    with pytest.raises(BadInput, match="outside the folders"):
        check_web_source(uri, admin)
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]  # type: ignore[attr-defined]
    check_web_source(uri, admin)
    (tmp_path / "link.db").symlink_to(FIXTURE)
    with pytest.raises(BadInput, match="outside the folders"):
        check_web_source(f"sqlite:///{tmp_path}/link.db", admin)
    with pytest.raises(BadInput, match="outside the folders"):
        check_web_source("sqlite:////etc/hostname", admin)
    admin.is_superuser = True
    check_web_source(f"sqlite:///{FIXTURE}", admin)


def waiting_run(study: Study, store: Path) -> ImportRun:
    return start_import(study=study, source_uri=f"sqlite:///{store}", app_name="refund_support")


def test_an_error_nobody_expected_ends_the_import_and_tells_no_text(
    study: Study, store: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    private = "@".join(["jo.bloggs", "example.com"])

    def fail(**_: object) -> None:
        raise RuntimeError(private)

    monkeypatch.setattr(import_running, "add_items", fail)
    run = waiting_run(study, store)
    with pytest.raises(ImportStopped, match=r"RuntimeError at test_importing\.py") as raised:
        run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.FAILED
    assert run.message.startswith("The import stopped: RuntimeError at test_importing.py:")
    assert run.finished_at is not None
    assert "add_items" in caplog.text
    shown = "".join(traceback.format_exception(raised.value))
    assert private not in run.message + caplog.text + shown
    with pytest.raises(ImportStopped):
        load(study, store)
    assert not ImportRun.objects.exclude(state=ImportRun.State.FAILED).exists()


def test_an_import_that_somebody_runs_is_left_alone(study: Study, store: Path) -> None:
    run = waiting_run(study, store)
    assert claim(ImportRun, run.pk) is not None
    assert claim(ImportRun, run.pk) is None
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == ImportRun.State.RUNNING
    assert not Case.objects.exists()


def test_an_import_taken_over_writes_no_more_of_its_progress(
    study: Study, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = waiting_run(study, store)

    def take_over(done: int, total: int) -> None:
        ImportRun.objects.filter(pk=run.pk).update(claim="another worker")

    run_import(run.pk, take_over)
    run.refresh_from_db()
    assert (run.state, run.claim) == (ImportRun.State.RUNNING, "another worker")
    assert run.sessions_done == import_running.SESSIONS_PER_BATCH
    assert not Item.objects.exists()


def test_an_import_here_that_a_worker_took_over_says_so(study: Study, store: Path) -> None:
    def take_over(done: int, total: int) -> None:
        ImportRun.objects.update(claim="another worker")

    with pytest.raises(BadInput, match="a worker took it over"):
        import_sessions(
            study=study,
            source_uri=f"sqlite:///{store}",
            app_name="refund_support",
            progress=take_over,
        )


def test_each_batch_renews_the_claim(study: Study, store: Path) -> None:
    run = waiting_run(study, store)
    seen: list[float] = []

    def look(done: int, total: int) -> None:
        run.refresh_from_db()
        assert run.claimed_until is not None
        seen.append((run.claimed_until - timezone.now()).total_seconds())
        ImportRun.objects.update(claimed_until=timezone.now())

    run_import(run.pk, look)
    assert len(seen) > 2
    assert min(seen) > LAPSE.total_seconds() - 5


def test_only_imports_that_nobody_works_on_are_due(study: Study, store: Path) -> None:
    living, lapsed, queued, lost, over = (waiting_run(make_study(), store) for _ in range(5))
    now = timezone.now()
    claim(ImportRun, living.pk)
    claim(ImportRun, lapsed.pk)
    ImportRun.objects.filter(pk__in=[lapsed.pk, lost.pk]).update(claimed_until=now)
    ImportRun.objects.filter(pk=over.pk).update(state="failed", claimed_until=None)
    assert take_due(ImportRun) == [lapsed.pk, lost.pk]
    assert take_due(ImportRun) == []
    assert take_due(ImportRun, everything=True) == [lapsed.pk, queued.pk, lost.pk]


def test_a_case_the_database_refuses_is_a_failure_not_unchanged(
    study: Study, store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = imported_cases.record_build

    def refuse_one(**facts: Any) -> AgentVersion:
        if not Case.objects.exists():
            monkeypatch.setattr(imported_cases, "record_build", original)
            raise IntegrityError("no such row: jo.bloggs@example.com")
        return original(**facts)

    monkeypatch.setattr(imported_cases, "record_build", refuse_one)
    run = load(study, store)
    assert run.report["sessions"]["failed"] == 1
    assert "unchanged" not in run.report["sessions"]
    assert run.report["sessions"]["imported"] == 55
    assert "IntegrityError" in run.report["problems"][0]["reason"]
    assert "bloggs" not in json.dumps(run.report)
