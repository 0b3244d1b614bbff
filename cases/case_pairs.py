"""Pairs of a study's cases: finding those that can be compared, and making items of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Count

from cases.errors import BadInput
from cases.items import add_pair
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.pairing import Candidate, Side, candidates, choose, said_by_user

MOST_PAIRS = 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """What could be compared, and what was chosen of it. `there` are pairs made before."""

    chosen: list[Candidate]
    total: int
    there: int


@dataclass(frozen=True, slots=True)
class Made:
    """How many items were made; `refused` has the reason for each pair that could not be."""

    items: int
    refused: list[str]


def find_pairs(*, study: Study, limit: int, seed: int = 0, any_version: bool = False) -> Found:
    """Choose pairs that are no items yet. Raises BadInput for a limit that is none."""
    if not 1 <= limit <= MOST_PAIRS:
        raise BadInput(f"limit {limit}: ask for 1 to {MOST_PAIRS} pairs")
    rows = Item.objects.filter(study=study, kind=Item.Kind.PAIRWISE)
    there = {frozenset(pair) for pair in rows.values_list("case", "case_b")}
    found = candidates(_sides(study), any_version=any_version)
    new = [c for c in found if frozenset((c.first.case_id, c.second.case_id)) not in there]
    return Found(choose(new, limit, seed=seed), total=len(new), there=len(found) - len(new))


def make_pairs(*, study: Study, chosen: Iterable[Candidate], actor: Person | None) -> Made:
    """Pairwise items of what find_pairs chose. Two that stand in different splits are refused."""
    if study.state == Study.State.CLOSED:
        raise BadInput(f"study {study.slug} is closed: open it in its settings, then make pairs")
    made, refused = 0, []
    for candidate in chosen:
        sides = Case.objects.in_study(study).in_bulk(
            [candidate.first.case_id, candidate.second.case_id]
        )
        try:
            add_pair(
                study=study,
                case=sides[candidate.first.case_id],
                case_b=sides[candidate.second.case_id],
            )
        except BadInput as error:
            refused.append(str(error))
        else:
            made += 1
    if made:
        AuditEvent.record("pairs.made", actor=actor, study=study, pairs=made)
    return Made(made, refused)


def _sides(study: Study) -> Iterator[Side]:
    """The cases that share their conversation with another."""
    cases = Case.objects.in_study(study).current().filter(erased_at=None)
    several = (
        cases.values("conversation_key").annotate(n=Count("pk")).filter(n__gt=1).order_by()
    ).values("conversation_key")
    fields = (
        "key",
        "conversation_key",
        "turns",
        "content_hash",
        "run_facts",
        "agent_version__label",
    )
    shown = cases.filter(conversation_key__in=several).select_related("agent_version")
    for case in shown.only(*fields).iterator(chunk_size=200):
        if case.run_facts.get("error"):
            continue  # a replay that broke off answers nothing
        yield Side(
            case_id=case.pk,
            key=case.key,
            conversation=case.conversation_key,
            version=case.agent_version.label if case.agent_version else "",
            said=said_by_user(case.read_turns()),
            content=case.content_hash,
        )
