"""What is said in the held-out bank, by users, agents, in notes and in longer texts."""

from benchmarks.redaction_corpus.bank import Sentences, lines

_USER = lines("""
Hello, {p.name!} speaking... well, typing. Where is order {order}?
Hi there! I ordered the {product} on {date} and {carrier} still shows nothing.
Could you change the delivery address on {order} to {p.address}? Thanks a lot
I've moved. New address is {p.street}, {p.town} {p.code}.
pls send the invoice to {p.email}, the old address bounces
You can ring me on {p.phone} after six, or write to {p.email}.
The parcel went to my neighbour {q.name!} and she never got a note from {carrier}.
My husband {q.name!} placed the order but I am the one paying. The number is {order}.
I was charged {amount} twice for order #{order}. Please refund one of them.
This is about ticket {ticket}. Nobody has answered since {weekday}.
The card I used is {p.card}, can you see the payment of {amount}?
Refund to my account please: {p.iban}, account holder {p.name!}.
The name on the account should read {p.name}, not {q.name}.
My {p.idword} is {p.id} if you need it for the form.
I was born on {p.born}, so yes I'm old enough to buy this.
Date of birth: {p.born}. Postcode: {p.code}. Is that enough to verify me?
I can't log in. My user is {p.email} and my password is {p.password}
someone from {p.ip} keeps signing in to my shop account, is that you guys?
our integration stopped working, the api key is {p.secret}
Here's the token we use: {p.secret}. It worked until {date}.
I'd like to return the {product}, SKU {sku}, it is smaller than in the picture.
The tracking number {tracking} gives me an error on the {carrier} page.
Why does it say {amount} when the listing said {amount}?
Kind regards,\\n{p.name!}
Thanks so much for your help.\\n\\nBest,\\n{p.name!}\\n{p.phone}
Please deliver to my office instead: {p.street}, {p.town}.
The bill goes to {q.name}, {q.address}, and the goods come to me.
Can I collect it on {weekday} instead of {date}? Order {order}.
I spoke with {q.name} from your team last {weekday} and was promised a voucher over {amount}.
Is the {product} available in blue? My order {order} has the green one.
It's {p.name!} again. Any news about {ticket}?
Yes, that's correct. {p.phone} is my mobile.
No, the mail is {p.email} with a dot in the middle.
My wife's number is {q.phone}, she'll be at home between nine and twelve.
Reference {uuid} is all the app shows me. What now?
The driver left it outside {p.street}. It rained. The {product} is ruined.
Sure: {p.address}
{p.name}, {p.street}, {p.code} {p.town}
{order}
It is order {order}, placed {date}, total {amount}.
sorry wrong number, it's {order_new} not {order}
We are a small firm and need {p.name} as the contact on every invoice.
Could {q.name} pick up the parcel for me? I'm travelling until {date}.
I gave the parcel to {carrier} on {weekday}, receipt {tracking}.
Please cancel my subscription, the contract is under {p.name}.
I want all my data deleted. The account belongs to {p.name}, {p.email}.
Paid {amount} by transfer from {p.iban} on {date}, please check.
The card ending was declined so I tried another one: {p.card}
Is there anyone else I can talk to? {q.first} was not helpful at all.
hi its {p.name!}, still waiting for the {product}
Good morning, I'm {p.name!} and I bought a {product} from you in spring.
The gift is for my sister, {q.name!}. Please leave the price off the slip.
Could you send a replacement to {p.street}? The rest of the address stays the same.
To whom it may concern: my flat is now at {p.street}, please update your records.
I booked under {p.name} for two nights, confirmation {order}.
Dr {p.last!} told me to order {sku} directly from you.
Mr {q.last!} at the front desk said it would be {amount} less.
Call me back, {p.phone}, ask for {p.first}.
whatsapp me at {p.phone} when the driver is near
The invoice shows my old IBAN, the new one is {p.iban}.
my ni / tax number for the customs form: {p.idword} {p.id}
The {product} came with a scratch. {amount} off or I send it back.
Your chat bot calls me {q.name}. I am {p.name!}!
From: {p.name!} <{p.email}>\\nSubject: order {order}\\n\\nWhere is it?
Attn: {p.name!}\\n{p.street}\\n{p.code} {p.town}
I think {q.name} has been using my account, the orders {order_new} and {order_new} are not mine.
My son {q.first!} pressed buy by mistake, order {order}.
Can you apply the code on order {order}? It should take off {amount}.
Where do I find the serial number of the {product}? Is it {sku}?
The courier texted me from {q.phone} but nobody picks up.
Do I pay customs on {amount}? The parcel {tracking} is stuck since {date}.
Login is {p.email} / {p.password}, have a look yourself.
""")

