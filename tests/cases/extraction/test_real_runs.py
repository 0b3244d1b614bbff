"""What the real ADK runner writes, read back: one test a kind of session."""

import asyncio
from typing import Any

import pytest

from cases.extraction import Extraction, extract
from cases.transcript import Step, StepKind, final_answer, steps_of
from tests.cases.adk_runs import SESSION, USER, answer_to, model, parts, run, say, use

# What ADK says of agents and settings that stores are nevertheless full of.
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:.*EXPERIMENTAL:UserWarning"),
]

SAY, CALL, RESULT, TRANSFER = StepKind.SAY, StepKind.CALL, StepKind.RESULT, StepKind.TRANSFER


def agent(*answers: Any, name: str = "desk", **fields: Any) -> Any:
    from google.adk.agents import LlmAgent

    return LlmAgent(name=name, model=model(*answers), **fields)


def read(*args: Any, **fields: Any) -> Extraction:
    return extract(run(*args, **fields))


def shown(found: Extraction) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(s.kind.value, s.text or s.tool, s.flags) for s in steps_of(found.turns)]


def steps(found: Extraction, kind: StepKind) -> list[Step]:
    return [step for step in steps_of(found.turns) if step.kind is kind]


def approve(amount: int) -> dict[str, Any]:
    """Ask a manager."""
    return {"status": "pending", "ticket": amount}


def cancel(order: str) -> dict[str, Any]:
    """Cancel an order."""
    return {"cancelled": order}


def lookup(order: str) -> dict[str, Any]:
    """Look an order up."""
    if order == "none":
        raise LookupError("no such order")
    return {"order": order}


def test_parallel_agents_come_one_after_the_other_each_marked() -> None:
    from google.adk.agents import ParallelAgent

    one = agent(parts(use("lookup", order="1")), say("one"), name="first", tools=[lookup])
    two = agent(parts(use("lookup", order="2")), say("two"), name="second", tools=[lookup])
    found = read(ParallelAgent(name="both", sub_agents=[one, two]), "go")
    agents = [(s.author, s.flags) for s in steps_of(found.turns)[1:]]
    assert agents == [("first", ("parallel_1",))] * 3 + [("second", ("parallel_2",))] * 3
    assert [turn.role for turn in found.turns] == ["user", "agent"]
    assert found.agents == ["first", "second"]


def test_a_long_running_call_waits_and_is_answered() -> None:
    from google.adk.tools import LongRunningFunctionTool

    def desk() -> Any:
        answers = (parts(use("approve", amount=3)), say("I asked."), say("Approved."))
        return agent(*answers, tools=[LongRunningFunctionTool(approve)])

    waiting = read(desk(), "refund me")
    assert shown(waiting)[1:] == [
        ("CALL", "approve", ("pending",)),
        ("RESULT", "approve", ("pending",)),
        ("SAY", "I asked.", ()),
    ]
    assert waiting.counts["pending_call"] == 1
    assert not waiting.counts["call_without_result"]
    done = read(desk(), "refund me", answer_to("approve", status="approved"))
    assert shown(done)[1:] == [
        ("CALL", "approve", ()),
        ("RESULT", "approve", ("pending",)),
        ("SAY", "I asked.", ()),
        ("RESULT", "approve", ("resumed",)),
        ("SAY", "Approved.", ()),
    ]
    assert [s.call for s in steps(done, RESULT)] == [1, 1]
    assert steps(done, RESULT)[1].data == {"status": "approved"}
    assert [turn.role for turn in done.turns] == ["user", "agent"]


def test_a_confirmed_call_has_its_refusal_and_its_result() -> None:
    from google.adk.tools import FunctionTool

    found = read(
        agent(
            parts(use("cancel", order="7")),
            say("Done."),
            tools=[FunctionTool(cancel, require_confirmation=True)],
        ),
        "cancel",
        answer_to("adk_request_confirmation", confirmed=True),
    )
    results = [s for s in steps(found, RESULT) if s.tool == "cancel"]
    assert [(s.call, s.flags) for s in results] == [(1, ("pending",)), (1, ())]
    asked = next(s for s in steps(found, CALL) if "confirmation" in s.flags)
    assert asked.data == {"tool": "cancel", "args": {"order": "7"}}
    assert not found.counts["pending_call"]
    assert not found.counts["call_without_result"]


def test_a_transfer_is_one_step_and_lasts() -> None:
    clerk = agent(say("Clerk here."), say("Still me."), name="clerk", description="Helps.")
    found = read(
        agent(parts(use("transfer_to_agent", agent_name="clerk")), sub_agents=[clerk]),
        *("hi", "and?"),
    )
    assert [(s.kind, s.author) for s in steps_of(found.turns)] == [
        *((SAY, "user"), (TRANSFER, "desk"), (SAY, "clerk")),
        *((SAY, "user"), (SAY, "clerk")),
    ]
    assert found.counts["transfer_answer"] == 1


