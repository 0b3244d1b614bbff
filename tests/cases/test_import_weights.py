"""Samples: strata, allocation, and the weight that each case has after one draw or several."""

from collections import Counter
from pathlib import Path

import pytest

from cases.errors import BadInput
from cases.import_options import ImportOptions, read_spreads
from cases.import_plans import Plan, plan_import
from cases.import_spreads import from_labels
from cases.importing import cancel_import, import_sessions, run_import, start_import
from cases.models import Case, ImportRun, Study
from cases.signals import items_added
from tests.calibration.answers import rate
from tests.cases.small_store import APP, SmallStore, talk
from tests.make import make_person


@pytest.fixture
def store(tmp_path: Path) -> SmallStore:
    """Twelve refunds and four parcels; tags and a team on some."""
    store = SmallStore(tmp_path / "sessions.db")
    for number in range(16):
        intent = "refund" if number < 12 else "parcel"
        tags = ["vip", "late"] if number % 2 else []
        store.add(f"s{number:02}", talk(f"{intent} {number}"), intent=intent, tags=tags)
    return store


def load(study: Study, store: SmallStore, **options: object) -> ImportRun:
    return import_sessions(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def plan(store: SmallStore, study: Study | None = None, **options: object) -> Plan:
    return plan_import(
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
        study=study,
    )


def weights(study: Study) -> dict[str, set[float | None]]:
    found: dict[str, set[float | None]] = {}
    for intent, weight in Case.objects.in_study(study).values_list("strata__intent", "weight"):
        found.setdefault(intent, set()).add(weight and round(weight, 9))
    return found


def test_a_draw_that_is_cancelled_at_its_end_changes_no_weight_that_was_there(
    study: Study, store: SmallStore
) -> None:
    load(study, store, sample=8)
    before = dict(Case.objects.values_list("pk", "weight"))
    assert set(before.values()) == {2.0}
    run = start_import(
        study=study,
        source_uri=store.uri,
        app_name=APP,
        options=ImportOptions(sample=8, seed=7),
    )

    def cancel(**_: object) -> None:
        cancel_import(run=run, actor=None)

    items_added.connect(cancel)
    try:
        run_import(run.pk)
    finally:
        items_added.disconnect(cancel)
    run.refresh_from_db()
    assert run.state == ImportRun.State.CANCELLED
    assert dict(Case.objects.filter(pk__in=before).values_list("pk", "weight")) == before


@pytest.mark.parametrize(
    ("options", "drawn"),
    [
        ({"sample": 8}, {"refund": 6, "parcel": 2}),
        ({"sample": 8, "allocation": "equal"}, {"refund": 4, "parcel": 4}),
        # N·S: 12 · 0.1 and 4 · 0.5 are 1.2 and 2 of 3.2; 3 and 5, but there are only 4.
        (
            {"sample": 8, "allocation": "neyman", "spreads": {"intent=refund": 0.1}},
            {"refund": 4, "parcel": 4},
        ),
        (
            {"sample": 4, "allocation": "neyman", "spreads": {"intent=parcel": 0.0}},
            {"refund": 3, "parcel": 1},
        ),
    ],
)
def test_the_sample_is_shared_as_chosen_and_weighs_what_it_stands_for(
    study: Study, store: SmallStore, options: dict[str, object], drawn: dict[str, int]
) -> None:
    load(study, store, **options)
    cases = Counter(Case.objects.values_list("strata__intent", flat=True))
    assert cases == drawn
    assert weights(study) == {
        "refund": {12 / drawn["refund"]},
        "parcel": {4 / drawn["parcel"]},
    }


def test_the_plan_shows_each_stratum_before_anything_is_written(store: SmallStore) -> None:
    rows = plan(store, sample=8, stratify=("intent",)).strata
    assert rows == [
        {"intent": "parcel", "sessions": 4, "drawn": 2, "probability": 0.5, "weight": 2.0},
        {"intent": "refund", "sessions": 12, "drawn": 6, "probability": 0.5, "weight": 2.0},
    ]


def test_tags_are_one_label_whatever_their_order(study: Study, store: SmallStore) -> None:
    state = '{"intent": "refund", "tags": ["late", "vip", "late"]}'
    store.execute("UPDATE sessions SET state = ? WHERE id = 's01'", state)
    rows = plan(store, sample=4, stratify=("tags",)).strata
    assert {(row["tags"], row["sessions"]) for row in rows} == {("", 8), ("late, vip", 8)}
    load(study, store, sample=4, stratify=("tags",))
    tags = Counter(Case.objects.values_list("strata__tags", flat=True))
    assert tags == {None: 2, "late, vip": 2}


def test_a_larger_draw_of_the_same_kind_holds_the_smaller_one(
    study: Study, store: SmallStore
) -> None:
    load(study, store, sample=4)
    first = set(Case.objects.values_list("session_key", flat=True))
    run = load(study, store, sample=8)
    assert run.report["sessions"]["imported"] == 4
    assert first < set(Case.objects.values_list("session_key", flat=True))
    assert weights(study) == {"refund": {2.0}, "parcel": {2.0}}
    assert run.report["warnings"] == []


def test_draws_of_two_seeds_have_the_chance_of_their_union(study: Study, store: SmallStore) -> None:
    load(study, store, sample=8, seed=1)
    load(study, store, sample=4, seed=2)
    # 1 − (1 − ½)(1 − ¼) = 0.625
    assert weights(study) == {"refund": {1.6}, "parcel": {1.6}}


def test_draws_by_other_strata_are_combined_cell_by_cell(study: Study, store: SmallStore) -> None:
    load(study, store, sample=8, allocation="equal", stratify=("intent",))
    load(study, store, sample=4, stratify=("tags",))
    # Of refunds 4 of 12, of parcels all; of either tag 2 of 8: 1 − ⅔·¾ = ½.
    assert weights(study) == {"refund": {2.0}, "parcel": {1.0}}


def test_all_after_a_sample_weigh_one(study: Study, store: SmallStore) -> None:
    load(study, store, sample=4)
    store.add("later", talk("one refund more"), intent="refund")
    load(study, store)
    assert weights(study) == {"refund": {1.0}, "parcel": {1.0}}


def test_a_sample_of_what_came_after_all_weighs_that_alone(study: Study, store: SmallStore) -> None:
    load(study, store)
    for number in range(4):
        store.add(f"later{number}", talk(f"refund {100 + number}"), intent="refund")
    run = load(study, store, sample=10, seed=3)
    assert run.report["sessions"]["looked_at_again"] > 0
    new = Case.objects.filter(import_run=run)
    row = next(row for row in run.strata if row["intent"] == "refund")
    assert set(new.values_list("weight", flat=True)) <= {16 / row["drawn"]}
    assert set(Case.objects.exclude(import_run=run).values_list("weight", flat=True)) == {1.0}


def test_a_source_that_has_grown_between_two_samples_leaves_the_weights_unknown(
    study: Study, store: SmallStore
) -> None:
    first = load(study, store, sample=4)
    store.add("later", talk("one refund more"), intent="refund")
    warnings = plan(store, study, sample=8).warnings
    assert len(warnings) == 1
    assert f"than when import {first.pk} drew from it" in warnings[0]
    assert weights(study) == {"refund": {4.0}, "parcel": {4.0}}  # nothing was written
    run = load(study, store, sample=8)
    assert run.report["warnings"] == warnings
    assert weights(study) == {"refund": {None}, "parcel": {None}}


@pytest.fixture
def elsewhere(store: SmallStore, tmp_path: Path) -> str:
    """Another address of the same store."""
    link = tmp_path / "link.db"
    link.symlink_to(store.path)
    return f"sqlite:///{link}"


def load_from(uri: str, study: Study, **options: object) -> ImportRun:
    return import_sessions(
        study=study,
        source_uri=uri,
        app_name=APP,
        options=ImportOptions(**options),  # type: ignore[arg-type]
    )


def test_draws_by_two_addresses_of_a_store_are_draws_from_one(
    study: Study, store: SmallStore, elsewhere: str
) -> None:
    load(study, store, sample=8, seed=1)
    run = load_from(elsewhere, study, sample=4, seed=2)
    assert run.report["warnings"] == []
    assert weights(study) == {"refund": {1.6}, "parcel": {1.6}}
    load(study, store, sample=4, seed=2)
    assert weights(study) == {"refund": {1.6}, "parcel": {1.6}}


def test_all_by_another_address_weigh_one_and_stay_so(
    study: Study, store: SmallStore, elsewhere: str
) -> None:
    load(study, store, sample=4)
    load_from(elsewhere, study)
    assert weights(study) == {"refund": {1.0}, "parcel": {1.0}}
    load(study, store, sample=4, seed=5)
    assert weights(study) == {"refund": {1.0}, "parcel": {1.0}}


def test_a_store_that_grew_before_it_was_drawn_from_by_another_address_has_unknown_weights(
    study: Study, store: SmallStore, elsewhere: str
) -> None:
    first = load(study, store, sample=4)
    store.add("later", talk("one refund more"), intent="refund")
    run = load_from(elsewhere, study, sample=8, seed=2)
    (warning,) = run.report["warnings"]
    assert f"came from another source by import {first.pk}" in warning
    assert weights(study) == {"refund": {None}, "parcel": {None}}


def test_a_store_of_other_sessions_changes_no_weight(
    study: Study, store: SmallStore, tmp_path: Path
) -> None:
    load(study, store, sample=4)
    other = SmallStore(tmp_path / "other.db")
    for number in range(6):
        other.add(f"other{number}", talk(f"question {number}"), intent="question")
    run = load(study, other, sample=3)
    assert run.report["warnings"] == []
    assert weights(study) == {"refund": {4.0}, "parcel": {4.0}, "question": {2.0}}


def test_with_more_strata_than_draws_a_lot_decides_and_weights_know_it(
    study: Study, tmp_path: Path
) -> None:
    store = SmallStore(tmp_path / "many.db")
    for number in range(12):
        store.add(f"s{number:02}", talk(f"question {number}"), intent=f"kind {number // 2}")
    seen = set()
    for seed in range(20):
        drawn = plan(store, sample=3, seed=seed)
        assert set(drawn.chosen.values()) == {4.0}
        assert len(drawn.chosen) == 3
        seen |= {row["intent"] for row in drawn.strata if row["drawn"]}
        assert {(row["probability"], row["weight"]) for row in drawn.strata} == {(0.25, 4.0)}
        (warning,) = (text for text in drawn.warnings if "'" not in text)
        assert "fall into 6 strata, and only 3 are drawn: a lot decides" in warning
    assert len(seen) == 6
    load(study, store, sample=3)
    load(study, store, sample=3)
    assert set(Case.objects.values_list("weight", flat=True)) == {4.0}
    # Another size with the same seed is neither nested nor independent.
    run = load(study, store, sample=4)
    assert any("Draw with another seed" in warning for warning in run.report["warnings"])
    assert set(Case.objects.values_list("weight", flat=True)) == {None}


def test_a_cancelled_draw_has_no_weights_until_it_is_run_again(
    study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cases.import_running.SESSIONS_PER_BATCH", 3)
    run = start_import(
        study=study, source_uri=store.uri, app_name=APP, options=ImportOptions(sample=8)
    )

    def stop(done: int, total: int) -> None:
        assert cancel_import(run=run, actor=None)

    run_import(run.pk, stop)
    run.refresh_from_db()
    assert run.state == ImportRun.State.CANCELLED
    assert Case.objects.count() == 3  # the batch after it finds out before it is written
    assert Case.objects.without_items().count() == 0
    assert set(Case.objects.values_list("weight", flat=True)) == {None}
    other = plan(store, study, sample=4, seed=9)
    assert "did not come to its end" in other.warnings[0]
    load(study, store, sample=8)
    assert Case.objects.count() == 8
    assert weights(study) == {"refund": {2.0}, "parcel": {2.0}}


def test_keys_that_no_session_has_are_warned_of(store: SmallStore) -> None:
    warnings = plan(store, sample=4, stratify=("intent", "tema")).warnings
    assert warnings == [
        "no session has the state key 'tema': it divides nothing, check how it is spelled"
    ]
    options = {"allocation": "neyman", "spreads": {"intent=refunds": 0.2}}
    assert plan(store, sample=4, **options).warnings == [
        "no session is in 'intent=refunds', for which a spread is given"
    ]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"sample": 0}, "sample 0: ask for one session or more"),
        ({"allocation": "newest"}, "allocation 'newest' is not known: choose proportional, equal"),
        ({"spreads": {"intent=a": 0.1}}, "used by allocation neyman only"),
        (
            {"allocation": "neyman", "spreads": {"team=a": 0.1}},
            "a spread is given for 'team', which is not among the strata intent, outcome",
        ),
    ],
)
def test_what_cannot_be_drawn_is_said(
    store: SmallStore, options: dict[str, object], words: str
) -> None:
    with pytest.raises(BadInput, match=words):
        plan(store, **options)


