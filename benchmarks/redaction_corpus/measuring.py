"""The bank to measure with. Do not tune on it: no rule may be written after reading what is here.

It shares no template, no name, no street and no example value with `tuning`, and its key names are
other ones where there are others; so what it measures is nearer to sessions nobody has seen.
"""

# ruff: noqa: E501
# One line a template: broken up they are harder to read than long.

from benchmarks.redaction_corpus.bank import AsJson, Bank, Cell, Exchange, Plain, Sentences, lines
from benchmarks.redaction_corpus.measuring_people import ADDRESSES, DOMAINS, ORIGINS, PHONES

USER = lines("""
    To whom it may concern: I, {p.full!}, still see booking {order} as unpaid.
    the caller from last {weekday} about {order} was me, {p.name!}
    {p.first!} writing once more about the {product}.
    Reservation {order} was made by {p.name} and should stay under that name.
    Could {q.full} collect the {product} for me on {weekday}?
    {q.first} and I split the {amount}, so half goes to each of us.
    Ask {q.name}, she was there when the {product} fell apart.
    The contract lists {p.full} and {q.full} as tenants since {date}.
    I gave the {product} to {q.first} as a present on {date}.
    Whoever is called {q.full} in your accounts team keeps sending me {order}.
    Warden {q.last!} booked me in for {weekday}.
    sincerely yours\\n{p.full!}
    I look forward to hearing from you about {order}.\\n\\n{p.full!}\\n{p.phone}
    Try my mobile, {p.phone}, any time before six.
    text {p.phone} when the {product} is ready to collect
    Two numbers for me: {p.phone} and, at work, {q.phone}.
    My landline ({p.phone}) has been dead since {date}.
    Write to {p.email} rather than the old one.
    cc {q.email} on everything about {order} pls
    I never got the voucher at {p.email}; it was worth {amount}.
    We live at {p.address}, second bell from the top.
    Pick the {product} up from {p.address} on {weekday}.
    billing is {p.address} but ship {order} to my office
    Our premises are now {p.address}; the lease on the others ended on {date}.
    Use {p.card} for the remaining {amount}.
    The statement for {p.card} shows {amount} on {date} that I know nothing of.
    old card {p.card} was stolen on {weekday}, block it
    Transfer the deposit of {amount} to {p.iban}.
    My bank rejected it. Here is the account once more: {p.iban}
    Identity check: {p.idword} {p.id}.
    The desk copied my {p.idword}, which is {p.id}, and that I came into the world on {p.born}.
    DOB is {p.born}, the flight is on {date}.
    My son was born on {p.born}; does he need a seat of his own?
    Login fails although the passphrase is {p.password} as always.
    I pasted {p.secret} into the plugin and the sync for {sku} stopped.
    curl -H "Authorization: Bearer {p.secret}" gave 403 on {date}
    Our office leaves through {p.ip}, please let it in.
    Firewall drops {p.ip} since {stamp}.
    {carrier} lost {tracking}, and {q.name} at the counter shrugged.
    The {product} I picked on {weekday} costs {amount} now; it was less on {date}.
    Which of {sku} and the {product} fits better?
    Job {uuid} hangs since {stamp}.
    Invoice {order}, {date}, {amount}: paid or not?
    Please cancel {order} and keep the {product} for {weekday}.
""")
AGENT = lines("""
    Certainly, {p.first!}, I can see booking {order} for {weekday}.
    Your case {order} has been handed to {q.full}, who will write before {weekday}.
    The {product} costs {amount}; shall I reserve it until {date}?
    I have booked {carrier} to collect from {p.address}.
    A code was sent to {p.phone}.
    The voucher over {amount} is on its way to {p.email}.
    We hold {p.full} as the main contact for {order}.
    Payment of {amount} by card {p.card} was declined on {date}.
    Parcel {tracking} went out with {carrier} on {weekday}.
    According to {tool}, {sku} is sold out until {date}.
    Is there anything else that I can do about the {product}?
    Madam {q.last!} in billing confirmed {amount} for {order}.
    I have filed this under {uuid}.
    The deposit goes back to {p.iban} by {date}.
    {q.first} from the night desk has answered you on {weekday}.
""")
NOTE = lines("""
    {p.name} rang twice, the second time about {order}.
    Agreed with {q.full}: {amount} off the {product}.
    Handed over to {q.first} on {weekday}.
    Prefers calls on {p.phone} in the evening.
    Moved to {p.address} on {date}.
    Guest says {q.name} damaged the {product}.
    Card {p.card} refused twice.
    Wants replies at {p.email} only.
    Born {p.born}, so under the reduced fare.
    Nothing found for {sku}; closed on {date}.
    Escalated by {q.full} after {amount} was charged again.
    Voucher sent, no answer.
""")
PROSE = lines("""
    Minutes of the call on {weekday}: the tenant complained that the {product} had been delivered with a cracked lid and that nobody had picked up the phone since.
    {p.full} explained that the first invoice, {order}, had been settled on {date}, well before the reminder was printed.
    It rained that morning, the courier from {carrier} was two hours behind, and the porter refused to sign for anything.
    The technician, {q.full}, measured the line twice and found nothing that would explain why it dropped every night at the same hour.
    Further questions are to be put to {p.email}, or by telephone to {p.phone} if the matter is urgent.
    Our own records put the loss at {amount}, although the insurer speaks of rather less and has asked for photographs.
    A meter was read at {p.address} in the presence of both parties, and the figure was written into the protocol.
    On {date} the same fault came back, this time with article {sku} from another batch altogether.
    {q.first} pointed out that the guarantee had run out a week earlier, which the customer did not dispute but found unkind.
    No promise was made beyond the sum already paid, and the file was laid aside until the laboratory had written.
    What the second report adds is mostly detail: the screws were of the wrong length and the glue had never set.
    Everyone agreed to meet again in a fortnight, and the keys were left with {q.full} at the gatehouse.
    The consignment {tracking} has been sitting in customs since then for want of a single stamped form.
""")

