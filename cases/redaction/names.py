"""Names: which words are, whose they are, and what two spellings of a value have in common."""

import re
from dataclasses import dataclass

from cases.redaction.checks import digits_of
from cases.redaction.keys import (
    ADDRESS,
    EMAIL,
    PERSON,
    PHONE,
    SECRET,
    USER,
)
from cases.redaction.spelling import bare


def word_set(words: str) -> frozenset[str]:
    """The words of a text, each once."""
    return frozenset(words.split())


# Names that are words as well: they count only where they are written like a name.
WORDS = word_set(
    "will rose price may mark grace hope art bill rich frank gene jack june april august"
    " summer dawn faith joy ivy lily daisy violet amber ruby pearl crystal robin jay drew"
    " chase hunter mason carter cook baker green brown white black gray grey young long short"
    " king rice day page park lane stone wood woods field fields hill banks bush west north"
    " east love best sweet bell ball rush case cash chance christian colt grant guy harmony"
    " heather holly honor iris jasmine lance major max melody miles nick norm pat penny pierce"
    " ray reed rob rod rusty sandy sky star sue victor wade ward wolf sunny new old son sun"
    " see sea can man men has had not you her his the and for all any one two out our off ben"
    " don van von del der den bin ibn ul street road court close house home flat unit city"
    " county town"
)
NOBODY = word_set(
    "customer user users unknown none null anonymous guest me myself you agent bot system admin"
    " administrator support manager test n/a na tbd yes no true false client caller assistant"
    " default self other"
)
# Part of an address, but in a sentence they tell nothing.
COUNTRIES = frozenset(
    {"united kingdom", "great britain", "england", "scotland", "wales", "ireland", "usa"}
    | {"northern ireland", "united states", "united states of america", "canada", "australia"}
    | {"new zealand", "germany", "deutschland", "france", "spain", "italy", "portugal"}
    | {"netherlands", "belgium", "austria", "switzerland", "poland", "sweden", "norway"}
    | {"denmark", "finland", "iceland", "japan", "india", "china", "brazil", "mexico"}
    | {"united arab emirates", "israel", "south africa", "singapore"}
)
# Said before numbers of customers and orders.
_NUMBERED_WORDS = NOBODY | word_set(
    "cust member account acct order ticket case contact person party lead visitor passenger patient"
    " buyer seller shopper driver rider host staff employee recipient sender name item demo"
    " profile subscriber record entry loyalty invoice booking"
)
_NUMBERED = re.compile(r"([A-Za-z]{0,8})[-_]?\d[\w-]*")
_SIGNS = {"#", "No.", "no.", "Nr.", "nr.", "-", "/", "of"}
_WORD_LENGTH = 5
TITLES = word_set("mr mrs ms miss mx dr prof herr frau mme sr sra sir")


@dataclass(frozen=True, slots=True)
class Value:
    """Something private found in a case. Trusted if a key or a cue said so, not only the model."""

    kind: str
    text: str
    trusted: bool

    @property
    def trusted_person(self) -> bool:
        return self.trusted and self.kind == PERSON and is_somebody(self.text)


def is_somebody(text: str) -> bool:
    """Whether a value below a key for people can be a name: no order number and no role."""
    words = text.strip().casefold()
    if words in NOBODY or not any(char.isalpha() for char in text):
        return False
    if all(map(_is_code, text.split())):
        return False
    number = _NUMBERED.fullmatch(text.strip())
    if number is None:
        return True
    letters = number[1]
    # C-204417 and order_77 are nobody, Mabuza-204417 and thandiwe84 are.
    return len(letters) >= 4 and not letters.isupper() and letters.casefold() not in _NUMBERED_WORDS


def _is_code(word: str) -> bool:
    """Whether a word is a number of an order or the like: #1042, ORD-UN83-5753, B2B/2573, No."""
    if word.strip(".:#").casefold() in _NUMBERED_WORDS:
        return True
    if not any(map(str.isdigit, word)):
        return word in _SIGNS
    letters = re.findall(r"[^\W\d_]+", word)
    return all(len(run) < _WORD_LENGTH or (run.isupper() and len(letters) > 1) for run in letters)


def is_identifier(text: str) -> bool:
    """Whether the id of a user or a session is worth looking for: no plain word, no bare "7"."""
    if len(text) < 3 or text.casefold() in NOBODY:
        return False
    if len(text) < 5:
        return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    return not text.isalpha()


def name_words(text: str) -> list[str]:
    """The words of a name in order, case folded, without titles and accents."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", bare(text).text.casefold())
    return [word.removesuffix("'s") for word in words if word not in TITLES]


def canonical(kind: str, text: str) -> str:
    """What two spellings of one value have in common."""
    if kind == PERSON:
        return " ".join(name_words(text)) or bare(text).text.casefold()
    if kind == PHONE:
        return digits_of(text)[-8:]
    plain = "".join(char for char in bare(text).text.casefold() if char.isalnum())
    return plain or text


def spreads(kind: str, text: str) -> bool:
    """Whether a value below a telling key is worth looking for elsewhere: "card": "Visa" and
    "authorization": "approved" are no secrets that a sentence could give away."""
    if re.match(r"\s*https?://", text):
        return False
    if kind in (PERSON, ADDRESS, EMAIL):
        return True
    has_digit = any(char.isdigit() for char in text)
    return has_digit if kind not in (SECRET, USER) else has_digit or not text.isalpha()
