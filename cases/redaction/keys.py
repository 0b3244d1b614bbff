"""What a key says about its value. Read on split words of the key and of the key above it."""

import re
import unicodedata
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
    EMAIL: "email mail mails emailaddress mailto correo courriel epost mailadresse",
    PHONE: "phone mobile telephone tel cell cellphone fax whatsapp msisdn landline callback"
    " phonenumber mobilenumber contactnumber phoneno mobileno"
    " telefon telefono telefone telefoon puhelin handy mobil movil celular cellulare rufnummer"
    " telefonnummer mobilnummer handynummer telefonnr telefoonnummer telephones telefones telefonos"
    " gsm sms dialin hotline voicemail tlf telemovel numtel notelp",
    ADDRESS: "address street addr postcode postalcode zip zipcode line1 line2 eircode pincode"
    " postal postcd pstcd zipcodes postalcd postno postalno plznr codepost codpost cpostal irsz"
    " codigopostal codpostal kodpocztowy postnummer postnr postinumero zippostal psc"
    " cep pstlz stras"
    " streetname streetline streetnumber houseno housenumber huisnummer codepostal"
    " addressline streetaddress district suburb borough neighbourhood neighborhood"
    " adresse adres anschrift lieferadresse rechnungsadresse strasse strassenname hausnummer plz"
    " postleitzahl direccion domicilio calle indirizzo endereco morada rue straat ulica",
    CARD: "card pan cardnumber creditcard debitcard",
    IBAN: "iban",
    SECRET: "password passwd pwd passphrase secret secrets apikey token credential credentials"
    " cvv cvc cvv2 pin otp passcode cookie authorization jwt"
    " passwort kennwort contrasena wachtwoord haslo",
    DOB: "dob birthday birthdate birth geburtsdatum geburtstag geboortedatum born bday birthdt"
    " dobirth dateofbirth birthyear yob gebdat gbdat gebdatum geb naissance nacimiento nascita"
    " nascimento urodzenia fodselsdato fodselsdag fodelsedatum fodelsedag syntymaaika narozeni"
    " szuletes dogum datenaissance fechanacimiento datanascita datanascimento",
    ACCOUNT: "acct acctno acctnumber accountno accountnumber kontonummer",
    ID: "ssn nino passport pesel cpf aadhaar nin curp nif dni bsn tin tfn sin nric nie pps ppsn"
    " nhs svnr svnummer ahv avs nir niss itin cuit cuil cedula bvn cnp egn oib jmbg amka tckn"
    " kimlik hetu cpr cnic nid mykad hkid nik ktp iqama rrn isikukood kennitala personnummer"
    " personnr personnumber personalnumber personalcode personalid nationalid natid idnumber"
    " idcard govid idno citizenid taxid taxnumber taxno taxcode fiscalcode passportnumber"
    " passportno passeport pasaporte passaporto reisepass ausweis ausweisnr ausweisnummer"
    " personalausweis steuerid steuernummer steuernr idnr fodselsnummer henkilotunnus"
    " rijksregisternummer perid stcd burgerservicenummer codicefiscale insee nss"
    " identification identity identitynumber nationalinsurance socialsecurity nhsnumber",
    IP: "ip ipv4 ipv6",
    USER: "user username login nickname screenname handle",
    PERSON: "maiden fullname firstname lastname surname forename forenames surnames givenname"
    " givennames"
    " familyname middlename maidenname preferredname legalname displayname birthname fname lname"
    " nameoncard callername agentname drivername guestname passengername patientname sendername"
    " payeename payername buyername sellername ownername employeename cardholdername accountname"
    " beneficiaryname username_full kontaktperson ansprechpartner kontoinhaber karteninhaber"
    " contactpersoon geadresseerde beneficiario beneficiaire intestatario mottagare modtager"
    " destinataires beneficiaries cardholders recipients passengers guests customer"
    " recipient cardholder"
    " accountholder payee payer beneficiary signatory contact requester claimant passenger"
    " patient guest attendee sender consignee buyer seller shopper subscriber spouse"
    " holder applicant addressee guardian author reviewer customername contactname recipientname"
    " kunde kundin kundenname vorname nachname klant klantnaam voornaam achternaam cliente"
    " klient imie nazwisko apellido apellidos prenom cognome sobrenome fornavn etternavn efternamn"
    " fornamn empfaenger empfanger destinataire destinatario ontvanger odbiorca titulaire titular",
}
_BY_PHRASE = {
    ADDRESS: "ship from|ship to|deliver to|delivery to|bill to|address line 1|address line 2"
    "|postal code|post code|pin code|plz ort|post cd|codigo de postal|code postal"
    "|post nr|postal no|post no|zip postal|postal zip|zip plus|cod postal|kod poczt"
    "|codigo postal|kod pocztowy|zip code|house number"
    "|pickup point|send to|return to",
    CARD: "card number|card no|card on file|credit card|debit card|primary account number",
    IBAN: "bank account",
    ACCOUNT: "account number|account no|sort code|routing number|bank account number",
    SECRET: "api key|access key|private key|client secret|security code|session key"
    "|access token|refresh token|auth token|bearer|mot de passe",
    DOB: "date of birth|birth date|born on|born at|born date|date born|place of birth|day of birth"
    "|birth day|year of birth|birth year|b day|b date|date birth|d o b|dob iso|birth iso|geb datum"
    "|date naissance|fecha nacimiento|data nascita|data nascimento|geb dat"
    "|date de naissance|fecha de nacimiento"
    "|data di nascita|data de nascimento|data urodzenia",
    ID: "tax id|national id|id number|passport number|driver license|drivers license"
    "|driving licence|license number|licence number|social security number"
    "|document number|vat id|id card|document no|doc number|doc no|id doc|id document|identity doc"
    "|identity document|government id|gov id|govt id|national no|national number|nat id|nat no"
    "|national identifier|national identity|citizen id|citizen number|resident id|residence permit"
    "|personal id|personal number|personal no|personal code|personal identifier|person number"
    "|identity number|identity no|identity card|identification number|identification no|id no"
    "|id num|id code|photo id|tax number|tax no|tax code|tax ref|tax reference|tax file number"
    "|tax payer id|taxpayer id|taxpayer number|tax identifier|fiscal code|fiscal number|fiscal id"
    "|fiscal no|codice fiscale|social security|social security no|social insurance"
    "|social insurance number|soc sec|soc sec no|insurance no|national insurance"
    "|national insurance number|ni number|ni no|nhs number|nhs no|health number|health id"
    "|medicare number|passport no|passport num|passport id|voter id|dl number|driver licence"
    "|driver license number|drivers licence|driving license|steuer id|steuer nr|ausweis nr"
    "|numero identidad|numero documento|documento identidad|numero securite sociale|num secu",
    IP: "ip address|client ip|remote addr",
    EMAIL: "email address|mail address|correo electronico|e mail",
    PHONE: "phone number|mobile number|contact number|telephone number|phone no|cell number"
    "|mobile no|contact no|callback number|numero de telefono|numero de telephone"
    "|telefone celular|tel no|tel number|fax number|whatsapp number|landline number|sms number"
    "|home number|work number|office number|daytime number|evening number|emergency number"
    "|call back|reach at|reach on|call on|emergency contact number|numero telefono|numero cellulare"
    "|contact phone|contact line|phone nr|phone num|calling number|dial number|text number",
    USER: "user name|login name",
    PERSON: "first name|last name|full name|middle name|given name|family name|display name"
    "|requested for|reserved for|booked for|gift for|ordered by|placed by|spoke with|spoken to"
    "|nom de famille|nom famille|nombre completo|nom complet|nome completo|nome cognome"
    "|legal name|preferred name|birth name|known as|account owner|next of kin|emergency contact"
    "|maiden name|name on card|account name|contact name|signed by|approved by|requested by"
    "|received by|left with|handled by|assigned to|created by|reported by|sold by|issued by"
    "|paid by|opened by|sent by|reviewed by|authorised by|authorized by|picked up by",
}
_KEEP_LAST = _set(
    "id ids sku status state at date time timestamp amount total price cost fee tax currency"
    " article articles goods merchandise artikel articulo produkt produkte producto productos"
    " prodotto"
    " prodotti produit produits produto produtos artigo articolo articoli towar vare varer vara"
    " bezeichnung designation edition variant style collection"
    " quantity qty count number item items product products title category tracking carrier"
    " type kind version model template verified enabled brand colour color size tool"
    " url uri link language locale country channel plan tier stars rating"
    " weight rate depot warehouse"
    " shop store company vendor merchant organisation organization supplier manufacturer publisher"
    " hotel restaurant venue airline queue firma empresa entreprise marca marque marke"
)
PEOPLE_WORDS = _set(
    "customer user person people contact recipient sender owner employee driver passenger guest"
    " patient member buyer seller payer payee beneficiary holder author profile applicant manager"
    " agent_user shopper subscriber client account billing shipping delivery addressee courier"
    " cardholder attendee requester spouse child parent guardian representative rep staff"
    " colleague neighbour neighbor friend reviewer caller assignee technician manager supervisor"
    " requestor reporter approver operator invitee participant traveller traveler tenant landlord"
    " resident insured policyholder donor winner student teacher tutor doctor nurse engineer"
    " installer advisor adviser clerk cashier handler dispatcher signer signatory witness partner"
    " husband wife father mother son daughter emergency maiden legal preferred birth middle given"
    " family kunde kunden empfaenger besteller klant klanten ontvanger cliente clientes client"
    " destinatario destinataire kontakt kontaktperson ansprechpartner mitarbeiter fahrer inhaber"
    " kontoinhaber karteninhaber medewerker titular titulaire usuario utilisateur utente gebruiker"
    " benutzer cardholders accountholder addressees"
)
_THINGS = _set(
    "item product sku file tool function model brand company organisation organization store shop"
    " merchant vendor plan policy event template category campaign host domain column field table"
    " app service agent carrier depot warehouse city country region state currency bank list group"
    " package parcel variant colour color tag label key property attribute type status"
    " artikel produkt producto articulo produit article prodotto firma empresa entreprise"
    " line lines basket cart wishlist purchase purchases good goods merchandise position positionen"
    " return returns articolo prodotti produto artigo towar vare vara variant edition collection"
    " shipper forwarder catalog catalogue bundle offer listing"
)
_LISTED = _set(
    "items item products product lines basket cart wishlist articles article goods purchases"
    " positionen artikel produkte productos produits prodotti produtos line listings catalogue"
)
# Names of places, firms and parts of programs below words such as hotel_name and queue_name.
_THINGS |= _set(
    "hotel restaurant venue supplier manufacturer publisher branch school university"
    " hospital clinic"
    " airline airport station room course class team department queue role skill script job task"
    " step workflow pipeline machine device printer server network ssid bucket schema method param"
    " parameter variable enum option setting config flag feature module library repo collection"
    " theme font style flow screen page form section tab button widget dashboard"
    " report chart metric"
    " dataset topic project board milestone street building province timezone language locale unit"
    " tier promo promotion coupon discount rule reason stage phase ship vessel"
    " cruise movie film song"
    " album game recipe dish menu species breed street village district exchange index"
)
_SENT_TO = {f"{word} to" for word in ("bill", "ship", "sold", "deliver", "sell", "send", "invoice")}
# What is cut short in keys, as systems with short names for columns do.
_CUT = {
    **{"nm": "name", "cd": "code", "nbr": "number", "cust": "customer", "usr": "user"},
    **{"emp": "employee", "mgr": "manager", "recip": "recipient", "rcpnt": "recipient"},
    **{"phn": "phone", "mob": "mobile", "eml": "email", "cntct": "contact", "cont": "contact"},
    **{"benef": "beneficiary", "pax": "passenger", "pcode": "postcode", "dlvy": "delivery"},
    **{"brth": "birth", "bth": "birth", "birt": "birth", "natl": "national", "ntl": "national"},
    **{"ident": "identity", "pstl": "postal", "pst": "post", "dt": "date", "yr": "year"},
    **{"frst": "first", "lst": "last", "pstcd": "postcode", "zipcd": "zipcode", "fst": "first"},
}
# What a thing for sale is called below such a word.
_CALLED = _set("label what desc designation text title article")
# `name` in other languages. At the top of an object these are mostly a person's.
_NAMES = _set("nombre nom nome naam navn namn")
# Keys that say no more than that there is a value; the key above, or one beside it, says which.
_VALUES = _set("value val primary secondary answer number no num text content input response")
_MESSAGES = _set("text content input response")
# Said after a word that tells: contact_info, phone_2, address_home.
_TAILS = _set(
    "info information detail details data list entry entries record records full"
    " home work primary secondary alt alternate alternative old new current previous 1 2 3 4 5 9"
)
# Keys beside a value that say what it is: {"field": "phone", "value": …}, {"system": …} in FHIR.
_TELLING = (
    *(
        "field",
        "name",
        "key",
        "type",
        "kind",
        "label",
        "system",
        "attribute",
        "property",
        "question",
    ),
    *(
        "field_name",
        "fieldName",
        "contactType",
        "contact_type",
        "param",
        "parameter",
        "header",
        "id",
    ),
)
# The names of these hold digits in groups, or are written like one that does.
_CODES = _set(
    "id ids sku at date time timestamp amount total price cost fee tax quantity qty count version"
    " tracking order orders invoice ticket case reference ref serial part policy booking rma batch"
    " confirmation return shipment parcel item items product products url uri link rate weight size"
    " orderno ordernumber orderid invoices receipt receipts voucher coupon claim quote quotation"
    " reservation dossier docket waybill awb consignment pnr po code codes barcode ean upc gtin"
    " isbn imei meter contract membership member loyalty subscription transaction txn job lot"
    " document doc request incident package pack delivery purchase"
    " bestellung bestellnummer auftrag auftragsnummer rechnung rechnungsnummer sendung"
    " sendungsnummer paket kundennummer vorgang vorgangsnummer bestelling bestelnummer factuur"
    " zending pakket klantnummer pedido pedidos factura envio paquete commande facture colis ordine"
    " ordini fattura spedizione pacco encomenda fatura zamowienie faktura paczka ordrenummer ordre"
    " ordernummer pakke forsendelse"
)
# Too short to mean a person at the end of a longer key, such as sort_by.
_WHOLE_KEY = {"by", "attn"}
_AMOUNT = re.compile(r"\D{0,4}\d{1,3}(?:[ ,.]?\d{3}){0,3}[.,]\d{1,2}\D{0,4}")
# {"birth": {"date": …}}
_WHEN, _BORN = {"date", "day", "year", "on", "place"}, {"birth", "born", "naissance", "nacimiento"}
_PERSONAL = {EMAIL, PHONE, ADDRESS, DOB, CARD, ID}
_PLURAL = {PERSON, EMAIL, PHONE, ADDRESS, IBAN}
# Parts of a name, below a word for a name or for somebody.
_PARTS = {"family", "given", "first", "last", "middle"}
_NAME_ABOVE = _set(
    "name names person customer user contact recipient owner passenger guest patient member buyer"
    " employee payer payee sender cardholder"
)