_AGENT = lines("""
Thank you, {p.name}. I have found order {order} of {date}.
Hello {p.first!}, I'm sorry to hear about the {product}.
I've opened ticket {ticket} for you and set it to urgent.
Your refund of {amount} is on its way and should arrive by {weekday}.
I can see that {carrier} tried to deliver on {date}. The tracking number is {tracking}.
I have changed the delivery address to {p.address}.
Just to confirm, we will ship to {p.street} in {p.town}. Is that right?
I'll send the confirmation to {p.email} in a minute.
Is {p.phone} still the best number to reach you?
For security, could you confirm the date of birth we hold, {p.born}?
The account is registered to {q.name}. Could you ask them to write to us?
Dear {p.name!},\\n\\nthank you for your patience. Order {order} left our warehouse on {date}.
Let me check with {tool} whether the {product} is in stock.
{tool} returned nothing for {order}. Could you read the number to me again?
The {product} costs {amount} and ships within two days.
I've asked my colleague {q.name!} to call you back on {weekday}.
We received {amount} from the account {p.iban} on {date}.
The payment with card {p.card} did not go through.
Please do not share your password here. I have reset {p.password}, it no longer works.
The key {p.secret} has been revoked; please make a new one.
There were several sign-ins from {p.ip} on {date}.
Done! {q.name} has been added as a second contact for order {order}.
Ms {p.last!}, your case {ticket} has been passed to the returns team.
I've cancelled {order} and kept {order_new} as it was.
Your return label is ready. Hand the parcel to {carrier} by {date}.
You're welcome, {p.first}! Have a lovely {weekday}.
Item {sku} is a spare part for the {product}; it is {amount} including tax.
The request has the id {uuid}. Quote it if you call.
As far as I can tell, the parcel was signed for by {q.name!} on {weekday}.
I've noted your {p.idword}, {p.id}, on the customs form.
We could not verify the address {p.street}. Is the house number right?
The booking {order} is in the name of {p.name!}, two adults, {amount} in total.
""")

_NOTE = lines("""
Customer called, wants {product} swapped. Callback {p.phone}.
Spoke to {p.name}, promised {amount} goodwill.
leave with {q.name} at no. 4 if out
Ring the bell at {p.street}, side entrance
Address verified by phone {date}, {p.street}, {p.code}
duplicate of {ticket}, merged
Refund {amount} approved by {q.name!}
{p.name} prefers mail to {p.email}
VIP. do not put on hold. contact {p.first} directly
Shipped w/ {carrier} {tracking}
Order {order} split in two, second part {order_new}
cust. confirmed dob {p.born} and postcode {p.code}
Bank transfer from {p.iban} received {date}
Sign-in from {p.ip} flagged, user informed
Contact changed from {q.name} to {p.name} on {date}
Gift message: Happy birthday {q.first}! Love, {p.first}
{p.idword} {p.id} on file for customs
Please call {q.name} on {q.phone} before delivery
Item {sku} out of stock until {date}, offered {product}
Chargeback on card {p.card}, {amount}
New billing address: {p.address}
Escalated by {q.name!}, see {ticket}
Left voicemail for {p.name}, no answer
Temp password {p.password} sent by post
rotated key {p.secret} at customer's request
Delivery {weekday} between 8 and 12, {carrier}
Pays {amount} a month since {date}
Signed: {q.name!}
""")

_PROSE = lines("""
On {weekday} the customer wrote that order {order} had arrived without the {product}.
We asked {carrier} for proof of delivery and got a scan from {date} with the number {tracking}.
{p.name} then called from {p.phone} and asked for a refund of {amount} instead of a replacement.
The address in the system was {p.address}, which turned out to be two years old.
Our colleague {q.name!} corrected it and sent a confirmation to {p.email}.
The warehouse counted again and found three pieces of {sku}, so stock was not the problem.
Nothing else was changed on the account, and the ticket {ticket} was closed the same day.
Finance checked the transfer of {amount} and found it had been booked under {order_new}.
A week later the customer wrote again, this time about the colour of the {product}.
It was agreed that the return would be free of charge and picked up by {carrier} on {date}.
""")

SENTENCES = Sentences(user=_USER, agent=_AGENT, note=_NOTE, prose=_PROSE)
