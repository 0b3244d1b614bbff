"""Passwords and the like behind what people write around them, and sentences that hold none."""

import pytest

from cases.redaction import Redactor
from cases.redaction.passwords import PasswordFinder
from tests.cases.redaction.cases import run, texts
from tests.cases.redaction.counting import steps

ANY = ["Sunshine1984", "maple#331", "Dragon-tango-71", "river5!", "q7Rt2xW9!42"]
SENTENCES = [
    "my password is [] and it fails",
    "pw: [] ok",
    "Login is bob@example.com / [], have a look yourself",
    "log in as bob with [] please",
    "user bob pass [] still fails",
    "it's [], capital first letter (that's my password)",
    "I forgot my password, so reset it to [] please",
    "use [] as the temporary password",
    "[] is my password",
    "Please do not share your password here. I have reset [], it no longer works.",
    "Temp password [] sent by post",
    "my password ([]) does not work",
    "password changed from Wombat4471 to [] today",
    "The password you emailed me, [], is rejected",
    "credentials: admin / [] for the portal",
    "I keep typing [] but the login rejects it",
    "password for my account is [] now",
]


@pytest.mark.parametrize("words", SENTENCES)
@pytest.mark.parametrize("password", ANY)
def test_a_password_is_hidden(redactor: Redactor, words: str, password: str) -> None:
    done = run(redactor, words.replace("[]", password))
    assert password.rstrip("!") not in texts(done)[0]
    assert done.problems == []


@pytest.mark.parametrize(
    ("words", "secret"),
    [
        ("My password is kestrel, why doesn't it work?", "kestrel"),
        ("I log in with the password kestrel", "kestrel"),
        ("the passphrase is “blue kettle on the moon” ok", "blue kettle on the moon"),
        ('I tried "winter sun 12" as my password', "winter sun 12"),
        ("my passphrase is correct horse battery staple and it fails", "horse battery staple"),
        ("the passcode I set was 483920", "483920"),
        ("my PIN 4821 is refused", "4821"),
        ("my pin number 0412 is refused", "0412"),
        ("4821 is my PIN", "4821"),
        ("the gate code is 4417, ring twice", "4417"),
        ("the code you were sent is 123456", "123456"),
        ("I got the code 123 456 by text", "123 456"),
        ("verification code: G-482910", "482910"),
        ("enter 884210 as the verification code", "884210"),
        ("Use 884210 to verify your account", "884210"),
        ("my recovery codes: 4k2m-9xq7, 8h3n-2pw5", "8h3n-2pw5"),
        ("código de verificación: 482910", "482910"),
        ("the PUK is 84920113", "84920113"),
        ("I tried bZPqIIsn with capital letters too", "bZPqIIsn"),
        ("my password used to be kestrel.", "kestrel"),
        ("CVV 321 as printed", "321"),
        ("the three digits on the back are 331", "331"),
        ("my mother's maiden name is Fairweather", "Fairweather"),
        ("answer to my security question is blue bicycle", "blue bicycle"),
        ("Mein Passwort ist Kestrel77!", "Kestrel77"),
    ],
)
def test_words_codes_and_answers_are_hidden(redactor: Redactor, words: str, secret: str) -> None:
    done = run(redactor, words)
    assert secret not in texts(done)[0]
    assert "<SECRET_1>" in texts(done)[0]


@pytest.mark.parametrize(
    "words",
    [
        "my password is not working",
        "the password was reset",
        "password must have 8 characters",
        "password: required",
        "your password will expire in 90 days",
        "wrong password 3 times",
        "My password fails since the iPhone15 update",
        "Reset your password at https://shop.example/account/reset",
        '"Forgot password" button shows "Wrong password"',
        "The password field says that it is too short",
        "I forgot my password, order SO-4471-2210 is stuck",
        "The password for order SO-1234-5678 is needed",
        "the order code is 123456",
        "discount code SAVE20 on order 8492011",
        "error code 40312 when paying",
        "the code is valid for 10 minutes",
        "Please enter the verification code we sent you",
        "Is there a PIN on my account? Order 4821",
        "the pin is bent on item 4821",
        "I can't log in with my email and order number 12345678",
        "log in and check order PO1234567",
        "CVV is missing, and the security question was wrong",
        "memorable word is required",
        "I use the app with user name and password",
    ],
)
def test_other_sentences_stay(redactor: Redactor, words: str) -> None:
    assert texts(run(redactor, words)) == [words]


def test_redacting_twice_changes_nothing(redactor: Redactor) -> None:
    once = texts(run(redactor, "my password is Sunshine1984, PIN 4821, key acme_live_9dK2mQ8vLx0P"))
    assert texts(run(redactor, *once)) == once


@pytest.mark.parametrize(
    "text",
    [
        *("password ", "password is ", "pw is '", "passphrase is ", "pin ", "code i was sent "),
        *("log in with ", "login a b ", "user x pass ", "a@b.co/", "security answer is a "),
        *("my passphrase is aa ", "it's a, capital ", "reset to ", "password (", "wifi key for "),
    ],
)
def test_time_grows_with_the_text(text: str) -> None:
    finder = PasswordFinder()
    once, twice = (text * (n // len(text)) for n in (20_000, 40_000))
    first = steps(lambda: finder.find(once), of="cases/redaction/passwords")
    second = steps(lambda: finder.find(twice), of="cases/redaction/passwords")
    assert second <= 2.1 * first + 50
