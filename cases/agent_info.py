"""A description of an agent, as `GET /apps/{app}/app-info` of ADK gives it or written by hand.

By hand: `{"name", "model", "instruction", "tools": [name, …], "policy"?}`. Pure.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cases.errors import BadInput

LONGEST = 2_000_000
# What ADK writes in place of an instruction that the agent's code makes while it runs.
_MADE_BY_CODE = "<InstructionProvider"


@dataclass(frozen=True, slots=True)
class AgentInfo:
    """What is known of an agent and those below it. `instructions` has one text an agent, in the
    order of their names; `tools` are names in order of the alphabet."""

    name: str
    model: str
    instructions: tuple[str, ...]
    tools: tuple[str, ...]
    instruction: str
    policy: str = ""


def read_agent_info(text: str, where: str) -> AgentInfo:
    """Read a description. Raises BadInput, naming `where` it came from, for anything else."""
    if len(text) > LONGEST:
        raise BadInput(
            f"{where} has over {LONGEST:,} characters: a description of an agent is short"
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{where} is no JSON: save the answer of GET /apps/NAME/app-info there"
        ) from error
    if not isinstance(data, Mapping):
        raise BadInput(f"{where} holds no object: save the answer of GET /apps/NAME/app-info there")
    agents = _agents(data)
    if not agents:
        raise BadInput(
            f"{where} describes no agent: it needs `agents` as app-info gives them, or an "
            "`instruction` or `tools`"
        )
    said = {name: _text(agent, "instruction") for name, agent in sorted(agents.items())}
    tools = {tool for agent in agents.values() for tool in _tools(agent)}
    return AgentInfo(
        name=_text(data, "root_agent_name") or _text(data, "name"),
        model=_text(data, "model"),
        instructions=tuple(said.values()),
        tools=tuple(sorted(tools)),
        instruction=_together(said),
        policy=_text(data, "policy"),
    )


def _agents(data: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    agents = data.get("agents")
    if isinstance(agents, Mapping):
        return {str(name): agent for name, agent in agents.items() if isinstance(agent, Mapping)}
    if data.get("instruction") or data.get("tools"):
        return {_text(data, "name"): data}
    return {}


def _tools(agent: Mapping[str, Any]) -> list[str]:
    """Names of tools, given as names, as objects with a name, or as function declarations."""
    found: list[str] = []
    tools = agent.get("tools")
    for tool in tools if isinstance(tools, list) else []:
        if isinstance(tool, str):
            found.append(tool)
        elif isinstance(tool, Mapping):
            declared = tool.get("functionDeclarations", tool.get("function_declarations"))
            inner = declared if isinstance(declared, list) else [tool]
            found += [_text(item, "name") for item in inner if isinstance(item, Mapping)]
    return [name for name in found if name]


def _together(said: Mapping[str, str]) -> str:
    """The instructions of all agents as one text, each under its agent's name."""
    texts = {name: text for name, text in said.items() if text}
    if len(texts) <= 1:
        return next(iter(texts.values()), "")
    return "\n\n".join(f"{name}:\n{text}" for name, text in texts.items())


def _text(data: Mapping[str, Any], name: str) -> str:
    """A text under a name in snake_case or camelCase; made by code is no text."""
    head, *rest = name.split("_")
    value = data.get(name, data.get(head + "".join(word.title() for word in rest)))
    text = value.strip() if isinstance(value, str) else ""
    return "" if text.startswith(_MADE_BY_CODE) else text.replace("\x00", "")
