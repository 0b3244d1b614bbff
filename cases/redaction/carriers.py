"""Carriers, whose names a name model often takes for people's: Hermes, Blue Dart, Royal Mail."""

import re

from cases.redaction.keys import words_of
from cases.redaction.listed import name_list
from cases.redaction.names import word_set
from cases.redaction.spelling import bare

_CARRIERS = (
    "royal mail|parcelforce|dhl|ups|fedex|federal express|dpd|evri|hermes|yodel|gls|tnt|usps"
    "|an post"
    "|fastway|deutsche post|postnl|postnord|posti|bring|correos|seur|mrw|nacex|ctt|poste italiane"
    "|brt|bartolini|sda|la poste|chronopost|colissimo|mondial relay|relais colis|colis prive|bpost"
    "|swiss post|die post|osterreichische post|inpost|poczta polska|packeta|canada post|purolator"
    "|canpar|australia post|startrack|sendle|aramex|nz post|new zealand post|japan post|yamato"
    "|sagawa|sf express|cainiao|yunexpress|india post|blue dart|bluedart|delhivery|dtdc"
    "|ecom express|ekart|xpressbees|shadowfax|correios|jadlog|loggi|estafeta|redpack|ontrac"
    "|lasership|amazon logistics|asendia|landmark global|db schenker|schenker|kuehne nagel|dsv"
    "|geodis|trans o flex|instacart|doordash|deliveroo|glovo|lalamove|ninja van|j t express"
    "|pos laju|singpost|kerry express|thailand post|korea post|cj logistics|hanjin|china post"
    "|speedy"
    "|sameday|fan courier|cargus|matkahuolto|budbee|instabox|airmee|helthjem|tuffnells|whistl"
    "|uk mail|citysprint|arrow xl|xpo|old dominion|hunter express|couriers please|tforce|nightline"
    "|south african post office|the courier guy|israel post|emirates post|ptt|yurtici kargo"
    "|aras kargo|mng kargo|dao|burd|city link|collect plus|collectplus|parcel2go|shippo|easyship"
)
# Words that only a firm's name has.
_FIRM = word_set(
    "post mail parcel parcels express logistics courier couriers delivery deliveries freight cargo"
    " shipping transport transports dispatch haulage carriers relay air airways lines ltd gmbh inc"
    " llc bv sa spa co company group international worldwide global tracked standard economy"
    " priority"
    " overnight next day same saver ground home pickup collect paket kurier versand spedition kargo"
    " poste posta poczta colis envios logistica logistik logistique"
)
_KEYS = word_set(
    "carrier carriers courier couriers shipper shippers forwarder haulier transporteur spediteur"
    " versanddienst versanddienstleister versandart paketdienst zusteller vervoerder transportista"
    " corriere vettore transportadora przewoznik kurier mensajeria logistics fragtfirma transportor"
)
_PHRASES = frozenset(
    {
        *("shipping company", "shipping service", "shipping provider", "shipping method"),
        *("delivery service", "delivery partner", "delivery company", "delivery provider"),
        *("delivery method", "parcel service", "postal service", "post service", "shipped with"),
        *("shipped via", "shipped by", "sent via", "sent with", "delivered by", "ship via"),
        *("logistics partner", "logistics provider", "courier service", "service level"),
    }
)
_BELOW = word_set("name company service label provider title by brand firm method")
_KNOWN = re.compile(
    rf"(?<![^\W_])(?:{_CARRIERS})(?![^\W_])".replace(" ", r"\W{1,3}"), re.IGNORECASE
)
_CAPITAL_WORD = re.compile(r"[A-Z0-9][A-Za-z0-9]*")
_FIRST_WORDS = frozenset(name.split()[0] for name in _CARRIERS.split("|"))
_MOST_WORDS = 6


def is_carrier_key(key: str, parent: str) -> bool:
    """Whether a key's value says who carries a parcel: courier, shipped_via, carrier.name."""
    words = words_of(key)
    if not words:
        return False
    if words[-1] in _KEYS or " ".join(words[-2:]) in _PHRASES or words == ("service",):
        return True
    if words[-1] not in _BELOW:
        return False
    if len(words) > 1:
        return words[-2] in _KEYS
    above = words_of(parent)
    return above[-1:] != () and (above[-1] in _KEYS or " ".join(above[-2:]) in _PHRASES)


def names_a_carrier(value: str, *, somebody: bool) -> bool:
    """Whether a value below such a key is a firm; `somebody` if the key may be a person's too."""
    words = re.findall(r"[^\W\d_]+", bare(value).text.casefold())
    if not words or len(words) > _MOST_WORDS:
        return False
    if carrier_places(value) or {*words} & _FIRM:
        return True
    return not somebody and (len(words) == 1 or not name_list().find(value))


def carrier_places(text: str) -> list[tuple[int, int]]:
    """Where known carriers are named in a text."""
    if _FIRST_WORDS.isdisjoint(map(str.lower, _CAPITAL_WORD.findall(text))):
        return []
    spelling = bare(text)
    plain = spelling.text
    # "ups and downs", "bring it": a carrier has a capital.
    matches = (
        _KNOWN.match(plain, word.start())
        for word in _CAPITAL_WORD.finditer(plain)
        if word.group().lower() in _FIRST_WORDS
    )
    return [spelling.place(*match.span()) for match in matches if match]
