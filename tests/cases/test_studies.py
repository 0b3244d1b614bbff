import pytest

from cases.errors import BadInput
from cases.models import AuditEvent, Membership, Person, Study
from cases.studies import change_study, create_study, set_state
from tests.make import make_item, make_person, make_rubric_version

pytestmark = pytest.mark.django_db


def test_a_study_makes_its_maker_the_admin() -> None:
    person = make_person()
    study = create_study(
        name="Refunds, autumn", rubric_version=make_rubric_version(), actor=person, overlap=3
    )
    assert study.slug == "refunds-autumn"
    assert (study.overlap, study.held_out_share, study.gold_share) == (3, 0.5, 0.05)
    assert person.role_in(study) == Membership.Role.ADMIN
    event = AuditEvent.objects.get(action="study.created")
    assert (event.actor, event.study, event.data["overlap"]) == (person, study, 3)


def test_seeds_are_drawn_unless_given() -> None:
    version = make_rubric_version()
    studies = [create_study(name=f"S{n}", rubric_version=version, actor=None) for n in range(3)]
    assert len({s.seed for s in studies}) > 1
    assert create_study(name="T", rubric_version=version, actor=None, seed=11).seed == 11


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"name": "???"}, "slug"),
        ({"name": "x", "slug": "new"}, "slug 'new'"),
        ({"name": "x", "slug": "Not Good"}, "slug"),
        ({"name": "x", "overlap": 0}, "overlap"),
        ({"name": "x", "gold_share": 0.9}, "gold_share"),
        ({"name": "x", "held_out_share": -1}, "held_out_share"),
        ({"name": ""}, "slug"),
        ({"name": "", "slug": "x"}, "name"),
    ],
)
def test_bad_studies_are_refused_whole(fields: dict[str, object], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        create_study(rubric_version=make_rubric_version(), actor=make_person(), **fields)  # type: ignore[arg-type]
    assert not Study.objects.exists()


def test_a_taken_slug_is_refused(study: Study) -> None:
    with pytest.raises(BadInput, match="there already"):
        create_study(name="x", slug=study.slug, rubric_version=study.rubric_version, actor=None)


def test_settings_change_and_are_recorded_without_their_texts(study: Study, lead: Person) -> None:
    changed = change_study(
        study=study, actor=lead, name="Better", guidelines="Secret words", overlap=study.overlap
    )
    assert changed == ["guidelines", "name"]
    study.refresh_from_db()
    assert (study.name, study.guidelines) == ("Better", "Secret words")
    event = AuditEvent.objects.get(action="study.changed")
    assert event.data == {"fields": ["guidelines", "name"], "values": {"name": "Better"}}
    assert change_study(study=study, actor=lead, name="Better") == []
    assert AuditEvent.objects.filter(action="study.changed").count() == 1


def test_what_items_were_made_by_is_fixed(study: Study, lead: Person) -> None:
    assert change_study(study=study, actor=lead, overlap=4) == ["overlap"]
    make_item(study)
    with pytest.raises(BadInput, match="overlap can't change"):
        change_study(study=study, actor=lead, overlap=5)
    assert change_study(study=study, actor=lead, overlap=4, gold_share=0.1) == ["gold_share"]


def test_unknown_settings_are_a_mistake_of_the_caller(study: Study, lead: Person) -> None:
    with pytest.raises(TypeError, match="slug"):
        change_study(study=study, actor=lead, slug="x")


def test_pausing_and_closing(study: Study, lead: Person) -> None:
    assert set_state(study=study, state="paused", actor=lead)
    assert not set_state(study=study, state="paused", actor=lead)
    study.refresh_from_db()
    assert study.state == "paused"
    assert set_state(study=study, state="closed", actor=lead)
    with pytest.raises(BadInput, match="choose among"):
        set_state(study=study, state="gone", actor=lead)
    actions = AuditEvent.objects.filter(study=study).order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["study.paused", "study.closed"]
