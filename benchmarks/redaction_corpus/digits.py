"""Check digits, written here anew so that the corpus does not share mistakes with the redactor."""

from collections.abc import Sequence
from random import Random

from benchmarks.redaction_corpus.bank import words

_VERHOEFF_D = words(
    "0123456789 1234067895 2340178956 3401289567 4012395678 "
    "5987604321 6598710432 7659821043 8765932104 9876543210"
)
_VERHOEFF_P = words(
    "0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258"
)
_VERHOEFF_INVERSE = "0432156789"


def luhn(body: str) -> str:
    """The digit that makes `body` + digit pass the Luhn check."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        doubled = int(digit) * (2 if place % 2 == 0 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return str(-total % 10)


def iban(country: str, account: str) -> str:
    """`account` (letters and digits) as an IBAN of `country` with its two check digits."""
    turned = "".join(str(int(char, 36)) for char in account + country + "00")
    return f"{country}{98 - int(turned) % 97:02d}{account}"


def verhoeff(body: str) -> str:
    check = 0
    for place, digit in enumerate(reversed(body), start=1):
        check = int(_VERHOEFF_D[check][int(_VERHOEFF_P[place % 8][int(digit)])])
    return _VERHOEFF_INVERSE[check]


def weighted(body: str, weights: Sequence[int]) -> int:
    """The sum of the digits of `body`, each times its weight."""
    return sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))


def digits(rng: Random, count: int, *, first: str = "0123456789") -> str:
    """`count` random digits, the first of them one of `first`."""
    return rng.choice(first) + "".join(rng.choice("0123456789") for _ in range(count - 1))


def filled(rng: Random, pattern: str) -> str:
    """`pattern` with # as a digit (the first of a run is not 0), ~ as 2 to 9, and @ as a letter."""
    made: list[str] = []
    for place, sign in enumerate(pattern):
        if sign == "#":
            begins = place == 0 or pattern[place - 1] not in "#~"
            made.append(rng.choice("123456789" if begins else "0123456789"))
        elif sign == "~":
            made.append(rng.choice("23456789"))
        elif sign == "@":
            made.append(rng.choice("ABDEFGHJLNPQRSTUWXYZ"))
        else:
            made.append(sign)
    return "".join(made)
