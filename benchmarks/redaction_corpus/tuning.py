"""The bank to look at and to tune on: templates and results.

Names, streets and telephone formats stand in `tuning_people`.
"""

# ruff: noqa: E501
# One line a template: broken up they are harder to read than long.

from benchmarks.redaction_corpus.bank import AsJson, Bank, Cell, Exchange, Plain, Sentences, lines
from benchmarks.redaction_corpus.tuning_people import ADDRESSES, DOMAINS, ORIGINS, PHONES

USER = lines(
    """
    Hi, my name is {p.name!} and my order {order} has not arrived yet.
    Hello, this is {p.full!}. I ordered the {product} on {date} and it came broken.
    I am {p.name!}, I want my {amount} back for order {order}.
    {p.name} here, where is order {order}?
    You can reach me on {p.phone} or at {p.email}.
    My number is {p.phone}, please ring after {weekday}.
    please call me back at {p.phone} about {order}
    Send it to {p.address} instead, please.
    The parcel for {order} should go to {p.address}, not to my old flat.
    I moved. New address: {p.address}
    My mail is {p.email}, can you look up what I bought on {date}?
    The card I paid with is {p.card}, charge of {amount}.
    You charged {p.card} twice for {order}!
    Refund it to my bank account {p.iban} please.
    IBAN: {p.iban}, account holder {p.full!}.
    My {p.idword} is {p.id}, if you need it to check who I am.
    for the invoice you need my {p.idword}: {p.id}
    I was born on {p.born}, so I am old enough to buy the {product}.
    date of birth {p.born}, ordered {date}
    My password is {p.password} and it still does not let me in.
    I keep getting 401 with the key {p.secret}, what is wrong?
    The request came from {p.ip} at {stamp}.
    My wife {q.first} ordered the {product}, can she return it?
    {q.name} signed for tracking {tracking} but nobody of that name lives here.
    The driver told me to talk to {q.full} about it, {carrier} was no help.
    I spoke with {q.first} on {weekday} and was promised {amount}.
    Dear team,\\nthe {product} from order {order} is too small.\\nKind regards,\\n{p.full!}
    Dear {q.first!},\\nthanks for looking into {order}. Do you know more by {weekday}?\\nBest,\\n{p.first!}
    Can I swap the {product} for a bigger one? Order {order}, bought {date}.
    tracking {tracking} says delivered on {date} but nothing is here
    It is {sku}, {amount} on the receipt, and it broke on {weekday}.
    Account is under {p.lower_name}, mail {p.email}
    Mr {q.last!} from your shop said that {amount} would be refunded by {date}.
    Please put {q.full} on the order as well, phone {q.phone}.
    Both {p.full} and {q.full} live at {p.address}.
    The request id was {uuid} and the reply said nothing about {order}.
""".replace("{p.lower_name}", "{p.name}")
)
AGENT = lines("""
    Thank you, {p.first!}. Your order {order} left our warehouse with {carrier} on {date}.
    I have found {order}: {product}, {amount}, shipped on {weekday}.
    I have sent a confirmation to {p.email}.
    We will refund {amount} to the card {p.card} within five working days.
    Your {product} will go to {p.address} with {carrier}.
    The item {sku} is back in stock on {date}.
    I am sorry to hear that. Could you give me the order number?
    Tracking number {tracking} shows that the parcel was left with {q.full}.
    I have called {tool} with your order {order} and it says "returned".
    Dear {p.full!}, we have changed the delivery day to {weekday}.
    For your safety I can not take card numbers here.
    Shall I call you on {p.phone}?
    Ms {q.last!} from our returns desk will look at {order} on {weekday}.
    Your refund of {amount} for {order} was made on {date}.
    I have updated the address, {p.first}. Is there anything else?
""")
NOTE = lines("""
    Customer {p.name} called on {weekday}, wants {amount} back for {order}.
    Left with neighbour {q.full}, {carrier}.
    Spoke to {p.first}, will send pictures of the {product}.
    Caller gave {p.phone} as a second number.
    Change of address to {p.address} asked for.
    Item {sku} returned without its box on {date}.
    Verified by date of birth {p.born}.
    Told {q.name} that {order} is late.
    Nothing to add.
    Paid by transfer from {p.iban}.
""")
PROSE = lines("""
    The customer wrote in again on {weekday} about order {order}, which had been packed on {date} and handed to {carrier} the day after.
    {p.full} had asked for the {product} in another size, and the shop had said that this would cost {amount} more.
    Nobody at the depot could say where the parcel was, since its last scan was eleven days old and the next one never came.
    She left the telephone number {p.phone} and the address {p.email}, and asked not to be called before noon.
    According to {q.first}, who had been on shift that evening, the box was already open when it came in.
    The replacement was to be sent to {p.address}, but the label still showed the old street.
    We agreed on a refund of {amount}, of which half would be paid at once and the rest after the {product} came back.
    It turned out that the same article, {sku}, had been returned by three other buyers for the same reason.
    A second letter arrived on {date}; it was short, polite and left no doubt about what was wanted.
    The warehouse keeps returned goods for thirty days, after which they are sold off or given away.
    When {q.full} looked into it, the tracking number {tracking} belonged to a different shipment altogether.
    In the end the matter was closed without anybody being quite content, as happens more often than it should.
""")
CALLS_BY_ORDER = {"order_id": "{order}", "include_items": True}

