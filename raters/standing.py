"""What decides whether a rater's submission is taken, and what follows from it."""

import json
from dataclasses import dataclass

from django.db import connection

from raters.models import Assignment


@dataclass(frozen=True, slots=True)
class Standing:
    """A rater's membership, locked, with what a submission needs to know of the study."""

    membership: int
    study: int
    person: int
    study_state: str
    change_hours: int | None
    skills: list[str]
    attempt: int
    paused: bool
    pause_in: int | None
    gold_misses: int
    gold_window: int


# Written out, as in raters.assignment.
_STANDING = """
    SELECT m.id, m.study_id, m.person_id, s.state, s.change_hours, m.skills, m.training_attempt,
        m.paused_at IS NOT NULL, m.pause_in, s.gold_misses, s.gold_window
    FROM cases_membership m JOIN cases_study s ON s.id = m.study_id
    WHERE m.study_id = %s AND m.person_id = %s AND m.role = 'rater'
    AND m.results_seen_at IS NULL AND m.removed_at IS NULL {lock}
"""


def lock_standing(assignment: Assignment) -> Standing | None:
    """The standing of the assignment's rater; None for who rates in the study no longer.

    Locks the membership's row, which comes before the assignment's: a claim of the same rater takes
    them in this order too.
    """
    lock = "FOR NO KEY UPDATE OF m" if connection.features.has_select_for_no_key_update else ""
    with connection.cursor() as cursor:
        study, rater = assignment.item.study_id, assignment.rater_id
        cursor.execute(_STANDING.format(lock=lock), [study, rater])
        row = cursor.fetchone()
    if row is None:
        return None
    membership, study, person, state, hours, skills, attempt, paused, pause_in, misses, window = row
    return Standing(
        membership=membership,
        study=study,
        person=person,
        study_state=state,
        change_hours=hours,
        skills=json.loads(skills),
        attempt=attempt,
        paused=bool(paused),
        pause_in=pause_in,
        gold_misses=misses,
        gold_window=window,
    )
