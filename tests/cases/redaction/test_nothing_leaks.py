"""Whatever private strings stand wherever in a session, nothing that is kept holds one of them."""

import itertools
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import TestCase
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cases.importing import queue_import, run_import
from cases.models import Case, Study
from cases.redaction import CaseText, Redacted, Redactor
from cases.transcript import Step, StepKind, Turn, steps_of

NUMBERS = itertools.count()
FIRST = ("Thandiwe", "Marguerite", "Björn", "Zoë-Mae", "Oluwaseun", "Siobhán")
LAST = ("Okonkwo", "Sjöberg", "O'Hanlon", "Raghunathan", "Wiśniewski", "Featherstonehaugh")
STREETS = ("14 Larkspur Close, Leeds LS1 4DY", "Lindenallee 12b, 50968 Köln", "901 W. Elm Street")
PHONES = ("+44 161 496 0123", "(312) 555-0164", "0161 496 0871", "+33 1 99 00 55 12")
CARDS = ("4012 8888 8888 1881", "5555-5555-5555-4444", "378282246310005")
IBANS = ("GB33 BUKB 2020 1555 5555 55", "DE89370400440532013000")
SECRETS = ("sk-live-abcdefghijklmnop1234", "AKIAIOSFODNN7EXAMPLE")
IDS = ("219-09-9999", "QQ 12 34 56 C".replace("QQ", "AB"))
BIRTHS = ("14 March 1979", "1979-03-14")
IPS = ("203.0.113.9", "198.51.100.23")


@st.composite
def people(draw: st.DrawFn) -> dict[str, str]:
    """One invented person: kind of value → value. Digits are drawn where no check binds them."""
    first, last = draw(st.sampled_from(FIRST)), draw(st.sampled_from(LAST))
    handle = f"{first}.{last}{draw(st.integers(10, 99))}".lower()
    mail = re.sub(r"[^a-z0-9.]", "", handle.translate(str.maketrans("öëáśń", "oeasn")))
    return {
        "PERSON": f"{first} {last}",
        "EMAIL": f"{mail}@example.com",
        "PHONE": draw(st.sampled_from(PHONES)),
        "ADDRESS": draw(st.sampled_from(STREETS)),
        "CARD": draw(st.sampled_from(CARDS)),
        "IBAN": draw(st.sampled_from(IBANS)),
        "SECRET": draw(st.sampled_from(SECRETS)),
        "ID": draw(st.sampled_from(IDS)),
        "DOB": draw(st.sampled_from(BIRTHS)),
        "IP": draw(st.sampled_from(IPS)),
        "USER": f"u{draw(st.integers(10_000, 99_999))}",
    }


SENTENCES = (
    "My name is {PERSON} and my e-mail is {EMAIL}.",
    "Ring me on {PHONE} please, I live at {ADDRESS}.",
    "I paid with {CARD}; refund to {IBAN} please, order BR-204417.",
    "I was born on {DOB}, my SSN is {ID} and the key is {SECRET}.",
    "It came from {IP}. Regards,\n{PERSON}",
    "{PERSON} HERE, WHERE IS MY ORDER?",
)
RECORDS: tuple[Any, ...] = (
    {"customer": {"name": "{PERSON}", "email": "{EMAIL}", "dob": "{DOB}"}, "order_id": "BR-1"},
    {"columns": ["name", "phone"], "rows": [["{PERSON}", "{PHONE}"]]},
    {"csv": "name,phone,total\n{PERSON},{PHONE},24.5\n"},
    {"payload": {"__json__": {"shipping_address": "{ADDRESS}", "national_id": "{ID}"}}},
    {"{EMAIL}": {"orders": 3}, "notes": ["call {PHONE}", ["phone", "{PHONE}"]]},
    {"{PERSON}": 2, "account": {"iban": "{IBAN}", "card_number": "{CARD}", "password": "{SECRET}"}},
    {"contact": {"type": "phone", "value": "{PHONE}"}, "client_ip": "{IP}"},
    {"status": "left with {PERSON} at {ADDRESS}", "user_id": "{USER}"},
    {"error": "no customer {EMAIL} ({IP})"},
)


def filled(template: Any, person: dict[str, str]) -> Any:
    if isinstance(template, dict):
        if "__json__" in template:
            return json.dumps(filled(template["__json__"], person))
        return {filled(key, person): filled(item, person) for key, item in template.items()}
    if isinstance(template, list):
        return [filled(item, person) for item in template]
    return template.format(**person) if isinstance(template, str) else template


@st.composite
def sessions(draw: st.DrawFn) -> tuple[dict[str, str], list[tuple[str, dict[str, Any]]]]:
    """A person, and the parts of a session about them, each with its author."""
    person = draw(people())
    # A record that names the person stands in each, since free text alone promises less.
    record = {"customer_name": person["PERSON"], **filled(RECORDS[0], person)}
    parts = [("agent", _returned("get_customer", record))]
    for _ in range(draw(st.integers(1, 4))):
        said = filled(draw(st.sampled_from(SENTENCES)), person)
        parts.append(("user", {"text": said}))
        data = filled(draw(st.sampled_from(RECORDS)), person)
        name = draw(st.sampled_from(("search", "look_up")))
        if draw(st.booleans()):
            parts.append(("agent", {"function_call": {"name": name, "args": data}}))
        else:
            parts.append(("agent", _returned(name, data)))
    return person, parts


def _returned(name: str, data: Any) -> dict[str, Any]:
    return {"function_response": {"name": name, "response": data}}


