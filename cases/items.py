"""Items made of cases: absolute items, pairs, turns; each conversation stays in one split."""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import batched

from django.db import transaction
from django.db.models import Q, QuerySet

from cases.errors import BadInput
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.signals import items_added

PAIR_VALUES = ("first_case", "second_case", "tie")

# Look-ups name their keys in the query; databases limit how many one query may name.
_BATCH = 5_000


@transaction.atomic
def add_items(*, study: Study, cases: Sequence[Case], kind: str = Item.Kind.ABSOLUTE) -> list[Item]:
    """One item of `kind` for each case that has none yet; returns the new ones.

    A conversation that already has items keeps its split. The others are split within strata
    (intent, outcome) in a random order that `study.seed` fixes, so that each stratum of the batch
    gives `study.held_out_share` of its conversations to held-out, give or take one.

    Locks the study's row: two imports can't put one conversation into two splits. Settings are
    those that the row has then, whenever `study` was loaded.
    Raises BadInput for cases of another study.
    """
    study = lock_study(study)
    _check_study(study, cases)
    cases = _without_item(cases, kind)
    if not cases:
        return []
    splits = _splits_of(study, cases)
    items = Item.objects.bulk_create(
        [
            Item(
                study=study,
                case=case,
                kind=kind,
                key=item_key(study, kind, case),
                split=splits[case.conversation_key],
            )
            for case in cases
        ],
        batch_size=1_000,
    )
    items_added.send(sender=Study, study=study, items=items)
    return items


@transaction.atomic
def add_turns(*, study: Study, turns: Sequence[tuple[Case, int]]) -> list[Item]:
    """An item for each (case, number of a turn) that has none yet; returns the new ones.

    What came before the turn is shown as context, and nothing after it. All turns of a conversation
    are in the split in which it is; see add_items. Raises BadInput for cases of another study.
    """
    study = lock_study(study)
    cases = {case.pk: case for case, _ in turns}
    _check_study(study, cases.values())
    there = _turns_there(study, cases)
    wanted = list(dict.fromkeys((case.pk, turn) for case, turn in turns))
    new = [(cases[pk], turn) for pk, turn in wanted if (pk, turn) not in there]
    if not new:
        return []
    splits = _splits_of(study, [case for case, _ in new])
    kind = Item.Kind.ABSOLUTE
    items = Item.objects.bulk_create(
        [
            Item(
                study=study,
                case=case,
                kind=kind,
                turn=turn,
                key=item_key(study, kind, case, turn=turn),
                split=splits[case.conversation_key],
            )
            for case, turn in new
        ],
        batch_size=1_000,
    )
    items_added.send(sender=Study, study=study, items=items)
    return items


@transaction.atomic
def add_pair(*, study: Study, case: Case, case_b: Case) -> tuple[Item, bool]:
    """The pairwise item of two cases, whichever way round, and whether it is new.

    Raises BadInput for a case paired with itself, for cases of another study or erased ones, and
    for two cases
    that stand in different splits already: their pair would tell one split of the other.
    """
    if case.pk == case_b.pk:
        raise BadInput(f"case {case.key} can't be compared with itself: name two cases")
    items, refused = add_pairs(study=study, pairs=[(case, case_b)])
    if refused:
        raise BadInput(refused[0])
    if items:
        return items[0], True
    either = Q(case=case, case_b=case_b) | Q(case=case_b, case_b=case)
    return Item.objects.get(either, study=study), False


