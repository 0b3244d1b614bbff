"""Conversations about goods that arrived: broken, wrong, unwanted, in the wrong size. Pure."""

from calibration.demo.script import Draft
from calibration.demo.talk import (
    WHEN_PAID,
    Purchase,
    a,
    ask_who,
    buy,
    look_up,
    make_label,
    pay,
    read_policy,
    refunded,
    thanks,
)
from calibration.demo.world import GOODS


def damaged_item(d: Draft) -> None:
    bought = buy(d, days=d.world.randint(1, 25))
    goods, order = bought.goods, bought.order
    d.hear(
        f"Hi, my {goods.name} came broken, {goods.damage}. Order {order.order_id}. I'd like my"
        " money back please.",
        f"The {goods.name} from order {order.order_id} is damaged: {goods.damage}. What now?",
        f"{order.order_id} - {goods.damage}. Not happy. I want a refund.",
        f"Good morning. I opened my {goods.name} today and {goods.damage}. The order number is"
        f" {order.order_id}.",
        f"{goods.name} arrived and {goods.damage}!! order no {order.order_id}",
    )
    _refund_in_full(d, bought, "damaged", "It is sad to see it arrive like that.")


def wrong_item(d: Draft) -> None:
    bought = buy(d, days=d.world.randint(1, 20))
    goods, order = bought.goods, bought.order
    other = d.world.choice([g.name for g in GOODS if g.name != goods.name])
    d.hear(
        f"I ordered {a(goods.name)} and got {a(other)} instead ({order.order_id}). Refund please.",
        f"Wrong thing in the box for {order.order_id}: there's {a(other)} in it, I paid for"
        f" {a(goods.name)}.",
        f"You sent me somebody else's {other}! My order {order.order_id} was {a(goods.name)}.",
    )
    _refund_in_full(d, bought, "wrong item", "That should not have happened.")


def _refund_in_full(d: Draft, bought: Purchase, reason: str, sorry: str) -> None:
    """Damaged and wrong goods: price and postage come back."""
    order = bought.order
    d.ask_when()
    blind = d.unverified()
    looked = not blind or d.rng.random() < 0.4
    if blind:
        d.transfer("refunds_agent")
        if looked:
            look_up(d, bought)
        else:
            d.exchanges[-1].said += f" I paid {order.total:.2f}."
    else:
        d.transfer("orders_agent")
        ask_who(d, bought)
        d.transfer("refunds_agent")
        read_policy(d, "damaged goods")
    mistakable = [(bought.price, "the price without the postage"), (order.postage, "the postage")]
    stated = d.amount(order.total, mistakable=mistakable if looked else ())
    pay(d, bought, d.paid(order.total, stated), reason)
    d.say(
        d.pick(sorry, "Thank you, that's all I need.", "Thanks for telling us.", ""),
        d.fact(_facts(bought), _INVENTED) if looked else "",
        refunded(d, stated),
        d.promise(),
        d.next_step(WHEN_PAID),
    )
    if not blind and d.world.random() < 0.35:
        _about_the_goods(d, bought, stated)
    d.outcome = "refunded"
    thanks(d)


def _facts(bought: Purchase) -> list[str]:
    order = bought.order
    return [
        f"The order shows {a(bought.goods.name)}, delivered on {order.delivered_on}.",
        f"It was delivered {order.delivered_days_ago} days ago.",
        f"I see it came on {order.delivered_on}.",
    ]


_INVENTED = (
    "Our warehouse has confirmed that the whole batch was faulty.",
    "The courier's photo shows the box was already crushed when they handed it over.",
    "Eleven other customers reported the same fault with this model last week.",
    "It comes with a three-year maker's warranty as well.",
    "I can see that the packer skipped the last inspection on this parcel.",
)


