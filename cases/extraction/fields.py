"""Fields of ADK events, whichever way they are spelt and whatever shape they have. Pure."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Event = Mapping[str, Any]
Part = Mapping[str, Any]

# What ADK 2.13 writes; anything else came from a newer version and is counted as not understood.
EVENT_KEYS = frozenset(
    {"id", "invocation_id", "author", "timestamp", "content", "actions", "partial"}
    | {"turn_complete", "turn_complete_reason", "finish_reason", "error_code", "error_message"}
    | {"interrupted", "usage_metadata", "grounding_metadata", "citation_metadata"}
    | {"custom_metadata", "model_version", "avg_logprobs", "logprobs_result", "cache_metadata"}
    | {"branch", "input_transcription", "output_transcription", "long_running_tool_ids", "output"}
    | {"isolation_scope", "node_info", "interaction_id", "interaction_status", "environment_id"}
    | {"live_session_id", "live_session_resumption_update", "go_away", "voice_activity"}
)
ACTION_KEYS = frozenset(
    {"skip_summarization", "state_delta", "artifact_delta", "transfer_to_agent"}
    | {"transfer_reason", "escalate", "requested_auth_configs", "requested_tool_confirmations"}
    | {"compaction", "end_of_agent", "agent_state", "rewind_before_invocation_id", "route"}
    | {"render_ui_widgets", "set_model_response"}
)
# Parts that say or do something, and what only goes with them.
PART_KINDS = (
    *("text", "inline_data", "file_data", "function_call", "function_response"),
    *("executable_code", "code_execution_result", "tool_call", "tool_response"),
    "audio_transcription",
)
PART_KEYS = frozenset(PART_KINDS) | {
    *("thought", "thought_signature", "video_metadata", "part_metadata", "media_resolution"),
    *("media_processing", "speech_metadata"),
}
_LATEST = 4e9  # in the year 2096


def field(value: Mapping[str, Any], name: str) -> Any:
    """A field by its snake_case name, whichever way it is spelt."""
    if name in value:
        return value[name]
    head, *rest = name.split("_")
    return value.get(head + "".join(word.title() for word in rest))


def submap(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A field that is an object; {} for every other shape."""
    found = field(value, name)
    return found if isinstance(found, Mapping) else {}


def texts(value: Mapping[str, Any], name: str) -> list[str]:
    """The strings of a field that is a list of them, or one."""
    found = field(value, name)
    if isinstance(found, str):
        return [found]
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []


def submaps(value: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    """The objects of a field that is a list of them."""
    found = field(value, name)
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def snake_case(key: Any) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(key)).lower()


def raw_parts(event: Event) -> list[Any]:
    """The parts of an event as they stand, of whatever shape; a content of text alone is one."""
    content = field(event, "content")
    parts = field(content, "parts") if isinstance(content, Mapping) else content
    if isinstance(parts, list):
        return parts
    return [] if parts is None or parts == {} else [parts]


def part_of(raw: Any) -> Part:
    """A part as an object; bare text is a part that says it."""
    if isinstance(raw, Mapping):
        return raw
    return {"text": raw} if isinstance(raw, str) else {}


def parts_of(event: Event) -> list[Part]:
    return [part_of(raw) for raw in raw_parts(event)]


def time_of(event: Event) -> float | None:
    """Epoch seconds, or None where the event has no time that can be."""
    value = field(event, "timestamp")
    good = isinstance(value, (int, float)) and not isinstance(value, bool)
    # Compared as it is, since a whole number may be too large for a float.
    return float(value) if good and 0 < value < _LATEST else None


def iso_time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="milliseconds")


def name_of(value: Any, default: str = "unnamed") -> str:
    """A name of the customer's program: a tool, an agent, a node."""
    return value if isinstance(value, str) and value else default
