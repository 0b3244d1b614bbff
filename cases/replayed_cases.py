"""Cases that are replays: of which case, and how the run went, in words for their page."""

from dataclasses import dataclass

from cases.models import Case

_WORDS = {
    "repeat": "Repeat",
    "seconds": "Seconds",
    "model_calls": "Model calls",
    "tool_calls": "Tool calls",
    "unrecorded_calls": "Calls with no recorded result",
    "tokens": "Tokens",
    "messages": "Messages said again",
    "lost_files": "Files not said again",
}


@dataclass(frozen=True, slots=True)
class Replay:
    """`origin` is the key of the case that was replayed; "" where it can't be told."""

    origin: str
    facts: list[tuple[str, int | float]]
    error: str


def replay_of(case: Case) -> Replay | None:
    """What a replay's page says about the run; None for a session that was imported."""
    if not case.run_facts:
        return None
    run = case.run_facts
    facts = [(words, run[name]) for name, words in _WORDS.items() if name in run]
    return Replay(_origin(case), facts, run.get("error", ""))


def _origin(case: Case) -> str:
    cases = Case.objects.in_study(case.study).current().filter(run_facts={})
    if named := case.run_facts.get("of"):
        found = cases.filter(key=named)
    else:
        # Replays of earlier releases name none: told where a conversation has one session only.
        found = cases.filter(conversation_key=case.conversation_key)
    keys = list(found.values_list("key", flat=True)[:2])
    return keys[0] if len(keys) == 1 else ""
