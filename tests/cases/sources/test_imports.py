"""Imports by the command, from the address of a store to the cases."""

import json
from pathlib import Path

import pytest
import redis
from django.core.management import CommandError
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from cases.models import Case, Person, Source, Study
from tests.cases.sources.adk_sessions import SAMPLE, numbered, write
from tests.cases.sources.test_evalsets import case as eval_case
from tests.cases.sources.test_evalsets import evalset
from tests.cases.sources.test_redis_store import adk_service as redis_service
from tests.cases.sources.test_redis_store import running_server
from tests.cases.test_import_command import command


def test_a_saved_session_becomes_a_redacted_case(study: Study) -> None:
    said = command(study.slug, source=f"file://{SAMPLE}")
    assert "1 sessions seen: 1 drawn, 1 imported" in said
    case = Case.objects.get()
    text = str(Case.objects.values().get())
    assert "chipped" in text
    assert "lookup_order" in text
    assert "Lucienne" not in text
    assert "PERSON" in text
    assert case.agent_version is not None
    assert case.agent_version.label == "refund-support@1.5.0"
    again = command(study.slug, source=f"file://{SAMPLE}")
    assert "1 unchanged" in again
    assert Case.objects.count() == 1


def test_an_evalset_becomes_cases(study: Study, tmp_path: Path) -> None:
    scenario = eval_case(eval_id="sim", conversation=None, conversation_scenario={"plan": "x"})
    path = tmp_path / "refunds.evalset.json"
    path.write_text(json.dumps(evalset(eval_case(), eval_case(eval_id="two"), scenario)))
    said = command(study.slug, app="desk", source=f"file://{path}")
    assert "3 sessions seen" in said
    assert "2 imported" in said
    assert "1 unreadable" in said
    assert "eval case 3 of the file has a conversation_scenario and no turns yet" in said
    first, second = Case.objects.all()
    assert first.turns == second.turns
    assert [turn["role"] for turn in first.turns] == ["user", "agent", "user", "agent"]


def test_a_folder_with_a_broken_file_is_imported_without_it(study: Study, tmp_path: Path) -> None:
    for session in numbered(3):
        (tmp_path / f"{session['id']}.session.json").write_text(json.dumps(session))
    (tmp_path / "s-bad.session.json").write_text('{"id": "s-bad", "userId": "Rosalind Quarshie')
    said = command(study.slug, app="desk", source=f"file://{tmp_path}")
    assert "3 imported" in said
    assert "file 4 of 4, by name, is broken or cut off at character" in said
    assert "Quarshie" not in said
    assert "s-bad" not in said
    assert Case.objects.count() == 3


def test_what_can_not_be_read_takes_no_place_in_a_sample(study: Study, tmp_path: Path) -> None:
    for session in numbered(4):
        (tmp_path / f"{session['id']}.session.json").write_text(json.dumps(session))
    for number in range(30):
        (tmp_path / f"package-{number}.json").write_text("{}")
    source = f"file://{tmp_path}"
    said = command(study.slug, app="desk", source=source, sample=2, dry_run=True)
    assert "34 sessions seen" in said
    assert "30 unreadable" in said
    assert "file 7 of 34, by name, is neither a saved session nor an evalset" in said
    command(study.slug, app="desk", source=source, sample=2)
    assert [case.weight for case in Case.objects.all()] == [2.0, 2.0]


def test_a_session_that_grew_is_noticed(study: Study, tmp_path: Path) -> None:
    (session,) = numbered(1)
    path = tmp_path / "a.json"
    path.write_text(json.dumps(session))
    command(study.slug, app="desk", source=f"file://{path}")
    more = session["events"][0] | {
        "id": "e-9",
        "invocationId": "i-9",
        "timestamp": 1_790_000_900.0,
    }
    path.write_text(json.dumps(session | {"events": [*session["events"], more]}))
    said = command(study.slug, app="desk", source=f"file://{path}")
    assert "1 changed since" in said
    assert Case.objects.current().get().turns[-1]["role"] == "user"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"id": 1', "the file is broken or cut off at character"),
        ("[]", "holds no sessions"),
        (json.dumps(numbered(1, app="other")), "app 'desk' is not in"),
    ],
)
def test_bad_files_are_one_line_and_exit_2(
    study: Study, tmp_path: Path, text: str, words: str
) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(CommandError) as caught:
        command(study.slug, app="desk", source=f"file://{path}")
    assert caught.value.returncode == 2
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_store_on_a_server_is_imported_by_its_kept_address(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The password comes from the environment, is kept nowhere, and a second import finds all."""
    with running_server(tmp_path) as server, redis.Redis.from_url(f"redis://{server}") as client:
        write(redis_service(f"redis://{server}/0"), numbered(3))
        client.acl_setuser(
            "reader",
            enabled=True,
            passwords=["+hush-hush"],
            commands=["-@all", "+get", "+scan", "+select"],
            keys=["adk:session:*"],
        )
        monkeypatch.setenv("CALIBRANT_SOURCE_PASSWORD", "hush-hush")
        source = f"redis://reader:${{CALIBRANT_SOURCE_PASSWORD}}@{server}/0"
        assert "3 imported" in command(study.slug, app="desk", source=source)
        kept = Source.objects.get().uri
        assert "hush" not in kept
        assert "3 unchanged" in command(study.slug, app="desk", source=kept)
        client.flushall()
        with pytest.raises(CommandError, match="holds no sessions"):
            command(study.slug, app="desk", source=kept)


def test_a_page_names_files_only_below_its_folders(
    client: Client, study: Study, lead: Person, settings: Settings, tmp_path: Path
) -> None:
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside, outside):
        folder.mkdir()
        (folder / "a.json").write_text(json.dumps(numbered(2)))
    (inside / "link.json").symlink_to(outside / "a.json")
    settings.CALIBRANT_IMPORT_DIRS = [str(inside)]
    client.force_login(lead)

    def said(source: str) -> tuple[int, str]:
        form = {"source_uri": source, "do": "check", "seed": 0}
        page = client.post(reverse("import_new", args=[study.slug]), form)
        return page.status_code, page.content.decode()

    code, text = said(f"file://{inside}")
    assert code == 200
    assert "Readable: 1 app in JSON files" in text
    assert "desk (2 sessions)" in text
    for source in (f"{outside}", f"{inside}/../outside/a.json", f"{inside}/link.json"):
        code, text = said(f"file://{source}")
        assert code == 422
        assert "outside the folders that pages may import from" in text
    for source in ("agentengine://projects/p/locations/l/reasoningEngines/1", "firestore://p"):
        code, text = said(source)
        assert code == 422
        assert "is not among the servers that pages may import from" in text
