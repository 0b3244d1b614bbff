"""Which version a case is of: said, given, or derived; and what is kept of the agent itself."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from cases.agent_info import read_agent_info
from cases.agent_versions import Build, build_of, record_agent, record_build
from cases.errors import BadInput
from cases.extraction import Extraction, extract
from cases.models import AgentVersion, AuditEvent, Case, Study
from tests.cases.extraction.made import answer, call, event, text
from tests.cases.small_store import APP, SmallStore, talk
from tests.elsewhere import elsewhere
from tests.make import make_study

pytestmark = pytest.mark.django_db

INFO = {
    "name": "shop",
    "rootAgentName": "desk",
    "model": "gemini-2.5-flash",
    "agents": {
        "desk": {
            "name": "desk",
            "instruction": "Be kind. If in doubt write to Jo Bloggs at jo.bloggs@example.com.",
            "tools": [{"functionDeclarations": [{"name": "find_order"}, {"name": "refund"}]}],
        },
        "clerk": {"name": "clerk", "instruction": "<InstructionProvider: f>", "tools": []},
    },
    "policy": "Refunds over 100.00 need approval.",
}


def session(*tools: str, model: str = "gemini-2.5-flash", first: str = "desk") -> Extraction:
    events = [event("user", text("hi"), at=1), event(first, text("hello"), at=2)]
    for place, tool in enumerate(tools):
        ident = f"c{place}"
        events += [
            event("clerk", call(tool, ident), at=3),
            event("clerk", answer(tool, ident), at=4),
        ]
    for one in events[1:]:
        one["model_version"] = model
    return extract(events)


def label(study: Study, found: Extraction, app: str = APP, **said: str) -> str:
    build = build_of(study=study, app_name=app, extraction=found, **said)
    return build.label if build else ""


def test_a_session_that_uses_some_tools_only_is_of_the_same_version(study: Study) -> None:
    labels = {label(study, session(*tools)) for tools in ((), ("a",), ("b", "c"))}
    (derived,) = labels
    assert derived.startswith("derived-")
    assert derived.endswith(" (gemini-2.5-flash)")


def test_another_model_agent_or_app_is_another_version(study: Study) -> None:
    same = label(study, session())
    assert same != label(study, session(model="gemini-3-pro"))
    assert same != label(study, session(first="router"))
    assert same != label(study, session(), app="other_app")


def test_what_is_said_comes_before_what_is_given_and_that_before_what_is_derived(
    study: Study,
) -> None:
    found = session()
    assert label(study, found, in_state="state@1", given="given@1") == "state@1"
    assert label(study, found, given="given@1") == "given@1"
    found.agent_version = "event@1"
    assert label(study, found, in_state="state@1", given="given@1") == "event@1"


def test_a_session_that_no_model_answered_is_of_no_version(study: Study) -> None:
    assert label(study, extract([event("user", text("hello?"))])) == ""


def test_a_private_model_name_is_withheld(study: Study) -> None:
    assert "bloggs" not in label(study, session(model="tuned by jo.bloggs@example.com"))


def test_an_import_groups_what_is_derived(study: Study, tmp_path: Path) -> None:
    store = SmallStore(tmp_path / "s.db")
    for name in ("one", "two", "three"):
        store.add(name, talk(f"lamp {name}"))
    store.execute(
        "UPDATE events SET event_data = json_set(event_data, '$.model_version', 'gemini-x')"
        " WHERE session_id != 'three' AND json_extract(event_data, '$.author') = 'helper'"
    )
    call_command("import_cases", source=store.uri, app=APP, study=study.slug, stdout=StringIO())
    version = study.agent_versions.get()
    assert (version.derived, version.model) == (True, "gemini-x")
    assert version.cases.count() == 2
    assert Case.objects.filter(agent_version=None).count() == 1


def test_the_key_under_which_sessions_say_it_can_be_chosen(study: Study, tmp_path: Path) -> None:
    store = SmallStore(tmp_path / "s.db")
    store.add("one", talk("the lamp"), build="b-17")
    options = {"app": APP, "study": study.slug, "stdout": StringIO(), "version_key": "build"}
    call_command("import_cases", source=store.uri, **options)
    assert study.agent_versions.get().label == "b-17"


def test_instructions_are_kept_redacted_with_a_hash_and_the_tools(study: Study) -> None:
    info = read_agent_info(json.dumps(INFO), "info.json")
    version = record_agent(study=study, app_name=APP, info=info)
    assert version.derived
    assert version.label.endswith(" (gemini-2.5-flash, 2 tools)")
    assert version.tools == ["find_order", "refund"]
    assert len(version.instruction_hash) == 64
    assert "Be kind." in version.instruction
    assert "bloggs" not in version.instruction.lower()
    assert version.policy == "Refunds over 100.00 need approval."
    assert AuditEvent.objects.filter(action="agent_version.described").count() == 1
    again = record_agent(study=study, app_name=APP, info=info)
    assert again.pk == version.pk


def test_a_label_stands_for_one_set_of_instructions(study: Study) -> None:
    info = read_agent_info(json.dumps(INFO), "info.json")
    record_agent(study=study, app_name=APP, info=info, label="desk@7")
    other = read_agent_info('{"name": "desk", "instruction": "Be strict."}', "info.json")
    with pytest.raises(BadInput, match="recorded with other instructions"):
        record_agent(study=study, app_name=APP, info=other, label="desk@7")
    unnamed = record_agent(study=study, app_name=APP, info=other)
    assert unnamed.label != "desk@7"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "is no JSON"),
        ("[]", "holds no object"),
        ("{}", "describes no agent"),
        ('{"agents": {}}', "describes no agent"),
        ("[" * 100_000, "is no JSON"),
    ],
)
def test_what_is_no_description_is_refused(content: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        read_agent_info(content, "info.json")


def test_the_command_takes_a_description(study: Study, tmp_path: Path) -> None:
    store = SmallStore(tmp_path / "s.db")
    store.add("one", talk("the lamp"))
    path = tmp_path / "info.json"
    options: dict[str, Any] = {"source": store.uri, "app": APP, "study": study.slug}
    with pytest.raises(CommandError, match="can't be read"):
        call_command("import_cases", agent_info=str(path), **options)
    path.write_text(json.dumps(INFO))
    call_command("import_cases", agent_info=str(path), stdout=StringIO(), **options)
    version = AgentVersion.objects.get()
    assert version.cases.count() == 1
    assert version.instruction


@pytest.mark.django_db(transaction=True)
def test_two_imports_at_once_keep_the_tools_of_both() -> None:
    study, build = make_study(), Build("desk@1")
    record_build(study=study, build=build, extraction=session())

    def record(tool: str) -> AgentVersion:
        with transaction.atomic():
            return record_build(study=study, build=build, extraction=session(tool))

    with transaction.atomic():
        record("find_order")
        other = elsewhere(lambda: record("refund"))
    other.result(timeout=30)
    assert AgentVersion.objects.get().tools == ["find_order", "refund"]
