"""The long format without a database: cells, bytes, reading back, and what is refused."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.labels_format import (
    COLUMNS,
    csv_lines,
    encode,
    guard,
    jsonl_lines,
    read_labels,
    unguard,
)
from cases.errors import BadInput

# The contract, written out a second time: a column moved by mistake breaks somebody's import.
CONTRACT = (
    "study,item_id,case_id,criterion,rater_id,rater_kind,label,state,side_order,split,is_gold,"
    "rubric_version,judge_version,created_at,comment,item_kind,case_id_b,step,revision,sample,"
    "set_aside,cluster,stratum,weight,evidence,reason"
)


def row(**fields: Any) -> dict[str, Any]:
    defaults = {
        "study": "refunds",
        "item_id": "i-1",
        "case_id": "c-1",
        "criterion": "grounded",
        "rater_id": "r-1",
        "rater_kind": "human",
        "label": "PASS",
        "state": "label",
        "side_order": "",
        "split": "tuning",
        "is_gold": False,
        "rubric_version": "refund-v1",
        "judge_version": "",
        "created_at": "2026-01-31T09:05:00.000000Z",
        "comment": "",
        "item_kind": "absolute",
        "case_id_b": "",
        "step": None,
        "revision": 1,
        "sample": None,
        "set_aside": False,
        "cluster": "abc",
        "stratum": "intent=x",
        "weight": 1.5,
        "evidence": [],
        "reason": "",
    }
    return defaults | fields


def as_csv(*rows: dict[str, Any]) -> bytes:
    return encode("".join(csv_lines(rows)))


def as_jsonl(*rows: dict[str, Any]) -> bytes:
    return encode("".join(jsonl_lines(rows)))


def read(tmp_path: Path, data: bytes, name: str = "labels.csv") -> list[dict[str, Any]]:
    path = tmp_path / name
    path.write_bytes(data)
    return list(read_labels(path))


def test_columns_are_the_contracts() -> None:
    assert ",".join(COLUMNS) == CONTRACT


def test_exact_bytes_of_a_row() -> None:
    line = (
        "refunds,i-1,c-1,grounded,r-1,human,PASS,label,,tuning,false,refund-v1,,"
        '2026-01-31T09:05:00.000000Z,"so, ""wörtlich""\nzwei",absolute,,,1,,false,abc,intent=x,1.5,'
        '"[{""quote"": ""64,00 €""}]",'
    )
    made = as_csv(row(comment='so, "wörtlich"\nzwei', evidence=[{"quote": "64,00 €"}]))
    assert made == f"{CONTRACT}\r\n{line}\r\n".encode()
    assert as_jsonl(row(comment="é")).decode() == (
        '{"study": "refunds", "item_id": "i-1", "case_id": "c-1", "criterion": "grounded", '
        '"rater_id": "r-1", "rater_kind": "human", "label": "PASS", "state": "label", '
        '"side_order": "", "split": "tuning", "is_gold": false, "rubric_version": "refund-v1", '
        '"judge_version": "", "created_at": "2026-01-31T09:05:00.000000Z", "comment": "é", '
        '"item_kind": "absolute", "case_id_b": "", "step": null, "revision": 1, "sample": null, '
        '"set_aside": false, "cluster": "abc", "stratum": "intent=x", "weight": 1.5, '
        '"evidence": [], "reason": ""}\n'
    )


@pytest.mark.parametrize(
    "cell",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "\n=1",
        "  =1",
        "\u00a0=1",
        "＝1+1",
        '=cmd|" /C calc"!A0',
        "'=1",
        "''=1",
    ],
)
def test_a_formula_gets_one_apostrophe_and_loses_it_again(cell: str) -> None:
    assert guard(cell) == f"'{cell}"
    assert unguard(guard(cell)) == cell


@pytest.mark.parametrize("cell", ["", "'tis fine", "a=1", "<PERSON_1>", "2026-01-01", "'", "a\n=1"])
def test_harmless_cells_stay_as_they_are(cell: str) -> None:
    assert guard(cell) == cell
    assert unguard(cell) == cell


@given(st.text(alphabet="'=+-@＝ \t\r\nab", max_size=8))
def test_guarding_can_always_be_undone(cell: str) -> None:
    assert unguard(guard(cell)) == cell
    assert guard(cell)[:1] not in tuple("=+-@\t\r\n＝＋－＠") or guard(cell) == ""


texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40)


@given(comment=texts, label=texts.filter(bool), quote=texts, weight=st.floats(1e-9, 1e9))
def test_both_formats_read_back_and_write_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, comment: str, label: str, quote: str, weight: float
) -> None:
    folder = tmp_path_factory.mktemp("labels")
    made = row(comment=comment, label=label, evidence=[{"quote": quote}], weight=weight)
    for name, write in (("labels.csv", as_csv), ("labels.jsonl", as_jsonl)):
        rows = read(folder, write(made), name)
        assert rows == [made]
        assert write(*rows) == write(made)


def test_line_ends_nul_and_lone_surrogates_survive(tmp_path: Path) -> None:
    made = row(comment="a\r\nb\rc\nd\0e\u2028f\ufeff", evidence=[{"quote": "\ud800"}])
    assert read(tmp_path, as_csv(made)) == [made]
    assert read(tmp_path, as_jsonl(made), "labels.jsonl") == [made]
    as_csv(made).decode("utf-8")


def test_any_other_csv_reader_finds_the_same_cells() -> None:
    text = as_csv(row(comment='a,"b"\r\nc')).decode()
    records = list(csv.DictReader(StringIO(text, newline="")))
    assert len(records) == 1
    assert records[0]["comment"] == 'a,"b"\r\nc'


def test_a_cell_longer_than_the_csv_modules_limit_reads_back(tmp_path: Path) -> None:
    made = row(comment="x" * 200_000)
    assert read(tmp_path, as_csv(made)) == [made]


def test_four_columns_are_enough_and_may_stand_in_any_order(tmp_path: Path) -> None:
    data = "\ufefflabel,rater_id,criterion,item_id\r\nPASS,anna,grounded,i-1\r\n\r\n".encode()
    (found,) = read(tmp_path, data)
    assert tuple(found) == COLUMNS
    assert (found["label"], found["state"], found["rater_kind"]) == ("PASS", "label", "human")
    assert found["is_gold"] is False
    assert found["evidence"] == []
    assert found["weight"] is None


def test_other_time_zones_are_brought_to_utc_and_spreadsheet_booleans_are_read(
    tmp_path: Path,
) -> None:
    data = (
        b"item_id,criterion,rater_id,label,created_at,is_gold\n"
        b"i-1,grounded,r-1,PASS,2026-01-31T10:05:00+01:00,TRUE\n"
    )
    (found,) = read(tmp_path, data)
    assert found["created_at"] == "2026-01-31T09:05:00.000000Z"
    assert found["is_gold"] is True


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("item_id", "", "column item_id: empty"),
        ("label", "", "column label: empty"),
        ("state", "maybe", "column state: 'maybe' is none of label, cant_tell"),
        ("state", "skip", "column label: 'PASS' beside state skip"),
        ("rater_kind", "robot", "column rater_kind: 'robot'"),
        ("split", "test", "column split: 'test'"),
        ("side_order", "left", "column side_order: 'left'"),
        ("is_gold", "yes", "column is_gold: 'yes'"),
        ("created_at", "31.1.2026", "column created_at: '31.1.2026'"),
        ("created_at", "2026-01-31T09:05:00", "column created_at: '2026-01-31T09:05:00'"),
        ("step", "1.5", "column step: '1.5'"),
        ("weight", "nan", "column weight: 'nan'"),
        ("weight", "0", "column weight: '0'"),
        ("evidence", "{}", "column evidence: '{}'"),
    ],
)
def test_a_bad_cell_is_named_by_row_column_and_value(
    tmp_path: Path, column: str, value: str, says: str
) -> None:
    good = {"item_id": "i", "criterion": "c", "rater_id": "r", "label": "PASS"}
    names = [*good, *([column] if column not in good else [])]
    lines = [",".join(names)]
    for record in (good, good | {column: value}):
        cells = StringIO(newline="")
        csv.writer(cells).writerow([record.get(name, "") for name in names])
        lines.append(cells.getvalue().rstrip("\r\n"))
    with pytest.raises(BadInput, match=r"labels\.csv, row 3") as caught:
        read(tmp_path, "\r\n".join(lines).encode())
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("a.csv", b"", "row 1: no column item_id, criterion, rater_id, label"),
        ("a.csv", b"item_id;criterion;rater_id;label\n", "comma-separated"),
        ("a.csv", b"item_id,criterion,rater_id,label,label\n", "column label stands there twice"),
        ("a.csv", b"item_id,criterion,rater_id,label,score\n", "unknown column 'score'"),
        ("a.csv", b"item_id,criterion,rater_id,label\na,b,c\n", "row 2: 3 cells"),
        ("a.csv", b'item_id,criterion,rater_id,label\na,b,c,"d"e\n', "not CSV"),
        ("a.csv", b"item_id,criterion,rater_id,label\na,b,c,\xff\n", "not UTF-8"),
        ("a.jsonl", b'{"item_id": \n', "row 1: not JSON"),
        ("a.jsonl", b"[1]\n", "row 1: not a JSON object"),
        ("a.jsonl", b'{"item_id": "i"}\n', "row 1: no column criterion, rater_id, label"),
        (
            "a.jsonl",
            b'{"item_id": 1, "criterion": "c", "rater_id": "r", "label": "P"}\n',
            "column item_id: 1 is not text",
        ),
        ("a.xlsx", b"PK", "neither .csv nor .jsonl"),
    ],
)
def test_a_file_that_is_not_the_format_is_refused(
    tmp_path: Path, name: str, data: bytes, says: str
) -> None:
    with pytest.raises(BadInput) as caught:
        read(tmp_path, data, name)
    assert says in str(caught.value)


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="can't read"):
        list(read_labels(tmp_path / "nowhere.csv"))


def test_jsonl_keeps_types() -> None:
    record = json.loads("".join(jsonl_lines([row(is_gold=True, sample=0)])))
    assert record["is_gold"] is True
    assert record["sample"] == 0
    assert record["step"] is None
