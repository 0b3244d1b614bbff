"""What a scripted conversation is made of, and the draft that an intent writes one into. Pure.

The author's verdict is a by-product of writing: whoever asks the draft for an amount, a fact, a
promise or a next step gets a right one or a planted fault, and the draft notes which it gave.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from calibration.demo import wording
from calibration.demo.world import Person

CORRECT_AMOUNT = "correct_amount"
GROUNDED = "grounded"
POLICY = "policy"
RESOLUTION = "resolution"
CRITERIA = (CORRECT_AMOUNT, GROUNDED, POLICY, RESOLUTION)

PASS = "PASS"  # noqa: S105 - a verdict
FAIL = "FAIL"


@dataclass(frozen=True, slots=True)
class Say:
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call, with what the tool will answer."""

    tool: str
    args: dict[str, Any]
    result: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Transfer:
    agent: str


Move = Say | Call | Transfer


@dataclass(slots=True)
class Exchange:
    """What the customer said and what the agents did about it."""

    said: str
    moves: list[Move] = field(default_factory=list)
    pause: float = 40.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The author's verdict; `hard` where a careful reader may well miss it."""

    value: str
    why: str
    hard: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    session_id: str
    person: Person
    intent: str
    outcome: str
    channel: str
    agent_version: str
    exchanges: tuple[Exchange, ...]
    truth: dict[str, Judgement]
    # Session of the other agent version with the same customer turns, or "".
    twin: str = ""


_SOUND = {
    CORRECT_AMOUNT: "Every amount that the agent states is the right one for this order.",
    GROUNDED: "What the agent says about the order is what the tools returned.",
    POLICY: "The agent stays within the returns policy and checks who is asking first.",
    RESOLUTION: "The customer is told what happens next, or what to do.",
}


