import pytest

from cases.redaction.listed import name_list
from cases.redaction.scripts import find_foreign_names
from cases.redaction.spans import Span
from cases.redaction.things import names_a_thing


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Told Beatriz that it is late", ["Beatriz"]),
        ("left with Emma Lopez today", ["Emma Lopez"]),
        ("layla haddad here", ["layla haddad"]),
        ("the Jordan shoe, in Austin, at Madison", []),
        ("Will you mark the price of May and June?", []),
        ("MARK MY WORDS", []),
    ],
)
def test_listed_names_are_found_where_they_stand_like_names(text: str, names: list[str]) -> None:
    assert [text[span.start : span.end] for span in name_list().find(text)] == names


def test_ids_made_of_names_are_known() -> None:
    names = name_list()
    assert names.is_run_together("janedoe") or names.is_run_together("janesmith")
    assert not names.is_run_together("checkout")


@pytest.mark.parametrize(
    ("text", "name", "thing"),
    [
        ("the Harper side table is too small", "Harper", True),
        ("Olivia summer dress", "Olivia", True),
        ("I have found BR-1: Kelly bag, 8.95", "Kelly", True),
        ("Nasrin signed for it", "Nasrin", False),
        ("My wife Huong ordered it", "Huong", False),
    ],
)
def test_things_named_like_people(text: str, name: str, thing: bool) -> None:
    start = text.index(name)
    assert names_a_thing(text, Span(start, start + len(name), "PERSON")) is thing


def test_names_of_another_script_stand_out_in_english_only() -> None:
    text = "Told Дмитрий Иванов and 王小明 that it is late"
    found = [text[span.start : span.end] for span in find_foreign_names(text)]
    assert found == ["Дмитрий Иванов", "王小明"]
    assert find_foreign_names("Меня зовут Дмитрий Иванов") == []
