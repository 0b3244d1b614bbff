"""Cases and criteria as google-adk's eval set and eval config: plain data in, plain data out.

Nothing here reads the database or imports google-adk but `check_with_adk`, which asks ADK's own
models to load what was made. Keys are ADK's snake_case ones.
"""

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cases.errors import BadInput
from cases.transcript import SAID_TO_AGENT, Step, StepKind, Turn

if TYPE_CHECKING:
    from cases.models import Criterion

FINAL_RESPONSE_METRIC = "rubric_based_final_response_quality_v1"
TOOL_USE_METRIC = "rubric_based_tool_use_quality_v1"
TRAJECTORY_METRIC = "tool_trajectory_avg_score"

# A strong majority of the answer's rubrics; every rubric of tool use.
THRESHOLDS = {FINAL_RESPONSE_METRIC: 0.8, TOOL_USE_METRIC: 1.0}
RUBRIC_TYPES = {
    FINAL_RESPONSE_METRIC: "FINAL_RESPONSE_QUALITY",
    TOOL_USE_METRIC: "TOOL_USE_QUALITY",
}
DEFAULT_JUDGE_MODEL = "gemini-2.5-flash"
# Routing and the framework's own questions are not what the case expects of an agent: IN_ORDER
# lets them happen, and an agent may be cut into other sub-agents without failing the set. Code that
# a model runs is no function call to ADK, so that no agent could ever meet that expectation.
FRAMEWORK_CALLS = frozenset(
    {
        "transfer_to_agent",
        "adk_request_confirmation",
        "adk_request_credential",
        "adk_request_input",
        "code_execution",
    }
)


class NotReplayable(Exception):
    """The case can't be fed to an agent turn by turn; the argument is a key of REASONS."""


def to_bytes(data: Any) -> bytes:
    """JSON with sorted keys: the same data give the same bytes on every database."""
    text = json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
    # A lone surrogate can't be UTF-8; its JSON escape can.
    return text.encode("utf-8", "backslashreplace")


def conversation_of(turns: Sequence[Turn], *, expected: bool) -> list[dict[str, Any]]:
    """Invocations: each user turn with, if `expected`, the answer and calls that followed it.

    Raises NotReplayable for an empty case, a case that starts with the agent, and a user turn
    without text (an image alone, an answer to a confirmation).
    """
    invocations: list[dict[str, Any]] = []
    for turn in turns:
        if turn.role == "user":
            if not turn.text.strip():
                raise NotReplayable("no_user_text")
            invocations.append(
                {
                    "invocation_id": f"t{len(invocations) + 1}",
                    "user_content": {"role": "user", "parts": [{"text": turn.text}]},
                }
            )
        elif not invocations:
            raise NotReplayable("starts_with_agent")
        elif expected:
            invocations[-1] |= _expectation(turn)
    if not invocations:
        raise NotReplayable("empty")
    return invocations


def _expectation(turn: Turn) -> dict[str, Any]:
    said = [
        s.text
        for s in turn.steps
        if s.kind is StepKind.SAY and s.text and SAID_TO_AGENT not in s.flags
    ]
    work = [s for s in turn.steps if s.tool not in FRAMEWORK_CALLS and not _is_beside(s)]
    expectation: dict[str, Any] = {
        "intermediate_data": {
            "tool_uses": [
                {"id": _call_id(s), "name": s.tool, "args": _object(s.data, "value")}
                for s in work
                if s.kind is StepKind.CALL
            ],
            # Recorded results, for a replay whose tools answer from them.
            "tool_responses": [
                {"id": _call_id(s), "name": s.tool, "response": _object(s.data, "result")}
                for s in work
                if s.kind is StepKind.RESULT
            ],
        }
    }
    if said:
        expectation["final_response"] = {"role": "model", "parts": [{"text": said[-1]}]}
    return expectation


def _is_beside(step: Step) -> bool:
    """Whether a step is no function call or answer to one: a tool that the model's own server ran,
    or a note of sources, saved files and the like."""
    noted = step.kind is StepKind.RESULT and step.call is None and "unmatched" not in step.flags
    return noted or "server_side" in step.flags


