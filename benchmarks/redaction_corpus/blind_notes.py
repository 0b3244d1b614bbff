"""What agents of the blind bank say, what stands in notes, and prose about it."""

from benchmarks.redaction_corpus.bank import lines

AGENT = lines("""
    Thanks, {p.first!}. I can see order {order}; it left our warehouse on {date}.
    I've found the order {order}: {product}, {amount}, shipped with {carrier} under {tracking}.
    Hello {p.name!}, thanks for getting in touch! How can I help with {order}?
    Dear {p.last!},\\n\\nyour refund of {amount} was issued on {date}. It can take up to 5 \
working days.\\n\\nKind regards,\\n{q.first!}\\nCustomer Care
    Thank you Mr. {p.last!}. For security, could you confirm the postcode on the account?
    I have {p.address} as the delivery address. Is that still right?
    The new address is saved: {p.address}. {order} will go there on {date}.
    I'll ring you on {p.phone} between 2 and 3.
    A confirmation has been sent to {p.email}.
    I've sent the reset link to {p.email}; it's valid for 30 minutes.
    Your refund goes to {p.iban} within 3 days.
    I can't see full card numbers on my side, and please don't share {p.card} in chat.
    For your own safety please delete that message; I've noted that the password {p.password} \
was shared and forced a reset.
    I have generated a temporary password: {p.password}\\nYou'll be asked to change it at first \
sign-in.
    That token ({p.secret}) is now revoked. Please create a new one under Settings > API.
    Please put this into the header X-Api-Key: {p.secret} and try again.
    Your verification is complete: date of birth {p.born}, postcode {p.code}.
    The {p.idword} we hold is {p.id}. Does that match your document?
    Let me bring in my colleague {q.name!} from the technical team.
    Passing you on to {q.first!} now, who looks after {product} claims.
    I've booked {p.name} in for {date} at 10:15 with Dr {q.last!}.
    Both travellers, {p.name} and {q.name}, are confirmed on {order}.
    Done! {q.name} is now an authorised user on the account.
    The login attempt came from {p.ip} at {stamp}.
    Sorry to hear that. I've escalated it as {ticket}.
    One moment while I check that.
    I've cancelled {order}. The {amount} will be returned to your original payment method.
    I'm afraid the {product} is out of stock until {date}. Would the {product_new} work for you?
    There are three options:\\n1. keep {order} as is\\n2. rebook to {date} for {amount}\\n3. \
cancel and receive a voucher
    According to {carrier}, {tracking} is out for delivery today.
    Your plan renews on {date} at {amount} per month.
    {tool} returned no results for {order}. Could you double-check the number?
    We don't have a slot before {weekday}, {date}. Shall I reserve it?
    The {product} ({sku}) costs {amount}, delivery included.
    Ticket {ticket} was closed on {date}; I've reopened it as {ticket_new}.
    The invoice is made of: {product} {amount}, shipping {amount}, discount {amount}.
    I ran {tool} again and it finished at {stamp}, request {uuid}.
    You're very welcome! Have a great {weekday}.
    Unfortunately the fare rules don't allow that change. The penalty would be {amount}.
    Is there anything else I can do for you today?
    I do apologise. The charge of {amount} on {date} was a pre-authorisation and will drop off \
by {weekday}.
    Noted: 40 units of {sku} by {date}. The quote is {order_new}.
    To start a return, print the label for {order} and hand it to {carrier}. Keep the receipt \
{tracking}.
    I understand. Since the order {order} was placed on {date}, it's outside of the 30 day \
window.
    Summary of this chat\\n• issue: {product} faulty\\n• order: {order}\\n• action: replacement \
under {ticket}\\n• due: {date}
    Could you restart the router, wait 2 minutes, and tell me which lights are on?
    The deployment of build 2214 failed at step 3; the log is under {uuid}.
    Handover: customer {p.name!}, {p.phone}, wants {amount} back for {order}. Calm so far.
    I see two accounts, one under {p.email} and one under {q.email}. Which shall I merge?
    Gern, {p.first!}! Die Sendung {tracking} kommt am {date}.
    Certainly. The technician, {q.first!}, will be at {p.street} on {date} between 8 and 12.
    Just so we're on the same page: the account owner is {p.name!}, and {q.first} may only view \
it.
""")

