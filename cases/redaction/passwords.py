"""Passwords, PINs, codes and answers to security questions, by the words around them.

They have no shape of their own: a word for one, then what people write between it and the value. The
further a value stands from the word, the more it has to look like a password by itself.
"""

# ruff: noqa: E501
# Expressions stay on lines of their own, which are read more easily long than broken up.

from collections.abc import Iterator

import regex

from cases.redaction.keys import SECRET
from cases.redaction.opaque import has_letter_and_digit, is_file_or_host, is_uuid
from cases.redaction.password_words import (
    ACCESS,
    ADDRESSED,
    ANSWER,
    BETWEEN,
    CODE,
    CODE_AFTER,
    CODE_KIND,
    CUE,
    CUE_AFTER,
    CVV,
    LOGIN,
    NOT_PASSWORDS,
    PHRASE,
    PIN,
    SET_TO,
    SPELT,
    is_ordinary,
)
from cases.redaction.spans import Span

RULE = "words for a secret"
_REACH = 100

_WORD = regex.compile(r"[^\s<>\"“”«»`]{3,64}")
_QUOTED = regex.compile(
    r"\"([^\"<>\n]{3,80})\"|“([^”<>\n]{3,80})”|«([^»<>\n]{3,80})»|‘([^’<>\n]{3,80})’|`([^`<>\n]{3,80})`"
    r"|(?<!\w)'([^'<>\n]{3,80})'(?!\w)"
)
_HYPHENED = regex.compile(r"\p{L}{2,20}(?:[-_.]\p{L}{2,20}){2,7}[-_.]?\d{0,4}")
_SENTENCE_END = regex.compile(r"[.!?][\"'”’)]?\s|\n\s*\n")
_NUMBER = regex.compile(r"\d{3,8}|\d{3}[ -]\d{3}|\d{2}[ -]\d{2}(?:[ -]\d{2})?|\d{4}[ -]\d{4}")
_CODE_VALUE = regex.compile(
    r"(?<![\w-])(?:[A-Z]{1,2}-)?(?:\d{3}[ -]\d{3}|\d{4,8}|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,8}"
    r"|(?=[A-Z0-9-]*\d)[A-Z0-9]{4,5}-[A-Z0-9]{4,5})#?(?![\w-]|[.,]\d|[ ]?(?:%|€|\$|£|minutes|hours|times|days|digits?\b))"
)
# What a word with letters and digits may be besides.
_OTHER_WORD = regex.compile(
    r"\d+(?:st|nd|rd|th|am|pm|x|h|hrs?|min|mins|s|ms|k|m|gb|mb|tb|kg|g|cm|mm|km|ft|in|ml|l|w|kw|v|hz|mhz|px|gbp|usd|eur|%)"
    r"|[a-z]{1,2}\d{1,2}|\d+(?:[.,:/x-]\d+)+(?:am|pm|gb|mb)?|\d{4}-\d\d-\d\d\S*|v?\d+(?:\.\d+)+\S{0,4}|[$€£]\S+|\S+[€£]"
    r"|[+(]?\d[\d ().+-]*|[^@\s]+@[^@\s]+\.[a-z]{2,}|https?:.*|www\..*|#\d+|(?-i:[A-Z]{1,5}[-/]?\d[\dA-Z/-]*)|2fa|mp[34]|\d-[a-z-]+"
    r"|(?:usb|wifi|wi-fi|ipv|win|office|iphone|ipad|android|ios|windows|macos|chrome|galaxy|pixel|ps|xbox|covid|web)-?\d+\S{0,3}"
    r"|401\(?k\)?|oauth2?|base64|sha\d+|md5|utf-?8|b2b|b2c|h\d|i\d+n",
    regex.IGNORECASE,
)
# with the password kestrel
_WITH = regex.compile(
    r"\b(?:with|using|use|try|via|by) (?:the |my |this |our )?(?:\w+ )?$", regex.IGNORECASE
)
# Names and calls of programs, which speak of passwords a lot.
_CODE_WORD = regex.compile(
    r"_{0,2}[A-Za-z]+(?:_+[A-Za-z]+)+_{0,2}|[A-Za-z_][\w.\[\]]*\(.*|[A-Za-z_]\w*==?[^=]*|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|\*{1,2}\w+"
    r"|[$%{].*|.*%[sd].*|.*\.(?:html?|py|js|md|txt|pdf|png|jpe?g)\b.*|.*\]\(.*|.*\|"
)
_ENDS = regex.compile(
    r"[\"'”’)]?(?:\s*(?:$|[.,;!?\n(/|]|[-–—] )|[ ]+(?:and|but|so|for|if|on|or|all|with|in|both|just|please|pls|thanks|ok|can|why|that)\b)"
)
_PIN_VALUE = regex.compile(r"\d{4,8}|\d{2} \d{2}")
_CVV_VALUE = regex.compile(r"\d{3,4}")
_AND_TO = regex.compile(r"[\"'”’)]?[ ](?:(?:back )?to|into|->|→)[ ]")
_SNAKE = regex.compile(r"[A-Za-z]{2,20}(?:_[A-Za-z]{2,20}){1,5}")
_ORDER = regex.compile(r"[A-Z]{1,5}[-/]?\d[\dA-Z/-]*")
_PORT = regex.compile(r"\d{2,5}(?:[/?].*)?")
_TRAILING = ".,;:)]}’'"
_SIGNS = frozenset("!@#$%^&*_+=~?|\\/")


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
    *("combo", "authent", "numbers on"),
)
_SPEAKS_OF_USERS = (
    *("log", "sign", "user", "cred", "admin", "access", "account", "portal", "detail", "@", "root"),
    *("demo", "guest", "test", "mysql", "-u ", "uid"),
)
_SPEAKS_OF_ANSWERS = (
    *("maiden", "answer", "memorable", "word", "secret", "recovery", "first", "childhood", "favo"),
    *("verification", "challenge", "security"),
)


