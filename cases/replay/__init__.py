"""Replaying what users said to another version of an agent, to compare the two.

Agents are a customer's code, so each runs in a process of its own with limits on time and memory,
started from the command line only. What comes back is redacted before it is written anywhere.
"""
