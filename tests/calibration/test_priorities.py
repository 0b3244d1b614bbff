"""What people are to rate first, and what reports say of it."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from calibration.assembling import assemble
from calibration.priorities import Signs, plan_priorities, prioritise, purposive_items
from cases.models import AuditEvent, Item, Person, Study
from cases.signals import items_added
from raters.assignment import claim_next
from raters.models import Slot
from tests.calibration.made import judge_items, make_items, make_version, rate_items
from tests.make import join, make_person


def add(study: Study, splits: list[str]) -> list[Item]:
    items = make_items(study, splits)
    items_added.send(sender=Study, study=study, items=items)
    return items


@pytest.fixture
def items(study: Study) -> list[Item]:
    return add(study, ["tuning"] * 3 + ["held_out"] * 3)


def says(items: list[Item], value: str) -> dict[Item, dict[str, str | None]]:
    return {item: {"grounded": value, "correct_amount": "PASS"} for item in items}


def priorities(study: Study) -> list[int]:
    return list(Item.objects.filter(study=study).order_by("pk").values_list("priority", flat=True))


def test_a_study_without_verdicts_or_labels_stays_as_it_is(study: Study, items: list[Item]) -> None:
    plan = plan_priorities(study)
    assert (plan.changed, plan.unjudged, set(plan.priorities.values())) == (0, 6, {0})


def test_samples_that_split_come_first(study: Study, items: list[Item]) -> None:
    version = make_version(study)
    run = judge_items(version, says(items, "PASS"))
    judge_items(version, says(items[:1], "FAIL") | says(items[1:], "PASS"), sample=1, run=run)
    plan = prioritise(study=study, actor=None)
    assert priorities(study) == [3, 0, 0, 0, 0, 0]
    assert (plan.levels[0].items, plan.levels[0].votes, plan.levels[0].versions) == (1, 1, 0)


def test_versions_that_differ_come_first_and_raters_get_them(
    study: Study, items: list[Item], rater: Person
) -> None:
    judge_items(make_version(study), says(items, "PASS"))
    other = make_version(study, number=2)
    judge_items(other, says(items[4:], "FAIL") | says(items[:4], "PASS"))
    prioritise(study=study, actor=None)
    claim = claim_next(study=study, rater=rater)
    assert claim.assignment is not None
    assert claim.assignment.item in items[4:]
    assert set(Slot.objects.filter(priority=3).values_list("item", flat=True)) == {
        item.pk for item in items[4:]
    }


def test_an_error_is_no_answer(study: Study, items: list[Item]) -> None:
    judge_items(make_version(study), says(items, "PASS"))
    judge_items(make_version(study, number=2), {item: {"grounded": None} for item in items})
    assert set(plan_priorities(study).priorities.values()) == {0}


def test_kinds_of_cases_that_people_split_on_come_before_others(study: Study) -> None:
    items = add(study, ["tuning"] * 60)
    ann, ben = (join(make_person(), study, "rater") for _ in range(2))
    rated = items[:30]
    late = [item for item in rated if item.case.strata["intent"] == "late_delivery"]
    for person in (ann, ben):
        answers = {
            item: {"grounded": "FAIL" if item in late and person == ann else "PASS"}
            for item in rated
        }
        rate_items(person, answers)
    Item.objects.update(priority=0)
    plan = plan_priorities(study)
    of = {item.pk: item.case.strata["intent"] for item in items}
    found = {of[pk]: priority for pk, priority in plan.priorities.items()}
    assert found["late_delivery"] >= found["damaged_item"]
    assert plan.levels[2].stratum + plan.levels[3].stratum == len(plan.priorities)


def test_held_out_labels_steer_nothing(study: Study) -> None:
    items = add(study, ["held_out"] * 30)
    rate_items(join(make_person(), study, "rater"), says(items[:20], "FAIL"))
    rate_items(join(make_person(), study, "rater"), says(items[:20], "PASS"))
    plan = plan_priorities(study)
    assert [level.stratum for level in plan.levels] == [0, 0, 0, 0]


def test_what_a_lead_has_placed_stays(study: Study, items: list[Item]) -> None:
    Item.objects.filter(pk=items[0].pk).update(priority=9)
    judge_items(make_version(study), says(items, "PASS"))
    judge_items(make_version(study, number=2), says(items, "FAIL"))
    plan = prioritise(study=study, actor=None)
    assert plan.placed == 1
    assert priorities(study) == [9, 3, 3, 3, 3, 3]


def test_items_without_an_open_place_are_left_out(study: Study, items: list[Item]) -> None:
    Slot.objects.filter(item=items[0]).update(state="filled")
    assert items[0].pk not in plan_priorities(study).priorities


@pytest.mark.parametrize(
    ("signs", "priority"),
    [
        (Signs(), 0),
        (Signs(stratum=1), 1),
        (Signs(votes=0.5), 2),
        (Signs(votes=0.5, stratum=1), 3),
        (Signs(versions=1), 3),
    ],
)
def test_signs_add_up(signs: Signs, priority: int) -> None:
    assert signs.priority == priority


# --- what is said of it ------------------------------------------------------------------------


def test_it_is_recorded_and_reports_say_so_until_all_is_rated(
    study: Study, items: list[Item], lead: Person
) -> None:
    assert purposive_items(study) == 0
    prioritise(study=study, actor=lead)
    event = AuditEvent.objects.get(action="study.prioritised")
    assert event.actor == lead
    assert event.data["purposive_until_all_is_rated"]
    assert purposive_items(study) == 6
    assert any("6 items still lack ratings" in note for note in assemble(study)["notes"])
    Slot.objects.update(state="filled")
    assert purposive_items(study) == 0
    assert not any("lack ratings" in note for note in assemble(study)["notes"])


def test_the_command_says_what_it_does(study: Study, items: list[Item]) -> None:
    judge_items(make_version(study), says(items, "PASS"))
    judge_items(make_version(study, number=2), says(items[:2], "FAIL"))
    out = StringIO()
    call_command("prioritise", study=study.slug, dry_run=True, json=True, stdout=out)
    result = json.loads(out.getvalue())
    assert (result["changed"], result["levels"][0]["items"]) == (2, 2)
    assert priorities(study) == [0] * 6
    assert not AuditEvent.objects.filter(action="study.prioritised").exists()
    out = StringIO()
    call_command("prioritise", study=study.slug, stdout=out)
    assert "2 items moved." in out.getvalue()
    assert priorities(study) == [3, 3, 0, 0, 0, 0]


def test_a_closed_study_is_bad_input(study: Study) -> None:
    study.state = "closed"
    study.save()
    with pytest.raises(CommandError, match="is closed") as error:
        call_command("prioritise", study=study.slug)
    assert error.value.returncode == 2
