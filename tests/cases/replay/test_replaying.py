import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cases.errors import BadInput
from cases.models import Study
from cases.replay.conversations import Conversation, RecordedCall
from cases.replay.processes import AgentProcess, Limits
from cases.replay.replaying import AgentChoice, ReplayOptions, replay_to_file

AGENTS = Path(__file__).parents[2] / "data" / "replay_agents"
CHATTY = AgentChoice(str(AGENTS / "chatty"))

pytestmark = pytest.mark.services


def said(*messages: str, **fields: Any) -> Conversation:
    fields.setdefault("key", messages[0])
    return Conversation(app_name="", messages=messages, **fields)


def replay(
    study: Study,
    out: Path,
    *conversations: Conversation,
    agent: AgentChoice = CHATTY,
    **options: Any,
) -> list[dict[str, Any]]:
    replay_to_file(
        conversations=conversations,
        agents=[agent],
        out=out,
        options=ReplayOptions(**options),
        study=study,
    )
    return [json.loads(line) for line in out.read_text().splitlines()]


def texts(line: dict[str, Any]) -> list[str]:
    return [step.get("text", "") for turn in line["turns"] for step in turn["steps"]]


def test_messages_are_said_again_and_tools_answer_from_the_record(
    study: Study, tmp_path: Path
) -> None:
    recorded = RecordedCall("find_order", {"order_id": "A-7"}, result={"status": "lost"})
    conversation = said("order A-7", "bye now", calls=(recorded,), state={"tier": "gold"})
    (line,) = replay(study, tmp_path / "out", conversation)
    assert line["state"] == "ok"
    assert [turn["role"] for turn in line["turns"]] == ["user", "agent", "user", "agent"]
    assert "The shop says: {'status': 'lost'}" in texts(line)
    facts = line["run_facts"]
    assert (facts["model_calls"], facts["tool_calls"], facts["unrecorded_calls"]) == (3, 1, 0)
    assert (facts["tokens"], facts["messages"], facts["repeat"]) == (21, 2, 1)
    assert facts["seconds"] > 0


def test_live_tools_are_run_only_when_asked_for(study: Study, tmp_path: Path) -> None:
    (line,) = replay(study, tmp_path / "out", said("order A-7"))
    assert line["run_facts"]["unrecorded_calls"] == 1
    assert any("no recorded result" in text for text in texts(line))
    (line,) = replay(study, tmp_path / "live", said("order A-7"), live_tools=True)
    assert any("asked the live system" in text for text in texts(line))


def test_a_persons_late_answer_is_given_again(study: Study, tmp_path: Path) -> None:
    recorded = RecordedCall(
        "ask_manager", {"amount": 90}, result={"status": "pending"}, late={"status": "approved"}
    )
    (line,) = replay(study, tmp_path / "out", said("approval, please", calls=(recorded,)))
    steps = [step for turn in line["turns"] for step in turn["steps"]]
    assert [s["data"] for s in steps if s["kind"] == "RESULT"] == [
        {"status": "pending"},
        {"status": "approved"},
    ]
    assert texts(line)[-1] == "The shop says: {'status': 'approved'}"


def test_a_warning_says_which_agent_it_is_about(study: Study, tmp_path: Path) -> None:
    outcome = replay_to_file(
        conversations=[replace(said("hello"), app_name="elsewhere")],
        agents=[replace(CHATTY, label=label) for label in ("v1", "v2")],
        out=tmp_path / "out",
        options=ReplayOptions(),
        study=study,
    )
    first, second = outcome.warnings
    assert "agent v1 is" in first
    assert "agent v2 is" in second


def test_each_run_is_fresh_and_repeats_are_numbered(study: Study, tmp_path: Path) -> None:
    lines = replay(study, tmp_path / "out", said("hello"), said("again"), repeats=2)
    assert [(x["conversation"], x["run_facts"]["repeat"]) for x in lines] == [
        ("hello", 1),
        ("hello", 2),
        ("again", 1),
        ("again", 2),
    ]
    assert all(len(line["turns"]) == 2 for line in lines)


def test_errors_stay_errors_and_stop_nothing(study: Study, tmp_path: Path) -> None:
    lines = replay(
        study,
        tmp_path / "out",
        said("please crash", "never said"),
        said("please hang"),
        said("please vanish"),
        said("please hoard"),
        said("hello"),
        limits=Limits(seconds=5),
    )
    assert [(line["state"], line["run_facts"]["error"]) for line in lines] == [
        ("error", "ConnectionError"),
        ("error", "timeout"),
        ("error", "ended with code 3"),
        ("error", "MemoryError"),
        ("ok", ""),
    ]
    assert "never said" not in texts(lines[0])
    assert "Rosalind" not in json.dumps(lines)


def test_what_an_agent_writes_is_redacted(study: Study, tmp_path: Path) -> None:
    out = tmp_path / "out"
    replay(study, out, said("my name is Rosalind Quarshie, rq@example.org", key="c1"))
    text = out.read_text()
    assert "Rosalind" not in text
    assert "rq@" not in text
    assert "Happy to help! You said: my name is <PERSON_1>, <EMAIL_1>" in text


