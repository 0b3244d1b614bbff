"""What the form of an import offers beyond a source and an app."""

import json
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from cases.import_forms import LONGEST_INFO, fields_of
from cases.importing import run_import
from cases.models import AgentVersion, ImportRun, Person, Study
from cases.redaction.model import load_model
from cases.redactors import _redactor
from tests.cases.small_store import APP, SmallStore, talk

INFO = {
    "name": "desk",
    "model": "gemini-2.5-flash",
    "instruction": "Be kind. If in doubt write to Jo Bloggs at jo.bloggs@example.com.",
    "tools": ["find_order", "refund"],
}


@pytest.fixture
def leon(client: Client, lead: Person) -> Client:
    client.force_login(lead)
    return client


@pytest.fixture
def store(tmp_path: Path, settings: Settings) -> SmallStore:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]
    store = SmallStore(tmp_path / "sessions.db")
    store.add("s1", talk("refund 1"), build="desk@3")
    store.add("s2", talk("refund 2"))
    return store


def post(client: Client, study: Study, store: SmallStore, **fields: object) -> HttpResponse:
    form = {"source_uri": store.uri, "app_name": APP, "seed": "0", "do": "start", **fields}
    answer = client.post(reverse("import_new", args=[study.slug]), form)
    assert isinstance(answer, HttpResponse)
    return answer


def file(text: str | bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("info.json", text.encode() if isinstance(text, str) else text)


def test_sessions_say_their_version_under_the_key_given(
    leon: Client, study: Study, store: SmallStore
) -> None:
    assert (
        post(leon, study, store, version_key=" build ", agent_version="desk@2").status_code == 302
    )
    run = ImportRun.objects.get()
    assert run.options["version_key"] == "build"
    assert fields_of(run)["version_key"] == "build"
    run_import(run.pk)
    labels = study.cases.values_list("agent_version__label", flat=True)
    assert sorted(labels) == ["desk@2", "desk@3"]


def test_an_empty_key_is_the_usual_one(leon: Client, study: Study, store: SmallStore) -> None:
    assert post(leon, study, store, version_key=" ").status_code == 302
    assert ImportRun.objects.get().options["version_key"] == "agent_version"


@pytest.mark.parametrize("as_file", [False, True])
def test_a_description_of_the_agent_is_kept_redacted_with_the_version(
    leon: Client, study: Study, store: SmallStore, as_file: bool
) -> None:
    text = json.dumps(INFO)
    # A chosen file counts instead of the text.
    given = {"agent_info": "{", "agent_info_file": file(text)} if as_file else {"agent_info": text}
    assert post(leon, study, store, agent_version="desk@2", **given).status_code == 302
    version = AgentVersion.objects.get()
    assert (version.label, version.model) == ("desk@2", "gemini-2.5-flash")
    assert version.tools == ["find_order", "refund"]
    assert "jo.bloggs" not in version.instruction
    assert "Be kind." in version.instruction
    run = ImportRun.objects.get()
    assert run.options["agent_version"] == "desk@2"
    assert "jo.bloggs" not in json.dumps(run.options)
    run_import(run.pk)
    assert {case.agent_version for case in study.cases.all()} == {version}


def test_a_page_loads_no_model_to_redact_a_description(
    leon: Client, study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a process that has loaded none, and can't.
    for name in [name for name in sys.modules if name.split(".")[0] in ("spacy", "thinc")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "spacy", None)
    load_model.cache_clear()
    _redactor.cache_clear()
    page = post(leon, study, store, agent_version="desk@2", agent_info=json.dumps(INFO))
    assert page.status_code == 302
    version = AgentVersion.objects.get(label="desk@2")
    assert "Be kind." in version.instruction
    assert "Bloggs" not in version.instruction
    assert "jo.bloggs" not in version.instruction
    assert (version.model, version.derived) == ("gemini-2.5-flash", False)
    assert sys.modules["spacy"] is None


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("SECONDS", 0.01, "could not be redacted within 0 seconds: try again"),
        ("sys.executable", "/nowhere/python", "the process for it failed: try again"),
    ],
)
def test_a_description_that_cannot_be_redacted_in_time_is_kept_in_the_form(
    leon: Client,
    study: Study,
    store: SmallStore,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    value: object,
    words: str,
) -> None:
    monkeypatch.setattr(f"cases.redaction_apart.{name}", value)
    page = post(leon, study, store, agent_info=json.dumps(INFO))
    assert page.status_code == 422
    assert words in page.content.decode()
    assert page.context["form"]["agent_info"].value() == json.dumps(INFO)  # type: ignore[attr-defined]
    assert not ImportRun.objects.exists()
    assert not AgentVersion.objects.exists()