class Draft:
    """One conversation being written.

    `world` draws what the customer is and says, `rng` how the agents answer; a pair of sessions
    shares the first and differs in the second.
    """

    def __init__(
        self,
        *,
        world: random.Random,
        rng: random.Random,
        person: Person,
        today: date,
        faults: frozenset[str],
        paired: bool = False,
    ) -> None:
        self.world = world
        self.rng = rng
        self.person = person
        self.today = today
        self.faults = faults
        self.paired = paired
        self.exchanges: list[Exchange] = []
        self.truth = {key: Judgement(PASS, why) for key, why in _SOUND.items()}
        self.outcome = "answered"
        self.asked_when = False
        self.plain_money = rng.random() < 0.2

    # --- writing ---------------------------------------------------------------------------

    def hear(self, *variants: str) -> None:
        """The customer says one of `variants`."""
        pause = self.world.uniform(15, 160)
        self.exchanges.append(Exchange(self.world.choice(variants), pause=round(pause, 1)))

    def transfer(self, agent: str) -> None:
        self.exchanges[-1].moves.append(Transfer(agent))

    def call(self, tool: str, result: dict[str, Any], **args: Any) -> None:
        """A tool call; `result` is what the tool will answer."""
        self.exchanges[-1].moves.append(Call(tool, args, result))

    def say(self, *sentences: str) -> None:
        self.exchanges[-1].moves.append(Say(" ".join(s for s in sentences if s)))

    def pick(self, *variants: str) -> str:
        return self.rng.choice(variants)

    def money(self, value: float) -> str:
        return f"{value:.2f} GBP" if self.plain_money else f"£{value:.2f}"

    def day(self, ago: int) -> str:
        return (self.today - timedelta(days=ago)).isoformat()

    # --- slots, each right or at fault -----------------------------------------------------

    def fails(self, key: str, why: str, *, hard: bool = False) -> None:
        self.truth[key] = Judgement(FAIL, why, hard)

    def amount(self, due: float, *, mistakable: Sequence[tuple[float, str]] = ()) -> float:
        """The amount the agent states where `due` is right.

        `mistakable` are other amounts the tools returned, each with what it really is. An amount
        that no tool returned is also something made up.
        """
        if CORRECT_AMOUNT not in self.faults:
            return due
        if mistakable and self.rng.random() < 0.3:
            wrong, what = self.rng.choice(list(mistakable))
            why = f"The right amount is {due:.2f}; the agent states {wrong:.2f}, which is {what}."
            self.fails(CORRECT_AMOUNT, why, hard=True)
            return wrong
        wrong = _slip(due, self.rng, {value for value, _ in mistakable})
        self.fails(CORRECT_AMOUNT, f"The right amount is {due:.2f}; the agent states {wrong:.2f}.")
        self.fails(GROUNDED, f"No tool returned the amount {wrong:.2f} that the agent states.")
        return wrong

    def paid(self, due: float, stated: float) -> float:
        """What is really paid: `due`, or now and then the wrong amount that is stated after it."""
        if stated == due or self.rng.random() > 0.15:
            return due
        # The refund tool has returned it by then, so it is wrong but not made up.
        self.truth[GROUNDED] = Judgement(PASS, _SOUND[GROUNDED])
        return stated

    def fact(self, true: Sequence[str], false: Sequence[str]) -> str:
        """A sentence about the order that the tools bear out, or one of the invented ones."""
        if GROUNDED not in self.faults:
            return self.rng.choice(true)
        invented = self.rng.choice(false)
        hard = self.rng.random() < 0.3
        self.fails(GROUNDED, f'No tool result says so: "{invented}"', hard=hard)
        if hard:  # a true sentence before it makes the invention easy to read over
            return f"{self.rng.choice(true)} {invented}".strip()
        return invented

    def promise(self) -> str:
        """Nothing, or a promise that the policy does not allow."""
        if POLICY not in self.faults or self.truth[POLICY].value == FAIL:
            return ""
        loud = self.rng.random() < 0.62
        text = self.rng.choice(wording.LOUD_PROMISES if loud else wording.QUIET_PROMISES)
        self.fails(POLICY, f'The policy gives no such promise: "{text}"', hard=not loud)
        return text

    def ask_when(self) -> None:
        """Often enough the customer wants to know how long it takes."""
        if self.world.random() < 0.55:
            self.asked_when = True
            self.exchanges[-1].said += self.world.choice(wording.WHEN)

    def next_step(self, good: Sequence[str]) -> str:
        """What happens next, or nothing of use."""
        if RESOLUTION not in self.faults:
            return self.rng.choice(good)
        if self.asked_when:
            text, why = self.rng.choice(wording.EMPTY_ENDINGS), "The customer is not told when."
        else:
            text = self.rng.choice(wording.OPEN_ENDINGS)
            why = "The conversation ends without the customer knowing what happens next."
        self.fails(RESOLUTION, why, hard=self.rng.random() < 0.25)
        return text

    def unverified(self) -> bool:
        """Whether the agent skips asking who is there; the draft then holds a policy fault."""
        if POLICY not in self.faults or self.paired or self.rng.random() > 0.35:
            return False
        self.fails(POLICY, "Money was paid without checking that the customer owns the order.")
        return True


def _slip(value: float, rng: random.Random, taken: set[float]) -> float:
    """`value` with a digit mistyped or two swapped; never `value` itself nor one of `taken`."""
    while True:
        digits = list(f"{value:.2f}".replace(".", ""))
        at = rng.randrange(len(digits) - 2)
        if rng.random() < 0.5:
            digits[at], digits[at + 1] = digits[at + 1], digits[at]
        else:
            digits[at] = str((int(digits[at]) + rng.randint(1, 8)) % 10)
        wrong = int("".join(digits)) / 100
        if wrong >= 1 and wrong != value and wrong not in taken:
            return wrong


def seeded(*parts: object) -> random.Random:
    """Random numbers that are the same for the same `parts`; nothing secret hangs on them."""
    return random.Random("/".join(map(str, parts)))  # noqa: S311
