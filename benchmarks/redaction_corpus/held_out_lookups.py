"""Tool calls of the held-out bank that name nobody: stock, parcels, refunds, settings."""

from benchmarks.redaction_corpus.bank import Exchange

LOOKUPS = (
    Exchange(
        "stock_by_sku",
        {"sku": "{sku}", "warehouse": "Tilburg 2"},
        {
            "sku": "{sku}",
            "product_name": "{product}",
            "available": 14,
            "reserved": 3,
            "next_delivery": "{date}",
            "price": "{amount}",
            "alternatives": [{"sku": "{sku_new}", "product_name": "{product_new}"}],
        },
    ),
    Exchange(
        "parcel_history",
        {"tracking": "{tracking}"},
        {
            "carrier": "{carrier}",
            "tracking": "{tracking}",
            "order": "{order}",
            "state": "in transit",
            "promised": "{date}",
            "events": [{"at": "{stamp}", "event": "Sorted at hub"}],
        },
    ),
    Exchange(
        "refund_quote",
        {"order_number": "{order}", "line": 1},
        {
            "order_number": "{order}",
            "refundable": True,
            "gross": "{amount}",
            "fee": "{amount}",
            "net": "{amount_number}",
            "expires": "{date}",
            "message": "Refunds of {order} are paid within 5 days, on a {weekday} at the latest.",
        },
    ),
    Exchange(
        "auth_audit",
        {"last": 3},
        {
            "entries": [
                {"ts": "{stamp}", "event": "login", "ip_address": "{p.ip}", "ok": True},
                {"ts": "{stamp_new}", "event": "login", "ip_address": "{q.ip}", "ok": False},
            ],
            "request_id": "{uuid}",
        },
    ),
    Exchange(
        "integration_settings",
        {"integration": "storefront"},
        {
            "integration": "storefront",
            "api_key": "{p.secret}",
            "webhook_secret": "{q.secret}",
            "admin_password": "{p.password}",
            "notification_email": "{p.email}",
            "poll_minutes": 15,
            "last_rotated": "{date}",
        },
    ),
    Exchange(
        "ledger_postings",
        {"reference": "{order}"},
        {
            "postings": [
                {"reference": "{order}", "amount": "{amount}", "debtor_iban": "{p.iban}"},
                {"reference": "{order_new}", "amount": "{amount}", "debtor_iban": "{q.iban}"},
            ],
            "booked_on": "{date}",
            "batch": "{uuid}",
        },
    ),
    Exchange(
        "knowledge_lookup",
        {"question": "return policy for {product}"},
        {
            "articles": [
                {
                    "title": "Returning the {product}",
                    "excerpt": "Send it back by {carrier} within 30 days. Fee: {amount}.",
                    "updated": "{date}",
                },
                {"title": "How long do refunds take?", "excerpt": "Up to five days."},
            ]
        },
    ),
    Exchange(
        "ticket_metrics",
        {"ticket_id": "{ticket}"},
        {
            "ticket_id": "{ticket}",
            "reopens": 1,
            "first_reply_minutes": 42,
            "solved_at": "{stamp}",
            "linked_order": "{order}",
            "last_tool": "{tool}",
        },
    ),
)
