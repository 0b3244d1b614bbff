"""Numbers, secrets and dates of the held-out bank, in spellings of its own."""

import base64
import json
import string
from collections.abc import Callable
from random import Random

from benchmarks.redaction_corpus.bank import Makers, words
from benchmarks.redaction_corpus.digits import digits, filled, iban, luhn, verhoeff, weighted

_MIXED = string.ascii_letters + string.digits
_HEX = "0123456789abcdef"
# Issuer: prefixes, length, and how the digits are grouped where they are.
CARDS: dict[str, tuple[str, int, tuple[int, ...]]] = {
    "Visa": ("4532 4716 4024 4929", 16, (4, 4, 4, 4)),
    "Mastercard": ("5212 5398 5463 2345", 16, (4, 4, 4, 4)),
    "American Express": ("3411 3728 3767", 15, (4, 6, 5)),
    "Discover": ("6011 6445", 16, (4, 4, 4, 4)),
    "Diners Club": ("3612 3688", 14, (4, 6, 4)),
    "JCB": ("3533 3569", 16, (4, 4, 4, 4)),
    "Maestro": ("6759 5018", 16, (4, 4, 4, 4)),
}
IBANS = {
    "GB": "LOYD##############",
    "IE": "AIBK##############",
    "DE": "##################",
    "AT": "################",
    "CH": "#################",
    "FR": "#######################",
    "ES": "####################",
    "IT": "@######################",
    "NL": "RABO##########",
    "PL": "########################",
    "BE": "############",
    "PT": "#####################",
    "DK": "##############",
    "FI": "##############",
}


def card(rng: Random) -> tuple[str, str]:
    """(issuer, number)."""
    issuer = rng.choice(list(CARDS))
    prefixes, length, groups = CARDS[issuer]
    prefix = rng.choice(words(prefixes))
    body = prefix + digits(rng, length - len(prefix) - 1)
    number = body + luhn(body)
    gap = rng.choice([" ", " ", "", "-"])
    pieces, start = [], 0
    for size in groups:
        pieces.append(number[start : start + size])
        start += size
    return issuer, gap.join(pieces)


def account(rng: Random) -> tuple[str, str]:
    """(country, IBAN), in fours more often than solid."""
    country = rng.choice(list(IBANS))
    number = iban(country, filled(rng, IBANS[country]))
    if rng.random() < 0.4:
        return country, number
    return country, " ".join(number[start : start + 4] for start in range(0, len(number), 4))


def _birth(rng: Random) -> tuple[str, str, str]:
    """Two digits each of year, month and day."""
    return f"{rng.randint(45, 99)}", f"{rng.randint(1, 12):02d}", f"{rng.randint(1, 28):02d}"


def _ssn(rng: Random) -> str:
    area = rng.choice([number for number in range(101, 899) if number != 666])
    return f"{area}-{rng.randint(10, 99)}-{rng.randint(1000, 9999)}"


def _nino(rng: Random) -> str:
    pair = rng.choice(words("AB CE JN PX SR WM YL"))
    number = filled(rng, "######")
    if rng.random() < 0.5:
        return f"{pair}{number}{rng.choice('ABCD')}"
    return f"{pair} {number[:2]} {number[2:4]} {number[4:]} {rng.choice('ABCD')}"


def _pps(rng: Random) -> str:
    body = filled(rng, "#######")
    return f"{body}{'WABCDEFGHIJKLMNOPQRSTUV'[weighted(body, range(8, 1, -1)) % 23]}"


def _sin(rng: Random) -> str:
    body = digits(rng, 8, first="1234567")
    number = body + luhn(body)
    return f"{number[:3]} {number[3:6]} {number[6:]}"


