"""The page of sessions that changed after work on their items had begun; the form's own errors."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from cases.importing import import_sessions
from cases.models import Case, ImportRun, Item, Person, Study
from raters.assignment import claim_next
from tests.cases.small_store import APP, SmallStore, talk


@pytest.fixture
def store(tmp_path: Path, settings: object) -> SmallStore:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]  # type: ignore[attr-defined]
    store = SmallStore(tmp_path / "sessions.db")
    store.add("one", talk("the first parcel"), intent="parcel")
    return store


@pytest.fixture
def leon(client: Client, lead: Person) -> Client:
    client.force_login(lead)
    return client


def load(study: Study, store: SmallStore) -> ImportRun:
    return import_sessions(study=study, source_uri=store.uri, app_name=APP)


def test_a_changed_session_is_listed_added_and_taken_back(
    leon: Client, study: Study, store: SmallStore, rater: Person
) -> None:
    url = reverse("revision_list", args=[study.slug])
    assert "Nothing here" in leon.get(url).content.decode()
    load(study, store)
    assert claim_next(study=study, rater=rater).assignment is not None
    store.say("one", ("user", "And when?"))
    run = load(study, store)
    case = Case.objects.current().get()
    report = leon.get(reverse("import_detail", args=[study.slug, run.pk])).content.decode()
    assert "1 case of this study has changed in the source" in report
    assert url in report
    page = leon.get(url).content.decode()
    assert case.key in page
    assert "Let it be rated too" in page
    added = leon.post(reverse("revision_add", args=[study.slug, case.key]), follow=True)
    assert "is in the queue now." in added.content.decode()
    assert "Take back" in added.content.decode()
    assert Item.objects.filter(case=case).exists()
    again = leon.post(reverse("revision_add", args=[study.slug, case.key]), follow=True)
    assert "is an item already" in again.content.decode()
    undone = leon.post(reverse("revision_undo", args=[study.slug, case.key]), follow=True)
    assert "is out of the queue." in undone.content.decode()
    assert not Item.objects.filter(case=case).exists()


def test_the_page_of_a_changed_case_says_what_raters_see_and_what_differs(
    leon: Client, study: Study, store: SmallStore, rater: Person
) -> None:
    load(study, store)
    claim_next(study=study, rater=rater)
    before = Case.objects.get()
    store.say("one", ("user", "And when?"))
    load(study, store)
    case = Case.objects.current().get()
    url = reverse("case_detail", args=[study.slug, case.key])
    page = leon.get(url)
    assert page.context["rated_revisions"] == [before]
    content = page.content.decode()
    assert f'Raters see <a href="{url}?revision=1">revision 1</a>, not this one.' in content
    assert "Let this one be rated too" in content
    last = len(case.read_steps())
    assert page.context["comparison"].added == [last]
    assert f"{url}?step={last}#step-{last}" in content
    leon.post(reverse("revision_add", args=[study.slug, case.key]))
    assert "not this one" not in leon.get(url).content.decode()


def test_what_somebody_has_begun_is_not_taken_back(
    leon: Client, study: Study, store: SmallStore, rater: Person
) -> None:
    load(study, store)
    first = claim_next(study=study, rater=rater).assignment
    assert first is not None
    store.say("one", ("user", "And when?"))
    load(study, store)
    case = Case.objects.current().get()
    leon.post(reverse("revision_add", args=[study.slug, case.key]))
    study.slots.exclude(item__case=case).update(state="filled")
    first.item.assignments.update(state="skipped", slot=None)
    assert claim_next(study=study, rater=rater).assignment is not None
    page = leon.post(reverse("revision_undo", args=[study.slug, case.key]), follow=True)
    assert "Somebody has rated one of these items or is rating it now" in page.content.decode()
    assert Item.objects.filter(case=case).exists()


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seed", "seven", "Enter a whole number."),
        ("sample", "0", "greater than or equal to 1"),
        ("allocation", "newest", "Select a valid choice"),
        ("pass_rates", "refund 0.7", "write key=label:number"),
        ("pass_rates", "intent=parcel:0.7", "used by allocation neyman only"),
        ("from_labels", "on", "nobody has rated cases of study"),
    ],
)
def test_what_the_form_cannot_take_is_said_and_kept(
    leon: Client, study: Study, store: SmallStore, field: str, value: str, words: str
) -> None:
    form = {"source_uri": store.uri, "app_name": APP, "seed": "0", "stratify": "intent"}
    page = leon.post(reverse("import_new", args=[study.slug]), form | {field: value, "do": "start"})
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not ImportRun.objects.exists()


def test_a_closed_study_says_so_on_the_page(leon: Client, study: Study, store: SmallStore) -> None:
    Study.objects.filter(pk=study.pk).update(state="closed")
    form = {"source_uri": store.uri, "app_name": APP, "seed": "0", "do": "start"}
    page = leon.post(reverse("import_new", args=[study.slug]), form)
    assert page.status_code == 422
    assert "is closed: open it in its settings, then import" in page.content.decode()


def test_a_changed_policy_is_told_before_the_import(
    leon: Client, study: Study, store: SmallStore
) -> None:
    load(study, store)
    form = {"source_uri": store.uri, "seed": "0", "do": "check"}
    url = reverse("import_new", args=[study.slug])
    told = "The redaction policy has changed since some cases came in."
    assert told not in leon.post(url, form).content.decode()
    Study.objects.filter(pk=study.pk).update(redaction_policy={"keep_keys": ["branch"]})
    assert told in leon.post(url, form).content.decode()