def test_an_agent_sees_no_secret_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    from cases.replay.processes import _environment

    for name in ("CALIBRANT_SECRET_KEY", "DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        monkeypatch.setenv(name, "hidden")
    monkeypatch.setenv("GOOGLE_API_KEY", "the agent's own")
    seen = _environment()
    assert "hidden" not in seen.values()
    assert seen["GOOGLE_API_KEY"] == "the agent's own"


SLY = AgentChoice(str(AGENTS / "sly"))


def test_a_tool_that_is_named_like_one_of_adks_is_not_run(study: Study, tmp_path: Path) -> None:
    (line,) = replay(study, tmp_path / "out", said("use the tool"), agent=SLY)
    assert "really paid" not in json.dumps(line)
    assert line["run_facts"]["unrecorded_calls"] == 1


def test_an_agent_that_runs_code_needs_live_tools(study: Study, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="coder runs code by UnsafeLocalCodeExecutor"):
        replay(study, tmp_path / "out", said("hi"), agent=AgentChoice(str(AGENTS / "coder")))


def test_what_an_agent_writes_where_answers_go_is_no_answer(study: Study, tmp_path: Path) -> None:
    lines = replay(study, tmp_path / "out", said("write"), said("hello"), agent=SLY)
    assert [(line["state"], texts(line)[-1]) for line in lines] == [("ok", "Done.")] * 2


def test_an_answer_has_a_largest_size(study: Study, tmp_path: Path) -> None:
    lines = replay(study, tmp_path / "out", said("flood"), said("hello"), agent=SLY)
    assert lines[0]["run_facts"]["error"] == "answer of more than 64 MB"
    assert lines[1]["state"] == "ok"


def test_lines_that_are_no_answer_do_not_lengthen_the_time(study: Study, tmp_path: Path) -> None:
    limits = Limits(seconds=3)
    (line,) = replay(study, tmp_path / "out", said("babble"), agent=SLY, limits=limits)
    assert line["run_facts"]["error"] == "timeout"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells of environments")
def test_what_an_agent_started_ends_with_it() -> None:
    with AgentProcess(SLY.where, limits=Limits()) as process:
        process.replay(said("start"))
        mark = process._mark
        assert marked(mark) > 1
    assert marked(mark) == 0


def marked(mark: str) -> int:
    """How many living processes carry the mark."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found += mark.encode() in (process / "environ").read_bytes()
    return found


def test_an_agent_ends_with_the_command_that_started_it() -> None:
    code = (
        "import sys, time\n"
        "from cases.replay.conversations import Conversation\n"
        "from cases.replay.processes import AgentProcess, Limits\n"
        "with AgentProcess(sys.argv[1], limits=Limits()) as process:\n"
        "    print(process._running.pid, flush=True)\n"
        "    process.replay(Conversation('c', '', ('please hang',)))\n"
    )
    command = [sys.executable, "-c", code, CHATTY.where]
    root = Path(__file__).parents[3]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "PYTHONPATH": str(root)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        parent.kill()
    until = time.monotonic() + 30
    while Path(f"/proc/{child}").exists() and "State:\tZ" not in status(child):
        assert time.monotonic() < until, f"process {child} lives on"
        time.sleep(0.1)


def status(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return ""


def test_no_process_is_left_behind() -> None:
    with AgentProcess(str(AGENTS / "chatty"), limits=Limits(seconds=3)) as process:
        first = process._running.pid
        assert process.replay(said("please hang"))["error"] == "timeout"
        assert process.replay(said("hello"))["error"] == ""
        second = process._running.pid
    for pid in (first, second):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("no_such_module", "there is no module 'no_such_module' here"),
        ("/no/such/folder", "/no/such/folder does not exist"),
        ("json", "json holds no agent"),
    ],
)
def test_what_is_no_agent_says_so(study: Study, tmp_path: Path, where: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        replay(study, tmp_path / "out", said("hello"), agent=AgentChoice(where))


def test_two_agents_that_are_the_same_build_need_labels(study: Study, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="both agents would be called 'chatty_app-"):
        replay_to_file(
            conversations=[said("hello")],
            agents=[CHATTY, CHATTY],
            out=tmp_path / "out",
            options=ReplayOptions(),
            study=study,
        )


def test_bad_input(study: Study, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no conversation to replay"):
        replay(study, tmp_path / "out")
    with pytest.raises(BadInput, match="repeats 0"):
        replay(study, tmp_path / "out", said("hello"), repeats=0)
    (tmp_path / "there").touch()
    with pytest.raises(BadInput, match="is there already"):
        replay(study, tmp_path / "there", said("hello"))
    with pytest.raises(BadInput, match="can't write"):
        replay(study, tmp_path / "no" / "folder", said("hello"))


def test_an_agents_label_is_given_or_made_of_what_it_is(study: Study, tmp_path: Path) -> None:
    (line,) = replay(study, tmp_path / "a", said("hello"))
    assert line["agent"]["label"].startswith("chatty_app-")
    assert line["agent"]["derived"] is True
    assert line["agent"]["tools"] == ["ask_manager", "find_order"]
    assert line["agent"]["model"] == "obliging"
    named = AgentChoice(str(AGENTS / "terse" / "agent.py"), "terse@2")
    (line,) = replay(study, tmp_path / "b", said("hello"), agent=named)
    assert (line["agent"]["label"], line["agent"]["derived"]) == ("terse@2", False)
    assert line["agent"]["app_name"] == "terse_desk"