@pytest.mark.parametrize("text", ["refund:0.2", "intent=refund", "intent=refund:0.6", "a=b:x"])
def test_a_spread_that_names_no_stratum_or_number_is_said(text: str) -> None:
    with pytest.raises(BadInput, match="write key=label:number"):
        read_spreads([text])


def test_a_pass_rate_gives_a_spread() -> None:
    read = read_spreads(["intent=a: b:0.25"], ["intent=refund:0.9"])
    assert read == {"intent=a: b": 0.25, "intent=refund": 0.3}


def test_spreads_come_from_what_people_have_said(study: Study, store: SmallStore) -> None:
    with pytest.raises(BadInput, match="nobody has rated cases of study"):
        from_labels(study, ["intent"])
    load(study, store)
    for case in Case.objects.filter(strata__intent="parcel"):
        rate(case.items.get(), make_person(), correct_amount="PASS", grounded="PASS")
    spreads = from_labels(study, ["intent", "outcome"])
    # Four passes of four count as 5/6: √(5/6 · 1/6).
    assert spreads == {"intent=parcel": 0.3727}


def test_a_key_with_a_label_for_each_session_is_refused_by_name(
    study: Study, store: SmallStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cases.import_plans.MOST_STRATA", 5)
    for number in range(6):
        store.add(f"o{number}", talk(f"order {number}"), intent="order", order=f"order {number}")
    message = "into 8 strata, more than 5: state key 'order' alone has 7 labels"
    with pytest.raises(BadInput, match=message):
        load(study, store, sample=3, stratify=("intent", "order"))
    assert not ImportRun.objects.exists()
    # Where all are taken nothing goes by the strata.
    run = load(study, store, stratify=("intent", "order"))
    assert (run.state, run.strata) == ("finished", [])
    assert any("state key 'order' alone has 7 labels" in line for line in run.report["warnings"])


def test_strata_are_written_once_and_not_with_each_report(study: Study, store: SmallStore) -> None:
    run = load(study, store, sample=8)
    assert [row["intent"] for row in run.strata] == ["parcel", "refund"]
    assert "strata" not in run.report


def test_strata_whose_labels_are_withheld_are_told_apart(study: Study, store: SmallStore) -> None:
    for name in ("jo.bloggs@example.com", "ada.quill@example.org"):
        store.add(name[:2], talk("a lamp"), intent=name)
    rows = plan(store, study, sample=9).strata
    labels = [row["intent"] for row in rows]
    assert {"withheld 1", "withheld 2", "refund", "parcel"} == {*labels}
    assert len({*labels}) == len(labels)