def _call_id(step: Step) -> str:
    return f"call-{step.call}" if step.call is not None else f"step-{step.index}"


def _object(data: Any, name: str) -> dict[str, Any]:
    """ADK takes objects only; anything else goes under `name`, nothing at all is {}."""
    if isinstance(data, dict):
        return data
    return {} if data is None else {name: data}


def has_calls(conversation: Iterable[dict[str, Any]]) -> bool:
    return any(i.get("intermediate_data", {}).get("tool_uses") for i in conversation)


def one_paragraph(text: str) -> str:
    """`text` on one line: ADK's judge prompt lists one rubric a line."""
    return " ".join(text.split())


def rubric_metric(criterion: "Criterion") -> tuple[str | None, str]:
    """The metric a criterion's property goes to, or None and why it goes to none."""
    if criterion.kind == "process":
        return None, "criteria of the process never gate"
    if not criterion.gates:
        return None, "the criterion does not gate"
    if not criterion.property.strip():
        return None, "the criterion has no property sentence"
    return (TOOL_USE_METRIC if criterion.kind == "tool_use" else FINAL_RESPONSE_METRIC), ""


def eval_config(criteria: Iterable["Criterion"], *, trajectory: bool) -> dict[str, Any]:
    """The config: one rubric for each gating criterion, and tool calls in order if `trajectory`.

    Every option that ADK would fill in is written out. Response match is left out: word overlap
    passes "I did not refund" for "I did refund".
    """
    config: dict[str, Any] = {}
    if trajectory:
        config[TRAJECTORY_METRIC] = {"threshold": 1.0, "match_type": "IN_ORDER"}
    for criterion in criteria:
        metric, _ = rubric_metric(criterion)
        if metric is None:
            continue
        entry = config.setdefault(
            metric,
            {
                "threshold": THRESHOLDS[metric],
                "judge_model_options": {
                    "judge_model": DEFAULT_JUDGE_MODEL,
                    "judge_model_config": {"temperature": 0.0},
                    "num_samples": 5,
                    "parallelism_limit": 1,
                },
                "rubrics": [],
            },
        )
        entry["rubrics"].append(
            {
                "rubric_id": criterion.key,
                "rubric_content": {"text_property": one_paragraph(criterion.property)},
                "description": one_paragraph(criterion.question),
                "type": RUBRIC_TYPES[metric],
            }
        )
    return {"criteria": config}


def with_judge_model(config: dict[str, Any], judge_model: str) -> dict[str, Any]:
    """A copy of `config` whose rubric metrics ask `judge_model`."""
    criteria: dict[str, Any] = {}
    for metric, entry in config["criteria"].items():
        if "judge_model_options" in entry:
            options = entry["judge_model_options"] | {"judge_model": judge_model}
            entry = entry | {"judge_model_options": options}
        criteria[metric] = entry
    return config | {"criteria": criteria}


def check_with_adk(evalset: dict[str, Any], config: dict[str, Any]) -> dict[str, Any]:
    """Load both with google-adk's own models; {"version", "cases", "criteria"}.

    Raises BadInput with ADK's complaint. Imports google-adk: for workers and commands only.
    """
    from google.adk.evaluation.eval_config import EvalConfig
    from google.adk.evaluation.eval_metrics import RubricsBasedCriterion, ToolTrajectoryCriterion
    from google.adk.evaluation.eval_set import EvalSet
    from google.adk.version import __version__

    try:
        loaded = EvalSet.model_validate_json(to_bytes(evalset))
        criteria = EvalConfig.model_validate_json(to_bytes(config)).criteria
        for metric, entry in config["criteria"].items():
            # EvalConfig itself takes any option; the metric's own model does not.
            model = (
                ToolTrajectoryCriterion if metric == TRAJECTORY_METRIC else RubricsBasedCriterion
            )
            model.model_validate(entry)
    except ValueError as error:
        raise BadInput(
            f"google-adk {__version__} does not load the set: {one_paragraph(str(error))[:400]}"
        ) from error
    return {"version": __version__, "cases": len(loaded.eval_cases), "criteria": len(criteria)}
