"""A whole session: what counts of it, in order, as turns of numbered steps. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from dataclasses import field as own
from datetime import UTC, datetime
from typing import Any

from cases.extraction.drafts import number
from cases.extraction.fields import Event, field, submap, time_of
from cases.extraction.ordering import USER, by_invocation, placed, without_rewound
from cases.extraction.reading import Reader
from cases.transcript import StepKind, Turn, steps_of


@dataclass(slots=True)
class Extraction:
    """What was read of a session. `counts` says by kind what was seen, left out and repaired.

    `model` is the last that answered, `models` are all; `tools` are those called, `agents` the
    authors of events other than the user. All by name, in order of the alphabet.
    """

    turns: list[Turn]
    counts: Counter[str]
    agent_version: str = ""
    model: str = ""
    tools: list[str] = own(default_factory=list)
    first_event_id: str = ""
    started_at: datetime | None = None
    # The agent that answered first, and the model with which it did.
    first_agent: str = ""
    first_model: str = ""
    models: list[str] = own(default_factory=list)
    agents: list[str] = own(default_factory=list)


def extract(events: Sequence[Any], *, version_key: str = "agent_version") -> Extraction:
    """Read a session's events, given in the order in which they were appended.

    Raises nothing, whatever they hold. `version_key` is the key of `custom_metadata` under which
    events name the build of the agent.
    """
    counts: Counter[str] = Counter(events=len(events))
    in_time = placed(events, counts)
    kept = without_rewound(in_time, counts)
    reader = Reader(counts)
    drafts = [
        draft
        for group in by_invocation(kept, counts)
        for item in group
        for draft in reader.read(item)
    ]
    reader.calls.mark_unanswered()
    turns = number(drafts, counts)
    stamps = [time for item in in_time if (time := time_of(item.event)) is not None]
    shown = [item.event for item in kept]
    models = _texts(shown, "model_version")
    first = next((event for event in shown if _texts([event], "model_version")), {})
    return Extraction(
        turns=turns,
        counts=+counts,
        agent_version=_agent_version(shown, version_key, counts),
        model=models[-1] if models else "",
        first_agent=str(field(first, "author") or ""),
        first_model=models[0] if models else "",
        models=sorted(set(models)),
        tools=sorted({s.tool for s in steps_of(turns) if s.kind is StepKind.CALL and s.tool}),
        agents=sorted(set(_texts(shown, "author")) - {USER}),
        first_event_id=str(field(in_time[0].event, "id") or "") if in_time else "",
        started_at=datetime.fromtimestamp(min(stamps), tz=UTC) if stamps else None,
    )


def _texts(events: Iterable[Event], name: str) -> list[str]:
    found = (field(event, name) for event in events)
    return [text for text in found if isinstance(text, str) and text]


def _agent_version(events: Iterable[Event], key: str, counts: Counter[str]) -> str:
    found = [
        str(label) for event in events if (label := field(submap(event, "custom_metadata"), key))
    ]
    if len(set(found)) > 1:
        counts["several_agent_versions"] += 1
    return found[-1] if found else ""
