"""The worked example of docs/statistics.md comes out of the code."""

import re
from pathlib import Path

import numpy as np
import pytest

from calibration.stats import comparison
from calibration.stats.kappa import cohen_kappa, raw_agreement
from calibration.stats.multirater import gwet_ac

TEXT = (Path(__file__).parents[3] / "docs" / "statistics.md").read_text(encoding="utf-8")


def table_cells(*names: str) -> list[list[str]]:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in TEXT.splitlines()
        if line.startswith("|")
    ]
    return [row for row in rows if row[0] in names]


def test_the_worked_example() -> None:
    table = np.array(
        [[float(c) for c in row[1:]] for row in table_cells("people FAIL", "people PASS")]
    )
    printed = {row[0]: float(row[2]) for row in table_cells(*FIGURES)}
    assert set(printed) == set(FIGURES)

    rng = np.random.default_rng(1)
    (a, b), (c, d) = table.astype(int)
    counts = np.array([[2, 0]] * a + [[1, 1]] * (b + c) + [[0, 2]] * d)
    shares = table / table.sum()
    found = {
        "raw agreement": raw_agreement(table).value,
        "chance agreement": float(shares.sum(axis=1) @ shares.sum(axis=0)),
        "Cohen's kappa": cohen_kappa(table, rng=rng).value,
        "false pass rate": b / (a + b),
        "false fail rate": c / (c + d),
        "human pass rate": (c + d) / 200,
        "judge pass rate": (b + d) / 200,
        "Gwet's AC1": gwet_ac(counts, rng=rng).value,
    }
    assert printed == {name: pytest.approx(value, abs=5e-4) for name, value in found.items()}


FIGURES = (
    "raw agreement",
    "chance agreement",
    "Cohen's kappa",
    "false pass rate",
    "false fail rate",
    "human pass rate",
    "judge pass rate",
    "Gwet's AC1",
)


def test_the_pairs_example() -> None:
    match = re.search(
        r"(\d+) wins, (\d+) losses .*?= ([\d.]+) with a Wilson interval "
        r"from ([\d.]+) to ([\d.]+)\.",
        TEXT,
    )
    assert match
    wins, losses = int(match[1]), int(match[2])
    estimate = comparison.win_rate(wins, losses)
    assert [f"{v:.3f}" for v in (estimate.value, estimate.low, estimate.high)] == [
        match[3],
        match[4],
        match[5],
    ]
