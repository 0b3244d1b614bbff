"""Items about trajectories: finding the cases that can be rated step by step, making, undoing."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import batched, islice

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from cases.errors import BadInput
from cases.items import add_items, lock_study
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.replacing import retire
from cases.transcript import agent_steps, turns_from_json

MOST_CASES = 5_000
# Cases whose turns are in memory at once.
_BATCH = 100


@dataclass(frozen=True, slots=True)
class Found:
    """Cases that can be made process items: (id, key, number of steps to label).

    `total` are those not made yet; the few without a step of an agent, which only reading them
    would tell, are counted in it and never chosen.
    """

    chosen: list[tuple[int, str, int]]
    total: int
    there: int


def find_trajectories(
    *,
    study: Study,
    limit: int = MOST_CASES,
    seed: int = 0,
    words: str = "",
    version: str = "",
    strata: Mapping[str, str] | None = None,
) -> Found:
    """A random choice of the study's current cases that are no process items yet.

    The same seed chooses the same cases. Words, version and strata narrow it down; see
    CaseQuerySet.matching. Raises BadInput for a limit that is none.
    """
    if not 1 <= limit <= MOST_CASES:
        raise BadInput(f"limit {limit}: ask for 1 to {MOST_CASES} cases")
    made = Item.objects.filter(kind=Item.Kind.PROCESS, case=OuterRef("pk"))
    cases = (
        Case.objects.in_study(study)
        .current()
        .matching(words=words, version=version, strata=strata)
        .filter(Q(run_facts={}) | Q(run_facts__error=""), erased_at=None)
    )
    new = list(cases.filter(~Exists(made)).values_list("pk", "key"))
    new.sort(key=lambda row: (_place(seed, row[1]), row[0]))
    chosen = list(islice(_with_steps(new), limit))
    return Found(chosen, total=len(new), there=cases.filter(Exists(made)).count())


def make_trajectories(*, study: Study, found: Found, actor: Person | None) -> int:
    """Process items of what find_trajectories chose; returns how many are new.

    Raises BadInput for a closed study.
    """
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then make items")
    needed = ("study", "key", "session_key", "revision", "conversation_key", "strata")
    known = Case.objects.in_study(study).only(*needed).in_bulk([pk for pk, _, _ in found.chosen])
    cases = [known[pk] for pk, _, _ in found.chosen if pk in known]
    with transaction.atomic():
        items = add_items(study=study, cases=cases, kind=Item.Kind.PROCESS)
        if items:
            AuditEvent.record("process.made", actor=actor, study=study, items=len(items))
    return len(items)


def trajectories_made(study: Study) -> QuerySet[Item]:
    """The process items of the study, the newest first, without transcripts."""
    items = Item.objects.in_study(study).filter(kind=Item.Kind.PROCESS).select_related("case")
    return items.defer("case__turns").order_by("-pk")


@transaction.atomic
def undo_trajectory(*, study: Study, pk: int, actor: Person | None) -> bool:
    """Take a process item out of the queue for good. False if it is gone already.

    Raises BadInput once anybody has begun work on it, and for a gold one.
    """
    study = lock_study(study)
    items = Item.objects.in_study(study).filter(pk=pk, kind=Item.Kind.PROCESS)
    item = items.select_for_update(of=("self",), no_key=True).first()
    if item is None:
        return False
    retire(study, [item])
    AuditEvent.record(
        "process.undone", actor=actor, study=study, item=item.key, cases=[item.case_id]
    )
    return True


def _place(seed: int, key: str) -> bytes:
    return hashlib.sha256(f"process\n{seed}\n{key}".encode()).digest()


def _with_steps(rows: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str, int]]:
    """The cases in which an agent did something, with how many steps that were."""
    for some in batched(rows, _BATCH):
        turns = dict(Case.objects.filter(pk__in=[pk for pk, _ in some]).values_list("pk", "turns"))
        for pk, key in some:
            steps = len(agent_steps(turns_from_json(turns[pk]))) if pk in turns else 0
            if steps:
                yield pk, key, steps
