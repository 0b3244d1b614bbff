"""The blind bank: by somebody who had seen neither the rules nor the other banks."""

from benchmarks.redaction_corpus.bank import Bank, Sentences
from benchmarks.redaction_corpus.blind_lookups import LOOKUPS
from benchmarks.redaction_corpus.blind_notes import AGENT, NOTE, PROSE
from benchmarks.redaction_corpus.blind_people import ORIGINS
from benchmarks.redaction_corpus.blind_places import ADDRESSES, PHONES
from benchmarks.redaction_corpus.blind_records import RECORDS
from benchmarks.redaction_corpus.blind_results import CUSTOMERS
from benchmarks.redaction_corpus.blind_sentences import USER
from benchmarks.redaction_corpus.blind_values import (
    CARRIERS,
    DOMAINS,
    MAKERS,
    ORDERS,
    PRODUCTS,
    SKUS,
    TICKETS,
)

BANK = Bank(
    name="blind",
    origins=ORIGINS,
    phones=PHONES,
    addresses=ADDRESSES,
    domains=DOMAINS,
    products=PRODUCTS,
    carriers=CARRIERS,
    orders=ORDERS,
    skus=SKUS,
    authors=("assistant", "care_bot", "BookingAgent", "tier1-agent", "support"),
    sentences=Sentences(user=USER, agent=AGENT, note=NOTE, prose=PROSE),
    exchanges=(*CUSTOMERS, *RECORDS, *LOOKUPS),
    tickets=TICKETS,
    makers=MAKERS,
)
