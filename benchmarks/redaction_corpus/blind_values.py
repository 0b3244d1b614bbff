"""Numbers, days, amounts and products of the blind bank, and what draws them."""

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from benchmarks.redaction_corpus.bank import Makers, lines, words
from benchmarks.redaction_corpus.blind_ids import ID_WORDS, account, card, national_id
from benchmarks.redaction_corpus.blind_secrets import password, secret
from benchmarks.redaction_corpus.digits import filled

ORDERS = (
    "######",
    "#######",
    "########",
    "#########",
    "##########",
    "############",
    "ORD-######",
    "SO-2025-#####",
    "#####-@@",
    "@@-#####",
    "W#########",
    "11#-#######-#######",
    "PO######",
    "INV/2025/#####",
    "@#@@#@",
    "R########",
    "EC-####-####",
    "BK@@####@",
    "#-######",
    "4500######",
    "WEB_########",
    "ord_@@####@@##",
)
SKUS = (
    "@@@-###-@",
    "###.###.##",
    "B0@#@#@@#@",
    "@@####",
    "###-####-##",
    "501#########",
    "SKU######",
    "@@@@-##-XL",
    "#####@",
    "PN:####-@##",
)
TICKETS = (
    "INC#######",
    "######",
    "CS-#####",
    "TCK-@@-####",
    "REQ0######",
    "ZD-######",
    "@@@@-####",
    "HD####",
    "case #########",
    "SR 1-#########",
)
CARRIERS = lines("""
    FedEx
    UPS
    DHL Express
    Royal Mail
    DPD
    GLS
    Evri
    PostNL
    Correos
    Colissimo
    Canada Post
    Australia Post
    Blue Dart
    InPost
    USPS
    Hermes
    La Poste
""")
# About a third sound like people or places.
PRODUCTS = lines("""
    Harper crib
    Madison tote
    Savannah rug 5x8
    Stella planter
    Oxford brogue, tan, 43
    Austin 2-seater sofa
    Edison bulb 4-pack
    Marlowe armchair
    Florence stockpot
    Sydney desk lamp
    Geneva wall clock
    Emma mattress topper
    Chelsea boots
    Havana shirt
    Roman blinds
    Kingston bike helmet
    Winston travel pillow
    Amelie floral dress
    Victoria sponge tin
    Vienna coffee grinder
    Max cordless drill
    Berlin Weekender bag
    USB-C hub 7-in-1
    Fiber 500 plan
    Unlimited Max 5G plan
    Economy Flex fare
    extra checked bag 23kg
    annual travel insurance
    seat upgrade (row 12)
    ergonomic office chair
    noise-cancelling headphones
    robot vacuum S7
    oat milk 6x1L
    toner cartridge 59A
    Team plan (25 seats)
    Enterprise SSO add-on
    SIM-only 30 GB
    roaming day pass
    dental cleaning
    physio session 45 min
    blood test panel
    gold debit card
    fixed-rate mortgage
    home contents cover
    winter tyres 205/55 R16
    garden hose 20 m
    kids' rain jacket
    gift card
    AA batteries
    4K monitor 27"
    standing desk frame
    replacement charger 65W
    parental leave top-up
    monthly rail pass
    2x hydrating face cream
    cat litter 10 kg
    deluxe double room
    airport transfer
    router X20
    wood glue D3
    protein bars (box of 12)
    Serverless credits
    priority support
""")
DOMAINS = (
    "postfen-mail.com",
    "quickmailbox.co.uk",
    "heimpost-online.de",
    "courrielo.fr",
    "correoluz.es",
    "postakassa.it",
    "mijnpostvak-online.nl",
    "mail.example.com",
    "example.org",
    "uni.example.edu",
    "inboxly.io",
    "letterbird.me",
    "webpost.com.br",
    "mailshala.in",
    "northmail.ca",
    "harbourmail.com.au",
    "brevlada.se",
    "tinwhistle-studio.com",
    "kestrelworks.co",
    "orchard-legal.example.net",
)
_MONTHS = words("""
    January February March April May June July August September October November
    December
""")
_MONTHS_DE = words("""
    Januar Februar März April Mai Juni Juli August September Oktober November
    Dezember
""")
_MONTHS_FR = words("""
    janvier février mars avril mai juin juillet août septembre octobre novembre
    décembre
""")
_MONTHS_ES = words("""
    enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
    diciembre
""")


def _suffix(day: int) -> str:
    return "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


def _spellings(on: date) -> tuple[tuple[int, str], ...]:
    """(how often, `on`) in the spellings of people and systems, all with a year."""
    month, short = _MONTHS[on.month - 1], _MONTHS[on.month - 1][:3]
    return (
        (22, on.isoformat()),
        (12, f"{on:%d/%m/%Y}"),
        (12, f"{on:%m/%d/%Y}"),
        (8, f"{on:%d.%m.%Y}"),
        (8, f"{on.day} {month} {on.year}"),
        (8, f"{month} {on.day}, {on.year}"),
        (4, f"{short} {on.day} {on.year}"),
        (4, f"{on.day}{_suffix(on.day)} {month} {on.year}"),
        (3, f"{on:%d}-{short}-{on.year}"),
        (3, f"{on.day}.{on.month}.{on:%y}"),
        (3, f"{on.month}/{on.day}/{on:%y}"),
        (2, f"{on:%Y/%m/%d}"),
        (2, f"{on:%d-%m-%Y}"),
        (2, f"{on.day}. {_MONTHS_DE[on.month - 1]} {on.year}"),
        (2, f"{on.day} {_MONTHS_FR[on.month - 1]} {on.year}"),
        (2, f"{on.day} de {_MONTHS_ES[on.month - 1]} de {on.year}"),
        (1, f"{on:%Y%m%d}"),
    )


