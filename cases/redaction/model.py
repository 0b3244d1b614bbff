"""The name model: a spaCy pipeline with nothing in it but its name finder."""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from functools import lru_cache
from itertools import batched
from typing import Any

from cases.errors import BadInput
from cases.redaction.keys import PERSON
from cases.redaction.listed import name_list
from cases.redaction.name_reading import extended
from cases.redaction.names import word_set
from cases.redaction.scripts import find_foreign_names
from cases.redaction.spans import Span
from cases.redaction.spelling import bare
from cases.redaction.watching import NAMES, Watch, unwatched

# The model's memory grows with the batch: long texts go to it in sentences, and sentences that
# don't end in pieces of this many characters.
PIECE = 2_000
BATCH = 64
# So many pieces, a second or so, are read between two looks at whether to go on.
_LOT = 4 * BATCH
_WORDS_KEPT = 50_000
# Texts up to this length go whole, since what stands around a name helps to find it.
_WHOLE = 300
# The parts of a pipeline that name finding does not use; leaving them out makes it twice as fast.
# The strings are what the vectors' hashes stand for, 140 MB that are looked up by nobody.
_UNUSED = [
    "tok2vec",
    "tagger",
    "parser",
    "attribute_ruler",
    "lemmatizer",
    "senter",
    "morphologizer",
    "strings",
]
# Half a pair of UTF-16, which can't be encoded.
_HALF = re.compile(r"[\ud800-\udfff]")
_LABELS = {PERSON, "PER"}
# What else the model calls people whose names it does not know.
_MISTAKEN = {"ORG", "GPE", "LOC", "NORP", "FAC", "PRODUCT", "WORK_OF_ART"}
_IMPOSSIBLE = re.compile(r"[\d_@/=<>{}#|\\]")
# English models know no other script: what they tag there is noise.
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]")
_ABBREVIATED = r"(?<!\b[A-Z]\.)(?<!\b(?:Mr|Ms|Dr|St|No|Jr|Sr)\.)(?<!\b(?:Mrs|Apt)\.)(?<!\bProf\.)"
_SENTENCE_END = re.compile(rf"(?<=[.!?]){_ABBREVIATED}\s+|\n+")
_WORD = re.compile(r"[^\W\d_]+")
# Words that sentences begin with; a text with no capital word but these names nobody.
_STARTERS = word_set(
    "i a an the this that these those it its he she they we you my your our his her their there"
    " here what when where why how who which please thank thanks hi hello hey ok okay yes no not"
    " and but or so if then as at by for from in into of on to with after before since until while"
    " is are was were be been do does did has have had can could will would should may might must"
    " let also just still now today yesterday tomorrow order refund item customer caller agent"
    " account payment delivery shipping sorry unfortunately however once one two three all any"
    " some no none sent asked told called wants wanted said says see"
)


# What spaCy calls the language of a model that is for several.
MANY_LANGUAGES = "xx"


@lru_cache(maxsize=8)
def model_language(name: str) -> str:
    """The language of the spaCy pipeline `name`, read without loading it; "" if that says none."""
    import json
    from importlib.util import find_spec
    from pathlib import Path

    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    places = spec.submodule_search_locations or [] if spec else [name]
    # Beside the package's code, or in the folder of the version that it holds.
    found = (
        path
        for place in places
        for pattern in ("meta.json", "*/meta.json")
        for path in sorted(Path(place).glob(pattern))
    )
    try:
        meta = json.loads(next(found).read_text(encoding="utf-8"))
    except (StopIteration, OSError, ValueError):
        return ""
    return str(meta.get("lang", "")) if isinstance(meta, dict) else ""


@lru_cache(maxsize=2)
def load_model(name: str) -> Any:
    """The spaCy pipeline `name`, one for all who ask. Raises BadInput if it is missing.

    A package that carries a model as data says where by `model_path()`.
    """
    import importlib

    import spacy

    where: Any = name
    try:
        module = importlib.import_module(name)
        where = module.model_path() if hasattr(module, "model_path") else name
    except (ImportError, ValueError):
        pass
    try:
        model = spacy.load(where, exclude=_UNUSED)
    except OSError:
        raise BadInput(
            f"the redaction model {name!r} is not installed: install it, "
            "or name another spaCy model in REDACTION_SPACY_MODEL"
        ) from None
    _quicken(model)
    return model


