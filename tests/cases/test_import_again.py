"""Imports found again, run again, and what their pages say of weights and of empty strata."""

from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from cases.errors import BadInput
from cases.import_options import ImportOptions
from cases.import_pages import superseded_by, undrawn_words
from cases.importing import import_sessions, run_import
from cases.models import Case, ImportRun, Person, Study
from tests.cases.small_store import APP, SmallStore, talk


@pytest.fixture
def store(tmp_path: Path, settings: object) -> SmallStore:
    settings.CALIBRANT_IMPORT_DIRS = [str(tmp_path)]  # type: ignore[attr-defined]
    store = SmallStore(tmp_path / "sessions.db")
    for number in range(8):
        store.add(f"s{number}", talk(f"refund {number}"), intent="refund" if number else "parcel")
    return store


@pytest.fixture
def leon(client: Client, lead: Person) -> Client:
    client.force_login(lead)
    return client


def load(study: Study, store: SmallStore, **options: object) -> ImportRun:
    return import_sessions(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def weights() -> set[float | None]:
    return set(Case.objects.current().values_list("weight", flat=True))


def repeat(client: Client, run: ImportRun, **fields: str) -> ImportRun:
    client.post(reverse("import_repeat", args=[run.study.slug, run.pk]), fields)
    again = run.study.imports.latest("pk")
    assert again != run
    run_import(again.pk)
    again.refresh_from_db()
    return again


def test_only_what_is_here_is_looked_at_and_weights_stay(
    leon: Client, study: Study, store: SmallStore
) -> None:
    run = load(study, store, sample=4, stratify=())
    store.add("later", talk("one refund more"), intent="refund")
    again = repeat(leon, run, how="here")
    assert again.report["sessions"] == {"seen": 9, "looked_at_again": 4, "unchanged": 4}
    assert weights() == {2.0}
    page = leon.get(reverse("import_detail", args=[study.slug, again.pk])).content.decode()
    assert "weights stayed as they were" in page
    # It is no draw: the next one goes by what the first has drawn.
    assert superseded_by(run) is None
    store.execute("DELETE FROM events WHERE session_id = ?", "later")
    store.execute("DELETE FROM sessions WHERE id = ?", "later")
    load(study, store, sample=8, stratify=())
    assert weights() == {1.0}


def test_running_a_sample_again_asks_and_says_what_becomes_of_the_weights(
    leon: Client, study: Study, store: SmallStore
) -> None:
    run = load(study, store, sample=4, stratify=())
    store.add("later", talk("one refund more"), intent="refund")
    url = reverse("import_repeat", args=[study.slug, run.pk])
    page = leon.get(url).content.decode()
    assert "held 8 sessions at that draw and holds 9 now" in page
    assert "4 cases of this source would lose their weights" in page
    assert leon.post(url).status_code == 422
    assert study.imports.count() == 1
    again = repeat(leon, run, how="draw")
    assert any("weights are unknown" in text for text in again.report["warnings"])


def test_looking_again_needs_something_to_look_at(study: Study, store: SmallStore) -> None:
    with pytest.raises(BadInput, match="none of these sessions is in the study"):
        load(study, store, only_here=True)


def test_a_page_shows_no_weights_that_are_not_used_any_more(
    leon: Client, study: Study, store: SmallStore
) -> None:
    first = load(study, store, sample=4, stratify=())
    url = reverse("import_detail", args=[study.slug, first.pk])
    assert ">Weight</th>" in leon.get(url).content.decode()
    store.add("later", talk("one refund more"), intent="refund")
    second = load(study, store, sample=6, stratify=())
    page = leon.get(url).content.decode()
    assert ">Weight</th>" not in page
    assert f"import {second.pk}</a>" in page.split("superseded by", 1)[1]
    page = leon.get(reverse("import_detail", args=[study.slug, second.pk])).content.decode()
    assert ">Weight</th>" not in page
    assert "Weights of this draw are not used" in page


def test_strata_without_a_draw_are_said_in_words(
    leon: Client, study: Study, store: SmallStore
) -> None:
    rows = [{"sessions": 7, "drawn": 1}, {"sessions": 2, "drawn": 0}, {"sessions": 1, "drawn": 0}]
    said = undrawn_words(rows)
    assert said.startswith("2 of 3 strata give no session to this draw; they hold 3 of 10 sessions")
    assert undrawn_words(rows[:1]) == ""
    run = load(study, store, sample=1, stratify=("intent",))
    page = leon.get(reverse("import_detail", args=[study.slug, run.pk])).content.decode()
    assert "1 of 2 strata give no session to this draw" in page


def test_imports_are_listed_for_leads(
    leon: Client, study: Study, store: SmallStore, rater: Person, stranger: Person
) -> None:
    run = load(study, store, sample=4)
    url = reverse("import_list", args=[study.slug])
    page = leon.get(url).content.decode()
    assert reverse("import_detail", args=[study.slug, run.pk]) in page
    assert "a sample of 4" in page
    for start in ("case_list", "study_detail", "import_detail"):
        args = [study.slug, run.pk] if start == "import_detail" else [study.slug]
        assert f'href="{url}"' in leon.get(reverse(start, args=args)).content.decode()
    for person, status in ((rater, 403), (stranger, 404)):
        leon.force_login(person)
        assert leon.get(url).status_code == status


def test_choosing_anew_begins_with_what_was_chosen(
    leon: Client, study: Study, store: SmallStore
) -> None:
    run = load(
        study,
        store,
        sample=4,
        stratify=("intent",),
        seed=9,
        allocation="neyman",
        spreads={"intent=refund": 0.3},
        spreads_from="given",
    )
    page = leon.get(reverse("import_new", args=[study.slug]), {"from": run.pk})
    assert page.status_code == 200
    form = page.context["form"]
    assert form.apps == {APP: 8}
    assert form.is_valid()
    chosen = form.choice()
    assert chosen["options"].to_json() == ImportOptions.from_json(run.options).to_json()
    content = leon.get(reverse("import_new", args=[study.slug])).content.decode()
    assert f'<option value="{store.uri}">' in content


@pytest.mark.parametrize("odd", ["", "x", "99999", "9" * 40])
def test_choices_of_no_import_are_none(leon: Client, study: Study, odd: str) -> None:
    page = leon.get(reverse("import_new", args=[study.slug]), {"from": odd})
    assert page.status_code == 200
    assert not page.context["form"].is_bound
