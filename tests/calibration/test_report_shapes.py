"""What the page, the figures and the CSV make of a report's JSON. No database."""

import csv
import io
from typing import Any

import pytest

from calibration.charts import heat_map, interval_chart, place
from calibration.presenting import shown
from calibration.report_csv import COLUMNS, report_csv_text, safe
from calibration.report_notes import notes_of
from calibration.stats.estimate import Estimate, undefined


def estimate(value: float, low: float, high: float, n: int = 50) -> dict[str, Any]:
    return Estimate(value, low, high, 0.975, "kappa", n).to_json()


def test_the_axis_runs_from_minus_point_two_to_one() -> None:
    assert place(-0.2) == 3.0
    assert place(1.0) == 97.0
    assert place(0.4) == 50.0
    assert place(-0.9) == place(-0.2)


def test_a_chart_says_in_words_what_it_shows() -> None:
    missing = undefined("one_rater", method="kappa").to_json()
    rows = [
        ("People", estimate(0.7, 0.5, 0.9), "0.70 [0.50, 0.90], n 50", "people"),
        ("a-judge-with-a-rather-long-name-v12", missing, "undefined: one rater", "judge"),
    ]
    chart = interval_chart("Agreement", rows, thresholds=[0.6, 0.4])
    first, second = chart.bars
    assert first.low is not None
    assert first.at is not None
    assert first.high is not None
    assert first.low < first.at < first.high
    assert (second.at, second.low, second.text) == (None, None, "undefined")
    assert second.label.endswith("…")
    assert "a-judge-with-a-rather-long-name-v12: undefined: one rater" in chart.description
    assert [mark.text for mark in chart.thresholds] == ["0.4", "0.6"]


def test_heat_is_the_share_of_the_row() -> None:
    rows = heat_map(["FAIL", "PASS"], [[3, 1], [0, 0]])
    assert [cell.share for cell in rows[0].cells] == [0.75, 0.25]
    assert [cell.tint for cell in rows[0].cells] == [7, 2]
    assert [cell.agrees for cell in rows[0].cells] == [True, False]
    # A row without items has no shares, not shares of nought.
    assert [cell.share for cell in rows[1].cells] == [None, None]


def test_figures_come_with_interval_and_n() -> None:
    kappa = shown("Kappa", estimate(-0.1, -0.25, 0.08))
    assert kappa.text == "−0.10 [−0.25, 0.08], n 50"
    assert kappa.method == "kappa, 97.5 % confidence"
    assert shown("Rate", estimate(0.125, 0.1, 0.2), percent=True).value == "12.5 %"
    missing = shown("Kappa", undefined("no_pairs", method="kappa").to_json())
    assert missing.text == "undefined: no item has both labels"
    assert missing.value == ""


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\tx", "\rx", " =1", "\uff1d1"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert safe(cell) == f"'{cell}"


def test_numbers_stay_numbers() -> None:
    assert safe(-0.25) == -0.25
    assert safe("baseline-v1") == "baseline-v1"


def content(**changes: Any) -> dict[str, Any]:
    block = {
        "items": 60,
        "labels": 120,
        "settled": 60,
        "states": {"cant_tell": 0, "skip": 0, "opt_out": 0, "missing": 0},
        "prevalence": {"FAIL": estimate(0.3, 0.2, 0.4), "PASS": estimate(0.7, 0.6, 0.8)},
        "humans": {"raters": 2, "cohen_kappa": {"r-1|r-2": estimate(-0.1, -0.2, 0.1)}},
        "judges": {},
    }
    return {
        "criteria": {"=evil": {**block, **changes}},
        "overall": {"undefined": "no_pass_levels"},
        "raters": {},
        "reference_basis": {"single": 0},
    }


def test_the_csv_table() -> None:
    rows = list(csv.DictReader(io.StringIO(report_csv_text(content()))))
    assert tuple(rows[0]) == COLUMNS
    by_name = {row["statistic"]: row for row in rows}
    assert by_name["items"]["value"] == "60"
    assert by_name["states.cant_tell"]["value"] == "0"
    pair = by_name["humans.cohen_kappa.r-1|r-2"]
    assert (pair["value"], pair["low"], pair["n"], pair["undefined"]) == ("-0.1", "-0.2", "50", "")
    assert {row["criterion"] for row in rows} == {"'=evil"}


def test_notes_name_what_a_number_can_not() -> None:
    assert notes_of(content()) == []
    many = notes_of(
        content(states={"cant_tell": 30, "skip": 0, "opt_out": 0, "missing": 0}), off_scale=2
    )
    assert "2 labels are not on their criterion's scale" in many[0]
    assert "20% of the answers are “can't tell”" in many[1]
    rare = notes_of(content(prevalence={"PASS": estimate(0.97, 0.9, 0.99)}))
    assert "97% of the settled labels are PASS" in rare[0]
    only = notes_of(content(prevalence={"PASS": estimate(1.0, 0.9, 1.0)}))
    assert "all settled labels are PASS" in only[0]
    thin = notes_of(content(judges={"baseline-v1": {"compared": 12}}))
    assert "Few items compare baseline-v1 with people (=evil 12)" in thin[0]
