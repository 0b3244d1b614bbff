"""An agent folder as `adk eval` takes it."""

from . import agent  # noqa: F401, TID252
