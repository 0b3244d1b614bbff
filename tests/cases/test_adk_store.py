"""Import of a store that the installed ADK itself has just written."""

import json
import warnings
from pathlib import Path

import pytest

from cases.importing import import_sessions
from cases.models import Case, Study
from cases.sources import open_store
from cases.transcript import Step
from tests.cases.adk_store import APP, LOST_AND_FAILED, write_store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("adk") / "session.db"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        write_store(path, LOST_AND_FAILED)
    return path


def steps(study: Study, intent: str) -> list[Step]:
    return Case.objects.get(study=study, strata__intent=intent).read_steps()


def test_it_is_a_local_store(store: Path) -> None:
    opened = open_store(f"sqlite:///{store}")
    assert (opened.layout, opened.apps()) == ("sqlite", {APP: 2})


def test_what_the_agents_did_is_read_whole(study: Study, store: Path) -> None:
    run = import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=APP)
    assert run.report["sessions"]["imported"] == 2
    assert [f"{s.kind} {s.author} {s.tool or s.text}" for s in steps(study, "lost")] == [
        "SAY user Where is PX-17? <PERSON_1> asked.",
        "TRANSFER desk courier",
        "CALL courier find_parcel",
        "CALL courier find_parcel",
        "RESULT courier find_parcel",
        "RESULT courier find_parcel",
        "SAY courier Both are with <PERSON_1> for 12.50.",
        "SAY user Thanks",
        "SAY courier You're welcome.",
    ]
    found = steps(study, "lost")[4].data
    assert found["recipient"] == {"name": "<PERSON_1>", "phone": "<PHONE_1>"}
    assert (found["number"], found["price"]) == ("PX-17", 12.5)


def test_a_tool_that_raised_leaves_an_error_without_the_name_in_it(
    study: Study, store: Path
) -> None:
    import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=APP)
    failed = steps(study, "failed")
    assert failed[-1].kind == "ERROR"
    assert failed[-1].text.startswith("LookupError: no parcel of <PERSON_1> with this number")
    assert failed[-2].flags == ("unanswered",)


def test_version_and_model_come_from_the_events(study: Study, store: Path) -> None:
    import_sessions(study=study, source_uri=f"sqlite:///{store}", app_name=APP)
    version = study.agent_versions.get()
    assert (version.label, version.model, version.tools) == (
        "desk@7",
        "scripted-1",
        ["find_parcel"],
    )
    everything = json.dumps(list(Case.objects.values_list("turns", "user_key", "session_key")))
    assert "Rosalind" not in everything
    assert "user-0" not in everything