def _quicken(model: Any) -> None:
    """Let numpy multiply: on a processor its library takes a third of the time of thinc's own."""
    import numpy
    from thinc.api import NumpyOps

    class NumpyProduct(NumpyOps):  # type: ignore[misc]
        def gemm(
            self, x: Any, y: Any, out: Any = None, trans1: bool = False, trans2: bool = False
        ) -> Any:
            return numpy.dot(x.T if trans1 else x, y.T if trans2 else y, out=out)

    product = NumpyProduct()
    for name, pipe in model.pipeline:
        if name != "ner" or not pipe.model.has_ref("tok2vec"):
            continue
        for node in pipe.model.get_ref("tok2vec").walk():
            if type(node.ops) is NumpyOps:
                node.ops = product


def find_people(model: Any, texts: list[str], watch: Watch = unwatched) -> list[list[Span]]:
    """PERSON spans of each text; what is alike goes to the model once."""
    pieces = [
        (number, start, _HALF.sub("\ufffd", piece))
        for number, text in enumerate(texts)
        for start, piece in _pieces(text)
        if may_name(piece)
    ]
    once = list(dict.fromkeys(piece for _, _, piece in pieces))
    found: dict[str, list[Span]] = {}
    for lot in batched(once, _LOT):
        # Words that are seen early are kept, since they come again; others go with their lot.
        keeping = nullcontext() if len(model.vocab) < _WORDS_KEPT else model.memory_zone()
        with keeping:
            for document in model.pipe(lot, batch_size=BATCH):
                found[document.text] = list(_people(document))
        # Outside of the zone, which an error would leave open.
        watch(NAMES, len(found), len(once))
    spans: list[list[Span]] = [[] for _ in texts]
    for number, start, piece in pieces:
        spans[number] += [
            Span(start + span.start, start + span.end, span.kind, span.rule)
            for span in (*found[piece], *name_list().find(piece))
        ]
    return [
        [*extended(text, found_in_it), *find_foreign_names(text)]
        for text, found_in_it in zip(texts, spans, strict=True)
    ]


def may_name(text: str) -> bool:
    """Whether a text can name anybody: it has a capital word that sentences don't begin with, or
    a listed name in small letters."""
    names = name_list()
    for word in _WORD.findall(text):
        if word.islower():
            if word in names.first and word not in names.words:
                return True
        elif word.casefold() not in _STARTERS and (word[0].isupper() or word[0].isalpha()):
            return True
    return not text.isascii() and any(names.is_name(w) for w in bare(text).text.casefold().split())


def _people(document: Any) -> Iterator[Span]:
    for entity in document.ents:
        text = entity.text
        rule = "name model"
        if entity.label_ not in _LABELS:
            if entity.label_ not in _MISTAKEN or not _listed(text):
                continue
            rule = "name list"
        if not _believable(text):
            continue
        name = re.sub(r"['’]s?$", "", text.strip())
        begin = entity.start_char + text.index(name)
        if len(name) > 1 and _stands_apart(document.text, begin, begin + len(name)):
            yield Span(begin, begin + len(name), PERSON, rule)


def _stands_apart(text: str, start: int, end: int) -> bool:
    """Whether a name is not the end of a number, as a country is in QM240114074GB."""
    return not (text[start - 1 : start].isdigit() or text[end : end + 1].isdigit())


def _listed(text: str) -> bool:
    """Whether what the model takes for a firm or a place begins like somebody's name."""
    words = bare(text).text.split()
    if not 2 <= len(words) <= 3 or not all(word[:1].isupper() for word in words):
        return False
    return name_list().is_first(words[0].casefold())


def _believable(text: str) -> bool:
    return _LATIN.search(text) is not None and _IMPOSSIBLE.search(text) is None


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """`text` whole if it is short, else its sentences, each with its place."""
    if len(text) <= _WHOLE:
        yield 0, text
        return
    start = 0
    for end in _SENTENCE_END.finditer(text):
        yield from _cut(text, start, end.start())
        start = end.end()
    yield from _cut(text, start, len(text))


def _cut(text: str, start: int, stop: int) -> Iterator[tuple[int, str]]:
    """Characters `start` to `stop` in pieces that end at white space."""
    while stop - start > PIECE:
        end = max(text.rfind(space, start + PIECE // 2, start + PIECE) for space in "\n ,")
        end = end + 1 if end >= 0 else start + PIECE
        yield start, text[start:end]
        start = end
    if start < stop:
        yield start, text[start:stop]
