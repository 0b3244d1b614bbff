from typing import Any

import pytest

from cases.items import add_items
from cases.models import Person, Study
from raters.members import members_of
from tests.make import join, make_case, make_person
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def test_members_with_the_number_of_items_they_rated(
    study: Study, rater: Person, lead: Person, django_assert_num_queries: Any
) -> None:
    add_items(study=study, cases=[make_case(study) for _ in range(3)])
    for _ in range(2):
        rate_next(study, rater)
    join(make_person("zoe"), study, "rater")
    with django_assert_num_queries(1):
        rows = [(str(m.person), m.role, m.rated) for m in members_of(study)]
    assert rows == [("Leon", "lead", 0), ("Ruth", "rater", 2), ("Zoe", "rater", 0)]