@transaction.atomic
def add_pairs(*, study: Study, pairs: Sequence[tuple[Case, Case]]) -> tuple[list[Item], list[str]]:
    """Pairwise items of those pairs that have none yet; returns them, and for each pair that
    can't be one why. See add_pair, and add_items for how conversations that have no split yet get
    one. Raises BadInput for cases of another study."""
    study = lock_study(study)
    cases = [case for pair in pairs for case in pair]
    _check_study(study, cases)
    there = _pairs_there(study, cases)
    erased = _erased(cases)
    items, refused, new = [], [], []
    for case, case_b in pairs:
        if frozenset((case.pk, case_b.pk)) in there:
            continue
        if gone := [one.key for one in (case, case_b) if one.pk in erased]:
            refused.append(f"case {gone[0]} was erased: pair cases that still have their text")
            continue
        there.add(frozenset((case.pk, case_b.pk)))
        new.append((case, case_b))
    splits = _splits_of_pairs(study, new)
    for case, case_b in new:
        split = splits[case.conversation_key]
        if split != splits[case_b.conversation_key]:
            refused.append(
                f"cases {case.key} and {case_b.key} stand in different splits: "
                "pair two cases of one conversation or of one split"
            )
            continue
        kind = Item.Kind.PAIRWISE
        key = item_key(study, kind, case, case_b)
        items.append(Item(study=study, case=case, case_b=case_b, kind=kind, key=key, split=split))
    if items:
        Item.objects.bulk_create(items, batch_size=1_000)
        items_added.send(sender=Study, study=study, items=items)
    return items, refused


