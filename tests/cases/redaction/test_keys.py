"""What keys say: births, postcodes and numbers that countries give, in words of many systems."""

from typing import Any

import pytest

from cases.redaction import Redactor
from cases.redaction.keys import ADDRESS, DOB, ID, KEEP, hint_of
from tests.cases.redaction.cases import data, run


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        *((key, DOB) for key in ("bday", "BRTH_DT", "birthDt", "born", "yearOfBirth", "GBDAT")),
        *((key, ADDRESS) for key in ("postal", "PSTL_CD", "zip5", "post_nr", "billing_zip")),
        *((key, ID) for key in ("taxFileNumber", "identity_no", "natl_id", "personnummer", "TFN")),
        *((key, ID) for key in ("socialInsuranceNumber", "passport_no", "gov_id", "id_document")),
        *((key, KEEP) for key in ("order_dt", "ship_date", "order_id", "tax", "item_number")),
        *((key, None) for key in ("doc", "post", "area", "identity_provider")),
    ],
)
def test_words_of_a_key_say_what_its_value_is(key: str, kind: str | None) -> None:
    assert hint_of(key) == kind


def test_a_date_below_a_birth_is_one_and_others_are_not() -> None:
    assert hint_of("date", "birth") == DOB
    assert hint_of("date", "delivery") == KEEP


@pytest.mark.parametrize(
    "result",
    [
        {"identity": "verified"},
        {"id_document": "passport", "status": "open"},
        {"passport": "expired"},
    ],
)
def test_a_word_below_a_key_for_ids_is_no_number(redactor: Redactor, result: Any) -> None:
    assert data(run(redactor, result=result)) == result


def test_numbers_and_dates_below_such_keys_are_hidden(redactor: Redactor) -> None:
    result = {"gov_id": "8510 231234", "birth": {"date": "1985-03-14"}, "born": "14.3.85"}
    assert data(run(redactor, result=result)) == {
        "gov_id": "<ID_1>",
        "birth": {"date": "<DOB_1>"},
        "born": "<DOB_2>",
    }
