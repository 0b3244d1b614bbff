"""Presidio as it comes, for comparison: `AnalyzerEngine.analyze` called for each string."""

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from benchmarks.redaction_corpus import LabelledCase
from benchmarks.redaction_scoring import Hidden, leaves_of
from cases.redaction.spans import Span

if TYPE_CHECKING:
    from cases.redaction.recognisers import AnyRecogniser


class Finder(Protocol):
    kind: str

    def find(self, text: str) -> list[Span]: ...


# The kinds of Presidio that mean what the product hides by default.
ASKED_FOR = (
    *("PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "CREDIT_CARD", "IBAN_CODE", "IP_ADDRESS"),
    *("US_SSN", "UK_NINO", "IN_AADHAAR", "IN_PAN", "US_PASSPORT", "US_ITIN", "US_BANK_NUMBER"),
    *("UK_NHS", "ES_NIF", "IT_FISCAL_CODE", "PL_PESEL", "AU_TFN", "SG_NRIC_FIN", "LOCATION"),
)


def engine(model_name: str) -> Any:
    """Presidio's engine over the installed spaCy model `model_name`, its look-ups offline."""
    os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
    from presidio_analyzer import AnalyzerEngine

    return AnalyzerEngine(nlp_engine=nlp_engine(model_name), supported_languages=["en"])


def own_engine(model_name: str) -> Any:
    """Presidio's engine with the product's own recognisers, the model's names, and nothing else."""
    os.environ.setdefault("TLDEXTRACT_PUBLIC_SUFFIX_LIST_URLS", "")
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.predefined_recognizers import SpacyRecognizer

    from cases.redaction.recognisers import build_cues, build_recognisers

    registry = RecognizerRegistry(supported_languages=["en"])
    registry.add_recognizer(SpacyRecognizer(supported_entities=["PERSON"]))
    for number, recogniser in enumerate((*build_recognisers(), build_cues())):
        presidio = as_presidio(recogniser)
        presidio.name = f"{presidio.name}-{number}"
        registry.add_recognizer(presidio)
    return AnalyzerEngine(
        registry=registry, nlp_engine=nlp_engine(model_name), supported_languages=["en"]
    )


def as_presidio(recogniser: "AnyRecogniser") -> Any:
    """A recogniser of the product as Presidio takes it: its own where the product's is built on
    one, else one that asks the product's."""
    from cases.redaction.recognisers import Recogniser

    return recogniser.presidio if isinstance(recogniser, Recogniser) else _wrapped(recogniser)


def _wrapped(finder: Finder) -> Any:
    """A finder of the product that is no Presidio recogniser, as one. What it finds may be of
    several kinds: Presidio is told the one it mostly looks for."""
    from presidio_analyzer import EntityRecognizer, RecognizerResult

    class Wrapped(EntityRecognizer):  # type: ignore[misc]
        def load(self) -> None:
            pass

        def analyze(self, text: str, entities: Any, nlp_artifacts: Any) -> list[Any]:
            return [
                RecognizerResult(span.kind, span.start, span.end, 0.9) for span in finder.find(text)
            ]

    return Wrapped(supported_entities=[finder.kind], name=type(finder).__name__)


def nlp_engine(model_name: str) -> Any:
    """Presidio's door to spaCy, over a model that is loaded whole."""
    from presidio_analyzer.nlp_engine import NerModelConfiguration, SpacyNlpEngine

    loaded = SpacyNlpEngine(ner_model_configuration=NerModelConfiguration())
    loaded.nlp = {"en": load(model_name)}
    return loaded


def load(model_name: str, *, only: str = "") -> Any:
    """The spaCy model as it comes; with `only`, no other of its pipes runs."""
    import importlib

    import spacy

    module = importlib.import_module(model_name)
    where = module.model_path() if hasattr(module, "model_path") else model_name
    return spacy.load(where, enable=[only]) if only else spacy.load(where)


def hidden_by(
    presidio: Any, cases: Iterable[LabelledCase], kinds: Sequence[str] | None
) -> Iterable[tuple[LabelledCase, Hidden]]:
    """Each case with what `analyze` finds in each of its strings; None: all kinds."""
    remembered: dict[str, list[tuple[int, int]]] = {}
    for case in cases:
        hidden = {}
        for place, text in leaves_of(case.turns):
            if text not in remembered:
                results = presidio.analyze(text, language="en", entities=kinds)
                remembered[text] = [(found.start, found.end) for found in results]
            hidden[place] = remembered[text]
        yield case, hidden
