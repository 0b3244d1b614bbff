"""What a report's page, and the file made of it, show."""

from typing import Any

from calibration import looks
from calibration.access import ready_content
from calibration.label_rows import rater_pseudonym
from calibration.models import Report
from calibration.presenting import (
    criterion_views,
    overall_view,
    pair_rows,
    part_rows,
    rater_rows,
)
from calibration.snapshots import is_out_of_date
from cases.models import Person, Study


def names_by_pseudonym(study: Study) -> dict[str, str]:
    """What the page calls each rater of the study; reports themselves hold pseudonyms."""
    people = Person.objects.filter(labels__item__study=study) | Person.objects.filter(
        memberships__study=study
    )
    return {rater_pseudonym(person.pk): str(person) for person in people.distinct()}


def report_context(report: Report) -> dict[str, Any]:
    """Everything the report's page shows."""
    content = ready_content(report)
    names = names_by_pseudonym(report.study)
    counts = looks.look_counts(report.study)
    return {
        "study": report.study,
        "report": report,
        "content": content,
        "criteria": criterion_views(content, names),
        "overall": overall_view(content, names),
        "splits": part_rows(content["by_split"]) if len(content["by_split"]) > 1 else [],
        "strata": [(name, part_rows(parts)) for name, parts in content["by_stratum"].items()],
        "pairs": pair_rows(content),
        "raters": rater_rows(content, names),
        "out_of_date": is_out_of_date(report),
        "looks": [
            (name, counts.get(entry["id"], 0), entry["confidence"])
            for name, entry in content["judge_versions"].items()
        ],
        "holds_held_out": looks.holds_held_out(report),
    }
