"""All conversations of the worked example, from one seed. Pure."""

import random
from datetime import UTC, date, datetime, timedelta

from calibration.demo import intents_goods as goods
from calibration.demo import intents_orders as orders
from calibration.demo.script import (
    CORRECT_AMOUNT,
    GROUNDED,
    POLICY,
    RESOLUTION,
    Draft,
    Scenario,
    seeded,
)
from calibration.demo.talk import greet
from calibration.demo.world import Person, people

SEED = 20261005
OLD = "refund-support@1.4.2"
NEW = "refund-support@1.5.0"
START = datetime(2026, 9, 1, 8, 0, tzinfo=UTC)
# Half of them in each version; so many of the customers' sides are played in both.
SESSIONS = 224
PAIRS = 30
BETWEEN = timedelta(hours=5)

INTENTS = {
    "damaged_item": goods.damaged_item,
    "wrong_item": goods.wrong_item,
    "part_refund": goods.part_refund,
    "change_of_mind": goods.change_of_mind,
    "exchange_size": goods.exchange_size,
    "not_received": orders.not_received,
    "refund_status": orders.refund_status,
    "cancel_order": orders.cancel_order,
    "double_charge": orders.double_charge,
    "policy_question": orders.policy_question,
}
_WEIGHTS = (16, 9, 10, 13, 8, 14, 9, 9, 7, 7)

# How often each version goes wrong: the newer one counts better, and invents more.
FAULT_RATES = {
    OLD: {CORRECT_AMOUNT: 0.32, GROUNDED: 0.14, POLICY: 0.36, RESOLUTION: 0.36},
    NEW: {CORRECT_AMOUNT: 0.22, GROUNDED: 0.24, POLICY: 0.28, RESOLUTION: 0.24},
}


def scenarios(count: int = SESSIONS, seed: int = SEED) -> list[Scenario]:
    """`count` conversations in order of time, the same ones for the same seed."""
    plan = seeded(seed)
    crowd = people(min(count, 150), plan)
    pairs = min(PAIRS, count // 5)
    singles = count - 2 * pairs
    jobs: list[tuple[str, str, int, bool]] = []  # intent, version, seed of the customer's side
    for _ in range(pairs):
        intent, side = _intent(plan), plan.getrandbits(32)
        jobs += [(intent, OLD, side, True), (intent, NEW, side, True)]
    jobs += [
        (_intent(plan), (OLD, NEW)[number % 2], plan.getrandbits(32), False)
        for number in range(singles)
    ]
    order = list(range(count))
    plan.shuffle(order)
    twins = {2 * n: 2 * n + 1 for n in range(pairs)} | {2 * n + 1: 2 * n for n in range(pairs)}
    place = {job: number for number, job in enumerate(order)}
    return [
        _play(
            number,
            jobs[job],
            crowd=crowd,
            rng=seeded(seed, job),
            twin=session_id(place[twins[job]]) if job in twins else "",
        )
        for number, job in enumerate(order)
    ]


def session_id(number: int) -> str:
    return f"s-{number + 1:04d}"


def started_at(number: int) -> datetime:
    return START + number * BETWEEN


def _intent(plan: random.Random) -> str:
    return plan.choices(list(INTENTS), weights=_WEIGHTS)[0]


def _play(
    number: int,
    job: tuple[str, str, int, bool],
    *,
    crowd: list[Person],
    rng: random.Random,
    twin: str,
) -> Scenario:
    intent, version, side, paired = job
    world = seeded(side)
    person = world.choice(crowd)
    rates = FAULT_RATES[version]
    draft = Draft(
        world=world,
        rng=rng,
        person=person,
        today=_today(number, paired, side),
        faults=frozenset(key for key, rate in rates.items() if rng.random() < rate),
        paired=paired,
    )
    if world.random() < 0.15:
        greet(draft)
    INTENTS[intent](draft)
    return Scenario(
        session_id=session_id(number),
        person=person,
        intent=intent,
        outcome=draft.outcome,
        channel=world.choice(("web", "web", "app", "email")),
        agent_version=version,
        exchanges=tuple(draft.exchanges),
        truth=draft.truth,
        twin=twin,
    )


def _today(number: int, paired: bool, side: int) -> date:
    """The day of the conversation; both sides of a pair look back from the same day."""
    if paired:
        return (START + timedelta(days=side % 40)).date()
    return started_at(number).date()
