"""Cards, bank accounts and national ids of the blind bank, with right check digits."""

import string
from collections.abc import Callable, Sequence
from random import Random

from benchmarks.redaction_corpus.bank import words
from benchmarks.redaction_corpus.digits import filled, iban, luhn, verhoeff, weighted

# (form, first digits, length, groups of its spelling, how often)
CARDS: tuple[tuple[str, str, int, tuple[int, ...], int], ...] = (
    ("visa", "4", 16, (4, 4, 4, 4), 30),
    ("mastercard", "51 52 53 54 55", 16, (4, 4, 4, 4), 24),
    ("mastercard 2", "2221 2345 2468 2591 2699 2720", 16, (4, 4, 4, 4), 6),
    ("amex", "34 37", 15, (4, 6, 5), 12),
    ("discover", "6011 644 649 65", 16, (4, 4, 4, 4), 6),
    ("diners", "300 305 36 38", 14, (4, 6, 4), 4),
    ("jcb", "3528 3541 3589", 16, (4, 4, 4, 4), 4),
    ("unionpay", "622126 6240 6282 628", 16, (4, 4, 4, 4), 3),
    ("unionpay 19", "6217 6228", 19, (6, 13), 2),
    ("maestro", "5018 5038 6304 6759 6763", 16, (4, 4, 4, 4), 4),
    ("maestro 18", "5893 6761", 18, (4, 4, 4, 6), 1),
    ("mir", "2200 2202 2204", 16, (4, 4, 4, 4), 2),
    ("rupay", "6070 6085 6521 8172", 16, (4, 4, 4, 4), 3),
    ("elo", "636297 506699 509012", 16, (4, 4, 4, 4), 2),
    ("troy", "9792", 16, (4, 4, 4, 4), 1),
)
# Country and what follows the check digits: # for a digit, @ for a letter.
IBANS = {
    "DE": "##################",
    "GB": "@@@@##############",
    "FR": "####################@##",
    "ES": "####################",
    "IT": "@######################",
    "NL": "@@@@##########",
    "AT": "################",
    "CH": "#################",
    "SE": "####################",
    "BE": "############",
    "IE": "@@@@##############",
    "PL": "########################",
    "PT": "#####################",
    "DK": "##############",
    "FI": "##############",
    "NO": "###########",
    "CZ": "####################",
    "GR": "#######################",
    "TR": "#####0################",
    "AE": "###################",
    "LU": "################",
    "HR": "#################",
}


def card(rng: Random) -> tuple[str, str]:
    form, prefixes, length, groups, _ = rng.choices(CARDS, [card[4] for card in CARDS])[0]
    prefix = rng.choice(prefixes.split())
    body = prefix + _digits(rng, length - len(prefix) - 1)
    number = body + luhn(body)
    joint = rng.choices(["", " ", "-"], [40, 48, 12])[0]
    return form, _grouped(number, groups, joint)


