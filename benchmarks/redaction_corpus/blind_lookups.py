"""Tool results of the blind bank about goods, systems and services, with few people in them."""

from benchmarks.redaction_corpus.bank import AsJson, Cell, Exchange, Plain


def _lookup(tool: str, arguments: object, result: object, *, fixed: bool = True) -> Exchange:
    return Exchange(tool, arguments, result, fixed_keys=fixed)


LOOKUPS = (
    _lookup(
        "stock_level_by_site",
        {"sku": "{sku}"},
        {
            "sku": "{sku}",
            "title": "{product}",
            "sites": [
                {"site": "DC-04", "on_hand": 118, "reserved": 6, "next_inbound": "{date}"},
                {"site": "DC-11", "on_hand": 0, "reserved": 0, "next_inbound": "{date_new}"},
            ],
            "unit_price": "{amount_number}",
            "substitute": {"sku": "{sku_new}", "title": "{product_new}"},
        },
        fixed=False,
    ),
    _lookup(
        "parcelTrace",
        {"trackingNo": "{tracking}"},
        {
            "trackingNo": "{tracking}",
            "carrier": "{carrier}",
            "state": "IN_TRANSIT",
            "eta": "{date}",
            "scans": [
                {"at": "{stamp}", "hub": "HUB 7", "code": "DEP"},
                {"at": "{stamp_new}", "hub": "HUB 2", "code": "ARR"},
            ],
            "order": "{order}",
        },
    ),
    _lookup(
        "ci.pipeline.status",
        {"project": "storefront", "run": "{order}"},
        {
            "run": "{order}",
            "ref": "release/8.14",
            "triggered_by": "schedule",
            "started_at": "{stamp}",
            "stages": [
                {"name": "lint", "state": "passed", "seconds": 41},
                {"name": "unit", "state": "failed", "seconds": 312},
            ],
            "artifact": "{uuid}",
            "env": {"NODE_ENV": "test", "REGISTRY_TOKEN": "{p.secret}", "CI": "true"},
            "log_tail": "retry 2/3\nlogin with token {p.secret}\nexit status 1",
        },
    ),
    _lookup(
        "fare-search",
        {"from": "BLQ", "to": "ARN", "date": "{date}"},
        {
            "offers": [
                {"offer-id": "{uuid}", "price": "{amount}", "fare": "{product}", "stops": 0},
                {"offer-id": "{uuid_new}", "price": "{amount}", "fare": "LIGHT", "stops": 1},
            ],
            "valid-until": "{stamp}",
        },
    ),
    _lookup(
        "REFUND_POST",
        {"ORD_NO": "{order}", "AMT": "{amount}"},
        {
            "RC": "00",
            "MSG": "ACCEPTED",
            "ORD_NO": "{order}",
            "RFND_NO": "{order_new}",
            "AMT": "{amount}",
            "POST_DT": "{date}",
            "OPER": "WEB",
        },
    ),
    _lookup(
        "kb_article_search",
        {"q": "{product} return policy"},
        {
            "hits": [
                {"id": "KB-118", "title": "Returning {product}", "updated": "{date}"},
                {"id": "KB-207", "title": "Fees above {amount}", "updated": "{date_new}"},
            ],
            "took_ms": 18,
        },
        fixed=False,
    ),
    _lookup(
        "metrics_query_range",
        {"expr": "rate(http_errors[5m])", "at": "{stamp}"},
        {
            "status": "success",
            "data": {
                "resultType": "matrix",
                "columns": ["time", "tool", "errors"],
                "rows": [
                    [Cell("{stamp}"), Cell("{tool}"), 3],
                    [Cell("{stamp_new}"), Cell("{tool_new}"), 0],
                ],
            },
        },
    ),
    _lookup(
        "vaultReadConfig",
        {"path": "kv/storefront/prod"},
        {
            "requestId": "{uuid}",
            "leaseDuration": 2764800,
            "data": {
                "dbUser": "storefront_rw",
                "dbPassword": "{p.password}",
                "paymentApiKey": "{p.secret}",
                "webhookUrl": "https://hooks.shop.example/in",
                "featureFlags": "new-cart,eu-vat",
            },
        },
    ),
    _lookup(
        "tkt.create",
        {"summary": "{product} issue on {order}", "queue": "L2"},
        {
            "key": "{ticket}",
            "self": "https://desk.example/tickets/{ticket}",
            "created": "{stamp}",
            "sla": {"firstResponse": "{date}", "breached": False},
        },
    ),
    _lookup(
        "tariff_compare",
        {"current": "{product}"},
        {
            "header": ["tariff", "monthly", "term", "from"],
            "body": [
                [Cell("{product}"), Cell("{amount}"), "24m", Cell("{date}")],
                [Cell("{product_new}"), Cell("{amount}"), "1m", Cell("{date_new}")],
            ],
        },
    ),
    _lookup(
        "InvoiceLinesGet",
        {"InvoiceNo": "{order}"},
        {
            "InvoiceNo": "{order}",
            "IssueDate": "{date}",
            "DueDate": "{date_new}",
            "Lines": [
                {"Item": "{product}", "ItemCode": "{sku}", "Net": "{amount_number}", "Vat": 21},
                {"Item": "{product_new}", "ItemCode": "{sku_new}", "Net": "{amount_number}"},
            ],
            "Gross": "{amount}",
            "PoRef": "{order_new}",
        },
    ),
    _lookup(
        "calendar_slots",
        {"service": "{product}", "week_of": "{date}"},
        {
            "service": "{product}",
            "slots": [
                {"day": "{weekday}", "start": "{stamp}", "free": True},
                {"day": "{weekday_new}", "start": "{stamp_new}", "free": False},
            ],
            "price": "{amount}",
        },
        fixed=False,
    ),
    _lookup(
        "queue_peek",
        {"queue": "outbound-mail"},
        {
            "depth": 2,
            "head": {
                "msg_id": "{uuid}",
                "enqueued": "{stamp}",
                "attempts": 1,
                "body": AsJson(
                    {
                        "template": "shipped_v3",
                        "order": "{order}",
                        "tracking": "{tracking}",
                        "to": Plain("{p.email}"),
                        "vars": {"item": "{product}", "eta": "{date}"},
                    }
                ),
            },
        },
    ),
    _lookup(
        "smsGatewayLog",
        {"ref": "{uuid}"},
        {
            "ref": "{uuid}",
            "dst": Plain("{p.phone}"),
            "txt": "Your parcel {tracking} arrives {date}.",
            "st": "DELIVRD",
            "cost": "{amount_number}",
        },
    ),
    _lookup(
        "waf_blocked_requests",
        {"since": "{stamp}"},
        [
            {"t": "{stamp}", "src": Plain("{p.ip}"), "rule": "942100", "path": "/cart/{order}"},
            {"t": "{stamp_new}", "src": Plain("{q.ip}"), "rule": "920350", "path": "/login"},
        ],
    ),
    _lookup(
        "gift_card_balance",
        {"code": "{sku}"},
        {"code": "{sku}", "balance": "{amount}", "expires": "{date}", "issued_for": "{order}"},
        fixed=False,
    ),
    _lookup(
        "incident.timeline",
        {"incident": "{ticket}"},
        {
            "incident": "{ticket}",
            "severity": 2,
            "timeline": [
                {"at": "{stamp}", "text": "Errors from {tool} after release 8.14.2"},
                {"at": "{stamp_new}", "text": "{note}"},
            ],
            "affected": ["{product}"],
        },
    ),
    _lookup(
        "returns_label",
        {"rma": "{ticket}"},
        "RMA {ticket}\nORDER {order}\nITEM {sku} {product}\nCARRIER {carrier} {tracking}\n"
        "DROP OFF BEFORE {date}",
    ),
)