def _tfn(rng: Random) -> str:
    while True:
        number = filled(rng, "#########")
        if weighted(number, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0:
            return f"{number[:3]} {number[3:6]} {number[6:]}"


def _steuer_id(rng: Random) -> str:
    """Ten digits of which one stands twice, and the check digit of ISO 7064."""
    order = rng.sample("0123456789", 10)
    order[rng.randrange(1, 10)] = order[0]
    if order[0] == "0":
        return _steuer_id(rng)
    product = 10
    for digit in order:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    number = "".join(order) + str((11 - product) % 10)
    if rng.random() < 0.5:
        return number
    return f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"


def _svnr(rng: Random) -> str:
    year, month, day = _birth(rng)
    while True:
        serial = filled(rng, "###")
        check = weighted(serial + day + month + year, (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11
        if check < 10:
            return f"{serial}{check} {day}{month}{year}"


def _ahv(rng: Random) -> str:
    body = f"756{filled(rng, '#########')}"
    check = -weighted(body, (1, 3) * 6) % 10
    return f"{body[:3]}.{body[3:7]}.{body[7:11]}.{body[11:]}{check}"


def _nir(rng: Random) -> str:
    year, month, _ = _birth(rng)
    body = f"{rng.choice('12')}{year}{month}{rng.randint(10, 95):02d}{filled(rng, '######')}"
    key = 97 - int(body) % 97
    parts = (body[:1], body[1:3], body[3:5], body[5:7], body[7:10], body[10:], f"{key:02d}")
    return rng.choice([" ", ""]).join(parts)


_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"


def _dni(rng: Random) -> str:
    number = filled(rng, "########")
    return f"{number}{rng.choice(['', '', '-'])}{_DNI_LETTERS[int(number) % 23]}"


def _nie(rng: Random) -> str:
    lead, number = rng.choice("XYZ"), filled(rng, "#######")
    return f"{lead}{number}{_DNI_LETTERS[int(str('XYZ'.index(lead)) + number) % 23]}"


_ODD_VALUES = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22)
_ODD = dict(zip("ABCDEFGHIJKLMNOPQRSTUVW", _ODD_VALUES, strict=True)) | {"X": 25, "Y": 24, "Z": 23}
_ODD |= {str(number): _ODD_VALUES[number] for number in range(10)}


def _codice(rng: Random) -> str:
    year, _, _ = _birth(rng)
    names = "".join(rng.choice("BCDFGLMNPRSTVZ") for _ in range(6))
    day = rng.randint(1, 28) + rng.choice([0, 40])
    town = f"{rng.choice('ABCDFGHL')}{filled(rng, '###')}"
    body = f"{names}{year}{rng.choice('ABCDEHLMPRST')}{day:02d}{town}"
    odd = sum(_ODD[char] for char in body[::2])
    even = sum(int(char) if char.isdigit() else ord(char) - 65 for char in body[1::2])
    return body + chr(65 + (odd + even) % 26)


def _bsn(rng: Random) -> str:
    while True:
        number = filled(rng, "#########")
        if weighted(number, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0:
            return number


def _pesel(rng: Random) -> str:
    year, month, day = _birth(rng)
    body = f"{year}{month}{day}{filled(rng, '####')}"
    return f"{body}{-weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10}"


def _cpf(rng: Random) -> str:
    body = filled(rng, "#########")
    for _ in range(2):
        rest = weighted(body, range(len(body) + 1, 1, -1)) * 10 % 11
        body += str(rest % 10)
    return f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}"


def _aadhaar(rng: Random) -> str:
    body = digits(rng, 11, first="23456789")
    number = body + verhoeff(body)
    return f"{number[:4]} {number[4:8]} {number[8:]}"


NATIONAL_IDS: dict[str, Callable[[Random], str]] = {
    "US SSN": _ssn,
    "UK NINO": _nino,
    "IE PPS": _pps,
    "CA SIN": _sin,
    "AU TFN": _tfn,
    "DE Steuer-ID": _steuer_id,
    "AT SVNR": _svnr,
    "CH AHV": _ahv,
    "FR NIR": _nir,
    "ES DNI": _dni,
    "ES NIE": _nie,
    "IT codice fiscale": _codice,
    "NL BSN": _bsn,
    "PL PESEL": _pesel,
    "BR CPF": _cpf,
    "IN Aadhaar": _aadhaar,
}
ID_WORDS = {
    "US SSN": "SSN|social|Social Security number",
    "UK NINO": "National Insurance number|NI no",
    "IE PPS": "PPS number|PPSN",
    "CA SIN": "SIN|SIN number",
    "AU TFN": "TFN|tax file number",
    "DE Steuer-ID": "Steuer-ID|Steueridentifikationsnummer|tax id",
    "AT SVNR": "Sozialversicherungsnummer|SV number",
    "CH AHV": "AHV-Nummer|AHV number",
    "FR NIR": "numéro de sécu|social security number",
    "ES DNI": "DNI|DNI number",
    "ES NIE": "NIE|NIE number",
    "IT codice fiscale": "codice fiscale|fiscal code",
    "NL BSN": "BSN|burgerservicenummer",
    "PL PESEL": "PESEL|PESEL number",
    "BR CPF": "CPF|CPF number",
    "IN Aadhaar": "Aadhaar|Aadhaar no",
}


def national_id(rng: Random) -> tuple[str, str]:
    name = rng.choice(list(NATIONAL_IDS))
    return name, NATIONAL_IDS[name](rng)


def _of(rng: Random, alphabet: str, count: int) -> str:
    return "".join(rng.choice(alphabet) for _ in range(count))


def _jwt(rng: Random) -> str:
    def part(data: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")

    claims = {"iss": "shop", "uid": rng.randint(1000, 99999), "exp": 1767225600}
    return f"{part({'typ': 'JWT', 'alg': 'RS256'})}.{part(claims)}.{_of(rng, _MIXED + '-_', 86)}"


SECRETS: dict[str, Callable[[Random], str]] = {
    "aws": lambda rng: rng.choice(["AKIA", "ASIA"]) + _of(rng, string.ascii_uppercase, 16),
    "github": lambda rng: f"github_pat_{_of(rng, _MIXED, 22)}_{_of(rng, _MIXED, 59)}",
    "gitlab": lambda rng: f"glpat-{_of(rng, _MIXED + '_', 20)}",
    "stripe": lambda rng: rng.choice(["sk_test_", "rk_live_", "whsec_"]) + _of(rng, _MIXED, 32),
    "slack": lambda rng: f"xoxp-{digits(rng, 11)}-{digits(rng, 12)}-{_of(rng, _HEX, 32)}",
    "anthropic": lambda rng: f"sk-ant-api03-{_of(rng, _MIXED + '-_', 93)}AA",
    "google": lambda rng: f"GOCSPX-{_of(rng, _MIXED, 28)}",
    "npm": lambda rng: f"npm_{_of(rng, _MIXED, 36)}",
    "shopify": lambda rng: f"shpat_{_of(rng, _HEX, 32)}",
    "hex": lambda rng: _of(rng, _HEX, 32),
    "jwt": _jwt,
}
_PASSWORD_WORDS = words("Sunshine maple Biscuit tango Fluffy river Arsenal summer Dragon coffee")


def secret(rng: Random) -> tuple[str, str]:
    name = rng.choice(list(SECRETS))
    return name, SECRETS[name](rng)


def password(rng: Random) -> str:
    word = rng.choice(_PASSWORD_WORDS)
    return rng.choice(
        [
            f"{word}{rng.randint(1960, 2024)}",
            f"{word}{rng.randint(1, 99)}!",
            f"{word}-{rng.choice(_PASSWORD_WORDS)}-{rng.randint(10, 99)}",
            f"{word}#{rng.randint(100, 999)}",
            _of(rng, _MIXED, 9) + rng.choice("!%&$") + _of(rng, string.digits, 2),
        ]
    )


def ip_address(rng: Random) -> tuple[str, str]:
    if rng.random() < 0.7:
        first = rng.choice((81, 84, 88, 92, 109, 151, 176, 192, 203, 10))
        return "v4", f"{first}.{'.'.join(str(rng.randint(1, 254)) for _ in range(3))}"
    tail = ":".join(f"{rng.randint(256, 65535):x}" for _ in range(rng.randint(2, 4)))
    return "v6", f"{rng.choice(['2a02:8108', '2003:e7', '2600:1700'])}::{tail}"


_MONTHS = words("January February March April May June July August September October November")


def _ordinal(day: int) -> str:
    ending = "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _full_date(rng: Random, year: int) -> str:
    number, day = rng.randint(1, 11), rng.randint(1, 28)
    month = _MONTHS[number - 1]
    return rng.choice(
        [
            f"{day} {month} {year}",
            f"{month} {day}, {year}",
            f"{_ordinal(day)} of {month} {year}",
            f"{day:02d}/{number:02d}/{year}",
            f"{day}/{number}/{year % 100:02d}",
            f"{day:02d}.{number:02d}.{year}",
            f"{day:02d}-{number:02d}-{year}",
            f"{year}-{number:02d}-{day:02d}",
            f"{day} {month[:3]} {year}",
        ]
    )


def birthday(rng: Random) -> str:
    return _full_date(rng, rng.randint(1946, 2005))


def day(rng: Random) -> str:
    """An ordinary date, now and then without its year."""
    if rng.random() < 0.7:
        return _full_date(rng, rng.randint(2024, 2026))
    month, number = rng.choice(_MONTHS), rng.randint(1, 28)
    return rng.choice([f"{month} {_ordinal(number)}", f"{number} {month}", f"{month[:3]} {number}"])


def amount(rng: Random) -> str:
    value = rng.choice([rng.uniform(2, 90), rng.uniform(90, 990), rng.uniform(1000, 8000)])
    whole, cents = int(value), f"{rng.choice((0, 49, 50, 90, 95, 99)):02d}"
    points, ticks = f"{whole:,}".replace(",", "."), f"{whole:,}".replace(",", "'")
    return rng.choice(
        [
            f"${whole:,}.{cents}",
            f"USD {whole}.{cents}",
            f"£{whole:,}.{cents}",
            f"£{whole}",
            f"{points},{cents} €",
            f"€{whole}.{cents}",
            f"EUR {whole},{cents}",
            f"CHF {ticks}.{cents}",
            f"{whole},{cents} zł",
            f"A${whole}.{cents}",
            f"C${whole:,}.{cents}",
            f"{whole} kr",
            f"₹{whole:,}",
            f"¥{whole * 100:,}",
            f"R$ {points},{cents}",
            f"{whole} euros",
            f"{whole}.{cents}",
        ]
    )


_TRACKING = (
    "1Z999AA1##########",
    "JJD0140###########",
    "QM#########GB",
    "94001#################",
    "7###########",
    "0150##########",
    "6A###########",
    "3SKABA#########",
    "70232############",
    "CP#########PL",
)


def tracking(rng: Random) -> str:
    return filled(rng, rng.choice(_TRACKING))


MAKERS = Makers(
    card=card,
    account=account,
    national_id=national_id,
    id_words=ID_WORDS,
    secret=secret,
    password=password,
    ip_address=ip_address,
    birthday=birthday,
    day=day,
    amount=amount,
    tracking=tracking,
)
