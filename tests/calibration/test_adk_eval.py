"""An exported set runs unchanged under the real `adk eval`, and its verdicts are real.

The command's exit code is not believed: ADK reports PASSED for cases whose metrics were not
evaluated, so the result file is read.
"""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from calibration.regression_sets import freeze_set, write_evalset
from cases.models import Person, Study
from cases.transcript import Step, StepKind, Turn
from tests.calibration.answers import rate
from tests.make import (
    make_case,
    make_criterion,
    make_item,
    make_person,
    make_rubric_version,
    make_study,
)

AGENT = Path(__file__).parent.parent / "data" / "eval_agent"
PASSED, FAILED = 1, 2

Script = dict[str, dict[str, Any]]


def conversation(*spoken: tuple[str, list[tuple[str, dict[str, Any]]], str]) -> list[Turn]:
    """Turns of (user text, calls, answer); a transfer goes before the first call."""
    turns: list[Turn] = []
    number = 0

    def step(kind: StepKind, author: str, **fields: Any) -> Step:
        nonlocal number
        number += 1
        return Step(number, kind, author, **fields)

    for question, calls, answer in spoken:
        turns.append(Turn(len(turns) + 1, "user", (step(StepKind.SAY, "user", text=question),)))
        steps = [step(StepKind.TRANSFER, "router", text="refunds_agent")]
        for call, (tool, args) in enumerate(calls, start=10 * len(turns)):
            steps.append(step(StepKind.CALL, "refunds_agent", tool=tool, data=args, call=call))
            result = {"status": "ok"}
            steps.append(step(StepKind.RESULT, "refunds_agent", tool=tool, data=result, call=call))
        steps.append(step(StepKind.SAY, "refunds_agent", text=answer))
        turns.append(Turn(len(turns) + 1, "agent", tuple(steps)))
    return turns


GOOD = conversation(
    (
        "Wo ist meine Rückzahlung für <PERSON_1>? {order}",
        [("lookup_order", {"order_id": "BR-1"})],
        "Es sind 64,00 €.",
    ),
    (
        "Please pay it out.",
        [
            ("lookup_order", {"order_id": "BR-1"}),
            ("issue_refund", {"order_id": "BR-1", "amount": 64.0}),
        ],
        "I sent 64.00.",
    ),
)
BAD = conversation(("Give me 500.", [("issue_refund", {"amount": 500.0})], "Sent 500.00."))


def script_of(*cases: list[Turn]) -> Script:
    """What the agent has to do so that the recorded sessions happen again."""
    script: Script = {}
    for turns in cases:
        for user, agent in zip(turns[::2], turns[1::2], strict=True):
            calls = [[s.tool, s.data] for s in agent.steps if s.kind is StepKind.CALL]
            script[user.text] = {"calls": calls, "answer": agent.text}
    return script


@pytest.fixture
def exported(db: None, tmp_path: Path) -> Path:
    """The folder of a frozen set with a passing case of two turns and a failing one."""
    version = make_rubric_version("grounded")
    make_criterion(version, "tools_right", kind="tool_use", property="The tools were right: {x}.")
    study: Study = make_study(rubric_version=version, slug="refund-quality")
    raters: list[Person] = [make_person(), make_person()]
    for key, turns, grade in (("i-good", GOOD, "PASS"), ("i-bad", BAD, "FAIL")):
        item = make_item(study, make_case(study, turns), key=key)
        for rater in raters:
            rate(item, rater, grounded=grade, tools_right="PASS")
    paths = write_evalset(freeze_set(study=study), tmp_path / "out", judge_model="scripted-judge")
    return paths[0].parent


def adk_eval(exported: Path, folder: Path, script: Script, no: list[str]) -> dict[str, Any]:
    """Run `adk eval` on the exported files; eval id → metric → status and score."""
    agent = folder / "agents" / "eval_agent"
    shutil.copytree(AGENT, agent, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "script.json").write_text(json.dumps({"turns": script, "no": no}))
    evalset = exported / "refund_quality_v1.evalset.json"
    adk = Path(sys.executable).with_name("adk")
    # No --config_file_path: the config has to be found beside the set by its name.
    done = subprocess.run(
        [adk, "eval", agent, evalset],
        cwd=folder,
        env={
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "EVAL_SCRIPT": str(folder / "script.json"),
            "PYTHONWARNINGS": "ignore",
        },
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    history = list((agent / ".adk" / "eval_history").glob("*.evalset_result.json"))
    assert len(history) == 1, done.stdout + done.stderr
    result = json.loads(history[0].read_text())
    if isinstance(result, str):
        result = json.loads(result)
    found = {
        case["eval_id"]: {
            "status": case["final_eval_status"],
            **{
                metric["metric_name"]: (metric["eval_status"], metric["score"])
                for metric in case["overall_eval_metric_results"]
                if metric["metric_name"] in WANTED
            },
        }
        for case in result["eval_case_results"]
    }
    assert done.returncode == (0 if all(c["status"] == PASSED for c in found.values()) else 1)
    return found


ANSWER = "rubric_based_final_response_quality_v1"
TOOLS = "rubric_based_tool_use_quality_v1"
CALLS = "tool_trajectory_avg_score"
WANTED = {ANSWER, TOOLS, CALLS}


@pytest.mark.slow
def test_a_recorded_session_replayed_against_itself_passes(exported: Path, tmp_path: Path) -> None:
    everything = {
        "status": PASSED,
        ANSWER: (PASSED, 1.0),
        TOOLS: (PASSED, 1.0),
        CALLS: (PASSED, 1.0),
    }
    found = adk_eval(exported, tmp_path, script_of(GOOD, BAD), no=[])
    assert found == {"i-good": everything, "i-bad": everything}


@pytest.mark.slow
def test_a_worse_agent_fails_where_it_is_worse(exported: Path, tmp_path: Path) -> None:
    script = script_of(GOOD, BAD)
    script["Please pay it out."]["calls"] = [["lookup_order", {"order_id": "BR-1"}]]
    found = adk_eval(exported, tmp_path, script, no=["grounded"])
    assert found["i-good"] == {
        "status": FAILED,
        ANSWER: (FAILED, 0.0),
        TOOLS: (PASSED, 1.0),
        # The first of two turns made its calls, the second left the refund out.
        CALLS: (FAILED, 0.5),
    }
    # A case that did not pass expects no calls, so only the judge can fail it.
    assert found["i-bad"][CALLS] == (PASSED, 1.0)
    assert found["i-bad"]["status"] == FAILED


def test_adk_eval_runs_without_litellm() -> None:
    assert find_spec("litellm") is None
