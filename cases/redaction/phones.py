"""Telephone numbers, told from orders and parcels by their grouping and by the words beside them.

A plus, a leading zero, brackets and the usual grouping of some country speak for a telephone by
themselves. A bare run of digits is one only where a word says so, and never where a word for an
order stands nearer.
"""

import regex

from cases.redaction.checks import (
    MORE_REGIONS,
    PHONE_REGIONS,
    digits_of,
    is_article_number,
    is_date,
    is_phone,
    valid_in,
)
from cases.redaction.keys import PHONE
from cases.redaction.names import word_set
from cases.redaction.spans import Span
from cases.redaction.spelling import bare

RULE = "shape telephone number"
# A run of digits in groups: where a number can begin and end is all that is asked of it.
_CANDIDATE = regex.compile(
    r"(?<![\w./-])(?:\+[ ]?|00[ ]?|\()?\d(?:[ .\-–/()\u00a0]{0,3}\d){6,34}"
    r"(?:[ ]?(?:ext|x|#)\.?[ ]?\d{1,5})?(?!\w|[-/]\d)"
)
# Two numbers that stand side by side, and a number behind an address' or a date's last group.
_APART = regex.compile(r"[ ]/[ ]|[ ](?=\+)|[ ](?=\(0)|[ ][-–][ ]|[.][ ]")
_WORD = regex.compile(r"[^\W\d_]+|[#:]")
_SENTENCE_END = regex.compile(r"[.!?][ ]+(?=\p{Lu})|\n")
_APPOSED = regex.compile(r",[ ]|[ ][(–-]")
_BEFORE, _AFTER, _FAR, _SHORT = 60, 30, 6, 4
# What numbers in groups are written like where no zero or plus comes first: (region, groups).
_GROUPED = tuple(
    (region, regex.compile(shape.replace("_", r"[ .\u00a0-]")))
    for region, shape in (
        ("DK", r"[2-9]\d_\d\d_\d\d_\d\d"),
        ("DK", r"[2-9]\d{3} \d{4}"),
        ("NO", r"[489]\d\d_\d\d_\d{3}"),
        ("NO", r"[2-7]\d_\d\d_\d\d_\d\d"),
        ("PL", r"[4-8]\d\d_\d{3}_\d{3}"),
        ("PL", r"[1-9]\d_\d{3}_\d\d_\d\d"),
        ("ES", r"[6-9]\d\d_\d{3}_\d{3}"),
        ("ES", r"[6-9]\d\d_\d\d_\d\d_\d\d"),
        ("ES", r"9\d_\d{3}_\d\d_\d\d"),
        ("PT", r"[29]\d\d_\d{3}_\d{3}"),
        ("PT", r"2\d_\d{3}_\d{4}"),
        ("IT", r"3\d\d_\d{3}_\d{3,4}"),
        ("IT", r"3\d\d[ -]\d{6,7}"),
        ("IT", r"3\d\d_\d\d_\d\d_\d{2,3}"),
        ("IN", r"[6-9]\d{4}[ -]\d{5}"),
        ("IN", r"[6-9]\d{3}_\d{3}_\d{3}"),
        ("IN", r"[6-9]\d\d_\d{3}_\d{4}"),
        ("BR", r"\(?[1-9]\d\)?[ ]?9?\d{4}[ -]\d{4}"),
        ("SG", r"[689]\d{3} \d{4}"),
        ("MX", r"[1-9]\d_\d{4}_\d{4}"),
        ("MX", r"[1-9]\d\d_\d{3}_\d{4}"),
        ("SE", r"0\d{1,2}-\d{2,3} \d\d(?: \d\d)?"),
        ("IE", r"\(0\d{1,2}\) \d{5,7}"),
    )
)
_REGIONS = PHONE_REGIONS + MORE_REGIONS
_PHONE_WORDS = word_set(
    "phone phones mobile mobiles cell cellphone tel telephone telephones landline handset fax"
    " whatsapp sms msisdn voicemail hotline telefon telefono telefone telefoon telefonnummer"
    " rufnummer handy handynummer mobil mobilnummer mobiltelefon festnetz movil celular cellulare"
    " telemovel portable gsm mob telefonu komorka komorkowy tlf tfn callback dial dialled dialed"
    " telefonisch rueckruf recapito signal"
)
# Groups that no country dials in: an article's 482-1047-21, or twelve figures below a bar code.
_ARTICLE = regex.compile(r"\d{2,6}-\d{4,}-\d{1,2}")
# Somebody is called, rung or texted: a number follows soon.
_CALLING = word_set(
    "call called calling calls caller ring rang ringing reach reached reachable text texted texting"
    " message contact contacted anrufen erreichbar erreichen appeler appelez joindre llamar llame"
    " chiamare chiamami ligar bellen bereikbaar zadzwon dzwonic ringe ring"
)
# Between somebody calling and a number these speak of something else.
_TOPIC = word_set(
    "about regarding re concerning for of with says said saying reads wegen zu over sobre per"
    " pour que that when whether if while say saw told because quoting quoted mentioned"
    " referencing claims complaining dass"
)
_CODE_WORDS = word_set(
    "order orders ordered invoice invoices parcel parcels package packages tracking tracked"
    " shipment shipments consignment waybill awb ticket tickets case cases ref reference references"
    " booking bookings reservation dossier docket rma return returns claim claims receipt receipts"
    " refund refunds transaction transactions payment payments quote quotation purchase po pnr"
    " confirmation voucher coupon policy contract subscription account acct customer client member"
    " membership loyalty job batch serial imei sku item items article product model part version"
    " amount total id code barcode ean upc isbn incident complaint delivery deliveries"
    " label docs document meter card cards pack basket cart"
    " bestellung bestellungen bestellnummer auftrag auftragsnummer rechnung rechnungsnummer sendung"
    " sendungsnummer paket kundennummer vorgang vorgangsnummer aktenzeichen bestelnummer bestelling"
    " factuur zending pakket klantnummer pedido pedidos factura envio paquete albaran numero_pedido"
    " commande commandes facture colis suivi dossier ordine ordini fattura spedizione pacco pratica"
    " encomenda encomendas fatura nota zamowienie zamowienia faktura faktury paczka przesylka"
    " bestallning ordernummer ordrenummer ordre pakke forsendelse leverans"
)
_NUMBER = word_set(
    "number numbers no nr num numero nummer numer n is was at on under # : ist lautet es e est"
)
_WHOSE = word_set(
    "my her his their our your new home work office other old second daytime evening emergency"
    " alternative backup best direct right correct current personal private mein meine mi mio mon"
    " ma minha meu moj min mijn"
)
_AT, _WHOM = word_set("on at under via"), word_set("me us him her them you mich mij")
_IS = word_set("is : was")
_NUMBERS = word_set("number numbers nummer numero numer nr no")
_ONLY_SIGNS = word_set("number numbers no nr num numero nummer numer n id # : code with and is was")
# Between a number and the word behind it that says what it numbers: "0412-778-331, the order".
_ITS = word_set("the my our your an that this der die das meine la le ma mi el il")
_UNITS = regex.compile(
    r"[ \u00a0]?(?:€|\$|£|zł|%|(?:EUR|USD|GBP|PLN|kr|units?|pcs|pieces|km|kg|g|ml|mm|cm|W|days)\b)"
)


