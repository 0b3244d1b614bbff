import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cases.case_pairs import find_pairs
from cases.errors import BadInput
from cases.import_running import make_items
from cases.items import add_items
from cases.models import AgentVersion, AuditEvent, Case, Item, Person, Study
from cases.redaction_policies import policy_hash
from cases.replay.bringing_in import bring_in
from cases.replay.files import FORMAT
from cases.replay.inputs import from_evalset, from_study
from tests.make import make_case, make_turns

EVALSET = Path(__file__).parents[2] / "data" / "replay_agents" / "one.evalset.json"
AGENTS = Path(__file__).parents[2] / "data" / "replay_agents"


def line(case: Case | None, label: str, **fields: Any) -> dict[str, Any]:
    """A line as a replay writes it."""
    answer = fields.pop("answer", f"{label} says hello")
    facts = {"error": "", "repeat": 1, "seconds": 1.5} | fields.pop("run_facts", {})
    step = {"index": 1, "kind": "SAY", "author": "user", "text": "Hello"}
    said = {"index": 2, "kind": "SAY", "author": "desk", "text": answer}
    return {
        "format": FORMAT,
        "run": "r1",
        "agent": {"label": label, "app_name": "desk", "model": "m-1", "tools": ["find"]},
        "conversation": case.key if case else "elsewhere",
        "case": case.key if case else "",
        "state": "ok",
        "turns": [
            {"index": 1, "role": "user", "steps": [step]},
            {"index": 2, "role": "agent", "steps": [said]},
        ],
        "run_facts": facts,
    } | fields


def write(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in lines))
    return path


@pytest.fixture
def case(study: Study) -> Case:
    made = make_case(study, turns=make_turns())
    add_items(study=study, cases=[made])
    return made


def pairs(study: Study) -> list[Item]:
    items = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE)
    return list(items.select_related("case__agent_version", "case_b__agent_version"))


def test_two_versions_become_a_pair_in_the_split_of_their_conversation(
    study: Study, case: Case, tmp_path: Path
) -> None:
    path = write(tmp_path / "f", line(case, "v1"), line(case, "v2"))
    done = bring_in(study=study, path=path)
    assert (dict(done.lines), dict(done.pairs)) == ({"new": 2}, {"new": 1})
    (pair,) = pairs(study)
    assert pair.case_b is not None
    assert [str(pair.case.agent_version), str(pair.case_b.agent_version)] == ["v1", "v2"]
    assert pair.case.conversation_key == pair.case_b.conversation_key == case.conversation_key
    assert pair.split == Item.objects.get(kind=Item.Kind.ABSOLUTE, case=case).split
    assert pair.case.run_facts["seconds"] == 1.5
    assert (pair.case.weight, pair.case.strata) == (case.weight, case.strata)
    assert pair.case.policy_hash == policy_hash(study.redaction_policy)
    assert AuditEvent.objects.filter(action="replay.brought_in").count() == 1


def test_reading_a_file_again_adds_nothing(study: Study, case: Case, tmp_path: Path) -> None:
    path = write(tmp_path / "f", line(case, "v1"), line(case, "v2"))
    bring_in(study=study, path=path)
    again = bring_in(study=study, path=path)
    assert (dict(again.lines), dict(again.pairs)) == ({"there_already": 2}, {"there_already": 1})
    assert len(pairs(study)) == 1


def test_one_version_is_paired_with_what_was_replayed(
    study: Study, case: Case, tmp_path: Path
) -> None:
    bring_in(study=study, path=write(tmp_path / "f", line(case, "v2")))
    (pair,) = pairs(study)
    assert pair.case == case
    assert str(pair.case_b.agent_version) == "v2"  # type: ignore[union-attr]


def test_the_first_good_repeat_stands_for_its_version(
    study: Study, case: Case, tmp_path: Path
) -> None:
    failed = line(case, "v2", state="error", run_facts={"error": "ConnectionError"})
    good = line(case, "v2", answer="second try", run_facts={"repeat": 2})
    other = line(case, "v2", answer="third try", run_facts={"repeat": 3})
    done = bring_in(study=study, path=write(tmp_path / "f", failed, good, other))
    assert dict(done.lines) == {"error": 1, "new": 2}
    (pair,) = pairs(study)
    assert "second try" in json.dumps(pair.case_b.turns)  # type: ignore[union-attr]
    kept = Case.objects.get(run_facts__error="ConnectionError")
    assert not Item.objects.filter(case=kept).exists()


