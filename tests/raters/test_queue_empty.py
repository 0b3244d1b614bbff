"""What the page of an empty queue says to whom."""

import pytest
from django.urls import reverse
from django.utils import timezone

from cases.models import Membership, Person, Study
from tests.make import make_slots
from tests.raters.posts import ready_client


def page(study: Study, rater: Person) -> str:
    client = ready_client(rater)
    return client.get(reverse("rate_next", args=[study.slug])).content.decode()


def test_a_rater_paused_by_a_lead_reads_so(study: Study, rater: Person) -> None:
    make_slots(study)
    Membership.objects.update(paused_at=timezone.now(), pause_cause="lead")
    assert "Your rating is paused" in page(study, rater)


@pytest.mark.parametrize(("skills", "told"), [([], True), (["legal"], True), (["medical"], False)])
def test_who_lacks_the_skill_reads_so_and_not_which(
    study: Study, rater: Person, skills: list[str], told: bool
) -> None:
    make_slots(study, skill="medical")
    Membership.objects.update(skills=skills)
    client = ready_client(rater)
    answer = client.get(reverse("rate_next", args=[study.slug]))
    assert (answer.status_code == 200) is told
    text = answer.content.decode()
    assert ("asks for people who know of a special field" in text) is told
    assert "medical" not in text
