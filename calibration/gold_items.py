"""Gold and training items as leads see them: which are fit to become one, and how raters did."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet

from calibration.matrices import OFF_SCALE, label_codes, load_scales
from calibration.models import Adjudication
from calibration.references import BASES, INDEPENDENT, settle
from calibration.stats.counts import MISSING
from cases.models import GoldAnswer, GoldProcess, Item, Study
from raters.known_answers import Outcome, all_outcomes
from raters.models import Assignment, FirstError, Label, Slot

# Who meets this share of the other gold items is careful; so many of them are needed to doubt one.
CAREFUL_SHARE = 0.8
CAREFUL_LEAST = 3
PAIR_WORDS = {
    "first_case": "The first case is better",
    "second_case": "The second case is better",
    "tie": "Equal",
}


# --- which items are fit -------------------------------------------------------------------------


class Choice(StrEnum):
    """Where items to give known answers are looked for."""

    ADJUDICATED = "adjudicated"
    UNANIMOUS = "unanimous"
    ANY = "any"


def candidates(study: Study, choice: Choice, *, after: int = 0) -> QuerySet[Item]:
    """Ordinary items in the order of their ids, behind `after`.

    Adjudicated: a reviewer has settled at least one criterion. Unanimous: two people or more have
    rated it, no place is left, and nobody differs or could not tell. Any: all that nobody holds.
    """
    items = Item.objects.in_study(study).ordinary().filter(pk__gt=after, case__erased_at=None)
    here = Slot.objects.filter(item=OuterRef("pk"))
    if choice == Choice.ADJUDICATED:
        settled = Adjudication.objects.filter(
            item=OuterRef("pk"), basis__in=INDEPENDENT, outcome=Adjudication.Outcome.SETTLED
        )
        items = items.filter(Exists(settled))
    elif choice == Choice.UNANIMOUS:
        labels = Label.objects.counting().filter(item=OuterRef("pk")).order_by()
        spread = labels.values("criterion").annotate(low=Min("value"), high=Max("value"))
        split = spread.filter(Q(low="") | ~Q(low=F("high")))
        several = labels.values("criterion").annotate(n=Count("pk")).filter(n__gte=2)
        unfilled = here.exclude(state=Slot.State.FILLED)
        items = items.filter(Exists(several), ~Exists(split), ~Exists(unfilled))
    items = items.filter(~Exists(here.filter(state=Slot.State.LEASED)))
    return _light(items).order_by("pk")


def _light(items: QuerySet[Item]) -> QuerySet[Item]:
    """With their cases, but not the texts of these."""
    return items.select_related("case", "case_b").defer("case__turns", "case_b__turns")


@dataclass(frozen=True, slots=True)
class SettledAnswer:
    value: str
    basis: str


def settled_answers(item: Item) -> dict[str, SettledAnswer]:
    """Criterion key → what the item's labels and decisions settle it as, by the study's policy.

    Three queries. Criteria that are not settled are left out; process items have none.
    """
    if item.kind == Item.Kind.PROCESS:
        return {}
    study, scales = item.study, load_scales(item.study, kind=item.kind)
    own = {pk: scale.criterion_id for scale in scales for pk in scale.ids}
    decisions = Adjudication.objects.filter(
        item=item, basis__in=INDEPENDENT, criterion_id__in=list(own)
    ).order_by("created_at", "pk")
    decided = {own[made.criterion_id]: made.value or None for made in decisions}
    code_of = label_codes(scales)
    given: dict[int, list[int]] = defaultdict(list)
    labels = Label.objects.counting().filter(item=item, criterion_id__in=list(own))
    for criterion, value in labels.values_list("criterion_id", "value"):
        given[own[criterion]].append(code_of.get((criterion, value), OFF_SCALE))
    settled = {}
    for scale in scales:
        codes = np.array(given[scale.criterion_id] or [MISSING], dtype=np.int8)[:, None]
        known = {0: decided[scale.criterion_id]} if scale.criterion_id in decided else {}
        policy = study.adjudication_policy
        reference = settle(codes, len(scale.values), known, list(scale.values), policy)
        code = int(reference.codes[0])
        if code >= 0:
            basis = BASES[int(reference.basis[0])]
            settled[scale.key] = SettledAnswer(scale.values[code], basis)
    return settled


# --- how raters did ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Given:
    """How often one answer was given to one question."""

    answer: str
    count: int
    right: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of an item with its known answer and what raters answered."""

    question: str
    known: str
    explanation: str
    given: list[Given]


