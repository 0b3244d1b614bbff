"""An agent folder as `adk eval` takes it."""

from . import agent
