"""More tool results of the blind bank that are about a person: tables, logs, letters, forms."""

from benchmarks.redaction_corpus.bank import AsJson, Cell, Plain
from benchmarks.redaction_corpus.blind_results import about

RECORDS = (
    about(
        "wms_query",
        {"sql": "select * from shipments where ord_no = '{order}'"},
        {
            "columns": ["ord_no", "consignee", "tel", "street", "zip", "carrier", "trk_no"],
            "rows": [
                [
                    Cell("{order}"),
                    Cell("{p.name}"),
                    Cell("{p.phone}"),
                    Cell("{p.street}"),
                    Cell("{p.code}"),
                    Cell("{carrier}"),
                    Cell("{tracking}"),
                ],
                [
                    Cell("{order_new}"),
                    Cell("{q.name}"),
                    Cell("{q.phone}"),
                    Cell("{q.street}"),
                    Cell("{q.code}"),
                    Cell("{carrier_new}"),
                    Cell("{tracking_new}"),
                ],
            ],
            "row_count": 2,
        },
    ),
    about(
        "sheet.read_range",
        {"sheet": "Guests May", "range": "A1:F3"},
        {
            "values": [
                ["Guest", "E-mail", "Room", "Arrival", "Phone", "Total"],
                [
                    Cell("{p.full}"),
                    Cell("{p.email}"),
                    "214",
                    Cell("{date}"),
                    Cell("{p.phone}"),
                    Cell("{amount}"),
                ],
                [
                    Cell("{q.full}"),
                    Cell("{q.email}"),
                    "108",
                    Cell("{date_new}"),
                    Cell("{q.phone}"),
                    Cell("{amount}"),
                ],
            ]
        },
    ),
    about(
        "loyalty_member_card",
        {"memberRef": "{order}"},
        {
            "memberRef": "{order}",
            "mbrNm": "{p.name}",
            "tier": "Silver",
            "pts": 18450,
            "bday": "{p.born}",
            "prefLang": "en",
            "cell": "{p.phone}",
            "householdMembers": ["{q.full}", "{r.full}"],
            "lastPurchase": "{product}",
        },
    ),
    about(
        "mailbox_search",
        {"from": "{p.email}", "max": 1},
        {
            "messages": [
                {
                    "messageId": "{uuid}",
                    "from": "{p.full} <{p.email}>",
                    "to": ["Care inbox"],
                    "subject": "{ticket} / {product}",
                    "receivedDateTime": "{stamp}",
                    "bodyPreview": "{note}",
                }
            ]
        },
    ),
    about(
        "legacyAccountDump",
        {"ref": "{ticket}"},
        {
            "ok": 1,
            "payload": AsJson(
                {
                    "acctRef": "{ticket}",
                    "holder": {"nm": "{p.full}", "tel": "{p.phone}", "mail": "{p.email}"},
                    "addr": "{p.address}",
                    "balance": "{amount}",
                    "asOf": "{date}",
                    "remark": "{note}",
                }
            ),
        },
    ),
    about(
        "insurance/claim/read",
        {"claimNo": "{ticket}"},
        {
            "claimNo": "{ticket}",
            "policyHolder": {"fullName": "{p.full}", "born": "{p.born}", "taxNo": "{p.id}"},
            "claimant": "{q.full}",
            "witnesses": [{"name": "{r.name}", "contactNo": "{r.phone}"}],
            "lossDate": "{date}",
            "placeOfLoss": "{q.address}",
            "reserve": "{amount}",
            "payout": {"to": Plain("{p.iban}"), "sum": "{amount}"},
            "adjusterRemarks": "{note}",
        },
    ),
    about(
        "courier_stop_info",
        {"barcode": "{tracking}"},
        {
            "barcode": "{tracking}",
            "seq": 41,
            "deliverTo": "{p.full}",
            "dropAddress": "{p.address}",
            "doorbell": Plain("{p.last}"),
            "signedBy": Plain("{q.last}"),
            "sms": "{p.phone}",
            "cod": "{amount}",
            "instr": "{note}",
        },
    ),
    about(
        "hotel_folio",
        {"conf": "{order}"},
        {
            "Conf#": "{order}",
            "Guest Name": "{p.name}",
            "Guest E-Mail": "{p.email}",
            "Sharing With": Plain("{q.full}"),
            "Arr": "{date}",
            "Nights": 3,
            "Rate": "{amount}",
            "CC": "{p.card}",
            "Passport/ID": "{p.id}",
            "Remarks": "{note}",
        },
    ),
    about(
        "kundenakte_lesen",
        {"kundennr": "{order}"},
        {
            "kundennr": "{order}",
            "vorname": "{p.first}",
            "nachname": "{p.last}",
            "strasse": "{p.street}",
            "plz": "{p.code}",
            "ort": "{p.town}",
            "telefon": "{p.phone}",
            "geburtsdatum": "{p.born}",
            "tarif": "{product}",
            "bemerkung": "{note}",
        },
    ),
    about(
        "export_contacts_csv",
        {"segment": "renewals", "limit": 2},
        "id;name;email;phone;plan\n"
        "1;{p.full};{p.email};{p.phone};{product}\n"
        "2;{q.full};{q.email};{q.phone};{product_new}\n",
    ),
    about(
        "audit_events",
        {"actor": "{p.email}"},
        {
            "events": [
                {
                    "ts": "{stamp}",
                    "actor": "{p.email}",
                    "actorIp": "{p.ip}",
                    "action": "user.update",
                    "before": Plain("{q.phone}"),
                    "after": Plain("{p.phone}"),
                },
                {"ts": "{stamp_new}", "actor": "system", "action": "{tool}", "ref": "{uuid}"},
            ]
        },
    ),
    about(
        "leaveRequest.read",
        {"requestId": "{ticket}"},
        {
            "requestId": "{ticket}",
            "employee": "{p.full}",
            "approver": "{q.full}",
            "standIn": Plain("{r.full}"),
            "from": "{date}",
            "to": "{date_new}",
            "kind": "annual",
            "reason": "{note}",
        },
    ),
    about(
        "form_submission",
        {"form": "warranty-2025"},
        {
            "submission": "{uuid}",
            "answers": [
                {"question": "Your name", "answer": Plain("{p.name}")},
                {"question": "Where can we reach you?", "answer": Plain("{p.phone}")},
                {"question": "Which product?", "answer": "{product}"},
                {"question": "Purchase date", "answer": "{date}"},
                {"question": "Anything else?", "answer": "{note}"},
            ],
        },
    ),
    about(
        "subscription-owner",
        {"subscription": "{order}"},
        {
            "subscription": "{order}",
            "owner": {"name": "{p.full}", "email": "{p.email}"},
            "seats": [{"user": "{q.email}"}, {"user": "{r.email}"}],
            "plan": "{product}",
            "mrr": "{amount}",
            "renews-on": "{date}",
            "api-key": "{p.secret}",
        },
    ),
)
