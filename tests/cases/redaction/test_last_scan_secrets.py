"""The last scan refuses what has a key's own shape, and redaction hides all of that before."""

import pytest

from cases.redaction import Redactor
from cases.redaction.keys import KINDS
from cases.redaction.last_scan import LastScan
from tests.cases.redaction.cases import run, texts

HEX = "9f86d081884c7d65" + "9a2feaa0c55ad015"
LETTERS = "abcdefghijklmnop" + "QRSTUVWXYZabcdefghij"
STRONG = [
    "AKIA" + LETTERS[:16].upper(),
    "sk-" + HEX,
    "sk-" + "some-words-and-a-9-at-the-end",
    "sk_live_" + LETTERS[:24],
    "rk_test_" + HEX,
    "ghp_" + LETTERS,
    "github_pat_" + HEX + "_" + HEX,
    "glpat-" + LETTERS[:20],
    "xoxb-" + HEX,
    "shpat_" + HEX,
    "npm_" + LETTERS,
    "GOCSPX-" + LETTERS[:28],
    "AIza" + LETTERS,
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0." + LETTERS,
    "-----BEGIN RSA PRIVATE KEY-----\n" + HEX + "\n-----END RSA PRIVATE KEY-----",
]


@pytest.mark.parametrize("key", STRONG, ids=range(len(STRONG)))
def test_a_key_of_a_known_shape_is_refused_where_it_is_left(key: str) -> None:
    assert LastScan(KINDS).kinds_in(f"it is {key}, ok") == ["SECRET"]


@pytest.mark.parametrize("key", STRONG, ids=range(len(STRONG)))
def test_redaction_leaves_none_of_them(redactor: Redactor, key: str) -> None:
    around = [f"it is {key}, ok", f"({key})", key, f"order={key}", f"path/{key}/x"]
    done = run(redactor, *around, result={"status": key, "order_id": key, f"of {key}": 1})
    assert done.problems == []
    assert key not in "".join(texts(done))


@pytest.mark.parametrize(
    "words",
    [
        "my password is Sunshine1984, PIN 4821",
        "use 7Gh2kLq9XzP4mN8vBc3RtY6w or acme_live_7Gh2kLq9XzP4",
        "a sk-ii-facial-treatment-essence-set is no key",
        "https://bob:hunter22@shop.example/",
    ],
)
def test_what_rests_on_words_or_chance_refuses_no_case(words: str) -> None:
    assert LastScan({"SECRET"}).kinds_in(words) == []
