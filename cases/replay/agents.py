"""Loading a customer's agent and describing it. Runs in the replay's own process only."""

import hashlib
import importlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class NoAgent(Exception):
    """Says why there is nothing to run and what to name instead."""


# Tools that ADK itself adds; they work without a record.
FRAMEWORK_TOOLS = frozenset(
    {"transfer_to_agent", "adk_request_confirmation", "adk_request_credential"}
    | {"adk_request_input", "set_model_response", "exit_loop"}
)


def load_app(where: str, plugins: list[Any], *, live_tools: bool = False) -> Any:
    """The google.adk App in a folder, a file or a module (`package.module` or `…:attribute`).

    Raises NoAgent for a place that holds none, and without `live_tools` for an agent that runs
    code on this machine; what the agent's own code raises goes through.
    """
    from google.adk.agents import BaseAgent
    from google.adk.apps import App

    found = _from_folder(Path(where)) if _is_path(where) else _from_module(where)
    if isinstance(found, App):
        app = found.model_copy(update={"plugins": [*plugins, *found.plugins]})
    elif isinstance(found, BaseAgent):
        app = App(name=f"{found.name}_app", root_agent=found, plugins=plugins)
    else:
        raise NoAgent(
            f"{where} holds no agent: name an ADK agent folder, or a module with `root_agent` "
            "or `app`"
        )
    if not live_tools:
        _refuse_code(app)
    return app


def is_frameworks_own(tool: Any) -> bool:
    """Whether ADK itself made the tool. A customer's tool of the same name is no such tool."""
    made_of = getattr(tool, "func", None) or type(tool)
    module = str(getattr(made_of, "__module__", ""))
    return tool.name in FRAMEWORK_TOOLS and module.startswith("google.adk.")


def _refuse_code(app: Any) -> None:
    for agent in _walk(app.root_agent):
        executor = getattr(agent, "code_executor", None)
        if executor is not None and type(executor).__name__ != "BuiltInCodeExecutor":
            raise NoAgent(
                f"agent {agent.name} runs code by {type(executor).__name__}, which no record can "
                "answer for: replay it with --live-tools where that may run"
            )


def describe(app: Any) -> dict[str, Any]:
    """Names, models, tools and one hash over all instructions of an app's agents."""
    agents = list(_walk(app.root_agent))
    told = "\x00".join(str(getattr(agent, "instruction", "")) for agent in agents)
    models = [_model_name(agent) for agent in agents]
    return {
        "app_name": app.name,
        "agents": [agent.name for agent in agents],
        "model": next((model for model in models if model), ""),
        "tools": sorted({_tool_name(t) for agent in agents for t in getattr(agent, "tools", [])}),
        "instruction_hash": hashlib.sha256(told.encode()).hexdigest(),
    }


def _is_path(where: str) -> bool:
    return os.sep in where or Path(where).exists()


def _from_folder(path: Path) -> Any:
    from google.adk.cli.utils.agent_loader import AgentLoader

    if not path.exists():
        raise NoAgent(f"{path} does not exist: name an ADK agent folder or a Python module")
    path = path.resolve()
    if path.is_file():
        sys.path.insert(0, str(path.parent))
        return _from_module(path.stem)
    return AgentLoader(str(path.parent)).load_agent(path.name)


def _from_module(where: str) -> Any:
    name, _, attribute = where.partition(":")
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and not name.startswith(error.name):
            raise
        raise NoAgent(f"there is no module {name!r} here: name a module or a folder") from None
    for candidate in [attribute] if attribute else ["app", "root_agent"]:
        if hasattr(module, candidate):
            return getattr(module, candidate)
    agent = getattr(module, "agent", None)
    return getattr(agent, "root_agent", None)


def _walk(agent: Any) -> Iterator[Any]:
    yield agent
    for child in getattr(agent, "sub_agents", []):
        yield from _walk(child)


def _model_name(agent: Any) -> str:
    model = getattr(agent, "model", "")
    return model if isinstance(model, str) else str(getattr(model, "model", ""))


def _tool_name(tool: Any) -> str:
    return str(getattr(tool, "name", "") or getattr(tool, "__name__", "") or type(tool).__name__)
