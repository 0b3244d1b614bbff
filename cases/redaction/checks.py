"""Check digits and lengths: what tells a card from any other long number."""

import re
from functools import lru_cache

IBAN_LENGTHS = {
    **dict.fromkeys(("NO",), 15),
    **dict.fromkeys(("BE",), 16),
    **dict.fromkeys(("DK", "FO", "FI", "GL", "NL", "SD"), 18),
    **dict.fromkeys(("MK", "SI"), 19),
    **dict.fromkeys(("AT", "BA", "EE", "KZ", "LT", "LU", "XK", "MN"), 20),
    **dict.fromkeys(("HR", "LV", "LI", "CH"), 21),
    **dict.fromkeys(("BH", "BG", "CR", "GE", "DE", "IE", "ME", "RS", "GB", "VA"), 22),
    **dict.fromkeys(("AE", "GI", "IL", "IQ", "TL", "OM", "SO"), 23),
    **dict.fromkeys(("AD", "CZ", "MD", "PK", "RO", "SA", "SK", "ES", "SE", "TN", "VG"), 24),
    **dict.fromkeys(("PT", "ST", "LY"), 25),
    **dict.fromkeys(("IS", "TR"), 26),
    **dict.fromkeys(("FR", "GR", "IT", "MR", "MC", "SM", "BI", "DJ"), 27),
    **dict.fromkeys(("AL", "AZ", "BY", "CY", "DO", "GT", "HU", "LB", "PL", "SV", "NI"), 28),
    **dict.fromkeys(("BR", "EG", "PS", "QA", "UA"), 29),
    **dict.fromkeys(("JO", "KW", "MU", "YE"), 30),
    **dict.fromkeys(("MT", "SC"), 31),
    **dict.fromkeys(("LC",), 32),
    **dict.fromkeys(("RU",), 33),
}
# Where a number without a country code may come from, commonest first.
PHONE_REGIONS = ("US", "GB", "DE", "FR", "IE", "IT", "ES", "NL", "PL", "AU", "IN", "JP", "BR")
# More of them are tried beside a word for telephones, where an order number is less likely.
MORE_REGIONS = (
    "BE",
    "AT",
    "CH",
    "SE",
    "NO",
    "DK",
    "FI",
    "PT",
    "KR",
    "TR",
    "NZ",
    "MX",
    "ZA",
    "IL",
    "AE",
    "SG",
)

# Issuer prefixes with their lengths: Visa, Mastercard (both series), Amex, Discover, JCB (16 and
# the old 15), Diners, Maestro, UnionPay, Mir; then Elo, RuPay (with UnionPay's 81), Troy and Verve.
_ISSUER = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|2720\d{12}|220[0-4]\d{12}"
    r"|3[47]\d{13}|6(?:011|4[4-9]\d|5\d\d)\d{12}|35\d{14}|(?:2131|1800)\d{11}|3(?:0[0-5]|[689]\d)\d{11}"
    r"|(?:5018|5020|5038|5612|5893|6304|6390|67(?:0[67]|59|6[1-7]|71))\d{8,15}|62\d{14,17}"
    r"|(?:504175|506[67]\d\d|509\d{3}|627780|636297|636368)\d{10}"
    r"|(?:508[5-9]\d\d|6069[89]\d|60[78]\d{3}|817[2-9]\d\d|8[12]\d{4})\d{10}"
    r"|9792[0-8]\d{11}|(?:506(?:099|1[0-8]\d|19[0-8])|6500(?:0[2-9]|1\d|2[0-7]))\d{10}(?:\d{3})?"
)
_CARD_DIGITS = range(13, 20)
_DATE = re.compile(
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2}))(?![-./]?\d)"
)
_UPC, _EAN = 12, 13
_NANP = re.compile(r"\(?[2-9]\d{2}\)?[ .\-–\u00a0]*[2-9]\d{2}[ .\-–\u00a0]\d{4}")


def digits_of(text: str) -> str:
    return "".join(str(int(c)) for c in text if c.isdecimal())


