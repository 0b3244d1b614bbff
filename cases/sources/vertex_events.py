"""Events as Agent Engine's API gives them, in the shape in which ADK stores events. Pure."""

from collections.abc import Mapping
from typing import Any

from cases.sources.records import epoch

# What ADK hides in an event's custom metadata, and where it belongs.
_COMPACTION = "_compaction"
_USAGE = "_usage_metadata"
_METADATA = (
    *("partial", "turnComplete", "interrupted", "branch", "longRunningToolIds"),
    "groundingMetadata",
)


def event_of(given: Any) -> Any:
    """An ADK event of one of the API's.

    Newer ones carry the event as ADK had it; of others it is put together from the API's fields.
    What is no object is given back as it is.
    """
    if not isinstance(given, Mapping):
        return given
    raw = given.get("rawEvent")
    event = dict(raw) if isinstance(raw, Mapping) and raw else _from_fields(given)
    for name in ("invocationId", "author"):
        if given.get(name):
            event.pop("invocation_id" if name == "invocationId" else name, None)
            event[name] = given[name]
    if not event.get("id"):
        event["id"] = str(given.get("name") or "").rpartition("/")[2]
    if stamp := epoch(given.get("timestamp")):
        event["timestamp"] = stamp
    return event


def _from_fields(given: Mapping[str, Any]) -> dict[str, Any]:
    """The event without what the API has no field for. Unknown fields stay, to be counted."""
    own = ("name", "timestamp", "actions", "eventMetadata", "rawEvent")
    event = {name: value for name, value in given.items() if name not in own}
    metadata = given.get("eventMetadata")
    metadata = metadata if isinstance(metadata, Mapping) else {}
    event |= {name: metadata[name] for name in _METADATA if metadata.get(name) is not None}
    actions = given.get("actions")
    actions = dict(actions) if isinstance(actions, Mapping) else {}
    if "transferAgent" in actions:
        actions["transferToAgent"] = actions.pop("transferAgent")
    custom = metadata.get("customMetadata")
    custom = dict(custom) if isinstance(custom, Mapping) else {}
    if compaction := custom.pop(_COMPACTION, None):
        actions["compaction"] = compaction
    if usage := custom.pop(_USAGE, None):
        event["usageMetadata"] = usage
    if custom:
        event["customMetadata"] = custom
    return event | ({"actions": actions} if actions else {})
