"""What a text says beneath a disguise: codes, turned letters, letters set apart. Pure.

Each way looks for its own shape first, so that ordinary text costs little, and gives at most a few
readings of bounded length. Whether a reading means anything is for the rules to say.
"""

import base64
import binascii
import codecs
import html
import re
import unicodedata
from collections.abc import Iterator

# Readings of one text, so that a text made of codes costs no more than others.
_MOST = 200

_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{14,40000}={0,2}(?![\w+/=-])")
_BASE32 = re.compile(r"(?<![\w=])[A-Z2-7]{24,40000}={0,6}(?![\w=])")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[ ,:]?){10,20000}(?![0-9A-Za-z])")
_BITS = re.compile(r"(?<!\d)(?:[01]{8} ?){8,5000}(?!\d)")
_DECIMALS = re.compile(r"(?<!\d)(?:\d{2,3}[ ,]{1,2}){9,5000}\d{2,3}(?!\d)")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[^%\s]{0,12}){3}")
_PERCENTS = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ESCAPED = re.compile(r"(?:\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2})")
_ENTITY = re.compile(r"&(?:#\d{2,7}|#x[0-9A-Fa-f]{2,6}|lt|gt|quot|amp);")
_WORDS_13 = re.compile(
    r"(?i)\b(?:vtaber|qvfertneq|sbetrg|bireevqr|vafgehpgvbaf?|ireqvpg|rinyhngbe|tenqre|ehoevp"
    r"|cerivbhf|whqtr|fpber|znexf|flfgrz|genafpevcg|pbeerpg)\b"
)
_WORDS_BACK = re.compile(
    r"(?i)\b(?:erongi|drager?sid|tegrof|edirrevo|snoitcurtsni|noitcurtsni|tcidrev|rotaulave"
    r"|redarg|cirbur|suoiverp|egduj|erocs|skram|tpmorp|tcerroc)\b"
)
# Letters one by one, with the same kind of sign between them.
_APART = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .\-_*·|/~]{1,3}){6,4000}[^\W\d_](?![^\W_])")
# A letter inside a word that a digit or sign stands for.
_LEET = re.compile(r"[A-Za-z][013457@$!|][A-Za-z]|\b[01345@$!][A-Za-z]{2}|[A-Za-z]{2}[013457@$]\b")
_LEET_E = str.maketrans("01345@$!7|", "oieasasitl")
_LEET_L = str.maketrans("01345@$!7|", "oleasasitl")
# Orders without blanks, for letters that were set apart.
_COMPACT = re.compile(
    r"(?i)(?:ignore|disregard|forget|override)(?:all|any|the|your|every|of|these){0,4}(?:previous"
    r"|prior|above|earlier|preceding|system)?(?:instructions?|rubric|rules|criteria|prompts?"
    r"|guidelines|orders)|verdict(?:is|:|=)?(?:pass|yes|correct)|fullmarks|fullpoints|topscore"
    r"|maximumscore|maxscore|highestscore|perfectscore"
    r"|(?:mark|rate|score|grade|label)(?:this|it|the)\w{0,24}?(?:pass|correct|perfect|ten)"
    r"|(?:say|output|answer|respond|respondwith|return|write)(?:only|just|with|the|word)?pass"
    r"|youarethe(?:judge|grader|evaluator)|dear(?:judge|grader|evaluator)|systemprompt|passthis"
    r"|givethis\w{0,20}pass|approvethis|thisisapass|thisiscorrect"
)
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{4,20000}")
_ZERO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff]{8,}")


def readings(text: str) -> Iterator[str]:
    """What `text` may say in codes: base64, base32, hexadecimal, bits, rot13 and the like."""
    for way in (_coded, _escaped, _turned, _leet):
        yield from way(text)


def is_spelled_out(text: str) -> bool:
    """Whether letters that are set apart, or marked one by one, spell an order."""
    for place, run in enumerate(_APART.finditer(text)):
        if place >= _MOST:
            return False
        if _COMPACT.search(re.sub(r"[\W_]", "", run.group())):
            return True
    return False


def spelled_out(text: str) -> Iterator[str]:
    """Letters set apart put together, words where more than one sign stands between letters."""
    for place, run in enumerate(_APART.finditer(text)):
        if place >= _MOST:
            return
        words = re.split(r"[ .\-_*·|/~]{2,3}", run.group())
        yield " ".join(re.sub(r"[\W_]", "", word) for word in words)


def hides_data(text: str) -> bool:
    """Whether signs of no width stand in rows as only data does."""
    return bool(_SELECTORS.search(text) or _ZERO_WIDTH.search(text))


def without_marks(text: str) -> str:
    """`text` without accents and other marks on its letters."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def without_entities(text: str) -> str:
    """`text` with HTML's names and numbers of characters as those characters."""
    return html.unescape(text) if _ENTITY.search(text) else text


def _coded(text: str) -> Iterator[str]:
    for pattern, decode in (
        (_BASE64, _from_base64),
        (_BASE32, _from_base32),
        (_HEX, _from_hex),
        (_BITS, _from_bits),
        (_DECIMALS, _from_decimals),
        (_SELECTORS, _from_selectors),
    ):
        for place, run in enumerate(pattern.finditer(text)):
            if place >= _MOST:
                break
            try:
                said = decode(run.group()).decode()
            except (binascii.Error, ValueError):
                continue
            if said.isprintable() or "\n" in said:
                yield said


def _from_base64(run: str) -> bytes:
    standard = run.replace("-", "+").replace("_", "/").rstrip("=")
    if standard.isdecimal() or standard.islower() or standard.isupper():
        raise ValueError("a number or a word")
    return base64.b64decode(standard + "=" * (-len(standard) % 4), validate=True)


def _from_base32(run: str) -> bytes:
    bare = run.rstrip("=")
    return base64.b32decode(bare + "=" * (-len(bare) % 8))


def _from_hex(run: str) -> bytes:
    return bytes.fromhex(re.sub(r"0x|\\x|[ ,:]", "", run))


def _from_bits(run: str) -> bytes:
    bits = run.replace(" ", "")
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


def _from_decimals(run: str) -> bytes:
    return bytes(int(number) for number in re.findall(r"\d+", run))


def _from_selectors(run: str) -> bytes:
    """Bytes as variation selectors: the first sixteen stand apart from the other 240."""
    return bytes(
        ord(c) - 0xFE00 if c <= "\ufe0f" else ord(c) - 0xE0100 + 16
        for c in run
        if ord(c) - 0xE0100 + 16 < 256
    )


def _escaped(text: str) -> Iterator[str]:
    if text.count("%") > 2 and _PERCENT.search(text):
        yield _PERCENTS.sub(_from_percents, text.replace("+", " "))
    if len(_ESCAPED.findall(text[:100_000])) > 5:
        yield _ESCAPED.sub(lambda found: chr(int(found.group()[2:], 16)), text)


def _from_percents(run: re.Match[str]) -> str:
    return bytes.fromhex(run.group().replace("%", "")).decode(errors="ignore")


def _turned(text: str) -> Iterator[str]:
    if _WORDS_13.search(text):
        yield codecs.decode(text, "rot13")
    if _WORDS_BACK.search(text):
        yield text[::-1]


def _leet(text: str) -> Iterator[str]:
    if len(_LEET.findall(text[:100_000])) < 2:
        return
    yield text.translate(_LEET_E)
    yield text.translate(_LEET_L)
