"""Spot checks: a judge's passes on cases whose text aims at a grader, for leads to look at.

Whether a judge fell for such a text can't be told by figures: somebody has to read it. What a lead
marks is kept beside the verdict, revision by revision; labels, verdicts and reports stay as they
are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import OuterRef, Q, QuerySet, Subquery

from calibration.excerpts import SHOWN, around, places_in
from calibration.excerpts import Place as Span
from calibration.models import SpotCheck
from cases.cautions import LOOKED_AT, Caution, rules_in, texts_of
from cases.errors import BadInput
from cases.models import AuditEvent, Case, Criterion, Person, Study
from cases.transcript import Step, clip, step_body
from judges.models import Verdict

# Characters of a step's texts beyond which the page of a check shows no more of them; the case has
# the whole.
SHOWN_OF_STEP = 20_000
NOTE_LENGTH = 2_000


@dataclass(frozen=True, slots=True)
class Place:
    """A step whose text aims at a grader, with the rules that found it."""

    step: Step
    text: str
    rules: list[str]


@dataclass(frozen=True, slots=True)
class Counts:
    """How many passes there are to look at, and what became of them."""

    waiting: int
    stands: int
    wrong: int

    @property
    def total(self) -> int:
        return self.waiting + self.stands + self.wrong


def queue_of(study: Study, *, waiting: bool = False) -> QuerySet[Verdict]:
    """The passes that count of judges on such cases, oldest first, with `checked`: how the last
    revision of their check came out, or None. With `waiting` those only that nobody looked at.

    Pairs are left out: choosing a side is no pass.
    """
    found = _verdicts(study).annotate(checked=_last_outcome())
    if waiting:
        found = found.filter(spot_checks=None)
    return (
        found.select_related("criterion", "request__item__case", "request__run__version__judge")
        .defer("request__item__case__turns", "request__raw_reply")
        .order_by("pk")
    )


def _verdicts(study: Study) -> QuerySet[Verdict]:
    return Verdict.objects.counting().filter(
        _passes(study),
        request__run__study=study,
        state=Verdict.State.VALID,
        request__item__case__in=Case.objects.in_study(study).aimed_at_graders(),
        request__item__case_b=None,
    )


def _last_outcome() -> Subquery:
    last = SpotCheck.objects.filter(verdict=OuterRef("pk")).order_by("-revision")
    return Subquery(last.values("outcome")[:1])


def _passes(study: Study) -> Q:
    """Verdicts whose value passes its criterion; those without pass levels have no passes."""
    criteria = Criterion.objects.filter(version__judge_versions__judge__study=study).distinct()
    passing = Q(pk__in=[])
    for pk, levels in criteria.values_list("pk", "pass_levels"):
        if levels:
            passing |= Q(criterion=pk, value__in=levels)
    return passing


def counts_of(study: Study) -> Counts:
    found = _verdicts(study).annotate(checked=_last_outcome())
    outcomes = list(found.values_list("checked", flat=True))
    return Counts(
        waiting=outcomes.count(None),
        stands=outcomes.count(SpotCheck.Outcome.STANDS),
        wrong=outcomes.count(SpotCheck.Outcome.WRONG),
    )


def beside(study: Study, verdict: Verdict) -> tuple[int | None, int | None]:
    """Ids of the verdicts before and after this one in the queue."""
    queue = queue_of(study).values_list("pk", flat=True)
    before = queue.filter(pk__lt=verdict.pk).order_by("-pk").first()
    return before, queue.filter(pk__gt=verdict.pk).first()


def next_waiting(study: Study, verdict: Verdict) -> int | None:
    """The next verdict that nobody has looked at: after this one, else from the beginning."""
    waiting = queue_of(study, waiting=True).values_list("pk", flat=True)
    return waiting.filter(pk__gt=verdict.pk).first() or waiting.exclude(pk=verdict.pk).first()


def places_of(cautions: Iterable[Caution], steps: Iterable[Step]) -> list[Place]:
    """The steps that the cautions of a case name, in order."""
    rules: dict[int, list[str]] = {}
    for caution in cautions:
        rules.setdefault(caution["step"], []).append(caution["rule"])
    return [Place(step, _aiming(step), rules[step.index]) for step in steps if step.index in rules]


def _aiming(step: Step) -> str:
    """The texts of a step that aim at a grader, long ones around what does. Where redaction has
    changed those, the whole."""
    shown: list[str] = []
    room = SHOWN_OF_STEP
    texts = list(texts_of(step))
    for number, (text, looked_at) in enumerate(zip(texts, _looked_at(texts), strict=True)):
        if room <= 0:
            shown.append(f"[... texts {number + 1:,} to {len(texts):,} are not shown ...]")
            break
        if not looked_at:
            continue
        if len(text) <= SHOWN:
            aims = text if rules_in(text) else ""
        else:
            places = places_in(text, rules_in, looked_at)
            aims = around(text, places) if places else ""
        shown += [aims] if aims else []
        room -= len(aims)
    return "\n\n".join(shown) or clip(step_body(step), SHOWN)


def _looked_at(texts: Sequence[str]) -> Iterator[list[Span]]:
    """Of each text of a step the places that cautions are looked for in; see find_cautions."""
    total, start = sum(map(len, texts)), 0
    ends = [(0, total)]
    if total > 2 * LOOKED_AT:
        ends = [(0, LOOKED_AT), (total - LOOKED_AT, total)]
    for text in texts:
        parts = [(max(0, first - start), min(len(text), last - start)) for first, last in ends]
        yield [(first, last) for first, last in parts if first < last]
        start += len(text)


def label_of(verdict: Verdict) -> str:
    """The judge's answer as its criterion's level calls it."""
    labels = {level["value"]: level.get("label") for level in verdict.criterion.levels}
    return labels.get(verdict.value) or verdict.value


def mark(
    *, verdict: Verdict, study: Study, outcome: str, actor: Person, note: str = ""
) -> SpotCheck:
    """Keep what a lead found. Marking again adds a revision, unless the last one says the same and
    is by the same person: then that is what was posted twice. Raises BadInput."""
    if outcome not in SpotCheck.Outcome.values:
        raise BadInput("say whether the judge's answer stands or is wrong")
    if len(note) > NOTE_LENGTH or "\x00" in note:
        raise BadInput(f"the note must be plain text of {NOTE_LENGTH:,} characters at most")
    last = SpotCheck.objects.filter(verdict=verdict).order_by("-revision").first()
    if last is not None and _says(last) == (outcome, note, actor.pk):
        return last
    revision = last.revision + 1 if last else 1
    try:
        with transaction.atomic():
            check = SpotCheck.objects.create(
                verdict=verdict, revision=revision, outcome=outcome, note=note, checked_by=actor
            )
            facts: dict[str, Any] = {"verdict": verdict.pk, "outcome": outcome}
            AuditEvent.record("spot_check.marked", actor=actor, study=study, target=check, **facts)
    except IntegrityError as error:
        other = SpotCheck.objects.get(verdict=verdict, revision=revision)
        if _says(other) == (outcome, note, actor.pk):
            return other
        raise BadInput(
            "somebody marked this at the same moment: read what they found, then mark it again"
        ) from error
    return check


def _says(check: SpotCheck) -> tuple[str, str, int]:
    return check.outcome, check.note, check.checked_by_id