def _about_the_goods(d: Draft, bought: Purchase, stated: float) -> None:
    d.hear(
        "Do I have to send it back?", "and what do I do with the old one", "Do you want it back?"
    )
    money = d.money(stated)
    again = d.pick(
        f"The {money} is paid either way.",
        f"Your {money} does not wait for that.",
        f"That changes nothing about the {money}.",
        "",
    )
    if bought.price < 100:
        answer = d.pick(
            "No, it is cheap enough that you may keep it or throw it away.",
            "You needn't: at that price it doesn't have to come back.",
        )
    else:
        answer = d.pick(
            "Our carrier collects it from you, as with all dearer goods.",
            "Yes, but you needn't post it: our carrier picks it up.",
        )
    d.say(answer, again)


def part_refund(d: Draft) -> None:
    """Some of several goods are broken; only they are paid back, sometimes in two payments."""
    bought = buy(d, count=3, days=d.world.randint(1, 18))
    order, (first, second, third) = bought.order, bought.order.lines
    two = d.world.random() < 0.2
    what = f"the {first.name} and the {second.name} are" if two else f"the {first.name} is"
    d.hear(
        f"Order {order.order_id} had three things in it and {what} broken. The rest is fine.",
        f"In {order.order_id} only {what} damaged, can I get money back for that part?",
        f"Hello, {what} broken (order {order.order_id}). I'm keeping the {third.name}.",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought)
    d.transfer("refunds_agent")
    read_policy(d, "damaged goods")
    due = round(first.price + second.price, 2) if two else first.price
    others = [(order.total, "the total of the whole order"), (third.price, f"the {third.name}")]
    stated = d.amount(due, mistakable=others)
    if two and stated == due:
        pay(d, bought, first.price, f"damaged: {first.name}")
        pay(d, bought, second.price, f"damaged: {second.name}")
    else:
        pay(d, bought, d.paid(due, stated), "damaged, in part")
    d.say(
        d.pick("Thank you.", "Thanks, found it.", ""),
        d.fact(
            [
                f"The order lists the {first.name}, the {second.name} and the {third.name}.",
                f"All of it was delivered on {order.delivered_on}.",
                f"The {first.name} stands in the order at {d.money(first.price)}.",
            ],
            [
                f"The {third.name} was packed in a second box, which is why it survived.",
                "The driver noted a dropped parcel in his log.",
                f"We have stopped selling the {first.name} because of this.",
                "The supplier has admitted the fault and pays for it.",
            ],
        ),
        refunded(d, stated),
        d.promise(),
        d.next_step(WHEN_PAID),
    )
    d.outcome = "refunded_in_part"
    thanks(d)


def change_of_mind(d: Draft) -> None:
    """Unused goods inside the window (label, then the price back) or outside it (no)."""
    late = d.world.random() < 0.5
    days = d.world.randint(33, 75) if late else d.world.randint(2, 27)
    bought = buy(d, days=days)
    goods, order = bought.goods, bought.order
    d.hear(
        f"I don't want the {goods.name} any more, never used it. Order {order.order_id}.",
        f"Can I return {order.order_id}? The {goods.name} doesn't suit the room after all.",
        f"Changed my mind about the {goods.name}, how do I send it back ({order.order_id})?",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought, ask="Of course, let me check.")
    d.transfer("refunds_agent")
    read_policy(d, "change of mind")
    if late:
        _too_late(d, bought)
    else:
        _send_back(d, bought)
    thanks(d)


def _too_late(d: Draft, bought: Purchase) -> None:
    order = bought.order
    if "policy" in d.faults and d.rng.random() < 0.6:
        # Kind, and against the rules: the window closed weeks ago.
        d.fails("policy", "The 30 days are over, yet the agent pays.", hard=d.rng.random() < 0.4)
        stated = d.amount(bought.price, mistakable=[(order.total, "the total with postage")])
        pay(d, bought, d.paid(bought.price, stated), "goodwill")
        d.say(
            d.pick(
                f"It was delivered on {order.delivered_on}, but I won't be strict with you.",
                "It's a little past the usual time; never mind.",
                f"Strictly that's {order.delivered_days_ago} days, but just this once.",
            ),
            refunded(d, stated),
            d.next_step(WHEN_PAID),
        )
        d.outcome = "refunded"
        return
    d.say(
        d.fact(
            [
                f"It was delivered {order.delivered_days_ago} days ago, and unused goods can come"
                " back within 30 days.",
                f"It was delivered on {order.delivered_on}; the 30 days for returns are over.",
            ],
            [
                f"The window closed, and our records show the {bought.goods.name} has been used.",
                "You were sent two reminders before the window closed.",
                "The maker no longer takes this model back either.",
            ],
        ),
        d.pick("So I can't refund it, I'm sorry.", "That means no refund this time, I'm afraid."),
        d.promise(),
        d.next_step(
            (
                "If it turns out to be faulty, write to me here and I'll look at it again.",
                "Nothing more happens on our side, so you can keep it or give it away.",
                "That closes it for us; if a fault shows up, reply here and we start afresh.",
            )
        ),
    )
    d.outcome = "denied_policy"


