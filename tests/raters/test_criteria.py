import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from raters.criteria import criteria_of
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
