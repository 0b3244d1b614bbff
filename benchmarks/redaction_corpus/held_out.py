"""The held-out bank: no rule was written, changed or looked at with its words in view.

Whoever wrote it had read neither the rules nor the other banks, and nobody who writes rules is
told more of it than the tables in benchmarks/README.md.
"""

from benchmarks.redaction_corpus.bank import Bank, lines
from benchmarks.redaction_corpus.held_out_people import DOMAINS, ORIGINS
from benchmarks.redaction_corpus.held_out_places import ADDRESSES, PHONES
from benchmarks.redaction_corpus.held_out_results import EXCHANGES
from benchmarks.redaction_corpus.held_out_sentences import SENTENCES
from benchmarks.redaction_corpus.held_out_values import MAKERS

BANK = Bank(
    name="held_out",
    origins=ORIGINS,
    phones=PHONES,
    addresses=ADDRESSES,
    domains=DOMAINS,
    products=lines("""
        garden hose set
        Bluetooth speaker
        standing desk
        Ludwig floor lamp
        Matilda dining chair
        merino jumper, size M
        espresso machine
        Oscar dog bed
        hiking boots
        kids' bike 20 inch
        Amelie duvet cover
        phone case
        Victor coat rack
        winter tyres
        yoga mat
        Florence sofa, two-seater
        cordless drill
        wireless headphones
        Hugo wine glasses
        pressure cooker
    """),
    carriers=lines("""
        UPS
        DHL
        FedEx
        Royal Mail
        GLS
        PostNL
        La Poste
        Australia Post
        An Post
        Parcelforce
    """),
    orders=(
        *("########", "#########", "##########", "####", "#####", "4500######"),
        *("SO-####-####", "PO#######", "ORD-@@##-####", "W#########", "1##-#######-#######"),
        *("WEB-2025-#####", "S######@", "B2B/####", "EU#######", "@@@@##"),
    ),
    skus=(
        "@@@-###-@@",
        "###.###.##",
        "WH-#####",
        "A#####",
        "TR##-BLK-M",
        "4052#########",
        "######",
    ),
    tickets=("INC#######", "CS-#####", "#####", "########", "TKT########", "SUP-####"),
    authors=("helpdesk_agent", "orders_bot", "back_office"),
    sentences=SENTENCES,
    exchanges=EXCHANGES,
    makers=MAKERS,
)