def _send_back(d: Draft, bought: Purchase) -> None:
    order = bought.order
    stated = d.amount(
        bought.price,
        mistakable=[(order.total, "the total with the postage, which is not refunded")],
    )
    make_label(d, bought)
    money = d.money(stated)
    d.say(
        d.fact(
            [
                f"It arrived on {order.delivered_on}, so you are inside the 30 days.",
                f"{order.delivered_days_ago} days have passed, and unused goods have 30.",
            ],
            [
                "Most people who return this one swap it for the larger model.",
                "I see you have already packed it, thank you.",
                "The warehouse has a place reserved for it from Monday.",
            ],
        ),
        d.pick(
            f"Once it is back with us, {money} is refunded; the postage isn't.",
            f"You'll get {money}, which is the price without the postage.",
            f"The refund will be {money}.",
        ),
        d.promise(),
        d.next_step(
            (
                f"The return label is on its way to {d.person.email}; post it within 14 days.",
                "Please stick the label I've e-mailed on the box and post it within 14 days.",
                "You have a fortnight to post it, with the label from your e-mail on the box.",
                "Next: print the label from your e-mail and post the box; we pay when it arrives.",
            )
        ),
    )
    d.outcome = "return_started"


def exchange_size(d: Draft) -> None:
    bought = buy(d, days=d.world.randint(2, 24), sized=True)
    goods, order = bought.goods, bought.order
    size, stocked = d.world.choice(("S", "M", "L", "XL")), d.world.random() < 0.55
    d.hear(
        f"The {goods.name} is too small. Can I have it in {size}? Order {order.order_id}.",
        f"Need to swap {order.order_id} for size {size} please, not worn.",
        f"Wrong size, my mistake. {goods.name}, order {order.order_id}, I'd need {size}.",
    )
    d.ask_when()
    d.transfer("orders_agent")
    ask_who(d, bought, ask="Happy to help with that.")
    d.call(
        "check_stock",
        {"item": goods.name, "size": size, "in_stock": stocked},
        item=goods.name,
        size=size,
    )
    d.transfer("refunds_agent")
    read_policy(d, "exchange")
    stated = d.amount(bought.price, mistakable=[(order.total, "the total with the postage")])
    ends: tuple[str, ...] = WHEN_PAID
    if stocked:
        make_label(d, bought)
        about = f"It costs the same, {d.money(stated)}, so there is nothing to pay."
        ends = (
            "Post the old one within 14 days; the new one leaves when the carrier has scanned it.",
            "Use the label in your e-mail, and we send the new size once the return is scanned.",
        )
    else:
        pay(d, bought, d.paid(bought.price, stated), "size sold out")
        about = refunded(d, stated)
    d.say(
        d.fact(
            [f"Size {size} is {'in stock' if stocked else 'sold out'}."],
            [
                f"Size {size} is {'in stock, four pieces are left' if stocked else 'sold out'}, and"
                " it will be made in green next month.",
                f"This {goods.name} runs small according to most reviews."
                f" Size {size} is {'there' if stocked else 'sold out until spring'}.",
            ],
        ),
        about,
        d.promise(),
        d.next_step(ends),
    )
    d.outcome = "exchanged" if stocked else "refunded"
    thanks(d)