def test_a_dry_run_hands_a_described_version_to_the_import_of_its_choice(
    leon: Client, study: Study, store: SmallStore
) -> None:
    info = json.dumps(INFO)
    assert post(leon, study, store, agent_info=info, do="dry_run").status_code == 302
    version = AgentVersion.objects.get()
    assert version.derived
    dry = ImportRun.objects.get()
    run_import(dry.pk)
    leon.post(reverse("import_repeat", args=[study.slug, dry.pk]))
    assert ImportRun.objects.latest("pk").options["agent_version"] == version.label


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "The description is no JSON"),
        ("[1]", "The description holds no object"),
        ('{"name": "desk"}', "The description describes no agent"),
        ("[" * 5_000, "The description is no JSON"),
        ("x" * (LONGEST_INFO + 1), "at most 500000 characters"),
    ],
)
@pytest.mark.parametrize("as_file", [False, True])
def test_a_description_that_is_none_is_said_and_kept(
    leon: Client, study: Study, store: SmallStore, text: str, words: str, as_file: bool
) -> None:
    given = {"agent_info_file": file(text)} if as_file else {"agent_info": text}
    page = post(leon, study, store, agent_version="desk@2", **given)
    assert page.status_code == 422
    assert words in page.content.decode()
    assert page.context["form"]["agent_info"].value() == text  # type: ignore[attr-defined]
    assert 'value="desk@2"' in page.content.decode()
    assert not ImportRun.objects.exists()
    assert not AgentVersion.objects.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfe{", "The file is not text in UTF-8"),
        (b"x" * (4 * LONGEST_INFO + 1), "The file has over 500,000 characters"),
    ],
)
def test_a_file_that_cannot_be_read_is_said_and_what_was_typed_is_kept(
    leon: Client, study: Study, store: SmallStore, data: bytes, words: str
) -> None:
    typed = json.dumps(INFO)
    page = post(leon, study, store, agent_info=typed, agent_info_file=file(data))
    assert page.status_code == 422
    assert words in page.content.decode()
    assert page.context["form"]["agent_info"].value() == typed  # type: ignore[attr-defined]
    assert not ImportRun.objects.exists()


def test_a_label_of_another_agent_is_refused_at_the_description(
    leon: Client, study: Study, store: SmallStore
) -> None:
    study.agent_versions.create(label="desk@2", instruction_hash="0" * 64)
    page = post(leon, study, store, agent_version="desk@2", agent_info=json.dumps(INFO))
    assert page.status_code == 422
    assert "Agent version" in str(page.context["form"].errors["agent_info"])  # type: ignore[attr-defined]
    assert not ImportRun.objects.exists()


def test_nothing_typed_is_lost_while_the_source_cannot_be_read(
    leon: Client, study: Study, store: SmallStore
) -> None:
    typed = {
        "sample": "1",
        "stratify": "intent",
        "allocation": "neyman",
        "pass_rates": "intent=a:0.7\nintent=b:0.9",
        "seed": "7",
        "agent_version": "desk@2",
        "version_key": "build",
        "agent_info": json.dumps(INFO),
        "again": "on",
    }
    page = post(leon, study, store, **{**typed, "source_uri": f"{store.uri}.gone"})
    assert page.status_code == 422
    kept = page.content.decode()
    for name in typed:
        assert f'name="{name}"' in kept, name
    assert "intent=a:0.7\nintent=b:0.9" in kept
    assert "&quot;instruction&quot;: &quot;Be kind." in kept
