"""Everything private in tests/data/adk_sessions_v1.db. All of it is invented.

`private_strings` lists what no file of ours may hold after an import; `strings_in` finds them in
bytes, also where spaces and punctuation have been taken out. `fuller_store` adds sessions to a copy
of the fixture in which everything listed is said and returned by tools.
"""

import json
import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

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


# Name, phone, address, card, IBAN of the people in it; the fixture itself holds a part of this.
PEOPLE = [
    ("Marguerite Okonkwo", 0, "14 Larkspur Close, Bristol BS6 5QT", 0, 0),
    ("Desmond Achterberg", 1, "2207 Sycamore Ave, Apt 4B, Dayton, OH 45402", 1, 0),
    ("Priya Raghunathan", 2, "Flat 9, 31 Harbour Street, Leeds LS1 4DY", 2, 0),
    ("Tomasz Wiśniewski", 3, "ul. Klonowa 7/12, 31-009 Kraków", 0, 1),
    ("Aisha al-Farouqi (عائشة الفاروقي)", 4, "Villa 22, Palm Crescent, Dubai", 3, 0),
    ("Gunnar Óskarsson", 5, "Hlíðargata 3, 600 Akureyri", 0, 2),
    ("Lucienne Abernathy-Dufour", 6, "8 rue des Tilleuls, 69003 Lyon", 0, 3),
    ("Kevin O'Malley", 7, "Rose Cottage, Ballyvaughan, Co. Clare", 4, 0),
    ("Noa Ben-David (נועה)", 8, "12 HaAlon St, Haifa 3463012", 0, 0),
    ("Yuki Tanabe", 9, "4-2-8 Shibakoen, Minato-ku, Tokyo", 5, 0),
    ("Beatrix Langenfeld", 10, "Ahornweg 19, 10827 Berlin", 0, 4),
    ("Omar Castellanos", 11, "901 W. Elm St, Chicago, IL 60607", 0, 0),
    ("M. Fairweather", 0, "14 Larkspur Close, Bristol BS6 5QT", 0, 0),
]


def fuller_store(path: Path) -> Path:
    """A copy of the fixture at `path` with two more sessions a person: one in which a tool returns
    the person's record, and one in which everything but the name is only written in free text."""
    shutil.copy(Path(__file__).parents[1] / "data" / "adk_sessions_v1.db", path)
    with sqlite3.connect(path) as store:
        for number, (name, phone, address, card, iban) in enumerate(PEOPLE):
            said = f"Ring {PHONES[phone]} or write to {EMAILS[number]}. I live at {address}. "
            said += f"My card is {CARDS[card]} and my IBAN {IBANS[iban]}."
            record = {"full_name": name, "contacts": [{"tel": PHONES[phone]}], "address": address}
            record |= {"accounts": {"iban": IBANS[iban], "card_number": CARDS[card]}}
            agent = f"I see {name.split(' (')[0]}, {address}, {PHONES[phone]}."
            _add(store, f"free-{number}", [("user", {"text": said})])
            returned = {"function_response": {"name": "get_record", "response": record}}
            parts = [("user", {"text": said}), ("orders_agent", returned)]
            _add(store, f"record-{number}", [*parts, ("orders_agent", {"text": agent})])
    store.close()
    return path


def _add(store: sqlite3.Connection, session: str, parts: list[tuple[str, dict[str, Any]]]) -> None:
    key = ("refund_support", "u-extra", session)
    store.execute("INSERT INTO sessions VALUES (?, ?, ?, '{}', 0, 0)", key)
    for number, (author, part) in enumerate(parts):
        event = {"author": author, "invocation_id": "i", "timestamp": 1_793_300_000 + number}
        event |= {"content": {"parts": [part]}}
        store.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, 'i', 0, ?)",
            (f"{number}", *key, json.dumps(event)),
        )


def private_strings() -> list[str]:
    return [*NAMES, *NAME_PARTS, *EMAILS, *PHONES, *CARDS, *IBANS, *ADDRESSES, *IDS, *HELD_BACK]


def spellings(text: str) -> set[str]:
    """`text`, its JSON escapes, and its letters and digits run together."""
    escaped = json.dumps(text)[1:-1]
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
