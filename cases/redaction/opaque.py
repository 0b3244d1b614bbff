"""How much a word looks drawn by chance rather than thought of: the measure behind secrets of
issuers that nobody has listed. Pure functions over a single word."""

import itertools
import re
import string

# A capital and what it begins count as one piece: words written together fall into long ones, what
# was drawn by chance into short ones.
_PIECE = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_UUID = re.compile(r"\{?[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\}?")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_SEPARATOR = re.compile(r"[-_.~+/=:]+")
_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}$")
_SHORT = 3
# Which letters often follow one in words and names: the 170 commonest pairs.
_FOLLOWS = {
    "a": "bcdgiklmnprstuvy",
    "b": "aelor",
    "c": "aehikort",
    "d": "aeiors",
    "e": "acdeilmnprstvwxy",
    "f": "aeio",
    "g": "aehiru",
    "h": "aeio",
    "i": "acdeglmnoprstv",
    "j": "a",
    "k": "aei",
    "l": "adeilosuy",
    "m": "aeiop",
    "n": "acdeginost",
    "o": "cdlmnoprstuvw",
    "p": "aeilor",
    "r": "adeimnorstuy",
    "s": "acehiopstu",
    "t": "aehiorstu",
    "u": "lmnrst",
    "v": "aei",
    "w": "aeio",
}
_LOWER, _UPPER, _DIGIT = (
    frozenset(string.ascii_lowercase),
    frozenset(string.ascii_uppercase),
    frozenset(string.digits),
)


def is_uuid(word: str) -> bool:
    return _UUID.fullmatch(word) is not None


def is_hex(word: str) -> bool:
    """Whether all of a word is hexadecimal in one case, with letters and digits in it."""
    return _HEX.fullmatch(word) is not None and not word.isdigit() and not word.isalpha()


def is_file_or_host(word: str) -> bool:
    """Whether a word ends as names of files and hosts do."""
    return _ENDING.search(word) is not None


def has_letter_and_digit(word: str) -> bool:
    chars = set(word)
    return bool(chars & _DIGIT) and bool(chars & (_LOWER | _UPPER))


def disorder(word: str) -> float:
    """The share of letters and digits that stand in pieces of three and less, 0 to 1: about .75
    where a word was drawn from letters of both cases and digits, about .1 for words and dates."""
    pieces = _PIECE.findall(word)
    whole = sum(map(len, pieces))
    if not whole:
        return 0.0
    return sum(len(piece) for piece in pieces if len(piece) <= _SHORT) / whole


def naturalness(word: str) -> float:
    """The share of neighbouring letters that words and names often put side by side, 0 to 1: about
    .25 by chance and .8 in English words and names. 0 where no letters are neighbours."""
    pairs = 0
    common = 0
    folded = word.lower()
    for first, second in itertools.pairwise(folded):
        if first in _LOWER and second in _LOWER:
            pairs += 1
            common += second in _FOLLOWS.get(first, "")
    return common / pairs if pairs else 0.0


def is_random(word: str, *, shortest: int = 20) -> bool:
    """Whether a word stands for itself as drawn by chance, with no other word to say so: letters of
    both cases in disorder, or small ones and digits in turn. Capitals with digits never do, since
    orders and tracking numbers are written so, and neither do digests."""
    plain = _SEPARATOR.sub("", word)
    length = len(plain)
    if length < shortest or is_hex(plain) or not _is_dense(word):
        return False
    lower, upper, digit = (sum(char in kind for char in plain) for kind in (_LOWER, _UPPER, _DIGIT))
    if len(set(plain)) < min(length // 3, 10):
        return False
    natural, mess = naturalness(word), disorder(plain)
    if lower >= 2 and upper >= 2 and digit >= 1:
        return (natural <= 0.5 and mess >= 0.3) or (natural <= 0.6 and mess >= 0.7)
    if lower >= 2 and upper >= 2:
        return natural <= 0.42 and mess >= 0.3
    # One case: a stem with a number behind it is a name.
    turns = len(_PIECE.findall(plain))
    return lower >= 4 and digit >= 3 and turns >= 6 and natural <= 0.5 and not upper


def is_messy(word: str) -> bool:
    """A lower bar, for words that another word calls a key: letters and digits that no one would
    write as a name, an order or a date."""
    plain = _SEPARATOR.sub("", word)
    if len(plain) < 12 or not _is_dense(word):
        return False
    chars = set(plain)
    if not has_letter_and_digit(plain):
        both = bool(chars & _LOWER) and bool(chars & _UPPER)
        return both and naturalness(word) <= 0.5 and disorder(plain) >= 0.2
    if is_hex(plain):
        return len(plain) >= 16
    if chars & _LOWER:
        return naturalness(word) <= 0.55 or disorder(plain) >= 0.6
    # Orders and tracking numbers are written in capitals and digits too.
    return len(plain) >= 20 and (naturalness(word) <= 0.5 or disorder(plain) >= 0.6)


def _is_dense(word: str) -> bool:
    """Whether the pieces between signs are long, as in a key: identifiers of many small words are
    none."""
    parts = [part for part in _SEPARATOR.split(word) if part]
    return bool(parts) and max(map(len, parts)) >= 8
