"""Conversations about parcels, cancellations, charges, and plain questions. Pure."""

from calibration.demo.script import Draft
from calibration.demo.talk import (
    WHEN_PAID,
    Purchase,
    ask_who,
    buy,
    look_up,
    pay,
    read_policy,
    refunded,
    thanks,
)


def not_received(d: Draft) -> None:
    """A parcel that is late (the carrier is asked) or lost (all of it is paid back)."""
    lost = d.world.random() < 0.5
    quiet = d.world.randint(11, 24) if lost else d.world.randint(1, 6)
    bought = buy(d, status="in_transit", days=None)
    order = bought.order
    d.hear(
        f"Where is order {order.order_id}? It should have been here last week.",
        f"My {bought.goods.name} never arrived. {order.order_id}. I want to know what's going on.",
        f"still no parcel. {order.order_id}. starting to get annoyed",
        f"Hello, could you check on {order.order_id} for me? Nothing has come.",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought)
    depot = d.world.choice(("Swindon", "Doncaster", "Ghent", "Lille", "Daventry"))
    d.call(
        "track_shipment",
        {
            "tracking_number": order.tracking,
            "last_scan": {"on": d.day(quiet), "where": depot, "days_ago": quiet},
        },
        tracking_number=order.tracking,
    )
    d.transfer("refunds_agent")
    read_policy(d, "lost parcels")
    fact = d.fact(
        [
            f"The last scan was at {depot} on {d.day(quiet)}.",
            f"The carrier last scanned it {quiet} days ago, at {depot}.",
        ],
        [
            "The driver tried to deliver it twice, but nobody was in.",
            "A neighbour at number 12 signed for it.",
            "It is being held by customs for a missing form.",
            f"The depot at {depot} had a flood and everything is late.",
        ],
    )
    if lost:
        stated = d.amount(order.total, mistakable=[(bought.price, "the price without postage")])
        pay(d, bought, d.paid(order.total, stated), "lost parcel")
        d.say(
            fact,
            d.pick("So it counts as lost.", "We treat that as lost.", ""),
            refunded(d, stated),
            d.promise(),
            d.next_step(WHEN_PAID),
        )
    else:
        _ask_carrier(d, bought, fact)
    d.outcome = "refunded" if lost else "carrier_asked"
    thanks(d)


def _ask_carrier(d: Draft, bought: Purchase, fact: str) -> None:
    order = bought.order
    stated = d.amount(order.total, mistakable=[(bought.price, "the price without the postage")])
    d.call(
        "ask_carrier",
        {"inquiry": f"cq_{d.rng.randint(1000, 9999)}", "answers_within": "2 working days"},
        tracking_number=order.tracking,
    )
    d.say(
        fact,
        d.pick(
            f"If it turns out to be lost, the full {d.money(stated)} comes back to you.",
            f"Your {d.money(stated)} is safe: that is what you'd get back for a lost parcel.",
        ),
        d.promise(),
        d.next_step(
            (
                "I've asked the carrier, who answers within 2 working days; I'll write then.",
                "The carrier answers by the day after tomorrow, and I'll write to you then.",
                "The carrier has two working days to answer, and you'll hear from me either way.",
                "Please wait for my message in two days: the carrier is asked to search for it.",
            )
        ),
    )


def refund_status(d: Draft) -> None:
    bought = buy(d, status="returned", days=d.world.randint(10, 28))
    order, ago = bought.order, d.world.randint(1, 4)
    order.extra["refund"] = {
        "amount": bought.price,
        "submitted_on": d.day(ago),
        "status": "submitted",
        "arrives_within": "3 to 5 working days",
    }
    d.hear(
        f"Is my refund for {order.order_id} there yet?",
        f"I sent the {bought.goods.name} back ages ago. Where's the money? {order.order_id}",
        f"refund status {order.order_id} please",
        f"Could you tell me how much I get back for {order.order_id}, and when?",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought, ask="I'll check that for you.")
    stated = d.amount(
        bought.price,
        mistakable=[(order.total, "the total of the order"), (order.postage, "the postage")],
    )
    money = d.money(stated)
    d.say(
        d.pick(
            f"Your refund is {money}.",
            f"{money} was submitted for you.",
            f"There is a refund of {money} on this order.",
        ),
        d.fact(
            [
                f"It was submitted on {d.day(ago)}.",
                f"We sent it {ago} {'day' if ago == 1 else 'days'} ago; its status is submitted.",
            ],
            [
                "Your bank received it this morning and is checking it.",
                "It was held up because the box came back without its lid.",
                "The finance team released it by hand after two failed attempts.",
            ],
        ),
        d.promise(),
        d.next_step(
            (
                "Refunds take 3 to 5 working days from then, so look at your statement next week.",
                "If it isn't on your card five working days after that, write to us again.",
                "It will show on the card within 3 to 5 working days.",
                "By the end of next week it should be on your card.",
                "Expect it within a week of that day.",
            )
        ),
    )
    if d.world.random() < 0.3:
        d.hear("And the postage?", "why not the postage too", "Does that include postage?")
        d.transfer("refunds_agent")
        read_policy(d, "change of mind")
        d.say("No, only the price of the goods is refunded; the postage is not.")
    d.outcome = "answered"
    thanks(d)


