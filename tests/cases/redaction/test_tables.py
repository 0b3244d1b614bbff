from typing import Any

import pytest

from cases.redaction import Policy, Redactor
from cases.redaction.tables import find_tables, header, pair_name, table_of
from tests.cases.redaction.cases import data, run, texts


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (
            {"columns": ["name", "phone", "total"], "rows": [["qadira osei", "612 34 57 62", 9.5]]},
            [["<PERSON_1>", "<PHONE_1>", 9.5]],
        ),
        (
            {"fields": [{"name": "order"}, {"name": "email"}], "rows": [["BR-1", "x y at z"]]},
            [["BR-1", "<EMAIL_1>"]],
        ),
        ({"columns": ["sku", "name"], "rows": [["S-1", "brass lamp"]]}, [["S-1", "brass lamp"]]),
    ],
)
def test_rows_are_read_by_the_names_of_their_columns(
    redactor: Redactor, given: Any, shown: Any
) -> None:
    assert data(run(redactor, result=given))["rows"] == shown


def test_a_first_row_of_names_and_pairs_are_read_as_such(redactor: Redactor) -> None:
    rows = [["customer", "total"], ["qadira osei", 9.5], ["minh tran", 8]]
    done = data(run(redactor, result={"rows": rows, "pair": ["phone", "612 34 57 62"]}))
    assert done == {
        "rows": [["customer", "total"], ["<PERSON_1>", 9.5], ["<PERSON_2>", 8]],
        "pair": ["phone", "<PHONE_1>"],
    }


def test_csv_and_tables_of_markdown_in_text(redactor: Redactor) -> None:
    done = run(
        redactor,
        'order,customer,total\r\nBR-1,"osei, qadira",9.5\r\nBR-2,minh tran,8\n',
        "| order | phone |\n|---|---|\n| BR-1 | 612 34 57 62 |\n",
    )
    assert texts(done) == [
        'order,customer,total\r\nBR-1,"<PERSON_1>",9.5\r\nBR-2,<PERSON_2>,8\n',
        "| order | phone |\n|---|---|\n| BR-1 | <PHONE_1> |\n",
    ]


def test_lists_of_fields_and_prose_are_no_tables() -> None:
    assert pair_name(["name", "phone"]) is None
    assert pair_name(["phone", "tablet"]) is None
    assert header(["A-1", "B-2"]) is None
    assert table_of({"columns": 3, "rows": [[1]]}) == ([], "")
    assert find_tables("Dear customer, hello\nwe are sorry, indeed", Policy()) == []