class PasswordFinder:
    """Finds passwords and the like by what is written around them. Its time grows with the text:
    every word for one is followed for a bounded piece."""

    kind = SECRET

    def __init__(self) -> None:
        self.expressions = [CUE, PIN, CVV, CODE, CODE_AFTER, ANSWER, PHRASE, LOGIN, SET_TO, SPELT]

    def find(self, text: str) -> list[Span]:
        folded = f" {text.lower()}"
        found: set[tuple[int, int]] = set()
        if _some(folded, _SPEAKS_OF_PASSWORDS):
            found.update(_after_words(text))
        if _some(folded, _SPEAKS_OF_CODES):
            found.update(_codes(text))
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
        if place := _word_before(text, match.start()):
            yield place
    for match in SPELT.finditer(text):
        if place := _word_before(text, match.start()):
            yield place
    for match in SET_TO.finditer(text):
        if place := _value_at(text, match.end(), told=False):
            yield place
            # changed from … to …
            joined = _AND_TO.match(text, place[1])
            if joined and (second := _value_at(text, joined.end(), told=False)):
                yield second
    for match in PHRASE.finditer(text):
        yield match.span("phrase")


def _behind(text: str, cue: regex.Match[str], stop: int) -> Iterator[tuple[int, int]]:
    start = cue.end()
    told = ACCESS.fullmatch(cue.group()) is None and cue.group() != ""
    given = _WITH.search(text[max(0, cue.start() - 24) : cue.start()]) is not None
    for between in BETWEEN:
        match = between.match(text, start, start + _REACH)
        said = given or between is BETWEEN[0]
        if match and (place := _value_at(text, match.end(), told=told, said=said)):
            yield place
            joined = _AND_TO.match(text, place[1])
            if joined and (second := _value_at(text, joined.end(), told=False)):
                yield second
            return
    # Further on in the same sentence, or the next, the value must look like one.
    for match in _WORD.finditer(text, start, min(stop, start + _REACH)):
        place = _trimmed(text, match.start(), match.end())
        if place is None:
            continue
        word = text[place[0] : place[1]]
        if not _looks(word, strict=True) or _is_named(text, place[0]):
            continue
        if _is_strange(word) or not _SENTENCE_END.search(text, start, place[0]):
            yield place
            return


def _value_at(text: str, at: int, *, told: bool, said: bool = False) -> tuple[int, int] | None:
    """The place of a value that begins at `at`. `told`: right behind a word for a password;
    `said`: with a sign or verb between, so that a plain word may be one."""
    if at and text[at - 1].isalnum():
        return None
    if quoted := _QUOTED.match(text, at):
        inside = next(number for number in range(1, 7) if quoted[number] is not None)
        said_so = quoted[inside]
        if NOT_PASSWORDS.search(said_so) or is_ordinary(said_so) or said_so != said_so.strip():
            return None
        return quoted.span(inside)
    match = _WORD.match(text, at)
    if match is None:
        return None
    place = _trimmed(text, at, match.end())
    if place is None:
        return None
    word = text[place[0] : place[1]]
    if _looks(word, strict=False) or (_HYPHENED.fullmatch(word) and not is_ordinary(word)):
        return place
    if not told:
        return None
    if _NUMBER.fullmatch(word) and len(word) >= 4:
        return None if _is_named(text, at) else place
    if said and _SNAKE.fullmatch(word):
        return place
    if not said or is_ordinary(word) or not word.isalpha() or len(word) < 4:
        return None
    # A plain word only where nothing goes on behind it as a sentence would.
    return place if _ENDS.match(text, place[1]) else None


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start] in "('‘[*":
        start += 1
    while end > start and text[end - 1] in _TRAILING:
        end -= 1
    if text.endswith("**", start, end):
        end -= 2
    return (start, end) if end - start >= 3 else None


