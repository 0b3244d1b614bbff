import pytest
from django.db import DatabaseError, transaction

from cases.errors import BadInput
from cases.models import AuditEvent, Person, Rubric, RubricVersion, Study
from cases.rubrics import (
    add_rubric,
    change_version,
    criteria_with_changes,
    freeze,
    parse_rubric,
    rubric_yaml,
    save_rubric_version,
    spec_of,
    starter_text,
)
from tests.cases.test_rubric_spec import GOOD
from tests.elsewhere import elsewhere

pytestmark = pytest.mark.django_db


def saved(text: str = GOOD) -> RubricVersion:
    return save_rubric_version(spec=parse_rubric(text))


REWORDED = GOOD.replace("How friendly is it?", "How kind is it?")


def test_a_rubric_is_stored_whole_and_comes_back() -> None:
    version = save_rubric_version(spec=parse_rubric(starter_text()))
    assert str(version) == "refund-v1"
    spec = parse_rubric(starter_text())
    assert spec_of(version) == spec
    assert parse_rubric(rubric_yaml(version)).content_hash() == version.content_hash
    policy = version.criteria.get(key="policy")
    assert policy.values == ["FAIL", "PASS"]
    assert policy.position == 2
    assert policy.passes("PASS")
    assert policy.content_hash == spec.criteria[2].content_hash()


def test_the_same_content_is_the_same_version() -> None:
    first = saved()
    assert saved() == first
    assert saved(GOOD + "\n# a comment") == first
    second = saved(REWORDED)
    assert (second.number, second.rubric) == (2, first.rubric)
    assert saved() == first
    assert AuditEvent.objects.filter(action="rubric.version_added").count() == 2


def test_the_slug_comes_from_the_call_the_file_or_the_name() -> None:
    spec = parse_rubric(GOOD)
    assert save_rubric_version(spec=spec).rubric.slug == "support"
    assert save_rubric_version(spec=spec, slug="other").rubric.slug == "other"
    with pytest.raises(BadInput, match="slug"):
        save_rubric_version(spec=spec, slug="No Good!")
    with pytest.raises(BadInput, match="slug"):
        save_rubric_version(spec=spec.model_copy(update={"name": "???"}))


def test_a_new_rubric_must_not_hide_in_an_old_one(lead: Person) -> None:
    add_rubric(spec=parse_rubric(GOOD), actor=lead)
    with pytest.raises(BadInput, match="is there already"):
        add_rubric(spec=parse_rubric(REWORDED), actor=lead)
    assert RubricVersion.objects.filter(rubric__slug="support").count() == 1


def test_a_free_version_is_changed_in_place_and_keeps_its_rows(lead: Person) -> None:
    version = saved()
    before = version.criteria.get(key="tone").pk
    text = REWORDED.replace("key: grounded", "key: based").replace("name: Support", "name: Help")
    changed = change_version(version=version, spec=parse_rubric(text), actor=lead)
    assert changed == version
    assert [c.key for c in changed.criteria.all()] == ["based", "tone"]
    assert changed.criteria.get(key="tone").pk == before
    assert changed.criteria.get(key="tone").question == "How kind is it?"
    assert changed.content_hash == parse_rubric(text).content_hash()
    assert Rubric.objects.get(slug="support").name == "Help"


def test_a_frozen_version_stays_and_a_new_one_is_made(lead: Person) -> None:
    version = saved()
    freeze(version)
    changed = change_version(version=version, spec=parse_rubric(REWORDED), actor=lead)
    assert changed.number == 2
    assert version.criteria.get(key="tone").question == "How friendly is it?"
    same = change_version(version=version, spec=parse_rubric(GOOD), actor=lead)
    assert same == version


def test_freezing_is_done_once_and_the_database_holds_it() -> None:
    version = saved()
    stale = RubricVersion.objects.get(pk=version.pk)
    freeze(version)
    freeze(version)
    freeze(stale)
    assert AuditEvent.objects.filter(action="rubric.version_frozen").count() == 1
    with pytest.raises(DatabaseError), transaction.atomic():
        version.criteria.update(question="Other?")


def test_what_changed_since_the_version_before() -> None:
    saved()
    text = REWORDED.replace("key: grounded", "key: based")
    version = saved(text)
    assert [(r.criterion.key, r.change) for r in criteria_with_changes(version)] == [
        ("based", "new"),
        ("tone", "changed"),
    ]
    third = saved(text.replace("pass_levels: [PASS]", "gates: false"))
    assert [r.change for r in criteria_with_changes(third)] == ["", ""]


def test_rubrics_with_their_newest_version_in_one_query(
    study: Study, django_assert_num_queries: object
) -> None:
    saved()
    saved(
        REWORDED + "  - {key: x, question: q, levels: [{value: A, text: a}, {value: B, text: b}]}\n"
    )
    with django_assert_num_queries(1):  # type: ignore[operator]
        rows = {r.slug: r for r in Rubric.objects.with_latest()}
    support = rows["support"]
    assert (support.latest_number, support.criteria_count, support.study_count) == (2, 3, 0)
    assert rows[study.rubric_version.rubric.slug].study_count == 1


def test_what_was_made_of_an_old_wording_freezes_nothing(lead: Person) -> None:
    version = saved()
    stale = RubricVersion.objects.get(pk=version.pk)
    change_version(version=version, spec=parse_rubric(REWORDED), actor=lead)
    with pytest.raises(BadInput, match="changed a moment ago"):
        freeze(stale)
    version.refresh_from_db()
    assert version.frozen_at is None


@pytest.mark.django_db(transaction=True)
def test_a_change_under_way_makes_the_first_answer_wait_and_fail() -> None:
    version = saved()
    with transaction.atomic():
        change_version(version=version, spec=parse_rubric(REWORDED))
        # An answer in another process, which read the questions before the change.
        freezing = elsewhere(lambda: freeze(version))
        assert not freezing.done()
    with pytest.raises(BadInput, match="changed a moment ago"):
        freezing.result(timeout=30)
    version.refresh_from_db()
    assert version.frozen_at is None


@pytest.mark.django_db(transaction=True)
def test_a_change_waits_for_the_first_answer_and_becomes_a_new_version() -> None:
    version = saved()
    with transaction.atomic():
        freeze(version)
        changing = elsewhere(lambda: change_version(version=version, spec=parse_rubric(REWORDED)))
        assert not changing.done()
    assert changing.result(timeout=30).number == 2
    assert version.criteria.get(key="tone").question == "How friendly is it?"
