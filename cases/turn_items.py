"""Items about single turns: finding the turns that can be rated, making items of them, undoing."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from django.db import transaction
from django.db.models import Q, QuerySet

from cases.errors import BadInput
from cases.items import add_turns, lock_study
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.replacing import retire
from cases.transcript import turns_from_json
from cases.transcript_cut import ratable_turns

# Which turns of a case: the agent's last, all of the agent's, or the one of a number.
LAST, EVERY = "last", "every"
MOST_TURNS = 5_000
_BATCH = 200


@dataclass(frozen=True, slots=True)
class Found:
    """Turns that can be made items: (id of the case, its key, number of the turn)."""

    chosen: list[tuple[int, str, int]]
    total: int
    there: int


def find_turns(
    *, study: Study, which: str = LAST, number: int | None = None, limit: int = MOST_TURNS
) -> Found:
    """The agent's turns of the study's current cases, the oldest case first.

    `which` is "last" or "every"; with `number` only the turn of that number, where it is one of the
    agent's. Raises BadInput for a limit that is none.
    """
    if not 1 <= limit <= MOST_TURNS:
        raise BadInput(f"limit {limit}: ask for 1 to {MOST_TURNS} turns")
    made = Item.objects.in_study(study).filter(turn__isnull=False)
    there = set(made.values_list("case_id", "turn"))
    found = list(_turns(study, which, number))
    new = [one for one in found if (one[0], one[2]) not in there]
    return Found(list(islice(new, limit)), total=len(new), there=len(found) - len(new))


def make_turns(*, study: Study, found: Found, actor: Person | None) -> int:
    """Items of what find_turns chose; returns how many. Raises BadInput for a closed study."""
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then make items")
    needed = ("study", "key", "session_key", "revision", "conversation_key", "strata")
    ids = {pk for pk, _, _ in found.chosen}
    with transaction.atomic():
        cases = Case.objects.in_study(study).only(*needed).in_bulk(ids)
        turns = [(cases[pk], turn) for pk, _, turn in found.chosen]
        items = add_turns(study=study, turns=turns)
        if items:
            AuditEvent.record("turns.made", actor=actor, study=study, items=len(items))
    return len(items)


def turns_made(study: Study) -> QuerySet[Item]:
    """The study's items about single turns, the newest first, without transcripts."""
    items = Item.objects.in_study(study).filter(turn__isnull=False).select_related("case")
    return items.defer("case__turns").order_by("-pk")


@transaction.atomic
def undo_turn(*, study: Study, pk: int, actor: Person | None) -> bool:
    """Take an item about a turn out of the queue for good. False if it is gone already.

    Raises BadInput once anybody has begun work on it, and for a gold one.
    """
    study = lock_study(study)
    turns = Item.objects.in_study(study).filter(pk=pk, turn__isnull=False)
    item = turns.select_for_update(of=("self",), no_key=True).first()
    if item is None:
        return False
    retire(study, [item])
    AuditEvent.record("turn.undone", actor=actor, study=study, item=item.key, turn=item.turn)
    return True


def _turns(study: Study, which: str, number: int | None) -> Iterator[tuple[int, str, int]]:
    whole = Case.objects.in_study(study).current().filter(erased_at=None)
    cases = whole.filter(Q(run_facts={}) | Q(run_facts__error=""))
    rows = cases.order_by("pk").values_list("pk", "key", "turns")
    for pk, key, turns in rows.iterator(chunk_size=_BATCH):
        numbers = ratable_turns(turns_from_json(turns))
        if number is not None:
            numbers = [number] if number in numbers else []
        elif which == LAST:
            numbers = numbers[-1:]
        for turn in numbers:
            yield pk, key, turn