EXCHANGES = (
    Exchange(
        "get_order",
        CALLS_BY_ORDER,
        {
            "order_id": "{order}",
            "status": "shipped",
            "customer": {"name": "{p.name}", "email": "{p.email}", "phone": "{p.phone}"},
            "shipping_address": {
                "street": "{p.street}",
                "city": "{p.town}",
                "postal_code": "{p.code}",
            },
            "items": [
                {"sku": "{sku}", "name": "{product}", "price": "{amount_number}", "quantity": 1},
                {"sku": "{sku_new}", "name": "{product_new}", "price": "{amount_number}"},
            ],
            "total": "{amount_number}",
            "placed_at": "{stamp}",
            "tracking_number": "{tracking}",
            "carrier": "{carrier}",
        },
        about=True,
    ),
    Exchange(
        "find_customer",
        {"email": "{p.email}"},
        {
            "matches": [
                {
                    "customer_id": "{uuid}",
                    "full_name": "{p.name}",
                    "mobile": "{p.phone}",
                    "date_of_birth": "{p.born}",
                    "address": "{p.address}",
                    "email_verified": True,
                    "notes": "{note}",
                }
            ],
            "count": 1,
        },
        about=True,
    ),
    Exchange(
        "issue_refund",
        {"order_id": "{order}", "amount": "{amount_number}", "reason": "{note}"},
        {
            "refund": {"id": "{uuid}", "amount": "{amount_number}", "currency": "EUR"},
            "paid_to": {"iban": "{p.iban}", "account_holder": "{p.name}"},
            "done_at": "{stamp}",
        },
        about=True,
    ),
    Exchange(
        "list_orders",
        {"customer_email": "{p.email}", "limit": 5},
        {
            "columns": ["order_id", "customer_name", "phone", "total", "ordered"],
            "rows": [
                [Cell("{order}"), Cell("{p.name}"), Cell("{p.phone}"), Cell("{amount}"), "{date}"],
                [
                    *(Cell("{order_new}"), Cell("{q.name}"), Cell("{q.phone}")),
                    *(Cell("{amount}"), "{date_new}"),
                ],
            ],
        },
        about=True,
    ),
    Exchange(
        "get_account",
        {"customer_id": "{uuid}"},
        {
            "account": {
                "first_name": "{p.first}",
                "last_name": "{p.last}",
                "tax_id": "{p.id}",
                "card_number": "{p.card}",
                "password": "{p.password}",
                "last_login_ip": "{p.ip}",
                "language": "en",
                "phone_model": "{product}",
            },
            "delegate": Plain("{q.full}"),
        },
        about=True,
    ),
    Exchange(
        "read_ticket",
        {"ticket": "{uuid}"},
        {
            "ticket": "{uuid}",
            "payload": AsJson(
                {
                    "contact": {"name": "{p.name}", "phone_number": "{p.phone}"},
                    "subject": "{product}",
                    "order": "{order}",
                    "created_at": "{stamp}",
                }
            ),
            "text": "{note}",
        },
        about=True,
    ),
    Exchange(
        "get_form",
        {"form": "return", "order_id": "{order}"},
        {
            "answers": [
                {"field": "name", "value": Cell("{p.name}")},
                {"field": "email", "value": Cell("{p.email}")},
                {"field": "article", "value": Cell("{product}")},
                {"field": "reason", "value": "{note}"},
            ]
        },
        about=True,
    ),
    Exchange(
        "track_parcel",
        {"tracking_number": "{tracking}"},
        {
            "tracking_number": "{tracking}",
            "carrier": "{carrier}",
            "events": [
                {"at": "{stamp}", "status": "in transit", "detail": "{note}"},
                {"at": "{stamp_new}", "status": "delivered", "detail": "{note}"},
            ],
        },
    ),
    Exchange(
        "search_products",
        {"query": "{product}"},
        {
            "results": [
                {"product_name": "{product}", "sku": "{sku}", "price": "{amount}"},
                {"product_name": "{product_new}", "sku": "{sku_new}", "price": "{amount}"},
                {"product_name": "{product_new}", "sku": "{sku_new}", "price": "{amount}"},
            ],
            "tool_name": "{tool}",
            "file_name": "catalogue_{date}.csv",
        },
    ),
    Exchange(
        "check_stock",
        {"sku": "{sku}"},
        {"sku": "{sku}", "in_stock": 14, "restock_on": "{date}", "warehouse": "North 2"},
    ),
    Exchange(
        "order_status",
        CALLS_BY_ORDER,
        {
            "order_id": "{order}",
            "request_id": "{uuid}",
            "total": "{amount}",
            "delivery_day": "{weekday}",
            "shipped_on": "{date}",
            "comment": "{note}",
        },
    ),
    Exchange(
        "service_settings",
        {"service": "shop"},
        {
            "api_key": "{p.secret}",
            "endpoint": "https://shop.example/api",
            "client_ip": "{p.ip}",
            "updated_at": "{stamp}",
        },
    ),
)

BANK = Bank(
    name="tuning",
    origins=ORIGINS,
    phones=PHONES,
    addresses=ADDRESSES,
    domains=DOMAINS,
    products=lines("""
        Toaster Classic
        Jordan running shoes
        Madison desk lamp
        Kelly bag
        Waterproof tent
        Ceramic teapot, blue
        Olivia summer dress
        Wireless mouse M310
        Garden hose 20 m
        Stanley thermos
        Oak bookshelf
        Coffee grinder
        Wool socks, 3 pairs
        Harper side table
        Rain jacket size L
        LED bulb E27
    """),
    carriers=("DHL", "UPS", "Royal Mail", "FedEx", "PostNord", "GLS"),
    orders=("A-#####", "ORD-######", "#######", "W##########", "2024-#####", "SO-###-###"),
    skus=("SKU-#####", "TR-###-@@", "@@#####", "B0@#@#@###"),
    authors=("shop_agent", "refunds_agent", "orders_agent"),
    sentences=Sentences(user=USER, agent=AGENT, note=NOTE, prose=PROSE),
    exchanges=EXCHANGES,
)