def test_what_makes_no_pair_is_counted(study: Study, case: Case, tmp_path: Path) -> None:
    alone = line(None, "v1")
    same = [line(case, label, answer="the very same") for label in ("v1", "v2")]
    refused = line(case, "v3", state="refused", turns=[])
    done = bring_in(study=study, path=write(tmp_path / "f", alone, *same, refused))
    assert dict(done.pairs) == {"same_answers": 1, "one_side_failed": 1}
    assert done.lines["refused"] == 1
    assert pairs(study) == []


def test_an_answer_whose_other_side_failed_is_paired_with_nothing(
    study: Study, case: Case, tmp_path: Path
) -> None:
    failed = line(case, "v1", state="error", run_facts={"error": "ConnectionError"})
    done = bring_in(study=study, path=write(tmp_path / "f", failed, line(case, "v2")))
    assert dict(done.pairs) == {"one_side_failed": 1}
    assert pairs(study) == []


def test_what_was_replayed_elsewhere_has_no_second_side(study: Study, tmp_path: Path) -> None:
    done = bring_in(study=study, path=write(tmp_path / "f", line(None, "v1")))
    assert dict(done.pairs) == {"no_second_side": 1}


def test_a_file_that_was_edited_is_redacted_on_its_way_in(
    study: Study, case: Case, tmp_path: Path
) -> None:
    edited = line(case, "v2", answer="Write to rosalind@example.org, <PERSON_1>")
    bring_in(study=study, path=write(tmp_path / "f", edited))
    stored = json.dumps(Case.objects.get(agent_version__label="v2").turns)
    assert "rosalind" not in stored
    assert "Write to <EMAIL_1>, <PERSON_1>" in stored


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "holds no replays"),
        ("{not json\n", "line 1 is not JSON"),
        ("[]\n", "line 1 is no replay"),
        ('{"format": "calibrant-replay/1"}\n', "line 1 lacks run, agent"),
        ("\udcff", "it is not UTF-8 text"),
    ],
)
def test_files_that_are_none(study: Study, tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "f"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadInput, match=words):
        bring_in(study=study, path=path)
    with pytest.raises(BadInput, match="can't read"):
        bring_in(study=study, path=tmp_path / "none")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"run_facts": 5}, "run_facts is not an object"),
        ({"run_facts": {"seconds": "two"}}, "seconds is not a number"),
        ({"run_facts": {"error": ["x"]}}, "error is not a text"),
        ({"run": {}}, "run is not a text"),
        ({"state": "fine"}, "has no state that is known"),
        ({"agent": []}, "agent is not an object"),
        ({"agent": {"tools": 5}}, "tools are not a list"),
        ({"agent": {"instruction_hash": "call me"}}, "instruction_hash is no SHA-256"),
        ({"extraction": [1]}, "extraction holds something else"),
        ({"redactions": {"rosalind@example.org": 1}}, "redactions holds something else"),
        ({"turns": 5}, "turns that can't be read"),
    ],
)
def test_lines_that_are_none_are_named(
    study: Study, case: Case, tmp_path: Path, fields: dict[str, Any], words: str
) -> None:
    odd = line(case, "v2") | fields
    with pytest.raises(BadInput, match=f"line 2.*{words}"):
        bring_in(study=study, path=write(tmp_path / "f", line(case, "v1"), odd))
    assert Case.objects.in_study(study).count() == 1


def test_what_stands_beside_the_turns_is_redacted_too(
    study: Study, case: Case, tmp_path: Path
) -> None:
    private = "rosalind@example.org 4111111111111111"
    edited = line(
        case,
        "v2",
        run_facts={"note": private, "error": private},
        state="error",
    )
    edited["agent"] |= {"label": private, "app_name": private, "model": private}
    tool = line(case, "v3")
    tool["agent"]["tools"] = [private]
    done = bring_in(study=study, path=write(tmp_path / "f", edited, tool))
    assert dict(done.lines) == {"error": 1, "refused": 1}
    stored = json.dumps([*Case.objects.values(), *AgentVersion.objects.values()], default=str)
    assert "rosalind" not in stored
    assert "4111" not in stored
    assert "note" not in Case.objects.get(agent_version__label="withheld").run_facts


@pytest.mark.parametrize("name", ["extraction", "redactions"])
def test_names_of_counts_are_looked_through_for_secrets(
    study: Study, case: Case, tmp_path: Path, name: str
) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6" * 3
    done = bring_in(
        study=study, path=write(tmp_path / "r.jsonl", line(case, "v2", **{name: {secret: 1}}))
    )
    assert dict(done.lines) == {"refused": 1}
    assert secret not in str(list(Case.objects.values_list("extraction", "redactions")))