def spellings(value: str) -> set[str]:
    """A private value as written, in small letters, without spaces, and as JSON writes it."""
    run = re.sub(r"[\W_]", "", value).lower()
    return {value.lower(), json.dumps(value)[1:-1].lower(), *({run} if len(run) >= 9 else ())}


def left_of(person: dict[str, str], kept: str) -> list[str]:
    kept = kept.lower()
    run = re.sub(r"[\W_]", "", kept)
    names = person["PERSON"].split()
    return [
        value
        for value in (*person.values(), *names)
        if any(
            spelling in kept or (len(spelling) >= 9 and spelling in run)
            for spelling in spellings(value)
        )
    ]


def store_at(path: Path, person: dict[str, str], parts: list[tuple[str, dict[str, Any]]]) -> str:
    """An ADK store with one session; the person is its user, and in the user's state."""
    schema = Path(__file__).parents[2] / "data" / "adk_sessions_v1.db"
    with sqlite3.connect(schema) as template, sqlite3.connect(path) as store:
        template.backup(store)
        for table in ("events", "sessions", "user_states", "app_states"):
            store.execute(f"DELETE FROM {table}")
        key = ("desk", person["USER"], f"s-{person['USER']}-{path.stem}")
        state = json.dumps({"customer": person["PERSON"], "intent": person["PERSON"]})
        store.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, 0, 0)", (*key, state))
        for number, (author, part) in enumerate(parts):
            event = {"author": author, "invocation_id": "i", "timestamp": 1_793_300_000 + number}
            event |= {"content": {"parts": [part]}}
            if number == 1:
                event |= {"error_code": "X", "error_message": f"no {person['EMAIL']}"}
            values = (f"{number}", *key, json.dumps(event))
            store.execute("INSERT INTO events VALUES (?, ?, ?, ?, 'i', 0, ?)", values)
    store.close()
    template.close()
    return f"sqlite:///{path}"


def every_value() -> Iterator[str]:
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from (str(value) for row in cursor for value in row)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(session=sessions())
def test_nothing_private_is_stored_logged_or_queued(
    study: Study, tmp_path: Path, caplog: pytest.LogCaptureFixture, session: Any
) -> None:
    person, parts = session
    caplog.clear()
    caplog.set_level(logging.DEBUG)
    uri = store_at(tmp_path / f"{next(NUMBERS)}.db", person, parts)
    with (
        mock.patch("celery.app.task.Task.apply_async") as queued,
        TestCase.captureOnCommitCallbacks(execute=True),
    ):
        run = queue_import(study=study, source_uri=uri, app_name="desk")
    assert queued.call_count == 1
    run_import(run.pk)
    run.refresh_from_db()
    assert run.state == run.State.FINISHED, run.message
    assert Case.objects.filter(import_run=run).count() == 1
    kept = "\n".join([*every_value(), caplog.text, str(queued.mock_calls)])
    assert left_of(person, kept) == []


def _case(person: dict[str, str], parts: list[tuple[str, dict[str, Any]]]) -> CaseText:
    steps = []
    for number, (author, part) in enumerate(parts, start=1):
        if "text" in part:
            steps.append(Step(number, StepKind.SAY, author, text=part["text"]))
        elif call := part.get("function_call"):
            data = call["args"]
            steps.append(Step(number, StepKind.CALL, author, tool=call["name"], data=data))
        else:
            back = part["function_response"]
            data = back["response"]
            steps.append(Step(number, StepKind.RESULT, author, tool=back["name"], data=data))
    return CaseText([Turn(1, "user", tuple(steps))], identifiers=(person["USER"],))


def _shape(value: Any) -> Any:
    """What has to survive: kinds of values, keys that say nothing private, lengths of lists."""
    if isinstance(value, str) and value[:1] in "{[" and value[-1:] in "}]":
        return _shape(json.loads(value))
    if isinstance(value, dict):
        return [(_key(key), _shape(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [_shape(item) for item in value]
    return type(value).__name__


def _key(key: str) -> str:
    return key if key.isidentifier() else "private"


def _person_names(redacted: Redacted) -> set[str]:
    return set(re.findall(r"<PERSON_\d+>", str(redacted.turns)))


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(session=sessions())
def test_redacting_keeps_the_shape_is_consistent_and_changes_nothing_twice(
    redactor: Redactor, session: Any
) -> None:
    case = _case(*session)
    once = redactor.redact_case(case)
    assert once.problems == []
    assert left_of(session[0], str(once.turns)) == []
    assert _person_names(once) == {"<PERSON_1>"}
    before, after = steps_of(case.turns), steps_of(once.turns)
    assert [(s.index, s.kind, s.tool) for s in before] == [(s.index, s.kind, s.tool) for s in after]
    assert [_shape(step.data) for step in before] == [_shape(step.data) for step in after]
    again = redactor.redact_case(CaseText(once.turns))
    assert (again.turns, again.counts) == (once.turns, {})


def test_cases_share_no_pseudonyms(redactor: Redactor) -> None:
    """The same number in two cases says nothing, since each begins at one."""
    one = CaseText([Turn(1, "user", (Step(1, StepKind.SAY, "user", text="I am Nora Achterberg"),))])
    two = CaseText([Turn(1, "user", (Step(1, StepKind.SAY, "user", text="I am Tomasz Kowalski"),))])
    shown = [texts.turns[0].text for texts in redactor.redact_cases([one, two])]
    assert shown == ["I am <PERSON_1>"] * 2
