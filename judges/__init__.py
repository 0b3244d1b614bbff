"""LLM judges: versions, requests, replies, runs."""
