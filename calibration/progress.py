"""Where a study stands, and the one next thing to do. Shows no label of anybody."""

from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Q

from calibration.models import Report
from calibration.snapshots import is_out_of_date
from cases.models import Case, Item, Membership, Study
from judges.models import JudgeRequest, JudgeRun
from raters.models import Assignment, Slot

LATEST_RUNS = 5


@dataclass(frozen=True, slots=True)
class NextStep:
    """What to do next: a sentence, and the page where it is done."""

    text: str
    url_name: str
    label: str


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

    cases: int
    items: dict[str, int]
    slots: int
    filled: int
    raters: list[RaterProgress]
    runs: list[RunProgress]
    report: Report | None
    building: Report | None
    out_of_date: bool
    uses: dict[str, int] = field(default_factory=dict)

    @property
    def percent(self) -> int:
        return 100 * self.filled // self.slots if self.slots else 0

    @property
    def next_step(self) -> NextStep:
        return choose_next(self)


def overview(study: Study) -> Overview:
    """Everything the study's first page counts, in a constant number of queries."""
    reports = Report.objects.filter(study=study).order_by("-created_at", "-pk")
    ready = reports.filter(state=Report.State.READY).select_related("study__rubric_version").first()
    building = reports.filter(state__in=[Report.State.WAITING, Report.State.BUILDING]).first()
    slots = Slot.objects.filter(study=study).aggregate(
        total=Count("pk"), filled=Count("pk", filter=Q(state=Slot.State.FILLED))
    )
    return Overview(
        cases=Case.objects.in_study(study).current().count(),
        items=_item_counts(study),
        slots=slots["total"],
        filled=slots["filled"],
        raters=_rater_progress(study),
        runs=_run_progress(study),
        report=ready,
        building=building,
        out_of_date=ready is not None and is_out_of_date(ready),
        uses=_uses(ready),
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


def _uses(report: Report | None) -> dict[str, int]:
    """How many criteria came out as gate, trend, rewrite and undefined, by the latest judge."""
    uses: dict[str, int] = {}
    if report is None or report.content is None:
        return uses
    for block in report.content["criteria"].values():
        judges = list(block["judges"].values())
        use = judges[-1]["use"] if judges else "undefined"
        uses[use] = uses.get(use, 0) + 1
    return {name: uses[name] for name in ("gate", "trend", "rewrite", "undefined") if name in uses}


def choose_next(state: Overview) -> NextStep:
    """The first thing that is missing on the way to a report. Pure."""
    if not state.cases:
        return NextStep("Import sessions: there is nothing to rate yet.", "import_new", "Import")
    if not state.raters:
        return NextStep("Invite raters: nobody can rate yet.", "people_list", "Invite raters")
    if not any(rater.finished for rater in state.raters):
        return NextStep(
            "Wait for the first ratings, or send the raters their links again.",
            "people_list",
            "People",
        )
    if not state.runs:
        return NextStep("Run a judge over the same items.", "judge_list", "Choose a judge")
    if any(run.state == JudgeRun.State.RUNNING for run in state.runs):
        return NextStep("The judge is running; wait for it to finish.", "judge_list", "Watch it")
    if state.report is None:
        return NextStep("Build the first report.", "report_list", "Build a report")
    if state.out_of_date:
        return NextStep(
            "Labels or verdicts have changed since the latest report: build it again.",
            "report_list",
            "Build a report",
        )
    if state.filled < state.slots:
        return NextStep(
            f"{state.slots - state.filled} ratings are still owed; the report can be read already.",
            "report_list",
            "Read the report",
        )
    return NextStep("Read the latest report.", "report_list", "Read the report")
