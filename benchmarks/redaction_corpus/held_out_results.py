"""Tool calls and results of the held-out bank, with keys as business systems write them.

Where `fixed_keys` is set the system has one spelling of its own. A key counts as saying what it
holds when somebody who reads English can tell; keys that only those can read who know the system
(KNA1's STRAS) or that say nothing ("value") stand as Plain.
"""

from benchmarks.redaction_corpus.bank import AsJson, Cell, Exchange, Plain
from benchmarks.redaction_corpus.held_out_lookups import LOOKUPS

_ABOUT = (
    Exchange(
        "tickets_show",
        {"id": "{ticket}", "include": "users,comment_count"},
        {
            "ticket": {
                "id": "{ticket}",
                "subject": "Order {order} not received",
                "status": "open",
                "via": {"channel": "email", "source": {"from": {"address": "{p.email}"}}},
                "requester": {"name": "{p.name}", "email": "{p.email}", "phone": "{p.phone}"},
                "assignee": {"name": "{q.name}", "email": "{q.email}"},
                "tags": ["delivery", "vip"],
                "comments": [
                    {"public": False, "plain_body": "{note}", "created_at": "{stamp}"},
                    {"public": True, "plain_body": "Hi {p.first!}, we are on it. {q.first}"},
                ],
            }
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "shop_order_read",
        {"name": "#{order}", "fields": ["customer", "line_items", "shipping_address"]},
        {
            "order": {
                "name": "#{order}",
                "email": "{p.email}",
                "phone": "{p.phone}",
                "currency": "EUR",
                "total_price": "{amount_number}",
                "created_at": "{stamp}",
                "browser_ip": "{p.ip}",
                "customer": {
                    "first_name": "{p.first}",
                    "last_name": "{p.last}",
                    "verified_email": True,
                    "orders_count": 7,
                },
                "shipping_address": {
                    "name": "{p.full}",
                    "address1": "{p.street}",
                    "address2": None,
                    "city": "{p.town}",
                    "zip": "{p.code}",
                },
                "line_items": [
                    {"title": "{product}", "sku": "{sku}", "quantity": 1, "vendor": "Lagerhaus"},
                    {"title": "{product_new}", "sku": "{sku_new}", "quantity": 2},
                ],
                "note": "{note}",
                "note_attributes": [
                    {"name": "gift_for", "value": Plain("{q.name}")},
                    {"name": "slot", "value": "morning"},
                ],
                "fulfillments": [
                    {"tracking_company": "{carrier}", "tracking_number": "{tracking}"}
                ],
            }
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "charges_retrieve",
        {"expand": ["customer"], "order_reference": "{order}"},
        {
            "object": "charge",
            "amount": 12900,
            "currency": "eur",
            "description": "Payment for {product}",
            "receipt_email": "{p.email}",
            "billing_details": {
                "name": "{p.name}",
                "email": "{p.email}",
                "phone": "{p.phone}",
                "address": {"line1": "{p.street}", "city": "{p.town}", "postal_code": "{p.code}"},
            },
            "payment_method_details": {
                "card": {"brand": "visa", "exp_month": 4, "funding": "debit"}
            },
            "metadata": {"order_id": "{order}", "cart": "{uuid}"},
            "outcome": {"network_status": "approved_by_network", "risk_level": "normal"},
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "sobject_get_contact",
        {"Email": "{p.email}"},
        {
            "attributes": {"type": "Contact"},
            "Salutation": "Ms.",
            "FirstName": "{p.first}",
            "LastName": "{p.last}",
            "Email": "{p.email}",
            "MobilePhone": "{p.phone}",
            "MailingStreet": "{p.street}",
            "MailingCity": "{p.town}",
            "MailingPostalCode": "{p.code}",
            "Birthdate": "{p.born}",
            "Description": "{note}",
            "Owner": {"attributes": {"type": "User"}, "Name": "{q.full}"},
            "LastOrderAmount__c": "{amount_number}",
            "LastActivityDate": "{date}",
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "bapi_customer_getdetail",
        {"SALES_DOCUMENT": "{order}"},
        {
            "CUSTOMERADDRESS": {
                "NAME1": "{p.full}",
                "STREET": "{p.street}",
                "CITY1": "{p.town}",
                "POST_CODE1": "{p.code}",
                "TEL_NUMBER": "{p.phone}",
                "SMTP_ADDR": "{p.email}",
            },
            "ORDERS_OUT": [
                {
                    "VBELN": "{order}",
                    "MATNR": "{sku}",
                    "ARKTX": "{product}",
                    "NETWR": "{amount_number}",
                }
            ],
            "RETURN": {"TYPE": "S", "MESSAGE": "1 document found for {date}"},
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "rfc_read_kna1",
        {"QUERY_TABLE": "KNA1", "ROWCOUNT": 1},
        {
            "KNA1": {
                "NAME1": "{p.name}",
                "STRAS": Plain("{p.street}"),
                "ORT01": "{p.town}",
                "PSTLZ": Plain("{p.code}"),
                "TELF1": Plain("{p.phone}"),
                "ERDAT": "{date}",
                "ERNAM": Plain("{q.name}"),
            },
            "KNB1": {"ZTERM": "Z030", "ZAHLS": ""},
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "dataverse_contacts",
        {"$filter": "emailaddress1 eq '{p.email}'"},
        {
            "value": [
                {
                    "fullname": "{p.full}",
                    "emailaddress1": "{p.email}",
                    "telephone1": "{p.phone}",
                    "address1_line1": "{p.street}",
                    "address1_city": "{p.town}",
                    "address1_postalcode": "{p.code}",
                    "birthdate": "{p.born}",
                    "creditonhold": False,
                    "description": "{note}",
                    "modifiedon": "{stamp}",
                }
            ]
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "legacy_cust_inq",
        {"ord_no": "{order}"},
        {
            "cust_nm": "{p.name}",
            "tel_no": "{p.phone}",
            "e_mail": "{p.email}",
            "addr_1": "{p.street}",
            "post_cd": "{p.code}",
            "cty": "{p.town}",
            "ord_no": "{order}",
            "ord_dt": "{date}",
            "itm_desc": "{product}",
            "itm_no": "{sku}",
            "tot_amt": "{amount}",
            "rmk": "{note}",
            "usr_nm": "{q.name}",
        },
        about=True,
    ),
    Exchange(
        "payroll_employee",
        {"surname": "{p.last}"},
        {
            "surname": "{p.last}",
            "given_name": "{p.first}",
            "date_of_birth": "{p.born}",
            "tax_id": "{p.id}",
            "iban": "{p.iban}",
            "account_holder": "{p.full}",
            "home_address": "{p.address}",
            "mobile": "{p.phone}",
            "line_manager": "{q.name}",
            "gross_monthly": "{amount_number}",
            "next_pay_date": "{date}",
        },
        about=True,
    ),
    Exchange(
        "crm_objects_search",
        {"query": Plain("{p.email}"), "limit": 1},
        {
            "total": 1,
            "results": [
                {
                    "properties": {
                        "firstname": "{p.first}",
                        "lastname": "{p.last}",
                        "email": "{p.email}",
                        "phone": "{p.phone}",
                        "address": "{p.street}",
                        "zip": "{p.code}",
                        "hs_lead_status": "CONNECTED",
                        "notes_last_updated": "{date}",
                        "recent_deal_amount": "{amount}",
                        "hubspot_owner_name": "{q.name}",
                    }
                }
            ],
        },
        about=True,
        fixed_keys=True,
    ),
    Exchange(
        "run_saved_report",
        {"report": "customers_by_order", "order": "{order}"},
        {
            "columns": [
                "customer_name",
                "email",
                "phone",
                "street",
                "order_no",
                "total",
                "product",
            ],
            "rows": [
                [
                    Cell("{p.name}"),
                    Cell("{p.email}"),
                    Cell("{p.phone}"),
                    Cell("{p.street}"),
                    "{order}",
                    "{amount}",
                    "{product}",
                ],
                [
                    Cell("{q.name}"),
                    Cell("{q.email}"),
                    Cell("{q.phone}"),
                    Cell("{q.street}"),
                    "{order_new}",
                    "{amount}",
                    "{product_new}",
                ],
            ],
            "row_count": 2,
        },
        about=True,
    ),
    Exchange(
        "http_forward",
        {"method": "GET", "path": "/v2/accounts/lookup", "body": AsJson({"email": "{p.email}"})},
        {
            "status_code": 200,
            "body": AsJson(
                {
                    "customer_name": "{p.name}",
                    "contact": {"email": "{p.email}", "mobile_phone": "{p.phone}"},
                    "delivery_address": "{p.address}",
                    "last_order": {
                        "number": "{order}",
                        "total": "{amount}",
                        "items": ["{product}"],
                    },
                }
            ),
        },
        about=True,
    ),
    Exchange(
        "sales_order_info",
        {"increment_id": "{order}"},
        {
            "increment_id": "{order}",
            "customer_email": "{p.email}",
            "customer_firstname": "{p.first}",
            "customer_lastname": "{p.last}",
            "customer_dob": "{p.born}",
            "remote_ip": "{p.ip}",
            "grand_total": "{amount_number}",
            "billing_address": {
                "street": ["{p.street}"],
                "city": "{p.town}",
                "postcode": "{p.code}",
                "telephone": "{p.phone}",
            },
            "items": [{"name": "{product}", "sku": "{sku}", "qty_ordered": 1}],
            "status_histories": [{"comment": "{note}", "created_at": "{stamp}"}],
        },
        about=True,
    ),
    Exchange(
        "call_log_entry",
        {"ticket_number": "{ticket}"},
        {
            "caller_name": "{p.name}",
            "caller_number": "{p.phone}",
            "agent_name": "{q.name}",
            "started_at": "{stamp}",
            "duration_seconds": 348,
            "summary": "{note}",
            "recording_id": "{uuid}",
            "disposition": "callback",
        },
        about=True,
    ),
    Exchange(
        "consignment_status",
        {"tracking_number": "{tracking}"},
        {
            "consignee": "{p.full}",
            "delivery_address": "{p.address}",
            "signed_by": "{q.name}",
            "carrier": "{carrier}",
            "tracking_number": "{tracking}",
            "events": [
                {"at": "{stamp}", "text": "Handed to {q.name} at {p.street}"},
                {"at": "{stamp_new}", "text": "Arrived at depot"},
            ],
            "weight_kg": 2.4,
        },
        about=True,
    ),
    Exchange(
        "booking_lookup",
        {"reservation_code": "{order}", "last_name": "{p.last}"},
        {
            "reservation_code": "{order}",
            "lead_guest": "{p.full}",
            "guests": [{"full_name": "{p.full}"}, {"full_name": "{q.full}"}],
            "guest_email": "{p.email}",
            "card_number": "{p.card}",
            "check_in": "{date}",
            "room": "Superior double",
            "total_amount": "{amount}",
            "special_requests": "{note}",
        },
        about=True,
    ),
)

EXCHANGES = (*_ABOUT, *LOOKUPS)
