"""Trajectories in label files: which rows a rating makes, and that they come back as they were."""

from pathlib import Path

import pytest

from calibration.assembling import assemble
from calibration.label_rows import label_rows
from calibration.labels_format import LabelRow, csv_lines, encode, jsonl_lines, read_labels
from cases.models import Item, Person, Study
from raters.models import Assignment, FirstError, StepLabel
from tests.calibration.answers import decline, rate
from tests.make import make_item, make_person


@pytest.fixture
def item(study: Study) -> Item:
    return make_item(study, kind=Item.Kind.PROCESS, key="i-1")


def walk(
    item: Item, rater: Person, labels: dict[int, str], state: str = "none", **error: object
) -> None:
    rating = rate(item, rater)
    StepLabel.objects.bulk_create(
        StepLabel(rating=rating, step=step, value=value) for step, value in labels.items()
    )
    FirstError.objects.create(rating=rating, state=state, **error)


def said(study: Study) -> list[tuple[str, str, str, int | None]]:
    rows = label_rows(study=study)
    return [(row["criterion"], row["label"], row["state"], row["step"]) for row in rows]


def test_a_row_for_each_step_and_three_for_the_first_error(
    study: Study, item: Item, rater: Person
) -> None:
    walk(
        item,
        rater,
        {2: "NEEDED", 10: "HARMFUL"},
        "found",
        step=10,
        category="loop",
        agent="desk",
        comment="See step 10.",
        evidence=[{"quote": "again", "step": 10}],
    )
    assert said(study) == [
        ("first_error_agent", "desk", "label", 10),
        ("first_error_category", "loop", "label", 10),
        ("first_error_step", "10", "label", 10),
        ("step_label", "NEEDED", "label", 2),
        ("step_label", "HARMFUL", "label", 10),
    ]
    rows = {row["criterion"]: row for row in label_rows(study=study)}
    assert rows["first_error_step"]["comment"] == "See step 10."
    assert rows["first_error_step"]["evidence"] == [{"quote": "again", "step": 10}]
    assert rows["step_label"]["item_kind"] == "process"
    assert rows["step_label"]["rubric_version"] == ""


def test_no_error_and_cannot_tell_differ(study: Study, rater: Person) -> None:
    walk(make_item(study, kind=Item.Kind.PROCESS, key="i-1"), rater, {})
    walk(make_item(study, kind=Item.Kind.PROCESS, key="i-2"), rater, {}, "cant_tell")
    names = ["first_error_agent", "first_error_category", "first_error_step"]
    assert said(study) == [(name, "NONE", "label", None) for name in names] + [
        (name, "", "cant_tell", None) for name in names
    ]


def test_a_skip_is_a_row_for_each_thing_asked(study: Study, item: Item, rater: Person) -> None:
    decline(item, rater, "skipped", "torn")
    assert [(criterion, state) for criterion, _, state, _ in said(study)] == [
        ("first_error_agent", "skip"),
        ("first_error_category", "skip"),
        ("first_error_step", "skip"),
        ("step_label", "skip"),
    ]


@pytest.mark.parametrize("state", ["set_aside", "surplus"])
def test_what_is_taken_out_of_the_figures_says_so(
    study: Study, item: Item, rater: Person, state: str
) -> None:
    walk(item, rater, {2: "NEEDED"})
    rate(make_item(study, key="i-2"), rater, grounded="PASS")
    rate(make_item(study, key="i-3"), rater, grounded="PASS")
    Assignment.objects.exclude(item__key="i-3").update(state=state)
    aside = [(row["item_id"], row["set_aside"]) for row in label_rows(study=study)]
    assert sorted(set(aside)) == [("i-1", True), ("i-2", True), ("i-3", False)]


def test_files_come_back_as_they_were(
    study: Study, item: Item, rater: Person, tmp_path: Path
) -> None:
    found = {"step": 2, "category": "policy", "agent": "=desk", "comment": '"no",\n+1'}
    walk(item, rater, {2: "RECOVERY", 4: "REDUNDANT"}, "found", **found)
    walk(item, make_person(), {2: "NEEDED", 4: "NEEDED"}, "cant_tell")
    decline(item, make_person(), "opted_out", "")
    for name, lines in (("a.csv", csv_lines), ("a.jsonl", jsonl_lines)):
        data = encode("".join(lines(label_rows(study=study))))
        path = tmp_path / name
        path.write_bytes(data)
        rows: list[LabelRow] = list(read_labels(path))
        assert rows == list(label_rows(study=study))
        assert encode("".join(lines(rows))) == data


def test_reports_say_that_trajectories_are_in_none_of_their_figures(
    study: Study, item: Item, rater: Person
) -> None:
    rate(make_item(study), rater, grounded="PASS", correct_amount="PASS")
    assert assemble(study)["notes"] != []
    walk(item, rater, {2: "NEEDED"})
    content = assemble(study)
    assert content["criteria"]["grounded"]["items"] == 1
    assert content["notes"][0] == (
        "1 case is rated step by step: that is in exports and in no figure of this report."
    )
    make_item(study, kind=Item.Kind.PROCESS)
    assert assemble(study)["notes"][0].startswith("2 cases are rated step by step")
