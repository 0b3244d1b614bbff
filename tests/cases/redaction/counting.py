"""Counting the steps of our own code, which says how work grows on a machine however busy."""

import sys
from collections.abc import Callable
from types import CodeType
from typing import Any

_TOOL = 4


def steps(work: Callable[[], object], *, of: str) -> int:
    """How many lines of the modules below `of` run while `work` does."""
    count = 0
    monitoring = sys.monitoring

    def line(code: CodeType, number: int) -> Any:
        nonlocal count
        if of not in code.co_filename:
            return monitoring.DISABLE
        count += 1
        return None

    monitoring.use_tool_id(_TOOL, "steps")
    try:
        monitoring.register_callback(_TOOL, monitoring.events.LINE, line)
        monitoring.set_events(_TOOL, monitoring.events.LINE)
        monitoring.restart_events()
        work()
    finally:
        monitoring.set_events(_TOOL, monitoring.events.NO_EVENTS)
        monitoring.free_tool_id(_TOOL)
    return count
