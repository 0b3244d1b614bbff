"""What users of the blind bank write and say."""

from benchmarks.redaction_corpus.bank import lines

USER = lines("""
    Hi there, my name is {p.name!} and I ordered the {product} on {date}, still nothing. Order \
no. is {order}.
    where is my stuff??? order {order} was meant to come {weekday}
    hey its {p.first!}, we spoke yesterday about the {product}. you said you'd email me at \
{p.email} and i got nothing
    Dear Sir or Madam,\\n\\nI refer to your invoice {order}. The amount of {amount} does not \
correspond to what we agreed upon. Kindly issue a corrected one.\\n\\nYours \
faithfully,\\n{p.name!}\\n{p.street}\\n{p.code} {p.town}
    I moved house last month. New address: {p.address}. Please use that for {order}
    can you change delivery to {p.address} pls
    cancel {order} please
    Could I please change my reservation {order} to {date}? I don't mind paying the difference \
up to {amount}.
    phone's {p.phone} if the driver can't find it, the gate is round the back
    You can call me back on {p.phone}, I finish work at half five.
    my number changed, its now {p.phone} and not the one you've got
    ok so um I was trying to uh book the thing for {date} and it said payment declined but my \
bank says they took {amount} and then it happened again so that's twice
    This is the THIRD time I am writing. {order} arrived broken, the replacement arrived \
broken, and now you want {amount} for return shipping. Unbelievable.
    hello, i cant log in. username {p.email} password {p.password}
    I already gave it to the guy before but ok: my password is {p.password}
    pw: {p.password}
    The PIN I set was {p.password}, and it keeps telling me wrong PIN
    i tried {p.password} and also with capitals, doesn't work, can you reset it
    it's the same password as always, {p.password}
    login details below\\nuser: {p.email}\\npass: {p.password}\\nlet me know when you're in
    My voicemail passcode used to be {p.password} – can you switch it off altogether?
    for the security question the memorable word is {p.password}
    Can you just sign in as me? Email is {p.email}, and the password's {p.password}.
    wifi password on the sticker says {p.password} but nothing connects
    You asked for the telephone banking code: {p.password}
    I changed my password from {p.password} to something else and now forgot the new one lol
    temp password {p.password} that your colleague gave me has expired
    here you go {p.password} thats the passcode for the parcel locker account
    Kennwort ist {p.password}, bitte danach ändern
    mi contraseña es {p.password} y no me deja entrar
    mot de passe : {p.password}
    We rotated the key and now the webhook fails. Old one was {p.secret}
    API key: {p.secret}\\nis this one even active? I get 401 on every call
    Getting 403 with\\n\\ncurl -H "Authorization: Bearer {p.secret}" \
https://api.shop.example/v2/orders/{order}\\n\\nWhat am I doing wrong?
    our dev put this in the repo by mistake, please revoke: {p.secret}
    .env looks like \
this\\nAPP_ENV=production\\nDB_PASSWORD={p.password}\\nPAYMENT_SECRET_KEY={p.secret}\\nLOG_LEVEL=info
    The job dies when it connects, the string is \
postgres://ledger_rw:{p.password}@db-main.internal:5432/ledger – do you see anything off?
    git clone https://build:{p.secret}@git.example.org/team/storefront.git gives "repository \
not found"
    The download link you sent \
(https://files.example.net/export/{uuid}.csv?se=2025-09-01&sp=r&sig={p.secret}) says signature \
invalid.
    Card number is {p.card}, exp 09/27. Please take the {amount} from that one
    why was my card {p.card} charged twice on {date}
    I paid with the mastercard ending 4417 not the visa. The total was {amount}.
    please refund to {p.iban}, account holder {p.name!}
    IBAN {p.iban}\\nBIC on request\\nAmount {amount}\\nReference {order}
    My {p.idword} is {p.id}, do you need anything else to verify me?
    they told me to give you my {p.idword}: {p.id}
    date of birth {p.born}, postcode {p.code}
    DOB is {p.born}. The appointment should be for {product}, any {weekday} works.
    I was born on {p.born} so the senior discount should apply to booking {order}, no?
    I'm calling for my mother {p.name!}, born {p.born}, and the {product} stopped working
    Name: {p.name!}\\nEmail: {p.email}\\nPhone: {p.phone}\\nOrder: {order}\\nProblem: wrong size
    {p.name}\\n{p.phone}
    Mr {p.last!} here. I'd like to know where {tracking} is.
    this is mrs {p.last!} from {p.town}, the technician never turned up on {date}
    {q.first} and I share the account, can {r.name} be added as second driver too?
    please send the invoice to my accountant {q.name} ({q.email}), cc me
    My husband {q.first} will pick up the {product}, is his ID enough?
    Spoke to {q.first!} in your billing team on {date} and was promised {amount} back.
    Your colleague {q.name} was very rude on the phone.
    Guest names for {order}: {p.name}, {q.name} and {r.name}. Late arrival around 23:30.
    - passenger 1: {p.name}\\n- passenger 2: {q.name}\\n- bags: 2\\n- date: {date}
    I keep getting messages meant for somebody called {q.name!}
    The parcel was left with a neighbour, {q.last} I think, at {q.street}
    tracking {tracking} says delivered but there is nothing here
    {carrier} tracking {tracking} hasn't moved since {date}. Could you open an investigation?
    Is the {product} ({sku}) back in stock soon?
    Need 40 x {sku} by {weekday}, what's the price per unit? Last time we paid {amount}.
    what does error E-4021 mean on the {product}
    my ticket {ticket} has been open for 3 weeks
    Following up on {ticket}. The {tool} step still times out, run id {uuid}, latest try at \
{stamp}.
    thanks, that worked :)
    No. I want a human.
    yes
    the second one
    Not {order}, sorry, I meant {order_new}.
    I'd prefer {weekday} morning or failing that {weekday_new} after 4pm. Amount due is still \
{amount}, correct?
    Can I swap the {product} for the {product_new}? I'd pay the {amount} difference of course.
    how much is {product} with student discount, was {amount} last week
    I cancelled on {date}, confirmation {order}, and still got billed {amount} on {date_new}. \
Why?
    Good morning, the monthly plan shows {amount} although the offer was {amount}. See ticket \
{ticket}. Thanks and have a nice day
    Just checking: flight {order} still leaves at 06:55 on {date}? And the {product} is \
included?
    We've got 12 seats on the {product}, want to drop to 9 from {date}. What would the \
proration be?
    i have points i want to use them for {product}
    Why does the invoice list {sku} twice? Total should be {amount}.
    I was charged a late fee of {amount} although I paid on {date}, see reference {order}
    the app crashes since version 8.14.2, android 14, every time i open orders
    so basically what happened is I ordered on {weekday} then got an email saying dispatched \
with {carrier} then nothing then another email saying delayed till {date} and honestly at this \
point I just want the {amount} back
    Re: {ticket}\\n\\n> Please confirm the quantity\\n\\nConfirmed, 3 of {sku} and 1 of \
{sku_new}.
    Fwd: Your booking {order}\\n\\n---------- Forwarded message ---------\\nFrom: {q.name!} \
<{q.email}>\\nDate: {date}\\nTo: {p.email}\\n\\nSee below, can they still change it?
    Please update my account\\nold mail: {q.email}\\nnew mail: {p.email}
    please don't call again on {p.phone}, email only: {p.email}
    You sent my payslip to {q.email}, that is not my address!!
    someone logged in from {p.ip} and that wasn't me
    the firewall blocks {p.ip}, can you whitelist it for the vpn
    VOICEMAIL TRANSCRIPT: hi this is {p.name!} um calling about the {product} my number is \
{p.phone} again that's {p.phone} thank you bye
    Best,\\n{p.name!}\\n{p.phone} | {p.email}
    Hola, soy {p.name!}. Mi pedido {order} no ha llegado.
    Guten Tag, hier {p.name!}, Kundennummer hab ich nicht zur Hand. Es geht um die Rechnung \
über {amount} vom {date}.
    Bonjour, je m'appelle {p.name!}, ma commande {order} du {date} n'est toujours pas arrivée. \
Merci de me rappeler au {p.phone}
    I'm {p.first!}. What do you need from me?
    Thanks!! {p.first}
    nope, spelled differently: {p.last}, first name {p.first}
    ship one to me and one to {q.name}, {q.address}
    Do you ship the {product} abroad? And is {carrier} the only option?
    invoice {order} please, as pdf
    The coupon took off {amount} last time, now it says expired. It's dated {date}.
    size up or down on {sku}?
    that'd be {order}
    It was {order}, placed on {date}, paid {amount}
    what's the cancellation fee after {date}
    We were promised delivery within 3 days; {tracking} has been sitting in a depot since \
{weekday}.
    I need a VAT receipt for {order}, the sum was {amount}, not {amount} as in your mail.
    can i get the {product} in blue instead, order {order}
    Just wondering whether {ticket} and {ticket_new} are about the same problem?
    ok {date} works
    The deploy with {uuid} rolled back at {stamp}. Was that on your side?
    Hi team,\\n\\nplease quote for\\n* 120 pcs {sku}\\n* 35 pcs {sku_new}\\ndelivery {date}, \
incoterms DAP.\\n\\nThanks
    How many points do I get for {amount}?
    Data ran out on {weekday}. Can I add a {product} just for this month?
    Is the {product} covered if it was bought on {date}? It cost {amount}.
    I got a text about {tracking} from {carrier} but I haven't ordered anything, is it spam?
    umm can you check again, it's o as in orange, so {order}
    Compare {product} and {product_new} for me please. Budget is around {amount}.
""")
