"""What most conversations are made of: an order, who is asking, a payment, goodbye. Pure."""

from dataclasses import dataclass

from calibration.demo.script import Draft
from calibration.demo.world import GOODS, POLICY, Goods, Line, Order


@dataclass(frozen=True, slots=True)
class Purchase:
    """An order and the goods it is about, which are its first line."""

    order: Order
    goods: Goods

    @property
    def price(self) -> float:
        return self.order.lines[0].price


def buy(
    d: Draft,
    *,
    count: int = 1,
    status: str = "delivered",
    days: int | None = 4,
    sized: bool = False,
) -> Purchase:
    """An order of `count` goods, delivered `days` ago (None: not yet)."""
    chosen = d.world.sample([g for g in GOODS if g.sized or not sized], count)
    lines = tuple(
        Line(g.name, round(d.world.randint(int(g.low), int(g.high)) + d.world.choice(_PENCE), 2))
        for g in chosen
    )
    letters = "".join(d.world.choice("ABDEFGHKLMNPRSTVXZ") for _ in range(2))
    order = Order(
        order_id=f"BR-{d.world.randint(200_000, 289_999)}",
        lines=lines,
        postage=d.world.choice((3.95, 4.95, 6.5, 8.9)),
        status=status,
        delivered_days_ago=days,
        delivered_on=d.day(days) if days is not None else "",
        tracking=f"{letters}{d.world.randint(10_000_000, 99_999_999)}",
        person=d.person,
    )
    return Purchase(order, chosen[0])


_PENCE = (0.0, 0.5, 0.95, 0.99, 0.4, 0.25)


def a(name: str) -> str:
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def look_up(d: Draft, bought: Purchase) -> None:
    number = bought.order.order_id
    if d.world.random() < 0.06:
        d.call("lookup_order", {"error": "timeout", "order_id": number}, order_id=number)
    d.call("lookup_order", bought.order.as_result(), order_id=number)


def ask_who(d: Draft, bought: Purchase, ask: str = "") -> None:
    """The orders agent finds the order; the customer says who they are; it is checked."""
    order = bought.order
    look_up(d, bought)
    d.say(
        ask
        or d.pick("I'm sorry to hear that.", "Sorry about this.", "Let me look into it for you."),
        d.pick(
            f"I have found order {order.order_id}. Which e-mail address is it under?",
            f"Order {order.order_id} is here in front of me. May I have the e-mail address on it?",
            "Before I go on: what is the e-mail address on the order, so that I know it's you?",
        ),
    )
    if d.world.random() < 0.2:
        d.hear(
            "Why do you need that?",
            "You already know who I am, don't you?",
            "which address?",
            "Is that really necessary?",
        )
        d.say(
            d.pick(
                "Only to be sure that I talk about your order to you and nobody else.",
                "It's how I check that the order is yours; the one on the confirmation will do.",
                "I may not read out an order to just anybody, so yes, please.",
            )
        )
    person = d.person
    d.hear(
        f"{person.email}",
        f"It's {person.email}, and my phone is {person.phone} in case you need it.",
        f"{person.email}. Name is {person.name}.",
        f"should be {person.email}",
        f"{person.name}, {person.email}, {person.address}",
        f"My e-mail is {person.email} and I paid with {person.card}.",
    )
    d.call("get_customer", _profile(d), email=person.email)


def _profile(d: Draft) -> dict[str, object]:
    person = d.person
    return {
        "name": person.name,
        "email": person.email,
        "phone": person.phone,
        "address": person.address,
        "match": True,
    }


def pay(d: Draft, bought: Purchase, amount: float, reason: str) -> None:
    d.call(
        "issue_refund",
        {
            "refund_id": f"rf_{d.rng.randint(10_000, 99_999)}",
            "order_id": bought.order.order_id,
            "amount": amount,
            "currency": "GBP",
            "status": "submitted",
            "arrives_within": "3 to 5 working days",
        },
        order_id=bought.order.order_id,
        amount=amount,
        reason=reason,
    )


def read_policy(d: Draft, topic: str) -> None:
    d.call("search_policy", dict(POLICY[topic]), query=topic)


def refunded(d: Draft, amount: float) -> str:
    """A sentence that states the refund."""
    money = d.money(amount)
    return d.pick(
        f"I've refunded {money} to your card.",
        f"A refund of {money} is on its way.",
        f"{money} goes back to the card you paid with.",
        f"You are getting {money} back.",
        f"That's {money} refunded.",
    )


WHEN_PAID = (
    "You'll see it within 3 to 5 working days.",
    "It reaches your card in three to five working days.",
    "Please allow 3 to 5 working days before it shows on your statement.",
    "Expect it within a week.",
    "By this time next week it should show on your statement.",
    "All that is left is to wait for the bank, a week at most.",
    "Your statement will show it before next week is over.",
    "Give the bank up to five working days; if it isn't there by then, write to us again.",
    "Next, keep an eye on your card account: the money takes 3 to 5 working days.",
    "I can't guarantee the day, but 3 to 5 working days is what it takes.",
)


def greet(d: Draft) -> None:
    """The customer only says hello at first."""
    d.hear("Hello?", "Hi there", "hi, is this the refund desk", "Good afternoon")
    d.say(
        d.pick("Hello! What can I do for you?", "Hi, how can I help?", "Welcome. What's it about?")
    )


def thanks(d: Draft, chance: float = 0.07) -> None:
    """Now and then the customer says goodbye."""
    if d.world.random() < chance:
        d.hear(
            "Great, thanks.", "Thank you!", "ok thanks", "Perfect, that's all.", "Cheers for that."
        )
        d.say(d.pick("You're welcome.", "Glad I could help.", "Any time. Have a good day."))


def make_label(d: Draft, bought: Purchase) -> None:
    d.call(
        "make_return_label",
        {
            "label_id": f"lb_{d.rng.randint(1000, 9999)}",
            "sent_to": d.person.email,
            "post_within_days": 14,
        },
        order_id=bought.order.order_id,
    )
