"""Values with a form of their own: cards, IBANs, national ids, secrets, and what must stay."""

import base64
import json
import string
import uuid
from collections.abc import Callable
from itertools import pairwise
from random import Random

from benchmarks.redaction_corpus.bank import Makers, words
from benchmarks.redaction_corpus.digits import digits, filled, iban, luhn, verhoeff, weighted

# Issuer: (prefixes, lengths).
CARDS: dict[str, tuple[tuple[str, ...], tuple[int, ...]]] = {
    "visa": (("4",), (16,)),
    "mastercard": (("51", "52", "53", "54", "55"), (16,)),
    "mastercard-2": (("2221", "2345", "2500", "2720"), (16,)),
    "amex": (("34", "37"), (15,)),
    "diners": (("36", "38", "300", "305"), (14,)),
    "discover": (("6011", "644", "649", "65"), (16,)),
    "jcb": (("3528", "3566", "3589"), (16,)),
    "jcb-15": (("2131", "1800"), (15,)),
    "unionpay": (("6221", "6258", "6282"), (16, 17, 18, 19)),
    "maestro": (("5018", "5020", "6304", "6759"), (12, 13, 16, 19)),
    "rupay": (("6521", "6522"), (16,)),
    "mir": (("2200", "2203"), (16,)),
}
# Country: the account part, # a digit and @ a capital.
IBANS = {
    "DE": "#" * 18,
    "FR": "#" * 10 + "#" * 11 + "##",
    "GB": "@@@@" + "#" * 14,
    "NL": "@@@@" + "#" * 10,
    "ES": "#" * 20,
    "IT": "@" + "#" * 10 + "#" * 12,
    "BE": "#" * 12,
    "AT": "#" * 16,
    "CH": "#" * 5 + "#" * 12,
    "PL": "#" * 24,
    "SE": "#" * 20,
    "IE": "@@@@" + "#" * 14,
    "PT": "#" * 21,
    "NO": "#" * 11,
}


def card(rng: Random) -> tuple[str, str]:
    """(issuer, number) in one of the usual spellings."""
    issuer = rng.choice(list(CARDS))
    prefixes, lengths = CARDS[issuer]
    prefix, length = rng.choice(prefixes), rng.choice(lengths)
    body = prefix + digits(rng, length - len(prefix) - 1)
    number = body + luhn(body)
    gap = rng.choice(["", " ", " ", "-"])
    if length in (14, 15):
        parts = [number[:4], number[4:10], number[10:]]
    else:
        parts = [number[start : start + 4] for start in range(0, length, 4)]
    return issuer, gap.join(parts)


def account(rng: Random) -> tuple[str, str]:
    """(country, IBAN), solid or in fours."""
    country = rng.choice(list(IBANS))
    number = iban(country, filled(rng, IBANS[country]))
    if rng.random() < 0.5:
        return country, number
    return country, " ".join(number[start : start + 4] for start in range(0, len(number), 4))


def _ssn(rng: Random) -> str:
    return f"{rng.randint(101, 665)}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}"


def _nino(rng: Random) -> str:
    gap = rng.choice(["", " "])
    pairs = gap.join(str(rng.randint(10, 99)) for _ in range(3))
    return (
        f"{rng.choice(['AB', 'CE', 'JR', 'PX', 'SW', 'YT'])}{gap}{pairs}{gap}{rng.choice('ABCD')}"
    )


def _aadhaar(rng: Random) -> str:
    body = digits(rng, 11, first="23456789")
    number = body + verhoeff(body)
    return " ".join((number[:4], number[4:8], number[8:]))


def _pan(rng: Random) -> str:
    return filled(rng, "@@@") + "P" + filled(rng, "@####@")