def account(rng: Random) -> tuple[str, str]:
    country = rng.choice(list(IBANS))
    number = iban(country, filled(rng, IBANS[country]))
    way = rng.random()
    if way < 0.45:
        return country, number
    groups = [4] * (len(number) // 4) + [len(number) % 4]
    spaced = _grouped(number, groups, " ").strip()
    return country, spaced.lower() if way > 0.95 else spaced


def national_id(rng: Random) -> tuple[str, str]:
    form = rng.choices(list(NATIONAL_IDS), [weight for weight, _ in NATIONAL_IDS.values()])[0]
    return form, NATIONAL_IDS[form][1](rng)


def _digits(rng: Random, count: int) -> str:
    return "".join(rng.choice(string.digits) for _ in range(count))


def _letters(rng: Random, count: int) -> str:
    return "".join(rng.choice(string.ascii_uppercase) for _ in range(count))


def _grouped(text: str, groups: Sequence[int], joint: str) -> str:
    pieces, at = [], 0
    for size in groups:
        pieces.append(text[at : at + size])
        at += size
    return joint.join(pieces)


def _born(rng: Random, form: str = "{y:02}{m:02}{d:02}", last: int = 99) -> str:
    return form.format(y=rng.randint(50, last), m=rng.randint(1, 12), d=rng.randint(1, 28))


def _checked(make: Callable[[], str | None]) -> str:
    """The first that can be made: some bodies have no check digit and are never given out."""
    while True:
        made = make()
        if made is not None:
            return made


def us_ssn(rng: Random) -> str:
    area = rng.choice([*range(1, 666), *range(667, 900)])
    joint = rng.choice(["-", "-", "-", " ", ""])
    return joint.join([f"{area:03}", f"{rng.randint(1, 99):02}", f"{rng.randint(1, 9999):04}"])


def us_itin(rng: Random) -> str:
    return f"9{_digits(rng, 2)}-{rng.randint(70, 88)}-{rng.randint(1, 9999):04}"


def gb_nino(rng: Random) -> str:
    first, second = rng.choice("ABCEGHJKLMPRSTWXYZ"), rng.choice("ABCEHJKLMPRSTWXYZ")
    groups = [first + second, *(_digits(rng, 2) for _ in range(3)), rng.choice("ABCD")]
    if groups[0] in ("GB", "KN", "NK", "TN", "ZZ"):
        groups[0] = "AB"
    return rng.choice([" ", "", ""]).join(groups)


def gb_nhs(rng: Random) -> str:
    def made() -> str | None:
        body = str(rng.randint(4, 7)) + _digits(rng, 8)
        check = 11 - weighted(body, range(10, 1, -1)) % 11
        return None if check == 10 else body + str(check % 11)

    return _grouped(_checked(made), (3, 3, 4), rng.choice([" ", " ", ""]))


def de_tax_id(rng: Random) -> str:
    """Of the first ten digits, one stands twice and one is missing."""
    first = rng.choice(string.digits[1:])
    body = [first, *rng.sample(string.digits.replace(first, ""), 8)]
    body.insert(rng.randint(2, 9), rng.choice(body[:2]))
    product = 10
    for digit in body:
        total = (int(digit) + product) % 10 or 10
        product = total * 2 % 11
    number = "".join(body) + str((11 - product) % 10)
    return _grouped(number, (2, 3, 3, 3), rng.choice([" ", ""]))


def fr_nir(rng: Random) -> str:
    body = f"{rng.randint(1, 2)}{_born(rng, '{y:02}{m:02}')}{rng.randint(1, 95):02}"
    if body[5:7] == "20":
        body = body[:5] + "21"
    body += f"{rng.randint(1, 600):03}{rng.randint(1, 400):03}"
    number = f"{body}{97 - int(body) % 97:02}"
    return _grouped(number, (1, 2, 2, 2, 3, 3, 2), rng.choice([" ", ""]))


def es_dni(rng: Random) -> str:
    number = rng.randint(10_000_000, 79_999_999)
    return f"{number}{rng.choice(['', '', '-'])}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"


def es_nie(rng: Random) -> str:
    letter, body = rng.choice("XYZ"), _digits(rng, 7)
    check = "TRWAGMYFPDXBNJZSQVHLCKE"[int(str("XYZ".index(letter)) + body) % 23]
    return rng.choice(["", "-"]).join([letter, body, check])


_ODD = dict(
    zip(
        string.digits + string.ascii_uppercase,
        map(
            int,
            words(
                "1 0 5 7 9 13 15 17 19 21 1 0 5 7 9 13 15 17 19 21 2 4 18 20 11 3 "
                "6 8 12 14 16 10 22 25 24 23"
            ),
        ),
        strict=True,
    )
)


def it_tax_code(rng: Random) -> str:
    consonants = "BCDFGLMNPRSTVZ"
    body = "".join(rng.choice(consonants) for _ in range(6))
    body += f"{rng.randint(50, 99)}{rng.choice('ABCDEHLMPRST')}"
    body += f"{rng.randint(1, 28) + rng.choice([0, 40]):02}{rng.choice('ABCDEFGHL')}"
    body += f"{rng.randint(1, 999):03}"
    total = sum(
        _ODD[char] if at % 2 == 0 else int(char, 36) - (10 if char.isalpha() else 0)
        for at, char in enumerate(body)
    )
    return body + string.ascii_uppercase[total % 26]


def nl_bsn(rng: Random) -> str:
    def made() -> str | None:
        body = str(rng.randint(1, 2)) + _digits(rng, 7)
        check = weighted(body, range(9, 1, -1)) % 11
        return None if check == 10 else body + str(check)

    return _grouped(_checked(made), (4, 2, 3), rng.choice(["", "", "."]))


def be_national(rng: Random) -> str:
    body = _born(rng) + f"{rng.randint(1, 997):03}"
    number = f"{body}{97 - int(body) % 97:02}"
    return f"{body[:2]}.{body[2:4]}.{body[4:6]}-{body[6:]}.{number[9:]}"


def at_svnr(rng: Random) -> str:
    def made() -> str | None:
        serial, born = str(rng.randint(100, 999)), _born(rng, "{d:02}{m:02}{y:02}")
        check = weighted(serial + born, (3, 7, 9, 5, 8, 4, 2, 1, 6)) % 11
        return None if check == 10 else f"{serial}{check} {born}"

    return _checked(made)


def ch_ahv(rng: Random) -> str:
    body = "756" + _digits(rng, 9)
    check = -weighted(body, (1, 3) * 6) % 10
    return _grouped(body + str(check), (3, 4, 4, 2), ".")


def se_personal(rng: Random) -> str:
    born, serial = _born(rng), _digits(rng, 3)
    number = f"{born}-{serial}{luhn(born + serial)}"
    return rng.choice(["", "", "19"]) + number


def fi_hetu(rng: Random) -> str:
    born, serial = _born(rng, "{d:02}{m:02}{y:02}"), f"{rng.randint(2, 899):03}"
    return f"{born}-{serial}{'0123456789ABCDEFHJKLMNPRSTUVWXY'[int(born + serial) % 31]}"


def pl_pesel(rng: Random) -> str:
    body = _born(rng) + _digits(rng, 4)
    return body + str(-weighted(body, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10)


def pt_nif(rng: Random) -> str:
    body = str(rng.randint(1, 2)) + _digits(rng, 7)
    check = 11 - weighted(body, range(9, 1, -1)) % 11
    return _grouped(body + str(0 if check > 9 else check), (3, 3, 3), rng.choice([" ", ""]))


def ie_pps(rng: Random) -> str:
    body = _digits(rng, 7)
    return body + "WABCDEFGHIJKLMNOPQRSTUV"[weighted(body, range(8, 1, -1)) % 23]


def in_aadhaar(rng: Random) -> str:
    body = str(rng.randint(2, 9)) + _digits(rng, 10)
    return _grouped(body + verhoeff(body), (4, 4, 4), rng.choice([" ", " ", "", "-"]))


def in_pan(rng: Random) -> str:
    return f"{_letters(rng, 3)}P{_letters(rng, 1)}{_digits(rng, 4)}{_letters(rng, 1)}"


def ca_sin(rng: Random) -> str:
    body = str(rng.randint(1, 7)) + _digits(rng, 7)
    return _grouped(body + luhn(body), (3, 3, 3), rng.choice([" ", "-", ""]))


def au_tfn(rng: Random) -> str:
    def made() -> str | None:
        body = str(rng.randint(1, 9)) + _digits(rng, 7)
        ends = [
            d for d in string.digits if not weighted(body + d, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11
        ]
        return body + ends[0] if ends else None

    return _grouped(_checked(made), (3, 3, 3), rng.choice([" ", ""]))


def br_cpf(rng: Random) -> str:
    body = _digits(rng, 9)
    for size in (10, 11):
        body += str(weighted(body, range(size, 1, -1)) * 10 % 11 % 10)
    return rng.choice([f"{body[:3]}.{body[3:6]}.{body[6:9]}-{body[9:]}", body])


def mx_curp(rng: Random) -> str:
    body = _letters(rng, 1) + rng.choice("AEIOU") + _letters(rng, 2) + _born(rng)
    body += rng.choice("HM") + rng.choice(["DF", "JC", "NL", "PL", "VZ", "OC"])
    body += "".join(rng.choice("BCDFGLMNPRSTVZ") for _ in range(3)) + "0"
    order = "0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ"
    total = sum(order.index(char) * (18 - at) for at, char in enumerate(body))
    return body + str(-total % 10)


def sg_nric(rng: Random) -> str:
    body = _digits(rng, 7)
    return f"S{body}{'JZIHGFEDCBA'[weighted(body, (2, 7, 6, 5, 4, 3, 2)) % 11]}"


def za_id(rng: Random) -> str:
    body = f"{_born(rng)}{_digits(rng, 4)}{rng.choice('01')}8"
    return body + luhn(body)


def tr_kimlik(rng: Random) -> str:
    body = str(rng.randint(1, 9)) + _digits(rng, 8)
    body += str((sum(map(int, body[::2])) * 7 - sum(map(int, body[1::2]))) % 10)
    return body + str(sum(map(int, body)) % 10)


# What each is called -> (how often, maker). The common ones of help desks come more often.
NATIONAL_IDS: dict[str, tuple[int, Callable[[Random], str]]] = {
    "US SSN": (10, us_ssn),
    "US ITIN": (2, us_itin),
    "GB NINO": (6, gb_nino),
    "GB NHS": (3, gb_nhs),
    "DE tax id": (5, de_tax_id),
    "FR NIR": (5, fr_nir),
    "ES DNI": (4, es_dni),
    "ES NIE": (3, es_nie),
    "IT tax code": (5, it_tax_code),
    "NL BSN": (4, nl_bsn),
    "BE national": (2, be_national),
    "AT SVNR": (2, at_svnr),
    "CH AHV": (3, ch_ahv),
    "SE personal": (4, se_personal),
    "FI HETU": (2, fi_hetu),
    "PL PESEL": (3, pl_pesel),
    "PT NIF": (2, pt_nif),
    "IE PPS": (2, ie_pps),
    "IN Aadhaar": (5, in_aadhaar),
    "IN PAN": (4, in_pan),
    "CA SIN": (4, ca_sin),
    "AU TFN": (4, au_tfn),
    "BR CPF": (4, br_cpf),
    "MX CURP": (3, mx_curp),
    "SG NRIC": (3, sg_nric),
    "ZA ID": (2, za_id),
    "TR kimlik": (2, tr_kimlik),
}
# The words that people put before them.
ID_WORDS = {
    "US SSN": "social security number",
    "US ITIN": "ITIN",
    "GB NINO": "National Insurance number",
    "GB NHS": "NHS number",
    "DE tax id": "Steuer-ID",
    "FR NIR": "numéro de sécu",
    "ES DNI": "DNI",
    "ES NIE": "NIE",
    "IT tax code": "codice fiscale",
    "NL BSN": "BSN",
    "BE national": "rijksregisternummer",
    "AT SVNR": "Sozialversicherungsnummer",
    "CH AHV": "AHV number",
    "SE personal": "personnummer",
    "FI HETU": "henkilötunnus",
    "PL PESEL": "PESEL",
    "PT NIF": "NIF",
    "IE PPS": "PPS number",
    "IN Aadhaar": "Aadhaar",
    "IN PAN": "PAN",
    "CA SIN": "SIN",
    "AU TFN": "tax file number",
    "BR CPF": "CPF",
    "MX CURP": "CURP",
    "SG NRIC": "NRIC",
    "ZA ID": "ID number",
    "TR kimlik": "TC kimlik no",
}
