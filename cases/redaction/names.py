"""Names: the NER model, what it must not be believed about, and the second pass over a case."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cases.errors import BadInput
from cases.redaction.checks import digits_of
from cases.redaction.keys import (
    ACCOUNT,
    ADDRESS,
    CARD,
    EMAIL,
    IBAN,
    ID,
    PERSON,
    PHONE,
    SECRET,
    USER,
)
from cases.redaction.spans import Span
from cases.redaction.spelling import bare, two_letter

# Long texts go to the model in pieces of this many characters; its memory grows with the batch.
PIECE = 2_000
BATCH = 24
# The parts of a pipeline that name finding does not use; leaving them out makes it twice as fast.
_UNUSED = [
    "tok2vec",
    "tagger",
    "parser",
    "attribute_ruler",
    "lemmatizer",
    "senter",
    "morphologizer",
]
_IMPOSSIBLE = re.compile(r"[\d_@/=<>{}#|\\]")
# English models know no other script: what they tag there is noise.
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_NUMERIC = {PHONE, CARD, IBAN, ID, ACCOUNT}
_SEPARATOR = r"[\s().\-–/\u00a0]{0,3}"


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Names that are words as well: they count only where they are written like a name.
_WORDS = _set(
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
_NOBODY = _set(
    "customer user users unknown none null anonymous guest me myself you agent bot system admin"
    " administrator support manager test n/a na tbd yes no true false client caller assistant"
    " default self other"
)
# Part of an address, but in a sentence they tell nothing.
_COUNTRIES = frozenset(
    {"united kingdom", "great britain", "england", "scotland", "wales", "ireland", "usa"}
    | {"northern ireland", "united states", "united states of america", "canada", "australia"}
    | {"new zealand", "germany", "deutschland", "france", "spain", "italy", "portugal"}
    | {"netherlands", "belgium", "austria", "switzerland", "poland", "sweden", "norway"}
    | {"denmark", "finland", "iceland", "japan", "india", "china", "brazil", "mexico"}
    | {"united arab emirates", "israel", "south africa", "singapore"}
)
_TITLES = _set("mr mrs ms miss mx dr prof herr frau mme sr sra sir")


@lru_cache(maxsize=2)
def load_model(name: str) -> Any:
    """The spaCy pipeline `name` with nothing but its name finder, one for all who ask. Raises
    BadInput if it is missing.

    A package that carries a model as data says where by `model_path()`.
    """
    import importlib

    import spacy

    where: Any = name
    try:
        module = importlib.import_module(name)
        where = module.model_path() if hasattr(module, "model_path") else name
    except ImportError:
        pass
    try:
        return spacy.load(where, exclude=_UNUSED)
    except OSError:
        raise BadInput(
            f"the redaction model {name!r} is not installed: install it, "
            "or name another spaCy model in REDACTION_SPACY_MODEL"
        ) from None


def find_people(model: Any, texts: list[str]) -> list[list[Span]]:
    """PERSON spans of each text, found in one batch."""
    pieces = [
        (number, start, piece)
        for number, text in enumerate(texts)
        for start, piece in _pieces(text)
    ]
    spans: list[list[Span]] = [[] for _ in texts]
    documents = model.pipe((piece for _, _, piece in pieces), batch_size=BATCH)
    for (number, start, _), document in zip(pieces, documents, strict=True):
        for entity in document.ents:
            if entity.label_ != PERSON or not _believable(entity.text):
                continue
            name = re.sub(r"['’]s?$", "", entity.text.strip())
            begin = start + entity.start_char + entity.text.index(name[:1]) if name else 0
            if len(name) > 1:
                spans[number].append(Span(begin, begin + len(name), PERSON, "name model"))
    return spans


def _believable(text: str) -> bool:
    return _LATIN.search(text) is not None and _IMPOSSIBLE.search(text) is None


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """`text` in pieces that end at white space, each with its place."""
    start = 0
    while len(text) - start > PIECE:
        end = max(text.rfind(space, start + PIECE // 2, start + PIECE) for space in "\n ")
        end = end + 1 if end >= 0 else start + PIECE
        yield start, text[start:end]
        start = end
    yield start, text[start:]


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
    """Whether a value below a key for people can be a name: no order number, role or e-mail."""
    words = text.strip().casefold()
    if words in _NOBODY or "@" in text or not any(char.isalpha() for char in text):
        return False
    return not re.fullmatch(r"[A-Za-z]{0,8}[-_]?\d[\w-]*", text.strip())


def is_identifier(text: str) -> bool:
    """Whether the id of a user or a session is worth looking for: no plain word, no bare "7"."""
    if len(text) < 3 or text.casefold() in _NOBODY:
        return False
    if len(text) < 5:
        return any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    return not text.isalpha()


def name_words(text: str) -> list[str]:
    """The words of a name in order, case folded, without titles and accents."""
    words = re.findall(r"[^\W\d_]+(?:'[^\W\d_]+)*", bare(text).text.casefold())
    return [word.removesuffix("'s") for word in words if word not in _TITLES]


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
    if kind in (PERSON, ADDRESS, EMAIL):
        return True
    has_digit = any(char.isdigit() for char in text)
    return has_digit if kind not in (SECRET, USER) else has_digit or not text.isalpha()


class SecondPass:
    """Every value found anywhere in a case, looked for everywhere in it.

    A name that the model misses in free text mostly stands in some field of the same case.
    """

    def __init__(self, values: Iterable[Value], protected: frozenset[str]) -> None:
        self.owners: dict[tuple[str, str], str] = {}
        self._known: dict[str, tuple[str, str]] = {}
        self._digits: dict[str, tuple[str, str]] = {}
        folded: set[str] = set()
        exact: set[str] = set()
        numbers: set[str] = set()
        unique = dict.fromkeys(values)
        # Longest first, so that "Marguerite" joins "Marguerite Okonkwo".
        for value in sorted(unique, key=lambda v: (-len(v.text), v.text)):
            owner = self.owner(value.kind, value.text)
            if value.kind in _NUMERIC and len(digits_of(value.text)) >= 6:
                numbers |= self._number(value, owner)
                continue
            for part, any_case in _variants(value):
                shared = part.casefold() in protected
                if shared and not value.trusted:
                    continue
                self._known.setdefault(_plain(part), owner)
                # "Wall" is somebody in this case, and "wall mirror" is for sale.
                (folded if any_case and not shared else exact).add(part)
        self._pattern = _compile(folded, exact, numbers)

    def owner(self, kind: str, text: str) -> tuple[str, str]:
        """(kind, canonical) of the value that `text` is, or is a part of."""
        own = canonical(kind, text)
        if (kind, own) in self.owners:
            return kind, self.owners[kind, own]
        if kind == PERSON:
            words = set(own.split())
            for (other_kind, other), target in self.owners.items():
                if other_kind == PERSON and words and words <= set(other.split()):
                    self.owners[kind, own] = target
                    return kind, target
        self.owners[kind, own] = own
        return kind, own

    def find(self, text: str) -> list[tuple[Span, str]]:
        """(span, canonical value) of every known value in `text`."""
        if self._pattern is None:
            return []
        found = []
        spelling = bare(text)
        for match in self._pattern.finditer(spelling.text):
            owner = self._known.get(_plain(match.group())) or self._digits.get(
                digits_of(match.group())[-8:]
            )
            if owner:
                span = Span(*spelling.place(*match.span()), owner[0], "second pass")
                found.append((span, owner[1]))
        return found

    def _number(self, value: Value, owner: tuple[str, str]) -> set[str]:
        characters = [char for char in bare(value.text).text if char.isalnum()]
        self._digits[digits_of(value.text)[-8:]] = owner
        self._known[_plain(value.text)] = owner
        spellings = {_SEPARATOR.join(re.escape(char) for char in characters)}
        if value.kind == PHONE and len(characters) >= 10:
            spellings.add(r"0?" + _SEPARATOR.join(characters[-9:]))
        return spellings


def _variants(value: Value) -> Iterator[tuple[str, bool]]:
    """(spelling without accents, whether in any case) of a value and of the parts that give it
    away; Müller also as Mueller."""
    for text in dict.fromkeys((bare(value.text).text, bare(two_letter(value.text)).text)):
        yield from _parts(value, text.strip(" \t\n.,;:()\"'"))


def _parts(value: Value, text: str) -> Iterator[tuple[str, bool]]:
    if not 2 <= len(text) <= 160:
        return
    if value.kind == PERSON:
        words = [word for word in re.findall(r"[\w'’]+(?:-[\w'’]+)*", text) if not word.isdigit()]
        if len(words) > 1:
            yield text, value.trusted
        parts = {part for word in words for part in (word, *re.split(r"[-'’]", word))}
        for part in parts:
            folded = part.casefold()
            if len(part) < 3 or folded in _TITLES or folded in _NOBODY:
                continue
            if value.trusted and folded not in _WORDS:
                yield part, True
            elif part[:1].isupper() or not value.trusted:
                yield part, False
        return
    if len(text) >= 4:
        yield text, True
    if value.kind == ADDRESS:
        for part in re.split(r"[,;\n]", text):
            part = part.strip(" .")
            if len(part) >= 5 and part.casefold() not in _COUNTRIES and not part.isdigit():
                yield part, any(char.isdigit() for char in part)


def _compile(folded: set[str], exact: set[str], numbers: set[str]) -> Any:
    import regex

    def either(parts: set[str]) -> str:
        ordered = sorted(parts, key=lambda part: (-len(part), part))
        return "|".join(r"\s+".join(map(regex.escape, part.split())) for part in ordered)

    branches = [f"(?i:{either(folded)})"] if folded else []
    branches += [either(exact)] if exact else []
    branches += ["|".join(sorted(numbers, key=lambda p: (-len(p), p)))] if numbers else []
    if not branches:
        return None
    return regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{'|'.join(branches)})(?![\p{{L}}\p{{N}}])")


def _plain(text: str) -> str:
    return " ".join(bare(text).text.casefold().split())
