"""Values that hold more than their key says: a name with an e-mail address, an order, a link."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cases.redaction import CaseText, Policy, Redactor
from cases.redaction.finder import Finder
from cases.redaction.leaves import Leaf
from tests.cases.redaction.cases import MODEL, case, data, run, texts

SHOWN = [
    ("customer", "Thandiwe Mabuza <t.mabuza@example.org>", "<PERSON_1> <<EMAIL_1>>"),
    ("customer_name", "Jane (jane@example.org)", "<PERSON_1> (<EMAIL_1>)"),
    ("customer", "jane@example.org / Jane Featherstone", "<EMAIL_1> / <PERSON_1>"),
    ("contact_name", "Jane Featherstone, jane@example.org", "<PERSON_1>, <EMAIL_1>"),
    (
        "recipient",
        "Jane Roe <j@example.org> and Tom Poe <t@example.org>",
        "<PERSON_1> <<EMAIL_1>> and <PERSON_2> <<EMAIL_2>>",
    ),
    ("recipient", "Ngozi Okonkwo-Adeyemi @ reception desk", "<PERSON_1>"),
    ("phone", "https://x.example/?n=Thandiwe+Mabuza", "https://x.example/<PHONE_1>"),
    ("callback", "https://x.example/hooks/done", "https://x.example/hooks/done"),
    ("customer", "https://x.example/thandiwe-mabuza", "<PERSON_1>"),
    ("email", "Thandiwe Mabuza <t.mabuza@example.org>", "<PERSON_1> <<EMAIL_1>>"),
    ("email", "t.mabuza@example.org (before noon)", "<EMAIL_1>"),
    ("customer", "Mabuza-204417", "<PERSON_1>"),
    ("customer", "thandiwe84", "<PERSON_1>"),
    ("customer", "C-204417", "C-204417"),
    ("customer", "guest <g@example.org>", "guest <<EMAIL_1>>"),
]


@pytest.mark.parametrize(("key", "value", "shown"), SHOWN)
def test_a_name_goes_whatever_stands_beside_it(
    redactor: Redactor, key: str, value: str, shown: str
) -> None:
    once = run(redactor, result={key: value})
    assert data(once) == {key: shown}
    again = redactor.redact_case(CaseText(once.turns))
    assert data(again) == {key: shown}


def test_a_name_beside_an_address_is_looked_for_elsewhere(redactor: Redactor) -> None:
    said = "so qyxel and VRANTHO came by, write to q.vrantho@example.org"
    mixed = "Qyxel Vrantho <q.vrantho@example.org>"
    hidden = "so <PERSON_1> and <PERSON_1> came by, write to <EMAIL_1>"
    for key in ("customer", "email"):
        assert texts(run(redactor, said, result={key: mixed})) == [hidden]
        assert texts(run(redactor, said, known={"user": {key: mixed}})) == [hidden]


def test_words_beside_a_name_stay_elsewhere(redactor: Redactor) -> None:
    said = "my order is with reception, a VIP desk, number 204417"
    for value in (
        "Jane Featherstone order BR-204417",
        "Jane Featherstone (VIP) @ reception desk",
        "Featherstone, Jane (VIP)",
    ):
        assert texts(run(redactor, said, result={"customer": value})) == [said]


def test_a_text_that_nobody_read_is_an_error_and_no_text_without_names() -> None:
    finder = Finder(MODEL, Policy(), b"")
    finder.load()
    leaf = Leaf("Nora Achterberg came by", None)
    with pytest.raises(LookupError):
        finder.spans(leaf, frozenset())
    finder.read([str(leaf.value)])
    assert [span.kind for span in finder.spans(leaf, frozenset())] == ["PERSON"]
    assert finder.spans(Leaf("2026-11-30", None), frozenset()) == []


NAMES = ("Thandiwe Mabuza", "Jane Featherstone", "Ngozi Okonkwo-Adeyemi", "Qyxel Vrantho")
KEYS = (
    *("customer", "customer_name", "contact_name", "recipient", "signed_by", "cardholder"),
    *("email", "email_address", "phone", "phone_number", "callback", "whatsapp"),
    *("address", "shipping_address", "ship_to", "username", "kunde"),
)
BEFORE = (
    *("", "Mr ", "Dr. ", "c/o ", "@", "VIP: ", "order BR-204417 for ", "0161 496 0123 ", "mailto:"),
    *("Tom & ", "https://x.example/?n=", "https://x.example/#", "<PERSON_3> ", "a@example.org, "),
    *("guest ", "14 Larkspur Close, ", "(", "«", "#7 "),
)
AFTER = (
    *(
        "",
        " (VIP)",
        " <x.y@example.org>",
        " x.y@example.org",
        " @ reception desk",
        ", 0161 496 0123",
    ),
    *(" order BR-204417", "; Tom", " and Tom", ")", "»", "/2", "&ref=7", " <EMAIL_2>", " c/o Ltd."),
    *(" — https://x.example", "@example.org", " 77", "\n14 Larkspur Close", "-204417"),
)
WRITTEN = (
    str,
    str.upper,
    lambda name: ", ".join(reversed(name.split())),
    lambda name: name.replace(" ", "+"),
    lambda name: name.replace(" ", "%20"),
    lambda name: name.replace(" ", "-"),
    lambda name: name.split()[0],
)


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    key=st.sampled_from(KEYS),
    name=st.sampled_from(NAMES),
    before=st.sampled_from(BEFORE),
    after=st.sampled_from(AFTER),
    written=st.sampled_from(WRITTEN),
    nested=st.booleans(),
)
def test_no_decoration_shows_a_name_under_a_telling_key(
    redactor: Redactor, key: str, name: str, before: str, after: str, written: object, nested: bool
) -> None:
    assert callable(written)
    value = f"{before}{written(name)}{after}"
    result = {"records": [{key: value}]} if nested else {key: value}
    once = redactor.redact_case(CaseText(case(result=result)))
    shown = str(data(once)).casefold()
    assert [word for word in re.findall(r"[a-z]+", name.casefold()) if word in shown] == []
    again = redactor.redact_case(CaseText(once.turns))
    assert again.turns == once.turns
