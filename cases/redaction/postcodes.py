"""Addresses found from their end: a postcode beside a town, then back over street and number.

Words for streets are many and differ by country; a postcode beside a town is written in a dozen
ways all over the world.
"""

# Expressions are easier to read on long lines.
# ruff: noqa: E501

from typing import Any

import regex

from cases.redaction.keys import ADDRESS
from cases.redaction.names import word_set
from cases.redaction.spans import Span

RULE = "shape address"
# A full stop belongs to short words only (St. Gallen), and a code that follows a town does not.
_CAPITAL = r"\p{Lu}(?:\p{L}{0,3}\.|[\p{L}\p{M}'’-]+)(?!\w|(?<=-)\d|[-/]\d)"
_JOINT = (
    r"(?:(?:de|del|di|da|do|dos|la|le|el|los|am|im|an|der|den|bei|sur|sous|en|aan|upon|on|of|in)"
    r"[ -])"
)
_TOWN = rf"(?:[AO][ ])?{_CAPITAL}(?:[ -]{_JOINT}{{0,2}}{_CAPITAL}){{0,3}}(?:[ ](?:\(?[A-Z]{{2}}\)?|[A-HJ-ZØ])(?!['’\w]))?"
_BRITISH = r"[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[ABD-HJLNP-UW-Z]{2}"
_IRISH = r"[AC-FHKNPRTV-Y]\d[\dW][ ](?=[A-Z\d]*[A-Z])[AC-FHKNPRTV-Y\d]{4}"
_CANADIAN = r"[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ ]\d[ABCEGHJ-NPRSTV-Z]\d"
# A postcode before its town, and after it. Those of letters and digits can be nothing else.
_BEFORE_TOWN = regex.compile(
    rf"(?<![\w-])(?P<code>(?:[A-Z]{{1,3}}-)?(?:\d{{4}}-\d{{3}}|\d\d-\d{{3}}|\d{{3}}[ ]\d\d"
    rf"|\d{{4}}[ ]?[A-Z]{{2}}|\d{{5}}(?:-\d{{3}})?|\d{{4}}))[ ](?P<town>{_TOWN})"
)
_SURE = regex.compile(rf"(?:{_BRITISH}|{_IRISH}|{_CANADIAN})")
# The same with whatever letters, which a street before it makes up for.
_LETTERED = regex.compile(
    r"(?<![\w-])(?:[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[\dW][ ](?=\d*[A-Z])[A-Z\d]{4}"
    r"|[A-Z]\d[A-Z][ ]?\d[A-Z]\d)(?![\w-])"
)
# What ends an Irish address that has no code.
_COUNTY = regex.compile(
    rf"(?<=,[ ])(?:(?:Co\.?|County)[ ]{_CAPITAL}|Dublin[ ]\d{{1,2}}W?)(?![\w-])"
)
_AFTER_TOWN = regex.compile(
    r"(?<=\p{L}[)]?,?[ ](?:-[ ]|CEP[ ]|PIN[ ])?|\p{L}/[A-Z]{2},?[ ])"
    r"(?:(?:(?:A[CKLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]"
    r"|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ]\d{5}(?:-\d{4})?)"
    r"|(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)[ ]\d{4}|\d{5}-\d{3}|\d{3}[ ]?\d{3})(?![\w-])"
)
# A postcode alone, behind or before the word for it.
_CODE = (
    r"(?:(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?(?:[ ]?[A-Z]{2})?(?![\w-])|\d{3}[ ]\d\d\d?(?![\w-])"
    r"|\d\d-\d{3}(?!\d)|(?i:[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}|[A-Z]\d[A-Z][ -]?\d[A-Z]\d"
    r"|[A-Z]\d[\dW][ ]?[A-Z\d]{4})(?!\w))"
)
_CODE_WORD = (
    r"(?i:post[- ]?codes?|postal[- ]?codes?|zip(?:[- ]?codes?)?|plz|postleitzahl|code postal|cep|eircode"
    r"|c[oó]digo postal|kod pocztowy|pin[- ]?code|postnummer|postinumero|post[- ]?no)"
)
_ANNOUNCED = regex.compile(
    rf"(?<!\w){_CODE_WORD}(?!\w)(?:[ ]?[:=,(#-][ ]?|[ ](?i:is|was|should|be|to|from|now|of|number|the"
    rf"|it's|on|file|ist|reads?)(?!\w)){{0,4}}[ ]?\K{_CODE}"
    rf"|(?<![\w-]){_CODE}(?=[ ]?[,(]?[ ]?(?:(?i:is|as|was|the|my|his|her|our)[ ]){{0,3}}{_CODE_WORD}(?!\w))"
)
_TOKEN = regex.compile(r"\S+")
_LONGEST_LINE = 60
_SAID = regex.compile(r"(?i:post|zip|plz|cep|eirc|pin|kod pocz)")
_REACH, _MOST_WORDS = 130, 16
# Small words inside of a street's or a town's name.
_JOINING = word_set(
    "de del della dell dei degli delle di da do dos das la las le les el los du des y i e of the"
    " den der dem am im an zum zur zu und van von auf unter bis ter n no nr nº n° num s/n km m hs"
    " a1 co rue avenue av bd boul boulevard place chemin quai impasse allée route cours square"
    " calle"
    " c/ carrer plaza plaça paseo camino avenida avda carretera ronda via viale piazza corso vicolo"
    " largo strada rua travessa praça praceta estrada alameda ulica ul al os pl aleja st nd rd th"
    " bus bte bât bat apto apt ap piso bajo izda izq dcha dto esq esc pta puerta lgh flat unit"
    " suite"
    " apartment floor int interno scala interior edificio bloco bloque portal sala cj conj door"
    " plot lot house h.no near opp etage étage tv th mh dr th."
)
_MONTHS = word_set(
    "january february march april may june july august september october november december jan feb"
    " mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday"
    " sunday"
)
# What four figures and a capital word are mostly: a quantity of something.
_QUANTITY = word_set(
    "lumen lumens watt watts series points steps miles orders returns users release medals cases"
    " eur usd gbp pieces units items stars customers reviews edition model version days hours kg"
    " euro euros dollars pounds calories counter thread count pack packs sheets pages words"
)
# Codes of business, and the words for them, which may stand right before an address.
_BUSINESS_CODE = regex.compile(
    r"#?(?:[A-Z]{2,6}[-/_]?\d{4,}[A-Z\d]{0,4}|[A-Z]{2,6}(?:[-/_][A-Z\d]{2,}){2,}|[A-Z]{1,6}[-/_]\d{5,}|\d{6,})"
)
_BUSINESS = word_set(
    "order orders invoice invoices ticket tickets ref reference sku item parcel package tracking"
    " shipment delivery booking rma po case return refund bestellung commande pedido ordine"
)
_ELIDED = ("d'", "l'", "d’", "l’", "dell'", "dell’", "nº", "n°")
_NUMBER = regex.compile(r"\d{1,5}(?:[/-]\d{1,4}){0,2}\s?[A-Za-z]{0,3}")


