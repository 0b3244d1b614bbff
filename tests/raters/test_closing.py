import pytest
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.models import AuditEvent, Person, Study
from raters.assignment import Empty, claim_next
from raters.closing import Left, change_state
from raters.models import Slot
from tests.make import make_slots
from tests.raters.answers import rate, rate_next


def test_closing_early_says_how_much_was_left(study: Study, rater: Person, lead: Person) -> None:
    first, *_ = make_slots(study, 3)
    Slot.objects.filter(item=first).update(priority=5)
    rate_next(study, rater)
    held = claim_next(study=study, rater=rater).assignment
    left = change_state(study=study, state="closed", actor=lead)
    assert left == Left(in_hand=1, open=4, prioritised=1)
    event = AuditEvent.objects.get(action="study.closed_early")
    assert event.data == {"in_hand": 1, "open": 4, "prioritised": 1}
    study.refresh_from_db()
    assert claim_next(study=study, rater=rater).reason is Empty.CLOSED
    assert held is not None
    held.item.study.refresh_from_db()
    with pytest.raises(BadInput, match="has been closed"):
        rate(held)
    # Opened again, what was in hand goes on.
    change_state(study=study, state="open", actor=lead)
    rate(held)


def test_a_finished_study_does_not_close_early(study: Study, rater: Person, lead: Person) -> None:
    change_state(study=study, state="closed", actor=lead)
    assert not AuditEvent.objects.filter(action="study.closed_early").exists()
    with pytest.raises(BadInput, match="closed already"):
        change_state(study=study, state="closed", actor=lead)


def test_a_paused_study_leaves_what_is_in_hand(study: Study, rater: Person, lead: Person) -> None:
    make_slots(study, 2)
    held = claim_next(study=study, rater=rater).assignment
    assert held is not None
    assert change_state(study=study, state="paused", actor=lead).in_hand == 1
    study.refresh_from_db()
    rate(held)
    assert claim_next(study=study, rater=rater).reason is Empty.PAUSED
    with pytest.raises(BadInput, match="choose among"):
        change_state(study=study, state="gone", actor=lead)


def test_closing_on_the_settings_page_says_how_much_was_left(
    client: Client, study: Study, lead: Person
) -> None:
    make_slots(study, 2)
    client.force_login(lead)
    client.post(reverse("study_state", args=[study.slug]), {"state": "closed"})
    event = AuditEvent.objects.get(action="study.closed_early")
    assert (event.data, event.actor) == ({"in_hand": 0, "open": 4, "prioritised": 0}, lead)
