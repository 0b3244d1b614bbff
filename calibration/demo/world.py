"""The made-up shop: people, goods, orders and the returns policy. Pure, and seeded by the caller.

Nothing here belongs to anybody: addresses end in example.com and its like, telephone numbers come
from the ranges kept for fiction, and card numbers are the networks' test numbers.
"""

import random
from dataclasses import dataclass, field
from typing import Any

_FIRST = [
    "Marguerite",
    "Desmond",
    "Priya",
    "Tomasz",
    "Aisha",
    "Gunnar",
    "Lucienne",
    "Kevin",
    "Noa",
    "Yuki",
    "Beatrix",
    "Omar",
    "Ingrid",
    "Rafael",
    "Siobhan",
    "Kwame",
    "Anneke",
    "Dmitri",
    "Leila",
    "Matteo",
    "Hana",
    "Fergus",
    "Paloma",
    "Sanjay",
    "Astrid",
    "Emeka",
    "Clementine",
    "Youssef",
    "Freya",
    "Nikhil",
    "Rosalind",
    "Casimir",
    "Thandiwe",
    "Alasdair",
    "Mireille",
    "Joaquin",
    "Saskia",
    "Benedict",
    "Farah",
    "Lorcan",
]
_LAST = [
    "Okonkwo",
    "Achterberg",
    "Raghunathan",
    "Wisniewski",
    "Farouqi",
    "Oskarsson",
    "Abernathy",
    "Castellanos",
    "Tanabe",
    "Langenfeld",
    "Pemberton",
    "Quintero",
    "Halloran",
    "Mensah",
    "Verhoeven",
    "Sokolov",
    "Nazari",
    "Bellandi",
    "Kobayashi",
    "Drummond",
    "Villareal",
    "Chaudhary",
    "Lindqvist",
    "Adeyemi",
    "Fairweather",
    "Haddad",
    "Thorburn",
    "Banerjee",
    "Whitlock",
    "Nowicki",
    "Mkhize",
    "Macrae",
    "Delacroix",
    "Ibarra",
    "Rosenkrantz",
    "Ashdown",
    "Rahmani",
    "Tierney",
    "Larkspur",
]
_STREETS = [
    "Larkspur Close",
    "Harbour Street",
    "Sycamore Avenue",
    "Rose Lane",
    "Ahornweg",
    "Palm Crescent",
    "Elm Street",
    "Tanners Row",
    "Quayside",
    "Mill Lane",
    "Orchard Way",
    "Beacon Hill",
    "Chapel Walk",
    "Station Parade",
]
_TOWNS = [
    "Bristol BS6 5QT",
    "Leeds LS1 4DY",
    "Dayton, OH 45402",
    "Norwich NR2 1TF",
    "Galway H91 E2KX",
    "Cardiff CF10 3AT",
    "Aberdeen AB10 1XG",
    "Chicago, IL 60607",
    "Dublin D02 X285",
    "York YO1 7HH",
]
_CARDS = [
    "4111 1111 1111 1111",
    "5555 5555 5555 4444",
    "4242 4242 4242 4242",
    "3782 822463 10005",
    "6011 1111 1111 1117",
]
_MAIL = ("example.com", "example.org", "example.net")


@dataclass(frozen=True, slots=True)
class Person:
    user_id: str
    name: str
    email: str
    phone: str
    address: str
    card: str


def people(count: int, rng: random.Random) -> list[Person]:
    """`count` customers with different names."""
    names = [(first, last) for first in _FIRST for last in _LAST]
    return [
        Person(
            user_id=f"u-{1000 + number}",
            name=f"{first} {last}",
            email=_email(first, last, rng),
            phone=_phone(rng),
            address=f"{rng.randint(1, 120)} {rng.choice(_STREETS)}, {rng.choice(_TOWNS)}",
            card=rng.choice(_CARDS),
        )
        for number, (first, last) in enumerate(rng.sample(names, count))
    ]


def _email(first: str, last: str, rng: random.Random) -> str:
    local = rng.choice(
        [f"{first}.{last}", f"{first[0]}.{last}", f"{first}{rng.randint(2, 98)}", f"{last}.{first}"]
    )
    return f"{local.lower()}@{rng.choice(_MAIL)}"


def _phone(rng: random.Random) -> str:
    return rng.choice(
        [
            f"020 7946 0{rng.randint(100, 999)}",
            f"+44 1632 960{rng.randint(100, 999)}",
            f"(202) 555-01{rng.randint(10, 99)}",
            f"07700 900{rng.randint(100, 999)}",
        ]
    )


@dataclass(frozen=True, slots=True)
class Goods:
    name: str
    low: float
    high: float
    # What is wrong with it when it arrives broken.
    damage: str
    sized: bool = False


