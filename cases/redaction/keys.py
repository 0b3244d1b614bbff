"""What a key says about its value. Read on split words of the key and of the key above it."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

PERSON, EMAIL, PHONE, ADDRESS = "PERSON", "EMAIL", "PHONE", "ADDRESS"
CARD, IBAN, IP, SECRET = "CARD", "IBAN", "IP", "SECRET"
DOB, ID, USER, ACCOUNT = "DOB", "ID", "USER", "ACCOUNT"
KINDS = (PERSON, EMAIL, PHONE, ADDRESS, CARD, IBAN, IP, SECRET, DOB, ID, USER, ACCOUNT)
# The value is business data: only patterns that can't be anything else are looked for in it.
KEEP = "KEEP"

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+|\d+")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# The last word of a key decides, so that email_verified and phone_model stay what they are.
_BY_LAST_WORD = {
    EMAIL: "email emails mail mails",
    PHONE: "phone phones mobile telephone tel cell cellphone fax whatsapp msisdn landline",
    ADDRESS: "address addresses street addr postcode postalcode zip zipcode line1 line2"
    " addressline district suburb borough neighbourhood neighborhood",
    CARD: "card pan cardnumber creditcard debitcard",
    IBAN: "iban",
    SECRET: "password passwd pwd passphrase secret secrets apikey token credential credentials"
    " cvv cvc cvv2 pin otp passcode cookie authorization jwt",
    DOB: "dob birthday birthdate birth",
    ID: "ssn nino passport pesel cpf aadhaar nin curp nif dni bsn tin",
    IP: "ip ipv4 ipv6",
    USER: "user username login nickname screenname handle",
    PERSON: "fullname firstname lastname surname forename customer recipient cardholder"
    " accountholder payee payer beneficiary signatory contact requester claimant passenger"
    " patient guest attendee sender consignee buyer seller shopper subscriber spouse"
    " holder applicant addressee guardian author reviewer",
}
_BY_PHRASE = {
    ADDRESS: "ship from|ship to|deliver to|delivery to|bill to|address line 1|address line 2"
    "|postal code|zip code|house number|pickup point|send to|return to",
    CARD: "card number|card no|card on file|credit card|debit card|primary account number",
    IBAN: "bank account",
    ACCOUNT: "account number|account no|sort code|routing number|bank account number",
    SECRET: "api key|access key|private key|client secret|security code|session key"
    "|access token|refresh token|auth token|bearer",
    DOB: "date of birth|birth date|born on|place of birth",
    ID: "tax id|national id|id number|passport number|driver license|drivers license"
    "|driving licence|license number|licence number|social security number"
    "|document number|vat id|id card",
    IP: "ip address|client ip|remote addr",
    EMAIL: "email address|mail address",
    PHONE: "phone number|mobile number|contact number|telephone number|phone no|cell number",
    USER: "user name|login name",
    PERSON: "first name|last name|full name|middle name|given name|family name|display name"
    "|maiden name|name on card|account name|contact name|signed by|approved by|requested by"
    "|received by|left with|handled by|assigned to|created by|reported by|sold by|issued by"
    "|paid by|opened by|sent by|reviewed by|authorised by|authorized by|picked up by",
}
_KEEP_LAST = _set(
    "id ids sku status state at date time timestamp amount total price cost fee tax currency"
    " quantity qty count number item items product products title category tracking carrier"
    " type kind version model template verified enabled brand colour color size tool"
    " url uri link language locale country channel plan tier stars rating"
    " weight rate depot warehouse"
)
_PEOPLE = _set(
    "customer user person people contact recipient sender owner employee driver passenger guest"
    " patient member buyer seller payer payee beneficiary holder author profile applicant manager"
    " agent_user shopper subscriber client account billing shipping delivery addressee courier"
    " cardholder attendee requester spouse child parent guardian representative rep staff"
    " colleague neighbour neighbor friend reviewer"
)
_THINGS = _set(
    "item product sku file tool function model brand company organisation organization store shop"
    " merchant vendor plan policy event template category campaign host domain column field table"
    " app service agent carrier depot warehouse city country region state currency bank list group"
    " package parcel variant colour color tag label key property attribute type status"
)
# Too short to mean a person at the end of a longer key, such as sort_by.
_WHOLE_KEY = {"by", "attn", "born"}
_PERSONAL = {EMAIL, PHONE, ADDRESS, DOB, CARD, ID}


@lru_cache(maxsize=20_000)
def words_of(key: str) -> tuple[str, ...]:
    """The words of a key in lower case: shippingAddress, shipping-address and shipping_address."""
    return tuple(word.lower() for word in _WORD.findall(key))


def _last_words() -> dict[str, str]:
    return {word: kind for kind, words in _BY_LAST_WORD.items() for word in words.split()}


def _phrases() -> dict[str, str]:
    return {phrase: kind for kind, text in _BY_PHRASE.items() for phrase in text.split("|")}


_LAST = _last_words()
_PHRASE = _phrases()


@lru_cache(maxsize=20_000)
def hint_of(key: str, parent: str = "") -> str | None:
    """A kind, KEEP, or None where the key says nothing.

    `name` alone is a person below a word for people and business data below any other word; at
    the top its neighbours decide, see `personal_record`.
    """
    words = words_of(key)
    if not words:
        return None
    for length in (4, 3, 2):
        tail = " ".join(words[-length:])
        if len(words) >= length and tail in _PHRASE:
            return _PHRASE[tail]
    if key.lower() in _WHOLE_KEY:
        return PERSON
    last = words[-1]
    if last in _LAST:
        return _LAST[last]
    if last.endswith(("address", "email")) and len(last) > 5:
        return ADDRESS if last.endswith("address") else EMAIL
    if last in {"name", "names"}:
        return _named(words[:-1], words_of(parent))
    if last in {"number", "no", "value", "primary"} and len(words) == 1 and parent:
        above = hint_of(parent)
        return above if above in _PERSONAL else KEEP
    if last in {"city", "town", "county"} and "address" in words_of(parent):
        return ADDRESS
    return KEEP if last in _KEEP_LAST else None


def _named(before: tuple[str, ...], parent: tuple[str, ...]) -> str | None:
    """What `…_name` means: the word before it decides, else the key above; None if neither says."""
    nearest = before[-1:] or parent[-1:]
    if not nearest:
        return None
    words = {nearest[0], nearest[0].removesuffix("s")}
    if words & _PEOPLE:
        return PERSON
    return KEEP if words & _THINGS else None


def personal_record(record: Mapping[str, Any]) -> bool:
    """Whether an object's other keys (an e-mail, a phone, …) say that it describes a person."""
    return any(hint_of(str(key)) in _PERSONAL for key in record)
