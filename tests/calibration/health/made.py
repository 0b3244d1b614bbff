"""Raters with known habits, written straight into the tables."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from cases.models import Item, Person, Study
from raters.models import Assignment
from tests.calibration.made import answers, make_items, rate_items
from tests.make import join, make_person

KEY = "grounded"


def rated(
    study: Study, items: Sequence[Item], *, letters: dict[str, str], seconds: int = 60
) -> dict[str, Person]:
    """Raters by name, each with a letter (P, F, ? or .) for every item, a minute apart."""
    people = {}
    begin = timezone.now() - timedelta(days=2)
    for name, given in letters.items():
        people[name] = join(make_person(name), study, "rater")
        rate_items(people[name], answers(list(items), given, KEY), active_ms=1000 * seconds)
        mine = list(Assignment.objects.filter(rater=people[name]).order_by("pk"))
        for at, one in enumerate(mine):
            one.finished_at = begin + timedelta(minutes=at)
        Assignment.objects.bulk_update(mine, ["finished_at"], batch_size=200)
    return people


def sixty(study: Study) -> dict[str, Person]:
    """Ana and Ben agree on sixty items; Cleo answers at random and then always the same."""
    items = make_items(study, ["tuning"] * 60)
    fair = "PPF" * 20
    return rated(study, items, letters={"ana": fair, "ben": fair, "cleo": "FPPFPF" * 5 + "P" * 30})
