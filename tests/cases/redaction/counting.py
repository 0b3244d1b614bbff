"""Counting the steps of our own code, which says how work grows on a machine however busy."""

import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

_TOOL = 4


def steps(work: Callable[[], object], *, of: str) -> int:
    """How many lines of the modules below the path `of` run while `work` does."""
    return _counted(work, sys.monitoring.events.LINE, lambda code: of in code.co_filename)


def calls(work: Callable[[], object], *, of: str) -> int:
    """How often functions called `of` begin while `work` runs."""
    return _counted(work, sys.monitoring.events.PY_START, lambda code: code.co_name == of)


def _counted(work: Callable[[], object], event: int, counts: Callable[[CodeType], bool]) -> int:
    count = 0
    monitoring = sys.monitoring

    def happened(code: CodeType, _: int) -> Any:
        nonlocal count
        if not counts(code):
            return monitoring.DISABLE
        count += 1
        return None

    monitoring.use_tool_id(_TOOL, "steps")
    try:
        monitoring.register_callback(_TOOL, event, happened)
        monitoring.set_events(_TOOL, event)
        monitoring.restart_events()
        work()
    finally:
        monitoring.set_events(_TOOL, monitoring.events.NO_EVENTS)
        monitoring.register_callback(_TOOL, event, None)
        monitoring.free_tool_id(_TOOL)
    return count
