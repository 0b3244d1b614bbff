"""Keys of issuers that nobody has listed, in running text: by how random a word is, by the words
around it, by the name that it is given to, and by where it stands in a URL."""

from collections.abc import Iterator

import regex

from cases.redaction.encoded import decoded
from cases.redaction.keys import SECRET
from cases.redaction.opaque import (
    has_letter_and_digit,
    is_file_or_host,
    is_hex,
    is_messy,
    is_random,
    is_uuid,
)
from cases.redaction.spans import Span
from cases.redaction.token_words import (
    CODE,
    CUE,
    CUE_AFTER,
    DIRECT,
    FILLED_IN,
    GIVEN,
    GIVEN_NAME,
    GROUPED,
    HINT,
    HOOKED,
    ID_PREFIX,
    LETTERS,
    MAYBE_GIVEN,
    NO_KEY_NAME,
    ONE,
    OTHER,
    PARAMETER,
    PREFIXED,
    PROGRAM_NAME,
    SAID,
    SAID_LATER,
    SECRET_PARAMETER,
    STEP,
    STOP,
    SURE_PARAMETER,
    TELLING,
    URL,
    USER_OF_URL,
    VAGUE_NAME,
    WORD,
)

RULE = "shape of a key"
_LONGEST = 4_000
_BEFORE, _AFTER = 90, 48


class TokenFinder:
    """Finds keys in running text. Its time grows with the text: every word is looked at once, with
    a bounded piece of what stands around it."""

    kind = SECRET

    def __init__(self) -> None:
        self.expressions = [WORD, URL, GIVEN]
        self._maybe = regex.compile(r"[A-Za-z0-9+/_.~-]{12}|[:=]|--\w").search

    def find(self, text: str) -> list[Span]:
        if not self._maybe(text):
            return []
        urls = [match.span() for match in URL.finditer(text)] if "://" in text else []
        places = [place for start, end in urls for place in _in_url(text[start:end], start)]
        if MAYBE_GIVEN.search(text):
            places += _given(text)
        places += _words(text, urls)
        return [Span(start, end, SECRET, RULE) for start, end in places]


