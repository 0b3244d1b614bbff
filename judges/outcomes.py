"""What became of a call, from a provider's codes and exceptions. Knows no provider's classes."""

from dataclasses import dataclass, field
from typing import Any

OK = "ok"
# The case was erased before it was asked about.
ERASED = "erased"
# Worth asking again; everything else would fail alike.
TRANSIENT = frozenset({"rate_limited", "unavailable", "timeout"})

_BY_CODE = {
    "STOP": OK,
    "FINISH_REASON_UNSPECIFIED": OK,
    "MAX_TOKENS": "truncated",
    "MODEL_RETURNED_NO_CONTENT": "empty",
    "RESOURCE_EXHAUSTED": "rate_limited",
    "UNAVAILABLE": "unavailable",
    "INTERNAL": "unavailable",
    "DEADLINE_EXCEEDED": "timeout",
}
_BLOCKED = {
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "BLOCKED_REASON_UNSPECIFIED",
    "OTHER",
    "IMAGE_SAFETY",
    "MODEL_ARMOR",
    "JAILBREAK",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back. `raw` is empty unless the model said something; times in milliseconds."""

    outcome: str
    raw: str = ""
    detail: str = ""
    model_reported: str = ""
    prompt_tokens: int | None = None
    reply_tokens: int | None = None
    latency_ms: int = 0
    sent_config: dict[str, Any] = field(default_factory=dict)
    prompt_hash: str = ""


def outcome_of_code(code: str) -> str:
    """The outcome that an event's error code or finish reason means."""
    if code in _BLOCKED:
        return "blocked"
    if code.isdigit():
        return outcome_of_status(int(code))
    return _BY_CODE.get(code, "error")


def outcome_of_status(status: int) -> str:
    """The outcome that an HTTP status means."""
    if status == 429:
        return "rate_limited"
    if status in {408, 504}:
        return "timeout"
    return "unavailable" if status >= 500 else "error"


def outcome_of_exception(error: BaseException) -> str:
    """The outcome that an exception means, by its status if it carries one, else by its kind."""
    for name in ("code", "status_code"):
        status = getattr(error, name, None)
        if isinstance(status, int):
            return outcome_of_status(status)
    if isinstance(error, TimeoutError) or "Timeout" in type(error).__name__:
        return "timeout"
    if isinstance(error, ConnectionError) or type(error).__name__ in _CONNECTION_ERRORS:
        return "unavailable"
    return "error"


_CONNECTION_ERRORS = {"ConnectError", "ReadError", "RemoteProtocolError", "APIConnectionError"}
