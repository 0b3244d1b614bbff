"""Tool results of the blind bank that are about a person, each with the keys of its system."""

from benchmarks.redaction_corpus.bank import Exchange


def about(tool: str, arguments: object, result: object, *, fixed: bool = True) -> Exchange:
    return Exchange(tool, arguments, result, about=True, fixed_keys=fixed)


CUSTOMERS = (
    about(
        "crm.contacts.fetch",
        {"query": "{p.email}"},
        {
            "contactId": "{uuid}",
            "displayName": "{p.name}",
            "givenName": "{p.first}",
            "familyName": "{p.last}",
            "primaryEmail": "{p.email}",
            "phones": [{"label": "mobile", "number": "{p.phone}"}],
            "mailingAddress": {
                "line1": "{p.street}",
                "city": "{p.town}",
                "postalCode": "{p.code}",
            },
            "ownerTeam": "Inbound North",
            "lastTouch": "{stamp}",
            "description": "{note}",
        },
    ),
    about(
        "get_shop_order",
        {"order_number": "{order}"},
        {
            "order_number": "{order}",
            "placed_at": "{stamp}",
            "status": "partially_shipped",
            "customer": {"name": "{p.name}", "email": "{p.email}"},
            "shipping_address": {
                "recipient": "{p.full}",
                "address1": "{p.street}",
                "zip": "{p.code}",
                "city": "{p.town}",
                "phone": "{p.phone}",
            },
            "line_items": [
                {"sku": "{sku}", "title": "{product}", "quantity": 1, "price": "{amount_number}"},
                {
                    "sku": "{sku_new}",
                    "title": "{product_new}",
                    "quantity": 2,
                    "price": "{amount_number}",
                },
            ],
            "total": "{amount}",
            "fulfillments": [{"carrier": "{carrier}", "tracking_number": "{tracking}"}],
            "note": "{note}",
        },
        fixed=False,
    ),
    about(
        "PnrRetrieve",
        {"RecordLocator": "{order}"},
        {
            "RecordLocator": "{order}",
            "Passengers": [
                {"PaxName": "{p.full}", "PaxType": "ADT", "DateOfBirth": "{p.born}"},
                {"PaxName": "{q.full}", "PaxType": "ADT", "DateOfBirth": "{q.born}"},
            ],
            "Contact": {"ContactPhone": "{p.phone}", "ContactEmail": "{p.email}"},
            "Segments": [
                {"Flight": "XK 418", "From": "OSL", "To": "FCO", "Dep": "{date}", "Cabin": "Y"},
                {"Flight": "XK 419", "From": "FCO", "To": "OSL", "Dep": "{date_new}", "Cabin": "Y"},
            ],
            "Ssr": ["WCHR", "VGML"],
            "TotalFare": "{amount}",
        },
    ),
    about(
        "CBS_CUST_INQ",
        {"CUST_NO": "{ticket}"},
        {
            "CUST_NO": "{ticket}",
            "CUST_NM": "{p.name}",
            "ADDR_LN_1": "{p.street}",
            "PSTL_CD": "{p.code}",
            "CITY_NM": "{p.town}",
            "TEL_HOME": "{p.phone}",
            "EMAIL_ADDR": "{p.email}",
            "BIRTH_DT": "{p.born}",
            "TAX_ID_NO": "{p.id}",
            "ACCT": [{"IBAN": "{p.iban}", "BAL_AMT": "{amount_number}", "CCY": "EUR"}],
            "OPEN_DT": "{date}",
            "KYC_STAT": "OK",
            "MEMO": "{note}",
        },
    ),
    about(
        "telco/billing-account",
        {"msisdn": "{p.phone}"},
        {
            "billing-account": "{order}",
            "account-holder": "{p.name}",
            "msisdn": "{p.phone}",
            "billing-email": "{p.email}",
            "service-address": "{p.address}",
            "tariff": "{product}",
            "last-invoice": {"id": "{order_new}", "amount": "{amount}", "due": "{date}"},
            "direct-debit": {"iban": "{p.iban}", "mandate-ref": "{ticket}"},
            "puk-attempts": 0,
        },
    ),
    about(
        "clinic_find_appointment",
        {"patient_name": "{p.name}", "dob": "{p.born}"},
        {
            "appointment_id": "{uuid}",
            "patient": {
                "first_name": "{p.first}",
                "last_name": "{p.last}",
                "dob": "{p.born}",
                "health_id": "{p.id}",
                "mobile": "{p.phone}",
                "next_of_kin": "{q.full}",
            },
            "practitioner": "Dr {q.last!}",
            "service": "{product}",
            "starts": "{stamp}",
            "room": "2.14",
            "notes": "{note}",
        },
        fixed=False,
    ),
    about(
        "payroll.employee.lookup",
        {"employeeNumber": "{sku}"},
        {
            "employeeNumber": "{sku}",
            "legalName": "{p.full}",
            "preferredName": "{p.first}",
            "workEmail": "{p.email}",
            "homeAddress": "{p.address}",
            "nationalId": "{p.id}",
            "bank": {"iban": "{p.iban}", "accountHolder": "{p.full}"},
            "emergencyContacts": [
                {"name": "{q.name}", "phone": "{q.phone}", "relationship": "partner"}
            ],
            "hireDate": "{date}",
            "grossMonthly": "{amount}",
            "manager": "{r.full}",
        },
    ),
    about(
        "desk_ticket_show",
        {"id": "{ticket}"},
        {
            "ticket": {
                "id": "{ticket}",
                "subject": "Question about {order}",
                "requester": {"name": "{p.name}", "email": "{p.email}", "time_zone": "UTC+1"},
                "assignee": {"name": "{q.full}"},
                "priority": "normal",
                "tags": ["billing", "vip"],
                "created_at": "{stamp}",
            },
            "comments": [
                {"author": "{p.name}", "body": "{note}", "public": True},
                {"author": "{q.full}", "body": "{note}", "public": False},
            ],
        },
    ),
    about(
        "idp.users.get",
        {"login": "{p.email}"},
        {
            "id": "{uuid}",
            "status": "LOCKED_OUT",
            "profile": {
                "login": "{p.email}",
                "firstName": "{p.first}",
                "lastName": "{p.last}",
                "mobilePhone": "{p.phone}",
                "secondEmail": "{q.email}",
            },
            "credentials": {
                "provider": {"type": "LOCAL"},
                "temporaryPassword": "{p.password}",
            },
            "lastLogin": "{stamp}",
            "lastIp": "{p.ip}",
            "groups": ["everyone", "finance-ro"],
        },
    ),
    about(
        "pg_charge_detail",
        {"charge_ref": "{order}"},
        {
            "charge_ref": "{order}",
            "amount_minor": 12990,
            "currency": "gbp",
            "captured": True,
            "billing_details": {
                "name": "{p.name}",
                "email": "{p.email}",
                "address": {"line1": "{p.street}", "postal_code": "{p.code}", "city": "{p.town}"},
            },
            "payment_method": {"type": "card", "number": "{p.card}", "exp": "04/28"},
            "risk": {"ip": "{p.ip}", "score": 12},
            "created": "{stamp}",
            "statement_descriptor": "{product}",
        },
        fixed=False,
    ),
)
