"""Where a study stands. Shows no label of anybody."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Q

from calibration.looks import has_seen
from calibration.models import Report
from calibration.next_steps import Step, next_step
from calibration.report_order import in_order
from calibration.snapshots import is_out_of_date
from calibration.spot_checks import Counts, counts_of
from cases.models import Case, Item, Membership, Person, Study
from judges.models import JudgeRequest, JudgeRun
from raters.models import Assignment, Slot

LATEST_RUNS = 5


@dataclass(frozen=True, slots=True)
class RaterProgress:
    name: str
    simulated: bool
    finished: int
    skipped: int
    opted_out: int
    at_it: int


@dataclass(frozen=True, slots=True)
class RunProgress:
    pk: int
    version: str
    split: str
    state: str
    done: int
    total: int
    errors: int
    created_at: datetime


@dataclass(slots=True)
class Overview:
    """Counts for a study's first page."""

    # Current ones, and how many of these are replays.
    cases: int
    replayed: int
    # Every item counts under one of these, whatever it shows; `pairs` of them show two cases.
    items: dict[str, int]
    pairs: int
    slots: int
    filled: int
    raters: list[RaterProgress]
    runs: list[RunProgress]
    report: Report | None
    building: Report | None
    out_of_date: bool
    next_step: Step
    spot_checks: Counts
    # None where the viewer has not opened the report: a glance at results is a look as well.
    uses: dict[str, int] | None = field(default_factory=dict)

    @property
    def items_total(self) -> int:
        return sum(self.items.values())

    @property
    def percent(self) -> int:
        return 100 * self.filled // self.slots if self.slots else 0


def overview(study: Study, viewer: Person | None) -> Overview:
    """Everything the study's first page counts, in a constant number of queries.

    What the judge may be used for is shown only to a viewer who has opened the report.
    """
    reports = Report.objects.filter(study=study).order_by("-created_at", "-pk")
    ready = reports.filter(state=Report.State.READY).select_related("study__rubric_version").first()
    building = reports.filter(state__in=[Report.State.WAITING, Report.State.BUILDING]).first()
    slots = Slot.objects.filter(study=study).aggregate(
        total=Count("pk"), filled=Count("pk", filter=Q(state=Slot.State.FILLED))
    )
    cases = Case.objects.in_study(study).current()
    return Overview(
        cases=cases.count(),
        replayed=cases.exclude(run_facts={}).count(),
        items=_item_counts(study),
        pairs=Item.objects.in_study(study).filter(kind=Item.Kind.PAIRWISE).count(),
        slots=slots["total"],
        filled=slots["filled"],
        raters=_rater_progress(study),
        runs=_run_progress(study),
        report=ready,
        building=building,
        out_of_date=ready is not None and is_out_of_date(ready),
        next_step=next_step(study),
        spot_checks=counts_of(study),
        uses=_uses(ready) if ready is not None and has_seen(ready, viewer) else None,
    )


def _item_counts(study: Study) -> dict[str, int]:
    counts = {"tuning": 0, "held_out": 0, "gold": 0, "training": 0}
    rows = Item.objects.in_study(study).values_list("purpose", "split").annotate(n=Count("pk"))
    for purpose, split, n in rows.order_by("purpose", "split"):
        counts[split if purpose == Item.Purpose.ORDINARY else purpose] += n
    return counts


def _rater_progress(study: Study) -> list[RaterProgress]:
    counts: dict[int, dict[str, int]] = {}
    rows = Assignment.objects.filter(item__study=study).values_list("rater_id", "state")
    for rater, state, n in rows.annotate(n=Count("pk")).order_by("rater_id", "state"):
        counts.setdefault(rater, {})[state] = n
    members = Membership.objects.filter(study=study).select_related("person").order_by("pk")
    return [
        RaterProgress(
            name=str(member.person),
            simulated=member.simulated,
            finished=found.get(Assignment.State.FINISHED, 0),
            skipped=found.get(Assignment.State.SKIPPED, 0),
            opted_out=found.get(Assignment.State.OPTED_OUT, 0),
            at_it=found.get(Assignment.State.LEASED, 0),
        )
        for member in members
        if (found := counts.get(member.person_id, {})) or member.role == Membership.Role.RATER
    ]


def _run_progress(study: Study) -> list[RunProgress]:
    runs = list(
        JudgeRun.objects.filter(study=study)
        .select_related("version__judge")
        .order_by("-created_at", "-pk")[:LATEST_RUNS]
    )
    done = JudgeRequest.State.DONE
    counts = {
        run: (total, finished, failed)
        for run, total, finished, failed in JudgeRequest.objects.filter(run__in=runs)
        .order_by()
        .values_list("run_id")
        .annotate(
            total=Count("pk"),
            finished=Count("pk", filter=Q(state=done)),
            failed=Count("pk", filter=Q(state=done) & ~Q(outcome="ok")),
        )
    }
    return [
        RunProgress(
            pk=run.pk,
            version=str(run.version),
            split=run.split,
            state=run.state,
            done=counts.get(run.pk, (0, 0, 0))[1],
            total=counts.get(run.pk, (0, 0, 0))[0],
            errors=counts.get(run.pk, (0, 0, 0))[2],
            created_at=run.created_at,
        )
        for run in runs
    ]


def _uses(report: Report) -> dict[str, int]:
    """How many criteria came out as gate, trend, rewrite and undefined, by the latest judge."""
    uses: dict[str, int] = {}
    for block in in_order(report.content or {"criteria": {}, "overall": {}})["criteria"].values():
        judges = list(block["judges"].values())
        use = judges[-1]["use"] if judges else "undefined"
        uses[use] = uses.get(use, 0) + 1
    return {name: uses[name] for name in ("gate", "trend", "rewrite", "undefined") if name in uses}
