"""Finding what is private in single texts: shapes, cues, the name model and the study's own rules.

What was found in a text is remembered, since tools return the same strings again and again.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from cases.errors import BadInput
from cases.redaction import checks
from cases.redaction.allowed import Allowed
from cases.redaction.carriers import carrier_places
from cases.redaction.dates import date_places
from cases.redaction.denied import DenyList
from cases.redaction.introductions import RULE as INTRODUCTION
from cases.redaction.introductions import IntroductionFinder
from cases.redaction.keys import ADDRESS, CARD, EMAIL, IBAN, KEEP, PERSON, PHONE, SECRET
from cases.redaction.leaves import Leaf
from cases.redaction.marks import marks_in
from cases.redaction.model import find_people, load_model
from cases.redaction.national_ids import NationalIdFinder
from cases.redaction.pairs import find_pairs
from cases.redaction.policy import ALWAYS, Policy
from cases.redaction.recognisers import AnyRecogniser, build_cues, build_recognisers
from cases.redaction.spans import Place, Span
from cases.redaction.spelling import bare, readable
from cases.redaction.tables import find_tables
from cases.redaction.things import names_a_thing
from cases.redaction.watching import Watch, unwatched

# Kinds that can be nothing else, whatever their key says.
STRONG = {EMAIL, CARD, IBAN, SECRET}
# Bytes of text whose findings are remembered, about a third of what remembering them takes.
_REMEMBERED = 8_000_000
# Signs of a service behind a carrier's name: "DPD Next", "Royal Mail Tracked".
_MORE = 9
_NEAR = 40
_CARD_WORD = re.compile(r"card|visa|kart|tarjeta|carte|carta|credit|debit|pay|paid", re.IGNORECASE)
_PHONE_WORD = re.compile(r"\b(?:phone|mobile|telephone|tel|call|ring|whatsapp)\b", re.IGNORECASE)


class Finder:
    """Holds the model and the recognisers, loaded when first used. One thread at a time; the
    redactor sees to it."""

    def __init__(self, model_name: str, policy: Policy, deny_key: bytes) -> None:
        if policy.deny and not deny_key:
            raise ValueError("a policy with a deny list needs the key of its hashes")
        self.policy = policy
        self.allowed = Allowed(policy.allow)
        self._model_name = model_name
        self._denied = DenyList(policy.deny, deny_key)
        self._model: Any = None
        self._recognisers: list[AnyRecogniser] = []
        self._introductions = IntroductionFinder()
        self._national_ids = NationalIdFinder()
        self._shapes: dict[str, list[Span]] = {}
        self._people: dict[str, list[Span]] = {}
        self._denials: dict[str, list[Span]] = {}
        self._bytes = 0

    def load(self) -> None:
        """Load the model now. Raises BadInput if it is not installed or knows another language."""
        if self._model is None:
            model = load_model(self._model_name)
            if model.lang not in (self.policy.language, "xx"):
                raise BadInput(
                    f"the redaction policy's language is {self.policy.language!r} and the model "
                    f"{self._model_name!r} is for {model.lang!r}: install a spaCy model for the "
                    "language and name it in REDACTION_SPACY_MODEL, or change the policy"
                )
            self._recognisers = [*build_recognisers(), build_cues()]
            self._model = model
        if self._bytes > _REMEMBERED:
            self._shapes.clear()
            self._people.clear()
            self._denials.clear()
            self._bytes = 0

    def read(self, texts: Iterable[str], watch: Watch = unwatched) -> None:
        """Send texts that may hold a name to the model, in one batch."""
        if not self.policy.hides(PERSON):
            return
        new = {
            text: None
            for text in texts
            if text not in self._people
            if any(char.isalpha() for char in text)
        }
        spelt = [readable(text) for text in new]
        found = find_people(self._model, [spelling.text for spelling in spelt], watch)
        for text, spelling, spans in zip(new, spelt, found, strict=True):
            self._bytes += len(text)
            self._people[text] = [
                Span(*spelling.place(span.start, span.end), span.kind, span.rule) for span in spans
            ]

    def shaped(self, text: str) -> list[Span]:
        """Spans with a shape of their own, names behind a cue and values behind a key in `text`."""
        if text not in self._shapes:
            self._bytes += len(text)
            spelling = readable(text)
            spans = [span for finder in self._recognisers for span in finder.find(spelling.text)]
            spans += self._national_ids.find(spelling.text)
            if self.policy.hides(PERSON):
                spans += self._introductions.find(spelling.text)
            spans = [span for span in spans if not _is_article(spelling.text, span)]
            self._shapes[text] = [
                Span(*spelling.place(span.start, span.end), span.kind, span.rule)
                for span in (
                    *spans,
                    *find_pairs(spelling.text, self.policy),
                    *find_tables(spelling.text, self.policy),
                )
            ]
        return self._shapes[text]

    def cued(self, text: str) -> set[tuple[int, int]]:
        """Places of names in `text` that a cue or a key announces."""
        return {(span.start, span.end) for span in self.shaped(text) if span.kind == PERSON}

    def named_by_study(self, leaf: Leaf) -> list[Span]:
        """What the deny list and the patterns of the policy find; raises custom.TooSlow."""
        text = str(leaf.value)
        if text not in self._denials:
            self._bytes += len(text)
            self._denials[text] = self._denied.find(text)
        spans = [*self._denials[text]]
        for pattern in self.policy.patterns:
            spans += pattern.find(text, leaf.key)
        return spans

    def kept(self, text: str) -> list[tuple[int, int]]:
        """Places that stay: allowed texts, shapes of kinds that are switched off, pseudonyms."""
        off = [s for s in self.shaped(text) if not self._hides(s)] if self._some_off else []
        places = [*self.allowed.places(text), *((span.start, span.end) for span in off)]
        return places + marks_in(text)

    @property
    def _some_off(self) -> bool:
        return len(self.policy.hide) < len(Policy().hide)

    def _hides(self, span: Span) -> bool:
        # A pair's key has been held against the policy already.
        return self.policy.hides(span.kind) or span.rule.startswith("key ")

    def spans(self, leaf: Leaf, protected: frozenset[str], *, named: bool = True) -> list[Span]:
        """Everything private in a leaf that its key leaves to be searched; without `named` not
        what the model said. Raises LookupError for a text that it had to read and did not."""
        text = str(leaf.value)
        shaped = [span for span in self.shaped(text) if self._hides(span)]
        if leaf.hint == KEEP:
            found = [
                span
                for span in shaped
                if span.kind in STRONG
                or (span.kind == PHONE and (not leaf.code or _says_phone(text, span)))
            ]
        else:
            carriers = carrier_places(text)
            if leaf.code:
                shaped = [s for s in shaped if s.kind != PHONE or _says_phone(text, s)]
            found = [
                span
                for span in shaped
                if span.rule != INTRODUCTION or not _is_one_of(text, span, protected)
            ]
            found += [
                span
                for span in (self.people(text) if named else ())
                if not _is_one_of(text, span, protected)
                if not names_a_thing(text, span)
                if not any(a <= span.start and span.end <= b + _MORE for a, b in carriers)
            ]
        found = without_dates(text, found)
        return [*self.named_by_study(leaf), *without_kept(found, self.kept(text))]

    def people(self, text: str) -> list[Span]:
        """What the model said of a text; raises LookupError if it did not read it."""
        if self.was_read(text):
            return self._people.get(text, [])
        # A text that nobody read must not pass for one without names; it is not shown here.
        raise LookupError("the name model has not read a text that is to be searched")

    def was_read(self, text: str) -> bool:
        """Whether the model read a text, or had no need to."""
        if text in self._people or not self.policy.hides(PERSON):
            return True
        return not any(char.isalpha() for char in text)


def _is_article(text: str, span: Span) -> bool:
    """Whether what could be a card's number is an article's: thirteen digits in one run, as cards
    had in the last century, and nothing before it says that it is one."""
    number = text[span.start : span.end]
    if span.kind != CARD or not checks.is_card(number) or checks.is_card_anywhere(number):
        return False
    return _CARD_WORD.search(text, max(0, span.start - _NEAR), span.start) is None


def _is_one_of(text: str, span: Span, names: frozenset[str]) -> bool:
    return bare(text[span.start : span.end]).text.casefold() in names


def without_dates[S: (Span, Place)](text: str, spans: list[S]) -> list[S]:
    """Spans without what is a date: "14 Jan" names no Jan, and in "phone 18 November 2026, Rue …"
    the street comes after the year."""
    dated = any(span.kind in (PERSON, ADDRESS, PHONE) for span in spans)
    dates = date_places(text) if dated else []
    if not dates:
        return spans
    left: list[S] = []
    for span in spans:
        if span.kind not in (PERSON, ADDRESS, PHONE):
            left.append(span)
            continue
        start = max((b for a, b in dates if a <= span.start < b), default=span.start)
        while span.start < start < span.end and not text[start].isalnum():
            start += 1
        trimmed = start > span.start and span.kind == ADDRESS
        if start < span.end:
            left.append(replace(span, start=start) if trimmed else span)
    return left


def _says_phone(text: str, span: Span) -> bool:
    """Whether a number below a key for codes is a telephone's all the same."""
    return text[span.start] == "+" or _PHONE_WORD.search(text) is not None


def without_kept[S: (Span, Place)](spans: Iterable[S], kept: list[tuple[int, int]]) -> list[S]:
    """Spans without what lies in a place that stays; cards and secrets always count."""
    if not kept:
        return list(spans)
    left: list[S] = []
    for span in spans:
        left += [span] if span.kind in ALWAYS else _outside(span, kept)
    return left


def _outside[S: (Span, Place)](span: S, kept: list[tuple[int, int]]) -> list[S]:
    """The parts of a span before and after places that stay."""
    pieces = [(span.start, span.end)]
    for first, last in kept:
        pieces = [
            piece
            for start, end in pieces
            for piece in ((start, min(end, max(first, start))), (max(start, min(last, end)), end))
            if piece[0] < piece[1]
        ]
    return [replace(span, start=start, end=end) for start, end in pieces]
