"""Pausing, removing and bringing back members, and their skills."""

import pytest
from django.utils import timezone

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, Study
from raters.assignment import Empty, claim_next
from raters.gold_checks import let_go_on
from raters.managing import bring_back, pause_rater, remove_member, set_skills
from raters.models import Assignment, Slot
from raters.reserving import reserve
from raters.rounds import start_round
from tests.make import join, make_person, make_slots
from tests.raters.answers import rate, rate_next

pytestmark = pytest.mark.django_db


def member_of(study: Study, person: Person) -> Membership:
    return Membership.objects.get(study=study, person=person)


def last_event(study: Study) -> AuditEvent:
    return AuditEvent.objects.filter(study=study).latest("pk")


@pytest.fixture
def ready(study: Study, rater: Person) -> Membership:
    """A rater who has read the guidelines, in a study with four items."""
    make_slots(study, 4)
    Membership.objects.filter(person=rater).update(guidelines_read_at=timezone.now())
    return member_of(study, rater)


def test_a_paused_rater_finishes_what_is_begun_and_gets_nothing_more(
    study: Study, rater: Person, lead: Person, ready: Membership
) -> None:
    begun = claim_next(study=study, rater=rater).assignment
    assert begun is not None
    pause_rater(membership=ready, actor=lead)
    assert last_event(study).action == "rater.paused"
    rate(begun)
    begun.refresh_from_db()
    assert begun.state == Assignment.State.FINISHED
    assert claim_next(study=study, rater=rater).reason == Empty.RATER_PAUSED
    with pytest.raises(BadInput, match="is paused already"):
        pause_rater(membership=ready, actor=lead)
    let_go_on(study=study, rater=rater, actor=lead)
    assert claim_next(study=study, rater=rater).assignment is not None


def test_only_raters_can_be_paused(study: Study, lead: Person, admin: Person) -> None:
    with pytest.raises(BadInput, match="is no rater"):
        pause_rater(membership=member_of(study, lead), actor=admin)


def test_a_removed_rater_gives_places_back_and_keeps_ratings(
    study: Study, rater: Person, lead: Person, ready: Membership
) -> None:
    done = rate_next(study, rater)
    begun = claim_next(study=study, rater=rater).assignment
    assert begun is not None
    others = study.items.exclude(pk__in=[done.item_id, begun.item_id])
    assert len(reserve(study=study, items=list(others), rater=rater, actor=lead)) == 2
    assert remove_member(membership=ready, actor=lead) == 3
    done.refresh_from_db()
    begun.refresh_from_db()
    assert (done.state, done.slot is not None) == (Assignment.State.FINISHED, True)
    assert (begun.state, begun.slot) == (Assignment.State.RETURNED, None)
    assert not Slot.objects.filter(reserved_for=rater).exists()
    assert Slot.objects.filter(state=Slot.State.LEASED).count() == 0
    event = last_event(study)
    assert (event.action, event.data["places"]) == ("member.removed", 3)
    with pytest.raises(BadInput, match="is removed already"):
        remove_member(membership=ready, actor=lead)

    bring_back(membership=ready, actor=lead)
    again = claim_next(study=study, rater=rater).assignment
    assert again is not None
    with pytest.raises(BadInput, match="is in the study"):
        bring_back(membership=ready, actor=lead)


def test_places_of_a_round_that_goes_on_wait_for_the_lead(
    study: Study, rater: Person, lead: Person, ready: Membership
) -> None:
    other = join(make_person(), study, "rater")
    start_round(study=study, raters=[rater, other], count=2, actor=lead)
    kept = Slot.objects.filter(reserved_for=rater)
    assert kept.count() == 2
    remove_member(membership=ready, actor=lead)
    assert kept.count() == 2


def test_nobody_removes_themselves_and_leads_remove_no_admin(
    study: Study, lead: Person, admin: Person
) -> None:
    with pytest.raises(BadInput, match="can't remove yourself"):
        remove_member(membership=member_of(study, lead), actor=lead)
    with pytest.raises(BadInput, match="Only an admin removes an admin"):
        remove_member(membership=member_of(study, admin), actor=lead)
    other = join(make_person(), study, "admin")
    assert remove_member(membership=member_of(study, other), actor=admin) == 0
    with pytest.raises(BadInput, match="Only an admin brings an admin back"):
        bring_back(membership=member_of(study, other), actor=lead)


def test_skills_open_the_items_that_ask_for_them(study: Study, rater: Person, lead: Person) -> None:
    Membership.objects.filter(person=rater).update(guidelines_read_at=timezone.now())
    make_slots(study, 1, skill="medical")
    assert claim_next(study=study, rater=rater).assignment is None
    member = member_of(study, rater)
    kept = set_skills(membership=member, skills=[" Medical", "legal", "", "legal"], actor=lead)
    assert kept == ["legal", "medical"]
    assert last_event(study).data == {"before": [], "after": ["legal", "medical"]}
    assert claim_next(study=study, rater=rater).assignment is not None
    count = AuditEvent.objects.count()
    set_skills(membership=member, skills=["medical", "legal"], actor=lead)
    assert AuditEvent.objects.count() == count


@pytest.mark.parametrize("skill", ["a b", "-x", "ä", "x" * 41, "<b>", "a\x00b"])
def test_what_can_name_no_skill_is_refused(
    study: Study, rater: Person, lead: Person, skill: str
) -> None:
    with pytest.raises(BadInput, match="can't name a skill"):
        set_skills(membership=member_of(study, rater), skills=["ok", skill], actor=lead)
    assert member_of(study, rater).skills == []


def test_so_many_skills_are_too_many(study: Study, rater: Person, lead: Person) -> None:
    with pytest.raises(BadInput, match="21 skills: give 20 at most"):
        set_skills(
            membership=member_of(study, rater), skills=[f"s{n}" for n in range(21)], actor=lead
        )
