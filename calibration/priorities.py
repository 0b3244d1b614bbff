"""Which items people and a judge are likely to split on, so that people rate those first.

Only the order changes: which items are rated, and how often, stays as it was, so a study that is
rated to its end measures as before. One that stops early has labels of a purposive sample; the
audit says that priorities were set, and reports say so as long as ratings are missing.

What people said is read of tuning items alone: what held-out labels teach must not steer anything.
No figure leaves this module but how many items got which priority, and why.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef

from calibration.earlier_labels import expected_spreads
from cases.models import AuditEvent, Item, Person, Study
from judges.models import Verdict
from raters.models import Slot
from raters.slots import set_priorities

# The priorities this gives; items with any other were placed by a lead and stay where they are.
LEVELS = (3, 2, 1, 0)
# From which score on an item gets each of them.
_FROM = {3: 0.6, 2: 0.35, 1: 0.15}
# How much the spread of earlier labels counts beside what judges did on the item itself.
_STRATUM_WEIGHT = 0.25
# Labels of a stratum below which their spread says little.
_ENOUGH_LABELS = 10
_STRATA = ("intent", "outcome")
_ACTION = "study.prioritised"


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for a split on an item, each from 0 to 1."""

    votes: float = 0.0
    versions: float = 0.0
    stratum: float = 0.0

    @property
    def score(self) -> float:
        judges = max(self.votes, self.versions)
        return (1 - _STRATUM_WEIGHT) * judges + _STRATUM_WEIGHT * self.stratum

    @property
    def priority(self) -> int:
        return next((level for level in LEVELS[:-1] if self.score >= _FROM[level]), LEVELS[-1])


@dataclass(frozen=True, slots=True)
class Level:
    """How many items get a priority, and on how many of them each sign was seen."""

    priority: int
    items: int
    votes: int
    versions: int
    stratum: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Item id → priority, and what there is to say of them. `changed` is what would move."""

    priorities: Mapping[int, int]
    levels: Sequence[Level]
    changed: int
    # Open items that a lead has placed outside of LEVELS.
    placed: int
    # Open items that no judge has answered: only their strata speak.
    unjudged: int

    def as_json(self) -> dict[str, Any]:
        """Counts only."""
        return {
            "levels": [asdict(level) for level in self.levels],
            "changed": self.changed,
            "placed_by_lead": self.placed,
            "unjudged": self.unjudged,
        }


def plan_priorities(study: Study) -> Plan:
    """Priorities of the ordinary items that still have an open place. Changes nothing."""
    open_ = Slot.objects.filter(item=OuterRef("pk"), state=Slot.State.OPEN, reserved_for=None)
    items = Item.objects.in_study(study).ordinary().filter(Exists(open_))
    rows = list(items.values_list("pk", "priority", "case__strata"))
    ours = [row for row in rows if row[1] in LEVELS]
    tallies = _tallies(study)
    spreads = expected_spreads(study=study, keys=_STRATA, split=Item.Split.TUNING)
    signs = {pk: _signs(tallies.get(pk), strata, spreads) for pk, _, strata in ours}
    return Plan(
        priorities={pk: sign.priority for pk, sign in signs.items()},
        levels=[_level(priority, signs.values()) for priority in LEVELS],
        changed=sum(signs[pk].priority != before for pk, before, _ in ours),
        placed=len(rows) - len(ours),
        unjudged=sum(pk not in tallies for pk in signs),
    )


def prioritise(*, study: Study, actor: Person | None) -> Plan:
    """Set what plan_priorities finds, and record it. Returns what was set."""
    plan = plan_priorities(study)
    set_priorities(study, plan.priorities)
    AuditEvent.record(
        _ACTION,
        actor=actor,
        study=study,
        target=study,
        purposive_until_all_is_rated=True,
        **plan.as_json(),
    )
    return plan


def purposive_items(study: Study) -> int:
    """Items that lack ratings in a study whose items were rated in an order of priority."""
    if not AuditEvent.objects.filter(study=study, action=_ACTION).exists():
        return 0
    lacking = Slot.objects.filter(study=study).exclude(state=Slot.State.FILLED)
    return lacking.values("item").distinct().count()


# criterion → judge version → answer → how often
_Tally = dict[int, dict[int, Counter[str]]]


def _tallies(study: Study) -> dict[int, _Tally]:
    """Valid verdicts by item, over samples and side orders. One query."""
    rows = (
        Verdict.objects.counting()
        .filter(
            request__run__study=study,
            request__run__version__rubric_version=study.rubric_version_id,
            request__item__purpose=Item.Purpose.ORDINARY,
            state=Verdict.State.VALID,
        )
        .values_list("request__item", "criterion", "request__run__version", "value")
        .annotate(times=Count("pk"))
    )
    found: dict[int, _Tally] = defaultdict(lambda: defaultdict(lambda: defaultdict(Counter)))
    for item, criterion, version, value, times in rows.iterator(chunk_size=5_000):
        found[item][criterion][version][value] += times
    return found


def _signs(
    tally: _Tally | None,
    strata: Mapping[str, str],
    spreads: Mapping[str, Mapping[str, float | int]],
) -> Signs:
    named = [spreads.get(f"{key}={strata.get(key)}") for key in _STRATA]
    known = [2 * s["spread"] for s in named if s and s["labels"] >= _ENOUGH_LABELS]
    stratum = max(known, default=0.0)
    votes = versions = 0.0
    for by_version in (tally or {}).values():
        votes = max([votes, *(_division(list(one.elements())) for one in by_version.values())])
        versions = max(versions, _division([_answer(one) for one in by_version.values()]))
    return Signs(votes, versions, stratum)


def _answer(votes: Counter[str]) -> str:
    """What a version says most; of equals the first by name, so that it is always the same."""
    return min(votes, key=lambda value: (-votes[value], value))


def _division(answers: Sequence[str]) -> float:
    """0 where all answers are one, 1 where half or more are others than the commonest."""
    if len(answers) < 2:
        return 0.0
    (_, most), *_ = Counter(answers).most_common(1)
    return min(1.0, 2 * (1 - most / len(answers)))


def _level(priority: int, signs: Iterable[Signs]) -> Level:
    own = [sign for sign in signs if sign.priority == priority]
    return Level(
        priority=priority,
        items=len(own),
        votes=sum(sign.votes > 0 for sign in own),
        versions=sum(sign.versions > 0 for sign in own),
        stratum=sum(sign.stratum > 0 for sign in own),
    )
