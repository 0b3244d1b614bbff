"""Passwords, PINs, codes and answers to security questions, by the words around them.

They have no shape of their own: a word for one, then what people write between it and the value. The
further a value stands from the word, the more it has to look like a password by itself.
"""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

from collections.abc import Iterator

import regex

from cases.redaction.codes import codes_in, tried_in
from cases.redaction.keys import SECRET
from cases.redaction.opaque import has_letter_and_digit
from cases.redaction.password_shapes import (
    HYPHENED,
    QUOTED,
    SENTENCE_END,
    SHORTEST_DRAWN,
    WORD,
    is_drawn,
    is_named,
    is_strange,
    looks_chosen,
    trimmed,
)
from cases.redaction.password_words import (
    ACCESS,
    ANSWER,
    BETWEEN,
    CODE,
    CODE_AFTER,
    CUE,
    CUE_AFTER,
    CVV,
    LOGIN,
    NOT_PASSWORDS,
    PHRASE,
    PIN,
    SET_TO,
    SPELT,
    TRIED,
    is_ordinary,
)
from cases.redaction.spans import Span

RULE = "words for a secret"
_REACH = 100
_NUMBER = regex.compile(r"\d{3,8}|\d{3}[ -]\d{3}|\d{2}[ -]\d{2}(?:[ -]\d{2})?|\d{4}[ -]\d{4}")
_USER = regex.compile(r"\b(?:user(?:name|id)?|log-?ins?|email|e-mail)\b|@", regex.IGNORECASE)
# X is my password, X (my password); of "X for the password" a number is something else.
_SAID_BEFORE = regex.compile(
    r"[\"'”’`),]*[ ]?(?:[(]|[-–—][ ]|(?:that|this|it|which)|is\b|was\b)", regex.IGNORECASE
)
_NAMED = regex.compile(r"(?:password|passcode|passphrase|pin)[ ]", regex.IGNORECASE)
# with the password kestrel
_WITH = regex.compile(
    r"\b(?:with|using|use|try|via|by) (?:the |my |this |our )?(?:\w+ )?$", regex.IGNORECASE
)
_ENDS = regex.compile(
    r"[\"'”’)]?(?:\s*(?:$|[.,;!?\n(/|]|[-–—] )|[ ]+(?:and|but|so|for|if|on|or|all|with|in|both|just|please|pls|thanks|ok|can|why|that)\b)"
)
_AND_TO = regex.compile(r"[\"'”’)]?[ ](?:(?:back )?to|into|->|→)[ ]")
_SNAKE = regex.compile(r"[A-Za-z]{2,20}(?:_[A-Za-z]{2,20}){1,5}")
_ORDER = regex.compile(r"[A-Z]{1,5}[-/]?\d[\dA-Z/-]*")
_PORT = regex.compile(r"\d{2,5}(?:[/?].*)?")
# Pieces of words without which an expression need not look; most texts hold none of them.
_SPEAKS_OF_PASSWORDS = (
    *(
        "pass",
        "pwd",
        "pw",
        "kennwort",
        "contrase",
        "clave",
        "senha",
        "wachtwoord",
        "hasło",
        "lösen",
    ),
    *("adgang", "salasana", "parola", "mot de", "mdp", "psk", "psw", "p/w", "pword", "phrase"),
    *("wi-fi", "wifi", "network", "router", "wpa", "security key", "security word", "secret word"),
    *("memorable", "mnemonic", "recovery", "master", "unlock", "safe word", "secret key", "cred"),
    *("login", "log in", "log-in", "logins", "sign in", "sign-in", "signin", "magic", "code word"),
)
_SPEAKS_OF_CODES = (
    *("code", " pin", "\npin", "(pin", '"pin', "'pin", "/pin", "-pin"),
    *(
        "cvv",
        "cvc",
        "cv2",
        "csc",
        "cvn",
        "cid ",
        "cid:",
        "security",
        "digit",
        "on the back",
        "from the back",
    ),
    *(
        "on back",
        "on the reverse",
        "otp",
        "2fa",
        "mfa",
        "verification",
        "one-time",
        "one time",
        "combination",
    ),
    *(
        "combo",
        "authent",
        "numbers on",
        "puk",
        "tan ",
        "tan:",
        "banking",
        "geheimzahl",
        "codi",
        "códi",
    ),
    *("kod ", "to verify", "to log", "to sign", "to confirm"),
)
_SPEAKS_OF_USERS = (
    *("log", "sign", "user", "cred", "admin", "access", "account", "portal", "detail", "@", "root"),
    *("demo", "guest", "test", "mysql", "-u ", "uid"),
)
_SPEAKS_OF_CASE = ("capital", " caps", "case", "small letter")
_SPEAKS_OF_ANSWERS = (
    *("maiden", "answer", "memorable", "word", "secret", "recovery", "first", "childhood", "favo"),
    *("verification", "challenge", "security"),
)


