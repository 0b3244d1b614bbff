"""What the findings of a preview come to: counts, and how two previews of a sample differ."""

from collections import Counter
from dataclasses import dataclass

from cases.models import RedactionPreview, RedactionPreviewSession
from cases.redaction_places import Hidden

_Where = tuple[str, int, tuple[int, ...], bool, int, int]


@dataclass(frozen=True, slots=True)
class RuleCount:
    kind: str
    rule: str
    count: int
    sessions: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changed between two previews, in sessions that did not change themselves."""

    sessions: int
    newly: list[RuleCount]
    no_longer: list[RuleCount]
    # Numbers of the sessions in which something changed.
    positions: list[int]


def findings_of(row: RedactionPreviewSession) -> list[Hidden]:
    return [Hidden.from_json(entry) for entry in row.findings]


def preview_counts(preview: RedactionPreview) -> list[RuleCount]:
    """Findings by kind and rule, most first."""
    found = [
        (row.position, hidden.kind, hidden.rule)
        for row in preview.sessions.all()
        for hidden in findings_of(row)
    ]
    return _counted(found)


def compared(preview: RedactionPreview) -> Comparison | None:
    """This preview against the one that it was made from; None where there is none to hold it to.

    A place counts as the same where the same characters are hidden, whatever the kind.
    """
    before = preview.compared_with
    if before is None or preview.is_running:
        return None
    old = {(row.session_key, row.raw_hash): row for row in before.sessions.all() if row.raw_hash}
    newly: list[tuple[int, str, str]] = []
    no_longer: list[tuple[int, str, str]] = []
    sessions = 0
    for row in preview.sessions.all():
        match = old.get((row.session_key, row.raw_hash))
        if match is None:
            continue
        sessions += 1
        now, then = _by_place(row), _by_place(match)
        newly += [(row.position, h.kind, h.rule) for place, h in now.items() if place not in then]
        no_longer += [
            (row.position, h.kind, h.rule) for place, h in then.items() if place not in now
        ]
    positions = sorted({position for position, _, _ in [*newly, *no_longer]})
    return Comparison(sessions, _counted(newly), _counted(no_longer), positions)


def _by_place(row: RedactionPreviewSession) -> dict[_Where, Hidden]:
    return {
        (
            row.session_key,
            hidden.place.step,
            hidden.place.path,
            hidden.place.in_key,
            hidden.start,
            hidden.end,
        ): hidden
        for hidden in findings_of(row)
    }


def _counted(found: list[tuple[int, str, str]]) -> list[RuleCount]:
    counts = Counter((kind, rule) for _, kind, rule in found)
    return [
        RuleCount(kind, rule, count, len({p for p, k, r in found if (k, r) == (kind, rule)}))
        for (kind, rule), count in counts.most_common()
    ]
