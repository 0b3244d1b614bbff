"""A study's first page counts cases and items apart, so that both add up."""

import pytest
from django.urls import reverse

from calibration.progress import overview
from cases.items import add_items
from cases.models import Item, Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import make_case, make_item

pytestmark = pytest.mark.django_db


def test_cases_and_items_are_counted_apart(study: Study, lead: Person) -> None:
    cases = [make_case(study) for _ in range(3)]
    add_items(study=study, cases=cases)
    replay = make_case(study, run_facts={"repeat": 1})
    Item.objects.create(
        study=study,
        key="pair",
        kind=Item.Kind.PAIRWISE,
        case=cases[0],
        case_b=replay,
        split=Item.Split.TUNING,
    )
    make_item(study, cases[1], kind=Item.Kind.PROCESS)
    counted = overview(study, lead)
    assert (counted.cases, counted.replayed) == (4, 1)
    assert (counted.items_total, counted.pairs) == (5, 1)
    page = as_person(lead).get(reverse("study_detail", args=[study.slug])).content.decode()
    assert "1 of them replayed" in page
    assert "<b>5</b>, 1 of them pair" in page
