"""Everything private in tests/data/adk_sessions_v1.db. All of it is invented.

`private_strings` lists what no file of ours may hold after an import; `strings_in` finds them in
bytes, also where spaces and punctuation have been taken out.
"""

import re

NAMES = [
    *("Marguerite Okonkwo", "Desmond Achterberg", "Priya Raghunathan", "Tomasz Wiśniewski"),
    *("Aisha al-Farouqi", "عائشة الفاروقي", "Gunnar Óskarsson", "Lucienne Abernathy-Dufour"),
    *("Kevin O'Malley", "Noa Ben-David", "נועה", "Yuki Tanabe", "Beatrix Langenfeld"),
    "Omar Castellanos",
]
NAME_PARTS = [
    *("Marguerite", "Okonkwo", "Desmond", "Achterberg", "Priya", "Raghunathan", "Tomasz"),
    *("Wiśniewski", "Farouqi", "عائشة", "الفاروقي", "Gunnar", "Óskarsson", "Lucienne"),
    *("Abernathy", "Dufour", "O'Malley", "Ben-David", "Tanabe", "Beatrix", "Langenfeld"),
    *("Castellanos", "Fairweather", "fairweather"),
]
EMAILS = [
    *("marguerite.okonkwo@example.com", "d.achterberg@example.org", "priya.r@example.net"),
    *("tomasz.wisniewski@example.com", "aisha.f@example.com", "gunnar@example.is"),
    *("lucienne@example.fr", "kevin.omalley@example.ie", "noa@example.co.il"),
    *("yuki.tanabe@example.jp", "b.langenfeld@example.de", "omar.c@example.mx"),
    "m.fairweather@example.com",
]
PHONES = [
    *("+44 20 7946 0123", "+1 (202) 555-0143", "020 7946 0871", "+48 601 555 014"),
    *("+971 50 555 0199", "+354 555 0172", "+33 1 99 00 55 12", "+353 20 910 5550"),
    *("+972 55 555 0147", "+81 90 5550 0188", "+49 30 23125 014", "(312) 555-0164"),
]
CARDS = [
    *("4111 1111 1111 1111", "5555 5555 5555 4444", "4242 4242 4242 4242"),
    *("3782 822463 10005", "6011 1111 1111 1117", "3530 1113 3330 0000", "09/29, 123"),
]
IBANS = [
    *("GB33 BUKB 2020 1555 5555 55", "PL61 1090 1014 0000 0712 1981 2874"),
    *("IS14 0159 2600 7654 5510 7303 39", "FR14 2004 1010 0505 0001 3M02 606"),
    "DE89 3704 0044 0532 0130 00",
]
ADDRESSES = [
    *("14 Larkspur Close", "Bristol BS6 5QT", "2207 Sycamore Ave", "Dayton, OH 45402"),
    *("31 Harbour Street", "Leeds LS1 4DY", "ul. Klonowa 7/12", "31-009 Kraków"),
    *("Villa 22, Palm Crescent", "Hlíðargata 3", "600 Akureyri", "8 rue des Tilleuls"),
    *("69003 Lyon", "Rose Cottage", "Ballyvaughan", "12 HaAlon St", "Haifa 3463012"),
    *("4-2-8 Shibakoen", "Ahornweg 19", "10827 Berlin", "901 W. Elm St", "Chicago, IL 60607"),
]
# Ids of users and sessions are kept as keyed hashes only.
IDS = [
    *(f"u-10{number:02}" for number in range(1, 13)),
    *("s-dmg-lamp", "s-bad-privacy", "s-shared-id", "s-double-charge", "s-cancel-sub"),
]
# What is kept out although it belongs to nobody: file names, addresses of files, thoughts.
HELD_BACK = ["plates.png", "refund-uploads", "Two of six are damaged"]
# What has to survive: order numbers, amounts, products, dates, tools.
KEPT = [
    *("BR-204417", "brass desk lamp", "enamel kettle", "39.5", "SKU-771", "lookup_order"),
    *("ZX55501401PL", "sub_88213", "espresso machine", "rf_4417", "2026-11-01"),
]


def private_strings() -> list[str]:
    return [*NAMES, *NAME_PARTS, *EMAILS, *PHONES, *CARDS, *IBANS, *ADDRESSES, *IDS, *HELD_BACK]


def spellings(text: str) -> set[str]:
    """`text`, its JSON escapes, and its letters and digits run together."""
    escaped = text.encode("ascii", "backslashreplace").decode("ascii")
    run_together = re.sub(r"[\W_]", "", text)
    enough = len(run_together) >= 9 and re.search(r"\d", run_together)
    return {text, escaped, *({run_together} if enough else ())}


def strings_in(data: bytes) -> list[str]:
    """Which private strings stand in `data`, in any of their spellings."""
    return [
        text
        for text in private_strings()
        if any(spelling.encode() in data for spelling in spellings(text))
    ]
