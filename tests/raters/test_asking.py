"""Skills and priorities of chosen items."""

import pytest

from cases.errors import BadInput
from cases.models import AuditEvent, Item, Person, Study
from raters.asking import ask_skill, give_priority
from raters.assignment import Empty, claim_next
from raters.models import Slot
from tests.make import join, make_gold, make_person, make_slots, make_study
from tests.raters.answers import rate, rate_next


def test_only_raters_with_the_skill_get_the_item(study: Study, rater: Person, lead: Person) -> None:
    first, second = make_slots(study, 2)
    assert ask_skill(study=study, items=[first.pk], skill="Legal", actor=lead) == 1
    assert rate_next(study, rater).item_id == second.pk
    assert claim_next(study=study, rater=rater).reason is Empty.FINISHED
    jurist = join(make_person(), study, "rater", skills=["legal"])
    assert {rate_next(study, jurist).item_id for _ in range(2)} == {first.pk, second.pk}
    event = AuditEvent.objects.get(action="items.skill_asked")
    assert event.data == {"skill": "legal", "items": [first.pk], "count": 1}
    # Taken away again, those who had passed it come back.
    assert ask_skill(study=study, items=[first.pk], skill="", actor=lead) == 1
    assert rate_next(study, rater).item_id == first.pk


def test_who_is_rating_an_item_goes_on(study: Study, rater: Person, lead: Person) -> None:
    (item,) = make_slots(study, 1)
    held = claim_next(study=study, rater=rater).assignment
    assert held is not None
    ask_skill(study=study, items=[item.pk], skill="legal", actor=lead)
    rate(held)
    assert Slot.objects.filter(state="filled").count() == 1


def test_what_comes_sooner_is_next(study: Study, rater: Person, lead: Person) -> None:
    items = make_slots(study, 6)
    for item in (items[5], items[2]):
        given = give_priority(
            study=study, items=[item.pk], priority=9, reason="likely split", actor=lead
        )
        assert given == 1
        assert rate_next(study, rater).item_id == item.pk
    event = AuditEvent.objects.filter(action="items.priority_changed").latest("pk")
    assert event.data["reason"] == "likely split"
    assert event.data["items"] == [items[2].pk]


def test_known_answers_and_other_studies_are_left_alone(study: Study, lead: Person) -> None:
    (gold,) = make_gold(study, 1)
    (other,) = make_slots(make_study(), 1)
    both = [gold.pk, other.pk]
    assert ask_skill(study=study, items=both, skill="legal", actor=lead) == 0
    assert give_priority(study=study, items=both, priority=3, reason="x", actor=lead) == 0
    assert not Item.objects.exclude(skill="", priority=0).exists()
    assert not AuditEvent.objects.filter(action__startswith="items.").exists()


def test_what_can_not_be_is_refused(study: Study, lead: Person) -> None:
    (item,) = make_slots(study, 1)
    with pytest.raises(BadInput, match="can't name a skill"):
        ask_skill(study=study, items=[item.pk], skill="two words", actor=lead)
    with pytest.raises(BadInput, match="from -512 to 511"):
        give_priority(study=study, items=[item.pk], priority=512, reason="x", actor=lead)
    for reason in (" ", "x" * 401):
        with pytest.raises(BadInput, match="Say in a few words why"):
            give_priority(study=study, items=[item.pk], priority=1, reason=reason, actor=lead)
