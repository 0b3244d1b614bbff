"""The kinds of private text in words, each with an example. All examples are invented."""

from collections.abc import Iterable

from cases.redaction.keys import KINDS

KIND_WORDS = {
    "PERSON": "Names of people",
    "EMAIL": "E-mail addresses",
    "PHONE": "Telephone numbers",
    "ADDRESS": "Postal addresses",
    "CARD": "Payment cards",
    "IBAN": "IBANs",
    "ACCOUNT": "Account numbers",
    "IP": "IP addresses",
    "SECRET": "Passwords and keys",
    "DOB": "Dates of birth",
    "ID": "National ids",
    "USER": "User and session ids",
}
EXAMPLES = {
    "PERSON": "Rosalind Quarshie",
    "EMAIL": "rosalind.q@example.com",
    "PHONE": "+44 161 496 0555",
    "ADDRESS": "14 Larkspur Close, Bristol BS6 5QT",
    "CARD": "4111 1111 1111 1111",
    "IBAN": "GB33 BUKB 2020 1555 5555 55",
    "ACCOUNT": "31926819 beside account_number",
    "IP": "203.0.113.77",
    "SECRET": "sk-live-…, a password after “password:”",
    "DOB": "born 4 May 1986",
    "ID": "123-45-6789",
    "USER": "rquarshie77 beside username",
}
# What stays whatever is hidden: without it nobody can rate a case.
KEPT = (
    "order, invoice and tracking numbers",
    "amounts and prices",
    "products and item numbers",
    "ordinary dates and times",
    "names of tools and agents",
)


def kind_choices(kinds: Iterable[str] = KINDS) -> list[tuple[str, str]]:
    return [(kind, KIND_WORDS.get(kind, kind.capitalize())) for kind in kinds]


def in_sentence(kind: str) -> str:
    """A kind's words within a sentence: small letters but for abbreviations."""
    words = KIND_WORDS.get(kind, kind)
    return words if words[:2].isupper() else words[:1].lower() + words[1:]
