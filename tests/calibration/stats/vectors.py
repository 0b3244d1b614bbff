"""Reads tests/data/vectors.json: published and policy values of every statistic."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from calibration.stats.counts import Codes, encode, pair_table

PATH = Path(__file__).parents[2] / "data" / "vectors.json"
VECTORS: list[dict[str, Any]] = json.loads(PATH.read_text(encoding="utf-8"))


def scale_of(vector: dict[str, Any]) -> list[Any]:
    """The scale that a vector names, else the values that occur, sorted."""
    if "scale" in vector["params"]:
        return list(vector["params"]["scale"])
    rows = vector["input"]["items_by_raters"]
    return sorted({value for row in rows for value in row if value is not None})


def ratings_of(vector: dict[str, Any]) -> Codes:
    """Raters × items codes."""
    columns = zip(*vector["input"]["items_by_raters"], strict=True)
    return np.array([encode(column, scale_of(vector)) for column in columns])


def table_of(vector: dict[str, Any]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The k × k table of a confusion or two-rater vector."""
    if "matrix" in vector["input"]:
        return np.array(vector["input"]["matrix"], dtype=np.float64)
    a, b = ratings_of(vector)
    return pair_table(a, b, len(scale_of(vector)), weights=vector["input"].get("item_weights"))