class PasswordFinder:
    """Finds passwords and the like by what is written around them. Its time grows with the text:
    every word for one is followed for a bounded piece."""

    kind = SECRET

    def __init__(self) -> None:
        self.expressions = [
            CUE,
            PIN,
            CVV,
            CODE,
            CODE_AFTER,
            ANSWER,
            PHRASE,
            LOGIN,
            SET_TO,
            SPELT,
            TRIED,
        ]

    def find(self, text: str) -> list[Span]:
        folded = f" {text.lower()}"
        found: set[tuple[int, int]] = set()
        if _some(folded, _SPEAKS_OF_PASSWORDS):
            found.update(_after_words(text))
        if _some(folded, _SPEAKS_OF_CODES):
            found.update(codes_in(text))
        if _some(folded, _SPEAKS_OF_CASE):
            found.update(tried_in(text))
        if _some(folded, _SPEAKS_OF_USERS):
            found.update(_logins(text))
        if _some(folded, _SPEAKS_OF_ANSWERS):
            found.update(_answers(text))
        return [Span(start, end, SECRET, RULE) for start, end in sorted(found)]


def _some(folded: str, pieces: tuple[str, ...]) -> bool:
    return any(piece in folded for piece in pieces)


def _after_words(text: str) -> Iterator[tuple[int, int]]:
    """Behind a word for a password, before one, and set by one who speaks of passwords."""
    cues = list(CUE.finditer(text))
    ends = [*(match.start() for match in cues[1:]), len(text)]
    for match, end in zip(cues, ends, strict=False):
        yield from _behind(text, match, end)
    for match in CUE_AFTER.finditer(text):
        said = _SAID_BEFORE.match(match.group()) is not None
        if place := _word_before(text, match.start(), said=said):
            yield place
    for match in SPELT.finditer(text):
        if place := _word_before(text, match.start()):
            yield place
    for match in SET_TO.finditer(text):
        # A number is one where the password itself was set to it.
        if place := _value_at(text, match.end(), told=_NAMED.search(match.group()) is not None):
            yield place
            # changed from … to …
            joined = _AND_TO.match(text, place[1])
            if joined and (second := _value_at(text, joined.end(), told=False)):
                yield second
    for match in PHRASE.finditer(text):
        yield match.span("phrase")


def _behind(text: str, cue: regex.Match[str], stop: int) -> Iterator[tuple[int, int]]:
    start = cue.end()
    told = ACCESS.fullmatch(cue.group()) is None
    if not cue.group():
        # "pass: …" is a password's where a user stands before it, and a traveller's elsewhere.
        told = _USER.search(text, max(0, start - _REACH), start) is not None
    given = _WITH.search(text[max(0, cue.start() - 24) : cue.start()]) is not None
    for between in BETWEEN:
        match = between.match(text, start, start + _REACH)
        said = given or between is BETWEEN[0]
        if match and (place := _value_at(text, match.end(), told=told, said=said)):
            yield place
            joined = _AND_TO.match(text, place[1])
            if joined and (second := _value_at(text, joined.end(), told=told)):
                yield second
            return
    # Further on in the same sentence, or the next, the value must look like one.
    for match in WORD.finditer(text, start, min(stop, start + _REACH)):
        place = trimmed(text, match.start(), match.end())
        if place is None:
            continue
        word = text[place[0] : place[1]]
        if not looks_chosen(word, strict=True) or is_named(text, place[0]):
            continue
        if is_strange(word) or not SENTENCE_END.search(text, start, place[0]):
            yield place
            return


