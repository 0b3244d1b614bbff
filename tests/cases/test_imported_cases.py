"""The case of a session: written whole, or counted and listed with its reason."""

from collections import Counter

import pytest

from cases.extraction import extract
from cases.import_options import ImportOptions
from cases.import_tallies import Tally
from cases.imported_cases import write_case
from cases.models import AgentVersion, Case, ImportRun, Source, Study
from cases.redaction import CaseText
from cases.redactors import redactor_for
from cases.sources import SessionKey, StoredSession
from tests.cases.extraction.made import event, text


def write(run: ImportRun) -> Tally:
    key = SessionKey("small_shop", "user-1", "s1")
    events = [event("user", text("Where is it?"), at=1), event("desk", text("Here."), at=2)]
    stored = StoredSession(key=key, state={}, known={}, events=events, raw_digest="0" * 64)
    extraction = extract(events)
    redacted = redactor_for(run.study).redact_case(CaseText(turns=extraction.turns))
    tally = Tally(sessions=Counter())
    write_case(run, stored, extraction, redacted, 1.0, tally)
    return tally


@pytest.fixture
def run(study: Study) -> ImportRun:
    source = Source.objects.create(uri="sqlite:////nowhere.db", app_name="small_shop")
    options = ImportOptions(agent_version="desk@1").to_json()
    return ImportRun.objects.create(study=study, source=source, options=options)


def test_a_session_becomes_a_case_of_its_version(run: ImportRun) -> None:
    tally = write(run)
    assert tally.sessions == {"imported": 1}
    assert tally.versions == {"desk@1": 1}
    case = Case.objects.get()
    assert (str(case.agent_version), case.weight, case.revision) == ("desk@1", 1.0, 1)


def test_a_session_that_can_not_be_built_is_listed_and_stops_nothing(run: ImportRun) -> None:
    del run.options["agent_version"]
    tally = write(run)
    assert tally.sessions == {"failed": 1}
    assert tally.problems[0]["reason"].startswith("KeyError at imported_cases.py:")
    assert not Case.objects.exists()
    assert not AgentVersion.objects.exists()