def test_an_agent_used_as_a_tool_is_a_call_and_its_result() -> None:
    from google.adk.tools import AgentTool

    inner = agent(say("inner answer"), name="inner", description="i")
    found = read(
        agent(parts(use("inner", request="x")), say("Done."), tools=[AgentTool(inner)]), "hi"
    )
    assert [kind for kind, *_ in shown(found)] == ["SAY", "CALL", "RESULT", "SAY"]
    assert steps(found, RESULT)[0].data == {"result": "inner answer"}


def test_a_helper_talks_to_its_agent_not_to_the_user() -> None:
    helper = agent(say("for the desk"), name="helper", description="h", mode="single_turn")
    found = read(agent(parts(use("helper", request="x")), say("Done."), sub_agents=[helper]), "hi")
    assert ("SAY", "for the desk", ("said_to_agent",)) in shown(found)
    assert final_answer(found.turns) == "Done."


def test_a_workflow_shows_what_its_nodes_gave_and_ends_with_its_answer() -> None:
    from google.adk.workflow import Workflow

    def classify(node_input: Any) -> dict[str, Any]:
        return {"kind": "refund"}

    def finish(node_input: Any) -> str:
        return "You get it back."

    found = read(Workflow(name="flow", edges=[("START", classify, finish)]), "hi")
    assert shown(found)[1:] == [
        ("RESULT", "classify", ("node_output",)),
        ("SAY", "You get it back.", ("node_output",)),
    ]
    assert steps(found, RESULT)[0].data == {"kind": "refund"}
    written = read(
        Workflow(name="flow", edges=[("START", classify, agent(say("Dear you"), name="writer"))]),
        "hi",
    )
    assert shown(written)[2:] == [("SAY", "Dear you", ())]


def test_a_route_says_which_way_a_workflow_went() -> None:
    from google.adk.events import Event
    from google.adk.workflow import Workflow

    def router(node_input: Any) -> Any:
        return Event(output="x", route="big")

    def big(node_input: Any) -> str:
        return "A big one."

    found = read(Workflow(name="flow", edges=[("START", router, {"big": big})]), "hi")
    assert steps(found, RESULT)[0].data == {"output": "x", "route": "big"}
    assert final_answer(found.turns) == "A big one."


def test_code_and_its_result_are_a_call_and_a_result() -> None:
    code = {"executable_code": {"code": "1/0", "language": "PYTHON"}}
    outcome = {"code_execution_result": {"outcome": "OUTCOME_FAILED", "output": "ZeroDivision"}}
    found = read(agent(parts(code, outcome, {"text": "Sorry."})), "count")
    assert shown(found)[1:] == [
        ("CALL", "code_execution", ()),
        ("RESULT", "code_execution", ("error",)),
        ("SAY", "Sorry.", ()),
    ]
    assert steps(found, RESULT)[0].call == 1


def test_a_tool_that_raises_leaves_a_call_without_result_and_an_error() -> None:
    found = read(agent(parts(use("lookup", order="none")), tools=[lookup]), "hi")
    assert shown(found)[1:] == [
        ("CALL", "lookup", ("unanswered",)),
        ("ERROR", "LookupError: no such order", ()),
    ]


def test_a_model_that_fails_an_empty_answer_a_block_and_a_cut() -> None:
    found = read(
        agent(
            RuntimeError("model is down"),
            parts(),
            {"error_code": "SAFETY", "finish_reason": "SAFETY"},
            say("half a sen", finish_reason="MAX_TOKENS"),
            {"content": {"role": "model"}},
        ),
        *("1", "2", "3", "4", "5"),
    )
    assert [entry for entry in shown(found) if not entry[1].isdigit()] == [
        ("ERROR", "RuntimeError: model is down", ()),
        (
            "ERROR",
            "MODEL_RETURNED_NO_CONTENT: "
            "The model returned no content (finish_reason=STOP with empty parts).",
            (),
        ),
        ("ERROR", "SAFETY", ()),
        ("SAY", "half a sen", ("truncated",)),
        ("SAY", "[blank]", ()),
    ]
    assert found.counts["empty_answer"] == 1


def test_what_was_rewound_is_gone_and_a_rewind_can_be_rewound() -> None:
    async def back(runner: Any, events: list[dict[str, Any]]) -> None:
        for index in (2, 0):
            await runner.rewind_async(
                user_id=USER,
                session_id=SESSION,
                rewind_before_invocation_id=events[index]["invocation_id"],
            )

    async def once(runner: Any, events: list[dict[str, Any]]) -> None:
        await runner.rewind_async(
            user_id=USER,
            session_id=SESSION,
            rewind_before_invocation_id=events[2]["invocation_id"],
        )

    found = read(agent(say("1"), say("2")), "one", "two", between=once)
    assert [words for _, words, _ in shown(found)] == ["one", "1"]
    assert (found.counts["rewind"], found.counts["rewound_event"]) == (1, 2)
    twice = read(agent(say("1"), say("2")), "one", "two", between=back)
    assert twice.turns == []