@pytest.mark.parametrize(
    ("counts", "outcome"),
    [
        ({"extraction": {"Anna_Bright": 1}}, "refused"),
        ({"redactions": {"Anna_Bright": 1}}, "refused"),
        ({"extraction": {"events": 2}, "redactions": {"PERSON": 1}}, "new"),
    ],
)
def test_counts_under_other_names_than_a_replay_writes_are_refused(
    study: Study, case: Case, tmp_path: Path, counts: dict[str, dict[str, int]], outcome: str
) -> None:
    done = bring_in(study=study, path=write(tmp_path / "r.jsonl", line(case, "v2", **counts)))
    assert dict(done.lines) == {outcome: 1}
    assert "Anna" not in str(list(Case.objects.values_list("extraction", "redactions")))


def test_of_three_agents_two_are_paired_and_one_is_counted(
    study: Study, case: Case, tmp_path: Path
) -> None:
    path = write(tmp_path / "f", *(line(case, version) for version in ("v1", "v2", "v3")))
    assert dict(bring_in(study=study, path=path).pairs) == {"new": 1, "left_out": 1}


def test_a_long_file_takes_no_more_queries_a_line_than_what_it_stores(
    study: Study, case: Case, tmp_path: Path
) -> None:
    def queries(lines: int) -> int:
        rows = [line(case, "v2", run=f"r{lines}", run_facts={"repeat": n}) for n in range(lines)]
        path = write(tmp_path / "f", *rows)
        with CaptureQueriesContext(connection) as seen:
            bring_in(study=study, path=path)
        return len(seen)

    first = queries(1)
    assert queries(6) - first <= 5


def test_what_was_erased_is_no_side_of_a_pair(study: Study, case: Case, tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", line(case, "v2"))
    Case.objects.filter(pk=case.pk).update(erased_at=timezone.now(), turns=[])
    done = bring_in(study=study, path=path)
    assert dict(done.pairs) == {"erased": 1}
    Case.objects.filter(pk=case.pk).update(erased_at=None)
    Case.objects.exclude(run_facts={}).update(erased_at=timezone.now(), turns=[])
    done = bring_in(study=study, path=path)
    assert dict(done.pairs) == {"erased": 1}
    assert not pairs(study)


def test_a_closed_study_takes_nothing(study: Study, case: Case, tmp_path: Path) -> None:
    Study.objects.filter(pk=study.pk).update(state="closed")
    study.refresh_from_db()
    with pytest.raises(BadInput, match="is closed"):
        bring_in(study=study, path=write(tmp_path / "f", line(case, "v1")))


def test_turns_that_cannot_be_read_leave_nothing_behind(
    study: Study, case: Case, tmp_path: Path
) -> None:
    broken = line(case, "v2", turns=[{"index": 1, "role": "user", "steps": [{"kind": "SING"}]}])
    with pytest.raises(BadInput, match="turns that can't be read"):
        bring_in(study=study, path=write(tmp_path / "f", line(case, "v1"), broken))
    assert Case.objects.in_study(study).count() == 1


def test_conversations_of_a_study(study: Study, case: Case, tmp_path: Path) -> None:
    bring_in(study=study, path=write(tmp_path / "f", line(case, "v1"), line(case, "v2")))
    (conversation,) = from_study(study=study)
    assert conversation.key == conversation.case == case.key
    assert conversation.messages == ("Where is my refund?",)
    assert from_study(study=study, keys=[case.key], limit=1) == [conversation]
    with pytest.raises(BadInput, match="no case 'nope'"):
        from_study(study=study, keys=["nope"])


def test_conversations_of_an_eval_set(tmp_path: Path) -> None:
    path = tmp_path / "one set.evalset.json"
    part = {"role": "user", "parts": [{"text": "order A-7"}]}
    case = {
        "eval_id": "jane_doe_7",
        "conversation": [{"invocation_id": "i1", "user_content": part}],
        "session_input": {
            "app_name": "desk",
            "user_id": "u",
            "state": {"tier": "gold", "user:nick": "Nan", "app:shop": "Kettles"},
        },
    }
    path.write_text(json.dumps({"eval_set_id": "s", "eval_cases": [case]}))
    (conversation,) = from_evalset(path)
    assert conversation.messages == ("order A-7",)
    assert conversation.state == {"tier": "gold", "user:nick": "Nan", "app:shop": "Kettles"}
    assert "jane" not in conversation.key


@pytest.mark.services
def test_the_command_replays_two_agents_and_pairs_them(
    study: Study, case: Case, tmp_path: Path
) -> None:
    out = StringIO()
    call_command(
        "replay",
        study=study.slug,
        agent=[str(AGENTS / "chatty"), str(AGENTS / "terse")],
        agent_version=["v1", "v2"],
        out=tmp_path / "replays.jsonl",
        into=study.slug,
        stdout=out,
    )
    said = out.getvalue()
    assert "runs: 2 ok" in said
    assert "pairs: 1 new" in said
    assert "recorded with" in said
    (pair,) = pairs(study)
    assert "Fine." in json.dumps(pair.case_b.turns)  # type: ignore[union-attr]


@pytest.mark.services
def test_the_command_says_when_no_replay_ended_well(study: Study, tmp_path: Path) -> None:
    case = make_case(study, turns=make_turns(question="please crash"))
    with pytest.raises(CommandError, match="no replay ended well") as caught:
        call_command(
            "replay",
            study=study.slug,
            case=[case.key],
            agent=[str(AGENTS / "chatty")],
            out=tmp_path / "replays.jsonl",
        )
    assert caught.value.returncode == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "name an agent with --agent"),
        ({"agent": ["a"]}, "name either --study or --evalset"),
        ({"agent": ["a", "b", "c"], "study": True}, "3 agents named"),
        ({"agent": ["a", "b"], "agent_version": ["v"], "study": True}, "1 labels for 2 agents"),
        ({"agent": ["a", "b"], "agent_version": ["v", "v"], "study": True}, "one label"),
        ({"agent": ["a"], "study": True, "limit": 0}, "limit 0"),
        ({"agent": ["a"], "evalset": EVALSET, "timeout": 0}, "timeout 0"),
        ({"agent": ["a"], "evalset": EVALSET, "timeout": float("inf")}, "timeout inf"),
        ({"agent": ["a"], "evalset": EVALSET, "timeout": float("nan")}, "timeout nan"),
        ({"agent": ["a"], "evalset": EVALSET, "memory": -5}, "memory -5"),
        ({"agent": ["a"], "study": True, "case": ["nope"]}, "no case 'nope'"),
    ],
)
def test_bad_input_of_the_command(
    study: Study, tmp_path: Path, options: dict[str, Any], words: str
) -> None:
    if options.get("study"):
        options = options | {"study": study.slug}
    with pytest.raises(CommandError, match=words) as caught:
        call_command("replay", out=tmp_path / "f", **options)
    assert caught.value.returncode == 2


