"""An agent that runs the code its model writes."""

from google.adk.agents import LlmAgent
from google.adk.code_executors import UnsafeLocalCodeExecutor

root_agent = LlmAgent(name="coder", model="none", code_executor=UnsafeLocalCodeExecutor())