def _without_year(on: date) -> tuple[tuple[int, str], ...]:
    month = _MONTHS[on.month - 1]
    return (
        (3, f"{month} {on.day}{_suffix(on.day)}"),
        (3, f"{on.day} {month[:3]}"),
        (2, f"{on.month}/{on.day}"),
        (2, f"the {on.day}{_suffix(on.day)} of {month}"),
        (2, f"{on:%d.%m.}"),
        (1, f"{on:%a} {on.day} {month[:3]}"),
        (1, f"{on.isoformat()} 14:{on.day + 20}"),
    )


def _one(rng: Random, ways: tuple[tuple[int, str], ...]) -> str:
    return rng.choices([text for _, text in ways], [weight for weight, _ in ways])[0]


def birthday(rng: Random) -> str:
    return _one(rng, _spellings(date(1938, 1, 1) + timedelta(days=rng.randrange(69 * 365))))


def day(rng: Random) -> str:
    on = date(2024, 1, 1) + timedelta(days=rng.randrange(900))
    return _one(rng, _spellings(on) if rng.random() < 0.65 else _without_year(on))


def amount(rng: Random) -> str:
    small = rng.randint(2, 240) + rng.choice([0, 0.5, 0.99, 0.95, rng.randrange(100) / 100])
    big = rng.randint(1_000, 48_000)
    comma = f"{small:.2f}".replace(".", ",")
    dotted = f"{big:,}".replace(",", ".")
    return rng.choice(
        [
            f"${small:.2f}",
            f"${small:.2f}",
            f"${big:,}.{rng.randrange(100):02}",
            f"£{small:.2f}",
            f"£{int(small)}",
            f"€{small:.2f}",
            f"{comma} €",
            f"€ {comma}",
            f"EUR {dotted},00",
            f"USD {small:.2f}",
            f"{small:.2f} GBP",
            f"₹{big:,}",
            f"Rs. {big}/-",
            f"CHF {int(small)}.–",
            f"{big} kr",
            f"SEK {small:.2f}",
            f"R$ {comma}",
            f"¥{big:,}",
            f"A${small:.2f}",
            f"{comma} zł",
            f"CA${int(small)}",
            f"{int(small)} bucks",
            f"{int(small)} euros",
            f"{small:.2f}",
        ]
    )


TRACKING: dict[str, Callable[[Random], str]] = {
    "ups": lambda rng: filled(rng, "1Z@#@@##") + filled(rng, "##########"),
    "fedex": lambda rng: filled(
        rng, rng.choice(["############", "####  ####  ####", "7##############"])
    ),
    "usps": lambda rng: filled(
        rng, rng.choice(["9400 1#00 #### #### #### ##", "94001##################"])
    ),
    "dhl": lambda rng: filled(
        rng, rng.choice(["##########", "JD01#################", "JJD00############"])
    ),
    "royal mail": lambda rng: filled(rng, "@@#########GB"),
    "canada post": lambda rng: filled(rng, "7###############"),
    "dpd": lambda rng: filled(rng, "01##########~#@"),
    "gls": lambda rng: filled(rng, "###########"),
    "evri": lambda rng: filled(rng, "H00@@@##########"),
    "la poste": lambda rng: filled(rng, "6A###########"),
    "postnl": lambda rng: filled(rng, "3S@@@@#########"),
    "correos": lambda rng: filled(rng, "PQ4@@@##########@"),
    "india post": lambda rng: filled(rng, "EM#########IN"),
    "deutsche post": lambda rng: filled(rng, "RR#########DE"),
    "inpost": lambda rng: filled(rng, "6##### ##### ##### ##### ###"),
    "sf": lambda rng: filled(rng, "SF1############"),
    "ontrac": lambda rng: filled(rng, "C1#############"),
}


def tracking(rng: Random) -> str:
    return TRACKING[rng.choice(list(TRACKING))](rng)


def ip_address(rng: Random) -> tuple[str, str]:
    """An address outside of private networks, and its version."""
    if rng.random() < 0.78:
        first = rng.choice([n for n in range(11, 223) if n not in (100, 127, 169, 172, 192, 198)])
        return "v4", ".".join(map(str, [first, *(rng.randint(1, 254) for _ in range(3))]))
    head = rng.choice(["2001:db8", "2a02:908", "2600:1700", "2a00:23c8"])
    groups = [f"{rng.randrange(1, 65536):x}" for _ in range(6)]
    if rng.random() < 0.4:
        return "v6", f"{head}:{groups[0]}:{groups[1]}::{groups[2]}"
    return "v6", ":".join([head, *groups])


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