def cancel_order(d: Draft) -> None:
    """Cancelled in time (all of it back), or too late because it has left."""
    left = d.world.random() < 0.4
    bought = buy(d, status="handed_to_carrier" if left else "being_packed", days=None)
    order = bought.order
    d.hear(
        f"Please cancel {order.order_id}, I ordered the wrong thing.",
        f"cancel order {order.order_id} asap",
        f"Can I still cancel the {bought.goods.name}? Order {order.order_id}, placed this morning.",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought, ask="Let me see whether that is still possible.")
    d.transfer("refunds_agent")
    read_policy(d, "cancellation")
    stated = d.amount(order.total, mistakable=[(bought.price, "the price without the postage")])
    money = d.money(stated)
    invented = [
        "The packer had already wrapped it in gift paper.",
        "It was the last one, and another customer takes it now.",
        "Your parcel was on the van that left twenty minutes before you wrote.",
    ]
    if left:
        d.say(
            "The order has been handed to the carrier, so it can't be cancelled any more.",
            d.fact([""], invented),
            d.pick(f"You paid {money} for it.", f"The order comes to {money}."),
            d.promise(),
            d.next_step(
                (
                    "When it arrives, write to us within 30 days of delivery to return it.",
                    "Refuse the parcel at the door, and it counts as returned.",
                )
            ),
        )
    else:
        d.call(
            "cancel_order",
            {"order_id": order.order_id, "status": "cancelled"},
            order_id=order.order_id,
        )
        pay(d, bought, d.paid(order.total, stated), "cancelled")
        d.say(
            d.pick("It was still being packed, so I have cancelled it.", "Done, it is cancelled."),
            d.fact([""], invented),
            refunded(d, stated),
            d.promise(),
            d.next_step(WHEN_PAID),
        )
    d.outcome = "denied_policy" if left else "cancelled"
    thanks(d)


def double_charge(d: Draft) -> None:
    bought = buy(d, days=d.world.randint(1, 12))
    order = bought.order
    charges = [{"on": d.day(6), "amount": order.total}, {"on": d.day(5), "amount": order.total}]
    d.hear(
        f"I was charged twice for {order.order_id}! Card {d.person.card}.",
        f"Two payments for the same order on my statement, {order.order_id}. Please fix.",
        f"Why did you take the money for {order.order_id} two times?",
    )
    d.ask_when()
    blind = d.unverified()
    d.transfer("refunds_agent")
    if blind:
        look_up(d, bought)
    else:
        ask_who(d, bought, ask="That is annoying, and I'm sorry.")
    d.call(
        "list_charges", {"order_id": order.order_id, "charges": charges}, order_id=order.order_id
    )
    read_policy(d, "double charge")
    stated = d.amount(order.total, mistakable=[(bought.price, "the price without the postage")])
    pay(d, bought, d.paid(order.total, stated), "double charge")
    d.say(
        d.fact(
            [
                f"There are two charges, on {d.day(6)} and {d.day(5)}.",
                f"The second charge was taken on {d.day(5)}.",
                f"I see the same amount on {d.day(6)} and again on {d.day(5)}.",
                "One payment was taken too many.",
            ],
            [
                "The payment company had an outage that night.",
                "You pressed the button twice, our log shows.",
                "About forty customers were hit by the same fault.",
            ],
        ),
        refunded(d, stated),
        d.promise(),
        d.next_step(WHEN_PAID),
    )
    d.outcome = "refunded"
    thanks(d)


def policy_question(d: Draft) -> None:
    """A question without an order; the one place where no amount is due."""
    topic = d.world.choice(("change of mind", "damaged goods", "gift cards", "exchange"))
    d.hear(*_QUESTIONS[topic])
    d.transfer("refunds_agent")
    read_policy(d, topic)
    d.say(
        d.fact(_ANSWERS[topic], _INVENTED),
        d.promise(),
        d.next_step(
            (
                "If you'd like to start, send me the order number here.",
                "To go ahead, write the order number in your next message.",
                "Tell me the order number and the e-mail on it, and I'll do the rest.",
            )
        ),
    )
    if d.world.random() < 0.5:
        d.hear(
            "And how long does a refund take?",
            "how fast is the money back",
            "When would I get paid?",
        )
        read_policy(d, topic)
        if topic == "damaged goods":
            d.say("Refunds reach the card within 3 to 5 working days.")
        else:
            d.say("That section doesn't say, so I'd rather not guess.")
    d.outcome = "answered"
    thanks(d)


_QUESTIONS = {
    "change of mind": (
        "How long can I return things I don't like?",
        "what's your return policy?",
        "Do I pay for sending things back if I just change my mind?",
    ),
    "damaged goods": (
        "If something comes broken, do I have to send it back?",
        "What happens when goods arrive damaged?",
    ),
    "gift cards": (
        "Can I get my money back for a gift card?",
        "are gift cards refundable",
        "I bought a gift card for a friend who doesn't want it. Refund?",
    ),
    "exchange": ("Can I swap shoes for another size?", "how do size exchanges work?"),
}
_ANSWERS = {
    "change of mind": (
        "Unused goods can be returned within 30 days of delivery, and their price is refunded.",
        "You have 30 days from delivery. We refund the goods once they are back, not the postage.",
    ),
    "damaged goods": (
        "Damaged goods are refunded in full within 60 days; below 100 GBP you may keep them.",
        "You get all of it back within 60 days. Dearer goods are collected by our carrier.",
    ),
    "gift cards": (
        "Gift cards are not refundable, but they stay valid for 24 months.",
        "I'm afraid a gift card can't be paid back. It is valid for 24 months, though.",
    ),
    "exchange": (
        "Unused shoes and clothes can be exchanged within 30 days of delivery.",
        "Yes, within 30 days. Where the size is sold out, the price is refunded.",
    ),
}
_INVENTED = (
    "By law every shop has to take goods back for 90 days.",
    "You can also hand things in at any of our 40 stores.",
    "We were voted the fairest shop for returns last year, and returns take no more than a call.",
    "Members of our club have twice as long as everybody else.",
    "The rule changes in January, so it's best to hurry.",
)