GOODS = (
    Goods("brass desk lamp", 38, 92, "the shade is cracked right through"),
    Goods("enamel kettle", 24, 58, "the enamel has chipped off around the spout"),
    Goods("wall mirror", 70, 160, "the glass is in three pieces"),
    Goods("bookshelf speaker", 120, 290, "one speaker only crackles"),
    Goods("porcelain vase", 30, 95, "there is a long crack down one side"),
    Goods("cordless drill", 60, 140, "the battery won't hold a charge"),
    Goods("two-person tent", 80, 190, "one of the poles snapped on the first night"),
    Goods("jute rug", 90, 240, "a whole corner is frayed"),
    Goods("oak side table", 85, 210, "one leg is split"),
    Goods("espresso grinder", 75, 180, "it leaks grounds from the base"),
    Goods("set of stoneware mugs", 22, 48, "two of the four came broken"),
    Goods("picture frame", 14, 42, "the glass was smashed in the box"),
    Goods("garden bench", 140, 320, "a slat is missing"),
    Goods("ceramic table fan", 35, 80, "it makes a grinding noise"),
    Goods("waxed backpack", 55, 120, "the zip broke the first time I closed it"),
    Goods("linen shirt", 32, 68, "a seam has come open", sized=True),
    Goods("wool coat", 110, 240, "the lining is torn", sized=True),
    Goods("pair of walking boots", 85, 170, "one sole is coming away", sized=True),
    Goods("merino jumper", 48, 98, "there is a hole under the arm", sized=True),
    Goods("rain jacket", 65, 150, "the zip is sewn in crooked", sized=True),
)


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    price: float


@dataclass(frozen=True, slots=True)
class Order:
    order_id: str
    lines: tuple[Line, ...]
    postage: float
    status: str
    delivered_days_ago: int | None
    delivered_on: str
    tracking: str
    person: Person
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def goods_total(self) -> float:
        return round(sum(line.price for line in self.lines), 2)

    @property
    def total(self) -> float:
        return round(self.goods_total + self.postage, 2)

    def as_result(self) -> dict[str, Any]:
        """What the shop's order system answers."""
        found: dict[str, Any] = {
            "order_id": self.order_id,
            "customer": self.person.name,
            "items": [{"name": line.name, "price": line.price} for line in self.lines],
            "postage": self.postage,
            "total": self.total,
            "currency": "GBP",
            "paid_with": f"card ending {self.person.card[-4:].strip()}",
            "status": self.status,
        }
        if self.delivered_days_ago is not None:
            found |= {
                "delivered_on": self.delivered_on,
                "days_since_delivery": self.delivered_days_ago,
            }
        return found | self.extra


# One paragraph a topic; `search_policy` answers with it word for word.
POLICY: dict[str, dict[str, str]] = {
    "damaged goods": {
        "section": "3.1",
        "title": "Damaged and wrong goods",
        "text": "Goods that arrive damaged, or that are not what was ordered, are refunded in full"
        " within 60 days of delivery. They need not be sent back when they cost less than 100 GBP;"
        " dearer goods are collected by our carrier. Refunds reach the card within 3 to 5 working"
        " days.",
    },
    "change of mind": {
        "section": "3.2",
        "title": "Unused goods",
        "text": "Unused goods can be returned within 30 days of delivery. The price of the goods is"
        " refunded once they have reached our warehouse; the postage is not. The customer sends"
        " them with our return label within 14 days; refunds take 3 to 5 working days.",
    },
    "lost parcels": {
        "section": "4.1",
        "title": "Parcels that do not arrive",
        "text": "A parcel counts as lost when the carrier has scanned nothing for 10 days. The full"
        " total, postage included, is then refunded and reaches the card within 3 to 5 working"
        " days. Before that we ask the carrier, who answers within 2 working days.",
    },
    "cancellation": {
        "section": "2.4",
        "title": "Cancelling an order",
        "text": "An order can be cancelled until it is handed to the carrier; the full total is"
        " then refunded within 3 to 5 working days. After that it can only be returned, unused,"
        " within 30 days of delivery; a parcel refused at the door counts as returned.",
    },
    "gift cards": {
        "section": "3.5",
        "title": "What is never refunded",
        "text": "Gift cards, opened software and made-to-measure goods are not refundable. A gift"
        " card stays valid for 24 months.",
    },
    "double charge": {
        "section": "5.2",
        "title": "Charges taken twice",
        "text": "A charge taken twice is paid back in full as soon as it is found. Nothing else is"
        " paid for it. It takes 3 to 5 working days.",
    },
    "exchange": {
        "section": "3.3",
        "title": "Other sizes",
        "text": "Unused clothes and shoes can be exchanged for another size within 30 days. We send"
        " the new size when the carrier has scanned the return. Where the size is sold out, the"
        " price is refunded within 3 to 5 working days.",
    },
    "gestures": {
        "section": "6.1",
        "title": "Goodwill",
        "text": "Agents do not give vouchers, discounts or free delivery, and do not promise dates"
        " other than those in this policy.",
    },
}
