"""What there is to do next: for a rater, for a study, and for a site that has nothing yet."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from calibration.models import Adjudication, Report
from cases.access import STAFF
from cases.models import Case, Membership, Person, RubricVersion, Study
from judges.models import JudgeRun
from raters.models import Assignment, Slot
from raters.progress import study_percent


@dataclass(frozen=True, slots=True)
class Step:
    """Something to do: `label` is on the button, `why` is the sentence beside it.

    Without a `url` it can't be done yet; `now` marks the one to do first.
    """

    label: str
    url: str
    why: str
    done: bool = False
    now: bool = False


@dataclass(frozen=True, slots=True)
class LedStudy:
    """A study as its leads see it on the first page. `percent` is None without items."""

    study: Study
    cases: int
    raters: int
    percent: int | None
    step: Step


@dataclass(frozen=True, slots=True)
class RatedStudy:
    """A study as a rater sees it: own count, and a share of the whole in steps of five."""

    study: Study
    mine: int
    percent: int


def rating_of(person: Person) -> list[RatedStudy]:
    """The studies that `person` rates in, those still going first."""
    mine = (
        Assignment.objects.finished()
        .filter(rater=person, item__study=OuterRef("pk"))
        .order_by()
        .values("rater")
        .annotate(count=Count("pk"))
        .values("count")
    )
    studies = Study.objects.filter(
        memberships__person=person,
        memberships__role=Membership.Role.RATER,
        memberships__removed_at=None,
    ).annotate(mine=_count(mine))
    found = [RatedStudy(s, s.mine, study_percent(s)) for s in studies.order_by("name")]
    return sorted(found, key=lambda rated: rated.study.state == Study.State.CLOSED)


def studies_led_by(person: Person) -> list[LedStudy]:
    """The studies that `person` may lead, each with its next step. A constant number of queries."""
    studies = Study.objects.order_by("-created_at")
    if not person.is_superuser:
        studies = studies.filter(
            memberships__person=person,
            memberships__role__in=STAFF,
            memberships__removed_at=None,
        )
    return [_led(study) for study in _with_progress(studies)]


def next_step(study: Study) -> Step:
    """The one thing that moves `study` on."""
    return _led(_with_progress(Study.objects.filter(pk=study.pk)).get()).step


def _count(rows: QuerySet[Any, Any]) -> Coalesce:
    """A count that is grouped by study, 0 where there is none."""
    return Coalesce(Subquery(rows, output_field=IntegerField()), 0)


def _with_progress(studies: QuerySet[Study]) -> QuerySet[Study]:
    """Annotate what the next step depends on."""
    here = {"study": OuterRef("pk")}
    of_item = {"item__study": OuterRef("pk")}
    since = OuterRef("report_at")
    slots = Slot.objects.filter(**here).order_by().values("study")
    reports = Report.objects.filter(**here, state=Report.State.READY).order_by("-created_at", "-pk")
    return studies.annotate(
        case_count=_count(
            Case.objects.filter(**here, superseded=False)
            .order_by()
            .values("study")
            .annotate(count=Count("pk"))
            .values("count")
        ),
        rater_count=_count(
            Membership.objects.live()
            .filter(**here, role=Membership.Role.RATER)
            .order_by()
            .values("study")
            .annotate(count=Count("pk"))
            .values("count")
        ),
        slot_count=_count(slots.annotate(count=Count("pk")).values("count")),
        filled_count=_count(
            slots.annotate(count=Count("pk", filter=Q(state=Slot.State.FILLED))).values("count")
        ),
        judged=Exists(JudgeRun.objects.filter(**here)),
        judging=Exists(JudgeRun.objects.filter(**here, state=JudgeRun.State.RUNNING)),
        report_pk=Subquery(reports.values("pk")[:1]),
        report_at=Subquery(reports.values("created_at")[:1]),
    ).annotate(
        newer=Exists(Assignment.objects.filter(**of_item, finished_at__gt=since))
        | Exists(JudgeRun.objects.filter(**here, finished_at__gt=since))
        | Exists(Adjudication.objects.filter(**of_item, created_at__gt=since))
    )


def _led(study: Study) -> LedStudy:
    counts = vars(study)
    slots, filled = counts["slot_count"], counts["filled_count"]
    return LedStudy(
        study=study,
        cases=counts["case_count"],
        raters=counts["rater_count"],
        percent=filled * 100 // slots if slots else None,
        step=_step(study, counts),
    )


def _step(study: Study, counts: dict[str, Any]) -> Step:
    """The first thing that is missing on the way to a report, else what the report needs.

    Whether a report is out of date to the letter takes the hash of all its inputs; here it is
    enough that people, a judge or a reviewer answered after it was asked for.
    """

    def step(label: str, page: str, why: str, *more: int) -> Step:
        return Step(label, reverse(page, args=[study.slug, *more]), why)

    report, owed = counts["report_pk"], counts["slot_count"] - counts["filled_count"]
    if not counts["case_count"]:
        return step("Bring in cases", "import_new", "It has no cases yet.")
    if counts["rater_count"] < study.overlap:
        why = f"Every item needs {study.overlap} raters; it has {counts['rater_count']}."
        return step("Invite raters", "people_list", why)
    if not counts["judged"]:
        return step("Run a judge", "judge_list", "No judge has run yet.")
    if counts["judging"]:
        return step("Watch the judge", "judge_list", "A judge is running.")
    if not report and not counts["filled_count"]:
        why = "Nobody has rated yet; send the raters their links again if it takes long."
        return step("See the raters", "people_list", why)
    if not report:
        return step("Build the report", "report_list", "People and a judge answered.")
    if counts["newer"]:
        return step("Build it again", "report_list", "Answers came in since the latest report.")
    why = "The newest report is ready."
    if owed > 0:
        why = f"The newest report is ready; {owed} rating{'s are' if owed > 1 else ' is'} owed."
    return step("Read the report", "report_detail", why, report)


def setup_steps(person: Person) -> list[Step]:
    """How to begin on a site without a study of `person`'s: rubric, study, source, people."""
    has_rubric = RubricVersion.objects.exists()
    return [
        Step(
            "Make a rubric",
            reverse("rubric_new"),
            "The questions that people and judges answer. One for refund support ships with "
            "Calibrant and can be changed to fit.",
            done=has_rubric,
            now=not has_rubric,
        ),
        Step(
            "Make a study",
            reverse("study_new") if has_rubric else "",
            "Choose the rubric, how many raters each item gets, and what is held out.",
            now=has_rubric,
        ),
        Step(
            "Bring in cases",
            "",
            "Name your agent's session store. It is only read; private data is taken out before "
            "anything is stored.",
        ),
        Step(
            "Invite raters and run a judge",
            "",
            "People rate in the browser, the judge rates the same items, and the report says how "
            "far it may be trusted.",
        ),
    ]