def _value_at(text: str, at: int, *, told: bool, said: bool = False) -> tuple[int, int] | None:
    """The place of a value that begins at `at`. `told`: right behind a word for a password;
    `said`: with a sign or verb between, so that a plain word may be one."""
    if at and text[at - 1].isalnum():
        return None
    if quoted := QUOTED.match(text, at):
        inside = next(number for number in range(1, 7) if quoted[number] is not None)
        said_so = quoted[inside]
        if NOT_PASSWORDS.search(said_so) or is_ordinary(said_so) or said_so != said_so.strip():
            return None
        return quoted.span(inside)
    match = WORD.match(text, at)
    if match is None:
        return None
    place = trimmed(text, at, match.end())
    if place is None:
        return None
    word = text[place[0] : place[1]]
    if looks_chosen(word, strict=False) or (HYPHENED.fullmatch(word) and not is_ordinary(word)):
        return place
    if not told:
        return None
    if is_drawn(word):
        return place
    if _NUMBER.fullmatch(word) and len(word) >= 4:
        return None if is_named(text, at) else place
    if said and _SNAKE.fullmatch(word):
        return place
    if not said or is_ordinary(word) or not word.isalpha() or len(word) < 4:
        return None
    # A plain word only where nothing goes on behind it as a sentence would.
    return place if _ENDS.match(text, place[1]) else None


def _word_before(text: str, at: int, *, said: bool = False) -> tuple[int, int] | None:
    """A value that ends before `at`; with `said` it may be a number or letters drawn by chance."""
    head = text[max(0, at - 82) : at]
    stripped = head.rstrip()
    offset = at - len(head)
    if stripped and stripped[-1] in "\"”»’'`":
        last = None
        for match in QUOTED.finditer(head):
            last = match
        if last and last.end() == len(stripped):
            inside = next(number for number in range(1, 7) if last[number] is not None)
            if NOT_PASSWORDS.search(last[inside]):
                return None
            return offset + last.start(inside), offset + last.end(inside)
    last = None
    for match in WORD.finditer(stripped):
        last = match
    if last is None or last.end() != len(stripped):
        return None
    place = trimmed(text, offset + last.start(), offset + last.end())
    if place is None:
        return None
    word = text[place[0] : place[1]]
    if said and (place[0] == 0 or text[place[0] - 1] in " :\"'“‘(\n"):
        odd = is_drawn(word) or (has_letter_and_digit(word) and len(word) >= SHORTEST_DRAWN)
        number = word.isdecimal() and 4 <= len(word) <= 8
        if (odd or number or looks_chosen(word, strict=False)) and not is_named(text, place[0]):
            return place
    if looks_chosen(word, strict=True) and not is_named(text, place[0]):
        return place
    return place if HYPHENED.fullmatch(word) and not is_ordinary(word) else None


def _logins(text: str) -> Iterator[tuple[int, int]]:
    """The second of a pair that somebody logs in with: bob@example.com / hunter2."""
    for match in LOGIN.finditer(text):
        if match["word"] and not is_ordinary(match["word"]):
            yield match.span("word")
        if match["bare"] and (place := trimmed(text, *match.span("bare"))):
            word = text[place[0] : place[1]]
            if looks_chosen(word, strict=True) and is_strange(word):
                yield place
        start, end = match.span("secret") if match["secret"] else (-1, -1)
        if start < 0:
            continue
        place = trimmed(text, start, end)
        if place is None:
            continue
        word = text[place[0] : place[1]]
        if _PORT.fullmatch(word) or _ORDER.fullmatch(word) or is_ordinary(word):
            continue
        if looks_chosen(word, strict=False) or HYPHENED.fullmatch(word):
            yield place


def _answers(text: str) -> Iterator[tuple[int, int]]:
    for match in ANSWER.finditer(text):
        start, end = match.span("answer")
        said = text[start:end].rstrip(" .,;:!?)\"'”’")
        if (
            said
            and "<" not in said
            and not is_ordinary(said.split()[0])
            and not NOT_PASSWORDS.search(said)
        ):
            yield start, start + len(said)