@lru_cache(maxsize=20_000)
def words_of(key: str) -> tuple[str, ...]:
    """The words of a key in lower case: shippingAddress, shipping-address and shipping_address."""
    if not key.isascii():
        apart = unicodedata.normalize("NFKD", key.replace("ß", "ss").replace("ł", "l"))
        key = "".join(char for char in apart if not unicodedata.combining(char))
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
    the top its neighbours decide, see `personal_record`. `value` and `number` are what the key
    above says.
    """
    words = tuple(_CUT.get(word, word) for word in words_of(key))
    if not words:
        return None
    if key.lower() in _WHOLE_KEY:
        return PERSON
    last = words[-1]
    if last in {"name", "names"} and " ".join(words[-2:]) not in _PHRASE:
        return _named(words[:-1], words_of(parent))
    if last in _NAMES:
        return _named(words[:-1], words_of(parent)) or PERSON
    if len(words) == 1 and last in _PARTS and {*words_of(parent)[-1:]} & _NAME_ABOVE:
        return PERSON
    if last in _CALLED and {*words_of(parent)[-1:]} & _LISTED:
        return KEEP
    if len(words) == 1 and last in _VALUES:
        return _below(last, parent)
    told = _told_by(words)
    if told:
        return told
    if len(words) == 1 and last in _WHEN and {*words_of(parent)[-1:]} & _BORN:
        return DOB
    if last in {"city", "town", "county"} and "address" in words_of(parent):
        return ADDRESS
    return KEEP if last in _KEEP_LAST else None


def _told_by(words: tuple[str, ...]) -> str | None:
    """What the last words of a key say, also in the plural and before `_info` or `_2`."""
    last = words[-1]
    one = last.removesuffix("s") if len(last) > 3 and not last.endswith("ss") else last
    for ending in dict.fromkeys((last, one)):
        for length in (4, 3, 2):
            tail = " ".join((*words[-length:-1], ending))
            if len(words) >= length and tail in _PHRASE:
                return _PHRASE[tail]
    if last in _LAST:
        return _LAST[last]
    # Words such as tokens and pins are counts.
    if one in _LAST and _LAST[one] in _PLURAL:
        return _LAST[one]
    if last.endswith(("address", "email")):
        return ADDRESS if last.endswith("address") else EMAIL
    if last in _TAILS and len(words) > 1:
        told = _told_by(words[:-1])
        return told if told in _PERSONAL else None
    return None


def _below(last: str, parent: str) -> str | None:
    """What `value` or `number` means below `parent`."""
    above = words_of(parent)
    while len(above) > 1 and above[-1] in _TAILS:
        above = above[:-1]
    told = _told_by(above) if above else None
    if last in _MESSAGES:
        return ADDRESS if told == ADDRESS else None
    number = last in {"number", "no", "num"}
    if told in _PERSONAL or (told in (PERSON, USER, ACCOUNT, IBAN, SECRET) and not number):
        return told
    return KEEP if number and told != PERSON else None


def value_hint(record: Mapping[str, Any], key: str) -> str | None:
    """The word beside `key` that says what its value is, as "phone" in {"type": "phone", "value":
    …}; None if `key` is no word for a value or none stands beside it."""
    words = words_of(key)
    value = words[-1:] in (("value",), ("values",)) or words[:1] == ("value",)
    if not value and (len(words) != 1 or words[0] not in _VALUES):
        return None
    kept = None
    for name in _TELLING:
        said = record.get(name)
        if name == key or not isinstance(said, str) or not 0 < len(said) <= 80:
            continue
        hint = hint_of(said)
        if not _may_be(hint, record[key]):
            continue
        # {"type": "user", "text": …} is a message, and so is a long text of type e-mail.
        if words[0] in _MESSAGES and (hint in (PERSON, USER) or len(str(record[key])) > 60):
            continue
        if hint is not None and hint != KEEP:
            return said
        kept = kept or (said if hint == KEEP and name != "id" else None)
    return kept


def _may_be(hint: str | None, value: Any) -> bool:
    """Whether `value` can be what stands beside it: {"type": "card", "value": 24.5} is an amount,
    and {"type": "phone", "value": "a smart one"} a product."""
    if hint not in (CARD, IBAN, ACCOUNT, PHONE, EMAIL, PERSON, USER):
        return True
    if isinstance(value, (int, float)):
        return value >= 1_000_000
    if not isinstance(value, str):
        return True
    if hint == PHONE:
        return sum(char.isdigit() for char in value) >= 5
    return _AMOUNT.fullmatch(value.strip()) is None


def is_code_key(key: str, parent: str) -> bool:
    """Whether the value is a code or a quantity, so that groups of digits in it are no phone's."""
    words = words_of(key)
    if words and words[-1] in {"number", "no", "num"}:
        return bool({*words, *words_of(parent)} & _CODES)
    return bool({*words[-1:]} & _CODES)


def _named(before: tuple[str, ...], parent: tuple[str, ...]) -> str | None:
    """What `…_name` means: the word before it decides, else the key above; None if neither says."""
    nearest = before[-1:] or parent[-1:]
    if not nearest:
        return None
    if not before and " ".join(parent[-2:]) in _SENT_TO:
        return PERSON
    words = {nearest[0], nearest[0].removesuffix("s")}
    if words & PEOPLE_WORDS:
        return PERSON
    return KEEP if words & _THINGS else None


def personal_record(record: Mapping[str, Any]) -> bool:
    """Whether an object's other keys (an e-mail, a phone, …) say that it describes a person."""
    return any(hint_of(str(key)) in _PERSONAL for key in record)
