"""Keys that may be a person's or a program's: the value decides."""

from typing import Any

import pytest

from cases.redaction import Redactor
from cases.redaction.roles import is_written_like_a_name, may_be_somebodys
from tests.cases.redaction.cases import data, run


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("agent_name", "Laleh Farahani"),
        ("line_manager", "Temitope Adeyemi-Cole"),
        ("usr_nm", "Peñalver, Rosario"),
        ("NAME1", "XIUYING LÜ"),
        ("assigned_to", "stamatia anagnostou"),
        ("requested_for", "Wanjiru"),
        ("technician", "Ruslan"),
        ("assignee", "सुनीता चतुर्वेदी"),
    ],
)
def test_names_below_roles_are_hidden_whole(redactor: Redactor, key: str, name: str) -> None:
    assert data(run(redactor, "hello", result={key: name})) == {key: "<PERSON_1>"}


def test_the_key_above_and_the_word_beside_may_tell_of_somebody(redactor: Redactor) -> None:
    result = {
        "note_attributes": [{"name": "gift_for", "value": "Bozkurt, Orhan"}],
        "customer": {"display": "Aoife Ní Bhriain"},
        "billTo": {"name": "Mehmet Öz"},
    }
    shown = data(run(redactor, "hello", result=result))
    assert shown["note_attributes"][0]["value"].startswith("<PERSON_")
    assert shown["customer"]["display"].startswith("<PERSON_")
    assert shown["billTo"]["name"].startswith("<PERSON_")


@pytest.mark.parametrize(
    "result",
    [
        {"agent": "billing_bot", "agent_name": "returns-agent"},
        {"manager": "Front Desk", "status_by": "system", "sent_via": "sms"},
        {"shipped_from": "Tier 2", "shop": "Harvey Nichols", "store_name": "John Lewis"},
        {"queue": "Returns", "tool_name": "lookup", "file_name": "ana.pdf"},
        {"order": {"name": "#1042-B"}, "email_template": "welcome_jane"},
        {"order": {"name": "#ORD-UN83-5753"}, "phone_model": "Nokia 3310"},
    ],
)
def test_programs_firms_and_codes_stay(redactor: Redactor, result: Any) -> None:
    assert data(run(redactor, "hello", result=result)) == result


def test_a_code_beside_an_email_is_nobody(redactor: Redactor) -> None:
    result = {"name": "#EU3033255", "email": "a@example.org"}
    done = run(redactor, "Where is EU3033255?", result=result)
    assert data(done)["name"] == "#EU3033255"


@pytest.mark.parametrize(
    "text", ["refund-agent", "tier 2", "morning", "Marketing", "bank transfer"]
)
def test_what_is_no_name(text: str) -> None:
    assert not is_written_like_a_name(text)


def test_keys_of_places_are_nobodys() -> None:
    assert not may_be_somebodys("shipped_from", "")
    assert may_be_somebodys("left_with", "")
