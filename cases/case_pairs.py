"""Pairs of a study's cases: finding those that can be compared, making items of them, undoing."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import batched, islice

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from cases.errors import BadInput
from cases.items import add_pairs, lock_study
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.pairing import (
    Pair,
    Side,
    can_be_compared,
    count_pairs,
    most_shared,
    pairs_in_rounds,
    said_by_user,
    shared_turns,
)
from cases.replacing import retire

type Versions = tuple[str, str]

MOST_PAIRS = 1_000
# Cases whose turns are in memory at once.
_BATCH = 100


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two cases whose users said the same in the first `shared` turns."""

    first: Side
    second: Side
    shared: int


@dataclass(frozen=True, slots=True)
class Found:
    """What was chosen, and how many pairs are new and how many are made already.

    Those few that share a conversation but not the first words of the user count in `total`, since
    only reading them would tell; they are never chosen.
    """

    chosen: list[Candidate]
    total: int
    there: int


@dataclass(frozen=True, slots=True)
class Made:
    """How many items were made; `refused` has the reason for each pair that could not be."""

    items: int
    refused: list[str]


def usual_versions(study: Study) -> Versions | None:
    """The two versions that answered the most conversations both, if any two did."""
    return most_shared(_sides(study).values())


def count_found(
    *, study: Study, any_version: bool = False, versions: Versions | None = None
) -> Found:
    """How many pairs there are to make; reads no transcript."""
    sides = _sides(study, versions)
    return _found(sides, _pairs_there(study), [], any_version)


def find_pairs(
    *,
    study: Study,
    limit: int,
    seed: int = 0,
    any_version: bool = False,
    versions: Versions | None = None,
) -> Found:
    """Choose pairs that are no items yet, of two agent versions or of any.

    Raises BadInput for a limit that is none and for versions that the study has not, or that are
    one, unless `any_version`.
    """
    if not 1 <= limit <= MOST_PAIRS:
        raise BadInput(f"limit {limit}: ask for 1 to {MOST_PAIRS} pairs")
    if versions:
        _check(study, versions, any_version)
    sides, there = _sides(study, versions), _pairs_there(study)
    pairs = pairs_in_rounds(sides.values(), seed=seed, any_version=any_version)
    new = (pair for pair in pairs if frozenset(side.case_id for side in pair) not in there)
    return _found(sides, there, list(islice(_candidates(new), limit)), any_version)


def make_pairs(*, study: Study, chosen: Iterable[Candidate], actor: Person | None) -> Made:
    """Pairwise items of what find_pairs chose. Two that stand in different splits are refused."""
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then make pairs")
    ids = [(candidate.first.case_id, candidate.second.case_id) for candidate in chosen]
    needed = ("study", "key", "session_key", "revision", "conversation_key", "strata")
    cases = Case.objects.in_study(study).only(*needed).in_bulk([pk for two in ids for pk in two])
    pairs = [(cases[first], cases[second]) for first, second in ids]
    with transaction.atomic():
        items, refused = add_pairs(study=study, pairs=pairs)
        if items:
            AuditEvent.record("pairs.made", actor=actor, study=study, pairs=len(items))
    return Made(len(items), refused)


def pairs_made(study: Study) -> QuerySet[Item]:
    """The pairs of the study, the newest first, with their cases but without transcripts."""
    pairs = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE)
    sides = pairs.select_related("case__agent_version", "case_b__agent_version")
    return sides.defer("case__turns", "case_b__turns").order_by("-pk")


@transaction.atomic
def undo_pair(*, study: Study, pk: int, actor: Person | None) -> bool:
    """Take a pair out of the queue for good. False if it is gone already.

    Raises BadInput once anybody has begun work on it, and for a gold one.
    """
    study = lock_study(study)
    pairs = Item.objects.in_study(study).filter(pk=pk, kind=Item.Kind.PAIRWISE)
    item = pairs.select_for_update(of=("self",), no_key=True).first()
    if item is None:
        return False
    retire(study, [item])
    AuditEvent.record(
        "pair.undone", actor=actor, study=study, item=item.key, cases=[item.case_id, item.case_b_id]
    )
    return True


def _check(study: Study, versions: Versions, any_version: bool) -> None:
    known = set(study.agent_versions.values_list("label", flat=True))
    for label in versions:
        if label not in known:
            raise BadInput(
                f"study {study.slug} has no agent version {label!r}; "
                f"it has {', '.join(sorted(known)[:10]) or 'none'}"
            )
    if len(set(versions)) == 1 and not any_version:
        raise BadInput(f"both versions are {versions[0]!r}: name two, or pair any version")


def _sides(study: Study, versions: Versions | None = None) -> dict[int, Side]:
    """The cases that share their conversation with another, by id; no replays that broke off."""
    cases = (
        Case.objects.in_study(study)
        .current()
        .filter(Q(run_facts={}) | Q(run_facts__error=""), erased_at=None)
    )
    several = (
        cases.values("conversation_key").annotate(n=Count("pk")).filter(n__gt=1).order_by()
    ).values("conversation_key")
    fields = ("pk", "key", "conversation_key", "agent_version__label", "content_hash")
    rows = cases.filter(conversation_key__in=several).values_list(*fields)
    return {
        pk: Side(pk, key, conversation, version or "", content)
        for pk, key, conversation, version, content in rows.iterator(chunk_size=5_000)
        if versions is None or version in versions
    }


def _pairs_there(study: Study) -> set[frozenset[int]]:
    rows = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE)
    return {frozenset(pair) for pair in rows.values_list("case", "case_b") if None not in pair}


def _found(
    sides: dict[int, Side],
    there: set[frozenset[int]],
    chosen: list[Candidate],
    any_version: bool,
) -> Found:
    made = 0
    for pair in there:
        two = [sides[pk] for pk in pair if pk in sides]
        made += len(two) == 2 and can_be_compared(*two, any_version=any_version)
    total = count_pairs(sides.values(), any_version=any_version)
    return Found(chosen, total=total - made, there=made)


def _candidates(pairs: Iterable[Pair]) -> Iterator[Candidate]:
    """The pairs whose users begin alike. Each case is read once, and some at a time."""
    said: dict[int, tuple[str, ...]] = {}
    for some in batched(pairs, _BATCH // 2):
        wanted = {side.case_id for pair in some for side in pair} - said.keys()
        said |= _said(sorted(wanted))
        for first, second in some:
            if shared := shared_turns(said[first.case_id], said[second.case_id]):
                yield Candidate(first, second, shared)


def _said(case_ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
    cases = Case.objects.filter(pk__in=case_ids).only("turns")
    return {case.pk: said_by_user(case.read_turns()) for case in cases}