def is_card(text: str) -> bool:
    """Whether the digits of `text` have an issuer's prefix and length and pass Luhn's check."""
    digits = digits_of(text)
    return _ISSUER.fullmatch(digits) is not None and luhn(digits)


def is_card_of_any_issuer(text: str) -> bool:
    """Whether the digits of `text` are as many as a card's and pass Luhn's check: enough beside a
    word for cards, since countries have networks of their own."""
    digits = digits_of(text)
    return len(digits) in _CARD_DIGITS and len(set(digits)) > 1 and luhn(digits)


def is_card_anywhere(text: str) -> bool:
    """Whether `text` is a card's number without a word for cards beside it: not twelve digits in
    one run, nor thirteen that begin like Visa's of the last century or pass the check of an
    article's number."""
    if text.isdecimal() and len(text) in (_UPC, _EAN):
        article = len(text) == _UPC or text[0] == "4" or is_article_number(text)
        return is_card(text) and not article
    return is_card(text)


def is_article_number(digits: str) -> bool:
    """Whether twelve or thirteen digits pass the check of an article's number (UPC, EAN)."""
    if not digits.isdecimal() or len(digits) not in (_UPC, _EAN):
        return False
    sums = (int(d) * (3 if place % 2 else 1) for place, d in enumerate(reversed(digits)))
    return sum(sums) % 10 == 0


def luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_iban(text: str) -> bool:
    """Whether `text` has its country's length and the remainder 1 modulo 97."""
    plain = re.sub(r"[^A-Za-z0-9]", "", text).upper()
    if IBAN_LENGTHS.get(plain[:2]) != len(plain):
        return False
    turned = plain[4:] + plain[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97 == 1


def is_phone(text: str) -> bool:
    """Whether a number written with a country code, an area code or a leading zero is a phone's.

    Numbers kept for fiction, and new ranges, are taken by their shape: plus sign and eight to
    fifteen digits, or the North American form with separators.
    """
    head = re.split(r"\s*(?:ext|x|#)", text, maxsplit=1, flags=re.IGNORECASE)[0].strip()
    digits = digits_of(head)
    if _DATE.match(head) or not 7 <= len(digits) <= 15:
        return False
    if head.startswith("+"):
        return len(digits) >= 8
    if head.startswith("00"):
        return len(digits) >= 10 and valid_in(f"+{head[2:]}", PHONE_REGIONS)
    if _NANP.fullmatch(head.removeprefix("1").lstrip(" -.")):
        return True
    if head.isdecimal() and len(digits) > 11:
        return False
    return len(digits) >= 9 and head[0] in "0(" and valid_in(head, PHONE_REGIONS + MORE_REGIONS)


def is_date(text: str) -> bool:
    """Whether `text` begins with a date in figures."""
    return _DATE.match(text) is not None


@lru_cache(maxsize=10_000)
def valid_in(text: str, regions: tuple[str, ...]) -> bool:
    """Whether a number is in use in one of the countries, dialled from there."""
    import phonenumbers

    for region in regions:
        try:
            if phonenumbers.is_valid_number(phonenumbers.parse(text, region)):
                return True
        except phonenumbers.NumberParseException:
            continue
    return False


# Verhoeff's tables: multiplication in the dihedral group, and the permutation by place.
_TIMES = (
    *("0123456789", "1234067895", "2340178956", "3401289567", "4012395678"),
    *("5987604321", "6598710432", "7659821043", "8765932104", "9876543210"),
)
_PERMUTED = (
    *("0123456789", "1576283094", "5803796142", "8916043527"),
    *("9453126870", "4286573901", "2793806415", "7046913258"),
)


def is_aadhaar(text: str) -> bool:
    """India's identity number: twelve digits, the last by Verhoeff's scheme."""
    digits = digits_of(text)
    if len(digits) != 12 or digits[0] in "01":
        return False
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_TIMES[check][int(_PERMUTED[place % 8][int(digit)])])
    return check == 0