NOTE = lines("""
    Cust called re {order}, wants refund {amount}. CB {p.phone}
    spoke w/ {p.name}, will pay {weekday}
    {p.name} called in, verified by DOB {p.born}, addr updated to {p.address}
    LM on {p.phone}, no answer x2
    Refund approved by {q.name!} {date}
    TT {p.first}, happy with outcome, close {ticket}
    pt prefers to be called {p.first!}, mobile {p.phone} only
    emailed {p.email} w/ return label for {order}
    Cust read out full card {p.card} on call, recording paused
    acct {p.iban} confirmed by customer
    customer provided {p.idword} {p.id} – do not store
    customer gave pw {p.password} in chat, told her to change it
    Router admin login admin / {p.password}
    key {p.secret} found in public repo, rotate asap
    alarm co. password {p.password} if the sensor trips
    Please leave with {q.name} at {q.street} if not in
    Emergency contact: {q.name!} ({q.phone}), sister
    VIP guest. Spouse {q.first}. Feather-free pillows. Late c/o {date}.
    Handed over to {q.first!} on late shift. She knows the background.
    last login from {p.ip}, flagged by risk
    c/o {q.name!}, 2nd bell
    Gift message: Happy birthday {q.first}! Lots of love, {p.first}
    Mrs {p.last!} upset about late delivery, offered {amount} credit
    {p.last} / {order} / waiting on parts till {date}
    Called {carrier}, {tracking} stuck in depot, new ETA {date}
    Price match {amount} agreed, expires {date}
    Do not ship before {date}.
    auto-closed after 14 d of inactivity
    dup of {ticket}
    2x {sku} short-shipped, reship under {order_new}
    {tool} failed 3x, retried manually, ok at {stamp}
    Customer wants {product} instead of {product_new}, diff {amount}
    fragile – this side up
    req id {uuid}, see runbook
    waived fee {amount} as goodwill, second time since {date}
    escalated L2 {weekday}, ref {ticket}
    inventory count off by 4 for {sku}, recount {weekday}
    RMA opened for {order}, waiting for {carrier} pick-up {weekday}
    {amount} written off, see {ticket}
    offered {product_new} as substitute, declined
    paid {date} by transfer, allocated to {order}
    hold until {date}, then cancel
""")

PROSE = lines("""
    The customer, {p.name!}, wrote on {date} that {order} had arrived without the {product}.
    On {date} we got a call from {p.phone}; the line dropped before anything could be noted.
    After two reminders the invoice {order} for {amount} was paid on {date}.
    {p.name} asked that all letters go to {p.address} from now on.
    It turned out that {carrier} had scanned {tracking} at the wrong depot.
    Nobody could reproduce the fault with the {product}, so {ticket} was put on hold until \
{weekday}.
    The claim was first handled by {q.name!}, who left a note that the photographs were missing.
    We use {tool} for this, and its answers are logged under {uuid}.
    Her e-mail address is {p.email}, although the older record shows {q.email}.
    He said his date of birth was {p.born}, which does not match the policy.
    The supplier charged {amount} for {sku}, up from {amount} a year ago.
    A short while later {p.first} rang again to say that the parcel had been found behind the \
bins.
    Payment should be made to {p.iban} with the reference {order}.
    By {weekday} the queue was back to normal and the remaining tickets, {ticket} among them, \
were closed.
    The agent had pasted the key {p.secret} into the chat, and it was revoked the same evening.
    Most of the complaints that week were about the {product}, and a few about the \
{product_new}.
    Mr {p.last!} insisted that the fee of {amount} had never been mentioned to him.
    The reader at the till refused {p.card}, but the second attempt went through.
    Team leads review such cases every {weekday} and record the outcome under {ticket}.
    The change from version 3.2 to 3.3 altered how {tool} rounds amounts.
    {p.name} and {q.name} were both on the call, as the contract runs in both names.
    Deliveries after {date} are billed at the new rate of {amount}.
    The password she had read out, {p.password}, was reset while she was still on the line.
    Returns without the slip {order} take about a week longer.
""")
