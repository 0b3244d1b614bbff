"""Pairs of imported cases: twins stand in one split and become pairwise items."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cases.case_pairs import count_found, find_pairs, make_pairs
from cases.errors import BadInput
from cases.importing import import_sessions
from cases.models import AgentVersion, AuditEvent, Case, Item, Person, Study
from cases.transcript import turns_to_json
from raters.models import Assignment
from raters.sides import turns_of
from tests.cases.small_store import APP, SmallStore
from tests.make import make_turns

QUESTION = ("user", "Where is the parcel that I sent on Monday?")


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    """Ten conversations, each answered by two versions; and greetings that say nothing more."""
    store = SmallStore(tmp_path / "sessions.db")
    for number in range(10):
        said = ("user", f"Where is parcel number {number} that I sent on Monday?")
        for version in ("desk@1", "desk@2"):
            name = f"{version}-{number}"
            store.add(name)
            store.say(name, said, ("helper", f"{version} says: on its way."), version=version)
    for name in ("hi-1", "hi-2"):
        store.add(name, [("user", "Hi"), ("helper", "Hello.")])
    return store


@pytest.fixture
def loaded(study: Study, store: SmallStore) -> Study:
    import_sessions(study=study, source_uri=store.uri, app_name=APP)
    return study


def test_twins_share_their_conversation_and_so_their_split(loaded: Study) -> None:
    assert Case.objects.values("conversation_key").distinct().count() == 12
    for key in set(Case.objects.values_list("conversation_key", flat=True)):
        items = Item.objects.filter(case__conversation_key=key)
        assert items.values("split").distinct().count() == 1
    greetings = [c for c in Case.objects.all() if "Hi" in json.dumps(c.turns)]
    assert len({case.conversation_key for case in greetings}) == 2


def test_pairs_are_made_once_with_what_they_share_on_top(loaded: Study, lead: Person) -> None:
    found = find_pairs(study=loaded, limit=4, seed=3)
    assert (len(found.chosen), found.total, found.there) == (4, 10, 0)
    assert not Item.objects.filter(kind="pairwise").exists()
    made = make_pairs(study=loaded, chosen=found.chosen, actor=lead)
    assert (made.items, made.refused) == (4, [])
    again = find_pairs(study=loaded, limit=50)
    assert (again.total, again.there) == (6, 4)
    assert AuditEvent.objects.get(action="pairs.made").data == {"pairs": 4}
    item = Item.objects.filter(kind="pairwise").first()
    assert item is not None
    shown = turns_of(item.assignments.model(item=item, side_order="ab"))
    assert [turn.role for turn in shown[""]] == ["user"]
    assert shown["left"] != shown["right"]


def test_a_pair_across_two_splits_is_refused_and_said(loaded: Study) -> None:
    found = find_pairs(study=loaded, limit=1)
    first, second = found.chosen[0].first, found.chosen[0].second
    Item.objects.filter(case=first.case_id).update(split="tuning")
    Item.objects.filter(case=second.case_id).update(split="tuning")
    other = Case.objects.exclude(pk__in=[first.case_id, second.case_id]).first()
    assert other is not None
    made = make_pairs(study=loaded, chosen=found.chosen, actor=None)
    assert made.items == 1


def test_two_thousand_answers_to_one_opening_are_counted_without_being_read(
    study: Study, django_assert_max_num_queries: Any
) -> None:
    versions = [AgentVersion.objects.create(study=study, label=f"desk@{n}") for n in (1, 2)]
    Case.objects.bulk_create(
        Case(
            study=study,
            key=f"k{number}",
            session_key=f"k{number}",
            conversation_key="one",
            app_name=APP,
            agent_version=versions[number % 2],
            turns=turns_to_json(make_turns(answer=f"Answer {number}.")),
            content_hash=str(number),
        )
        for number in range(2_000)
    )
    with django_assert_max_num_queries(2) as asked:
        found = count_found(study=study)
    assert (found.total, found.there, found.chosen) == (1_000_000, 0, [])
    assert not any('"turns"' in query["sql"] for query in asked.captured_queries)
    # A choice reads no more cases than it needs, and makes its items with one lock.
    with django_assert_max_num_queries(10):
        chosen = find_pairs(study=study, limit=100).chosen
    assert len({c.first.case_id for c in chosen} | {c.second.case_id for c in chosen}) > 100
    with django_assert_max_num_queries(40):
        assert make_pairs(study=study, chosen=chosen, actor=None).items == 100
    assert count_found(study=study).total == 999_900


def test_a_pair_made_by_mistake_is_undone_until_somebody_has_had_it(
    client: Client, loaded: Study, lead: Person, rater: Person
) -> None:
    make_pairs(study=loaded, chosen=find_pairs(study=loaded, limit=2).chosen, actor=lead)
    kept, undone = Item.objects.filter(kind="pairwise").order_by("pk")
    client.force_login(lead)
    page = client.get(reverse("pair_list", args=[loaded.slug])).content.decode()
    assert "2 pairs made, the newest first" in page
    url = reverse("pair_undo", args=[loaded.slug, undone.pk])
    assert url in page
    now = timezone.now()
    Assignment.objects.create(item=kept, rater=rater, leased_at=now, expires_at=now)
    assert "The pair is undone." in client.post(url, follow=True).content.decode()
    assert list(Item.objects.filter(kind="pairwise")) == [kept]
    event = AuditEvent.objects.get(action="pair.undone")
    assert (event.actor, event.data["item"]) == (lead, undone.key)
    assert "gone already" in client.post(url, follow=True).content.decode()
    # Back to the page on which it was pressed.
    assert '<input type="hidden" name="page" value="1">' in page
    answer = client.post(url, {"page": "3"})
    assert answer.headers["Location"] == reverse("pair_list", args=[loaded.slug]) + "?page=3"
    url = reverse("pair_undo", args=[loaded.slug, kept.pk])
    assert "it stays as it is" in client.post(url, follow=True).content.decode()
    assert Item.objects.filter(pk=kept.pk).exists()
    # And what was undone can be made again.
    assert find_pairs(study=loaded, limit=50).total == 9


@pytest.mark.parametrize("limit", [0, -1, 1_001])
def test_a_limit_that_is_none_is_said(study: Study, limit: int) -> None:
    with pytest.raises(BadInput, match="ask for 1 to 1000 pairs"):
        find_pairs(study=study, limit=limit)


def test_a_closed_study_gets_no_pairs(loaded: Study) -> None:
    loaded.state = Study.State.CLOSED
    with pytest.raises(BadInput, match="is closed: open it in its settings"):
        make_pairs(study=loaded, chosen=[], actor=None)


def command(study: Study, **options: object) -> str:
    out = StringIO()
    call_command("pair_cases", study=study.slug, stdout=out, **options)
    return out.getvalue()


def test_the_command_shows_and_makes_pairs(loaded: Study) -> None:
    said = command(loaded, limit=3, dry_run=True)
    assert "up to 10 pairs can be made, 0 are there already; 3 chosen" in said
    assert said.count("1 turns of the user alike") == 3
    assert "(desk@1)" in said
    assert not Item.objects.filter(kind="pairwise").exists()
    result = json.loads(command(loaded, limit=3, json=True))
    assert (result["items"], result["refused"]) == (3, [])
    with pytest.raises(CommandError, match="ask for 1 to 1000 pairs") as caught:
        command(loaded, limit=0)
    assert caught.value.returncode == 2


def test_the_page_shows_and_makes_pairs(client: Client, loaded: Study, lead: Person) -> None:
    client.force_login(lead)
    url = reverse("pair_list", args=[loaded.slug])
    page = client.get(url).content.decode()
    assert "Up to 10 pairs can be made" in page
    form = {"limit": 2, "seed": 1}
    assert "Make 2 pairs" in client.post(url, form | {"do": "look"}).content.decode()
    assert not Item.objects.filter(kind="pairwise").exists()
    done = client.post(url, form | {"do": "make"}, follow=True).content.decode()
    assert "2 pairs are in the queue now." in done
    assert Item.objects.filter(kind="pairwise").count() == 2
    bad = client.post(url, {"limit": 0, "seed": "x", "do": "make"})
    assert bad.status_code == 422
    assert "Enter a whole number." in bad.content.decode()


def test_without_twins_the_page_says_what_to_do(client: Client, study: Study, lead: Person) -> None:
    client.force_login(lead)
    page = client.get(reverse("pair_list", args=[study.slug])).content.decode()
    assert "Nothing to compare yet" in page
    assert "Import sessions of a second version" in page


def test_raters_and_strangers_get_no_pairs(
    client: Client, study: Study, rater: Person, stranger: Person
) -> None:
    for person, status in ((rater, 403), (stranger, 404)):
        client.force_login(person)
        for name in ("pair_list", "revision_list"):
            assert client.get(reverse(name, args=[study.slug])).status_code == status


def test_two_versions_are_chosen_on_the_page_and_on_the_command_line(
    client: Client, loaded: Study, store: SmallStore, lead: Person
) -> None:
    for number in range(3):
        said = ("user", f"Where is parcel number {number} that I sent on Monday?")
        store.add(f"third-{number}")
        store.say(f"third-{number}", said, ("helper", "Look here."), version="desk@3")
    import_sessions(study=loaded, source_uri=store.uri, app_name=APP)
    client.force_login(lead)
    url = reverse("pair_list", args=[loaded.slug])
    page = client.get(url)
    assert page.context["found"].total == 10
    first, second = (f"{page.context['form'][f'{n}_version'].value()}" for n in ("first", "second"))
    assert (first, second) == ("desk@1", "desk@2")
    form = {"limit": "50", "seed": "0", "do": "look"}
    chosen = client.post(url, form | {"first_version": "desk@2", "second_version": "desk@3"})
    assert chosen.context["found"].total == len(chosen.context["found"].chosen) == 3
    one = client.post(url, form | {"first_version": "desk@2"})
    assert "Choose both versions" in one.content.decode()
    out = StringIO()
    asked = {"study": loaded.slug, "json": True, "dry_run": True, "stdout": out}
    call_command("pair_cases", versions=["desk@1", "desk@3"], **asked)
    assert {tuple(p["versions"]) for p in json.loads(out.getvalue())["pairs"]} <= {
        ("desk@1", "desk@3"),
        ("desk@3", "desk@1"),
    }
    with pytest.raises(CommandError, match="no agent version 'desk@9'"):
        call_command("pair_cases", versions=["desk@1", "desk@9"], **asked)


def test_what_the_page_says_of_nothing_to_compare_fits_what_was_asked(
    client: Client, study: Study, lead: Person
) -> None:
    client.force_login(lead)
    url = reverse("pair_list", args=[study.slug])
    assert "No two cases of different agent versions" in client.get(url).content.decode()
    asked = client.post(url, {"limit": "5", "seed": "0", "any_version": "on", "do": "look"})
    assert "No two cases begin with the same words" in asked.content.decode()