@dataclass(frozen=True, slots=True)
class Known:
    """A gold or training item. `raters` have answered it, `met` of them with no miss."""

    item: Item
    raters: int
    met: int
    missed: int
    doubtful: bool
    asked: list[Asked]

    @property
    def undecided(self) -> int:
        """Raters who could tell nothing that is known."""
        return self.raters - self.met - self.missed


def doubtful_items(
    outcomes: Iterable[Outcome], *, share: float = CAREFUL_SHARE, least: int = CAREFUL_LEAST
) -> set[int]:
    """Ids of gold items that more than half of the careful raters miss. Pure.

    Careful are those who meet `share` of the other gold items, `least` others at least; an item is
    doubted by `least` careful raters at least. Their answers say that the known one may be wrong.
    """
    told = [outcome for outcome in outcomes if outcome.met or outcome.missed]
    met, seen = Counter[int](), Counter[int]()
    for outcome in told:
        seen[outcome.rater] += 1
        met[outcome.rater] += outcome.met
    by_item: dict[int, list[bool]] = defaultdict(list)
    for outcome in told:
        others = seen[outcome.rater] - 1
        if others >= least and met[outcome.rater] - outcome.met >= share * others:
            by_item[outcome.item].append(outcome.missed)
    return {
        item
        for item, missed in by_item.items()
        if len(missed) >= least and sum(missed) * 2 > len(missed)
    }


def known_items(study: Study, purpose: str) -> QuerySet[Item]:
    """Gold items, newest first, or training items in their order; retired ones behind."""
    items = Item.objects.in_study(study).filter(purpose=purpose)
    order = ["rank", "pk"] if purpose == Item.Purpose.TRAINING else ["-pk"]
    return _light(items).order_by(F("retired_at").asc(nulls_first=True), *order)


def figures_of(study: Study, items: Sequence[Item], doubtful: set[int]) -> list[Known]:
    """How raters did on some gold or training items. A constant number of queries."""
    pks = [item.pk for item in items]
    asked, right, wrong = _asked(study, items)
    done = Assignment.objects.rated().filter(item__in=pks, attempt__gt=0)
    answered = defaultdict(set)
    for pk, item in done.values_list("pk", "item_id"):
        answered[item].add(pk)
    for outcome in all_outcomes(study, pks):
        if outcome.kind == Item.Kind.PROCESS:
            (wrong if outcome.missed else right if outcome.met else set()).add(outcome.assignment)
    return [
        Known(
            item=item,
            raters=len(answered[item.pk]),
            met=len(answered[item.pk] & right - wrong),
            missed=len(answered[item.pk] & wrong),
            doubtful=item.pk in doubtful,
            asked=asked[item.pk],
        )
        for item in items
    ]


def _asked(
    study: Study, items: Sequence[Item]
) -> tuple[dict[int, list[Asked]], set[int], set[int]]:
    """Per item its questions; ids of the assignments with a right answer, and with a wrong one."""
    found = GoldAnswer.objects.filter(item__in=items).select_related("criterion", "item")
    known = list(found.order_by("criterion__position"))
    answers = {(one.item_id, one.criterion_id): one.value for one in known}
    counts: dict[tuple[int, int], Counter[str]] = defaultdict(Counter)
    right: set[int] = set()
    wrong: set[int] = set()
    labels = Label.objects.current().filter(
        item__in=items,
        rating__assignment__attempt__gt=0,
        rating__assignment__state__in=Assignment.RATED,
    )
    columns = ("rating__assignment_id", "item_id", "criterion_id", "value")
    for assignment, item, criterion, value in labels.values_list(*columns):
        if (item, criterion) in answers:
            counts[item, criterion][value] += 1
            if value:
                (right if value == answers[item, criterion] else wrong).add(assignment)
    asked: dict[int, list[Asked]] = defaultdict(list)
    for one in known:
        given = counts[one.item_id, one.criterion_id]
        rows = [Given(spoken(one, v), n, v == one.value) for v, n in given.most_common()]
        question = one.criterion.question
        asked[one.item_id].append(Asked(question, spoken(one, one.value), one.explanation, rows))
    names = dict(FirstError.Category.choices)
    for process in GoldProcess.objects.filter(item__in=items):
        where = f"Step {process.first_error}: {names.get(process.category, process.category)}"
        where = where if process.first_error is not None else "No error"
        asked[process.item_id].append(Asked("First error", where, process.explanation, []))
    return asked, right, wrong


def spoken(answer: GoldAnswer, value: str) -> str:
    """A value in the words of its level, or of its pair."""
    if not value:
        return "Can’t tell"
    if value in PAIR_WORDS:
        return PAIR_WORDS[value]
    names = {level["value"]: level.get("label") for level in answer.criterion.levels}
    return names.get(value) or value