def _looks(word: str, *, strict: bool) -> bool:
    """Whether a word looks like a password: letters with digits or signs in them. `strict` asks for
    a small letter as well, since orders are written in capitals."""
    plain = word.rstrip("!?")
    signs = set(plain) & _SIGNS
    mixed = has_letter_and_digit(word)
    if not mixed and not signs:
        return False
    if _OTHER_WORD.fullmatch(plain) and (
        strict or not has_letter_and_digit(plain) or len(plain) < 6 or "@" in plain
    ):
        return False
    if len(word) < (6 if strict else 5) or is_uuid(word):
        return False
    if is_file_or_host(plain) and not set(plain) & _SIGNS:
        return False
    if _CODE_WORD.fullmatch(word):
        return False
    letters = any(char.isalpha() for char in word)
    if strict:
        small = any(char.islower() for char in word)
        if not small or "/" in plain or ("_" in plain and not mixed):
            return False
        if regex.fullmatch(r"[a-z]+(?:[_.-][a-z0-9]+)+", plain) and not _ends_in_number(plain):
            return False
        return mixed or (
            bool(signs - set("_?"))
            and letters
            and not plain.startswith(("@", "#", "&"))
            and "&" not in plain
            and "=" not in plain
        )
    return mixed or bool(signs - set("/?") and letters and not plain.startswith(("@", "#")))


def _ends_in_number(word: str) -> bool:
    return word[-2:].isdigit()


def _is_strange(word: str) -> bool:
    """Stranger than a name with a number: three kinds of signs, or a capital and digits."""
    kinds = [str.islower, str.isupper, str.isdigit]
    some = sum(any(kind(char) for char in word) for kind in kinds) + bool(
        set(word) & (_SIGNS | {"-"})
    )
    return some >= 3 and len(word) >= 7


def _is_named(text: str, at: int) -> bool:
    """Whether the word before a value calls it something else."""
    return ADDRESSED.search(text[max(0, at - 24) : at]) is not None


def _word_before(text: str, at: int) -> tuple[int, int] | None:
    """A value that ends before `at`."""
    head = text[max(0, at - 82) : at]
    stripped = head.rstrip()
    offset = at - len(head)
    if stripped and stripped[-1] in "\"”»’'`":
        last = None
        for match in _QUOTED.finditer(head):
            last = match
        if last and last.end() == len(stripped):
            inside = next(number for number in range(1, 7) if last[number] is not None)
            if NOT_PASSWORDS.search(last[inside]):
                return None
            return offset + last.start(inside), offset + last.end(inside)
    last = None
    for match in _WORD.finditer(stripped):
        last = match
    if last is None or last.end() != len(stripped):
        return None
    place = _trimmed(text, offset + last.start(), offset + last.end())
    if place is None:
        return None
    word = text[place[0] : place[1]]
    if _looks(word, strict=True) and not _is_named(text, place[0]):
        return place
    return place if _HYPHENED.fullmatch(word) and not is_ordinary(word) else None


def _codes(text: str) -> Iterator[tuple[int, int]]:
    """PINs, security codes of cards and codes that were sent."""
    for expression, value in ((PIN, _PIN_VALUE), (CVV, _CVV_VALUE)):
        for match in expression.finditer(text):
            found = value.match(text, match.end())
            if found and not regex.match(r"[\w-]|[.,:/]\d", text[found.end() : found.end() + 2]):
                yield found.span()
    for match in CODE.finditer(text):
        end = min(len(text), match.end() + 60)
        stop = _SENTENCE_END.search(text, match.end(), end)
        found = _CODE_VALUE.search(text, match.end(), stop.start() if stop else end)
        if found and not CODE_KIND.search(text[match.end() : found.start()]):
            yield found.span()
    for match in CODE_AFTER.finditer(text):
        yield match.span("value")


def _logins(text: str) -> Iterator[tuple[int, int]]:
    """The second of a pair that somebody logs in with: bob@example.com / hunter2."""
    for match in LOGIN.finditer(text):
        start, end = match.span("secret") if match["secret"] else (-1, -1)
        if start < 0:
            continue
        place = _trimmed(text, start, end)
        if place is None:
            continue
        word = text[place[0] : place[1]]
        if _PORT.fullmatch(word) or _ORDER.fullmatch(word) or is_ordinary(word):
            continue
        if _looks(word, strict=False) or _HYPHENED.fullmatch(word):
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