@pytest.mark.parametrize("between", ["once", "twice"])
def test_rewinds_leave_what_adk_itself_leaves(between: str) -> None:
    from google.adk.events import Event
    from google.adk.events._rewind_events import _apply_rewinds

    async def back(runner: Any, events: list[dict[str, Any]]) -> None:
        for index in (4, 2)[: 1 if between == "once" else 2]:
            await runner.rewind_async(
                user_id=USER,
                session_id=SESSION,
                rewind_before_invocation_id=events[index]["invocation_id"],
            )

    events = run(agent(say("1"), say("2"), say("3")), "one", "two", "three", between=back)
    theirs = [
        event.content.parts[0].text
        for event in _apply_rewinds([Event.model_validate(event) for event in events])
        if event.content and event.content.parts
    ]
    assert [words for _, words, _ in shown(extract(events))] == theirs


def test_a_summary_of_the_agent_is_not_the_users_words() -> None:
    from google.adk.apps import App
    from google.adk.apps.app import EventsCompactionConfig
    from google.adk.apps.llm_event_summarizer import LlmEventSummarizer

    summarizer = LlmEventSummarizer(llm=model(say("SUMMARY")))
    app = App(
        name="runs",
        root_agent=agent(say("1"), say("2")),
        events_compaction_config=EventsCompactionConfig(
            compaction_interval=2, overlap_size=0, summarizer=summarizer
        ),
    )
    found = read(app, "one", "two")
    assert [words for _, words, _ in shown(found)] == ["one", "1", "two", "2"]
    assert found.counts["compaction_event"] == 1


def test_checkpoints_of_a_resumable_app_are_counted_not_shown() -> None:
    from google.adk.agents import ParallelAgent
    from google.adk.apps import App
    from google.adk.apps.app import ResumabilityConfig

    both = ParallelAgent(
        name="both", sub_agents=[agent(say("x"), name="a"), agent(say("y"), name="b")]
    )
    app = App(
        name="runs", root_agent=both, resumability_config=ResumabilityConfig(is_resumable=True)
    )
    found = read(app, "go")
    assert [words for _, words, _ in shown(found)] == ["go", "x", "y"]
    assert found.counts["checkpoint"] == 4


def test_a_saved_file_is_a_note_without_its_name() -> None:
    from google.adk.tools import ToolContext
    from google.genai import types

    async def label(tool_context: ToolContext) -> dict[str, Any]:
        """Make a label."""
        part = types.Part(inline_data=types.Blob(mime_type="application/pdf", data=b"123"))
        await tool_context.save_artifact("jane-doe-label.pdf", part)
        tool_context.state["mood"] = "private"
        return {"made": True}

    label.__annotations__["tool_context"] = ToolContext
    found = read(agent(parts(use("label")), say("Here."), tools=[label]), "label please")
    assert [s.tool for s in steps(found, RESULT)] == ["label", "artifact"]
    assert steps(found, RESULT)[1].data == {"saved": [{"type": "pdf", "version": 0}]}
    assert (found.counts["artifact"], found.counts["state_key"]) == (1, 1)
    assert "jane" not in str(found.turns)
    assert "mood" not in str(found.turns)


def test_a_loop_ends_with_a_call_and_a_request_for_input_is_answered() -> None:
    from google.adk.agents import LoopAgent
    from google.adk.tools import exit_loop
    from google.adk.tools._request_input_tool import request_input

    looped = read(
        LoopAgent(
            name="loop",
            max_iterations=3,
            sub_agents=[agent(say("try"), parts(use("exit_loop")), tools=[exit_loop])],
        ),
        "go",
    )
    assert [kind for kind, *_ in shown(looped)] == ["SAY", "SAY", "CALL", "RESULT"]
    assert looped.counts["escalation"] == 1
    asked = read(
        agent(
            parts(use("adk_request_input", message="Size?")), say("Thanks."), tools=[request_input]
        ),
        "a shirt",
        answer_to("adk_request_input", result="XL"),
    )
    assert shown(asked)[1:] == [
        ("CALL", "adk_request_input", ("asks_for_input",)),
        ("RESULT", "adk_request_input", ("resumed",)),
        ("SAY", "Thanks.", ()),
    ]


def test_an_aborted_turn_has_a_made_up_result_and_says_so() -> None:
    from google.adk.tools import ToolContext

    async def slow(tool_context: ToolContext) -> dict[str, Any]:
        """Take long."""
        tool_context._invocation_context.abort()
        await asyncio.sleep(30)
        return {}

    slow.__annotations__["tool_context"] = ToolContext
    found = read(agent(parts(use("slow")), say("never"), tools=[slow]), "go")
    assert shown(found)[1:] == [
        ("CALL", "slow", ()),
        ("RESULT", "slow", ("error", "made_up")),
        ("ERROR", "INVOCATION_ABORTED: Invocation was aborted by client.", ()),
    ]