class PhoneFinder:
    """Finds telephone numbers by shape, by grouping and by the words beside a bare number."""

    kind = PHONE

    def __init__(self) -> None:
        self.expressions = [_CANDIDATE, _WORD, *(shape for _, shape in _GROUPED)]
        self._maybe = regex.compile(r"\d(?:\D{0,3}\d){6}").search

    def find(self, text: str) -> list[Span]:
        if not self._maybe(text):
            return []
        found = (_telephone_in(text, start, end) for start, end in _candidates(text))
        return [Span(*place, PHONE, RULE) for place in found if place]


def is_bare(number: str) -> bool:
    """Whether nothing but the words beside it says that a number is a telephone's."""
    return number.isdecimal() and number[0] != "0"


def is_introduced(text: str, start: int) -> bool:
    """Whether a word for a telephone stands right before a number: "my mobile is …"."""
    for word in _words_before(text, start)[:4]:
        if word in _PHONE_WORDS:
            return True
        if word not in _NUMBER:
            return False
    return False


def _candidates(text: str) -> list[tuple[int, int]]:
    places = []
    for match in _CANDIDATE.finditer(text):
        start = match.start()
        for gap in _APART.finditer(text, match.start(), match.end()):
            both = (text[start : gap.start()], text[gap.end() : match.end()])
            if all(len(digits_of(part)) >= 7 for part in both):
                places.append((start, gap.start()))
                start = gap.end()
        places.append((start, match.end()))
    return places


