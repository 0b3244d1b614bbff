"""Keys that no list of issuers knows, and what is written like one and stays."""

import pytest

from cases.redaction import Redactor
from cases.redaction.tokens import TokenFinder
from tests.cases.redaction.cases import data, run, texts
from tests.cases.redaction.counting import steps

# Put together, so that no line holds what a scanner of sources would take for a key.
RANDOM = "7Gh2kLq9XzP4" + "mN8vBc3RtY6w"
HEX = "9f86d081884c7d65" + "9a2feaa0c55ad015"
UUID = "192a2829-c5e5-4641-84c4-6f726fbb28f3"


@pytest.mark.parametrize(
    "words",
    [
        "I pasted [] into the plugin and nothing happens",
        "we use acme_live_[] in the shop",
        "our key is xyz-[], I think",
        "this one, [], stopped working yesterday",
        "please revoke [] (old api key)",
        "X-Api-Key: [] was sent",
        "Authorization: Token [] was sent",
        "export FOO_SECRET=[] in the shell",
        "AccountKey=[]; and more",
        "https://api.example.com/v1?token=[]&page=2",
        "https://blob.example.net/f.pdf?sv=2022&sig=[]&se=2024",
        "https://hooks.example.com/services/T0A1/B0C2/[] gets no posts",
        "reset link https://shop.example/reset-password/[] is dead",
        "https://[]@errors.example.com/4 reports nothing",
        "the integration key that we use in the shop is: []",
    ],
)
def test_a_random_word_is_hidden(redactor: Redactor, words: str) -> None:
    done = run(redactor, words.replace("[]", RANDOM))
    assert RANDOM not in texts(done)[0]
    assert done.problems == []


@pytest.mark.parametrize(
    "words",
    [
        "The key [] has been revoked; please make a new one.",
        "rotated key [] at customer's request",
        "Here's the token we use: []. It worked until May.",
        "I created a new one, [] is the token",
        "We rotated the key and the hook fails. The old one was []",
    ],
)
def test_hexadecimal_is_hidden_beside_a_word_for_keys(redactor: Redactor, words: str) -> None:
    done = texts(run(redactor, words.replace("[]", HEX)))
    assert done == [words.replace("[]", "<SECRET_1>")]


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        (f"the API key is {UUID}", UUID),
        ("postgres://app:s3cr3t@w0rd@db.example.com:5432/shop", "s3cr3t@w0rd"),
        ("redis://:s3cr3tpw@cache:6379/0", "s3cr3tpw"),
        ("license key ABCD3-EFGH5-JKLM7-NPQR9 fails", "ABCD3-EFGH5-JKLM7-NPQR9"),
        ("curl -u bob:hunter22 https://api.example.com/v1", "hunter22"),
    ],
)
def test_other_forms_are_hidden(redactor: Redactor, words: str, secret: str) -> None:
    assert secret not in texts(run(redactor, words))[0]


@pytest.mark.parametrize(
    "words",
    [
        f"Reference {UUID} is all the app shows me",
        f"idempotency key {UUID} was used twice",
        f"commit {HEX}b1f2c3d4 broke the checkout",
        f"sha256:{HEX}{HEX} does not match",
        "charge ch_3MmlLrLkdIwHu7ix0snN0B15 and call toolu_01A09q90qw90lq917835lq9 failed",
        "order SO-4471-2210, tracking 1Z999AA10123456784, SKU TR44-BLK-M",
        "file IMG_20240101_123456789.jpg and report_final_v2.pdf are attached",
        "get_customer_order_history of refund_support_agent_v2 says XMLHttpRequestV2Handler",
        "https://www.shop.example/products/kelly-bag?color=red&size=10&utm_source=x is sold out",
        "token: expired, and the API key is missing",
        "next_page_token: CAUQAA, page 2 of 7",
        "payload=bm90aGluZyB0byBzZWUgaW4gaGVyZSwgbW92ZSBvbg== end of it",
        "MacBookPro16 M3 Max 64GB and Sony WH-1000XM4 are in stock",
        "session_token = request.headers.get(name) in the code",
    ],
)
def test_what_only_looks_like_a_key_stays(redactor: Redactor, words: str) -> None:
    assert texts(run(redactor, words)) == [words]


def test_a_value_by_itself_is_no_running_text(redactor: Redactor) -> None:
    result = {"cursor": RANDOM, "etag": HEX, "id": UUID}
    assert data(run(redactor, "hello", result=result)) == result


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "aB3",
        "aB3dE5fG7hJ9kL1mN3 ",
        "key ",
        "token: ",
        "&sig=aB3d1",
        "https://a/hook/aB3dE5fG/",
        "FOO_SECRET=",
        "://a:b@",
        "sk-",
    ],
)
def test_time_grows_with_the_text(text: str) -> None:
    finder = TokenFinder()
    once, twice = (text * (n // len(text)) for n in (20_000, 40_000))
    first = steps(lambda: finder.find(once), of="cases/redaction/tokens")
    second = steps(lambda: finder.find(twice), of="cases/redaction/tokens")
    assert second <= 2.1 * first + 50


def test_a_key_of_two_parts_with_a_dot_is_hidden_and_hosts_and_files_stay() -> None:
    key = "LIVEX." + "99acd9a91a9a" + ".9ab9999a9c9adaf9a9a9"
    text = f"I gave {key} to the plugin"
    assert [text[s.start : s.end] for s in TokenFinder().find(text)] == [key]
    for other in ("v1.20240311.build44", "order.99acd9a91a9a.9ab9999a9c9adaf", "a1b2.example.com"):
        assert TokenFinder().find(f"I saw {other} in the log") == []


def test_a_signature_in_percent_signs_is_hidden_behind_its_word() -> None:
    key = "7Gh2kLq9XzP4" + "%2BmN8vBc3RtY6w%3D"
    text = f"the signing secret is {key}"
    found = TokenFinder().find(text)
    assert {p for s in found for p in range(s.start, s.end)} >= set(range(22, 22 + len(key) - 3))