EXCHANGES = (
    Exchange(
        "fetch_booking",
        {"booking_ref": "{order}", "verbose": False},
        {
            "booking_ref": "{order}",
            "lead_guest": {
                "given_name": "{p.first}",
                "surname": "{p.last}",
                "mail": "{p.email}",
                "cell_phone": "{p.phone}",
            },
            "companions": [{"full_name": "{q.full}", "birth_date": "{q.born}"}],
            "room": {"title": "{product}", "price_per_night": "{amount_number}"},
            "check_in": "{date}",
            "booked_at": "{stamp}",
            "state": "confirmed",
        },
        about=True,
    ),
    Exchange(
        "lookup_member",
        {"phone": "{p.phone}"},
        {
            "member": {
                "display_name": "{p.name}",
                "contact_number": "{p.phone}",
                "contact_email": "{p.email}",
                "lodging": {
                    "street_1": "{p.street}",
                    "town": "{p.town}",
                    "zip": "{p.code}",
                },
                "national_id": "{p.id}",
                "birthday": "{p.born}",
                "tier": "gold",
                "member_since": "{date}",
            },
            "remarks": ["{note}", "{note}"],
        },
        about=True,
    ),
    Exchange(
        "payout",
        {"beneficiary": "{p.name}", "value": "{amount_number}", "purpose": "{order}"},
        {
            "transfer": {
                "beneficiary_name": "{p.name}",
                "beneficiary_iban": "{p.iban}",
                "value": "{amount_number}",
                "reference": "{order}",
            },
            "approved_by": "{q.full}",
            "executed_on": "{date}",
        },
        about=True,
    ),
    Exchange(
        "query_table",
        {"table": "policies", "where": "holder = current", "max_rows": 10},
        {
            "fields": [
                "policy_no",
                "holder_name",
                "e_mail",
                "mobile_no",
                "home_address",
                "premium",
            ],
            "data": [
                [
                    *(Cell("{order}"), Cell("{p.name}"), Cell("{p.email}"), Cell("{p.phone}")),
                    *(Cell("{p.address}"), Cell("{amount}")),
                ],
                [
                    *(Cell("{order_new}"), Cell("{q.name}"), Cell("{q.email}"), Cell("{q.phone}")),
                    *(Cell("{q.address}"), Cell("{amount}")),
                ],
            ],
        },
        about=True,
    ),
    Exchange(
        "profile",
        {"uid": "{uuid}"},
        {
            "uid": "{uuid}",
            "owner": "{p.name}",
            "reply_to": "{p.email}",
            "payment": {"pan": "{p.card}", "name_on_card": "{p.name}", "brand_name": "{product}"},
            "secrets": {"passphrase": "{p.password}", "webhook_secret": "{p.secret}"},
            "seen_from": Plain("{p.ip}"),
            "emergency": Plain("{q.full}"),
            "second_line": Plain("{q.phone}"),
            "handset_model": "{product_new}",
        },
        about=True,
    ),
    Exchange(
        "open_dossier",
        {"dossier": "{order}"},
        {
            "dossier": "{order}",
            "body": AsJson(
                {
                    "sender": {"name": "{p.name}", "address": "{p.address}"},
                    "to": Plain("{q.full}"),
                    "concerns": "{product}",
                    "sent": "{stamp}",
                    "text": "{note}",
                }
            ),
        },
        about=True,
    ),
    Exchange(
        "intake_sheet",
        {"sheet": "arrival"},
        {
            "entries": [
                {"label": "Full name", "content": Cell("{p.name}")},
                {"label": "Mobile", "content": Cell("{p.phone}")},
                {"label": "Where you live", "content": Cell("{p.address}")},
                {"label": "Article", "content": Cell("{product}")},
                {"label": "Remarks", "content": "{note}"},
            ],
            "received": "{stamp}",
        },
        about=True,
    ),
    Exchange(
        "crm_record",
        {"record": "{uuid}"},
        {
            "record": "{uuid}",
            "primary_contact": "{p.name}",
            "telephones": {"day": "{p.phone}", "night": "{q.phone}"},
            "delivery": {"recipient_name": "{q.name}", "street_address": "{q.street}"},
            "last_order": {
                "number": "{order}",
                "product_name": "{product}",
                "sum": "{amount_number}",
            },
            "summary": "{note}",
        },
        about=True,
    ),
    Exchange(
        "shipment_log",
        {"consignment": "{tracking}"},
        {
            "consignment": "{tracking}",
            "forwarder": "{carrier}",
            "scans": [
                {"time": "{stamp}", "text": "{note}"},
                {"time": "{stamp_new}", "text": "{note}"},
            ],
            "due": "{date}",
        },
    ),
    Exchange(
        "catalogue",
        {"text": "{product}", "page": 1},
        {
            "hits": [
                {"product_name": "{product}", "article_no": "{sku}", "list_price": "{amount}"},
                {
                    "product_name": "{product_new}",
                    "article_no": "{sku_new}",
                    "list_price": "{amount}",
                },
                {
                    "product_name": "{product_new}",
                    "article_no": "{sku_new}",
                    "list_price": "{amount}",
                },
            ],
            "tool_name": "{tool}",
            "file_name": "{product}.pdf",
        },
    ),
    Exchange(
        "availability",
        {"article_no": "{sku}", "day": "{weekday}"},
        {"article_no": "{sku}", "left": 3, "next_delivery": "{date}", "shelf": "C 14"},
    ),
    Exchange(
        "invoice_state",
        {"invoice": "{order}"},
        {
            "invoice": "{order}",
            "trace_id": "{uuid}",
            "due_amount": "{amount}",
            "due_on": "{date}",
            "pickup_day": "{weekday}",
            "history": ["{note}", "{note}"],
        },
    ),
    Exchange(
        "integration",
        {"name": "webshop"},
        {
            "access_token": "{p.secret}",
            "callback": "https://hooks.example/v2",
            "allowed_ip": "{p.ip}",
            "rotated_at": "{stamp}",
        },
    ),
)

BANK = Bank(
    name="measuring",
    origins=ORIGINS,
    phones=PHONES,
    addresses=ADDRESSES,
    domains=DOMAINS,
    products=lines("""
        Taylor acoustic guitar
        Ashton armchair
        Sloane tote
        Parker fountain pen
        Morgan corner sofa
        Charlie walkie-talkie set
        Double room, sea view
        Espresso machine XT-200
        Bamboo cutting board
        Cordless drill 18 V
        Aluminium suitcase, medium
        Silk scarf
        Return ticket to Lyon
        Memory foam pillow
        Trail bike 29"
        Home insurance plus
        Garden gnome
        Fibre 500
    """),
    carriers=("Hermes", "DPD", "TNT", "Evri", "Correos", "Purolator", "bpost"),
    orders=("BK######", "INV/####/##", "########", "R-@@@-####", "PO ######", "#####-##"),
    skus=("ART.######", "@@-####-@", "#####.###", "P/N ##@###"),
    authors=("concierge", "billing_desk", "travel_agent"),
    sentences=Sentences(user=USER, agent=AGENT, note=NOTE, prose=PROSE),
    exchanges=EXCHANGES,
)