class PostcodeFinder:
    """Finds whole addresses that end in a postcode and a town, or in a town and a postcode."""

    kind = ADDRESS

    def __init__(self) -> None:
        self.expressions = [_BEFORE_TOWN, _LETTERED, _AFTER_TOWN, _COUNTY, _ANNOUNCED]
        self._maybe = regex.compile(
            r"\d{4}|\d[A-Z]{2}\b|\d{3}[ ]\d\d|\d-\d{3}|[A-Z]\d|,[ ](?:Co\b|County|Dublin)"
        ).search

    def find(self, text: str) -> list[Span]:
        if not self._maybe(text):
            return []
        spans = [
            Span(*match.span(), ADDRESS, RULE)
            for match in (_ANNOUNCED.finditer(text) if _SAID.search(text) else ())
        ]
        for match in _BEFORE_TOWN.finditer(text):
            start = _before_town(text, match)
            if start is not None:
                spans.append(Span(start, match.end(), ADDRESS, RULE))
        for match in _LETTERED.finditer(text):
            start, whole = _back(text, match.start())
            if whole and "," in text[start : match.start()]:
                spans.append(Span(start, match.end(), ADDRESS, RULE))
            elif " " in match.group() and _SURE.fullmatch(match.group()):
                # AB1 2CD alone; without a gap it may be a part's number.
                spans.append(Span(match.start(), match.end(), ADDRESS, RULE))
        for match in (*_AFTER_TOWN.finditer(text), *_COUNTY.finditer(text)):
            start, whole = _back(text, match.start())
            if whole and _has_number(text[start : match.start()]):
                spans.append(Span(start, match.end(), ADDRESS, RULE))
        return spans


