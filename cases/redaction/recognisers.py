"""Presidio recognisers for everything that has a shape of its own.

Presidio's own e-mail, card and phone recognisers miss internal hosts, newer card ranges and most
international spellings, and take order numbers for phones and licences; so those are replaced by
patterns with a check, and Presidio's are used where they are as good.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, Self

from cases.redaction import checks, patterns
from cases.redaction.encoded import EncodedFinder
from cases.redaction.internet import IpFinder
from cases.redaction.keys import ADDRESS, CARD, DOB, EMAIL, IBAN, ID, PERSON, PHONE, SECRET
from cases.redaction.passwords import PasswordFinder
from cases.redaction.phones import PhoneFinder
from cases.redaction.postcodes import PostcodeFinder
from cases.redaction.spans import Span
from cases.redaction.tokens import TokenFinder

# What a finding by shape is called.
_RULES = {
    EMAIL: "shape e-mail",
    CARD: "shape card",
    IBAN: "shape IBAN",
    PHONE: "shape telephone number",
    ID: "shape national id",
    DOB: "shape date of birth",
    SECRET: "shape secret",
    ADDRESS: "shape address",
    PERSON: "cue",
}


class Recogniser:
    """A Presidio recogniser behind a quick test that spares most texts the work.

    A pattern recogniser's expressions and check are run here, since Presidio's own loop spends
    more time on logging and results than on matching.
    """

    def __init__(self, presidio: Any, kind: str, maybe: Callable[[str], object]) -> None:
        self.presidio = presidio
        self.kind = kind
        self.maybe = maybe
        self.expressions: list[Any] = []
        # Where a match may begin, if that is quicker to see than the match.
        self.head: re.Pattern[str] | None = None

    def run_here(self, flags: int) -> Self:
        """Run the expressions without Presidio's loop."""
        import regex

        self.expressions = [regex.compile(p.regex, flags) for p in self.presidio.patterns]
        return self

    def find(self, text: str) -> list[Span]:
        if not self.maybe(text):
            return []
        if not self.expressions:
            results = self.presidio.analyze(text, self.presidio.supported_entities, None)
            return [Span(r.start, r.end, self.kind, _RULES[self.kind]) for r in results]
        check = self.presidio.validate_result
        return [
            Span(match.start(), match.end(), self.kind, _RULES[self.kind])
            for expression in self.expressions
            for match in self._matches(expression, text)
            if check(match.group()) is not False
        ]

    def _matches(self, expression: Any, text: str) -> Iterator[Any]:
        if self.head is None:
            yield from expression.finditer(text)
            return
        for head in self.head.finditer(text):
            if match := expression.match(text, head.start()):
                yield match


AnyRecogniser = (
    Recogniser
    | PhoneFinder
    | PostcodeFinder
    | EncodedFinder
    | IpFinder
    | TokenFinder
    | PasswordFinder
)


def build_recognisers() -> list[AnyRecogniser]:
    """Every pattern recogniser. Takes no network and no model."""
    import regex

    def maybe(pattern: str) -> Callable[[str], object]:
        search: Callable[[str], object] = regex.compile(pattern).search
        return search

    strong = [
        _patterns(EMAIL, patterns.EMAILS, maybe(r"@|%40|[\[(](?i:at)[\])]")),
        _patterns(CARD, patterns.CARDS, maybe(r"\d{4}(?s:.){0,2}\d{4}"), checks.is_card),
        _patterns(CARD, patterns.CARD_DETAILS, maybe(r"\d\d ?/ ?\d\d")),
        _ibans(maybe(r"[A-Za-z]{2}\d{2}[ -]?\w{2}")),
    ]
    return [
        *strong,
        _patterns(
            CARD, patterns.CARDS_NAMED, maybe(r"\d(?:[ .-]?\d){12}"), checks.is_card_of_any_issuer
        ),
        EncodedFinder(strong, EMAIL),
        PhoneFinder(),
        PostcodeFinder(),
        _patterns(EMAIL, patterns.EMAILS_SAID, maybe(r"(?i:[ ]dot[ ])")),
        _patterns(PHONE, patterns.PHONES_SAID, maybe(r"(?i:(?:oh|zero|one|two|five)[ ,-])")),
        IpFinder(),
        _patterns(ID, patterns.NATIONAL_IDS, maybe(r"\d{2}.?\d{2}|\d{4}")),
        _patterns(ID, patterns.AADHAAR, maybe(r"\d{4}[ -]\d{4}"), checks.is_aadhaar),
        _patterns(DOB, patterns.BIRTHS, maybe(patterns.BORN)),
        _patterns(
            SECRET,
            patterns.SECRETS,
            maybe(r"[\w-]{16}|://|-----BEGIN|(?i:bearer|basic) "),
        ),
        TokenFinder(),
        PasswordFinder(),
        _patterns(
            ADDRESS,
            patterns.STREETS,
            maybe(r"\d|(?:Cottage|House|Lodge|Farm|Manor|Hall|Villa),|[ ]s/n|The (?:Old|New) "),
        ),
    ]


def build_cues() -> Recogniser:
    """Names behind words that announce one: my name is, Dear, a sign-off, a title."""
    import regex

    announced = regex.compile(
        r"(?i:name|call me|this is|speaking|ask for|attn|dear|\bhi\b|hello|hey|good )"
        r"|\b[MDPHFS][rsioxe]|\n"
    )
    return _patterns(PERSON, patterns.NAME_CUES, announced.search)


def _ibans(maybe: Callable[[str], object]) -> Recogniser:
    recogniser = _patterns(IBAN, patterns.IBANS, maybe, checks.is_iban)
    recogniser.head = re.compile(patterns.IBAN_HEAD)
    return recogniser


def _patterns(
    kind: str,
    expressions: dict[str, str],
    maybe: Callable[[str], object],
    check: Callable[[str], bool] | None = None,
) -> Recogniser:
    import regex
    from presidio_analyzer import Pattern, PatternRecognizer

    presidio = PatternRecognizer(
        supported_entity=kind,
        name=f"calibrant-{kind.lower()}",
        patterns=[Pattern(name=name, regex=text, score=0.9) for name, text in expressions.items()],
        global_regex_flags=regex.MULTILINE,
    )
    if check is not None:
        presidio.validate_result = check
    return Recogniser(presidio, kind, maybe).run_here(regex.MULTILINE)