def test_an_import_afterwards_makes_no_items_of_replays(
    study: Study, case: Case, tmp_path: Path
) -> None:
    failed = line(case, "v3", state="error", run_facts={"error": "ConnectionError"})
    bring_in(study=study, path=write(tmp_path / "f", line(case, "v1"), line(case, "v2"), failed))
    assert make_items(study) == 0
    assert Item.objects.filter(kind=Item.Kind.ABSOLUTE).count() == 1


def test_a_replay_that_ended_in_an_error_is_no_side_of_a_pair(
    study: Study, case: Case, tmp_path: Path
) -> None:
    failed = line(case, "v2", state="error", run_facts={"error": "ConnectionError"})
    bring_in(study=study, path=write(tmp_path / "f", line(case, "v1"), failed))
    # What is left to compare is the good answer with the case that was replayed.
    assert find_pairs(study=study, limit=10, any_version=True).total == 1


def test_the_page_of_a_replay_says_so_and_the_list_can_leave_it_out(
    study: Study, tmp_path: Path, client: Client, lead: Person
) -> None:
    case = make_case(study, strata={"outcome": "refunded"})
    bring_in(
        study=study,
        path=write(tmp_path / "f", line(case, "v2", run_facts={"tokens": 321, "repeat": 2})),
    )
    replay = Case.objects.exclude(pk=case.pk).get()
    client.force_login(lead)
    page = client.get(reverse("case_detail", args=[study.slug, replay.key])).content.decode()
    assert "This is a replay" in page
    assert reverse("case_detail", args=[study.slug, case.key]) in page
    assert '<dt>Tokens</dt><dd class="num">321</dd>' in page
    assert "<dt>Outcome of the replayed session</dt>" in page
    assert "<dt>Outcome</dt>" not in page
    url = reverse("case_list", args=[study.slug])
    for chosen, shown in (("", {case, replay}), ("without", {case}), ("only", {replay})):
        listed = client.get(url, {"replays": chosen})
        assert set(listed.context["page"].object_list) == shown
    first = client.get(reverse("case_detail", args=[study.slug, case.key])).content.decode()
    assert "This is a replay" not in first
