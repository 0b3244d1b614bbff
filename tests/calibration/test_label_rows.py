"""What rows a study's labels make, in which order, and that nothing else is told."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from calibration.label_rows import label_rows, rater_pseudonym
from calibration.labels_format import COLUMNS, LabelRow, csv_lines, encode, jsonl_lines, read_labels
from cases.errors import BadInput
from cases.models import Item, Person, Study
from judges.models import JudgeRun
from tests.calibration.answers import NOON, adjudicate, decline, judge, make_judge_run, rate
from tests.calibration.made import judge_items, make_items, make_next_version, make_version
from tests.make import make_case, make_item, make_person


def rows_of(study: Study, kind: str = "", split: str = "tuning") -> list[LabelRow]:
    return [r for r in label_rows(study=study, split=split) if not kind or r["rater_kind"] == kind]


@pytest.fixture
def item(study: Study) -> Item:
    case = make_case(study, key="c-1", conversation_key="f" * 64, weight=2.5)
    return make_item(study, case, key="i-1")


@pytest.fixture
def anna(db: None) -> Person:
    return make_person("anna@example.org")


@pytest.fixture
def ben(db: None) -> Person:
    return make_person("ben@example.org")


def test_a_label_is_one_row_with_every_column(study: Study, item: Item, anna: Person) -> None:
    evidence = [{"turn": 2, "quote": "64.00"}]
    rate(item, anna, grounded="PASS", comment="fine", evidence=evidence)
    (row,) = rows_of(study, "human")
    assert tuple(row) == COLUMNS
    assert row == {
        "study": study.slug,
        "item_id": "i-1",
        "case_id": "c-1",
        "criterion": "grounded",
        "rater_id": rater_pseudonym(anna.pk),
        "rater_kind": "human",
        "label": "PASS",
        "state": "label",
        "side_order": "",
        "split": "tuning",
        "is_gold": False,
        "rubric_version": str(study.rubric_version),
        "judge_version": "",
        "created_at": "2026-01-31T12:00:00.000000Z",
        "comment": "fine",
        "item_kind": "absolute",
        "case_id_b": "",
        "step": None,
        "revision": 1,
        "sample": None,
        "set_aside": False,
        "cluster": "f" * 16,
        "stratum": "intent=damaged_item; outcome=refunded",
        "weight": 2.5,
        "evidence": [{"quote": "64.00", "turn": 2}],
        "reason": "",
    }


def test_a_rater_is_a_stable_pseudonym(study: Study, item: Item, anna: Person) -> None:
    rate(item, anna, grounded="PASS")
    text = "".join(csv_lines(label_rows(study=study)))
    assert "anna" not in text.lower()
    assert rater_pseudonym(anna.pk) in text
    assert rater_pseudonym(anna.pk) != rater_pseudonym(anna.pk + 1)
    assert len(rater_pseudonym(anna.pk)) == 14


def test_only_the_revision_that_counts_is_a_row(study: Study, item: Item, anna: Person) -> None:
    rate(item, anna, grounded="FAIL")
    rate(item, anna, grounded="PASS")
    (row,) = rows_of(study, "human")
    assert (row["label"], row["revision"]) == ("PASS", 2)


def test_every_state_is_counted_apart(study: Study, item: Item, anna: Person, ben: Person) -> None:
    rate(item, anna, grounded="", correct_amount="PASS")
    decline(item, ben, "skipped", "torn =1")
    decline(item, make_person(), "opted_out", "")
    found = sorted(
        (r["state"], r["criterion"], r["label"], r["reason"]) for r in rows_of(study, "human")
    )
    assert found == [
        ("cant_tell", "grounded", "", ""),
        ("label", "correct_amount", "PASS", ""),
        ("opt_out", "correct_amount", "", ""),
        ("opt_out", "grounded", "", ""),
        ("skip", "correct_amount", "", "torn =1"),
        ("skip", "grounded", "", "torn =1"),
    ]


def test_verdicts_and_errors_are_rows_of_the_newest_run(study: Study, item: Item) -> None:
    judge(make_judge_run(study), item, grounded="FAIL", correct_amount="FAIL")
    judge(
        make_judge_run(study),
        item,
        grounded="PASS",
        correct_amount="!missing",
        rationale="It says so.",
        quote="a refund of 64.00",
    )
    errored, valid = rows_of(study, "judge")
    assert (errored["state"], errored["label"], errored["reason"]) == ("error", "", "missing")
    assert (valid["state"], valid["label"], valid["sample"]) == ("label", "PASS", 0)
    assert valid["rater_id"] == valid["judge_version"] == "baseline-v1"
    assert valid["comment"] == "It says so."
    assert valid["evidence"] == [{"quote": "a refund of 64.00"}]


@pytest.mark.parametrize("state", ["running", "stopped"])
def test_a_run_that_is_not_finished_has_no_rows(study: Study, item: Item, state: str) -> None:
    judge(make_judge_run(study), item, grounded="FAIL")
    later = make_judge_run(study)
    judge(later, item, grounded="PASS")
    JudgeRun.objects.filter(pk=later.pk).update(state=state)
    (row,) = rows_of(study, "judge")
    assert row["label"] == "FAIL"


def test_the_latest_run_replaces_every_sample_of_an_item(study: Study) -> None:
    """As in reports: the samples of an earlier run don't mix with those of a later one."""
    item, other = make_items(study, ["tuning"] * 2)
    version = make_version(study)
    first = judge_items(version, {item: {"grounded": "FAIL"}, other: {"grounded": "FAIL"}})
    judge_items(version, {item: {"grounded": "FAIL"}}, sample=1, run=first)
    judge_items(version, {item: {"grounded": "PASS"}})
    rows = rows_of(study, "judge")
    assert {(r["item_id"], r["sample"], r["label"]) for r in rows} == {
        (item.key, 0, "PASS"),
        (other.key, 0, "FAIL"),
    }


