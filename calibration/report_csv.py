"""A report as a table: one row a criterion, judge and statistic. Pure."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from calibration.labels_format import guard

COLUMNS = (
    "criterion",
    "judge",
    "statistic",
    "value",
    "low",
    "high",
    "confidence",
    "method",
    "n",
    "undefined",
)
Json = Mapping[str, Any]


def report_rows(content: Json) -> Iterator[dict[str, Any]]:
    """Rows in COLUMNS: every estimate, then every count as a value with its own name."""
    blocks = list(content["criteria"].items())
    if not content["overall"]["undefined"]:
        blocks.append(("overall", content["overall"]))
    for key, block in blocks:
        for name in ("items", "labels", "settled"):
            yield _count(key, "", name, block[name])
        for name, n in sorted(block["states"].items()):
            yield _count(key, "", f"states.{name}", n)
        yield from _estimates(key, "", "prevalence", block["prevalence"])
        yield from _estimates(key, "", "humans", _by_name(block["humans"]))
        for judge, figures in block["judges"].items():
            for name in ("items", "valid", "errors", "missing", "compared"):
                yield _count(key, judge, name, figures[name])
            yield from _estimates(key, judge, "", _by_name(figures))
            yield {**_blank(key, judge, "use"), "value": figures["use"], "method": figures["why"]}


def _by_name(block: Json) -> Json:
    """Figures in the order of their names, whatever order the database gave them."""
    return dict(sorted(block.items()))


def _blank(key: str, judge: str, statistic: str) -> dict[str, Any]:
    return dict.fromkeys(COLUMNS, "") | {"criterion": key, "judge": judge, "statistic": statistic}


def _count(key: str, judge: str, statistic: str, n: int | None) -> dict[str, Any]:
    if n is None:
        return {**_blank(key, judge, statistic), "method": "count", "undefined": "held_out_spent"}
    return {**_blank(key, judge, statistic), "value": n, "method": "count", "n": n}


def _estimates(key: str, judge: str, prefix: str, block: Json) -> Iterator[dict[str, Any]]:
    for name, value in block.items():
        path = f"{prefix}.{name}" if prefix else name
        if not isinstance(value, Mapping):
            continue
        if "confidence" in value and "method" in value:
            row = {column: value[column] for column in COLUMNS[3:]}
            yield {
                **_blank(key, judge, path),
                **{k: "" if v is None else v for k, v in row.items()},
            }
        elif name != "judges":
            yield from _estimates(key, judge, path, _by_name(value))


def safe(value: Any) -> Any:
    """A cell that no spreadsheet takes for a formula; numbers stay numbers."""
    return guard(value) if isinstance(value, str) else value


def report_csv_text(content: Json) -> str:
    """The whole table with its header, CRLF line ends."""
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, COLUMNS)
    writer.writeheader()
    for row in report_rows(content):
        writer.writerow({name: safe(value) for name, value in row.items()})
    return buffer.getvalue()
