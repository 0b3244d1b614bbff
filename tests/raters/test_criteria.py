import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cases.models import Criterion
from raters.criteria import asked_of, criteria_of
from tests.make import make_rubric_version


@pytest.mark.django_db
def test_only_a_frozen_version_is_remembered() -> None:
    version = make_rubric_version("a", "b")
    assert [c.key for c in criteria_of(version)] == ["a", "b"]
    version.criteria.filter(key="a").update(question="Changed?")
    assert criteria_of(version)[0].question == "Changed?"
    version.frozen_at = timezone.now()
    version.save()
    criteria_of(version)
    with CaptureQueriesContext(connection) as queries:
        assert [c.key for c in criteria_of(version)] == ["a", "b"]
    assert len(queries) == 0


def test_a_question_for_a_skill_is_asked_of_who_has_it() -> None:
    questions = [Criterion(key=key, skill=key) for key in ("", "medical", "legal")]
    assert asked_of(questions, []) == questions[:1]
    assert asked_of(questions, ["legal", "other"]) == [questions[0], questions[2]]
