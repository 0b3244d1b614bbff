"""Fields of ADK events, whichever way they are spelt and whatever shape they have. Pure."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

# What ADK 2.13 writes; anything else came from a newer version and is counted as not understood.
EVENT_KEYS = frozenset(
    {"id", "invocation_id", "author", "timestamp", "content", "actions", "partial"}
    | {"turn_complete", "finish_reason", "error_code", "error_message", "interrupted"}
    | {"usage_metadata", "grounding_metadata", "citation_metadata", "custom_metadata"}
    | {"model_version", "avg_logprobs", "logprobs_result", "cache_metadata", "branch"}
    | {"input_transcription", "output_transcription", "long_running_tool_ids", "output"}
    | {"isolation_scope", "node_info", "interaction_id", "environment_id", "live_session_id"}
    | {"live_session_resumption_update"}
)
PART_KEYS = frozenset(
    {"text", "thought", "thought_signature", "function_call", "function_response"}
    | {"inline_data", "file_data", "executable_code", "code_execution_result"}
    | {"video_metadata", "part_metadata", "media_resolution"}
)


def media_type(blob: Mapping[str, Any]) -> str:
    found = re.match(r"[\w.+-]{1,60}/[\w.+-]{1,60}", str(field(blob, "mime_type") or ""))
    return found.group() if found else "unknown type"


def parts_of(event: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    parts = field(submap(event, "content"), "parts")
    return [part for part in parts if isinstance(part, Mapping)] if isinstance(parts, list) else []


def submap(value: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = field(value, name)
    return found if isinstance(found, Mapping) else {}


def field(value: Mapping[str, Any], name: str) -> Any:
    """A field by its snake_case name, whichever way it is spelt."""
    if name in value:
        return value[name]
    head, *rest = name.split("_")
    return value.get(head + "".join(word.title() for word in rest))


def snake_case(key: Any) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", str(key)).lower()


def epoch_of(event: Mapping[str, Any]) -> float:
    value = field(event, "timestamp")
    good = isinstance(value, (int, float)) and math.isfinite(value) and 0 < value < 4e9
    return float(value) if good else 0.0


def iso_time(seconds: float) -> str:
    if not seconds:
        return ""
    return datetime.fromtimestamp(seconds, tz=UTC).isoformat(timespec="milliseconds")