def _words(text: str, urls: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Places of words that are keys by themselves or by the words around them."""
    running = None
    at = 0
    for match in WORD.finditer(text):
        start = match.start()
        word = match.group().rstrip(".=-~/+_") if len(match.group()) <= _LONGEST else ""
        word += "=" * _padding(match.group(), len(word))
        if (
            not word
            or word.isdecimal()
            or (word.isalpha() and (word.islower() or word[1:].islower()))
        ):
            continue
        while at < len(urls) and urls[at][1] <= start:
            at += 1
        if at < len(urls) and urls[at][0] <= start:
            continue
        if CODE.fullmatch(word) or (is_file_or_host(word) and not word.startswith("eyJ")):
            continue
        if (text[start - 1 : start] in ("/", "\\") and start) or text[
            match.end() : match.end() + 1
        ] == "@":
            continue
        if (_is_prefixed(word) or _is_dotted(word)) and "base64," not in text[
            max(0, start - 8) : start
        ]:
            yield start, start + len(word)
            continue
        if not (has_letter_and_digit(word) or len(word) >= 16):
            continue
        before = text[max(0, start - _BEFORE) : start]
        named = HINT.search(before) is not None
        if not named and not is_messy(word) and not is_random(word, shortest=16):
            continue
        cue = _cue_before(before)
        if cue == "other":
            continue
        end = start + len(word)
        if (cue and _may_be_key(word, direct=cue != "near", said=cue == "said")) or (
            is_messy(word) and not is_uuid(word) and CUE_AFTER.match(text[end : end + _AFTER])
        ):
            yield start, end
        elif text[start - 1 : start] not in ("=", ",") or not start:
            if running is None:
                running = len(LETTERS.findall(text[:2_000])) >= 3
            if running and _stands_alone(word):
                yield start, end


def _padding(word: str, length: int) -> int:
    return min(2, len(word[length:]) - len(word[length:].lstrip("=")))


def _stands_alone(word: str) -> bool:
    """Whether a word is a key with no other word to say so. Base64 with its signs may be anything,
    but for the length of one known kind of key."""
    if len(word) > 300 or is_uuid(word):
        return False
    if any(sign in word for sign in "+/="):
        return len(word) == 40 and "=" not in word and word.count("/") < 5 and is_random(word)
    if not is_random(word, shortest=16):
        return False
    # What says something in base64 is a payload.
    return decoded(word) is None


def _is_prefixed(word: str) -> bool:
    """Whether a word is a key with its issuer's mark before it: xyz_live_…, abc-…"""
    match = PREFIXED.fullmatch(word)
    if match is None:
        return False
    parts = [part for part in regex.split(r"[-_.]", match["prefix"].lower()) if part]
    body = match["body"]
    last = max(regex.split(r"[-_+/=]", body), key=len)
    told = any(part in TELLING for part in parts) and not word.isupper()
    if told:
        cased = last.lower() != last and last.upper() != last and has_letter_and_digit(last)
        return is_messy(last) or is_random(body, shortest=12) or (cased and len(last) >= 20)
    if any(part in ID_PREFIX for part in parts):
        return False
    if is_hex(last):
        return len(last) >= 32 and len(last) % 2 == 0 and len(parts[0]) <= 5 and len(parts) <= 3
    return len(last) >= 16 and has_letter_and_digit(last) and is_random(last, shortest=16)


def _is_dotted(word: str) -> bool:
    """Whether a word is a key of parts: two of them long and drawn by chance, with dots between."""
    parts = word.split(".")
    if (
        not 2 <= len(parts) <= 4
        or not all(map(str.isalnum, parts))
        or parts[0].lower() in ID_PREFIX
    ):
        return False
    drawn = [p for p in parts if len(p) >= 12 and has_letter_and_digit(p)]
    return len(drawn) >= 2 and all(is_hex(part) or is_messy(part) for part in drawn)


def _cue_before(before: str) -> str:
    """ "said" (the key is …), "direct" (the key …), "near" (a word for keys in the same sentence),
    "other" where something else is named nearer, or ""."""
    stop = 0
    for match in STOP.finditer(before):
        stop = match.end()
    if stop and ONE.search(before, stop) and CUE.search(before) and not OTHER.search(before):
        return "said"
    before = before[stop:]
    cue = other = None
    for match in CUE.finditer(before):
        cue = match
    for match in OTHER.finditer(before):
        other = match
    if other and (
        cue is None or other.end() > cue.end() or other.start() <= cue.start() < other.end()
    ):
        gap = before[other.end() :]
        if len(gap) <= 24 or cue is not None:
            return "other"
    if cue is None:
        return ""
    gap = before[cue.end() :]
    if DIRECT.fullmatch(gap):
        return "said" if SAID.search(gap) else "direct"
    return "said" if SAID_LATER.fullmatch(gap) else "near"


def _may_be_key(word: str, *, direct: bool, said: bool) -> bool:
    if is_uuid(word):
        return said
    if (
        "==" in word[:-2]
        or word.count(".") > 4
        or regex.fullmatch(r"[\d./:-]+|v?\d+(?:\.\d+)+\S{0,4}", word)
    ):
        return False
    if GROUPED.fullmatch(word) and has_letter_and_digit(word):
        return said or direct
    if said:
        return (has_letter_and_digit(word) and len(word) >= 8) or is_messy(word)
    if direct:
        small = any(char.islower() for char in word)
        solid = small and has_letter_and_digit(word) and len(word) >= 10 and word.isalnum()
        return is_messy(word) or solid
    return len(word) >= 16 and is_messy(word) and not (is_hex(word) and len(word) < 24)


def _given(text: str) -> Iterator[tuple[int, int]]:
    for match in GIVEN.finditer(text):
        name, value = match["name"], match["value"]
        if not match["quote"]:
            value = value.rstrip(").]:}")
        vague = GIVEN_NAME.fullmatch(name) is None
        if (
            (vague and not VAGUE_NAME.fullmatch(name))
            or len(value) < 4
            or FILLED_IN.fullmatch(value)
            or CODE.fullmatch(value)
        ):
            continue
        if OTHER.fullmatch(name.replace("_", " ")) or NO_KEY_NAME.fullmatch(name):
            continue
        if vague and not is_messy(value):
            continue
        # "token: expired" is prose; so is "secret: it was …".
        program = bool(PROGRAM_NAME.fullmatch(name)) or text.endswith("--", 0, match.start())
        program = program and (match["sign"] == "=" or bool(match["quote"]) or "--" in name)
        if match["scheme"] or program or has_letter_and_digit(value) or is_messy(value):
            yield match.start("value"), match.start("value") + len(value)


def _in_url(url: str, at: int) -> Iterator[tuple[int, int]]:
    """Places in a text of what is secret in a URL that begins at `at`."""
    head = url.partition("?")[0].partition("#")[0].rstrip(".,;:!)]")
    if match := USER_OF_URL.search(head):
        yield at + match.start(), at + match.end()
    if HOOKED.search(head):
        for match in STEP.finditer(head):
            step = match.group()
            if (
                match.start() < head.find("://") + 4
                or is_file_or_host(step)
                or (step.isalpha() and step.islower())
            ):
                continue
            if (
                (has_letter_and_digit(step) and (len(step) >= 16 or is_random(step, shortest=8)))
                or is_random(step, shortest=16)
                or (step.isdecimal() and "/webhooks/" in head and len(step) > 16)
            ):
                yield at + match.start(), at + match.end()
    for match in PARAMETER.finditer(url):
        name, value = match["name"], match["value"].rstrip(".,)!'\"")
        if FILLED_IN.fullmatch(value):
            continue
        if SURE_PARAMETER.fullmatch(name):
            good = has_letter_and_digit(value) or len(value) >= 8
        else:
            good = (
                SECRET_PARAMETER.fullmatch(name) is not None
                and len(value) >= 16
                and is_messy(value)
            )
        if good and not (NO_KEY_NAME.fullmatch(name)):
            yield at + match.start("value"), at + match.start("value") + len(value)
