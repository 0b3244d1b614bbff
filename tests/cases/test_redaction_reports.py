"""What redaction did in an import: counts by kind and rule, refusals, what to keep."""

import csv
import io
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from cases.importing import import_sessions, run_import, start_import
from cases.models import ImportRun, Person, Source, Study
from cases.redaction_policies import policy_hash, save_policy
from cases.redaction_reports import redaction_report, report_csv
from tests.cases.private_strings import fuller_store, strings_in
from tests.cases.redaction_pages import APP, forget_others
from tests.make import make_case


@pytest.fixture
def run(study: Study, tmp_path: Path) -> ImportRun:
    store = fuller_store(tmp_path / "sessions.db")
    forget_others(store, "free-0", "record-0", "record-5")
    save_policy(study=study, policy={"keep_keys": ["depot"]}, actor=None)
    return import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=APP)


def test_it_counts_by_kind_and_rule_under_the_policy_of_the_import(run: ImportRun) -> None:
    report = redaction_report(run)
    assert report["policy_hash"] == policy_hash({"keep_keys": ["depot"]})
    assert report["policy_version"] == 2
    assert report["by_rule"]["key full_name"] == 2
    assert sum(report["by_kind"].values()) == sum(report["by_rule"].values())
    assert report["cases"] == 3
    counts = [row["count"] for row in report["most_hidden"]]
    assert counts == sorted(counts, reverse=True)
    assert sum(counts) == sum(report["by_kind"].values())
    assert strings_in(str(report).encode()) == []


def test_a_killed_import_goes_on_under_the_policy_it_began_with(
    study: Study, tmp_path: Path
) -> None:
    store = fuller_store(tmp_path / "sessions.db")
    forget_others(store, "free-0")
    run = start_import(study=study, source_uri=f"sqlite:///{store}", app_name=APP)
    begun = policy_hash(study.redaction_policy)
    ImportRun.objects.update(policy_hash=begun)
    save_policy(study=study, policy={"hide": ["PERSON"]}, actor=None)
    run_import(run.pk)
    run.refresh_from_db()
    assert (run.state, run.policy_hash) == ("finished", begun)
    assert run.report["redactions"]["EMAIL"] == 1
    study.refresh_from_db()
    assert study.redaction_policy == {"hide": ["PERSON"]}


def test_an_import_without_a_recorded_policy_says_so(study: Study) -> None:
    source = Source.objects.create(uri="sqlite:////s.db", app_name="a")
    run = ImportRun.objects.create(study=study, source=source, state="finished")
    report = redaction_report(run)
    assert (report["policy_hash"], report["policy_version"]) == (None, None)
    assert report["most_hidden"] == []


def test_refused_sessions_are_told_with_their_reasons(study: Study) -> None:
    source = Source.objects.create(uri="sqlite:////s.db", app_name="a")
    problems = [{"session": "ab12", "reason": "still holds something private: CARD in a value"}]
    kept = {"sessions": {"refused": 1}, "problems": problems}
    run = ImportRun.objects.create(study=study, source=source, state="finished", report=kept)
    make_case(study, import_run=run, redactions={"PERSON": 3, "CARD": 1}, key="=1+1")
    report = redaction_report(run)
    assert report["not_imported"] == {"refused": 1, "failed": 0}
    rows = list(csv.reader(io.StringIO(report_csv(report))))
    assert ["problem", "ab12", problems[0]["reason"]] in rows
    assert ["most_hidden", "'=1+1", "4"] in rows
    assert rows[0] == ["what", "name", "value"]


def test_the_page_of_the_import_shows_it_and_gives_it_away(
    client: Client, lead: Person, rater: Person, stranger: Person, study: Study, run: ImportRun
) -> None:
    client.force_login(lead)
    page = client.get(reverse("import_detail", args=[study.slug, run.pk])).content.decode()
    assert "policy version 2" in page
    assert "key full_name" in page
    urls = [
        reverse("import_redaction", args=[study.slug, run.pk, form]) for form in ("json", "csv")
    ]
    assert client.get(urls[0]).json()["by_rule"]["key full_name"] == 2
    answer = client.get(urls[1])
    assert answer.headers["Content-Type"].startswith("text/csv")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert client.get(urls[1].replace("csv", "xls")).status_code == 404
    for person, status in ((rater, 403), (stranger, 404)):
        client.force_login(person)
        assert [client.get(url).status_code for url in urls] == [status] * 2