def _before_town(text: str, match: Any) -> int | None:
    """Where the address begins whose postcode and town were found; None if there is no street."""
    start, whole = _back(text, match.start())
    line = text[start : match.start()]
    if not whole or not _has_number(line) or len(line.split()) < 2:
        return None
    town = match["town"].split()
    if {word.casefold().strip(".") for word in town} & (_QUANTITY | _MONTHS):
        return None
    return start


def _has_number(line: str) -> bool:
    """Whether a number and a word with a capital are in what stands before a postcode."""
    words = [word.strip(",;()") for word in line.split()]
    numbered = any(_NUMBER.match(word.lstrip("#nº°.")) for word in words) or "s/n" in words
    named = any(word[:1].isupper() and len(word) > 2 for word in words)
    return numbered and named and not {w.casefold().strip(".") for w in words} & _MONTHS


def _back(text: str, end: int) -> tuple[int, bool]:
    """(start, whether there is anything) of the words of an address that end at `end`."""
    first = max(0, end - _REACH)
    tokens = list(_TOKEN.finditer(text, first, end))
    if first and not text[first - 1].isspace():
        tokens = tokens[1:]
    start = end
    for match in reversed(tokens[-_MOST_WORDS:]):
        token = match.group()
        word = token.strip(",;()")
        ended = start < end and (
            token[-1] in "!?:;"
            or (token[-1] == "." and len(word) > 6 and not text[start].isdigit())
        )
        if word.casefold().strip(".#") in _BUSINESS:
            # "Order 4711, 12 Mill Lane, …": the number is the order's.
            number = _TOKEN.match(text, start)
            if number and number.end() < end and any(map(str.isdigit, number.group())):
                start = number.end() + 1
            break
        if ended or not _belongs(word) or _BUSINESS_CODE.fullmatch(word):
            break
        if "\n" in text[match.end() : start] and not _is_line_of_one(text, match.end()):
            break
        start = match.start()
    for match in _TOKEN.finditer(text, start, end):
        word = match.group().strip(",;()")
        if word[:1].isupper() or word[:1].isdigit() or word.casefold() in _STREETS:
            return match.start(), True
    return end, False


def _is_line_of_one(text: str, end: int) -> bool:
    """Whether the line that ends at `end` can be an address' first: it is short and"
    " has a number."""
    line = text[max(0, end - _LONGEST_LINE) : end].rpartition("\n")[2]
    return len(line) < _LONGEST_LINE and any(map(str.isdigit, line)) and ":" not in line


# Words for streets that are written small at the beginning.
_STREETS = word_set(
    "rue avenue av. bd boulevard place chemin quai calle c/ carrer plaza paseo via viale piazza"
    " corso rua travessa praça avenida ul. al. os. pl. ulica flat unit apt apartment plot impasse"
    " allée"
)


def _belongs(word: str) -> bool:
    """Whether a word can be part of an address' street, number, floor or town."""
    if not word or word in "-–/":
        return True
    if word[0].isupper() or word[0].isdigit() or word[0] == "#":
        return True
    small = word.casefold().rstrip(".")
    return small in _JOINING or small.startswith(_ELIDED)
