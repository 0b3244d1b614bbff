"""Dates with a month's name are neither people nor streets."""

import pytest

from cases.redaction import Redactor
from cases.redaction.dates import date_places
from tests.cases.redaction.cases import data, run, texts


@pytest.mark.parametrize(
    "date",
    [
        "14 Jan 2025",
        "Jan 7",
        "3rd of June 2025",
        "7. März",
        "2 May '24",
        "12-Dec-24",
        "Abril de 2025",
    ],
)
def test_a_date_is_seen_whole(date: str) -> None:
    text = f"since {date}, they say"
    assert [text[start:end] for start, end in date_places(text)] == [date]


@pytest.mark.parametrize("text", ["Jan called", "May I ask", "order 14 bags", "mark 12 boxes"])
def test_names_and_verbs_are_no_dates(text: str) -> None:
    assert date_places(text) == []


def test_dates_stay_beside_a_customer_called_jan(redactor: Redactor) -> None:
    result = {"customer": "Jan Novak", "promised": "21 Jan 2026", "on": "Jan 7"}
    done = run(redactor, "It should come by 21 Jan 2026, says Jan", result=result)
    assert texts(done) == ["It should come by 21 Jan 2026, says <PERSON_1>"]
    assert data(done)["promised"] == "21 Jan 2026"


def test_a_year_before_a_street_stays(redactor: Redactor) -> None:
    said = "Verified by phone 18 November 2026, Rue de la Station 73, 2801 Malines"
    shown = texts(run(redactor, said))[0]
    assert shown.startswith("Verified by phone 18 November 2026")
    assert "Station" not in shown