@transaction.atomic
def leave_held_out(*, study: Study, item_ids: Iterable[int], actor: Person | None, why: str) -> int:
    """Move the held-out items among `item_ids` to tuning, whole conversations at a time.

    What has been exported or made gold may be tuned on, by us or by others, so it can no longer
    measure. A pair that moves takes the conversations of both its sides along.
    Returns how many items moved; none, no audit event.
    """
    lock_study(study)
    held_out = Item.objects.filter(study=study, split=Item.Split.HELD_OUT)
    conversations: set[str] = set()
    for some in batched(item_ids, _BATCH):
        conversations |= _conversations(held_out.filter(pk__in=some))
    moved = 0
    while conversations:
        keys = [conversations.pop() for _ in range(min(_BATCH // 2, len(conversations)))]
        items = held_out.filter(
            Q(case__conversation_key__in=keys) | Q(case_b__conversation_key__in=keys)
        )
        conversations |= _conversations(items) - set(keys)
        moved += items.update(split=Item.Split.TUNING)
    if moved:
        AuditEvent.record("split.left_held_out", actor=actor, study=study, items=moved, why=why)
    return moved


def _conversations(items: QuerySet[Item]) -> set[str]:
    """Keys of the conversations that the items show, on either side."""
    sides = items.values_list("case__conversation_key", "case_b__conversation_key")
    return {key for pair in sides for key in pair if key}


def item_key(
    study: Study, kind: str, case: Case, case_b: Case | None = None, *, turn: int | None = None
) -> str:
    """The item's opaque name, the same whenever it is made of the same cases."""
    parts = [study.slug, kind, f"{case.session_key}/{case.revision}"]
    if case_b is not None:
        parts.append(f"{case_b.session_key}/{case_b.revision}")
    if turn is not None:
        parts.append(f"turn {turn}")
    return "i-" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def lock_study(study: Study) -> Study:
    """The study as it is now, its row locked: what changes its items takes turns by it.

    An import has loaded its own minutes ago.
    """
    return (
        Study.objects.select_for_update(of=("self",), no_key=True)
        .select_related("rubric_version__rubric")
        .get(pk=study.pk)
    )


def _check_study(study: Study, cases: Iterable[Case]) -> None:
    for case in cases:
        if case.study_id != study.pk:
            raise BadInput(f"case {case.key} is not a case of study {study.slug}")


def _pairs_there(study: Study, cases: Iterable[Case]) -> set[frozenset[int | None]]:
    """The ids of the cases of each pair that one of `cases` stands in first."""
    there: set[frozenset[int | None]] = set()
    for pks in batched({case.pk for case in cases}, _BATCH):
        pairs = Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE, case__in=pks)
        there |= {frozenset(pair) for pair in pairs.values_list("case", "case_b")}
    return there


def _without_item(cases: Sequence[Case], kind: str) -> list[Case]:
    """The cases, each once, that have no item of `kind`."""
    new = {case.pk: case for case in cases}
    for pks in batched(list(new), _BATCH):
        whole = Item.objects.filter(kind=kind, case_b=None, turn=None, case__in=pks)
        for pk in whole.values_list("case_id", flat=True):
            new.pop(pk, None)
    return list(new.values())


def _turns_there(study: Study, case_ids: Iterable[int]) -> set[tuple[int, int | None]]:
    """(case, turn) of the items of single turns that some of the cases have."""
    there: set[tuple[int, int | None]] = set()
    for pks in batched(case_ids, _BATCH):
        items = Item.objects.in_study(study).filter(turn__isnull=False, case__in=pks)
        there |= set(items.values_list("case_id", "turn"))
    return there


def _splits_of(study: Study, cases: Sequence[Case]) -> dict[str, str]:
    """Conversation key → split, for every conversation of `cases`."""
    known = _known_splits(study, {case.conversation_key for case in cases})
    return known | _draw_splits(study, [c for c in cases if c.conversation_key not in known])


def _splits_of_pairs(study: Study, pairs: Sequence[tuple[Case, Case]]) -> dict[str, str]:
    """Conversation key → split, for every conversation of `pairs`.

    Conversations that pairs connect go together: into the split that one of them has, the first
    in the order of the pairs, else into one that is drawn for them together.
    """
    joined: dict[str, list[Case]] = {}
    for case, case_b in pairs:
        ones = joined.setdefault(case.conversation_key, [case])
        others = joined.setdefault(case_b.conversation_key, [case_b])
        if ones is not others:
            ones += others
            joined.update((other.conversation_key, ones) for other in others)
    known = _known_splits(study, joined)
    # One case stands for all that go together.
    groups = {id(group): group for group in joined.values()}.values()
    drawn = [group[0] for group in groups if not _any_of(known, group)]
    splits = known | _draw_splits(study, drawn)
    for group in groups:
        split = _any_of(splits, group)
        for case in group:
            splits.setdefault(case.conversation_key, split)
    return splits


def _any_of(splits: Mapping[str, str], cases: Iterable[Case]) -> str:
    """The split of the first of the cases whose conversation has one; "" if none has."""
    keys = (case.conversation_key for case in cases)
    return next((splits[key] for key in keys if key in splits), "")


def _erased(cases: Iterable[Case]) -> set[int]:
    erased: set[int] = set()
    for pks in batched({case.pk for case in cases}, _BATCH):
        gone = Case.objects.filter(pk__in=pks, erased_at__isnull=False)
        erased |= set(gone.values_list("pk", flat=True))
    return erased


def _known_splits(study: Study, conversations: Iterable[str]) -> dict[str, str]:
    """The splits of conversations that items of the study use, on either side.

    One that gold or training items use counts as tuning: nothing of it may be held out.
    """
    known: dict[str, str] = {}
    items = Item.objects.in_study(study)
    for keys in batched(sorted(set(conversations)), _BATCH):
        for side in ("case", "case_b"):
            name = f"{side}__conversation_key"
            wanted = {f"{side}__study": study, f"{name}__in": keys}
            for key, split in items.filter(**wanted).values_list(name, "split"):
                held_out = split == Item.Split.HELD_OUT and known.get(key, split) == split
                known[key] = Item.Split.HELD_OUT if held_out else Item.Split.TUNING
    return known


def _draw_splits(study: Study, cases: Iterable[Case]) -> dict[str, str]:
    """Draw a split for each conversation, evenly within each stratum.

    Systematic sampling: within a stratum the conversations are put in the order of a hash of the
    seed and their key, and every 1/share-th from a random start is held out.
    """
    strata: dict[tuple[str, str], set[str]] = defaultdict(set)
    placed: set[str] = set()
    for case in cases:
        if case.conversation_key not in placed:
            placed.add(case.conversation_key)
            strata[_stratum(case)].add(case.conversation_key)
    splits: dict[str, str] = {}
    for stratum, conversations in strata.items():
        ordered = sorted(conversations, key=lambda key: _unit(study.seed, key))
        start = _unit(study.seed, *stratum, ordered[0])
        for place, key in enumerate(ordered):
            before = int(start + place * study.held_out_share)
            held_out = int(start + (place + 1) * study.held_out_share) > before
            splits[key] = Item.Split.HELD_OUT if held_out else Item.Split.TUNING
    return splits


def _stratum(case: Case) -> tuple[str, str]:
    return (str(case.strata.get("intent", "")), str(case.strata.get("outcome", "")))


def _unit(seed: int, *parts: str) -> float:
    """A number in [0, 1) drawn by hash from the seed and the parts."""
    text = "\n".join((str(seed), *parts))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48
