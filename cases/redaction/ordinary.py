"""Ordinary English words, which tell a name that nobody listed from what everybody says.

The list is built by scripts/build_word_list.py from the words of the spaCy model (MIT).
"""

from functools import lru_cache
from importlib.resources import files

from cases.redaction.names import word_set

# Firms, services, signs of chats and short forms: written like names, and nobody's.
_NOBODYS = word_set(
    "pls plz plse thx tx ty tnx cheers asap fyi btw imo lol omg eta faq vip diy rrp vat rma sku po"
    " dob pin otp sms mms url api app apps pdf csv xml json http https www html usb"
    " hdmi led lcd gps"
    " wifi bluetooth iphone ipad ipod imac macbook airpods android samsung google"
    " gmail yahoo hotmail"
    " outlook icloud facebook instagram whatsapp telegram twitter tiktok youtube linkedin paypal"
    " klarna afterpay clearpay stripe visa mastercard maestro amex discover revolut"
    " wise venmo zelle"
    " iban bic swift sepa amazon ebay etsy shopify zalando ikea aldi lidl tesco"
    " argos netflix spotify"
    " airbnb uber lyft booking expedia siri cortana chatgpt dhl ups fedex usps dpd gls evri"
    " hermes tnt brt inpost postnl bpost postnord posti seur mrw ctt correos yodel ontrac aramex"
    " chronopost colissimo zendesk freshdesk salesforce hubspot jira slack intercom trustpilot gdpr"
    " covid xmas christmas easter ramadan diwali hanukkah eid eu uk usa us uae ltd"
    " gmbh inc llc corp"
    " plc bv nv srl spa sarl oy ab aps kft pty co eur gbp usd chf pln sek nok dkk inr brl aud cad"
    " okay ok yeah yep nope hiya heya hallo hola bonjour ciao dunno gonna wanna gotta lemme cuz coz"
    " dont doesnt didnt cant couldnt wont wouldnt isnt wasnt arent havent hasnt ive im id ill youre"
    " youve theyre weve its thats whats theres heres lets hes shes whos ur u r n w b gt"
    " acct cust addr approx dept ext incl info min misc mgr msg no nr num nbr qty ref req tel"
    " temp tbc tbd eod eob am pm est gmt utc cet fwd re fw cc bcc ps nb aka attn fao sgd"
    " website webshop online login logout signup username checkout voicemail email emails inbox"
    " timezone chatbot bot wi fi ios eco xl xxl xs uni sim esim nfc tv cv hr it qa crm erp"
    " whatsapped emailed dmed texted und der die das ein eine nicht und oder mit von"
    " fur ist ich wir"
    " sie les des une pour avec dans est que los las con por para que del mein meine ihre mi su"
    " sehr bitte danke gracias merci grazie obrigado obrigada tak tack kiitos dzieki"
    " payout payouts backorder backorders prepaid postpaid pickup pickups dropoff"
    " resend reship reshipped"
    " rebook rebooked chargeback chargebacks cashback autopay opt oauth sso admin"
    " admins login logins"
    " callback callbacks helpdesk frontdesk chatbots uploader dashboard ecommerce"
    " changelog todo unpaid"
    " unshipped undelivered unfulfilled fulfilment refundable dispatcher restock restocked resized"
    " customs backoffice onboarding presale aftersales webchat livechat hotline workflow workflows"
    " config configs repo param params timestamp timestamps username usernames"
    " userid lookup lookups"
    " alot noone thankyou goodmorning thru tho rly omw tmrw tmr wknd yday mins hrs secs docs specs"
    " invoiceno orderno dob fulfil enrol personalised customised unsubscribe"
    " unsubscribed organisation"
    " team support service customer user client madam sirs sir everyone everybody somebody someone"
    " nobody anyone anybody folks guys mate buddy dear returns refunds sales billing"
)


class Words:
    """The ordinary words, kept as one text for every two letters that words begin with."""

    def __init__(self, lines: str) -> None:
        runs: dict[str, list[str]] = {}
        for word in lines.split():
            runs.setdefault(word[:2], []).append(word)
        self._runs = {head: f" {' '.join(words)} " for head, words in runs.items()}

    def __contains__(self, word: str) -> bool:
        return f" {word} " in self._runs.get(word[:2], "")


@lru_cache(maxsize=1)
def _words() -> Words:
    text = files("cases.redaction").joinpath("ordinary_words.txt").read_text(encoding="utf-8")
    return Words(text)


def is_a_firms(word: str) -> bool:
    """Whether a word is a firm's, a service's or a short form, even where it is on"
    " a list of names."""
    return word in _NOBODYS


@lru_cache(maxsize=50_000)
def is_ordinary(word: str) -> bool:
    """Whether a word in plain lower-case letters is English, or a firm's or the like."""
    return word in _NOBODYS or word in _words()
