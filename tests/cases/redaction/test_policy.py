from typing import Any

import pytest

from cases.errors import BadInput
from cases.redaction import Policy, Redactor, deny_entry
from cases.redaction.keys import CARD, EMAIL, KINDS, PERSON, PHONE, SECRET
from tests.cases.redaction.cases import MODEL, data, run, texts
from tests.cases.redaction.counting import calls

KEY = b"a key of the site"


def under(**policy: Any) -> Redactor:
    return Redactor(model_name=MODEL, policy=Policy.from_json(policy), deny_key=KEY)


def all_but(*kinds: str) -> list[str]:
    return [kind for kind in KINDS if kind not in kinds]


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ([], "must be an object"),
        ({"hidden": []}, "unknown entry 'hidden'; it may hold language"),
        ({"hide": ["NAME"]}, "hide has the unknown kind 'NAME'; use one of PERSON"),
        ({"hide": "PERSON"}, "hide must be a list"),
        ({"hide": [7]}, "hide, entry 1 is no text"),
        ({"hide_keys": {"a": "X"}}, "key 'a', has the unknown kind 'X'"),
        ({"hide_keys": ["a"]}, "hide_keys must be an object"),
        ({"keep_keys": [""]}, "keep_keys, entry 1 is no text"),
        ({"allow": ["x", None]}, "allow, entry 2 is no text"),
        ({"language": "English"}, "'English' is no code of a language"),
        ({"deny": ["Jane Doe"]}, "deny, entry 1 must have kind, hash and words"),
        ({"deny": [{"kind": PERSON, "hash": "Jane", "words": 1}]}, "entry 1 holds no hash"),
        ({"deny": [{"kind": PERSON, "hash": "a" * 64, "words": 0}]}, "a number from 1 to 12"),
        ({"patterns": [{"name": "x"}]}, "patterns, entry 1 is no pattern"),
        ({"patterns": [{"name": "x", "kind": "ID", "regex": "("}]}, r"\(x\): '\(' is no regular"),
        ({"patterns": [{"name": "x", "kind": "ID", "regex": "a*"}]}, "matches the empty text"),
        ({"patterns": [{"name": "x", "kind": "Q", "regex": "a"}]}, "unknown kind 'Q'"),
        ({"patterns": [{"name": "x", "kind": "ID", "regex": "a", "on": 1}]}, "entry 'on'"),
        (
            {"patterns": [{"name": "x", "kind": "ID", "regex": "a", "context": "b"}]},
            "context must be a list",
        ),
        (
            {"patterns": [{"name": "slow", "kind": "ID", "regex": r"(\w+\s?)+#$"}]},
            r"\(slow\): .* takes too long",
        ),
    ],
)
def test_what_is_wrong_in_a_policy_is_said_with_the_remedy(policy: Any, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Policy.from_json(policy)


def test_a_study_may_hide_and_keep_keys_of_its_own() -> None:
    redactor = under(hide_keys={"loyalty_no": "ID"}, keep_keys=["contact"])
    done = run(redactor, result={"loyalty_no": "QX-77", "contact": "front desk"})
    assert data(done) == {"loyalty_no": "<ID_1>", "contact": "front desk"}


def test_a_kind_that_is_switched_off_stays_visible_everywhere() -> None:
    said = "Jane Roe, jane.roe@example.com, wrote from 0161 496 0000"
    redactor = under(hide=all_but(EMAIL))
    done = run(redactor, said, result={"email": "jane.roe@example.com", "name": "Jane Roe"})
    assert done.problems == []
    assert texts(done) == ["<PERSON_1>, jane.roe@example.com, wrote from <PHONE_1>"]
    assert data(done)["email"] == "jane.roe@example.com"

    done = run(under(hide=all_but(PERSON)), said, result={"customer": "Jane Roe"})
    assert texts(done) == ["Jane Roe, <EMAIL_1>, wrote from <PHONE_1>"]
    assert data(done) == {"customer": "Jane Roe"}

    done = run(under(hide=all_but(PHONE)), "ring 0161 496 0000", result={"tel": "0161 496 0000"})
    assert (texts(done), data(done)) == (["ring 0161 496 0000"], {"tel": "0161 496 0000"})


def test_cards_and_secrets_are_hidden_whatever_a_policy_says() -> None:
    redactor = under(hide=[], allow=["4111 1111 1111 1111", "sk-live-abcdefghijklmnop1234"])
    done = run(redactor, "4111 1111 1111 1111 and sk-live-abcdefghijklmnop1234")
    assert (texts(done), done.problems) == (["<CARD_1> and <SECRET_1>"], [])
    assert redactor.policy.hide == {CARD, SECRET}


def test_allowed_texts_stay_in_sentences_and_fields_and_pass_the_last_scan() -> None:
    redactor = under(allow=["Ada Lovelace", "help@example.com"])
    done = run(
        redactor,
        "I am Nora Quill and ADA  LOVELACE of help@example.com helped, not jo@example.com.",
        result={"handled_by": "Ada Lovelace"},
    )
    assert texts(done) == [
        "I am <PERSON_1> and ADA  LOVELACE of help@example.com helped, not <EMAIL_1>."
    ]
    assert (data(done), done.problems) == ({"handled_by": "Ada Lovelace"}, [])


@pytest.mark.parametrize(
    ("denied", "said"),
    [
        ("project heron", "all of Project  HERON is late"),
        ("Zoë-Mae", "all of zoemae is late"),
        ("QX 77 1", "all of qx771 is late"),
        ("07 44", "all of 0-7-4-4 is late"),
        ("王小明", "我叫王小明。"),
        ("نورا", "أنا نورا"),
    ],
)
def test_denied_texts_go_in_any_spelling_and_can_not_be_read_from_the_policy(
    denied: str, said: str
) -> None:
    entry = deny_entry(denied, "ID", key=KEY)
    assert denied not in str(entry)
    done = run(under(deny=[entry]), said)
    before, after = texts(done)[0].split("<ID_1>")
    assert said.startswith(before)
    assert said.endswith(after)
    assert len(before) + len(after) <= len("all of  is late")
    assert texts(run(under(deny=[deny_entry(denied, "ID", key=b"other")]), said)) == [said]


def test_entries_that_do_not_say_how_long_their_text_is_count_as_before() -> None:
    entry = deny_entry("project heron", "ID", key=KEY)
    assert entry.pop("characters") == 12
    done = run(under(deny=[entry]), "all of Project HERON", result={"note": "projectheron"})
    assert (texts(done), data(done)) == (["all of <ID_1>"], {"note": "<ID_1>"})


def test_few_words_of_a_long_text_are_hashed_and_each_text_once() -> None:
    """Hashing is what a deny list costs."""
    text = " ".join(f"word{number} and {'x' * (number % 23)}" for number in range(2_000))

    def hashed(redactor: Redactor) -> int:
        return calls(lambda: run(redactor, text, text), of="_hash")

    entry = deny_entry("project heron", "ID", key=KEY)
    assert 0 < hashed(under(deny=[entry])) < 1_000
    old = {name: entry[name] for name in ("kind", "hash", "words")}
    assert hashed(under(deny=[old])) < 4 * len(text.split())


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("Jane", "NAME", "unknown kind 'NAME'"),
        (" - ", PERSON, "two letters or digits"),
        ("x" * 1_001, PERSON, "1001 letters are more than 1000"),
        ("a b c d e f g h i j k l m", PERSON, "13 words are more than 12"),
    ],
)
def test_what_can_not_be_denied_is_said(text: str, kind: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        deny_entry(text, kind, key=KEY)


def test_a_pattern_with_context_counts_only_beside_it() -> None:
    pattern = {"name": "loyalty card", "kind": "ID", "regex": r"\bLC\d{4}\b"}
    told = under(patterns=[pattern | {"context": ["loyalty", "club"]}])
    done = run(told, "part LC1234", "my Loyalty card LC1234", result={"club_ref": "LC9876"})
    assert texts(done)[1] == "my Loyalty card <ID_1>"
    assert data(done) == {"club_ref": "<ID_2>"}
    assert texts(run(told, "part LC1234")) == ["part LC1234"]
    assert texts(run(under(patterns=[pattern]), "part LC1234")) == ["part <ID_1>"]


def test_a_pattern_that_takes_too_long_on_a_text_refuses_the_case(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It passes the trial, which knows no letter z, and meets a text made against it."""
    monkeypatch.setattr("cases.redaction.custom.TIMEOUT", 0.1)
    redactor = under(patterns=[{"name": "zs", "kind": "ID", "regex": "(z+)+y$"}])
    done = run(redactor, "z" * 5_000 + "y!")
    assert (done.turns, done.problems) == ([], ["pattern 'zs' took too long"])


def test_a_model_of_another_language_is_said() -> None:
    with pytest.raises(BadInput, match=r"language is 'de' and the model .* is for 'en'"):
        under(language="de").load()
