"""How the steps of two revisions of a case differ. Pure."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from cases.pretty_json import dumps
from cases.transcript import Step

# Steps that differ on either side, beyond which matching them takes too long for a page.
MOST = 1_500
# In how many ways a step of one side can stand for one of the other, beyond which it does as well:
# an agent that asks over and over says the same in hundreds of steps.
MOST_WAYS = 50_000


@dataclass(slots=True)
class Comparison:
    """Numbers of steps: `added` are of the new revision, `removed` of the old one, `changed` of
    both. Of two that differ in very much, `unmatched` has how many steps do."""

    added: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    changed: list[tuple[int, int]] = field(default_factory=list)
    unmatched: int = 0

    @property
    def same(self) -> bool:
        return not (self.added or self.removed or self.changed or self.unmatched)


def compare(old: Sequence[Step], new: Sequence[Step]) -> Comparison:
    """Which steps were added, removed or changed, whatever numbers and times they have."""
    before, after = [_content(step) for step in old], [_content(step) for step in new]
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    old, before = old[start : len(old) - end], before[start : len(before) - end]
    new, after = new[start : len(new) - end], after[start : len(after) - end]
    if (
        before
        and after
        and (max(len(before), len(after)) > MOST or _ways(before, after) > MOST_WAYS)
    ):
        return Comparison(unmatched=max(len(before), len(after)))
    found = Comparison()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for _, i, i_end, j, j_end in (code for code in matcher.get_opcodes() if code[0] != "equal"):
        both = min(i_end - i, j_end - j)
        found.changed += [(old[i + n].index, new[j + n].index) for n in range(both)]
        found.removed += [step.index for step in old[i + both : i_end]]
        found.added += [step.index for step in new[j + both : j_end]]
    return found


def _ways(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    old, new = Counter(before), Counter(after)
    return sum(count * new[content] for content, count in old.items())


def _content(step: Step) -> Hashable:
    return step.kind, step.author, step.text, step.tool, dumps(step.data), step.flags