def _cpf(rng: Random) -> str:
    body = digits(rng, 9)
    for weights in ((10, 9, 8, 7, 6, 5, 4, 3, 2), (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = weighted(body, weights) % 11
        body += str(0 if rest < 2 else 11 - rest)
    return f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}"


def _dni(rng: Random) -> str:
    number = rng.randint(10_000_000, 99_999_999)
    return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def _codice(rng: Random) -> str:
    return (
        filled(rng, "@@@@@@")
        + f"{rng.randint(50, 99)}{rng.choice('ABCDEHLMPRST')}"
        + filled(rng, "1#@###@")
    )


def _pesel(rng: Random) -> str:
    body = f"{rng.randint(50, 99)}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}{digits(rng, 4)}"
    return body + str(-weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10)


def _nir(rng: Random) -> str:
    born = f"{rng.randint(50, 99)}{rng.randint(1, 12):02d}"
    body = f"{rng.choice('12')}{born}{digits(rng, 8, first='1234567')}"
    number = f"{body}{97 - int(body) % 97:02d}"
    cuts = (0, 1, 3, 5, 7, 10, 13, 15)
    return " ".join(number[a:b] for a, b in pairwise(cuts))


def _steuer(rng: Random) -> str:
    body = digits(rng, 10, first="123456789")
    product = 10
    for digit in body:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    number = body + str((11 - product) % 10)
    return f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"


def _bsn(rng: Random) -> str:
    while True:
        body = digits(rng, 8, first="12")
        check = weighted(body, (9, 8, 7, 6, 5, 4, 3, 2)) % 11
        if check < 10:
            return body + str(check)


def _sin(rng: Random) -> str:
    body = digits(rng, 8, first="1234567")
    number = body + luhn(body)
    return rng.choice([" ", "-"]).join((number[:3], number[3:6], number[6:]))


def _personnummer(rng: Random) -> str:
    body = f"{rng.randint(50, 99)}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}{digits(rng, 3)}"
    return f"{body[:6]}-{body[6:]}{luhn(body)}"


def _tfn(rng: Random) -> str:
    while True:
        body = digits(rng, 8, first="1234567")
        for last in "0123456789":
            if weighted(body + last, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0:
                number = body + last
                return f"{number[:3]} {number[3:6]} {number[6:]}"


def _nric(rng: Random) -> str:
    body = digits(rng, 7)
    return f"S{body}{'JZIHGFEDCBA'[weighted(body, (2, 7, 6, 5, 4, 3, 2)) % 11]}"


def _curp(rng: Random) -> str:
    born = f"{rng.randint(50, 99)}{rng.randint(1, 12):02d}{rng.randint(1, 28):02d}"
    return f"{filled(rng, '@@@@')}{born}{rng.choice('HM')}{filled(rng, '@@@@@##')}"


NATIONAL_IDS: dict[str, Callable[[Random], str]] = {
    "US SSN": _ssn,
    "UK NINO": _nino,
    "IN Aadhaar": _aadhaar,
    "IN PAN": _pan,
    "BR CPF": _cpf,
    "ES DNI": _dni,
    "IT codice fiscale": _codice,
    "PL PESEL": _pesel,
    "FR NIR": _nir,
    "DE Steuer-ID": _steuer,
    "NL BSN": _bsn,
    "CA SIN": _sin,
    "SE personnummer": _personnummer,
    "AU TFN": _tfn,
    "SG NRIC": _nric,
    "MX CURP": _curp,
}
# What people call them; the corpus puts one of these words before an id in a sentence.
ID_WORDS = {
    "US SSN": "SSN|social security number",
    "UK NINO": "NI number|national insurance number",
    "IN Aadhaar": "Aadhaar|Aadhaar number",
    "IN PAN": "PAN card|PAN",
    "BR CPF": "CPF",
    "ES DNI": "DNI",
    "IT codice fiscale": "codice fiscale|tax code",
    "PL PESEL": "PESEL",
    "FR NIR": "numéro de sécurité sociale|NIR",
    "DE Steuer-ID": "Steuer-ID|tax ID",
    "NL BSN": "BSN",
    "CA SIN": "SIN|social insurance number",
    "SE personnummer": "personnummer|personal number",
    "AU TFN": "TFN|tax file number",
    "SG NRIC": "NRIC",
    "MX CURP": "CURP",
}


def national_id(rng: Random) -> tuple[str, str]:
    name = rng.choice(list(NATIONAL_IDS))
    return name, NATIONAL_IDS[name](rng)


def _of(rng: Random, alphabet: str, count: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(count))


_MIXED = string.ascii_letters + string.digits


def _jwt(rng: Random) -> str:
    def part(data: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT"})
    return f"{head}.{part({'sub': _of(rng, string.digits, 10)})}.{_of(rng, _MIXED, 43)}"


SECRETS: dict[str, Callable[[Random], str]] = {
    "aws": lambda rng: "AKIA" + _of(rng, string.ascii_uppercase + "234567", 16),
    "github": lambda rng: "ghp_" + _of(rng, _MIXED, 36),
    "gitlab": lambda rng: "glpat-" + _of(rng, _MIXED, 20),
    "stripe": lambda rng: "sk_live_" + _of(rng, _MIXED, 24),
    "openai": lambda rng: "sk-proj-" + _of(rng, _MIXED, 40),
    "google": lambda rng: "AIza" + _of(rng, _MIXED, 35),
    "slack": lambda rng: f"xoxb-{digits(rng, 12, first='1')}-{_of(rng, _MIXED, 24)}",
    "sendgrid": lambda rng: f"SG.{_of(rng, _MIXED, 22)}.{_of(rng, _MIXED, 43)}",
    "jwt": _jwt,
}
_SYLLABLES = words("ka lo mi ru ten sol vax pim dro zeb quo nif")


def secret(rng: Random) -> tuple[str, str]:
    name = rng.choice(list(SECRETS))
    return name, SECRETS[name](rng)


def password(rng: Random) -> str:
    stem = "".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(2, 4)))
    number = f"{rng.choice(['', '_', '-'])}{rng.randint(10, 9999)}"
    return f"{stem.capitalize()}{number}{rng.choice('!?$#*')}"


def ip_address(rng: Random) -> tuple[str, str]:
    if rng.random() < 0.75:
        return "v4", ".".join(str(rng.randint(2, 253)) for _ in range(4))
    return "v6", "2001:db8:" + ":".join(f"{rng.randint(4096, 65535):x}" for _ in range(6))


MONTHS = words(
    "January February March April May June July August September October November December"
)
WEEKDAYS = words("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")


def written_date(rng: Random, years: tuple[int, int]) -> str:
    year, month, day = rng.randint(*years), rng.randint(1, 12), rng.randint(1, 28)
    return rng.choice(
        [
            f"{year}-{month:02d}-{day:02d}",
            f"{day:02d}/{month:02d}/{year}",
            f"{day} {MONTHS[month - 1]} {year}",
            f"{MONTHS[month - 1]} {day}, {year}",
            f"{day:02d}.{month:02d}.{year}",
        ]
    )


def order(rng: Random, bank_forms: tuple[str, ...]) -> str:
    return filled(rng, rng.choice(bank_forms))


def amount(rng: Random) -> str:
    value = rng.choice([rng.uniform(3, 99), rng.uniform(100, 2_500)])
    return rng.choice(
        [f"${value:,.2f}", f"€{value:.2f}", f"{value:.2f} EUR", f"£{value:,.2f}", f"{value:.2f}"]
    )


TRACKING = ("1Z@@@###########", "RR#########DE", "JD01###########", "TBA############")


def tracking(rng: Random) -> str:
    return filled(rng, rng.choice(TRACKING))


def identifier(rng: Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def timestamp(rng: Random) -> str:
    return (
        f"{rng.randint(2024, 2026)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"
        f"T{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}Z"
    )


MAKERS = Makers(
    card=card,
    account=account,
    national_id=national_id,
    id_words=ID_WORDS,
    secret=secret,
    password=password,
    ip_address=ip_address,
    birthday=lambda rng: written_date(rng, (1941, 2004)),
    day=lambda rng: written_date(rng, (2024, 2026)),
    amount=amount,
    tracking=tracking,
)
