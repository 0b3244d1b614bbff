"""Importing again: sessions that changed become new revisions, and rated items stay."""

import json
from pathlib import Path

import pytest
from django.utils import timezone

from cases.import_options import ImportOptions
from cases.import_pages import policy_has_changed
from cases.importing import import_sessions
from cases.items import add_items, add_pair
from cases.known_answers import make_gold
from cases.models import AuditEvent, Case, ImportRun, Item, Person, Study
from cases.redaction_policies import cases_by_policy, policy_hash
from cases.replacing import add_beside, take_back
from raters.assignment import claim_next
from raters.models import Assignment, Slot
from tests.calibration.answers import make_judge_run
from tests.cases.small_store import APP, SmallStore, talk


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    store = SmallStore(tmp_path / "sessions.db")
    for name, about in (("one", "the first parcel"), ("two", "the second parcel")):
        store.add(name, talk(about))
    return store


def load(study: Study, store: SmallStore, **options: object) -> ImportRun:
    return import_sessions(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def counts(run: ImportRun) -> dict[str, int]:
    names = ("imported", "grown", "grown_but_rated", "unchanged", "same_text")
    return {name: run.report["sessions"][name] for name in names if name in run.report["sessions"]}


def current(study: Study, words: str) -> Case:
    cases = Case.objects.in_study(study).current()
    return next(case for case in cases if words in json.dumps(case.turns))


def grow(store: SmallStore) -> None:
    store.say("one", ("user", "And when will it be here?"), ("helper", "On Friday."))


def test_a_session_that_grew_becomes_a_new_revision_and_its_item_gives_way(
    study: Study, store: SmallStore
) -> None:
    load(study, store)
    old = current(study, "first parcel")
    item = old.items.get()
    grow(store)
    run = load(study, store)
    assert counts(run) == {"grown": 1, "unchanged": 1}
    assert run.report["changes"] == {"longer": 1}
    assert run.report["items"] == 0
    new = current(study, "On Friday.")
    assert (new.revision, new.session_key) == (2, old.session_key)
    assert new.conversation_key == old.conversation_key
    old.refresh_from_db()
    assert old.superseded
    assert not Item.objects.filter(pk=item.pk).exists()
    successor = new.items.get()
    assert (successor.split, successor.rank) == (item.split, item.rank)
    assert successor.key != item.key
    assert Slot.objects.filter(item=successor).count() == study.overlap
    assert Item.objects.filter(study=study).count() == 2
    assert counts(load(study, store)) == {"unchanged": 2}


def test_only_what_stands_in_the_events_counts_not_when_they_were_touched(
    study: Study, store: SmallStore
) -> None:
    load(study, store)
    store.execute("UPDATE sessions SET update_time = update_time + 1000")
    assert counts(load(study, store)) == {"unchanged": 2}
    grow(store)
    store.execute("UPDATE sessions SET update_time = -5")
    assert counts(load(study, store)) == {"grown": 1, "unchanged": 1}


@pytest.mark.parametrize("change", ["shorter", "same_length"])
def test_a_session_that_lost_or_changed_events_goes_by_the_same_rule(
    study: Study, store: SmallStore, change: str
) -> None:
    load(study, store)
    if change == "shorter":
        store.forget("one", events=1)
    else:
        store.execute("UPDATE events SET event_data = replace(event_data, 'first', 'third')")
    run = load(study, store)
    assert counts(run)["grown"] == 1
    assert run.report["changes"] == {change: 1}


def begin(study: Study, item: Item, how: str, rater: Person) -> None:
    """Begin work on the item in one of the ways there are."""
    if how == "leased":
        others = Slot.objects.exclude(item=item).filter(study=study)
        others.update(state="filled")
        assert claim_next(study=study, rater=rater).assignment is not None
        others.update(state="open")
    elif how == "given back":
        now = timezone.now()
        Assignment.objects.create(
            item=item, rater=rater, state="returned", leased_at=now, expires_at=now
        )
    elif how == "judged":
        make_judge_run(study).requests.create(item=item)
    elif how == "gold":
        make_gold(item=item, answers={"grounded": ("PASS", "It is.")}, actor=None)
    elif how == "paired":
        add_pair(study=study, case=item.case, case_b=current(study, "second parcel"))
    elif how == "settled":
        item.adjudications.create(
            criterion=study.rubric_version.criteria.get(key="grounded"),
            revision=1,
            outcome="settled",
            value="PASS",
            basis="audit",
            reviewer=rater,
        )


@pytest.mark.parametrize("how", ["leased", "given back", "judged", "gold", "paired", "settled"])
def test_an_item_with_work_on_it_is_never_replaced(
    store: SmallStore, study: Study, rater: Person, how: str
) -> None:
    Study.objects.filter(pk=study.pk).update(held_out_share=0)
    load(study, store)
    old = current(study, "first parcel")
    item = old.items.get()
    begin(study, item, how, rater)
    before = Item.objects.filter(pk=item.pk).values().get()
    slots = sorted(Slot.objects.filter(item=item).values_list("pk", "state"))
    grow(store)
    run = load(study, store)
    assert counts(run) == {"grown_but_rated": 1, "unchanged": 1}
    assert Item.objects.filter(pk=item.pk).values().get() == before
    assert sorted(Slot.objects.filter(item=item).values_list("pk", "state")) == slots
    new = current(study, "On Friday.")
    assert new.revision == 2
    assert not new.items.exists()
    # The next run makes no item of it either, and a third revision knows what went before.
    store.say("one", ("user", "Thank you."))
    assert counts(load(study, store)) == {"grown_but_rated": 1, "unchanged": 1}
    assert not current(study, "Thank you.").items.exists()


def test_a_lead_adds_the_new_revision_and_takes_it_back(
    store: SmallStore, study: Study, rater: Person, lead: Person
) -> None:
    load(study, store)
    item = current(study, "first parcel").items.get()
    begin(study, item, "leased", rater)
    grow(store)
    load(study, store)
    new = current(study, "On Friday.")
    assert list(Case.objects.in_study(study).beside_rated()) == [new]
    added = add_beside(study=study, case=new, actor=lead)
    assert added.split == item.split
    assert Slot.objects.filter(item=added).count() == study.overlap
    assert take_back(study=study, case=new, actor=lead) == 1
    assert not new.items.exists()
    assert Item.objects.filter(pk=item.pk).exists()
    actions = AuditEvent.objects.filter(actor=lead).values_list("action", flat=True)
    assert list(actions.order_by("pk")) == ["item.added_beside", "item.taken_back"]


def test_identical_text_makes_no_revision(study: Study, store: SmallStore) -> None:
    load(study, store)
    store.execute(
        'UPDATE events SET event_data = replace(event_data, \'"id"\', \'"turn_complete": true,'
        " \"id\"') WHERE session_id = 'one'"
    )
    assert counts(load(study, store)) == {"same_text": 1, "unchanged": 1}
    assert not Case.objects.filter(revision=2).exists()
    # Nothing has changed since it was seen so, and since it was seen as it is shown.
    assert counts(load(study, store)) == {"unchanged": 2}
    store.execute(
        "UPDATE events SET event_data = replace(event_data, '\"turn_complete\": true,', '')"
    )
    assert counts(load(study, store)) == {"unchanged": 2}


def test_a_changed_policy_is_applied_only_when_asked_for(
    study: Study, store: SmallStore, rater: Person
) -> None:
    store.add("three", talk("the lamp of 7 May"), intent="lamp")
    load(study, store)
    assert "the lamp" in json.dumps(current(study, "lamp").turns)
    policy = {
        "patterns": [
            {"name": "parcel", "kind": "ID", "regex": r"(?:first|second) parcel", "context": []}
        ]
    }
    Study.objects.filter(pk=study.pk).update(redaction_policy=policy)
    study.refresh_from_db()
    begin(study, current(study, "first parcel").items.get(), "leased", rater)
    assert counts(load(study, store)) == {"unchanged": 3}
    run = load(study, store, again=True)
    sessions = run.report["sessions"]
    assert sessions["redacted_afresh"] == 1
    assert sessions["redacted_afresh_but_rated"] == 1
    assert sessions["unchanged"] == 1
    now = json.dumps(list(Case.objects.in_study(study).current().values_list("turns", flat=True)))
    assert "second parcel" not in now
    # What came out the same is under the new policy as well.
    assert cases_by_policy(study) == {policy_hash(policy): 3}
    assert not policy_has_changed(study)


def test_what_was_erased_does_not_come_back(study: Study, store: SmallStore) -> None:
    load(study, store)
    case = current(study, "first parcel")
    Case.objects.filter(pk=case.pk).update(turns=[], erased_at=timezone.now())
    grow(store)
    run = load(study, store, again=True)
    assert run.report["sessions"]["erased"] == 1
    assert not Case.objects.filter(revision=2).exists()


def test_a_session_that_cannot_be_taken_any_more_leaves_its_case(
    study: Study, store: SmallStore
) -> None:
    load(study, store)
    case = current(study, "first parcel")
    store.execute(
        "UPDATE events SET event_data = '{\"author\": \"helper\"}' WHERE session_id = 'one'"
    )
    run = load(study, store)
    assert run.report["sessions"]["no_conversation"] == 1
    case.refresh_from_db()
    assert not case.superseded
    assert case.items.count() == 1


def test_cases_without_items_get_theirs_but_for_kept_ones(
    study: Study, store: SmallStore, rater: Person
) -> None:
    load(study, store)
    begin(study, current(study, "first parcel").items.get(), "leased", rater)
    grow(store)
    load(study, store)
    assert not Case.objects.in_study(study).without_items().exists()
    new = current(study, "On Friday.")
    assert len(add_items(study=study, cases=[new])) == 1