def _telephone_in(text: str, start: int, end: int) -> tuple[int, int] | None:
    """The place of a telephone number in a run of digits, with a short number beside it left out:
    "0161 496 0123 12 Mill Lane"."""
    if _is_telephone(text, start, end):
        return start, end
    number = text[start:end]
    if _is_code(_words_before(text, start)) or _ARTICLE.fullmatch(number.lstrip("(")):
        return None
    last, first = number.rfind(" "), number.find(" ")
    if len(digits_of(number[last:])) <= _SHORT and is_phone(number[: max(last, 0)]):
        return start, start + last
    if 0 < first <= _SHORT and is_phone(number[first + 1 :]):
        return start + first + 1, end
    return None


def _is_telephone(text: str, start: int, end: int) -> bool:
    number = text[start:end]
    digits = digits_of(number)
    if is_date(number) or not 7 <= len(digits) <= 15 + (4 if "x" in number or "#" in number else 0):
        return False
    if number[0] == "+":
        return len(digits) >= 8
    before = _words_before(text, start)
    if text[start - 1 : start] == "#" or _is_code(before) or _is_code_behind(text, end):
        return False
    if _ARTICLE.fullmatch(number.lstrip("(")) or (len(number) == 12 and is_article_number(number)):
        return is_introduced(text, start)
    if is_phone(number):
        return True
    if _UNITS.match(text, end):
        return False
    if not number.isdecimal() and _grouped_as_usual(number):
        return True
    return _announced(before, _words_after(text, end), number)


def _grouped_as_usual(number: str) -> bool:
    return any(
        shape.fullmatch(number) is not None and valid_in(number, (region,))
        for region, shape in _GROUPED
    )


def _words_before(text: str, start: int) -> list[str]:
    """Words before a number in its sentence, the nearest first."""
    window = text[max(0, start - _BEFORE) : start]
    ends = list(_SENTENCE_END.finditer(window))
    window = window[ends[-1].end() :] if ends else window
    # A number that stands before this one has had its own words.
    window = regex.split(r"\d{4}", window)[-1]
    return [word.casefold() for word in _WORD.findall(bare(window).text)][::-1]


def _words_after(text: str, end: int) -> list[str]:
    window = _SENTENCE_END.split(text[end : end + _AFTER], maxsplit=1)[0]
    window = regex.split(r"\d", window, maxsplit=1)[0]
    return [word.casefold() for word in _WORD.findall(bare(window).text)]


def _is_code(before: list[str]) -> bool:
    """Whether a word for an order or the like announces the number: "order no. 8492 0113"."""
    for word in before[:4]:
        if word in _CODE_WORDS:
            return True
        if word not in _ONLY_SIGNS:
            return False
    return False


def _is_code_behind(text: str, end: int) -> bool:
    """Whether a word for an order stands in apposition to a number: "778-120-4456, my order"."""
    if _APPOSED.match(text, end) is None:
        return False
    after = _words_after(text, end)[:2]
    return len(after) == 2 and after[0] in _ITS and after[1] in _CODE_WORDS


def _announced(before: list[str], after: list[str], number: str) -> bool:
    """Whether the words beside a number, the nearest first, say that it is a telephone's."""
    topic = False
    if before[:1] and before[0] in _AT and before[1:2] and before[1] in _WHOM:
        return valid_in(number, _REGIONS)
    for place, word in enumerate(before):
        if word in _CODE_WORDS:
            return False
        if word in _PHONE_WORDS:
            return not topic and place <= _FAR
        if word in _NUMBERS and before[place + 1 : place + 2] and before[place + 1] in _WHOSE:
            return not topic and valid_in(number, _REGIONS)
        if word in _CALLING:
            return not topic and place <= _FAR and valid_in(number, _REGIONS)
        topic = topic or (word in _TOPIC and not (word == "for" and before[0] in _IS))
    for word in after[:5]:
        if word in _CODE_WORDS:
            return False
        if word in _PHONE_WORDS:
            return True
    return False