def test_settled_labels_say_how_they_were_settled(
    study: Study, item: Item, anna: Person, ben: Person, lead: Person
) -> None:
    rate(item, anna, grounded="PASS", correct_amount="PASS")
    rate(item, ben, NOON + timedelta(minutes=5), grounded="PASS", correct_amount="FAIL")
    adjudicate(item, lead, "correct_amount", "FAIL")
    reviewed, agreed = rows_of(study, "adjudicated")
    assert (agreed["label"], agreed["rater_id"], agreed["reason"]) == (
        "PASS",
        "majority",
        "unanimous",
    )
    assert agreed["created_at"] == "2026-01-31T12:05:00.000000Z"
    assert (reviewed["label"], reviewed["reason"]) == ("FAIL", "adjudicated")
    assert reviewed["rater_id"] == rater_pseudonym(lead.pk)
    assert reviewed["created_at"] == "2026-02-01T12:00:00.000000Z"


def test_a_decision_carried_over_from_another_version_is_a_reviewers(
    study: Study, item: Item, anna: Person, lead: Person
) -> None:
    rate(item, anna, grounded="PASS")
    adjudicate(item, lead, "grounded", "FAIL")
    study.rubric_version = make_next_version(study)
    study.save()
    (row,) = rows_of(study, "adjudicated")
    assert (row["label"], row["reason"]) == ("FAIL", "adjudicated")
    assert row["rater_id"] == rater_pseudonym(lead.pk)
    assert row["comment"] == "decided"


def test_what_is_left_to_a_reviewer_is_no_row(
    study: Study, item: Item, anna: Person, lead: Person
) -> None:
    study.adjudication_policy = "reviewer"
    study.save()
    rate(item, anna, grounded="PASS", correct_amount="PASS")
    adjudicate(item, lead, "grounded", "FAIL")
    (row,) = rows_of(study, "adjudicated")
    assert (row["criterion"], row["label"]) == ("grounded", "FAIL")


def test_ambiguous_is_a_cant_tell_and_a_tie_is_no_row(
    study: Study, item: Item, anna: Person, ben: Person, lead: Person
) -> None:
    rate(item, anna, grounded="PASS", correct_amount="PASS")
    rate(item, ben, grounded="FAIL", correct_amount="FAIL")
    adjudicate(item, lead, "grounded")
    (row,) = rows_of(study, "adjudicated")
    assert (row["criterion"], row["state"], row["label"], row["reason"]) == (
        "grounded",
        "cant_tell",
        "",
        "ambiguous",
    )


