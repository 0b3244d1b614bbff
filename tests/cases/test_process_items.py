import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.items import add_items
from cases.models import AuditEvent, Case, Item, Person, Study
from cases.process_items import (
    find_trajectories,
    make_trajectories,
    trajectories_made,
    undo_trajectory,
)
from cases.transcript import Step, StepKind, Turn, agent_steps
from raters.assignment import claim_next
from raters.models import Slot
from tests.make import join, make_case, make_person, make_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def case(study: Study) -> Case:
    return make_case(study)


def test_results_and_the_user_take_no_label() -> None:
    turns = make_turns()
    extra = (
        Step(5, StepKind.TRANSFER, "refunds_agent", text="billing_agent"),
        Step(6, StepKind.ERROR, "billing_agent", text="The model gave no answer."),
    )
    turns.append(Turn(3, "agent", extra))
    assert [step.index for step in agent_steps(turns)] == [2, 4, 5, 6]


def test_cases_are_made_once_and_queued(study: Study, case: Case, lead: Person) -> None:
    found = find_trajectories(study=study)
    assert (found.chosen, found.total, found.there) == ([(case.pk, case.key, 2)], 1, 0)
    assert make_trajectories(study=study, found=found, actor=lead) == 1
    assert make_trajectories(study=study, found=found, actor=lead) == 0
    assert Slot.objects.filter(item__kind=Item.Kind.PROCESS).count() == study.overlap
    again = find_trajectories(study=study)
    assert (again.chosen, again.total, again.there) == ([], 0, 1)
    assert AuditEvent.objects.filter(action="process.made").count() == 1


def test_a_case_is_rated_whole_and_by_steps_in_one_split(study: Study, case: Case) -> None:
    (whole,) = add_items(study=study, cases=[case])
    make_trajectories(study=study, found=find_trajectories(study=study), actor=None)
    (item,) = trajectories_made(study)
    assert item.split == whole.split
    assert item.key != whole.key


def test_the_choice_is_drawn_by_the_seed_and_narrowed_down(study: Study) -> None:
    cases = [make_case(study) for _ in range(8)]
    late = make_case(study, strata={"intent": "late_delivery", "outcome": "refused"})
    some = find_trajectories(study=study, limit=3, seed=4)
    assert some.chosen == find_trajectories(study=study, limit=3, seed=4).chosen
    drawn = {tuple(find_trajectories(study=study, limit=3, seed=n).chosen) for n in range(6)}
    assert len(drawn) > 1
    assert some.total == len(cases) + 1
    narrow = find_trajectories(study=study, strata={"intent": "late_delivery"})
    assert [pk for pk, _, _ in narrow.chosen] == [late.pk]


def test_a_case_in_which_no_agent_did_anything_is_never_chosen(study: Study) -> None:
    make_case(study, [Turn(1, "user", (Step(1, StepKind.SAY, "user", text="Hello?"),))])
    assert find_trajectories(study=study).chosen == []


def test_a_limit_of_none_and_a_closed_study_are_refused(study: Study, case: Case) -> None:
    with pytest.raises(BadInput, match="limit 0: ask for 1 to 5000 cases"):
        find_trajectories(study=study, limit=0)
    found = find_trajectories(study=study)
    study.state = Study.State.CLOSED
    with pytest.raises(BadInput, match="is closed: open it"):
        make_trajectories(study=study, found=found, actor=None)


def test_an_item_is_undone_until_somebody_has_begun(study: Study, case: Case, lead: Person) -> None:
    other = make_case(study)
    make_trajectories(study=study, found=find_trajectories(study=study), actor=lead)
    first = trajectories_made(study).get(case=other)
    assert undo_trajectory(study=study, pk=first.pk, actor=lead)
    assert not undo_trajectory(study=study, pk=first.pk, actor=lead)
    assert claim_next(study=study, rater=join(make_person(), study, "rater")).assignment
    with pytest.raises(BadInput, match="rated one of these items or is rating it now"):
        undo_trajectory(study=study, pk=trajectories_made(study).get().pk, actor=lead)


def test_the_page_counts_then_makes_then_undoes(
    client: Client, study: Study, case: Case, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("process_list", args=[study.slug])
    assert url in client.get(reverse("case_list", args=[study.slug])).content.decode()
    fields = {"limit": "10", "seed": "0", "intent": "damaged_item"}
    shown = client.post(url, fields | {"do": "look"}).content.decode()
    assert "1 of 1 case that can be made process items" in shown
    assert not trajectories_made(study).exists()
    client.post(url, fields | {"do": "make"})
    assert "1 process item, the newest first" in client.get(url).content.decode()
    client.post(reverse("process_undo", args=[study.slug, trajectories_made(study).get().pk]))
    assert not trajectories_made(study).exists()


def test_bad_fields_come_back(client: Client, study: Study, case: Case, lead: Person) -> None:
    client.force_login(lead)
    url = reverse("process_list", args=[study.slug])
    response = client.post(url, {"limit": "0", "seed": "0", "words": "kettle", "do": "make"})
    assert response.status_code == 422
    assert 'value="kettle"' in response.content.decode()


def test_raters_do_not_reach_the_page(client: Client, study: Study, rater: Person) -> None:
    client.force_login(rater)
    assert client.get(reverse("process_list", args=[study.slug])).status_code == 403


def test_the_command_shows_first_and_then_makes(study: Study, case: Case) -> None:
    out = StringIO()
    call_command("process_cases", study=study.slug, dry_run=True, json=True, stdout=out)
    said = json.loads(out.getvalue())
    assert said["cases"] == [{"case": case.key, "steps": 2}]
    assert not trajectories_made(study).exists()
    call_command("process_cases", study=study.slug, stdout=out)
    assert trajectories_made(study).count() == 1
    with pytest.raises(CommandError, match="limit 0"):
        call_command("process_cases", study=study.slug, limit=0, stdout=out)
