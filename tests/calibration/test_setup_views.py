import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from calibration.setting_up import SetupStep, counts_of, steps_of
from cases.models import Item, Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import join, make_gold, make_item, make_person, make_slots, make_study
from tests.raters.answers import rate_next

pytestmark = pytest.mark.django_db


def address(study: Study) -> str:
    return reverse("study_setup", args=[study.slug])


def steps(study: Study) -> dict[str, SetupStep]:
    return {step.name: step for step in steps_of(study, counts_of(study))}


def states(study: Study) -> list[str]:
    return [str(step.state) for step in steps(study).values()]


@pytest.fixture
def client(lead: Person) -> Client:
    return as_person(lead)


def test_who_may_set_a_study_up(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    for person, status in ((rater, 403), (stranger, 404), (lead, 200), (admin, 200)):
        assert as_person(person).get(address(study)).status_code == status


# --- steps ----------------------------------------------------------------------------------------


def test_a_new_study_begins_with_cases() -> None:
    study = make_study(gold_share=0.05)
    assert states(study) == ["done", "open", "open", "done", "open", "done", "open", "open"]
    assert [step.name for step in steps(study).values() if step.now] == ["Cases"]
    assert "Cases, Items, Gold and training, Raters" in steps(study)["Check and open"].missing


def test_a_study_that_has_all_is_done() -> None:
    study = make_study(gold_share=0.05)
    make_slots(study, 2)
    make_item(study, split=Item.Split.HELD_OUT)
    make_gold(study, 1)
    for _ in range(2):
        join(make_person(), study, "rater")
    assert states(study) == ["fixed", "done", "done", "fixed", "done", "fixed", "done", "done"]
    assert not any(step.now for step in steps(study).values())
    study.state = "paused"
    assert steps(study)["Check and open"].now
    study.state = "closed"
    assert steps(study)["Check and open"].state == "fixed"


def test_what_is_missing_is_said() -> None:
    study = make_study(overlap=1, held_out_share=0)
    study.rubric_version.criteria.all().delete()
    found = steps(study)
    assert [found[n].state for n in ("Rubric", "Overlap", "Splits")] == ["open"] * 3
    study.held_out_share = 1
    assert "All is held out" in steps(study)["Splits"].missing
    make_slots(study, 1)
    found = steps(study)
    assert [found[n].state for n in ("Rubric", "Overlap", "Splits")] == ["fixed"] * 3
    study.extra_share, study.extra_overlap = 0.1, 3
    assert "4 more" in steps(study)["Raters"].missing
    assert "10% of the items get 3 more" in steps(study)["Overlap"].figures


def test_one_step_stands_out_and_every_link_leads_somewhere(study: Study, client: Client) -> None:
    assert client.get(address(study)).text.count('aria-current="step"') == 1
    for step in steps(study).values():
        assert client.get(step.url).status_code == 200
    make_slots(study, 1)
    for step in steps(study).values():
        assert client.get(step.url).status_code == 200


def test_the_overview_leads_here_while_nobody_has_rated(
    study: Study, rater: Person, client: Client
) -> None:
    overview = reverse("study_detail", args=[study.slug])
    assert address(study) in client.get(overview).text
    make_slots(study, 1)
    rate_next(study, rater)
    assert address(study) not in client.get(overview).text


# --- cost -----------------------------------------------------------------------------------------


def test_figures_are_tried_and_not_saved(study: Study, client: Client) -> None:
    page = client.get(address(study)).text
    assert "300 is an example" in page
    assert "Undefined: nobody may rate yet." in page
    join(make_person(), study, "rater")
    asked = {"items": "300", "overlap": "3", "minutes": "2", "hours": "4"}
    page = client.get(address(study), asked).text
    assert "<strong>30 rater-hours</strong>" in page
    assert '<td class="num">8</td>' in page
    assert "nothing is saved" in page
    study.refresh_from_db()
    assert study.overlap == 2


@pytest.mark.parametrize(
    ("name", "label", "typed"),
    [
        ("items", "Items", "many"),
        ("items", "Items", "0"),
        ("overlap", "Raters an item", "51"),
        ("minutes", "Minutes a rating", "nan"),
        ("hours", "Hours a day per rater", "25"),
        ("hours", "Hours a day per rater", ""),
    ],
)
def test_a_bad_figure_is_named_and_kept(
    study: Study, client: Client, name: str, label: str, typed: str
) -> None:
    answer = client.get(address(study), {"items": "77", name: typed})
    assert answer.status_code == 422
    assert f"<li>{label}: " in answer.text
    if typed:
        assert f'value="{typed}"' in answer.text


def test_the_number_of_queries_is_constant(study: Study, client: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(address(study))
        return len(seen)

    few = queries()
    make_slots(study, 5)
    make_gold(study, 3)
    join(make_person(), study, "rater")
    assert queries() == few