def test_pairwise_rows_name_both_cases_and_winners_by_case(study: Study, anna: Person) -> None:
    first, second = make_case(study, key="c-a"), make_case(study, key="c-b")
    pair = make_item(study, first, case_b=second, kind="pairwise", key="p-1")
    rate(pair, anna, grounded="first_case", side_order="ba")
    (row,) = rows_of(study, "human")
    assert (row["case_id"], row["case_id_b"], row["item_kind"]) == ("c-a", "c-b", "pairwise")
    assert (row["label"], row["side_order"]) == ("first_case", "ba")


def test_held_out_items_stay_behind_and_gold_is_flagged(study: Study, anna: Person) -> None:
    rate(make_item(study, key="i-held", split="held_out"), anna, grounded="PASS")
    rate(make_item(study, key="i-gold", purpose="gold"), anna, grounded="PASS")
    rate(make_item(study, key="i-tune"), anna, grounded="PASS")
    assert [(r["item_id"], r["is_gold"]) for r in rows_of(study, "human")] == [
        ("i-gold", True),
        ("i-tune", False),
    ]
    assert {r["item_id"] for r in rows_of(study, split="all")} == {"i-gold", "i-held", "i-tune"}
    with pytest.raises(BadInput, match="no split 'test'"):
        rows_of(study, split="test")


def test_other_studies_stay_out(study: Study, item: Item, anna: Person) -> None:
    from tests.make import make_study

    other = make_study()
    rate(make_item(other), anna, grounded="PASS")
    assert rows_of(study) == []


def test_order_is_by_content_not_by_when_or_who_came_first(
    study: Study, anna: Person, ben: Person
) -> None:
    items = {key: make_item(study, key=key) for key in ("i-b", "i-A", "i-a", "i-é")}
    for rater in (ben, anna):
        for key in ("i-é", "i-a", "i-b", "i-A"):
            rate(items[key], rater, grounded="PASS", correct_amount="PASS")
    rows = rows_of(study, "human")
    order = [(r["item_id"], r["criterion"], r["rater_id"]) for r in rows]
    assert order == sorted(order)
    assert [r["item_id"] for r in rows[::4]] == ["i-A", "i-a", "i-b", "i-é"]


def test_export_read_write_gives_the_same_bytes_for_hostile_text(
    study: Study, item: Item, anna: Person, ben: Person, tmp_path: Path
) -> None:
    rate(item, anna, grounded="PASS", comment='=HYPERLINK("http://x";"y")\r\n"zwei", drei\n')
    rate(item, ben, grounded="FAIL", comment="'@sum \u202eabc 👩‍👧 ﷽ \u2028", correct_amount="")
    decline(item, make_person(), "skipped", "-2+3")
    judge(make_judge_run(study), item, grounded="PASS", rationale="\t=1", quote="+49 30")
    for name, lines in (("a.csv", csv_lines), ("a.jsonl", jsonl_lines)):
        data = encode("".join(lines(label_rows(study=study))))
        assert data == encode("".join(lines(label_rows(study=study))))
        path = tmp_path / name
        path.write_bytes(data)
        rows = list(read_labels(path))
        assert rows == list(label_rows(study=study))
        assert encode("".join(lines(rows))) == data


def test_nul_is_shown_and_kept_out_of_files(study: Study, item: Item, anna: Person) -> None:
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL holds no NUL")
    rate(item, anna, grounded="PASS", comment="a\0b", evidence=[{"quote": "c\0d"}])
    (row,) = rows_of(study, "human")
    assert row["comment"] == "a␀b"
    assert row["evidence"] == [{"quote": "c␀d"}]


def test_queries_do_not_grow_with_the_labels(study: Study, anna: Person, ben: Person) -> None:
    run = make_judge_run(study)

    def add(count: int) -> None:
        for _ in range(count):
            item = make_item(study)
            rate(item, anna, grounded="PASS", correct_amount="FAIL")
            decline(item, ben, "skipped", "torn")
            judge(run, item, grounded="PASS")

    add(2)
    with CaptureQueriesContext(
        connection,
    ) as few:
        rows = len(rows_of(study))
    add(10)
    with CaptureQueriesContext(connection) as many:
        assert len(rows_of(study)) == 6 * rows
    assert len(many) == len(few)
