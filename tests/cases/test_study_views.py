import pytest
from django.test import Client
from django.urls import reverse

from cases.models import Person, Study
from tests.cases.test_rubric_views import as_person
from tests.make import make_item, make_rubric_version

pytestmark = pytest.mark.django_db


def settings_post(study: Study, **changes: object) -> dict[str, object]:
    thresholds = {f"threshold_{name}": value for name, value in study.thresholds.items()}
    return (
        {
            "name": study.name,
            "description": "",
            "guidelines": "Be kind.",
            "overlap": study.overlap,
            "gold_share": 0,
            "held_out_share": 50,
            "lease_minutes": 60,
            "gold_misses": 3,
            "gold_window": 10,
            "training_pass": 80,
            "change_hours": "",
            "break_minutes": 50,
            "expected_minutes": 2,
            "content_warning": "",
            "adjudication_policy": "majority",
        }
        | thresholds
        | changes
    )


def test_who_may_see_what(
    study: Study, rater: Person, lead: Person, admin: Person, stranger: Person
) -> None:
    settings = reverse("study_settings", args=[study.slug])
    new = reverse("study_new")
    for url in (settings, new):
        assert Client().get(url)["Location"].startswith(reverse("login"))
        for person in (lead, admin):
            assert as_person(person).get(url).status_code == 200
        assert as_person(rater).get(url).status_code == 403
    assert as_person(stranger).get(settings).status_code == 404
    assert as_person(stranger).get(new).status_code == 403
    state = reverse("study_state", args=[study.slug])
    assert as_person(rater).post(state, {"state": "closed"}).status_code == 403
    assert as_person(stranger).post(state, {"state": "closed"}).status_code == 404
    assert as_person(lead).get(state).status_code == 405
    study.refresh_from_db()
    assert study.state == "open"


def new_post(version_pk: object, **changes: object) -> dict[str, object]:
    return {
        "name": "Spring",
        "slug": "",
        "rubric_version": version_pk,
        "overlap": 3,
        "gold_share": 5,
        "held_out_share": 40,
        "guidelines": "Read all of it.",
        "description": "",
    } | changes


def test_a_lead_makes_a_study(lead: Person) -> None:
    version = make_rubric_version()
    response = as_person(lead).post(reverse("study_new"), new_post(version.pk))
    assert response.status_code == 302
    study = Study.objects.get(slug="spring")
    assert response["Location"] == reverse("study_setup", args=["spring"])
    assert (study.overlap, study.gold_share, study.held_out_share) == (3, 0.05, 0.4)
    assert lead.role_in(study) == "admin"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"name": ""}, "This field is required"),
        ({"overlap": 0}, "greater than or equal to 1"),
        ({"gold_share": 60}, "less than or equal to 50"),
        ({"rubric_version": 999}, "not one of the available"),
        ({"slug": "new"}, "slug"),
        ({"name": "???"}, "slug"),
    ],
)
def test_a_bad_study_comes_back_filled_in(
    lead: Person, changes: dict[str, object], problem: str
) -> None:
    post = new_post(make_rubric_version().pk, **changes)
    response = as_person(lead).post(reverse("study_new"), post)
    page = response.content.decode()
    assert response.status_code == 422
    assert problem in page
    assert "Read all of it." in page
    assert Study.objects.count() == 1


def test_the_rubric_that_was_asked_for_is_chosen(lead: Person) -> None:
    version = make_rubric_version()
    page = as_person(lead).get(reverse("study_new") + f"?rubric={version.pk}").content.decode()
    assert f'<option value="{version.pk}" selected>' in page
    assert as_person(lead).get(reverse("study_new") + "?rubric=<x>").status_code == 200


def test_settings_are_saved(study: Study, lead: Person) -> None:
    url = reverse("study_settings", args=[study.slug])
    post = settings_post(study, name="Renamed", gold_share=10, threshold_judge_gate=0.7)
    assert as_person(lead).post(url, post).status_code == 302
    study.refresh_from_db()
    assert (study.name, study.guidelines, study.gold_share) == ("Renamed", "Be kind.", 0.1)
    assert study.thresholds["judge_gate"] == 0.7


def test_how_people_are_looked_after_is_set(study: Study, lead: Person) -> None:
    client = as_person(lead)
    chosen = {
        "gold_misses": 2,
        "gold_window": 5,
        "training_pass": 90,
        "change_hours": 24,
        "break_minutes": 0,
        "expected_minutes": 3.5,
        "content_warning": "Threats, word for word.",
    }
    address = reverse("study_settings", args=[study.slug])
    assert client.post(address, settings_post(study, **chosen)).status_code == 302
    study.refresh_from_db()
    assert {name: getattr(study, name) for name in chosen} == chosen | {"training_pass": 0.9}
    # Never to be changed, and as long as the study is open, are two things.
    client.post(address, settings_post(study, **chosen | {"change_hours": 0}))
    study.refresh_from_db()
    assert study.change_hours == 0
    client.post(address, settings_post(study, **chosen | {"change_hours": ""}))
    study.refresh_from_db()
    assert study.change_hours is None


def test_more_misses_than_looked_at_are_named(study: Study, lead: Person) -> None:
    address = reverse("study_settings", args=[study.slug])
    answer = as_person(lead).post(address, settings_post(study, gold_misses=6, gold_window=5))
    assert answer.status_code == 422
    assert "6 misses don&#x27;t fit into 5 items." in answer.text
    study.refresh_from_db()
    assert (study.gold_misses, study.gold_window) == (3, 10)


def test_bad_settings_come_back_filled_in(study: Study, lead: Person) -> None:
    url = reverse("study_settings", args=[study.slug])
    post = settings_post(study, name="Renamed", threshold_judge_gate=7)
    response = as_person(lead).post(url, post)
    assert response.status_code == 422
    assert 'value="Renamed"' in response.content.decode()
    study.refresh_from_db()
    assert study.name != "Renamed"


def test_what_is_fixed_stays_whatever_is_posted(study: Study, lead: Person) -> None:
    make_item(study)
    url = reverse("study_settings", args=[study.slug])
    assert as_person(lead).post(url, settings_post(study, overlap=9)).status_code == 302
    study.refresh_from_db()
    assert study.overlap == 2
    assert "Fixed, because the study has items" in as_person(lead).get(url).content.decode()


def test_an_odd_share_survives_a_save(study: Study, lead: Person) -> None:
    Study.objects.filter(pk=study.pk).update(held_out_share=1 / 3)
    make_item(study)
    url = reverse("study_settings", args=[study.slug])
    post = settings_post(study, name="Renamed")
    assert as_person(lead).post(url, post).status_code == 302
    study.refresh_from_db()
    assert (study.name, study.held_out_share) == ("Renamed", 1 / 3)


def test_a_study_is_paused_and_opened(study: Study, lead: Person) -> None:
    url = reverse("study_state", args=[study.slug])
    client = as_person(lead)
    client.post(url, {"state": "paused"})
    study.refresh_from_db()
    assert study.state == "paused"
    client.post(url, {"state": "open"})
    client.post(url, {"state": "nonsense"})
    study.refresh_from_db()
    assert study.state == "open"
